"""What a clause prescribes for a report, and what it lets an official decide, in this state."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from croupier.rulebooks.irregularities import Decision, IrregularityRule, Remedy
from croupier.table.commands import Report
from croupier.table.irregular.exposure import exposed_with
from croupier.table.irregular.reconstruction import deal_of
from croupier.table.state import Betting, Choice, Dealt, Idle, Revealed, Settled, Table, Voided
from croupier.wagers import jackpot_forfeited

TWO = 2

Remedies = Callable[[Table, IrregularityRule, Report], "Assessment"]


class Assessment(Struct, frozen=True):
    """The automatic consequence, if any, and those an official may choose from."""

    prescribed: Decision | None
    allowed: tuple[Decision, ...]


def only(decision: Decision) -> Assessment:
    return Assessment(decision, (decision,))


def anyone_seen(table: Table) -> bool:
    """Whether any player has seen cards; a dealer's hand turned up counts as seen by all."""
    current = table.round
    assert not isinstance(current, Idle)
    if isinstance(current, Revealed | Settled):
        return True
    return any(box.viewed for box in current.boxes.values())


def anyone_handled(table: Table) -> bool:
    """Whether any player has touched cards (MBS), a stricter test than having seen them (M18)."""
    current = table.round
    assert not isinstance(current, Idle)
    return anyone_seen(table) or any(box.handled for box in current.boxes.values())


def outcome_established(table: Table) -> bool:
    """Whether any wager has conclusively won or lost, table-wide (X13)."""
    current = table.round
    assert not isinstance(current, Idle)
    if isinstance(current, Revealed | Settled):
        return True
    final_claims = not jackpot_forfeited(table.rulebook, folded=True)
    return any(
        box.out is None
        and (
            box.choice is Choice.FOLDED
            or (box.claimed and (final_claims or box.choice is Choice.STAYED))
        )
        for box in current.boxes.values()
    )


