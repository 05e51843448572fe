"""What the house makes of something asked about its people: events, or a `HouseRefused`."""

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import IPv6Network

from msgspec.structs import replace

from croupier.house.model.people import events as e
from croupier.house.model.people.powers import CONFIGURE
from croupier.house.model.people.roles import ALONE, APART, Account, HouseRole, TokenPower
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, decline

ID_PATTERN = r"^[a-z0-9][a-z0-9._-]{1,31}\Z"
NAME_LENGTH_MAX = 60
RESERVED = frozenset({"house", "dealer", "demonstration", "device", "public", "nobody"})
"""Names under which the house itself acts, or nobody."""
ACTING_MAX = timedelta(days=31)
GUEST_LIFE = timedelta(days=1)
GUESTS_MAX = 2_000
"""At a time: they cost nothing to make."""
GUESTS_A_DAY = 10 * GUESTS_MAX
"""With those who made way."""
WIDE_BITS = 48
"""Of an IPv6 address: what one site has, and a customer at most."""
WIDE_MOST = 4
"""Guests of such a network, in those of one address."""
PASSKEYS_MAX = 10
DOUBT = timedelta(days=1)
"""So long the token of a device goes on whose maker was suspended, and nobody vouches for it."""
SESSIONS_MAX = 20
"""Of one person; the oldest makes way."""

Events = tuple[e.PeopleEvent, ...]


def demand_account(people: People, person: str) -> Account:
    account = people.accounts.get(person)
    if account is None:
        decline(HouseCode.NO_SUCH_PERSON, f"Nobody here is called '{person}'.")
    return account


def demand_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= NAME_LENGTH_MAX or not name.isprintable():
        decline(HouseCode.BAD_NAME, f"A name has 1 to {NAME_LENGTH_MAX} printable characters.")
    return name


def _demand_roles(roles: Iterable[HouseRole]) -> tuple[HouseRole, ...]:
    wanted = tuple(role for role in HouseRole if role in frozenset(roles))
    if not wanted:
        decline(HouseCode.BAD_ROLES, "A person has at least one role.")
    if HouseRole.DEVICE in wanted:
        decline(HouseCode.BAD_ROLES, "Devices come in with tokens; a person is no device.")
    for role in ALONE:
        if role in wanted and len(wanted) > 1:
            decline(
                HouseCode.BAD_ROLES,
                f"Whoever is {role.label} has no other role: who plays, who audits and who gives "
                "powers are different people from those who run the tables.",
            )
    for apart in APART:
        if apart <= frozenset(wanted):
            both = " and ".join(role.label for role in wanted if role in apart)
            decline(
                HouseCode.BAD_ROLES,
                f"Nobody is {both}: who sets up a jackpot does not pay it out.",
            )
    return wanted


def _demand_administrator_left(people: People, person: str) -> None:
    others = (
        one
        for one in people.accounts.values()
        if one.id != person and HouseRole.ADMINISTRATOR in one.roles and one.suspended is None
    )
    if HouseRole.ADMINISTRATOR in people.accounts[person].roles and not any(others):
        decline(
            HouseCode.LAST_ADMINISTRATOR,
            f"{person} is the only administrator left; make another one first.",
        )


# Accounts


def register(
    people: People,
    at: datetime,
    person: str,
    name: str,
    roles: Iterable[HouseRole],
    mark: str = "",
) -> Events:
    if re.fullmatch(ID_PATTERN, person) is None or person in RESERVED:
        decline(
            HouseCode.BAD_NAME,
            f"'{person}' cannot be a log-in name: 2 to 32 of a-z, 0-9, '.', '_' and '-', "
            "beginning with a letter or digit, and not one that the house uses itself.",
        )
    if person in people.accounts:
        decline(HouseCode.NAME_TAKEN, f"Somebody is called '{person}' already.")
    return (e.PersonRegistered(person, demand_name(name), _demand_roles(roles), mark=mark),)


