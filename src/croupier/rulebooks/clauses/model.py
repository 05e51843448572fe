"""What a clause is: the smallest piece of a game-rule document that is honoured on its own."""

import enum

import msgspec


class Kind(enum.StrEnum):
    """What a clause is about, by the part of the game that it governs."""

    BETTING = "betting"
    """Who may wager what, where and until when."""
    COMPARISON = "comparison"
    """When the Dealer qualifies, and how his hand meets a Player's."""
    DEALING = "dealing"
    """The opening call, the deal, the up-card and the reveal."""
    DECISION = "decision"
    """What a Player may choose once the cards are dealt."""
    DEFINITION = "definition"
    """The meaning of a term."""
    DISCRETION = "discretion"
    """What an official or the House may decide."""
    DISPLAY = "display"
    """What has to be called out or shown at the table."""
    EQUIPMENT = "equipment"
    """Cards, layouts and devices."""
    GENERAL = "general"
    """Identity, aim and provisions that stand over the rest."""
    IRREGULARITY = "irregularity"
    """What follows when something went wrong."""
    JACKPOT = "jackpot"
    """Growth, eligibility, prizes and order of payment of the progressive jackpot."""
    RANKING = "ranking"
    """The order of cards and hands."""
    RESPONSIBILITY = "responsibility"
    """Whose burden it is to get something right."""
    SETTLEMENT = "settlement"
    """What a wager is paid, loses or gets back."""


class Honour(enum.StrEnum):
    """How the software does justice to a clause."""

    ENFORCED = "enforced"
    """The engine decides by it: nothing at a table can go against it."""
    RECORDED = "recorded"
    """It turns on what people at the table saw, did or ruled: they report it, and the engine
    keeps the record and draws the consequence."""
    SHOWN = "shown"
    """It informs: the words, calls and notices appear where people need them."""
    PHYSICAL = "physical"
    """It governs things that exist at a real table only: layouts, devices, where cards lie."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of a document, or one rule within a clause that holds several.

    The number is that of the document; a word after a stroke tells rules of one clause apart
    (`3.12.1/jackpot`), names a row of a table (`4.1/royal-flush`) or the letter of an item
    (`3.1.3/a`). Parts that have no number go by name: `title`, `approval`, `appendix-A`.
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
