"""Rulebooks of strangers, and a seventh edition of Casino Stud, as files."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[4] / "docs" / "tutorials" / "own-rulebook.md"
_FOUND = re.search(r'```toml\n(slug = "harbour-poker".*?)```', DOCS.read_text(), re.DOTALL)
assert _FOUND is not None
HARBOUR = _FOUND[1]
"""The game of the manual: three cards, an ante, a play equal to it."""

SEVENTH = """\
extends = "casino-stud@6"
edition = 7
effective = 2026-01-01T06:00:00+08:00

[notes.Seventh]
text = "a flush pays more"
clause = "1.1"

[main.pays.rows]
flush = { pays = "6 to 1" }
"""
"""In the sixth a flush pays 5 to 1 (CSP 4.1)."""
