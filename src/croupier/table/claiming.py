"""Winners entered in the jackpot system before the round is settled (MEGA 3.14)."""

from croupier.table import linkage
from croupier.table.evolve import Draft
from croupier.table.settlement import meter_claims
from croupier.table.state import Dealt, Revealed


def price_again(draft: Draft) -> None:
    """What the round has taken of the meter so far, now that something has changed it (X27).

    If a claim is the entry, a hand that has become a winner since the first claim is
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
