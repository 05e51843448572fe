"""The opening call, wagers before the deal, and the closing call."""

from croupier.money import Cents, dollars
from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import LateWithdrawal
from croupier.rulebooks.progressive import StakeRule
from croupier.rulebooks.terms import Actor
from croupier.rulebooks.wagers import JACKPOTS, WagerKind
from croupier.table import events as e
from croupier.table import linkage
from croupier.table.commands import CloseBets, OpenBets, PlaceWager, WithdrawWager
from croupier.table.evolve import Draft
from croupier.table.guards import (
    demand_box,
    demand_nothing_open,
    demand_present,
    demand_proxy,
    demand_staff,
)
from croupier.table.settlement import drop_empty_options, finish_if_empty
from croupier.table.state import Betting, Box, Idle, Settled, Table, Voided


def open_bets(draft: Draft, command: OpenBets) -> None:
    """A new round; the previous one can no longer be changed."""
    table = draft.table
    rules = table.rulebook
    demand_staff(command.by)
    if not isinstance(table.round, Idle | Settled | Voided):
        refuse(
            Code.ROUND_NOT_OVER,
            f"Round {table.round.number} is not over; settle it first.",
            rules.play.round_ends.clause,
        )
    demand_nothing_open(table)
    if table.choice_awaited:
        refuse(
            Code.CHOICE_AWAITED,
            "The jackpot system failed; a shift manager must first close the table, bar boxes "
            "or say whether jackpot wagers are taken.",
            rules.progressive.after_failure.choice.clause,
        )
    if table.closed:
        closed_by = rules.progressive.after_failure.close_table
        refuse(Code.TABLE_CLOSED, "The table is closed.", closed_by.clause)
    available = table.jackpot_available_next
    draft.emit(e.BetsOpened(table.round.number + 1, rules.edition_name, available))
    draft.emit(e.CallMade(rules.betting.opens.value, rules.betting.opens.clauses))
    if not available and table.settings.jackpot is not None:
        notice = "No jackpot wagers are taken or paid at this table."
        draft.emit(e.NoticeShown(notice, rules.progressive.after_failure.notice.clauses))


def demand_betting(table: Table, late_clause: str | None) -> Betting:
    current = table.round
    if isinstance(current, Betting):
        return current
    if isinstance(current, Idle | Settled | Voided):
        refuse(
            Code.BETS_NOT_OPEN,
            "Bets are not open; a round begins with the opening call.",
            table.rulebook.betting.opens.clause,
        )
    refuse(Code.BETS_CLOSED, "Bets are closed for this round.", late_clause)


def place(draft: Draft, command: PlaceWager) -> None:
    """An ante, a side wager or a jackpot wager while bets are open."""
    table = draft.table
    rules = table.settings.rulebook
    demand_box(table, command.box)
    demand_offered(table, command.wager)
    current = demand_betting(table, rules.betting.late_wager.clause)
    box = current.boxes.get(command.box)
    player = _who(table, command, box)
    demand_present(table, player)
    _demand_welcome(table, current, command.box, player)
    if command.wager in JACKPOTS:
        amount = _demand_jackpot_wager(draft, command, box, player)
    else:
        amount = _demand_entry_wager(table, command, box, player)
    placer = _placer(command, player)
    draft.emit(e.WagerPlaced(command.box, player, command.wager, amount, placer))
    if placer is not None and rules.betting.proxy_notice is not None:
        notice = rules.betting.proxy_notice
        draft.emit(e.NoticeShown(notice.value, notice.clauses, player))
    if command.wager == WagerKind.ANTE and rules.betting.one_view_notice is not None:
        held = boxes_of(current, player)
        if held and command.box not in held:  # a further box: only one hand may be looked at
            notice = rules.betting.one_view_notice
            draft.emit(e.NoticeShown(notice.value, notice.clauses, player))


