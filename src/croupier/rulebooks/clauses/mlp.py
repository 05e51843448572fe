"""Every clause of MLP: Multi-Link Progressive Casino Stud Poker (RWS, version 2, 28 June 2020).

MLP is CSP, clause for clause, but for what stands here. The differences that move money: a folded
Hand keeps its jackpot Bet (3.12.1), Four of a Kind pays $2,000 (4.2), and a Player who refuses to
reveal is taken to have folded (4.3).
"""

from collections.abc import Iterator, Mapping

from msgspec import structs

from croupier.rulebooks.clauses import csp
from croupier.rulebooks.clauses.model import Clause, Honour, Kind

ENFORCED = Honour.ENFORCED
JACKPOT = Kind.JACKPOT
RANKING = Kind.RANKING


def _row(number: str, kind: Kind, honoured: Honour, gist: str) -> Clause:
    return Clause("MLP", number, kind, gist, honoured)


LEFT_OUT = frozenset({"approval", "3.13/jackpot"})
"""Clauses of CSP that MLP does not have; what 3.13 said of the jackpot, 4.2.1 says in its place."""

REWORDED: Mapping[str, str] = {
    "title": (
        "Multi-Link Progressive Casino Stud Poker of RWS, version 2, from 28 June 2020, 08:00."
    ),
    "3.12.1/jackpot": "Fold leaves jackpot eligibility intact, whatever the Dealer holds.",
    "4.2/four-of-a-kind": "Four of a Kind: $2,000.",
    "4.3": "Refusing to reveal counts as a Fold; the Player must himself establish a jackpot Hand.",
}
"""Clauses of CSP that say something else in MLP: number and gist."""

# A table: one clause a row.
# fmt: off
ADDED_AFTER: Mapping[str, tuple[Clause, ...]] = {
    "3.14.3": (
        _row("3.15", RANKING, ENFORCED,
             "Jackpot ranking list: five classes, Royal Flush down to Flush."),
        _row("3.15/royal-flush", RANKING, ENFORCED,
             "Jackpot rank 1, Royal Flush: the five highest cards of one suit."),
        _row("3.15/straight-flush", RANKING, ENFORCED,
             "Jackpot rank 2, Straight Flush: five suited in sequence, Royal excluded."),
        _row("3.15/four-of-a-kind", RANKING, ENFORCED,
             "Jackpot rank 3, Four of a Kind: four of one rank plus another card."),
        _row("3.15/full-house", RANKING, ENFORCED,
             "Jackpot rank 4, Full House: three of one rank with two of another."),
        _row("3.15/flush", RANKING, ENFORCED,
             "Jackpot rank 5, Flush: five suited, not in sequence."),
    ),
    "4.2/flush": (
        _row("4.2.1", JACKPOT, ENFORCED,
             "Jackpot is due for a jackpot Bet this round and own five cards making a 4.2 Hand."),
    ),
}
# fmt: on
"""Clauses that only MLP has, by the clause of CSP that they follow."""


def _in_document_order() -> Iterator[Clause]:
    for clause in csp.CLAUSES:
        number = clause.number
        if number not in LEFT_OUT:
            gist = REWORDED.get(number, clause.gist)
            yield structs.replace(clause, document="MLP", gist=gist)
        yield from ADDED_AFTER.get(number, ())


CLAUSES: tuple[Clause, ...] = tuple(_in_document_order())
