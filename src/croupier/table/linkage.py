"""What a table's round does to the progressive it is linked to."""

from collections.abc import Iterable, Mapping, Sequence

from croupier.jackpot.claims import (
    next_due,
    pay_now,
    price_again,
    return_contributions,
    sort_claims,
    top_up,
    undo_wins,
)
from croupier.jackpot.events import (
    Claim,
    ClaimsQueued,
    Contribution,
    JackpotEvent,
    JackpotGrew,
    LinkRoundDealt,
    LinkRoundEnded,
)
from croupier.jackpot.meter import LinkRound, WagerKey
from croupier.money import Cents
from croupier.rulebooks.progressive import ClaimOrder
from croupier.rulebooks.wagers import JACKPOTS
from croupier.table.evolve import Draft
from croupier.table.state import Idle


def _entry(draft: Draft) -> LinkRound:
    assert draft.link is not None
    return draft.link.round(draft.table.id, draft.table.round.number)


def _move(draft: Draft, events: Iterable[JackpotEvent | None]) -> None:
    for event in events:
        if event is not None:
            draft.move(event)


# Contributions


def grow(draft: Draft, boxes: Sequence[int] | None = None) -> None:
    """Jackpot wagers in force add their share to the meter (X6)."""
    link = draft.link
    current = draft.table.round
    if link is None or type(current) is Idle or not link.units_per_cent_staked:
        return
    rule = draft.table.rulebook.progressive.stake.value
    contributions = tuple(
        [
            Contribution(number, target, counts * link.units_per_cent_staked)
            for number, box in sorted(current.boxes.items())
            if boxes is None or number in boxes
            if (share := box.jackpot_share) is not None
            for target, laid in zip(JACKPOTS, (share.jackpot, share.dealer_jackpot), strict=True)
            if laid
            if (counts := link.settings.counted(laid, rule))  # the part that counts (C25)
        ]
    )
    if contributions:
        draft.move(JackpotGrew(link.id, draft.table.id, current.number, contributions))


def take_back_contributions(draft: Draft, boxes: Sequence[int] | None = None) -> None:
    """Returned jackpot wagers take back what they added (X2).

    The shares of the round are priced again afterwards; only then is a shortfall covered.
    """
    if draft.link is not None:
        number = draft.table.round.number
        _move(draft, [return_contributions(draft.link, draft.table.id, number, boxes)])


def restore_contributions(draft: Draft, returning: Sequence[int]) -> None:
    """Settling again may let a wager play that an earlier settlement returned (MEGA 5.13)."""
    current = draft.table.round
    if draft.link is None or type(current) is Idle:
        return
    there = {one.box for one in _entry(draft).contributions}.union(returning)
    missing = [number for number in current.boxes if number not in there]
    if missing:
        grow(draft, missing)


# Shares of the meter


def dealt(draft: Draft) -> None:
    """The round takes its place in the order of deals, where that order matters."""
    if draft.link is not None and _by_deal(draft):
        draft.move(LinkRoundDealt(draft.link.id, draft.table.id, draft.table.round.number))


def _by_deal(draft: Draft) -> bool:
    return draft.table.rulebook.progressive.order.value is ClaimOrder.BY_DEAL


def has_taken(draft: Draft) -> bool:
    """Whether the round has shares of the meter, paid or waiting."""
    entry = _entry(draft)
    return bool(entry.winnings or entry.pending)


def price_round_again(draft: Draft, claims: Sequence[Claim]) -> Sequence[Claim]:
    """The shares of the round at their turns, after anything has changed it (X27).

    Returns the claims that have no turn yet; only the difference moves the meter.
    """
    assert draft.link is not None
    entry = _entry(draft)
    if not (entry.turns or entry.winnings or entry.pending):
        return tuple(claims)  # all are new
    sorted_ = sort_claims(entry, claims)
    _move(draft, price_again(draft.link, entry, sorted_, draft.table.rulebook.progressive))
    return sorted_.new


def enter_claims(draft: Draft, claims: Sequence[Claim]) -> None:
    """Pay a table's winners now, as one group (MEGA 3.14, 3.15)."""
    new = price_round_again(draft, claims)
    if new:
        _pay(draft, new)


def settle_claims(draft: Draft, claims: Sequence[Claim]) -> Mapping[WagerKey, Cents | None]:
    """What each share of the meter comes to; none where it waits its turn (CSP 4.5.2)."""
    link = draft.link
    if link is None:
        return {}
    new = price_round_again(draft, claims)
    if new and _by_deal(draft):
        waiting = (*_entry(draft).pending, *new)
        queued = tuple(claim for claim in claims if claim in waiting)
        number, registered = draft.table.round.number, _registered(draft)
        draft.move(ClaimsQueued(link.id, draft.table.id, number, queued, registered))
    elif new:
        _pay(draft, new)
    keep_above_zero(draft)
    end_round(draft)
    entry = _entry(draft)
    amounts: dict[WagerKey, Cents | None] = {
        (claim.box, claim.target): None for claim in entry.pending
    }
    for winning in entry.winnings:
        amounts[winning.box, winning.target] = winning.amount
    return amounts


def _pay(draft: Draft, claims: Sequence[Claim]) -> None:
    assert draft.link is not None
    rules, number = draft.table.rulebook.progressive, draft.table.round.number
    _move(draft, pay_now(draft.link, draft.table.id, number, claims, rules, _registered(draft)))


def _registered(draft: Draft) -> Cents | None:
    current = draft.table.round
    assert not isinstance(current, Idle)
    return current.registered


def registered_value(draft: Draft) -> Cents | None:
    """What the meter shows, with what this round has taken so far given back: the value on
    which a round is paid after a failure (CSP 5.18.1)."""
    if draft.link is None:
        return None
    return draft.link.meter + _entry(draft).taken


def keep_above_zero(draft: Draft) -> None:
    if draft.link is not None and (short := top_up(draft.link)) is not None:
        draft.move(short)


# The end of a round


def undo_round(draft: Draft) -> None:
    """A void takes back everything that the round did to the meter (X2)."""
    if draft.link is None:
        return
    _move(draft, [undo_wins(_entry(draft), draft.link.id)])
    take_back_contributions(draft)
    keep_above_zero(draft)
    end_round(draft)


def end_round(draft: Draft) -> None:
    """The round is over on the link: claims that waited for it may now be paid."""
    assert draft.link is not None
    entry = _entry(draft)
    if entry.dealt is not None and not entry.over:
        draft.move(LinkRoundEnded(draft.link.id, draft.table.id, draft.table.round.number))
    while due := next_due(draft.link, draft.table.rulebook.progressive):
        _move(draft, due)
