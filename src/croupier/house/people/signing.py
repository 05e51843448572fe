"""Who may sign what happens to people: asked before it is written down, and by every proof.

Without a signature acts the house itself: it makes the first administrator, lets guests in,
notes failures, and resets a password from its own machine. Whoever has to change a one-time
password holds no role yet, and looks after their own sessions and secrets unsigned.
"""

from datetime import datetime
from typing import Any

from croupier.house.people import events as e
from croupier.house.people.powers import CAGE, SHIFT
from croupier.house.people.roles import HouseRole, Signature, TokenPower
from croupier.house.people.state import People
from croupier.house.refusals import HouseCode, decline

ADMINISTRATOR = frozenset({HouseRole.ADMINISTRATOR})
EXCLUDES = SHIFT | CAGE | {HouseRole.PIT_MANAGER}

_SIGNED: dict[type, frozenset[HouseRole]] = {
    e.PersonRenamed: ADMINISTRATOR,
    e.RolesGiven: ADMINISTRATOR,
    e.RolesTaken: ADMINISTRATOR,
    e.ActingRoleGiven: ADMINISTRATOR,
    e.ActingRoleEnded: ADMINISTRATOR,
    e.PersonSuspended: ADMINISTRATOR,
    e.PersonRestored: ADMINISTRATOR,
    e.PersonExcluded: EXCLUDES,
    e.ExclusionLifted: SHIFT,
}
"""Never done by the house itself."""
_SIGNED_OR_OURS: dict[type, frozenset[HouseRole]] = {
    e.PersonRegistered: ADMINISTRATOR,
    e.PasswordReset: ADMINISTRATOR,
    e.SecondFactorRemoved: ADMINISTRATOR,
    e.PasskeyRemoved: ADMINISTRATOR,
    e.LoggedOutEverywhere: ADMINISTRATOR,
    e.TokenMade: ADMINISTRATOR,
    e.TokenRevoked: ADMINISTRATOR,
}
_OWN = (
    e.PasswordChanged,
    e.SecondFactorSet,
    e.PasskeyAdded,
    e.PasskeyCountedBack,
    e.LoggedIn,
    e.ProvedAgain,
    e.LoggedOut,
)
"""Nobody does these for somebody else."""
_OWN_TOO = (e.PersonExcluded, e.SecondFactorRemoved, e.PasskeyRemoved, e.LoggedOutEverywhere)


def giver(event: Any, by: Signature | None) -> str | None:
    """Who had the account in hand by this event, where it says so."""
    return by.id if by is not None and "by" in event.__struct_fields__ else None


def demand_signed(people: People, event: Any, by: Signature | None, at: datetime) -> None:
    """Whoever signs it may do it, as the people are before it; raises `HouseRefused`."""
    kind = type(event)
    does = str(kind.__struct_config__.tag).replace("_", " ")
    if getattr(event, "by", None) != giver(event, by):
        decline(HouseCode.NOT_YOURS, f"It names another hand than signed it: {does}.")
    if by is None:
        if kind in _SIGNED:
            decline(HouseCode.NOT_YOUR_POWER, f"Nobody has signed this: {does}.")
        return
    if kind in _OWN:
        if by.id != event.person:
            decline(HouseCode.NOT_YOURS, f"{by.id} does not do this for {event.person}: {does}.")
        return
    allowed = _SIGNED.get(kind) or _SIGNED_OR_OURS.get(kind)
    if allowed is None or _is_own(people, event, by):
        return
    account = people.accounts.get(by.id)
    held = account is not None and account.is_open(at) and by.role in account.roles_at(at)
    if not held or by.role not in allowed:
        decline(
            HouseCode.NOT_YOUR_POWER,
            f"{by.id}, as {by.role.label}, could not do this then: {does}.",
        )


def _is_own(people: People, event: Any, by: Signature) -> bool:
    """What people may do for themselves that takes a role where it is for others."""
    match event:
        case e.TokenMade():
            return event.owner == by.id and event.power is TokenPower.PERSONAL
        case e.TokenRevoked():
            return any(
                one.id == event.token and one.owner == by.id for one in people.tokens.values()
            )
        case _:
            return isinstance(event, _OWN_TOO) and event.person == by.id
