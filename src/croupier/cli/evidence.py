"""Which tests prove which clause: the file that `make evidence` writes, read back."""

from collections.abc import Mapping
from importlib.resources import files

import msgspec

FILE = "evidence.json"

Evidence = Mapping[str, tuple[str, ...]]
"""Test ids by clause id."""


def evidence() -> Evidence:
    """What the package carries; nothing where the file has not been made."""
    source = files("croupier.rulebooks.clauses") / FILE
    if not source.is_file():
        return {}
    return msgspec.json.decode(source.read_bytes(), type=dict[str, tuple[str, ...]])
