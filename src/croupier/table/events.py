"""What happened at a table. A public format: names and meanings may not change."""

from msgspec import Struct

from croupier.money import Cents
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerName
from croupier.table.commands import Hands, Report
from croupier.table.state import Line, Option


class TableEventBase(Struct, frozen=True, tag_field="event"):
    """An event of one table; table, time and actor are on the envelope that carries it."""


class BetsOpened(TableEventBase, frozen=True, tag="bets_opened"):
    round: int
    edition: str
    jackpot_available: bool


class CallMade(TableEventBase, frozen=True, tag="call_made"):
    """Words that the dealer speaks."""

    text: str
    clauses: tuple[str, ...]


class NoticeShown(TableEventBase, frozen=True, tag="notice_shown"):
    """Words on a screen, for one player or for all."""

    text: str
    clauses: tuple[str, ...]
    player: str | None = None


class WagerPlaced(TableEventBase, frozen=True, tag="wager_placed"):
    box: int
    player: str
    wager: WagerName
    amount: Cents
    by: Actor | None = None
    """Who placed it, if not the player."""


class WagerWithdrawn(TableEventBase, frozen=True, tag="wager_withdrawn"):
    box: int
    player: str
    wager: WagerName
    amount: Cents


class LateWithdrawalNoted(TableEventBase, frozen=True, tag="late_withdrawal_noted"):
    """Chips were pulled back after the close; the wager plays nevertheless (SSP 5.7, MEGA 5.6)."""

    box: int
    player: str
    wager: WagerName


class ExcessHandedBack(TableEventBase, frozen=True, tag="excess_handed_back"):
    box: int
    player: str
    wager: WagerName
    amount: Cents


class LimitAdvised(TableEventBase, frozen=True, tag="limit_advised"):
    """The player was told to raise or withdraw (CSP 5.2)."""

    box: int
    clauses: tuple[str, ...]


class BetsClosed(TableEventBase, frozen=True, tag="bets_closed"):
    pass


class HandInvalidated(TableEventBase, frozen=True, tag="hand_invalidated"):
    """The hand is out, and every wager of the box is returned."""

    box: int
    clauses: tuple[str, ...]


class JackpotWagerInvalidated(TableEventBase, frozen=True, tag="jackpot_wager_invalidated"):
    """A player's jackpot wagers are returned; the rest plays."""

    box: int
    player: str
    clauses: tuple[str, ...]


class WagerReturned(TableEventBase, frozen=True, tag="wager_returned"):
    """One wager is returned at the close; the others on the box play (TCP 3.4)."""

    box: int
    player: str
    wager: WagerName
    clauses: tuple[str, ...]


class ShareReturned(TableEventBase, frozen=True, tag="share_returned"):
    """One player's part of a box is returned; the others of a shared box play on (MEGA 5.9)."""

    box: int
    player: str
    clauses: tuple[str, ...]
    by_option: bool = False
    """By a choice of the player's own: what is left is not under the minimum for it (M31)."""


class CardsDealt(TableEventBase, frozen=True, tag="cards_dealt"):
    hands: Hands
    dealer: str
    shoe: str | None = None
    burnt: str | None = None


class HandsCorrected(TableEventBase, frozen=True, tag="hands_corrected"):
    """The cards after reconstruction or a corrected entry."""

    hands: Hands
    dealer: str
    burnt: bool = False
    """The shoe was dealt again with its burn (CSP 5.9)."""


class UpCardChanged(TableEventBase, frozen=True, tag="up_card_changed"):
    card: str


class HandHandled(TableEventBase, frozen=True, tag="hand_handled"):
    box: int


class HandViewed(TableEventBase, frozen=True, tag="hand_viewed"):
    box: int


class HandShown(TableEventBase, frozen=True, tag="hand_shown"):
    """Cards turned face up for everybody."""

    cards: str
    box: int | None = None
    """None is the dealer's hand."""


class HandFolded(TableEventBase, frozen=True, tag="hand_folded"):
    box: int
    clauses: tuple[str, ...]
    absent: bool = False
    """Folded by the rules for a player who is absent and has touched nothing."""


class PlayerLeft(TableEventBase, frozen=True, tag="player_left"):
    player: str


class JackpotClaimed(TableEventBase, frozen=True, tag="jackpot_claimed"):
    box: int


class DrawMade(TableEventBase, frozen=True, tag="draw_made"):
    magic_card: str | None = None
    lucky_box: int | None = None
    lucky_dealer: bool | None = None


class DealerRevealed(TableEventBase, frozen=True, tag="dealer_revealed"):
    pass


class RevealDeclined(TableEventBase, frozen=True, tag="reveal_declined"):
    box: int


