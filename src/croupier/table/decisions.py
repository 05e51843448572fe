"""What players do with their hands: look, stay, fold, leave, claim, decline; and the draws."""

from croupier.cards import parse_card
from croupier.money import dollars, shares_in_proportion
from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Absence
from croupier.table import events as e
from croupier.table.commands import (
    ClaimJackpot,
    DeclineReveal,
    Draw,
    Fold,
    HandleHand,
    Leave,
    PlaceWager,
    Report,
    ViewHand,
)
from croupier.table.evolve import Draft
from croupier.table.guards import (
    DEALER,
    demand_box,
    demand_dealt,
    demand_hand,
    demand_player_act,
    demand_present,
    demand_proxy,
    demand_running,
    demand_staff,
)
from croupier.table.hands import FaceDown
from croupier.table.matters import open_matter
from croupier.table.settlement import (
    demand_proper_deal,
    finish_if_empty,
    invalidate,
    price_again,
    short_antes,
)
from croupier.table.state import Betting, Box, Choice, Closed, Dealt, Revealed, Settled, Table
from croupier.wagers import jackpot_row


def handle_hand(draft: Draft, command: HandleHand) -> None:
    _own_hand(draft.table, command)
    draft.emit(e.HandHandled(command.box))


def _own_hand(table: Table, command: HandleHand | ViewHand | Fold) -> Box:
    current = demand_dealt(table)
    box = demand_hand(table, current, command.box)
    demand_player_act(table, box, command.box, command.by)
    demand_present(table, box.seated)
    return box


def view_hand(draft: Draft, command: ViewHand) -> None:
    """A player looks at a hand; if the document says so, at only one of all their hands."""
    table = draft.table
    if isinstance(table.round, Revealed | Settled):
        _look_at_declined(draft, command)
        return
    box = _own_hand(table, command)
    views = table.rulebook.betting.views_per_player
    current = table.round
    assert isinstance(current, Dealt)
    seen = [look.box for look in current.looks if look.player == box.seated]
    others = [number for number in seen if number != command.box]
    extra = views.value is not None and len(others) >= views.value and command.box not in seen
    if extra and table.settings.enforcing:
        refuse(
            Code.ONE_VIEW_ONLY,
            f"{box.seated} has looked at box {others[0]} and may look at no other hand.",
            views.clause,
        )
    draft.emit(e.HandViewed(command.box))
    if extra:
        _extra_view(draft, command, box.seated)


def _extra_view(draft: Draft, command: ViewHand, player: str) -> None:
    """A recording table records it; an official decides what follows (CSP 5.19, MEGA 5.10)."""
    kinds = (
        Irregularity.EXTRA_HAND_VIEWED,
        Irregularity.MULTIPLE_POSITIONS,
        Irregularity.OTHER,
    )
    kind = next(kind for kind in kinds if kind in draft.table.rulebook.irregularities)
    report = Report(irregularity=kind, box=command.box, player=player)
    open_matter(draft, report, kind, command.by or DEALER, box=command.box)


def _look_at_declined(draft: Draft, command: ViewHand) -> None:
    """An official may look at a hand that was not shown; it changes nothing (MEGA 3.10.1)."""
    table = draft.table
    unrevealed = table.rulebook.main.unrevealed
    power = None if unrevealed is None else unrevealed.seen_by
    current = table.round
    assert isinstance(current, Revealed | Settled)
    box = current.boxes.get(command.box)
    if power is None or box is None or not box.declined:
        refuse(
            Code.WRONG_TIME,
            "Hands may be viewed only before the dealer's is revealed.",
            table.rulebook.play.decision.clause,
        )
    by = demand_staff(command.by, power.value, power.clause)
    draft.emit(e.DeclinedHandSeen(command.box, by))


def _undecided(table: Table, number: int) -> Box:
    box = demand_hand(table, demand_dealt(table), number)
    if not box.ante:
        refuse(
            Code.NO_WAGER,
            f"Box {number} has no ante, so there is nothing to decide.",
            table.rulebook.betting.ante_to_decide.clause,
        )
    if box.choice is not Choice.UNDECIDED:
        refuse(
            Code.ALREADY_DECIDED,
            f"The hand of box {number} has {box.choice.value} already.",
            table.rulebook.play.decision.clause,
        )
    return box