def demand_offered(table: Table, wager: str) -> None:
    rules = table.settings.rulebook
    if wager not in rules.offered:
        jackpot = wager in JACKPOTS
        offers = rules.progressive.targets if jackpot else rules.layout.areas
        name = wager.replace("_", " ")
        refuse(Code.NO_SUCH_WAGER, f"{rules.name} has no {name} wager.", offers.clause)


def _who(table: Table, command: PlaceWager, box: Box | None) -> str:
    """The player whose wager it is; nobody but staff bets for another."""
    by = command.by
    player = command.player
    plays = by is not None and not by.role.is_staff
    if player is None and by is not None and plays:
        player = by.id
    if player is None and box is not None:
        player = box.seated
    if player is None:
        refuse(Code.PLAYER_MISSING, f"Say whose wager it is: box {command.box} has no player.")
    if by is not None and plays and by.id != player:
        refuse(
            Code.NOT_YOURS,
            f"{by.id} may not bet for {player}; staff may, when asked.",
            table.rulebook.betting.proxy.clause,
        )
    demand_proxy(table, by)
    return player


def _placer(command: PlaceWager, player: str) -> Actor | None:
    by = command.by
    return None if by is None or (by.id == player and not by.role.is_staff) else by


def boxes_of(current: Betting, player: str) -> list[int]:
    """The boxes on which a player has anything at stake."""
    return [
        number
        for number, box in current.boxes.items()
        for share in box.shares
        if share.player == player and share.in_play
    ]


def _demand_welcome(table: Table, current: Betting, number: int, player: str) -> None:
    rules = table.settings.rulebook
    if player in table.memory.barred:
        refuse(
            Code.PLAYER_BARRED,
            f"{player} is barred until a shift manager readmits them.",
            rules.people.bar.clause if rules.people.bar else None,
        )
    if number in table.disallowed:
        refuse(
            Code.BOX_DISALLOWED,
            f"Box {number} takes no wagers for now.",
            rules.progressive.after_failure.bar_boxes.clause,
        )
    box = current.boxes.get(number)
    others = [] if box is None else [one for one in box.shares if one.player != player]
    taken = others and any(share.in_play for share in others)
    if box is not None and taken and not rules.betting.shared_boxes.value:
        refuse(
            Code.BOX_TAKEN,
            f"Box {number} is {box.seated}'s until the round is over.",
            rules.betting.own_box.clause or rules.betting.shared_boxes.clause,
        )
    most, restricted = rules.betting.boxes_per_player, player in table.memory.restricted
    if most.value is None and not restricted:
        return
    elsewhere = [other for other in boxes_of(current, player) if other != number]
    if most.value is not None and len(elsewhere) >= most.value:
        refuse(
            Code.TOO_MANY_BOXES,
            f"{player} has {len(elsewhere)} of at most {most.value} boxes.",
            most.clause,
        )
    if elsewhere and restricted:
        refuse(
            Code.TOO_MANY_BOXES,
            f"{player} is restricted to one position.",
            rules.people.restrict.clause if rules.people.restrict else None,
        )


def _demand_entry_wager(table: Table, command: PlaceWager, box: Box | None, player: str) -> Cents:
    """Ante or side wager: the whole of the box stays within its limits."""
    if command.amount is None:
        refuse(Code.WRONG_AMOUNT, f"Say the amount of the {command.wager}.")
    lies = 0 if box is None else box.entry(command.wager)
    if table.settings.enforcing:
        _demand_ante_beside(table, command, box, player)
        demand_within_limits(table, command.wager, lies + command.amount)
    return command.amount


def _demand_ante_beside(table: Table, command: PlaceWager, box: Box | None, player: str) -> None:
    """A side wager takes part on its own, or only with an ante."""
    side = table.settings.rulebook.side_wagers.get(command.wager)
    if side is None or side.alone.value:
        return
    if box is None or not box.amount(table.rulebook, WagerKind.ANTE, player):
        name = command.wager.replace("_", " ")
        refuse(
            Code.ANTE_FIRST,
            f"A {name} needs an ante on box {command.box} first.",
            side.alone.clause,
        )


