"""What the clause tests of the three Marina Bay Sands documents share: hands and short rounds."""

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.books import RULEBOOKS
from croupier.cards import DECK, card_name, parse_cards
from croupier.ranking import HandClass
from croupier.rulebooks.clauses import ALL, Kind, find
from croupier.rulebooks.facts import Fact, facts
from croupier.rulebooks.model import Rulebook
from croupier.table.events import CallMade, NoticeShown
from croupier.table.views import PUBLIC, TableView, Viewer, view
from tests.playing import House

MEGA, SSP, TCP = "megalink-stud", "singapore-stud", "three-card-poker"

# The dealer's hands of most scenarios. The last card of a stud dealer is the up card.
NO_HAND = "Ac Qd 9s 5h 3c"
ACE_KING = "Ac Kd 9s 5h 3c"
JACK_HIGH = "Js Th 8c"
QUEEN_HIGH = "Qs Jd 9c"

# What the jackpot shows at first, and what it goes back to, unless a test says otherwise.
MILLION = 1_000_000_00
RESET = 100_000_00


def rulebook(name: str) -> Rulebook:
    return RULEBOOKS[name]


def shoe_of(*first: str) -> str:
    """A full deck whose first cards are these, then the others in order."""
    ahead = [card for cards in first for card in cards.split()]
    rest = [name for name in map(card_name, DECK) if name not in ahead]
    return " ".join([*ahead, *rest])


def bets_closed(
    name: str,
    antes: Iterable[int],
    *,
    ante: int = 25_00,
    jackpots: Iterable[int] = (),
    **house: Any,
) -> House:
    """A round up to the closing call: an ante on each box, jackpot wagers on some."""
    return wager_and_close(House(name, **house), antes, ante=ante, jackpots=jackpots)


def wager_and_close(
    t: House,
    antes: Iterable[int],
    *,
    ante: int = 25_00,
    jackpots: Iterable[int] = (),
    **where: Any,
) -> House:
    t.open(**where)
    for box in antes:
        t.ante(box, ante, **where)
    for box in jackpots:
        t.jackpot(box, **where)
    return t.close(**where)


def dealt(
    name: str,
    hands: Mapping[int, str],
    dealer: str,
    *,
    ante: int = 25_00,
    jackpots: Iterable[int] = (),
    **house: Any,
) -> House:
    """A round up to the players' decisions."""
    t = bets_closed(name, hands, ante=ante, jackpots=jackpots, **house).deal(hands, dealer)
    assert not t.refusals, t.refusals
    return t


def settled(
    name: str,
    hands: Mapping[int, str],
    dealer: str,
    *,
    folds: Iterable[int] = (),
    **round_: Any,
) -> House:
    """A whole round: the boxes named fold, the others stay in."""
    t = dealt(name, hands, dealer, **round_)
    folding = set(folds)
    for box in hands:
        if box in folding:
            t.fold(box)
        else:
            stay(t, box)
    t.finish()
    assert not t.refusals
    return t


def stay(t: House, *boxes: int, **keys: Any) -> House:
    """Bet or play, as the game calls it."""
    name = next(iter(t.tables.values()))["rulebook"]
    for box in boxes:
        t.wager(box, rulebook(name).stay.wager, **keys)
    return t


def compared(name: str, player: str, dealer: str) -> str:
    """How an ante comes out when this hand stays in against that of the dealer."""
    return settled(name, {1: player}, dealer).line(1, "ante").result.value


def class_of(name: str, cards: str) -> HandClass:
    return rulebook(name).hands.value(parse_cards(cards)).hand_class


def strength_of(name: str, cards: str) -> int:
    return rulebook(name).hands.value(parse_cards(cards)).strength


def refusal(t: House) -> tuple[str, str | None] | None:
    """(code, clause) of the last command's refusal; none if it was carried out."""
    refused = t.refused
    return None if refused is None else (refused.code, refused.clause)


def clauses(t: House, box: int, wager: str, **where: Any) -> set[str]:
    """The clauses that a line cites."""
    return set(t.line(box, wager, **where).clauses)


def calls(t: House) -> list[str]:
    """What the dealer has said, in order."""
    return [call.text for call in t.events_of(CallMade)]


def call(t: House, text: str) -> CallMade:
    """The only call of these words."""
    [made] = [call for call in t.events_of(CallMade) if call.text == text]
    assert isinstance(made, CallMade)
    return made


def notices(t: House) -> list[NoticeShown]:
    return t.events_of(NoticeShown)


def definitions(document: str) -> list[str]:
    """The numbers of a document's defined terms, in order."""
    return [
        clause.number
        for clause in ALL
        if clause.document == document and clause.kind is Kind.DEFINITION
    ]


def explained(clause: str) -> str:
    """How the book explains a term, from its first word on."""
    return find(clause).gist.removeprefix("A ").lower()


def told(name: str, subject: str) -> Fact:
    """What the page of a rulebook tells on one subject."""
    [fact] = [fact for fact in facts(rulebook(name)) if fact.subject == subject]
    return fact


def box_of(t: House, number: int, table: str = "T1") -> Any:
    """A box as it stands."""
    current: Any = t.played.floor.tables[table].round
    return current.boxes[number]


def seen_by(t: House, viewer: Viewer = PUBLIC) -> TableView:
    """The first table as somebody sees it."""
    floor = t.played.floor
    table = next(iter(floor.tables.values()))
    return view(table, floor.link_of(table), viewer)


def hands_seen_by(t: House, viewer: Viewer = PUBLIC) -> dict[int, str]:
    """The players' hands that somebody can see."""
    return {box.box: box.hand.cards for box in seen_by(t, viewer).boxes if box.hand is not None}
