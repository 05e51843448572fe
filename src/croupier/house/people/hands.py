"""Who could be one person behind two accounts: asked before one approves what the other proposed.

Whoever registers an account or resets its password knows a way in; whoever removes a second
factor opens one; whoever gives a role makes the power. For a month the account counts as in
their hand, and so do those that were in the hand of that account. A log-in with a second factor
or passkey from before the reset shows that its owner has the account, and ends that.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from croupier.house.people.state import IN_HAND, Account, How, InHand, People
from croupier.house.refusals import HouseCode, decline

FOUNDING = timedelta(days=1)
"""So long after its first account one administrator registers the staff of a new house."""


def in_one_hand(people: People, one: str, other: str, at: datetime) -> str | None:
    """Who could be behind both accounts, if anybody."""
    if other in _behind(people, one, at, lambda _: True):
        return other
    if one in _behind(people, other, at, lambda _: True):
        return one

    def is_way_in(held: InHand) -> bool:
        if held.how is How.REGISTERED:
            return people.founded is None or held.last > people.founded + FOUNDING
        return held.how.is_takeover

    both = _behind(people, one, at, is_way_in) & _behind(people, other, at, is_way_in)
    return min(both, default=None)


def hands_of(account: Account, at: datetime) -> tuple[InHand, ...]:
    """Who had an account in hand within the last month, the latest first."""
    held = [one for one in account.in_hand if at < one.last + IN_HAND]
    return tuple(sorted(held, key=lambda one: one.last, reverse=True))


def demand_two_people(people: People, approver: str, proposer: str, at: datetime) -> None:
    """Raises `HouseRefused` where one person could have both accounts."""
    hand = in_one_hand(people, approver, proposer, at)
    if hand is None:
        return
    account = approver if hand == proposer else f"{approver} and {proposer}"
    if hand == approver:
        account = proposer
    decline(
        HouseCode.SAME_HAND,
        f"{hand} had the account of {account} in hand within the last {IN_HAND.days} days "
        "(registered it, gave it a role, reset its password or removed its second factor); "
        "somebody else has to approve this.",
    )


def _behind(
    people: People, person: str, at: datetime, counts: Callable[[InHand], bool]
) -> frozenset[str]:
    """Everybody in whose hand the account is, directly or by another account."""
    found: set[str] = set()
    waiting = [person]
    while waiting:
        account = people.accounts.get(waiting.pop())
        if account is None:
            continue
        hands = {one.by for one in hands_of(account, at) if counts(one)}
        waiting += hands - found
        found |= hands
    return frozenset(found)