def stay(draft: Draft, command: PlaceWager) -> None:
    """Bet or play: the wager that keeps the hand in, a fixed multiple of the ante."""
    table = draft.table
    rules = table.settings.rulebook
    demand_box(table, command.box)
    box = _undecided(table, command.box)
    by, seated = command.by, box.seated
    staff = by is None or by.role.is_staff
    who = command.player or (seated if by is None or staff else by.id)
    if who != seated or (by is not None and not staff and by.id != who):
        own = None if rules.betting.shared_boxes.value else rules.betting.own_box.clause
        refuse(
            Code.NOT_YOURS,
            f"Box {command.box} is decided by {seated}.",
            own or rules.betting.decides.clause,
        )
    demand_proxy(table, by)
    demand_present(table, seated)
    due = rules.stay.multiple * box.ante
    amount = due if command.amount is None else command.amount
    if amount != due and table.settings.enforcing:
        refuse(
            Code.WRONG_AMOUNT,
            f"The {rules.stay.wager} of box {command.box} is exactly {dollars(due)}.",
            rules.stay.size.clause,
        )
    _continue_option(draft, command.box, seated)
    placer = by if staff else None
    sharers = [share for share in box.shares if share.out is None]
    parts = shares_in_proportion(amount, [share.ante for share in sharers])
    for share, part in zip(sharers, parts, strict=True):
        if part:
            draft.emit(e.WagerPlaced(command.box, share.player, command.wager, part, placer))


def fold(draft: Draft, command: Fold) -> None:
    """The ante is lost; the document decides on jackpot and pair plus."""
    table = draft.table
    demand_box(table, command.box)
    box = _undecided(table, command.box)
    seated = box.seated
    demand_player_act(table, box, command.box, command.by)
    demand_present(table, seated)
    _continue_option(draft, command.box, seated)
    draft.emit(e.HandFolded(command.box, table.settings.rulebook.fold.loses_ante.clauses))


def _continue_option(draft: Draft, number: int, player: str) -> None:
    """Deciding the hand answers an open option, for the player who decides alone (M31)."""
    current = draft.table.round
    assert isinstance(current, Dealt)
    for option in current.options:
        if number in option.boxes and option.player == player:
            draft.emit(e.OptionTaken(option.boxes, withdraw=False, player=player))


def leave(draft: Draft, command: Leave) -> None:
    """A player walks away; the document says what becomes of undecided hands."""
    table = draft.table
    current = demand_running(table)
    by = command.by
    if by is not None and (
        table.settings.enforcing if by.role.is_staff else by.id != command.player
    ):
        refuse(
            Code.NOT_YOURS,
            f"Only {command.player} can leave; at a recording table staff write it down.",
        )
    demand_present(table, command.player)
    if not any(
        share.player == command.player and not share.out_early
        for box in current.boxes.values()
        for share in box.shares
    ):
        refuse(Code.NO_WAGER, f"{command.player} has no box in this round.")
    draft.emit(e.PlayerLeft(command.player))
    if isinstance(current, Dealt):
        absent_players_decide(draft)
    for option in getattr(draft.table.round, "options", ()):
        if option.player == command.player:
            draft.emit(e.OptionTaken(option.boxes, withdraw=False, player=option.player))
    if not isinstance(current, Betting):  # which waits for further wagers
        finish_if_empty(draft)


def absent_players_decide(draft: Draft) -> None:
    """Undecided hands of players who are gone (CSP 5.5, MEGA 5.11, S10)."""
    current = draft.table.round
    if not isinstance(current, Dealt):
        return
    if not current.left:
        return
    for number, box in sorted(current.boxes.items()):
        if box.must_decide and box.seated in current.left:
            _absent(draft, number, box)


def _absent(draft: Draft, number: int, box: Box) -> None:
    rules = draft.table.rulebook
    if any(
        matter.irregularity is Irregularity.LEFT_AFTER_VIEWING
        and (matter.box, matter.report.player) == (number, box.seated)
        for matter in draft.table.matters
    ):
        return
    rule = rules.people.absent_after_view if box.viewed else rules.people.absent
    match rule.value:
        case Absence.FOLD:
            spoken = rule.clauses if rules.people.absent.value is Absence.FOLD else ()
            draft.emit(e.HandFolded(number, spoken + rules.fold.loses_ante.clauses, absent=True))
        case Absence.RETURN:
            invalidate(draft, number, rule.clauses or rules.stay.size.clauses)
        case Absence.REFER:
            kind = Irregularity.LEFT_AFTER_VIEWING
            report = Report(irregularity=kind, box=number, player=box.seated)
            open_matter(draft, report, kind, DEALER, box=number)


