"""Carrying out a decision: what it does to hands, wagers, options and people."""

from collections.abc import Collection, Mapping
from typing import assert_never

from msgspec import Struct, structs

from croupier.cards import parse_cards
from croupier.money import Cents
from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Decision, Irregularity, IrregularityRule, Remedy
from croupier.rulebooks.terms import Actor
from croupier.table import events as e
from croupier.table import linkage
from croupier.table.commands import Report
from croupier.table.dealing import deal_from_shoe
from croupier.table.decisions import absent_players_decide
from croupier.table.evolve import Draft
from croupier.table.hands import Lying, hand_text
from croupier.table.irregular.facts import beyond_limit
from croupier.table.irregular.reconstruction import corrected_hands, moved_hands, reordered
from croupier.table.settlement import (
    demand_shown,
    finish_if_empty,
    invalidate,
    price_again,
    return_what_exists,
    reverse_settlement,
    settle_round,
    void_round,
)
from croupier.table.state import (
    Box,
    Choice,
    Dealt,
    Idle,
    Option,
    Revealed,
    Running,
    Settled,
    Voided,
)


class Case(Struct, frozen=True):
    """A report that has been decided."""

    kind: Irregularity
    rule: IrregularityRule
    report: Report
    decision: Decision
    by: Actor
    box: int | None = None
    registered: Cents | None = None
    """What the meter showed when the report was made, if it had to wait."""
    after_settlement: bool = False


def carry_out(draft: Draft, case: Case) -> None:
    """Apply a decision; a settled round is reversed first and settled again."""
    again = isinstance(draft.table.round, Settled) and case.decision in _CHANGE_A_SETTLED_ROUND
    if again:
        reverse_settlement(draft)
        case = structs.replace(case, after_settlement=True)
    if not _is_past(draft, case):
        _follow(draft, case)
    if again and isinstance(draft.table.round, Revealed):
        _demand_hands(draft.table.round)
        demand_shown(draft.table, draft.table.round)
        settle_round(draft)
    finish_if_empty(draft)


def _demand_hands(current: Revealed) -> None:
    """Settling again compares every hand that is in; moves must not remove one."""
    for number, box in sorted(current.boxes.items()):
        if box.enters and number not in current.deal.hands:
            refuse(Code.FACT_MISSING, f"After these moves there is no hand at box {number}.")


def _is_past(draft: Draft, case: Case) -> bool:
    """Whether the wagers of a player who looked and left have been returned in the meantime."""
    current = draft.table.round
    if case.kind is not Irregularity.LEFT_AFTER_VIEWING or isinstance(current, Idle):
        return False
    assert case.report.box is not None
    box = current.boxes[case.report.box]
    return not box.in_play or box.seated != case.report.player


_CHANGE_A_SETTLED_ROUND = frozenset(
    {Decision.INVALIDATE, Decision.RETURN_WAGERS, Decision.RECONSTRUCT}
)


def _void(draft: Draft, case: Case) -> None:
    void_round(draft, case.rule.clauses)
    if case.rule.remedy is Remedy.JACKPOT_FAILURE:
        draft.emit(e.JackpotFailed(None, case.by))


def _continue(draft: Draft, case: Case) -> None:
    if case.rule.remedy is Remedy.JACKPOT_FAILURE:
        draft.emit(e.JackpotFailed(_registered(draft, case), case.by))
        draft.emit(
            e.NoticeShown(
                "The jackpot system has failed; this round is paid on the value registered before.",
                (case.rule.goes_on or case.rule).clauses,
            )
        )


def _registered(draft: Draft, case: Case) -> Cents | None:
    """What the round's prizes are worked out on: the value before the first failure in it."""
    current = draft.table.round
    if isinstance(current, Idle | Settled | Voided):
        return None
    for value in (current.registered, case.registered):
        if value is not None:
            return value
    return linkage.registered_value(draft)


def _invalidate(draft: Draft, case: Case) -> None:
    boxes, clauses = _boxes_out(draft, case)
    for number in boxes:
        invalidate(draft, number, clauses)


