"""Tables cached on disk from one start to the next, if they take long to compute.

Under `$XDG_CACHE_HOME/croupier`, or `~/.cache/croupier`. The file's name says what it is
a table of; a file that cannot be read or written costs time and nothing else.
"""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from croupier.simulation.hands import Numbers


def kept(name: str, make: Callable[[], Numbers]) -> Numbers:
    """The table of that name, computed if it is not cached yet."""
    path = _folder() / f"{name}.npy"
    try:
        table: Numbers = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        table = make()
        _keep(path, table)
    return table


def _folder() -> Path:
    given = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(given) if given else Path.home() / ".cache") / "croupier"
    except RuntimeError:
        return Path("/nonexistent")


def _keep(path: Path, table: Numbers) -> None:
    """Written to another file and moved into place, since another process may be reading."""
    beside = path.with_name(f"{path.stem}.{os.getpid()}.npy")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(beside, table, allow_pickle=False)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
