"""Rulebooks as files: text to rulebook, rulebook to text, and what is wrong with a text.

Nothing here opens a file; the caller passes the text, and a way to find its base.
"""

from croupier.rulebooks.file.checking import (
    BadRulebook,
    Checked,
    Finding,
    UnknownRulebook,
    check,
    read_rulebook,
)
from croupier.rulebooks.file.merging import Base, FindBase, merged
from croupier.rulebooks.file.tables import read_tables, write_tables
from croupier.rulebooks.file.text import rulebook_text

__all__ = [
    "BadRulebook",
    "Base",
    "Checked",
    "FindBase",
    "Finding",
    "UnknownRulebook",
    "check",
    "merged",
    "read_rulebook",
    "read_tables",
    "rulebook_text",
    "write_tables",
]
