"""The programs that a house may run: a list that every start is checked against.

The list is a text file. Each line is the SHA-256 of a program, as a house prints it at its start,
and who approved it: two different people, or the regulator.

    9f2c…e1  Ada Lim, Ben Tan
    77b0…04  regulator

It is in the data folder or, better, where those who install programs cannot write: the setting
`approved_programs` says where. The log records the SHA-256 of the list at every start.
"""

import re
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from croupier.house.operate.config import BadConfig, Config
from croupier.house.store import private

LIST_NAME = "approved-programs.txt"
REGULATOR = "regulator"
WRITABLE_BY_OTHERS = 0o022
_LINE = re.compile(r"(?P<program>[0-9a-f]{64})\s+(?P<by>\S.*)")


class Approved(Struct, frozen=True):
    """A list as read."""

    path: Path
    programs: dict[str, tuple[str, ...]]
    """Who approved each program, by its SHA-256."""
    digest: str


def read_approved(config: Config, data: Path | None) -> Approved | None:
    """The list that the settings name, or the one in the data folder; none if there is no list."""
    if config.approved_programs:
        path = Path(config.approved_programs)
    elif data is not None and (data / LIST_NAME).exists():
        path = data / LIST_NAME
    else:
        return None
    try:
        text = path.read_bytes()
        if private.is_open_to_others(path, WRITABLE_BY_OTHERS):
            raise BadConfig(
                f"{path}: others on this machine may write to the list of approved programs; "
                f"look through it, and narrow it with 'chmod go-w {path}'"
            )
        lines = text.decode().splitlines()
    except OSError as error:
        raise BadConfig(f"{path}: the list cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{path}: the list is not text") from None
    programs = dict(
        _read_line(path, number, line.strip())
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    )
    return Approved(path, programs, sha256(text).hexdigest())


def _read_line(path: Path, number: int, line: str) -> tuple[str, tuple[str, ...]]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise BadConfig(f"{path}, line {number}: a line is the SHA-256 of a program, then names")
    by = tuple(one.strip() for one in found["by"].split(",") if one.strip())
    if REGULATOR not in by and len({one.casefold() for one in by}) < 2:  # noqa: PLR2004
        raise BadConfig(f"{path}, line {number}: it takes two different people, or the regulator")
    return found["program"], by


def demand_approved(approved: Approved, program: str) -> None:
    """Raises `BadConfig` for a program that is not on the list."""
    if program not in approved.programs:
        raise BadConfig(
            f"this program is not on the list of approved programs {approved.path}, and the house "
            f"is for live money. Its SHA-256 is {program}. To approve it, two people, or the "
            "regulator, compare that with the release and add a line: the SHA-256, then both "
            "names, or 'regulator'"
        )
