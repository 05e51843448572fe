"""What a reading is: our answer where a document is silent, unclear or contradicts itself."""

import msgspec

ALL_FIVE = ("SSP", "CSP", "MEGA", "TCP", "MLP")
MBS = ("SSP", "MEGA", "TCP")
"""The documents of the operator MBS."""
RWS = ("CSP", "MLP")
"""The documents of the operator RWS, twins but for a few clauses."""


class Reading(msgspec.Struct, frozen=True):
    """A named choice of how a document is understood, with the reason for it.

    Readings are ours until an operator or the regulator rules otherwise. J is the value that the
    jackpot displays, R the value it resets to, n and m numbers of winners.
    """

    id: str
    """Group and number: X common, S singapore-stud, C casino-stud, L multi-link-stud,
    M megalink-stud, T three-card-poker."""
    name: str
    """How settings and scripts call it."""
    documents: tuple[str, ...]
    """Those of the five that are read so; none where it is for documents of other places."""
    question: str
    choice: str
    """What we do."""
    reason: str
    choices: tuple[str | bool | int, ...] = ()
    """What a table may choose, the default first; empty where a table has no choice."""
    clauses: tuple[str, ...] = ()
    """The clauses that raise the question, or that the answer leans on."""


def cite(citations: str) -> tuple[str, ...]:
    """Ids of clauses from a short list: `CSP 3.9 5.11; MLP 3.9` names three."""
    return tuple(
        f"{document} {number}"
        for part in citations.split(";")
        for document, *numbers in (part.split(),)
        for number in numbers
    )


def cite_rws(numbers: str) -> tuple[str, ...]:
    """The same clauses of both twins."""
    return cite(f"CSP {numbers}; MLP {numbers}")
