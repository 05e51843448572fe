"""What a clause is: the smallest piece of a game-rule document that is honoured on its own."""

import enum

import msgspec


class Kind(enum.StrEnum):
    """What a clause is about, by the part of the game that it governs."""

    BETTING = "betting"
    """Who may wager what, where and until when."""
    COMPARISON = "comparison"
    """When the Dealer qualifies, and how the hands are compared."""
    DEALING = "dealing"
    """The opening call, the deal, the up-card and the reveal."""
    DECISION = "decision"
    """What a Player may choose once the cards are dealt."""
    DEFINITION = "definition"
    """The meaning of a term."""
    DISCRETION = "discretion"
    """What an official or the House may decide."""
    DISPLAY = "display"
    """What must be announced or shown at the table."""
    EQUIPMENT = "equipment"
    """Cards, layouts and devices."""
    GENERAL = "general"
    """Identity, aim and provisions that take precedence."""
    IRREGULARITY = "irregularity"
    """What follows when something went wrong."""
    JACKPOT = "jackpot"
    """Growth, eligibility, prizes and order of payment of the progressive jackpot."""
    RANKING = "ranking"
    """The order of cards and hands."""
    RESPONSIBILITY = "responsibility"
    """Who is responsible for getting something right."""
    SETTLEMENT = "settlement"
    """What a wager wins, loses or has returned."""


class Honour(enum.StrEnum):
    """How the software honours a clause."""

    ENFORCED = "enforced"
    """The engine enforces it: nothing at a table can violate it."""
    RECORDED = "recorded"
    """It depends on what people at the table saw, did or ruled: they report it, and the engine
    records it and applies the consequence."""
    SHOWN = "shown"
    """It informs: the words, calls and notices appear where people need them."""
    PHYSICAL = "physical"
    """It governs things that exist only at a real table: layouts, devices, places of cards."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of a document, or one rule within a clause that holds several.

    The number is that of the document; a word after a slash distinguishes rules of one clause
    (`3.12.1/jackpot`), names a row of a table (`4.1/royal-flush`) or the letter of an item
    (`3.1.3/a`). Parts without a number have a name: `title`, `approval`, `appendix-A`.
    """

    document: str
    """Code of the document: SSP, CSP, MEGA, TCP or MLP."""
    number: str
    kind: Kind
    gist: str
    """What the clause says, in our own words; the document's words are authoritative."""
    honoured: Honour

    @property
    def id(self) -> str:
        """How the clause is cited everywhere: `CSP 3.12.1/jackpot`."""
        return f"{self.document} {self.number}"