def _boxes_out(draft: Draft, case: Case) -> tuple[list[int], tuple[str, ...]]:
    current = draft.table.round
    assert not isinstance(current, Idle)
    if case.rule.remedy is not Remedy.KEEP_VIEWED:
        number = case.box
        if number is None or number not in current.boxes or not current.boxes[number].in_play:
            refuse(Code.FACT_MISSING, "Say which box: one that has a wager in this round.")
        return [number], case.rule.clauses
    held = [
        number
        for number, box in sorted(current.boxes.items())
        if box.in_play and box.seated == case.report.player
    ]
    viewed = [number for number in held if current.boxes[number].viewed]
    keep = viewed or held[:1]
    out = [number for number in held if number not in keep]
    cited = case.rule if viewed else case.rule.none_viewed or case.rule
    return out, cited.clauses


def _put_cards(
    draft: Draft, hands: Mapping[int, Lying], dealer: Lying, *, burnt: bool = False
) -> None:
    named = {str(number): hand_text(hands[number]) for number in sorted(hands)}
    draft.emit(e.HandsCorrected(named, hand_text(dealer), burnt))
    price_again(draft)


def _reconstruct(draft: Draft, case: Case) -> None:
    current = draft.table.round
    assert isinstance(current, Dealt | Revealed)
    deal = current.deal
    match case.rule.remedy:
        case Remedy.MOVE_UNHANDLED | Remedy.MOVE_UNSEEN:
            _put_cards(draft, moved_hands(draft.table, case.report.moves or {}), deal.dealer)
        case Remedy.BURN:
            if deal.shoe is not None and not deal.burnt:
                hands, dealer, _ = deal_from_shoe(draft.table, deal.shoe, sorted(deal.hands))
                _put_cards(draft, hands, dealer, burnt=True)
            offer(draft, None, _given_by(case))
        case _:
            affected = _put_right(draft, case.report)
            if case.box is not None:
                affected.add(case.box)
            if case.rule.options and not case.after_settlement:
                offer(draft, affected, _given_by(case))


def _given_by(case: Case) -> tuple[str, ...]:
    """The clauses that give players their options."""
    return () if case.rule.options is None else case.rule.options.clauses


def _put_right(draft: Draft, report: Report) -> set[int]:
    """The cards as the report corrects them, and the boxes whose cards change."""
    current = draft.table.round
    assert isinstance(current, Dealt | Revealed)
    before = current.deal.hands
    hands, dealer = corrected_hands(draft.table, report)
    _put_cards(draft, hands, dealer)
    numbers = {*before, *hands}
    return {n for n in numbers if _differ(before.get(n, ()), hands.get(n, ()))}


def _differ(before: Lying, after: Lying) -> bool:
    """Other cards, in whatever order; of hands that lie face down, another hand."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        return set(before) != set(after)
    return before != after


def _permit_withdrawal(draft: Draft, case: Case) -> None:
    """The hand is out if it was still in; players with other wagers may withdraw too (M35)."""
    current = draft.table.round
    assert isinstance(current, Dealt)
    assert case.box is not None
    if current.boxes[case.box].in_play:
        _invalidate(draft, case)
    assert case.rule.permit_withdrawal is not None
    offer_to_players(draft, case.rule.permit_withdrawal.clauses)


def _options(draft: Draft, case: Case) -> None:
    if case.rule.remedy is Remedy.OUTCOME_OR_OPTIONS:
        offer_to_players(draft, _given_by(case))
        return
    boxes = None if case.report.boxes is None else set(case.report.boxes)
    if _puts_right(draft, case):
        changed = _put_right(draft, case.report)
        boxes = None if boxes is None else boxes | changed
    offer(draft, boxes, _given_by(case))


def _puts_right(draft: Draft, case: Case) -> bool:
    """A player who continues after a dealing error gets the corrected hand, if any (C37)."""
    report = case.report
    return (
        case.kind is Irregularity.DEALING_ERROR
        and isinstance(draft.table.round, Dealt | Revealed)
        and bool(report.hands or report.moves)
        and report.reconstructable is not False
    )


def offer(draft: Draft, boxes: Collection[int] | None, clauses: tuple[str, ...]) -> None:
    """Let the players of these hands, or of all, continue or withdraw their wagers (CSP 5.10).

    A player who folded or left has no option (C34).
    """
    current = draft.table.round
    assert not isinstance(current, Idle)
    asked = {number for option in current.options for number in option.boxes}
    options = tuple(
        Option(box.seated, (number,), clauses)
        for number, box in sorted(current.boxes.items())
        if (boxes is None or number in boxes)
        and number not in asked
        and _may_choose(current, box, box.seated)
    )
    if options:
        draft.emit(e.OptionsOffered(options))


def offer_to_players(draft: Draft, clauses: tuple[str, ...]) -> None:
    """Let everybody with a wager withdraw all of theirs, sharers too (MEGA 5.7.1, 5.16.1, M31)."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    asked = {(option.player, number) for option in current.options for number in option.boxes}
    held: dict[str, list[int]] = {}
    for number, box in sorted(current.boxes.items()):
        for share in box.shares:
            player = share.player
            if (
                (player, number) not in asked
                and share.in_play
                and _may_choose(current, box, player)
            ):
                held.setdefault(player, []).append(number)
    if held:
        options = [Option(player, tuple(boxes), clauses) for player, boxes in held.items()]
        draft.emit(e.OptionsOffered(tuple(options)))


