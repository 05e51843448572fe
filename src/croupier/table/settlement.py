"""The end of a round: every wager settled on its own, a hand taken out, or the whole round void."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from croupier.jackpot.events import Claim
from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import UnderMinimum
from croupier.rulebooks.wagers import WagerKind
from croupier.table import events as e
from croupier.table import linkage
from croupier.table.commands import Settle
from croupier.table.events import TableEvent
from croupier.table.evolve import Draft
from croupier.table.guards import demand_nothing_open, demand_staff
from croupier.table.outcome import awaited, back, in_order
from croupier.table.settling import Settling
from croupier.table.state import (
    Betting,
    Box,
    Choice,
    Closed,
    Dealt,
    Idle,
    Line,
    Revealed,
    Settled,
    Table,
    Voided,
)
from croupier.wagers import Result


def settle(draft: Draft, command: Settle) -> None:
    table = draft.table
    demand_staff(command.by)
    if not isinstance(table.round, Revealed):
        reveal = table.rulebook.play.reveal.clause
        refuse(
            Code.NOT_REVEALED,
            "The dealer's hand must be revealed, and the round not yet settled.",
            reveal,
        )
    demand_nothing_open(table)
    demand_proper_deal(table, table.round)
    demand_shown(table, table.round)
    settle_round(draft)


def demand_proper_deal(table: Table, current: Revealed | Dealt) -> None:
    """Wrong hands recorded at a recording table must have been dealt with."""
    rules = table.rulebook
    size = rules.hands.size
    if len(current.deal.dealer) != size:
        wrong = Irregularity.DEALER_CARD_COUNT
        who = "The dealer's hand"
    else:
        misplaced = [number for number in current.deal.hands if number not in current.deal.boxes]
        wrong_size = [
            number
            for number, box in current.boxes.items()
            if box.enters and len(current.deal.hands.get(number, ())) != size
        ]
        if wrong_size:
            wrong, who = Irregularity.PLAYER_CARD_COUNT, f"The hand of box {wrong_size[0]}"
        elif misplaced and not current.misdeal_reported:
            wrong, who = Irregularity.MISDEAL, f"The hand at box {misplaced[0]}"
        else:
            return
    refuse(
        Code.DEAL_NOT_REPORTED,
        f"{who} is wrong; report it ({wrong}) before settling.",
        rules.irregularities[wrong].clause or rules.dealing.cards.clause,
    )


def demand_shown(table: Table, current: Revealed) -> None:
    """What goes by the cards waits until they are turned."""
    rules = table.rulebook
    closed = awaited(rules, current.boxes, current.deal)
    if closed:
        refuse(
            Code.HAND_NOT_SHOWN,
            f"The hand of box {', '.join(map(str, closed))} lies face down: show it before "
            "settling.",
            rules.play.comparison.clause,
        )


def settle_round(draft: Draft) -> None:
    """Settle every wager of the round as it now stands."""
    table = draft.table
    current = table.round
    assert isinstance(current, Revealed | Dealt | Closed)
    short = short_antes(table, current.boxes)
    settling = Settling(draft, short.returned)
    returning = settling.boxes_returning_jackpots
    if returning:
        linkage.take_back_contributions(draft, returning)
    linkage.restore_contributions(draft, returning)
    amounts = linkage.settle_claims(draft, settling.claims())
    lines = settling.lines(amounts)
    stand_off = table.rulebook.play.announce_stand_off
    settled: list[TableEvent] = []
    for line in lines:
        settled.append(e.WagerSettled(line))
        if stand_off and line.result is Result.STAND_OFF and line.wager == WagerKind.ANTE:
            settled.append(e.CallMade(stand_off.value, stand_off.clauses))
    draft.emit_lines(settled, lines)
    draft.emit(e.RoundSettled(_used_up(short, lines)))


def meter_claims(draft: Draft) -> list[Claim]:
    """The shares of the meter that this round would claim as it now stands."""
    current = draft.table.round
    assert isinstance(current, Revealed | Dealt)
    return Settling(draft, short_antes(draft.table, current.boxes).returned).claims()


_AFTER_BETS = frozenset({Closed, Dealt, Revealed})


def finish_if_empty(draft: Draft) -> None:
    """A round in which no wager is left is settled at once."""
    current = draft.table.round
    if type(current) not in _AFTER_BETS:
        return
    for box in current.boxes.values():  # type: ignore[union-attr]
        if box.in_play:
            return
    settle_round(draft)


def void_round(draft: Draft, clauses: tuple[str, ...]) -> None:
    """Every wager is returned, whatever its result was; every movement is undone (X1, X2)."""
    if isinstance(draft.table.round, Settled):
        reverse_settlement(draft)
    current = draft.table.round
    assert not isinstance(current, Idle | Settled | Voided)
    linkage.undo_round(draft)
    rulebook = draft.table.rulebook
    lines: list[Line] = []
    for number, box in sorted(current.boxes.items()):
        of_box = [
            back(number, share.player, wager, staked, Result.VOID, clauses)
            for share in box.shares
            for wager, staked in share.stakes(rulebook)
        ]
        lines += in_order(rulebook.places_of_lines, box, of_box)
    draft.emit_lines([e.WagerSettled(line) for line in lines], lines)
    draft.emit(e.RoundVoided(clauses))
    draft.emit(e.NoticeShown("This round is void; all wagers are returned.", clauses))


def reverse_settlement(draft: Draft) -> None:
    """Undo the lines of a settled round; its wagers are as they were before.

    What it took from the meter stays until it is settled again, at the turns it had (X27).
    """
    draft.emit(e.SettlementReversed())


class ShortAntes(Struct, frozen=True):
    """Antes under the minimum where a player's first one plays and later ones are returned."""

    returned: Mapping[tuple[int, str], tuple[str, ...]]
    """Parts of boxes (box, player) that are returned, with the clauses that say so."""
    first: frozenset[tuple[int, str]]
    """Parts that play, because their player has not used up the one time (MEGA 5.13)."""