def demand_within_limits(table: Table, wager: str, total: Cents) -> None:
    limits = table.settings.limits_of(wager)
    if limits.minimum <= total <= limits.maximum:
        return
    clause = table.rulebook.betting.limits.clause
    shown = f"the limits are {dollars(limits.minimum)} to {dollars(limits.maximum)}"
    if total < limits.minimum:
        refuse(Code.BELOW_MINIMUM, f"{dollars(total)} is too little: {shown}.", clause)
    refuse(Code.ABOVE_MAXIMUM, f"{dollars(total)} is too much: {shown}.", clause)


def _demand_jackpot_wager(draft: Draft, command: PlaceWager, box: Box | None, player: str) -> Cents:
    """The optional jackpot wager, once an ante is down."""
    table, link = draft.table, draft.link
    rules = table.settings.rulebook.progressive
    if link is None:
        refuse(Code.NO_JACKPOT, "This table is not linked to a jackpot.")
    if not table.jackpot_available:
        refuse(
            Code.JACKPOT_UNAVAILABLE,
            "No jackpot wagers are taken at this table for now.",
            rules.after_failure.no_jackpot.clause,
        )
    if box is not None and box.in_play and box.seated != player:
        refuse(
            Code.BOX_TAKEN,
            f"The jackpot wager of box {command.box} is for {box.seated}, who is seated there.",
            rules.others_box.clause,
        )
    bare = box is None or not box.ante
    if table.settings.enforcing and bare and rules.needs_ante.value:
        refuse(
            Code.ANTE_FIRST,
            f"A jackpot wager needs an ante on box {command.box} first.",
            rules.needs_ante.clause,
        )
    laid = _jackpot_laid(table, box, command.wager)
    if laid and rules.second_refused.value:
        refuse(
            Code.ALREADY_PLACED,
            f"Box {command.box} already has its {command.wager.replace('_', ' ')} wager.",
            rules.second_refused.clause,
        )
    settings = link.settings
    amount = settings.stake if command.amount is None else command.amount
    total = laid + amount
    if table.settings.enforcing and settings.counted(total, rules.stake.value) != total:
        clause = rules.stake.clause
        if rules.stake.value is StakeRule.CREDITS:
            wanted = f"1 to {settings.max_credits} credits of {dollars(settings.stake)}"
            if total % settings.stake == 0:
                clause = None  # whole credits, more than the house takes (S3)
        else:
            wanted = f"exactly {dollars(settings.stake)}"
        refuse(Code.WRONG_AMOUNT, f"A jackpot wager is {wanted}.", clause)
    return amount


def _jackpot_laid(table: Table, box: Box | None, wager: str) -> Cents:
    """What is already on a jackpot target of the box."""
    if box is None:
        return 0
    return sum([one.amount(table.rulebook, wager) for one in box.shares if one.jackpots_on])


def withdraw(draft: Draft, command: WithdrawWager) -> None:
    """A wager withdrawn while bets are open; an ante takes its jackpot wagers with it."""
    table = draft.table
    betting = table.rulebook.betting
    demand_box(table, command.box)
    demand_offered(table, command.wager)
    late = table.round
    if (
        isinstance(late, Betting | Idle | Settled | Voided)
        or table.settings.enforcing
        or betting.late_withdrawal.value is LateWithdrawal.REFUSED
    ):
        current = demand_betting(table, betting.late_withdrawal.clause)
        box, player = _whose(table, current.boxes.get(command.box), command)
        _take_back(draft, command, box, player)
        if current.options:
            drop_empty_options(draft)
    else:
        box, player = _whose(table, late.boxes.get(command.box), command)
        draft.emit(e.LateWithdrawalNoted(command.box, player, command.wager))


