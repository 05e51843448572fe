"""What a table's round does to the progressive it is linked to."""

from collections.abc import Mapping, Sequence

from croupier.jackpot.claims import (
    enter,
    next_due,
    return_contributions,
    top_up,
    undo_wins,
)
from croupier.jackpot.events import (
    Claim,
    ClaimsQueued,
    Contribution,
    JackpotGrew,
    LinkRoundDealt,
    LinkRoundEnded,
)
from croupier.money import Cents
from croupier.rulebooks.model import ClaimOrder, WagerKind
from croupier.table.draft import Draft
from croupier.table.state import Box, Idle

WagerKey = tuple[int, WagerKind]

TARGETS = (WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT)


def _current(draft: Draft) -> int:
    return draft.table.round.number


def grow(draft: Draft, boxes: Sequence[int] | None = None) -> None:
    """Jackpot wagers in force add their share to the meter (X6)."""
    link = draft.link
    current = draft.table.round
    if link is None or isinstance(current, Idle) or not link.units_per_cent_staked:
        return
    contributions = tuple(
        Contribution(number, target, counts * link.units_per_cent_staked)
        for number, box in sorted(current.boxes.items())
        if boxes is None or number in boxes
        for target in TARGETS
        if (counts := _in_force(draft, box, target))
    )
    if contributions:
        draft.move(JackpotGrew(link.id, draft.table.id, current.number, contributions))


def _in_force(draft: Draft, box: Box, target: WagerKind) -> Cents:
    """What of a box's jackpot wager stands (C25)."""
    laid = box.jackpot if target is WagerKind.JACKPOT else box.dealer_jackpot
    if not laid or draft.link is None:
        return 0
    return draft.link.settings.counted(laid, draft.table.rulebook.jackpot.stake.value)


def dealt(draft: Draft) -> None:
    """The round takes its place in the order of deals, where that order matters."""
    if draft.link is None or draft.table.rulebook.jackpot.order.value is not ClaimOrder.BY_DEAL:
        return
    draft.move(LinkRoundDealt(draft.link.id, draft.table.id, _current(draft)))


def take_back_contributions(draft: Draft, boxes: Sequence[int] | None = None) -> None:
    """Jackpot wagers that are returned take along what they added (X2)."""
    if draft.link is None:
        return
    event = return_contributions(draft.link, draft.table.id, _current(draft), boxes)
    if event is not None:
        draft.move(event)
    _keep_above_zero(draft)


def undo_payouts(draft: Draft) -> None:
    """Payouts and pending claims of this round go back to the meter."""
    if draft.link is None:
        return
    event = undo_wins(draft.link, draft.table.id, _current(draft))
    if event is not None:
        draft.move(event)
        _keep_above_zero(draft)


def _keep_above_zero(draft: Draft, payout_of: tuple[str, int] | None = None) -> None:
    assert draft.link is not None
    event = top_up(draft.link, payout_of)
    if event is not None:
        draft.move(event)


def end_round(draft: Draft) -> None:
    """The round is over on the link: claims that waited for it may now be paid."""
    link = draft.link
    if link is None or draft.table.rulebook.jackpot.order.value is not ClaimOrder.BY_DEAL:
        return
    entry = link.round(draft.table.id, _current(draft))
    if entry.dealt is not None and not entry.over:
        draft.move(LinkRoundEnded(link.id, draft.table.id, _current(draft)))
    pay_due(draft)


def pay_due(draft: Draft) -> None:
    """Every claim whose turn has come."""
    while draft.link is not None and (event := next_due(draft.link)) is not None:
        draft.move(event)


def enter_claims(draft: Draft, claims: Sequence[Claim]) -> None:
    """Pay a table's winners now, as one group (MEGA 3.14, 3.15)."""
    assert draft.link is not None
    number = _current(draft)
    entered = draft.link.round(draft.table.id, number).winnings
    if {(one.box, one.target) for one in entered} == {(one.box, one.target) for one in claims}:
        return
    undo_payouts(draft)
    rules = draft.table.rulebook.jackpot
    registered = getattr(draft.table.round, "registered", None)
    for event in enter(draft.link, draft.table.id, number, claims, rules, registered):
        draft.move(event)
    _keep_above_zero(draft, (draft.table.id, number))


def registered_value(draft: Draft) -> Cents | None:
    """What the meter shows, with what this round has taken so far given back: the value on
    which a round is paid after a failure (CSP 5.18.1)."""
    if draft.link is None:
        return None
    entry = draft.link.round(draft.table.id, _current(draft))
    return draft.link.meter + entry.paid - entry.seeded


def settle_claims(draft: Draft, claims: Sequence[Claim]) -> Mapping[WagerKey, Cents | None]:
    """What each share of the meter comes to; none where it waits its turn (CSP 4.5.2)."""
    link = draft.link
    if link is None:
        return {}
    number = _current(draft)
    by_deal = draft.table.rulebook.jackpot.order.value is ClaimOrder.BY_DEAL
    registered = getattr(draft.table.round, "registered", None)
    if by_deal and registered is None:
        if claims:
            draft.move(ClaimsQueued(link.id, draft.table.id, number, tuple(claims)))
    elif claims or link.round(draft.table.id, number).winnings:
        enter_claims(draft, claims)
    end_round(draft)
    assert draft.link is not None
    entry = draft.link.round(draft.table.id, number)
    amounts: dict[WagerKey, Cents | None] = {
        (claim.box, claim.target): None for claim in entry.pending
    }
    for winning in entry.winnings:
        amounts[winning.box, winning.target] = winning.amount
    return amounts
