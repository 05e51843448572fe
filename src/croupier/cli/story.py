"""The rounds of a replay, put together from its events."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from croupier.jackpot.events import JackpotAdjusted
from croupier.rulebooks.model import Rulebook
from croupier.script import Replay
from croupier.script.replay import Recorded
from croupier.table import events as e
from croupier.table.state import Line

STILL_RUNNING = "running"


class Seat(Struct):
    """What is known of a box: who bet there, and what was done with its hand."""

    players: list[str] = field(default_factory=list)
    decision: str = ""


class Told(Struct):
    """One round of one table, as far as the script takes it."""

    table: str
    number: int
    rulebook: Rulebook
    state: str = STILL_RUNNING
    lines: tuple[Line, ...] = ()
    seats: dict[int, Seat] = field(default_factory=dict)
    hands: Mapping[str, str] = field(default_factory=dict)
    dealer: str = ""
    revealed: bool = False
    events: list[Recorded] = field(default_factory=list)

    @property
    def calls(self) -> list[e.CallMade]:
        return [one.event for one in self.events if isinstance(one.event, e.CallMade)]

    @property
    def notices(self) -> list[e.NoticeShown]:
        return [one.event for one in self.events if isinstance(one.event, e.NoticeShown)]


def rounds(played: Replay) -> Sequence[Told]:
    """Rounds that are over in the order in which they ended, then those still running."""
    told = _by_round(played)
    for key, lines in played.lines.items():
        if key in told:
            told[key].lines = lines
    over = [told[key] for key in played.lines if key in told]
    return over + [one for key, one in told.items() if key not in played.lines]


def adjustments(played: Replay) -> Iterator[JackpotAdjusted]:
    for one in played.events:
        if isinstance(one.event, JackpotAdjusted):
            yield one.event


def _by_round(played: Replay) -> dict[tuple[str, int], Told]:
    told: dict[tuple[str, int], Told] = {}
    current = {name: entry.round - 1 for name, entry in played.script.tables.items()}
    for one in played.events:
        event = one.event
        if isinstance(event, JackpotAdjusted):
            continue
        if isinstance(event, e.BetsOpened):
            current[one.table] = event.round
        table = getattr(event, "table", one.table)
        number = current[table]
        if hasattr(event, "jackpot"):
            number = getattr(event, "round", number)
        key = (table, number)
        if key not in told:
            rulebook = played.floor.tables[table].rulebook
            told[key] = Told(table, number, rulebook)
        _note(told[key], one)
    return told


def _note(told: Told, one: Recorded) -> None:
    """What an event adds to the picture of its round."""
    told.events.append(one)
    match one.event:
        case e.WagerPlaced(box=box, player=player, wager=wager):
            seat = told.seats.setdefault(box, Seat())
            if player not in seat.players:
                seat.players.append(player)
            if wager == told.rulebook.stay.wager:
                seat.decision = wager
        case (
            e.CardsDealt(hands=hands, dealer=dealer) | e.HandsCorrected(hands=hands, dealer=dealer)
        ):
            told.hands, told.dealer = hands, dealer
        case e.HandShown(box=None, cards=cards):
            told.dealer = cards
        case e.HandShown(box=int() as box, cards=cards):
            told.hands = {**told.hands, str(box): cards}
        case e.HandFolded(box=box):
            told.seats[box].decision = "folded"
        case e.RevealDeclined(box=box):
            told.seats[box].decision += ", not shown"
        case e.HandInvalidated(box=box):
            told.seats[box].decision = "out"
        case e.DealerRevealed():
            told.revealed = True
        case e.RoundSettled():
            told.state = "settled"
        case e.SettlementReversed():
            told.state = STILL_RUNNING
        case e.RoundVoided():
            told.state = "void"
        case _:
            pass