def _whose(table: Table, box: Box | None, command: WithdrawWager) -> tuple[Box, str]:
    by = command.by
    player = command.player
    if player is None and by is not None and not by.role.is_staff:
        player = by.id
    if player is None and box is not None:
        player = box.seated
    share = None if box is None or player is None else box.share_of(player)
    returned = share is not None and (
        share.out or (command.wager in JACKPOTS and share.jackpot_out)
    )
    if (
        box is None
        or player is None
        or box.out is not None
        or returned
        or not box.amount(table.rulebook, command.wager, player)
    ):
        refuse(
            Code.NO_WAGER,
            f"There is no {command.wager.replace('_', ' ')} of that player on box {command.box}.",
        )
    if by is not None and (table.settings.enforcing if by.role.is_staff else by.id != player):
        refuse(Code.NOT_YOURS, f"Only {player} may withdraw that wager.")
    demand_present(table, player)
    return box, player


def _take_back(draft: Draft, command: WithdrawWager, box: Box, player: str) -> None:
    wager, rules = command.wager, draft.table.rulebook
    amount = box.amount(rules, wager, player)
    if wager == WagerKind.ANTE:
        left = box.ante - amount
        if left and draft.table.settings.enforcing:
            demand_within_limits(draft.table, wager, left)
        for along in rules.beside_ante:
            laid = box.amount(rules, along, player)
            if laid and (player == box.seated or along not in JACKPOTS):
                draft.emit(e.WagerWithdrawn(command.box, player, along, laid))
    draft.emit(e.WagerWithdrawn(command.box, player, wager, amount))


def close_bets(draft: Draft, command: CloseBets) -> None:
    """No more bets: wagers that may not stay are returned, and the meter grows by those that do."""
    table = draft.table
    rules = table.rulebook
    demand_staff(command.by)
    current = demand_betting(table, rules.betting.closes.clause)
    draft.emit(e.CallMade(rules.betting.closes.value, rules.betting.closes.clauses))
    draft.emit(e.BetsClosed())
    for number, box in sorted(current.boxes.items()):
        _close_box(draft, number, box)
    linkage.grow(draft)
    finish_if_empty(draft)


def _close_box(draft: Draft, number: int, box: Box) -> None:
    if box.advised:
        _return_short(draft, number, box)
    rules = draft.table.rulebook.progressive
    current = draft.table.round
    assert type(current) is not Idle
    box = current.boxes[number]
    for share in box.shares:
        if box.out is not None or not share.jackpots_on:
            continue
        if share.player != box.seated or (rules.needs_ante.value and not share.ante_on):
            clauses = rules.no_ante_returned_at_close.clauses or rules.needs_ante.clauses
            draft.emit(e.JackpotWagerInvalidated(number, share.player, clauses))
    for name, side in draft.table.rulebook.side_wagers.items():
        if box.out is None and not side.alone.value:
            _return_bare(draft, number, box, name, side.alone.clauses)


def _return_bare(draft: Draft, number: int, box: Box, side: str, clauses: tuple[str, ...]) -> None:
    """A side wager without the ante that it needs."""
    for share in box.shares:
        if share.side_on(side) and not share.ante_on:
            draft.emit(e.WagerReturned(number, share.player, side, clauses))


def _return_short(draft: Draft, number: int, box: Box) -> None:
    """What is still under the minimum is returned, an ante with its jackpot wager (CSP 5.2).

    Each wager is judged alone: another on the box may be valid, and plays (TCP 3.4, T20).
    """
    clauses = draft.table.rulebook.irregularities[Irregularity.UNDER_LIMIT].clauses
    laid = {wager: box.entry(wager) for wager in draft.table.rulebook.entry_wagers}
    short = [
        wager
        for wager, amount in laid.items()
        if 0 < amount < draft.table.settings.limits_of(wager).minimum
    ]
    good = [wager for wager, amount in laid.items() if amount and wager not in short]
    if short and not good:
        draft.emit(e.HandInvalidated(number, clauses))
        return
    for wager in short:
        draft.emit(e.WagerReturned(number, box.seated, wager, clauses))
        share = box.share_of(box.seated)
        needed = wager == WagerKind.ANTE and draft.table.rulebook.progressive.needs_ante.value
        if needed and share is not None and share.jackpots_on:
            draft.emit(e.JackpotWagerInvalidated(number, box.seated, clauses))
