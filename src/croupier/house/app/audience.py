"""What each kind of viewer learns of a change, built up from what they may know.

An event of a table or jackpot reaches a viewer only through a case here; events of departments
reach nobody. Cards are sent once the viewer may see them, the shoe never.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from croupier.cards import card_name, card_names
from croupier.house.log.stream import Change
from croupier.house.model import events as h
from croupier.house.model.jackpot import events as hj
from croupier.house.model.records import is_of_jackpot, is_of_table
from croupier.house.model.table.state import HouseTable
from croupier.jackpot import events as j
from croupier.table import events as e
from croupier.table.hands import FaceDown, hand_text
from croupier.table.state import Choice, Deal
from croupier.table.views import Seat, Viewer

_encode = msgspec.json.Encoder().encode


TableEventForAll = (
    e.WagerPlaced
    | e.WagerSettled
    | e.CallMade
    | e.HandFolded
    | h.TimerSet
    | e.BetsOpened
    | e.WagerWithdrawn
    | e.LateWithdrawalNoted
    | e.ExcessHandedBack
    | e.LimitAdvised
    | e.BetsClosed
    | e.HandInvalidated
    | e.JackpotWagerInvalidated
    | e.WagerReturned
    | e.ShareReturned
    | e.UpCardChanged
    | e.HandHandled
    | e.HandShown
    | e.PlayerLeft
    | e.RevealDeclined
    | e.SettlementReversed
    | e.RoundVoided
    | e.OptionsOffered
    | e.OptionTaken
    | e.JackpotFailed
    | e.JackpotServiceSet
    | e.TableClosed
    | e.TableOpened
    | e.BoxesDisallowed
    | e.WagerCorrected
    | h.TableRegistered
    | h.EditionNotChanged
    | h.LimitsPlanned
    | h.LimitsChanged
    | h.ShuffleOpened
    | h.SeedAdded
    | h.DealerSignedOn
    | h.DealerSignedOff
    | h.TablePaused
    | h.TableResumed
    | h.LastRoundAnnounced
    | h.TimerCleared
    | h.BotSeated
    | h.BotUnseated
    | h.BotsSatOut
    | h.BotsSatDown
)
"""Sent unchanged: they name no closed card. Tried in turn, so the most frequent come first."""
TableEventForStaff = (
    e.MatterDecided
    | e.MisdealReported
    | e.DeclinedHandSeen
    | e.PlayerRestricted
    | e.PlayerBarred
    | e.PlayerReadmitted
    | h.LossLimitPassed
    | h.ReportRefused
    | h.ActsConfirmed
    | h.WrongPayment
    | h.FloorCalled
    | h.FloorAnswered
    | h.SeatTaken
    | h.SeatLeft
)
"""Sent unchanged, to staff only."""
JackpotEventForAll = (
    j.JackpotGrew
    | j.ContributionsReturned
    | j.LinkRoundDealt
    | j.LinkRoundEnded
    | j.ClaimsQueued
    | j.JackpotWon
    | j.WinsReversed
    | j.JackpotToppedUp
    | j.JackpotAdjusted
    | hj.JackpotRegistered
    | hj.TableLinked
    | hj.LinkEditionChanged
    | hj.JackpotParametersChanged
    | hj.LinkFailed
    | hj.LinkRestored
    | hj.JackpotRetired
)
"""Sent unchanged."""
JackpotEventForStaff = (
    hj.PrizeReleased | hj.PaymentReturned | h.Proposed | h.ProposalApproved | h.ProposalDeclined
)


class Message(Struct, frozen=True):
    """One event as JSON: for all, for staff, and for individual players who learn more."""

    everybody: bytes | None = None
    staff: bytes | None = None
    players: Mapping[str, bytes] = {}


def _all(told: bytes) -> Message:
    return Message(told, told)


def _deal(table: HouseTable) -> Deal | None:
    return getattr(table.game.round, "deal", None)


def _hand(table: HouseTable, box: int) -> str | None:
    deal = _deal(table)
    hand = None if deal is None else deal.hands.get(box)
    return None if hand is None or isinstance(hand, FaceDown) else card_names(hand)


def _dealt(event: e.CardsDealt | e.HandsCorrected, table: HouseTable) -> Message:
    """Which boxes have a hand, and the up card: no closed card."""
    deal = _deal(table)
    up_card = None if deal is None or deal.up_card is None else card_name(deal.up_card)
    return _all(
        _encode(
            {
                "event": event.__struct_config__.tag,
                "boxes": sorted(int(box) for box in event.hands),
                "up_card": up_card,
            }
        )
    )


def _viewed(event: e.HandViewed, table: HouseTable) -> Message:
    """Everybody sees that a player looks; only the player sees the cards."""
    plain = {"event": "hand_viewed", "box": event.box}
    box = table.game.round.boxes[event.box]  # type: ignore[union-attr]
    own = _encode({**plain, "cards": _hand(table, event.box)})
    return Message(_encode(plain), _encode(plain), {box.seated: own})


def _claimed(event: e.JackpotClaimed, table: HouseTable) -> Message:
    """A claimed hand is face up."""
    cards = _hand(table, event.box)
    return _all(_encode({"event": "jackpot_claimed", "box": event.box, "cards": cards}))


def _revealed(table: HouseTable) -> Message:
    """The dealer's hand and, in games with draws, what was picked (S6: shown now)."""
    deal = _deal(table)
    told: dict[str, Any] = {
        "event": "dealer_revealed",
        "dealer": None if deal is None else hand_text(deal.dealer),
    }
    draw = getattr(table.game.round, "draw", None)
    if table.game.rulebook.draws is not None and draw is not None:
        magic = draw.magic_card
        told["draw"] = {
            "magic_card": None if magic is None else card_name(magic),
            "lucky_box": draw.lucky_box,
            "lucky_dealer": draw.lucky_dealer,
        }
    return _all(_encode(told))


