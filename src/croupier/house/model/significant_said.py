"""Lines of the index as people say them.

The index holds the names of the program, by which older lines are proved; whoever looks them up
reads what was seen at the table and what was decided about it.
"""

import re

from msgspec.structs import replace

from croupier.house.model.records import SignificantEvent
from croupier.house.model.significant_kinds import Kind, words
from croupier.rulebooks.irregularities import IN_WORDS, SEEN

_SEEN = {words(name): said for name, said in SEEN.items()}
_DONE = {words(name): said for name, said in IN_WORDS.items()}
_WHAT = "|".join(sorted(_SEEN, key=len, reverse=True))
_DECISION = "|".join(sorted(_DONE, key=len, reverse=True))
_DECIDED = re.compile(rf"({_WHAT}): ({_DECISION}) \((.*)\)", re.DOTALL)
_OPENED = re.compile(rf"matter (\d+): ({_WHAT}), for the (.*) to decide", re.DOTALL)
_RULED = re.compile(rf"matter (\d+): ({_DECISION}): (.*)", re.DOTALL)
_REFUSED = re.compile(rf"({_WHAT}) with cards refused to (.*): ([\w-]+)", re.DOTALL)


def as_said(line: SignificantEvent) -> SignificantEvent:
    """The same line in words of people, where it has names of the program."""
    if line.kind == Kind.IRREGULARITY:
        return replace(line, text=_irregularity(line.text))
    if line.kind == Kind.RULING and (found := _RULED.fullmatch(line.text)):
        number, decision, reason = found.groups()
        return replace(line, text=f"matter {number}: {_DONE[decision]}: {reason}")
    return line


def _irregularity(text: str) -> str:
    if found := _DECIDED.fullmatch(text):
        what, decision, clauses = found.groups()
        return f"{_SEEN[what]}; decided: {_DONE[decision]} ({clauses})"
    if found := _OPENED.fullmatch(text):
        number, what, role = found.groups()
        return f"matter {number}: {_SEEN[what]}, for the {role} to decide"
    if found := _REFUSED.fullmatch(text):
        what, person, code = found.groups()
        return f"{_SEEN[what]}: a report with cards was refused to {person} ({code})"
    return text
