"""The end of a round: every wager settled alone, or the whole of it void."""

from collections.abc import Mapping

from croupier.jackpot.events import Claim
from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import (
    UnderMinimum,
    WagerKind,
)
from croupier.table import events as e
from croupier.table import linkage
from croupier.table.commands import Settle
from croupier.table.draft import Draft
from croupier.table.guards import demand_nothing_open, demand_staff
from croupier.table.outcome import (
    back,
    stakes_of,
)
from croupier.table.settling import Settling
from croupier.table.state import (
    Box,
    Closed,
    Dealt,
    Idle,
    Result,
    Revealed,
    Settled,
    Table,
    Voided,
)


def settle(draft: Draft, command: Settle) -> None:
    table = draft.table
    demand_staff(command.by)
    if not isinstance(table.round, Revealed):
        reveal = table.rulebook.play.reveal[0]
        refuse(Code.NOT_REVEALED, "The dealer's hand must be open, and not yet settled.", reveal)
    demand_nothing_open(table)
    demand_proper_deal(table, table.round)
    settle_round(draft)


def demand_proper_deal(table: Table, current: Revealed | Dealt) -> None:
    """Wrong hands that a recording table wrote down must have been dealt with."""
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
    clauses = rules.irregularities[wrong].clauses
    refuse(
        Code.DEAL_NOT_REPORTED,
        f"{who} is not as it should be; report it ({wrong}) before settling.",
        clauses[0] if clauses else None,
    )


def settle_round(draft: Draft) -> None:
    """Settle every wager of the round as it now stands."""
    table = draft.table
    current = table.round
    assert isinstance(current, Revealed | Dealt | Closed)
    returned, remembered = _under_minimum(table, current.boxes)
    settling = Settling(draft, returned)
    if settling.boxes_returning_jackpots:
        linkage.take_back_contributions(draft, settling.boxes_returning_jackpots)
    amounts = linkage.settle_claims(draft, settling.claims())
    for line in settling.lines(amounts):
        draft.emit(e.WagerSettled(line))
        stand_off = table.rulebook.play.announce_stand_off
        if line.result is Result.STAND_OFF and stand_off and line.wager == WagerKind.ANTE:
            draft.emit(e.CallMade(stand_off.value, stand_off.clauses))
    draft.emit(e.RoundSettled(remembered))


def meter_claims(draft: Draft) -> list[Claim]:
    """The shares of the meter that this round would claim as it now stands."""
    current = draft.table.round
    assert isinstance(current, Revealed | Dealt)
    returned, _ = _under_minimum(draft.table, current.boxes)
    return Settling(draft, returned).claims()


def finish_if_empty(draft: Draft) -> None:
    """A round in which no wager is left is settled at once."""
    current = draft.table.round
    if isinstance(current, Closed | Dealt | Revealed) and not any(
        box.in_play for box in current.boxes.values()
    ):
        settle_round(draft)


def void_round(draft: Draft, clauses: tuple[str, ...]) -> None:
    """Every wager goes back, whatever had become of it; every movement is undone (X1, X2)."""
    if isinstance(draft.table.round, Settled):
        reverse_settlement(draft)
    current = draft.table.round
    assert not isinstance(current, Idle | Settled | Voided)
    linkage.undo_payouts(draft)
    linkage.take_back_contributions(draft)
    linkage.end_round(draft)
    for number, box in sorted(current.boxes.items()):
        for player, wager, staked in stakes_of(draft.table.rulebook, box):
            line = back(number, player, wager, staked, Result.VOID, clauses)
            draft.emit(e.WagerSettled(line))
    draft.emit(e.RoundVoided(clauses))
    draft.emit(e.NoticeShown("This round is void; all wagers are returned.", clauses))


def reverse_settlement(draft: Draft) -> None:
    """Undo the payments of a settled round; its wagers lie as they did before."""
    draft.emit(e.SettlementReversed())
    linkage.undo_payouts(draft)


def _under_minimum(
    table: Table, boxes: Mapping[int, Box]
) -> tuple[dict[tuple[int, str], tuple[str, ...]], tuple[str, ...]]:
    """Parts of boxes that go back for a repeated ante under the minimum, and who is now
    remembered for a first one (MEGA 5.13).

    It is what lay there at the close that can be short, not what is left of it later. At an
    enforcing table it is short where a sharer was barred before the close.
    """
    rule = table.rulebook.betting.under_minimum
    returned: dict[tuple[int, str], tuple[str, ...]] = {}
    remembered: list[str] = []
    if rule.value is not UnderMinimum.ONCE:
        return returned, ()
    for number, box in sorted(boxes.items()):
        if not box.enters or not 0 < box.ante_at_close < table.settings.ante.minimum:
            continue
        for share in box.shares:
            if share.out is not None:
                continue
            if share.player in table.memory.under_minimum:
                returned[number, share.player] = rule.clauses[::-1]
            elif share.player not in remembered:
                remembered.append(share.player)
    return returned, tuple(remembered)