NO_SHORT_ANTES = ShortAntes({}, frozenset())


def short_antes(table: Table, boxes: Mapping[int, Box]) -> ShortAntes:
    """What MEGA 5.13 makes of the antes of a round.

    What was staked at the close can be short, not what is left of it later. At an enforcing
    table it is short only if a sharer was barred before the close.
    """
    betting = table.rulebook.betting
    if betting.under_minimum.value is not UnderMinimum.ONCE:
        return NO_SHORT_ANTES
    again = betting.short_again.clauses or betting.under_minimum.clauses
    returned: dict[tuple[int, str], tuple[str, ...]] = {}
    first: set[tuple[int, str]] = set()
    for number, box in boxes.items():
        if not box.enters or box.ante_at_close >= table.settings.ante.minimum:
            continue
        for share in box.shares:
            if share.out is not None:
                continue
            if share.player in table.memory.under_minimum:
                returned[number, share.player] = again
            else:
                first.add((number, share.player))
    return ShortAntes(returned, frozenset(first))


def _used_up(short: ShortAntes, lines: Iterable[Line]) -> tuple[str, ...]:
    """Who has now been paid or has paid for an ante under the minimum; a stand-off or a return
    uses nothing up (M14)."""
    if not short.first:
        return ()
    decided = (Result.WON, Result.LOST)
    players = [
        line.player
        for line in lines
        if line.wager == WagerKind.ANTE
        and line.result in decided
        and (line.box, line.player) in short.first
    ]
    return tuple(dict.fromkeys(players))


# Changes before the settlement


def price_again(draft: Draft) -> None:
    """What the round has taken of the meter so far, now that something has changed it (X27).

    If a claim is the entry (MEGA 3.14), a hand that has become a winner since the first claim is
    entered at once. Elsewhere a round that is not settled has taken nothing.
    """
    current = draft.table.round
    if draft.link is not None and isinstance(current, Dealt | Revealed):
        entered = draft.table.rulebook.progressive.claim_is_entry.value and any(
            box.claimed for box in current.boxes.values()
        )
        if entered:
            linkage.enter_claims(draft, meter_claims(draft))
        elif linkage.has_taken(draft):
            linkage.price_round_again(draft, meter_claims(draft))
    linkage.keep_above_zero(draft)


def invalidate(draft: Draft, number: int, clauses: tuple[str, ...]) -> None:
    """The hand is out; its wagers are returned, and their contributions are undone.

    While bets are open there is no hand yet: the wagers are returned, and the box is free (X31).
    """
    current = draft.table.round
    assert not isinstance(current, Idle)
    if isinstance(current, Betting):
        for share in current.boxes[number].shares:
            if share.in_play:
                draft.emit(e.ShareReturned(number, share.player, clauses))
        return
    draft.emit(e.HandInvalidated(number, clauses))
    linkage.take_back_contributions(draft, [number])
    drop_empty_options(draft)
    price_again(draft)


def drop_empty_options(draft: Draft) -> None:
    """A player with nothing left on the boxes of an option no longer has that option."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    for option in current.options:
        held = [
            share
            for number in option.boxes
            if (box := current.boxes.get(number)) is not None and box.out is None
            if (share := box.share_of(option.player)) is not None and share.in_play
        ]
        if not held:
            draft.emit(e.OptionTaken(option.boxes, withdraw=True, player=option.player))


def return_share(
    draft: Draft, number: int, player: str, clauses: tuple[str, ...], *, by_option: bool = False
) -> None:
    """One player's wagers on a box are returned; the others of a shared box play on."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    box = current.boxes[number]
    others = any(share.on for share in box.shares if share.player != player)
    if not others and not isinstance(current, Betting):
        invalidate(draft, number, clauses)
        return
    share = box.share_of(player)
    if share is not None and share.jackpots_on:
        linkage.take_back_contributions(draft, [number])
    draft.emit(e.ShareReturned(number, player, clauses, by_option))
    price_again(draft)


def return_what_exists(draft: Draft, number: int, player: str, clauses: tuple[str, ...]) -> None:
    """As `return_share`, but an ante already folded stays lost (MEGA 5.9, M32)."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    box = current.boxes[number]
    if box.choice is not Choice.FOLDED:
        return_share(draft, number, player, clauses)
        return
    share = box.share_of(player)
    if share is not None and share.jackpots_on:
        linkage.take_back_contributions(draft, [number])
        draft.emit(e.JackpotWagerInvalidated(number, player, clauses))
        price_again(draft)
