"""What must hold of a person: signatures, and that two are different people.

Without a signature acts the house itself: it makes the first administrator, lets guests in,
notes failures, and resets a password from its own machine. Whoever has to change a one-time
password holds no role yet, and looks after their own sessions and secrets unsigned.

Whoever registers an account or resets its password knows a way in; whoever removes a second
factor opens one; whoever gives a role makes the power. For a month the account counts as in
their hand, and so do those that were in the hand of that account. Resets from the shell are in
one hand of their own, the machine's, whoever typed them. A log-in with a second factor
or passkey from before the reset shows that its owner has the account, and ends that.

The keeper asks before anything is stored, whatever the command was; whoever proves the log
asks again for what came in and went out.

| | registered player | suspended | excluded | staff | in no register |
| --- | --- | --- | --- | --- | --- |
| buy-in, at the cage or a table | yes | no | no | no | no, but for chips in a pocket |
| new wager | yes | no | no | no | no, but for chips in a pocket |
| cash-out, jackpot payment | yes | yes | yes | yes | no, but for chips in a pocket |
"""

from datetime import datetime, timedelta
from typing import assert_never

from croupier.house.model.people import events as e
from croupier.house.model.people.powers import CAGE, CONFIGURE, SHIFT
from croupier.house.model.people.roles import (
    MACHINE,
    Access,
    Account,
    HouseRole,
    InHand,
    Signature,
    TokenPower,
)
from croupier.house.model.people.state import IN_HAND, People
from croupier.house.model.people.tokens import demand_admitted, demand_token
from croupier.house.model.refusals import HouseCode, decline

ADMINISTRATOR = frozenset({HouseRole.ADMINISTRATOR})
EXCLUDES = SHIFT | CAGE | {HouseRole.PIT_MANAGER}


def giver(event: e.PeopleEvent, by: Signature | None) -> str | None:
    """Who had the account in hand by this event, where it says so."""
    return by.id if by is not None and "by" in event.__struct_fields__ else None


def demand_signed(people: People, event: e.PeopleEvent, by: Signature | None, at: datetime) -> None:
    """Whoever signs it may do it, as the people are before it; raises `HouseRefused`."""
    if getattr(event, "by", None) != giver(event, by):
        decline(HouseCode.NOT_YOURS, f"It names another hand than signed it: {_does(event)}.")
    match event:
        case (
            e.PersonRenamed()
            | e.RolesGiven()
            | e.RolesTaken()
            | e.ActingRoleGiven()
            | e.ActingRoleEnded()
            | e.PersonSuspended()
            | e.PersonRestored()
        ):
            _demand_held(people, event, by, at, ADMINISTRATOR)
        case e.PersonExcluded():
            if by is None or by.id != event.person:
                _demand_held(people, event, by, at, EXCLUDES)
        case e.ExclusionLifted() | e.ShoeAdmitted():
            _demand_held(people, event, by, at, SHIFT)
        case e.TokenVouched():
            _demand_held(people, event, by, at, CONFIGURE)
        case e.PersonRegistered() | e.PasswordReset() | e.ShoeWithdrawn() | e.TokenDoubted():
            if by is not None:
                _demand_held(people, event, by, at, ADMINISTRATOR)
        case e.SecondFactorRemoved() | e.PasskeyRemoved() | e.LoggedOutEverywhere():
            if by is not None and by.id != event.person:
                _demand_held(people, event, by, at, ADMINISTRATOR)
        case e.TokenMade() | e.TokenRevoked():
            if by is not None and not _is_own_token(people, event, by):
                _demand_held(people, event, by, at, _over_token(event))
        case (
            e.PasswordChanged()
            | e.LanguageChosen()
            | e.SecondFactorSet()
            | e.PasskeyAdded()
            | e.PasskeyCountedBack()
            | e.LoggedIn()
            | e.ProvedAgain()
            | e.LoggedOut()
        ):
            if by is not None and by.id != event.person:
                does = _does(event)
                decline(
                    HouseCode.NOT_YOURS, f"{by.id} does not do this for {event.person}: {does}."
                )
        case e.GuestMadeWay():
            account = people.accounts.get(event.person)
            if by is not None or account is None or not account.guest:
                decline(HouseCode.NOT_YOURS, f"{event.person} is no guest, or somebody signed it.")
        case e.LogInFailed() | e.LogInThrottled():
            pass
        case _:
            assert_never(event)


def _does(event: e.PeopleEvent) -> str:
    return str(event.__struct_config__.tag).replace("_", " ")


def _demand_held(
    people: People,
    event: e.PeopleEvent,
    by: Signature | None,
    at: datetime,
    allowed: frozenset[HouseRole],
) -> None:
    if by is None:
        decline(HouseCode.NOT_YOUR_POWER, f"Nobody has signed this: {_does(event)}.")
    account = people.accounts.get(by.id)
    held = account is not None and account.is_open(at) and by.role in account.roles_at(at)
    if not held or by.role not in allowed:
        decline(
            HouseCode.NOT_YOUR_POWER,
            f"{by.id}, as {by.role.label}, could not do this then: {_does(event)}.",
        )


def _over_token(event: e.TokenMade | e.TokenRevoked) -> frozenset[HouseRole]:
    if isinstance(event, e.TokenMade) and event.power is TokenPower.SHOE:
        return CONFIGURE
    return ADMINISTRATOR


def _is_own_token(people: People, event: e.TokenMade | e.TokenRevoked, by: Signature) -> bool:
    if isinstance(event, e.TokenMade):
        return event.owner == by.id and event.power is TokenPower.PERSONAL
    return any(one.id == event.token and one.owner == by.id for one in people.tokens.values())


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
    """Raises `HouseRefused` where one person could have both accounts.

    Of what is approved, and of chips that one has issued and the other takes in.
    """
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
        "this takes somebody else.",
    )


def demand_voucher(people: People, token: str, voucher: str, at: datetime) -> None:
    """Whoever vouches for a token is nobody who answers for it, nor in one hand with them."""
    for backer in demand_token(people, token).answered_by:
        if backer == voucher:
            decline(HouseCode.SAME_PERSON, f"{voucher} answers for it; it takes somebody else.")
        demand_two_people(people, voucher, backer, at)


def demand_still_agreed(people: People, proposal: str | None, at: datetime) -> None:
    """What two people agreed to is made while both still stand and neither account is another's.

    Whoever came in since as one of them was agreed to by nobody.
    """
    one = demand_admitted(people, at, proposal)
    if one.approved_by is None:
        return
    for person, allowed in ((one.owner, CONFIGURE), (one.approved_by, SHIFT)):
        account = people.accounts.get(person)
        if account is None or not account.is_open(at) or allowed.isdisjoint(account.roles_at(at)):
            decline(
                HouseCode.NOT_YOUR_POWER,
                f"{person}, who agreed to it, no longer has the power; propose it anew.",
            )
        for held in hands_of(account, at):
            if held.how.is_takeover and held.last >= one.at:
                decline(
                    HouseCode.SAME_HAND,
                    f"{held.by} has had the account of {person} in hand since it was approved "
                    "(reset its password or removed its second factor); propose it anew.",
                )
    demand_two_people(people, one.approved_by, one.owner, at)


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
    if held.how is Access.REGISTERED:
        return people.founded is None or held.last > people.founded + FOUNDING
    return held.how.is_takeover
