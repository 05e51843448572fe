"""The registry of clauses: everything that the five game-rule documents say.

Each clause is listed once, in the order of its document, with its gist and with how the software
honours it. Every payment, refusal and ruling cites clauses of this registry by their ids.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from croupier.rulebooks.clauses import csp, mega, mlp, ssp, tcp
from croupier.rulebooks.clauses.model import Clause, Honour, Kind

__all__ = ["ALL", "BY_ID", "Clause", "Honour", "Kind", "UnknownClause", "find"]

ALL: tuple[Clause, ...] = (
    *ssp.CLAUSES,
    *csp.CLAUSES,
    *mega.CLAUSES,
    *tcp.CLAUSES,
    *mlp.CLAUSES,
)
"""Every clause of every document; documents in the order of their numbers, 000 to 004."""

BY_ID: Mapping[str, Clause] = MappingProxyType({clause.id: clause for clause in ALL})
"""The clause of an id, such as `CSP 3.12.1/jackpot`."""


class UnknownClause(KeyError):
    """A citation that is not a clause of the five documents."""

    def __init__(self, cited: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(cited, near)
        self.cited = cited
        self.near = near

    def __str__(self) -> str:
        if self.near:
            return f"there is no clause {self.cited!r}; did you mean {', '.join(self.near)}?"
        return (
            f"there is no clause {self.cited!r}; "
            "a clause is cited by document and number, as in 'CSP 3.12.1'"
        )


def find(clause_id: str, /) -> Clause:
    """The clause that a citation names; `UnknownClause`, with near matches, if there is none."""
    try:
        return BY_ID[clause_id]
    except KeyError:
        raise UnknownClause(clause_id, _near(clause_id)) from None


def _near(cited: str) -> tuple[str, ...]:
    ids = {known.casefold(): known for known in BY_ID}
    matches = get_close_matches(" ".join(cited.casefold().split()), ids, n=3, cutoff=0.7)
    return tuple(ids[match] for match in matches)