def register_guest(
    people: People,
    at: datetime,
    person: str,
    name: str,
    address: str,
    most: int,
    idle: Collection[str] = (),
) -> Events:
    """Somebody who plays for practice money for a day; so many of one address, and no more.

    In a full house the oldest of the `idle` makes way, and still counts for its address.
    """
    if person in people.accounts:
        decline(HouseCode.NAME_TAKEN, f"Somebody is called '{person}' already.")
    came = [one for one in people.accounts.values() if one.guest and _is_of_today(one, at)]
    _demand_few_of_address(came, address, most)
    made_way: Events = ()
    if is_full(people, at):
        unused = [one for one in came if one.id in idle and one.is_open(at)]
        if not unused or len(came) >= GUESTS_A_DAY:
            decline(HouseCode.FULL, "The house is full of guests; come again later.")
        made_way = (e.GuestMadeWay(min(unused, key=lambda one: one.registered).id),)
    until = at + GUEST_LIFE
    return (
        *made_way,
        e.PersonRegistered(
            person, demand_name(name), (HouseRole.PLAYER,), True, until, address=address
        ),
    )


def is_full(people: People, at: datetime) -> bool:
    here = (one for one in people.accounts.values() if one.guest and one.is_open(at))
    return sum(1 for _ in here) >= GUESTS_MAX


def _is_of_today(guest: Account, at: datetime) -> bool:
    return guest.until is None or at < guest.until


def _demand_few_of_address(came: Iterable[Account], address: str, most: int) -> None:
    places = [one.address or "" for one in came]
    wide = wide_network(address)
    of_site = 0 if wide is None else sum(1 for one in places if wide_network(one) == wide)
    if places.count(address) >= most or of_site >= WIDE_MOST * most:
        decline(
            HouseCode.FULL,
            f"{most} guests have come from your address within a day, or {WIDE_MOST * most} from "
            "its network; come again later.",
        )


@lru_cache(maxsize=GUESTS_A_DAY)
def wide_network(address: str) -> str | None:
    """The network of a whole site around an address or network of IPv6."""
    if ":" not in address:
        return None
    try:
        return str(IPv6Network(f"{address.partition('/')[0]}/{WIDE_BITS}", strict=False))
    except ValueError:
        return None


def rename(people: People, at: datetime, person: str, name: str) -> Events:
    demand_account(people, person)
    return (e.PersonRenamed(person, demand_name(name)),)


def choose_language(people: People, at: datetime, person: str, language: str) -> Events:
    """Nothing where it is theirs already."""
    known = demand_account(people, person).language
    return () if known == language else (e.LanguageChosen(person, language),)


def set_roles(people: People, at: datetime, person: str, roles: Iterable[HouseRole]) -> Events:
    """Exactly these roles from now on."""
    account = demand_account(people, person)
    wanted = frozenset(_demand_roles(roles))
    if account.guest:
        decline(HouseCode.BAD_ROLES, "A guest is a player and nothing else.")
    _demand_roles(wanted | {one.role for one in account.acting if at < one.until})
    if HouseRole.ADMINISTRATOR not in wanted:
        _demand_administrator_left(people, person)
    given = tuple(role for role in HouseRole if role in wanted - account.roles)
    taken = tuple(role for role in HouseRole if role in account.roles - wanted)
    return (
        *((e.RolesGiven(person, given),) if given else ()),
        *((e.RolesTaken(person, taken),) if taken else ()),
        *(_doubted(people, at, person) if CONFIGURE.isdisjoint(wanted) else ()),
    )


def act_as(
    people: People, at: datetime, person: str, role: HouseRole, until: datetime, reason: str
) -> Events:
    """A further role for a time."""
    account = demand_account(people, person)
    if not at < until <= at + ACTING_MAX:
        decline(HouseCode.BAD_TIME, f"An acting role ends within {ACTING_MAX.days} days.")
    if not reason.strip():
        decline(HouseCode.BAD_COMMAND, "Say why the role is given.")
    _demand_roles({*account.roles_at(at), role})
    if role in account.roles:
        decline(HouseCode.BAD_ROLES, f"{account.name} is {role.label} already.")
    return (e.ActingRoleGiven(person, role, until, reason),)


