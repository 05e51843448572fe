"""The strings and templates of a JavaScript module, as our pages write them.

This reads enough of the language for modules that a formatter has written: double quotes,
templates, comments, regular expressions and brackets. Anything else is passed over.
"""

import json
import re
from collections.abc import Iterator

from msgspec import Struct

STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_INTL = re.compile(r"Intl\.\w+\(")
_JOINED = re.compile(r"\s*\+\s*")
_BEFORE_REGEX = "(,=:[!&|?{};+>"


class Literal(Struct, frozen=True):
    """A string or template, or several with a plus between them."""

    start: int
    end: int
    parts: tuple[str | tuple[int, int], ...]
    """Words, and where the expressions between them stand."""


class Unreadable(Exception):
    """A module that is not written as the formatter writes them."""


def literals(source: str, start: int, end: int) -> Iterator[Literal]:
    """Those between two places, outside comments and calls of `Intl`; joined ones are one."""
    whole: Literal | None = None
    for one in _each(source, start, end):
        if whole is not None and _JOINED.fullmatch(source, whole.end, one.start):
            whole = Literal(whole.start, one.end, whole.parts + one.parts)
            continue
        if whole is not None:
            yield whole
        whole = one
    if whole is not None:
        yield whole


def escaped(words: str) -> str:
    """Words as they stand in a template."""
    for sign, written in (("\\", "\\\\"), ("`", "\\`"), ("${", "\\${"), ("\n", "\\n")):
        words = words.replace(sign, written)
    return words


def _unescaped(words: str) -> str:
    for sign, written in (("\n", "\\n"), ("${", "\\${"), ("`", "\\`"), ("\\", "\\\\")):
        words = words.replace(written, sign)
    return words


def _each(source: str, start: int, end: int) -> Iterator[Literal]:
    at, last = start, ""
    while at < end:
        sign = source[at]
        if sign == '"':
            close = _end_of(STRING, source, at)
            yield Literal(at, close, (json.loads(source[at:close]),))
            at, last = close, sign
        elif sign == "`":
            literal = _template(source, at)
            yield literal
            at, last = literal.end, sign
        elif sign == "/" and source[at + 1] in "*/":
            at = _end_of(_COMMENT, source, at)
        elif sign == "/" and (not last or last in _BEFORE_REGEX):
            at, last = _end_of(_REGEX, source, at), sign
        elif (intl := _INTL.match(source, at)) is not None:
            at, last = _closed(source, intl.end()), ")"
        else:
            at, last = at + 1, last if sign.isspace() else sign


def _end_of(pattern: re.Pattern[str], source: str, at: int) -> int:
    found = pattern.match(source, at)
    if found is None:
        raise _no_end(source, at)
    return found.end()


def _no_end(source: str, at: int) -> Unreadable:
    line = source.count("\n", 0, at) + 1
    return Unreadable(f"line {line}: {source[at : at + 20]!r} has no end")


def _template(source: str, start: int) -> Literal:
    parts: list[str | tuple[int, int]] = []
    at = begun = start + 1
    while at < len(source) and source[at] != "`":
        if source.startswith("${", at):
            parts.append(_unescaped(source[begun:at]))
            begun = _closed(source, at + 2)
            parts.append((at + 2, begun - 1))
            at = begun
        else:
            at += 2 if source[at] == "\\" else 1
    if at >= len(source):
        raise _no_end(source, start)
    parts.append(_unescaped(source[begun:at]))
    return Literal(start, at + 1, tuple(part for part in parts if part))


def _closed(source: str, begun: int) -> int:
    """Past the bracket that closes the one just before."""
    depth, at = 1, begun
    while depth and at < len(source):
        sign = source[at]
        if sign == '"':
            at = _end_of(STRING, source, at)
        elif sign == "`":
            at = _template(source, at).end
        else:
            depth += (sign in "({[") - (sign in ")}]")
            at += 1
    if depth:
        raise _no_end(source, begun)
    return at
