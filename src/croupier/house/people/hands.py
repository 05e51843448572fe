"""Who could be one person behind two accounts: asked before one approves what the other proposed.

Whoever registers an account or resets its password knows a way in; whoever removes a second
factor opens one; whoever gives a role makes the power. For a month the account counts as in
their hand, and so do those that were in the hand of that account. Resets from the shell are in
one hand of their own, the machine's, whoever typed them. A log-in with a second factor
or passkey from before the reset shows that its owner has the account, and ends that.
"""

from datetime import datetime, timedelta

from croupier.house.people.state import IN_HAND, MACHINE, Account, How, InHand, People
from croupier.house.refusals import HouseCode, decline

FOUNDING = timedelta(days=1)
"""So long after its first account one administrator registers the staff of a new house."""


def in_one_hand(people: People, one: str, other: str, at: datetime) -> str | None:
    """Who could be behind both accounts, if anybody.

    One way in is enough: whoever gave the other account no more than its role, or registered it
    on the first day, may well be who came in by it.
    """
    of_one, of_other = _behind(people, one, at), _behind(people, other, at)
    if other in of_one:
        return other
    if one in of_other:
        return one
    both = [hand for hand in of_one if hand in of_other and (of_one[hand] or of_other[hand])]
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


def _behind(people: People, person: str, at: datetime) -> dict[str, bool]:
    """Everybody in whose hand the account is, directly or by another account, and whether a way
    in is part of how it came there."""
    found: dict[str, bool] = {}
    waiting = [(person, False)]
    while waiting:
        name, came_in = waiting.pop()
        account = people.accounts.get(name)
        for held in () if account is None else hands_of(account, at):
            if held.by == MACHINE and name != person and not came_in:
                continue  # an administrator who lost a password takes no second person away
            by_way_in = came_in or _is_way_in(people, held)
            if held.by not in found or (by_way_in and not found[held.by]):
                found[held.by] = by_way_in
                waiting.append((held.by, by_way_in))
    return found


def _is_way_in(people: People, held: InHand) -> bool:
    """A takeover, or a registration when the house was no longer new."""
    if held.how is How.REGISTERED:
        return people.founded is None or held.last > people.founded + FOUNDING
    return held.how.is_takeover