def _may_choose(current: Running | Settled | Voided, box: Box, player: str) -> bool:
    return box.in_play and box.choice is not Choice.FOLDED and player not in current.left


def _up_card(draft: Draft, case: Case) -> None:
    assert case.report.card is not None
    draft.emit(e.UpCardChanged(case.report.card))


def _order(draft: Draft, case: Case) -> None:
    """The last hand may have left the round while this waited: then nothing is left to order."""
    current = draft.table.round
    if case.report.order and isinstance(current, Dealt | Revealed):
        hands, dealer = reordered(draft.table, parse_cards(case.report.order))
        _put_cards(draft, hands, dealer)
    offer(draft, None, _given_by(case))


def _bar(draft: Draft, case: Case) -> None:
    assert case.report.player is not None
    bar(draft, case.report.player, case.by, case.rule.clauses)


def bar(draft: Draft, player: str, by: Actor, clauses: tuple[str, ...]) -> None:
    """No further play, and what the player has at stake is returned (MEGA 5.9)."""
    draft.emit(e.PlayerBarred(player, by, clauses))
    current = draft.table.round
    if isinstance(current, Idle | Settled | Voided):
        return
    for number, box in sorted(current.boxes.items()):
        share = box.share_of(player)
        if box.out is None and share is not None and share.in_play:
            return_what_exists(draft, number, player, clauses)
    for option in current.options:
        if option.player == player:
            draft.emit(e.OptionTaken(option.boxes, withdraw=True, player=player))
    absent_players_decide(draft)  # the next player seated may already have left
    finish_if_empty(draft)


def _forfeit(draft: Draft, case: Case) -> None:
    assert case.box is not None
    clauses = (*case.rule.clauses, *draft.table.rulebook.fold.loses_ante.clauses)
    draft.emit(e.HandFolded(case.box, clauses, absent=True))


def _hand_back(draft: Draft, case: Case) -> None:
    current = draft.table.round
    assert not isinstance(current, Idle)
    assert case.report.box is not None
    box = current.boxes[case.report.box]
    for wager in draft.table.rulebook.entry_wagers:
        excess = beyond_limit(draft.table, box, wager, Irregularity.OVER_LIMIT)
        if excess:
            draft.emit(e.ExcessHandedBack(case.report.box, box.seated, wager, excess))


def _advise(draft: Draft, case: Case) -> None:
    assert case.report.box is not None
    draft.emit(e.LimitAdvised(case.report.box, case.rule.clauses))
    draft.emit(
        e.NoticeShown(
            "The wager is under the minimum: raise it or take it back before bets close.",
            case.rule.clauses,
        )
    )


def _follow(draft: Draft, case: Case) -> None:
    match case.decision:
        case Decision.VOID:
            _void(draft, case)
        case Decision.CONTINUE:
            _continue(draft, case)
        case Decision.RECONSTRUCT:
            _reconstruct(draft, case)
        case Decision.INVALIDATE | Decision.RETURN_WAGERS:
            _invalidate(draft, case)
        case Decision.PERMIT_WITHDRAWAL:
            _permit_withdrawal(draft, case)
        case Decision.OPTIONS:
            _options(draft, case)
        case Decision.UP_CARD:
            _up_card(draft, case)
        case Decision.ORDER:
            _order(draft, case)
        case Decision.BAR:
            _bar(draft, case)
        case Decision.FORFEIT:
            _forfeit(draft, case)
        case Decision.HAND_BACK:
            _hand_back(draft, case)
        case Decision.ADVISE:
            _advise(draft, case)
        case Decision.DISMISS:
            pass  # the report proved unfounded
        case _:
            assert_never(case.decision)