def end_acting(people: People, at: datetime, person: str, role: HouseRole) -> Events:
    account = demand_account(people, person)
    if not any(one.role is role and at < one.until for one in account.acting):
        decline(HouseCode.BAD_ROLES, f"{account.name} does not act as {role.label}.")
    left = account.roles_at(at) - {role}
    return (
        e.ActingRoleEnded(person, role),
        *(_doubted(people, at, person) if CONFIGURE.isdisjoint(left) else ()),
    )


def suspend(people: People, at: datetime, person: str, reason: str) -> Events:
    account = demand_account(people, person)
    if account.suspended is not None:
        decline(HouseCode.SUSPENDED, f"{account.name} is suspended already.")
    if not reason.strip():
        decline(HouseCode.BAD_COMMAND, "Say why.")
    _demand_administrator_left(people, person)
    return (e.PersonSuspended(person, reason), *_doubted(people, at, person))


def restore(people: People, at: datetime, person: str, reason: str) -> Events:
    account = demand_account(people, person)
    if account.suspended is None:
        decline(HouseCode.SUSPENDED, f"{account.name} is not suspended.")
    return (e.PersonRestored(person, reason),)


def exclude(
    people: People, at: datetime, person: str, until: datetime | None, reason: str
) -> Events:
    """No wagers of this player; an exclusion can be made longer, and not shorter."""
    account = demand_account(people, person)
    if until is not None and until <= at:
        decline(HouseCode.BAD_TIME, "An exclusion ends in the future.")
    if account.is_excluded(at) and until is not None:
        before = account.excluded_until
        if before is None or until < before:
            decline(HouseCode.EXCLUDED, f"{account.name} is excluded for longer already.")
    return (e.PersonExcluded(person, until, reason),)


def lift_exclusion(people: People, at: datetime, person: str, reason: str) -> Events:
    account = demand_account(people, person)
    if not account.is_excluded(at):
        decline(HouseCode.EXCLUDED, f"{account.name} is not excluded.")
    return (e.ExclusionLifted(person, reason),)


# Secrets


def change_password(
    people: People, at: datetime, person: str, session: str | None, mark: str
) -> Events:
    demand_account(people, person)
    return (e.PasswordChanged(person, session, mark), *_own_tokens_revoked(people, person))


def reset_password(people: People, at: datetime, person: str, mark: str) -> Events:
    """Whoever had got in no longer is: sessions end, and tokens that act as the person."""
    account = demand_account(people, person)
    if account.guest:
        decline(HouseCode.BAD_COMMAND, "A guest has no password.")
    return (
        e.PasswordReset(person, mark=mark),
        *_own_tokens_revoked(people, person),
        *_doubted(people, at, person),
    )


def _own_tokens_revoked(people: People, person: str) -> Events:
    """Tokens that act as the person; those of devices go on for a while (`_doubted`)."""
    return tuple(
        e.TokenRevoked(one.id)
        for one in people.tokens.values()
        if one.owner == person and one.power is TokenPower.PERSONAL
    )


def _doubted(people: People, at: datetime, person: str) -> Events:
    """Tokens of devices that the person answers for: tables run on them, so they end later.

    Nothing runs yet on one that was agreed to and not made.
    """
    withdrawn = (
        e.ShoeWithdrawn(proposal)
        for proposal, one in people.admitted.items()
        if person in one.agreed_by and one.may_be_made(at)
    )
    doubted = (
        e.TokenDoubted(one.id, at + DOUBT)
        for one in people.tokens.values()
        if one.power is not TokenPower.PERSONAL
        and person in one.answered_by
        and one.doubted_until is None
    )
    return (*withdrawn, *doubted)


def set_second_factor(people: People, at: datetime, person: str, step: int) -> Events:
    if demand_account(people, person).second_factor:
        decline(HouseCode.SECOND_FACTOR_SET, "A second factor is set; remove it first.")
    return (e.SecondFactorSet(person, step),)


def remove_second_factor(people: People, at: datetime, person: str) -> Events:
    """By its owner: passkeys stay."""
    if not demand_account(people, person).second_factor:
        decline(HouseCode.NO_SECOND_FACTOR, "No second factor is set.")
    return (e.SecondFactorRemoved(person),)