def _settled(table: HouseTable) -> Message:
    """The hands that were shown for the comparison."""
    boxes = getattr(table.game.round, "boxes", {})
    hands = {
        str(number): _hand(table, number)
        for number, box in sorted(boxes.items())
        if box.choice is Choice.STAYED and not box.declined and box.out is None
    }
    return _all(_encode({"event": "round_settled", "hands": hands}))


def _notice(event: e.NoticeShown) -> Message:
    told = _encode(event)
    if event.player is None:
        return _all(told)
    return Message(None, told, {event.player: told})


def _between_staff_and_player(
    event: h.StaffCalled | h.WagerRequested | h.WagerRequestUsed,
) -> Message:
    """What a player asks of staff, sent to nobody else."""
    told = _encode(event)
    return Message(None, told, {event.player: told})


def _answered(event: h.CallAnswered, table: HouseTable) -> Message:
    told = _encode(event)
    players = {call.player: told for call in table.calls if call.number == event.number}
    return Message(None, told, players)


def _committed(event: h.ShuffleCommitted) -> Message:
    return _all(
        _encode(
            {
                "event": "shuffle_committed",
                "round": event.round,
                "commitment": event.commitment,
            }
        )
    )


def _reported(event: e.ReportNoted | e.IrregularityDecided | e.MatterOpened) -> Message:
    """Staff get the whole report: the official who rules on it sees what the ruling will do."""
    told = {
        "event": event.__struct_config__.tag,
        "irregularity": event.report.irregularity,
        "box": event.report.box,
        "player": event.report.player,
        "report": event.report,
        "by": event.by,
        "decision": getattr(event, "decision", None),
        "number": getattr(event, "number", None),
        "decided_by": getattr(event, "decided_by", None),
    }
    return Message(None, _encode(told))


def _edition(event: h.EditionPlanned | h.EditionChanged) -> Message:
    """Which edition, and from when; the text of a file is long and has to be requested."""
    told = {"event": event.__struct_config__.tag, "edition": event.edition}
    if isinstance(event, h.EditionPlanned):
        return _all(_encode({**told, "since": event.since, "reason": event.reason}))
    return _all(_encode({**told, "round": event.round}))


