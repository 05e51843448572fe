"""The commands that people may give at a table. The names and keys are those of table scripts."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from croupier.jackpot.commands import BoxNumber, Command, Name
from croupier.money import MOST_CENTS, Cents
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.wagers import WagerName

Amount = Annotated[Cents, Meta(gt=0, le=MOST_CENTS)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Hands = Mapping[str, str]
"""Cards by box number, and `dealer`; the dealer's last card is the up card. A card that lies face
down and is not known is written `?`."""


class OpenBets(Command, frozen=True, tag="open_bets"):
    """The opening call: a new round begins, and the previous one can no longer be changed."""


class PlaceWager(Command, frozen=True, tag="place_wager"):
    """A wager on a box."""

    box: BoxNumber
    wager: WagerName
    player: Name | None = None
    amount: Amount | None = None


class WithdrawWager(Command, frozen=True, tag="withdraw_wager"):
    """A wager taken back while bets are open."""

    box: BoxNumber
    wager: WagerName
    player: Name | None = None


class CloseBets(Command, frozen=True, tag="close_bets"):
    """The closing call."""


class Deal(Command, frozen=True, tag="deal"):
    """Cards on the table: each hand as given, or from the order of a shoe."""

    hands: Hands | None = None
    shoe: str | None = None
    burn: bool = True


class HandleHand(Command, frozen=True, tag="handle_hand"):
    """The player touches the cards without looking."""

    box: BoxNumber


class ViewHand(Command, frozen=True, tag="view_hand"):
    """The player looks at the hand."""

    box: BoxNumber


class ShowHand(Command, frozen=True, tag="show_hand"):
    """A hand is turned face up; its cards are named if they were not known."""

    box: BoxNumber
    cards: str | None = None


class Fold(Command, frozen=True, tag="fold"):
    """The player gives up the hand."""

    box: BoxNumber


class Leave(Command, frozen=True, tag="leave"):
    """The player walks away for the rest of the round."""

    player: Name


class ClaimJackpot(Command, frozen=True, tag="claim_jackpot"):
    """The player shows a jackpot hand to the dealer."""

    box: BoxNumber


class Draw(Command, frozen=True, tag="draw"):
    """What the jackpot system picked for this round (SSP 4.3-4.4)."""

    magic_card: str | None = None
    lucky_box: BoxNumber | None = None
    lucky_dealer: bool | None = None


class RevealDealer(Command, frozen=True, tag="reveal_dealer"):
    """All the dealer's cards are turned up; they are named if they were not known."""

    cards: str | None = None


class DeclineReveal(Command, frozen=True, tag="decline_reveal"):
    """After the reveal, the player will not show a hand that is still in."""

    box: BoxNumber


class Settle(Command, frozen=True, tag="settle"):
    """Every wager is settled."""


class Report(Command, frozen=True, tag="report"):
    """Something went wrong; the facts depend on what."""

    irregularity: Irregularity
    round: Annotated[int, Meta(ge=0)] | None = None
    box: BoxNumber | None = None
    boxes: tuple[BoxNumber, ...] | None = None
    player: Name | None = None
    counted: Count | None = None
    count: Annotated[int, Meta(ge=1, le=1000)] | None = None
    cards: str | None = None
    moves: Mapping[str, BoxNumber] | None = None
    reconstructable: bool | None = None
    hands: Hands | None = None
    permit_withdrawal: bool = False
    card: str | None = None
    order: str | None = None
    intentional: bool | None = None
    description: str | None = None


class Rule(Command, frozen=True, tag="rule"):
    """An official decides an open matter."""

    decision: Decision
    reason: str = ""
    matter: str | None = None
    box: BoxNumber | None = None


class Choose(Command, frozen=True, tag="choose"):
    """A player's answer to an option that the rules give."""

    option: Annotated[str, Meta(pattern=r"^(continue|withdraw)\Z")]
    box: BoxNumber | None = None
    player: Name | None = None


class RestrictPlayer(Command, frozen=True, tag="restrict_player"):
    """One position from now on."""

    player: Name


class BarPlayer(Command, frozen=True, tag="bar_player"):
    """No further play until readmitted."""

    player: Name


class ReadmitPlayer(Command, frozen=True, tag="readmit_player"):
    """Lifts bar and restriction."""

    player: Name


class SetJackpotService(Command, frozen=True, tag="jackpot_service"):
    """Whether jackpot wagers are taken, from the next round on (CSP 5.18.2 c)."""

    available: bool


class CloseTable(Command, frozen=True, tag="close_table"):
    """No further round (CSP 5.18.2 a)."""


class OpenTable(Command, frozen=True, tag="open_table"):
    """Rounds again, on all boxes."""


class DisallowBoxes(Command, frozen=True, tag="disallow_boxes"):
    """These boxes take no wager (CSP 5.18.2 b)."""

    boxes: Annotated[tuple[BoxNumber, ...], Meta(min_length=1)]


class CorrectEntry(Command, frozen=True, tag="correct_entry"):
    """At a recording table, what was keyed wrongly is put right."""

    box: BoxNumber | str
    cards: str | None = None
    player: Name | None = None
    wager: WagerName | None = None
    amount: Amount | None = None
    reason: str = ""


TableCommand = (
    OpenBets
    | PlaceWager
    | WithdrawWager
    | CloseBets
    | Deal
    | HandleHand
    | ViewHand
    | ShowHand
    | Fold
    | Leave
    | ClaimJackpot
    | Draw
    | RevealDealer
    | DeclineReveal
    | Settle
    | Report
    | Rule
    | Choose
    | RestrictPlayer
    | BarPlayer
    | ReadmitPlayer
    | SetJackpotService
    | CloseTable
    | OpenTable
    | DisallowBoxes
    | CorrectEntry
)

PlayersAct = (
    PlaceWager
    | WithdrawWager
    | HandleHand
    | ViewHand
    | ShowHand
    | Fold
    | Leave
    | ClaimJackpot
    | DeclineReveal
    | Choose
)
"""What players do with chips and cards."""
