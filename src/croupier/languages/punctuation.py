"""Punctuation in Chinese, where the program has joined translated parts by its own signs.

A list, a label with its value and a remark in brackets are put together by English signs. Among
Chinese words these become the signs of Chinese, as figures become those of CLDR.
"""

import re

HAN = "\u3400-\u9fff"
_HAN = re.compile(f"[{HAN}]")
_COLUMNS = re.compile(r"(  +|\n)")
"""What stands between columns and lines: each has its own punctuation."""
_BRACKETS = re.compile(rf"(?<=[\w”…]) \(([^()]*)\)(?![\w/])|(?<=[{HAN}])\(([^()]*)\)")
"""Those of a formula, behind a sign or before a stroke, are left as they are."""
_JOINED = re.compile(r" ?([:;]) +(?=\S)")
_COMMA_AFTER = re.compile(rf"(?<=[{HAN}）”》]) ?, *(?=\S|$)")
_COMMA_BEFORE = re.compile(rf", *(?=[{HAN}“《])")
_CLOSING = re.compile(rf"(?<=[{HAN}）”》]) ?([:;?!.])(?=\s|$|[{HAN}“”（）])")
_QUOTED = re.compile(rf"(?<=[{HAN}：；，（]) ?'([^']*)' ?(?=[{HAN}：；，。？）、]|$)")
_AND_MORE = re.compile(rf"、等(?![{HAN}])")
_SPACE_BEHIND = re.compile(r"(?<=[，：；？！。、]) (?=\S)")
_FULL = {",": "，", ":": "：", ";": "；", "?": "？", "!": "！", ".": "。"}


def in_chinese(text: str) -> str:
    """The text with Chinese punctuation among Chinese words, and as it is everywhere else."""
    return "".join(_part(part) if _HAN.search(part) else part for part in _COLUMNS.split(text))


def _part(text: str) -> str:
    text = _BRACKETS.sub(lambda found: f"（{found[1] or found[2] or ''}）", text)
    text = _JOINED.sub(lambda found: _FULL[found[1]], text)
    text = _COMMA_AFTER.sub("，", text)
    text = _COMMA_BEFORE.sub("，", text)
    text = _CLOSING.sub(lambda found: _FULL[found[1]], text)
    text = _AND_MORE.sub(" 等", text)
    text = _QUOTED.sub(r"“\1”", text)
    return _SPACE_BEHIND.sub("", text)
