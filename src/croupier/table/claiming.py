"""Entering a table's winners in the jackpot system before the round is settled (MEGA 3.14)."""

from croupier.refusal import Refused
from croupier.table import linkage
from croupier.table.draft import Draft
from croupier.table.settlement import demand_proper_deal, meter_claims
from croupier.table.state import Dealt, Revealed


def enter_group(draft: Draft, *, only_if_entered: bool = False) -> None:
    """Price all winners of this table and round as one group (M4), now.

    With `only_if_entered`, a group that was entered is priced anew after one of
    its hands has fallen away; what that hand had taken goes back.
    """
    current = draft.table.round
    if draft.link is None or not isinstance(current, Dealt | Revealed):
        return
    entered = draft.link.round(draft.table.id, current.number).winnings
    if only_if_entered and not entered:
        return
    try:
        demand_proper_deal(draft.table, current)
    except Refused:
        linkage.undo_payouts(draft)
        return
    linkage.enter_claims(draft, meter_claims(draft))
