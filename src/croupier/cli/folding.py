"""Lines that fit a width, also in scripts that write without spaces and twice as wide."""

import re

from rich.cells import cell_len

_WIDE = r"[ᄀ-ᇿ⺀-鿿가-힯豈-﫿︰-﹏＀-｠]"
_NOT_FIRST = "，。、；：！？）》”’"
_PIECES = re.compile(rf" +|{_WIDE}[{_NOT_FIRST}]*|(?:(?!{_WIDE}| ).)+[{_NOT_FIRST}]*")
"""Spaces, single wide characters with the signs that may not begin a line, and other words."""


def folded(text: str, room: int) -> list[str]:
    """Broken at spaces and between wide characters; a longer word has a line of its own."""
    lines, line = list[str](), ""
    for piece in _PIECES.findall(text):
        if line.strip() and cell_len((line + piece).rstrip()) > room:
            lines.append(line.rstrip())
            line = "" if piece.isspace() else piece
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() or not lines else lines
