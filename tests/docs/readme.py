"""README as a list of what it tells its reader to type, in the order in which it is printed."""

import re
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

_BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`(croupier [^`]+)`")


class Line(Struct, frozen=True):
    """A command, and what is said beside it."""

    command: str
    comment: str = ""


def blocks(language: str) -> list[str]:
    return [found["text"] for found in _BLOCK.finditer(README) if found["language"] == language]


def lines() -> list[Line]:
    """Commands in blocks and, as `croupier …`, in the text between them."""
    found: list[Line] = []
    end = 0
    for block in _BLOCK.finditer(README):
        found += _in_text(README[end : block.start()])
        if not block["language"]:
            found += _in_block(block["text"])
        end = block.end()
    return found + _in_text(README[end:])


def _in_text(text: str) -> list[Line]:
    return [Line(command) for command in _SPAN.findall(text)]


def _in_block(text: str) -> list[Line]:
    typed = [line.partition("#") for line in text.splitlines()]
    return [
        Line(command.strip(), comment.strip())
        for command, _, comment in typed
        if command.startswith(("make ", "croupier ", ".venv/bin/croupier ", "for "))
    ]
