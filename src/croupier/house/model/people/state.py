"""The people of a house as the fold of their stream.

Sessions, acting roles and guests whose time is over are swept out now and then, so that the
state does not grow with the years.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, assert_never

from msgspec import Struct, structs

from croupier.house.model.people import events as e
from croupier.house.model.people.credentials import (
    Admitted,
    Passkey,
    Session,
    Token,
    admitted_after,
    made_token,
    tokens_after,
)
from croupier.house.model.people.roles import MACHINE, Access, Account, Acting, HouseRole, InHand

replace = structs.replace

SWEEP = timedelta(hours=1)
IN_HAND = timedelta(days=30)
"""So long a power or a way in that somebody gave counts as theirs too."""
CHALLENGE_LIFE = timedelta(minutes=5)
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class People(Struct, frozen=True):
    """Everybody who has an account, and those who are in."""

    accounts: Mapping[str, Account] = {}
    sessions: Mapping[str, Session] = {}
    """By the HMAC of their secret, in hexadecimal."""
    tokens: Mapping[str, Token] = {}
    """Likewise."""
    admitted: Mapping[str, Admitted] = {}
    """By the proposal."""
    passkeys: Mapping[str, Passkey] = {}
    """By the identity of the credential."""
    challenges: Mapping[str, datetime] = {}
    """Those that were signed, until they would be over anyhow."""
    founded: datetime | None = None
    """When the first person was registered."""
    swept: datetime = _LONG_AGO

    def roles_of(self, person: str, at: datetime) -> frozenset[HouseRole]:
        """What somebody is at a moment; nothing where nobody is called so."""
        account = self.accounts.get(person)
        return frozenset() if account is None else account.roles_at(at)

    def sessions_of(self, person: str) -> list[str]:
        return [key for key, session in self.sessions.items() if session.person == person]

    def passkeys_of(self, person: str) -> dict[str, Passkey]:
        return {key: one for key, one in self.passkeys.items() if one.person == person}

    def devices_in_doubt(self, now: datetime) -> dict[str, datetime]:
        """Devices whose tokens end soon, by their names, unless somebody vouches for them."""
        ends = ((one.name, one.doubted_until) for one in self.tokens.values())
        return {name: end for name, end in ends if end is not None and now < end}

    def has_factor(self, person: str) -> bool:
        """Whether a password alone does not let them in."""
        return self.accounts[person].second_factor or bool(self.passkeys_of(person))


def evolve(people: People, event: e.PeopleEvent, at: datetime) -> People:
    """The people after an event of their stream."""
    if at - people.swept >= SWEEP:
        people = _swept(people, at)
    return _after(people, event, at)


def _after(people: People, event: e.PeopleEvent, at: datetime) -> People:  # noqa: PLR0912 - a case an event
    match event:
        case e.PersonRegistered():
            return _registered(people, event, at)
        case e.PersonRenamed():
            return _renamed(people, event, at)
        case e.LanguageChosen():
            return _with(people, event.person, language=event.language)
        case e.GuestMadeWay():
            people = _with(people, event.person, suspended="made way for another guest")
            return _without_sessions(people, event.person)
        case e.RolesGiven():
            return _roles_given(people, event, at)
        case e.RolesTaken():
            return _roles_taken(people, event, at)
        case e.ActingRoleGiven():
            return _acting_given(people, event, at)
        case e.ActingRoleEnded():
            return _acting_ended(people, event, at)
        case e.PersonSuspended():
            return _suspended(people, event, at)
        case e.PersonRestored():
            return _restored(people, event, at)
        case e.PersonExcluded():
            return _excluded(people, event, at)
        case e.ExclusionLifted():
            return _exclusion_lifted(people, event, at)
        case e.PasswordChanged():
            return _password_changed(people, event, at)
        case e.PasswordReset():
            return _password_reset(people, event, at)
        case e.SecondFactorSet():
            return _second_factor_set(people, event, at)
        case e.SecondFactorRemoved():
            return _second_factor_removed(people, event, at)
        case e.PasskeyAdded():
            return _passkey_added(people, event, at)
        case e.PasskeyRemoved():
            return _passkey_removed(people, event, at)
        case e.LoggedIn():
            return _logged_in(people, event, at)
        case e.ProvedAgain():
            return _proved_again(people, event, at)
        case e.LoggedOut():
            return _logged_out(people, event, at)
        case e.LoggedOutEverywhere():
            return _logged_out_everywhere(people, event, at)
        case e.ShoeAdmitted() | e.ShoeWithdrawn():
            return replace(people, admitted=admitted_after(people.admitted, event, at))
        case e.TokenMade():
            agreed = people.admitted.get(event.proposal or "")
            return replace(
                people,
                tokens={**people.tokens, event.hash: made_token(event, agreed, at)},
                admitted=admitted_after(people.admitted, event, at),
            )
        case e.TokenDoubted() | e.TokenVouched() | e.TokenRevoked():
            return replace(people, tokens=tokens_after(people.tokens, event))
        case e.PasskeyCountedBack() | e.LogInFailed() | e.LogInThrottled():
            return people  # for the record
        case _:
            assert_never(event)


def _swept(people: People, at: datetime) -> People:
    accounts = {
        key: _without_the_past(account, at)
        for key, account in people.accounts.items()
        if account.until is None or at < account.until
    }
    return People(
        accounts=accounts,
        sessions={
            key: session
            for key, session in people.sessions.items()
            if at < session.until and session.person in accounts
        },
        tokens={
            key: token
            for key, token in people.tokens.items()
            if (token.ends is None or at < token.ends) and token.owner in accounts
        },
        admitted={key: one for key, one in people.admitted.items() if one.may_be_made(at)},
        passkeys=people.passkeys,
        challenges={key: until for key, until in people.challenges.items() if at < until},
        founded=people.founded,
        swept=at,
    )


def _without_the_past(account: Account, at: datetime) -> Account:
    acting = tuple(one for one in account.acting if at < one.until)
    in_hand = tuple(one for one in account.in_hand if at < one.last + IN_HAND)
    if acting == account.acting and in_hand == account.in_hand:
        return account
    return replace(account, acting=acting, in_hand=in_hand)


def _with(people: People, person: str | None, **changes: Any) -> People:
    account = None if person is None else people.accounts.get(person)
    if person is None or account is None:
        return people
    return replace(people, accounts={**people.accounts, person: replace(account, **changes)})


def _handed(people: People, person: str, by: str | None, how: Access, at: datetime) -> People:
    """Somebody else has, or gave, what this account is and can."""
    if by is None or by == person:
        return people
    held = people.accounts[person].in_hand
    before = [one for one in held if one.by == by and one.how is how]
    others = tuple(one for one in held if one not in before)
    since = before[0].since if before else at
    return _with(people, person, in_hand=(*others, InHand(by, how, since, at)))


def _proved(people: People, event: e.LoggedIn | e.ProvedAgain, at: datetime) -> People:
    """A factor from before somebody had the account in hand shows that its owner has it again."""
    account = people.accounts[event.person]
    since = account.second_factor_since if event.step is not None else None
    if event.passkey is not None:
        since = people.passkeys[event.passkey].added
    changes: dict[str, Any] = {} if event.step is None else {"last_step": event.step}
    if since is not None:
        changes["in_hand"] = tuple(
            one for one in account.in_hand if not (one.how.is_takeover and since < one.since)
        )
    if event.passkey is not None and event.counted is not None:
        one = people.passkeys[event.passkey]
        used = replace(one, counted=max(one.counted, event.counted))
        people = replace(people, passkeys={**people.passkeys, event.passkey: used})
    return _with(_spent(people, event.challenge, at), event.person, **changes)


def _spent(people: People, challenge: str | None, at: datetime) -> People:
    if challenge is None:
        return people
    return replace(people, challenges={**people.challenges, challenge: at + CHALLENGE_LIFE})


def _without_sessions(people: People, person: str, kept: str | None = None) -> People:
    sessions = {
        key: session
        for key, session in people.sessions.items()
        if session.person != person or key == kept
    }
    return replace(people, sessions=sessions)


# One change for each event


def _registered(people: People, event: e.PersonRegistered, at: datetime) -> People:
    account = Account(
        event.person,
        event.name,
        frozenset(event.roles),
        at,
        guest=event.guest,
        until=event.until,
        must_change_password=not event.guest,
        mark=event.mark,
        address=event.address,
    )
    people = replace(
        people,
        accounts={**people.accounts, event.person: account},
        founded=people.founded or at,
    )
    return _handed(people, event.person, event.by, Access.REGISTERED, at)


def _renamed(people: People, event: e.PersonRenamed, at: datetime) -> People:
    return _with(people, event.person, name=event.name)


def _roles_given(people: People, event: e.RolesGiven, at: datetime) -> People:
    roles = people.accounts[event.person].roles | frozenset(event.roles)
    people = _with(people, event.person, roles=roles)
    return _handed(people, event.person, event.by, Access.ROLES, at)


def _roles_taken(people: People, event: e.RolesTaken, at: datetime) -> People:
    roles = people.accounts[event.person].roles - frozenset(event.roles)
    return _with(people, event.person, roles=roles)


def _acting_given(people: People, event: e.ActingRoleGiven, at: datetime) -> People:
    others = tuple(
        one for one in people.accounts[event.person].acting if one.role is not event.role
    )
    acting = (*others, Acting(event.role, event.until, event.reason))
    people = _with(people, event.person, acting=acting)
    return _handed(people, event.person, event.by, Access.ROLES, at)


def _acting_ended(people: People, event: e.ActingRoleEnded, at: datetime) -> People:
    acting = tuple(
        one for one in people.accounts[event.person].acting if one.role is not event.role
    )
    return _with(people, event.person, acting=acting)


def _suspended(people: People, event: e.PersonSuspended, at: datetime) -> People:
    people = _with(people, event.person, suspended=event.reason)
    return _without_sessions(people, event.person)


def _restored(people: People, event: e.PersonRestored, at: datetime) -> People:
    return _with(people, event.person, suspended=None)


def _excluded(people: People, event: e.PersonExcluded, at: datetime) -> People:
    return _with(people, event.person, excluded=event.reason, excluded_until=event.until)


def _exclusion_lifted(people: People, event: e.ExclusionLifted, at: datetime) -> People:
    return _with(people, event.person, excluded=None, excluded_until=None)


def _password_changed(people: People, event: e.PasswordChanged, at: datetime) -> People:
    people = _with(people, event.person, must_change_password=False, mark=event.mark)
    return _without_sessions(people, event.person, event.session)


def _password_reset(people: People, event: e.PasswordReset, at: datetime) -> People:
    people = _with(people, event.person, must_change_password=True, mark=event.mark)
    people = _handed(people, event.person, event.by or MACHINE, Access.PASSWORD, at)
    return _without_sessions(people, event.person)


def _second_factor_set(people: People, event: e.SecondFactorSet, at: datetime) -> People:
    return _with(
        people, event.person, second_factor=True, second_factor_since=at, last_step=event.step
    )


def _second_factor_removed(people: People, event: e.SecondFactorRemoved, at: datetime) -> People:
    people = _with(people, event.person, second_factor=False, second_factor_since=None)
    return _handed(people, event.person, event.by or MACHINE, Access.SECOND_FACTOR, at)


def _passkey_added(people: People, event: e.PasskeyAdded, at: datetime) -> People:
    added = Passkey(event.person, event.name, event.key, event.site, at, event.seal)
    people = replace(people, passkeys={**people.passkeys, event.passkey: added})
    return _spent(people, event.challenge, at)


def _passkey_removed(people: People, event: e.PasskeyRemoved, at: datetime) -> People:
    left = {key: one for key, one in people.passkeys.items() if key != event.passkey}
    people = replace(people, passkeys=left)
    return _handed(people, event.person, event.by or MACHINE, Access.SECOND_FACTOR, at)


def _logged_in(people: People, event: e.LoggedIn, at: datetime) -> People:
    people = _proved(people, event, at)
    session = Session(event.person, at, event.until, event.address, event.seal)
    return replace(people, sessions={**people.sessions, event.session: session})


def _proved_again(people: People, event: e.ProvedAgain, at: datetime) -> People:
    people = _proved(people, event, at)
    session = replace(people.sessions[event.session], proved=at)
    return replace(people, sessions={**people.sessions, event.session: session})


def _logged_out(people: People, event: e.LoggedOut, at: datetime) -> People:
    sessions = {key: one for key, one in people.sessions.items() if key != event.session}
    return replace(people, sessions=sessions)


def _logged_out_everywhere(people: People, event: e.LoggedOutEverywhere, at: datetime) -> People:
    return _without_sessions(people, event.person)