def claim_jackpot(draft: Draft, command: ClaimJackpot) -> None:
    """A player shows a jackpot hand; in some documents that enters it for payment."""
    table = draft.table
    rules = table.rulebook
    current = table.round
    if not isinstance(current, Dealt | Revealed):
        refuse(
            Code.NOT_DEALT,
            "There is no hand to claim with: claims are made between deal and settlement.",
            rules.progressive.claim.clause,
        )
    box = demand_hand(table, current, command.box)
    demand_player_act(table, box, command.box, command.by)
    demand_present(table, box.seated)
    unrevealed = rules.main.unrevealed
    if box.declined and unrevealed is not None and not unrevealed.claim_survives.value:
        refuse(
            Code.HAND_OUT,
            f"The hand of box {command.box} was not shown and can no longer be claimed.",
            unrevealed.loses.clause,
        )
    own = current.deal.hands[command.box]
    if isinstance(own, FaceDown) and box.jackpot and not box.dealer_jackpot:
        refuse(
            Code.HAND_NOT_SHOWN,
            f"The hand of box {command.box} lies face down: show it before it is claimed.",
            rules.progressive.claim.clause,
        )
    demand_proper_deal(table, current)
    going_back = short_antes(table, current.boxes).returned.get((command.box, box.seated))
    if going_back is not None:
        refuse(
            Code.NO_JACKPOT_HAND,
            f"The wagers of box {command.box} are returned: {box.seated} has already used the "
            "one ante under the minimum.",
            going_back[0],
        )
    if not _has_jackpot_hand(draft, current, command.box, box):
        refuse(
            Code.NO_JACKPOT_HAND,
            f"Box {command.box} has no jackpot wager that its hand wins.",
            rules.progressive.pay_table.clause,
        )
    draft.emit(e.JackpotClaimed(command.box))
    price_again(draft)


def _has_jackpot_hand(draft: Draft, current: Dealt | Revealed, number: int, box: Box) -> bool:
    rules = draft.table.rulebook
    own = current.deal.hands[number]
    if isinstance(own, FaceDown):
        own = ()
    if box.jackpot and own and jackpot_row(rules, own, rules.hands.value(own)):
        return True
    dealer = current.deal.dealer
    return bool(
        box.dealer_jackpot
        and isinstance(current, Revealed)
        and not isinstance(dealer, FaceDown)
        and jackpot_row(rules, dealer, rules.hands.value(dealer))
    )


def draw(draft: Draft, command: Draw) -> None:
    """The magic card, the lucky box and the lucky dealer of this round (SSP 4.3-4.4)."""
    table = draft.table
    draws = table.rulebook.draws
    if draws is None:
        refuse(Code.NOT_IN_THIS_GAME, f"{table.rulebook.name} has no draws.")
    demand_staff(command.by)
    current = table.round
    if not isinstance(current, Closed | Dealt | Revealed):
        refuse(
            Code.WRONG_TIME,
            "The draw is made after bets are closed and before the round is settled.",
        )
    drawn = current.draw
    for name, award in (
        ("magic_card", draws.magic_card),
        ("lucky_box", draws.lucky_player),
        ("lucky_dealer", draws.lucky_dealer),
    ):
        if getattr(command, name) is not None and getattr(drawn, name) is not None:
            refuse(
                Code.ALREADY_DRAWN,
                f"The {name.replace('_', ' ')} of this round has been drawn.",
                award.clause,
            )
    if command.magic_card is not None:
        parse_card(command.magic_card)
    if command.lucky_box is not None:
        demand_box(table, command.lucky_box)
    draft.emit(e.DrawMade(command.magic_card, command.lucky_box, command.lucky_dealer))


def decline_reveal(draft: Draft, command: DeclineReveal) -> None:
    """A player will not show a hand that is still in (CSP 4.3, MLP 4.3, MEGA 3.10.1)."""
    table = draft.table
    rules = table.rulebook
    if rules.main.unrevealed is None:
        refuse(
            Code.NOT_IN_THIS_GAME,
            f"{rules.name} does not let a player keep a hand face down.",
            rules.play.comparison.clause,
        )
    current = table.round
    if not isinstance(current, Revealed):
        refuse(
            Code.NOT_REVEALED,
            "A hand can be declined only between the dealer's reveal and the settlement.",
            rules.main.unrevealed.loses.clause,
        )
    box = demand_hand(table, current, command.box)
    demand_player_act(table, box, command.box, command.by)
    demand_present(table, box.seated)
    if box.choice is not Choice.STAYED or box.declined:
        refuse(
            Code.ALREADY_DECIDED,
            f"The hand of box {command.box} is no longer in.",
            rules.main.unrevealed.loses.clause,
        )
    draft.emit(e.RevealDeclined(command.box))
    price_again(draft)