class DeclinedHandSeen(TableEventBase, frozen=True, tag="declined_hand_seen"):
    """An official looked at a hand that its player would not show (MEGA 3.10.1)."""

    box: int
    by: Actor


class WagerSettled(TableEventBase, frozen=True, tag="wager_settled"):
    """One wager or award, settled on its own."""

    line: Line


class RoundSettled(TableEventBase, frozen=True, tag="round_settled"):
    remembered: tuple[str, ...] = ()
    """Players who have now used up their one ante under the minimum (MEGA 5.13)."""


class SettlementReversed(TableEventBase, frozen=True, tag="settlement_reversed"):
    """All payments of the round are undone; it is settled again or void."""


class RoundVoided(TableEventBase, frozen=True, tag="round_voided"):
    clauses: tuple[str, ...]


class ReportNoted(TableEventBase, frozen=True, tag="report_noted"):
    """A report that changes nothing, kept for the record (CSP 5.20)."""

    report: Report
    by: Actor


class IrregularityDecided(TableEventBase, frozen=True, tag="irregularity_decided"):
    """Reported by someone who may decide it: the consequence follows at once."""

    report: Report
    decision: Decision
    by: Actor
    clauses: tuple[str, ...]


class MatterOpened(TableEventBase, frozen=True, tag="matter_opened"):
    number: int
    irregularity: Irregularity
    decided_by: Role
    by: Actor
    report: Report
    box: int | None = None
    registered: Cents | None = None
    """What the meter showed when a jackpot failure was reported."""


class MatterDecided(TableEventBase, frozen=True, tag="matter_decided"):
    number: int
    decision: Decision
    by: Actor
    reason: str
    clauses: tuple[str, ...]


class MisdealReported(TableEventBase, frozen=True, tag="misdeal_reported"):
    """Hands in the wrong place have been reported; the round may be settled."""


class OptionsOffered(TableEventBase, frozen=True, tag="options_offered"):
    options: tuple[Option, ...]


class OptionTaken(TableEventBase, frozen=True, tag="option_taken"):
    boxes: tuple[int, ...]
    withdraw: bool
    player: str | None = None
    """Whose option it was; in logs from before sharers had their own, whoever had the boxes."""


class PlayerRestricted(TableEventBase, frozen=True, tag="player_restricted"):
    player: str
    by: Actor
    clauses: tuple[str, ...]


class PlayerBarred(TableEventBase, frozen=True, tag="player_barred"):
    player: str
    by: Actor
    clauses: tuple[str, ...]


class PlayerReadmitted(TableEventBase, frozen=True, tag="player_readmitted"):
    player: str
    by: Actor


class JackpotFailed(TableEventBase, frozen=True, tag="jackpot_failed"):
    """The jackpot system is down at this table; the value it had registered is kept."""

    registered: Cents | None
    by: Actor


class JackpotServiceSet(TableEventBase, frozen=True, tag="jackpot_service_set"):
    available: bool
    by: Actor


class TableClosed(TableEventBase, frozen=True, tag="table_closed"):
    by: Actor


class TableOpened(TableEventBase, frozen=True, tag="table_opened"):
    by: Actor


class BoxesDisallowed(TableEventBase, frozen=True, tag="boxes_disallowed"):
    boxes: tuple[int, ...]
    by: Actor


class WagerCorrected(TableEventBase, frozen=True, tag="wager_corrected"):
    box: int
    player: str
    wager: WagerName
    amount: Cents
    by: Actor


TableEvent = (
    BetsOpened
    | CallMade
    | NoticeShown
    | WagerPlaced
    | WagerWithdrawn
    | LateWithdrawalNoted
    | ExcessHandedBack
    | LimitAdvised
    | BetsClosed
    | HandInvalidated
    | JackpotWagerInvalidated
    | WagerReturned
    | ShareReturned
    | CardsDealt
    | HandsCorrected
    | UpCardChanged
    | HandHandled
    | HandViewed
    | HandShown
    | HandFolded
    | PlayerLeft
    | JackpotClaimed
    | DrawMade
    | DealerRevealed
    | RevealDeclined
    | DeclinedHandSeen
    | WagerSettled
    | RoundSettled
    | SettlementReversed
    | RoundVoided
    | ReportNoted
    | IrregularityDecided
    | MatterOpened
    | MatterDecided
    | MisdealReported
    | OptionsOffered
    | OptionTaken
    | PlayerRestricted
    | PlayerBarred
    | PlayerReadmitted
    | JackpotFailed
    | JackpotServiceSet
    | TableClosed
    | TableOpened
    | BoxesDisallowed
    | WagerCorrected
)