def remove_factors(people: People, at: datetime, person: str) -> Events:
    """By somebody else: all that would keep them out, and whoever had got in no longer is."""
    account = demand_account(people, person)
    if not people.has_factor(person):
        decline(HouseCode.NO_SECOND_FACTOR, "Neither a second factor nor a passkey is set.")
    return (
        *((e.SecondFactorRemoved(person),) if account.second_factor else ()),
        *(e.PasskeyRemoved(person, key) for key in people.passkeys_of(person)),
        e.LoggedOutEverywhere(person),
        *_own_tokens_revoked(people, person),
        *_doubted(people, at, person),
    )


def add_passkey(people: People, at: datetime, wanted: e.PasskeyAdded) -> Events:
    demand_account(people, wanted.person)
    _demand_unused(people, wanted.challenge)
    if wanted.passkey in people.passkeys:
        decline(HouseCode.PASSKEY_KNOWN, "This passkey is known already.")
    if len(people.passkeys_of(wanted.person)) >= PASSKEYS_MAX:
        decline(HouseCode.FULL, f"You have {PASSKEYS_MAX} passkeys; remove one first.")
    return (replace(wanted, name=demand_name(wanted.name)),)


def remove_passkey(people: People, at: datetime, person: str, passkey: str) -> Events:
    if passkey not in people.passkeys_of(person):
        decline(HouseCode.NO_SUCH_PASSKEY, "You have no such passkey.")
    return (e.PasskeyRemoved(person, passkey),)


def _demand_unused(people: People, challenge: str | None) -> None:
    """What was signed is taken once, whichever process is asked."""
    if challenge is not None and challenge in people.challenges:
        decline(HouseCode.WRONG_CODE, "That has been used; ask for your passkey again.")


def _demand_fresh_factor(people: People, wanted: e.LoggedIn | e.ProvedAgain) -> None:
    """A code of the second factor is taken once, and so is what a passkey signed."""
    account = people.accounts[wanted.person]
    if wanted.step is not None and wanted.step <= account.last_step:
        decline(HouseCode.WRONG_CODE, "That code has been used; wait for the next one.")
    _demand_unused(people, wanted.challenge)
    if wanted.passkey is not None and wanted.passkey not in people.passkeys_of(wanted.person):
        decline(HouseCode.NO_SUCH_PASSKEY, "You have no such passkey.")


def _counted_back(people: People, wanted: e.LoggedIn | e.ProvedAgain) -> Events:
    """A copy of an authenticator is noticed, not refused: most of them do not count at all."""
    if wanted.passkey is None or wanted.counted is None:
        return ()
    before = people.passkeys[wanted.passkey].counted
    if before == 0 or wanted.counted > before:
        return ()
    return (e.PasskeyCountedBack(wanted.person, wanted.passkey, before, wanted.counted),)


# Coming and going


def log_in(people: People, at: datetime, wanted: e.LoggedIn) -> Events:
    """A new session."""
    if not demand_account(people, wanted.person).is_open(at):
        decline(HouseCode.SUSPENDED, "This account is not open.")
    _demand_fresh_factor(people, wanted)
    held = sorted(people.sessions_of(wanted.person), key=lambda key: people.sessions[key].since)
    surplus = held[: max(0, len(held) - SESSIONS_MAX + 1)]
    ended = (e.LoggedOut(wanted.person, key) for key in surplus)
    return (*ended, wanted, *_counted_back(people, wanted))


def prove_again(people: People, at: datetime, wanted: e.ProvedAgain) -> Events:
    session = people.sessions.get(wanted.session)
    if session is None or session.person != wanted.person:
        decline(HouseCode.NOT_YOUR_POWER, "This is for people who have logged in.")
    _demand_fresh_factor(people, wanted)
    return (wanted, *_counted_back(people, wanted))


def log_out(people: People, at: datetime, session: str) -> Events:
    known = people.sessions.get(session)
    return () if known is None else (e.LoggedOut(known.person, session),)


def log_out_everywhere(people: People, at: datetime, person: str) -> Events:
    demand_account(people, person)
    return (e.LoggedOutEverywhere(person), *_own_tokens_revoked(people, person))
