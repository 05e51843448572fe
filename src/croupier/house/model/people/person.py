"""Who somebody is: the person that a session or a token stands for."""

import hmac
from datetime import datetime
from functools import cached_property, lru_cache

from msgspec import UNSET, Struct

from croupier.house.model.people.credentials import Seals, Token
from croupier.house.model.people.roles import (
    TABLE_STAFF,
    Account,
    HouseRole,
    Signature,
    TokenPower,
    table_role,
)
from croupier.house.model.people.state import People
from croupier.rulebooks.terms import Actor, Role
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer

REFERENCE_DIGITS = 16
_ORDER = {role: place for place, role in enumerate(HouseRole)}


class Power(Struct, frozen=True):
    """In what capacity somebody gives a kind of command, and what is asked of each one."""

    tag: str
    signature: Signature
    own: bool
    """As a player, who acts for themselves."""
    signed_on: bool
    """As the dealer of the table."""
    device: bool
    guest: bool
    other: bool
    """For somebody else: staff do not play."""


class Person(Struct, frozen=True, dict=True):
    """Who comes in with a session or a token; without either, anybody.

    A person never changes: after whatever changes what they may do there is another one. So what
    follows from them is worked out once.
    """

    id: str | None = None
    name: str = ""
    roles: frozenset[HouseRole] = frozenset()
    """Held now. None before a one-time password is changed."""
    key: str | None = None
    """The session or token that proves it, in the form that the log has."""
    device: Token | None = None
    guest: bool = False
    must_change_password: bool = False
    second_factor: bool = False
    """Codes of a program; passkeys are counted apart."""
    excluded: bool = False
    since: datetime | None = None
    """When they last showed that it is them: a token never does."""
    until: datetime | None = None
    """When to look again whether they may still come in, and as what."""

    @property
    def role(self) -> HouseRole | None:
        """The highest."""
        return max(self.roles, key=_ORDER.__getitem__, default=None)

    @cached_property
    def actor(self) -> Actor | None:
        """In what role of the documents they act at tables, if in any."""
        if self.id is None or self.device is not None:
            return None
        role = table_role(self.roles)
        return None if role is None else Actor(self.id, role)

    @cached_property
    def is_staff(self) -> bool:
        """Whether they act at tables for the house."""
        return self.actor is not None and self.actor.role.is_staff

    @property
    def viewer(self) -> Viewer:
        """Staff of the tables see what is reported there; a player sees their own hand."""
        if HouseRole.AUDITOR in self.roles:
            return AUDITOR
        if not self.roles.isdisjoint(TABLE_STAFF):
            return STAFF
        if HouseRole.PLAYER in self.roles and self.id is not None:
            return Viewer.of_player(self.id)
        return PUBLIC

    def has(self, *roles: HouseRole) -> bool:
        """Whether they hold one of these now."""
        return not self.roles.isdisjoint(roles)

    def signature(self, roles: frozenset[HouseRole]) -> Signature | None:
        """Theirs, in the highest of these roles that they hold."""
        found = self._signatures.get(roles)
        if found is None:
            held = self.roles & roles
            if self.id is None or not held:
                return None
            role = max(held, key=_ORDER.__getitem__)
            found = Signature(self.id, role, UNSET if self.key is None else reference(self.key))
            self._signatures[roles] = found
        return found

    @cached_property
    def _signatures(self) -> dict[frozenset[HouseRole], Signature]:
        return {}

    @cached_property
    def powers(self) -> dict[type, Power]:
        """For the kinds of commands that they have given so far."""
        return {}


ANYBODY = Person()


def staff(name: str, role: Role) -> Person:
    """A person of the tables, for programs that run inside the house."""
    return Person(name, name, frozenset({HouseRole(role.value)}))


@lru_cache(maxsize=4096)
def at_table(by: Signature) -> Actor | None:
    """The one who signs, as they act at a table, if they do."""
    return by.actor


def reference(key: str) -> str:
    """What signatures call a session or token that has this digest."""
    return key[:REFERENCE_DIGITS]


def csrf_token(key: bytes, session: str) -> str:
    """What a page proves with that it belongs to the house; known to nobody but the session."""
    return hmac.digest(key, b"croupier-csrf/1 " + session.encode(), "sha256").hex()


def person_of(people: People, key: str, now: datetime, seals: Seals) -> Person | None:
    """Who has this session or token, if anybody; one without the house's seal lets nobody in."""
    session = people.sessions.get(key)
    if session is not None:
        if not seals.holds_session(key, session):
            return None
        account = people.accounts.get(session.person)
        if account is None or now >= session.until or not account.is_open(now):
            return None
        proved = session.proved or session.since
        return _of_account(account, key, now, proved, session.until)
    token = people.tokens.get(key)
    if token is None or (token.ends is not None and now >= token.ends):
        return None
    if not seals.holds_token(key, token):
        return None
    if token.power is not TokenPower.PERSONAL:
        return Person(
            f"device:{token.id}",
            token.name,
            frozenset({HouseRole.DEVICE}),
            key,
            device=token,
            until=token.ends,
        )
    owner = people.accounts.get(token.owner)
    if owner is None or not owner.is_open(now):
        return None
    return _of_account(owner, key, now, None, token.until)


def _of_account(
    account: Account, key: str, now: datetime, since: datetime | None, until: datetime | None
) -> Person:
    ends = [one.until for one in account.acting if now < one.until]
    ends += [end for end in (until, account.until) if end is not None]
    if account.excluded_until is not None and now < account.excluded_until:
        ends.append(account.excluded_until)
    by_token = since is None
    locked = account.must_change_password and not by_token
    return Person(
        account.id,
        account.name,
        frozenset() if locked else account.roles_at(now),
        key,
        guest=account.guest,
        must_change_password=locked,
        second_factor=account.second_factor,
        excluded=account.is_excluded(now),
        since=since,
        until=min(ends, default=None),
    )
