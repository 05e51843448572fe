"""Games to simulate in tests: every rulebook, and what-ifs in which rare things are common."""

from typing import Any

from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, MeterShare
from croupier.rulebooks.settings import JackpotSettings
from croupier.simulation.terms import Terms

SIMPLE = {5: "ace-king", 3: "mimic"}
METER = JackpotSettings(meter=123_456_78, reset=1_000_00, increment="0.123")


def simple(rulebook: Rulebook) -> str:
    """A strategy of few words for the game."""
    return SIMPLE[rulebook.hands.size]


def terms(slug: str, **changes: Any) -> Terms:
    """The game with a simple strategy, every side wager and frequent draws."""
    book = changes.pop("rulebook", None) or RULEBOOKS[slug]
    settings: dict[str, Any] = {
        "strategy": simple(book),
        "progressive": METER,
    }
    if book.draws is not None:
        settings |= {"magic_every": 3, "lucky_every": 2}
    return Terms(rulebook=book, **{**settings, **changes})


def everyday_shares(book: Rulebook) -> Rulebook:
    """A what-if in which ordinary hands take shares of the meter, so that they meet often."""
    shares = {HandClass.STRAIGHT_FLUSH: 100, HandClass.FLUSH: 100, HandClass.STRAIGHT: 10}
    rows = [
        structs.replace(row, prize=MeterShare(shares[row.hand.hand_class]))
        if row.hand.hand_class in shares
        else structs.replace(row, prize=FixedSum(77_00))
        for row in book.progressive.rows
    ]
    pair = structs.replace(
        rows[-1], name="pair", hand=structs.replace(rows[-1].hand, hand_class=HandClass.PAIR)
    )
    rows.append(structs.replace(pair, prize=MeterShare(10)))
    return structs.replace(book, jackpot=structs.replace(book.progressive, rows=tuple(rows)))


def daily_shares(book: Rulebook) -> Rulebook:
    """A what-if in which a link pays the whole meter several times a day."""
    shares = {HandClass.FLUSH: 100, HandClass.FULL_HOUSE: 10}
    rows = tuple(
        structs.replace(row, prize=MeterShare(shares[row.hand.hand_class]))
        if row.hand.hand_class in shares
        else structs.replace(row, prize=FixedSum(500_00))
        for row in book.progressive.rows
    )
    return structs.replace(book, jackpot=structs.replace(book.progressive, rows=rows))
