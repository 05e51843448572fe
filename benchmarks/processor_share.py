"""A fixed share of a core for a process, held by Linux's control groups.

Two processes on a machine of two cores compete with the database and the load for what both of them
need. With the same share for each, whatever the machine, one and two can be compared.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONTROL_GROUPS = Path("/sys/fs/cgroup")
PERIOD_MICROSECONDS = 20_000
"""Short, so that a process that has used up its share waits milliseconds for the next."""


@contextmanager
def held(process: int, share: float) -> Iterator[bool]:
    """Whether the process is held to its share: that takes root, and Linux."""
    group = _group(f"croupier-bench-{process}")
    try:
        try:
            group.mkdir()
            quota = round(share * PERIOD_MICROSECONDS)
            if (group / "cpu.max").exists():
                _write(group / "cpu.max", f"{quota} {PERIOD_MICROSECONDS}")
            else:
                _write(group / "cpu.cfs_period_us", str(PERIOD_MICROSECONDS))
                _write(group / "cpu.cfs_quota_us", str(quota))
            _write(group / "cgroup.procs", str(process))
        except OSError:
            yield False
            return
        yield True
    finally:
        if group.exists():
            _write(group.parent / "cgroup.procs", str(process))
            group.rmdir()


def _group(name: str) -> Path:
    """In the hierarchy of processors where each controller has one (version 1), else in the one."""
    first = CONTROL_GROUPS / "cpu"
    return (first if first.is_dir() else CONTROL_GROUPS) / name


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="ascii")
