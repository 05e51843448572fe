"""Somebody at the door: who they are, what they may do and as what they look at tables."""

import hmac
from datetime import datetime

from msgspec import UNSET, Struct

from croupier.house.people.roles import TABLE_STAFF, HouseRole, Signature, TokenPower
from croupier.house.people.seals import Seals
from croupier.house.people.state import Account, People, Token, table_role
from croupier.rulebooks.roles import Actor, Role
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer

REFERENCE_DIGITS = 16
_ORDER = {role: place for place, role in enumerate(HouseRole)}


class Person(Struct, frozen=True):
    """Who comes in with a session or a token; without either, anybody."""

    id: str | None = None
    name: str = ""
    roles: frozenset[HouseRole] = frozenset()
    """Held now. None before a one-time password is changed."""
    key: str | None = None
    """How the session or token that proves it stands in the log."""
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

    @property
    def actor(self) -> Actor | None:
        """In what role of the documents they act at tables, if in any."""
        if self.id is None or self.device is not None:
            return None
        role = table_role(self.roles)
        return None if role is None else Actor(self.id, role)

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
        held = self.roles & roles
        if self.id is None or not held:
            return None
        role = max(held, key=_ORDER.__getitem__)
        return Signature(self.id, role, UNSET if self.key is None else reference(self.key))


ANYBODY = Person()


def staff(name: str, role: Role) -> Person:
    """A person of the tables, for programs that run inside the house."""
    return Person(name, name, frozenset({HouseRole(role.value)}))


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
    if token is None or (token.until is not None and now >= token.until):
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
            until=token.until,
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