def _released(event: hj.JackpotPaid) -> Message:
    """That a win is paid, and where: not to whom, nor who approved it."""
    told = {
        "event": "jackpot_paid",
        "table": event.table,
        "round": event.round,
        "box": event.box,
        "amount": event.amount,
    }
    return Message(_encode(told), _encode(event))


def _of_table(event: h.TableStreamEvent, encoded: bytes, table: HouseTable) -> Message | None:
    if isinstance(event, h.CommandGiven):
        return None  # its consequences are sent
    if isinstance(event, TableEventForAll):
        return _all(encoded)
    if isinstance(event, TableEventForStaff):
        return Message(None, encoded)
    match event:
        case e.CardsDealt() | e.HandsCorrected():
            return _dealt(event, table)
        case e.HandViewed():
            return _viewed(event, table)
        case e.JackpotClaimed():
            return _claimed(event, table)
        case e.DealerRevealed():
            return _revealed(table)
        case e.RoundSettled():
            return _settled(table)
        case e.NoticeShown():
            return _notice(event)
        case e.ReportNoted() | e.IrregularityDecided() | e.MatterOpened():
            return _reported(event)
        case h.StaffCalled() | h.WagerRequested() | h.WagerRequestUsed():
            return _between_staff_and_player(event)
        case h.CallAnswered():
            return _answered(event, table)
        case h.ShuffleCommitted():
            return _committed(event)
        case h.EditionPlanned() | h.EditionChanged():
            return _edition(event)
        case e.DrawMade() | h.CardsSealed() | h.CardsOpened():
            return None
        case _:
            assert_never(event)


def _of_jackpot(event: h.JackpotStreamEvent, encoded: bytes) -> Message | None:
    if isinstance(event, JackpotEventForAll):
        return _all(encoded)
    if isinstance(event, JackpotEventForStaff):
        return Message(None, encoded)
    match event:
        case h.CommandGiven():
            return None
        case hj.JackpotPaid():
            return _released(event)
        case _:
            assert_never(event)


def _told(event: h.LogEvent, encoded: bytes, state: Any) -> Message | None:
    if is_of_table(event):
        return _of_table(event, encoded, state)
    return _of_jackpot(event, encoded) if is_of_jackpot(event) else None


class Announcement:
    """A change as messages, each built once for any number of viewers."""

    def __init__(self, stream: str, change: Change[Any], after: int = 0) -> None:
        self.stream = stream
        self.version = change.records[-1].version
        self._at = change.records[-1].at
        self._told = [
            (record.version, told)
            for record, event in zip(change.records, change.events, strict=True)
            if record.version > after
            and (told := _told(event, record.event, change.state)) is not None
        ]
        self._for_players: dict[str, bytes | None] = {}

    def message(self, viewer: Viewer) -> bytes | None:
        """What this viewer is sent, or nothing."""
        if viewer.seat in (Seat.STAFF, Seat.AUDITOR):
            return self._for_staff
        player = viewer.player
        if player is None or not any(player in told.players for _, told in self._told):
            return self._for_everybody
        if player not in self._for_players:
            self._for_players[player] = self._message(
                lambda told: told.players.get(player, told.everybody)
            )
        return self._for_players[player]

    @cached_property
    def _for_everybody(self) -> bytes | None:
        return self._message(lambda told: told.everybody)

    @cached_property
    def _for_staff(self) -> bytes | None:
        return self._message(lambda told: told.staff)

    def _message(self, pick: Callable[[Message], bytes | None]) -> bytes | None:
        events = [
            b'{"version":%d,"event":%b}' % (version, picked)
            for version, told in self._told
            if (picked := pick(told)) is not None
        ]
        if not events:
            return None
        return b'{"type":"events","stream":%b,"version":%d,"at":%b,"events":[%b]}' % (
            _encode(self.stream),
            self.version,
            _encode(self._at),
            b",".join(events),
        )