def assess(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    """What follows from a report in the present state of the table."""
    return _REMEDIES[rule.remedy](table, rule, report)


def _move_hands(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    if report.moves:
        return Assessment(Decision.RECONSTRUCT, (Decision.RECONSTRUCT, Decision.VOID))
    return only(Decision.VOID)


def _can_be_put_right(report: Report) -> bool:
    """Giving the corrected hands says so."""
    return report.reconstructable or (report.reconstructable is None and bool(report.hands))


def _reconstruct_or_void(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    if _can_be_put_right(report):
        return Assessment(Decision.RECONSTRUCT, (Decision.RECONSTRUCT, Decision.VOID))
    return only(Decision.VOID)


def _reconstruct_or_invalidate(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    current = table.round
    assert not isinstance(current, Idle)
    box = None if report.box is None else current.boxes.get(report.box)
    allowed: tuple[Decision, ...] = ()
    prescribed = Decision.INVALIDATE
    if box is not None and box.in_play:
        allowed = (Decision.INVALIDATE,)
        if _can_be_put_right(report):
            allowed, prescribed = (Decision.RECONSTRUCT, *allowed), Decision.RECONSTRUCT
    # For the others it is enough that it happened, whatever became of the hand (M35).
    if rule.permit_withdrawal and isinstance(current, Dealt):
        allowed = (*allowed, Decision.PERMIT_WITHDRAWAL)
        if report.permit_withdrawal:
            prescribed = Decision.PERMIT_WITHDRAWAL
    return Assessment(prescribed, allowed)


def _exposed_void(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    return only(Decision.VOID if exposed_with(table, report) >= TWO else Decision.CONTINUE)


def _exposed_by_seen(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    if anyone_seen(table):
        return only(Decision.CONTINUE)
    return only(Decision.VOID if exposed_with(table, report) >= TWO else Decision.OPTIONS)


def _becomes_up_card(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    """The first card of the dealer's; any further one is an exposed card (C15)."""
    if deal_of(table).up_card_fixed:
        return _exposed_by_seen(table, rule, report)
    return only(Decision.UP_CARD)


def _burn(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    if anyone_seen(table) or report.reconstructable is False:
        return only(Decision.VOID)
    prescribed = Decision.RECONSTRUCT if report.reconstructable else Decision.VOID
    return Assessment(prescribed, (Decision.VOID, Decision.RECONSTRUCT))


def _outcome_or(
    otherwise: Decision, table: Table, rule: IrregularityRule, report: Report
) -> Assessment:
    return only(Decision.CONTINUE if outcome_established(table) else otherwise)


def _jackpot_failure(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    between_rounds = isinstance(table.round, Idle | Settled | Voided)
    return only(Decision.CONTINUE if between_rounds or anyone_seen(table) else Decision.VOID)


def _intent(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    current = table.round
    assert not isinstance(current, Idle)
    assert report.box is not None
    if not current.boxes[report.box].in_play:  # its wagers have gone back in the meantime
        return only(Decision.CONTINUE)
    found = Decision.INVALIDATE if report.intentional else Decision.CONTINUE
    return Assessment(found, (Decision.INVALIDATE, Decision.CONTINUE))


def _keep_viewed(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    """As long as the player controls two hands or more (MEGA 5.10, M33)."""
    current = table.round
    assert not isinstance(current, Idle)
    held = [box for box in current.boxes.values() if box.in_play and box.seated == report.player]
    allowed = (Decision.INVALIDATE,) if len(held) >= TWO else ()
    return Assessment(Decision.INVALIDATE, allowed)


def _refer(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    if isinstance(table.round, Idle | Voided):
        return Assessment(None, (Decision.CONTINUE,))
    return Assessment(
        None, (Decision.VOID, Decision.CONTINUE, Decision.INVALIDATE, Decision.RETURN_WAGERS)
    )


def _return_or_forfeit(table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    return Assessment(None, (Decision.RETURN_WAGERS, Decision.FORFEIT))


def _while_open(
    decision: Decision, table: Table, rule: IrregularityRule, report: Report
) -> Assessment:
    """Once bets are closed, a wager beyond the limits goes by the rules of settlement."""
    is_open = isinstance(table.round, Betting)
    return Assessment(decision, (decision,) if is_open else ())


def _always(decision: Decision, table: Table, rule: IrregularityRule, report: Report) -> Assessment:
    return only(decision)


_REMEDIES: dict[Remedy, Remedies] = {
    Remedy.VOID: partial(_always, Decision.VOID),
    Remedy.VOID_UNLESS_COMPLETE: partial(_always, Decision.VOID),  # a full count is only noted
    Remedy.MOVE_UNHANDLED: _move_hands,
    Remedy.MOVE_UNSEEN: _move_hands,
    Remedy.RECONSTRUCT_OR_VOID: _reconstruct_or_void,
    Remedy.RECONSTRUCT_OR_INVALIDATE: _reconstruct_or_invalidate,
    Remedy.EXPOSED_VOID: _exposed_void,
    Remedy.EXPOSED_BY_SEEN: _exposed_by_seen,
    Remedy.BECOMES_UP_CARD: _becomes_up_card,
    Remedy.ONE_EXPOSED: _exposed_void,
    Remedy.BURN: _burn,
    Remedy.PLAY_ON: partial(_always, Decision.CONTINUE),
    Remedy.DRAW_ORDER: partial(_always, Decision.ORDER),
    Remedy.OPTIONS_FOR_AFFECTED: partial(_always, Decision.OPTIONS),
    Remedy.OUTCOME_OR_VOID: partial(_outcome_or, Decision.VOID),
    Remedy.OUTCOME_OR_OPTIONS: partial(_outcome_or, Decision.OPTIONS),
    Remedy.JACKPOT_FAILURE: _jackpot_failure,
    Remedy.INTENT: _intent,
    Remedy.BAR: partial(_always, Decision.BAR),
    Remedy.KEEP_VIEWED: _keep_viewed,
    Remedy.EXCESS_BACK: partial(_while_open, Decision.HAND_BACK),
    Remedy.RAISE_OR_WITHDRAW: partial(_while_open, Decision.ADVISE),
    Remedy.RETURN_OR_FORFEIT: _return_or_forfeit,
    Remedy.REFER: _refer,
}
