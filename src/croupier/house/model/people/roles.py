"""Who somebody is to a house: the roles they act in, their signature, and their account."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.rulebooks.terms import Actor, Role


class HouseRole(StrEnum):
    """The roles of the rule documents, and those that only a house knows."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    CAGE = "cage"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"
    DEVICE = "device"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ")

    @property
    def at_table(self) -> Role | None:
        """The role of the documents that it is, if it is one."""
        return _AT_TABLE.get(self.value)


_AT_TABLE = {role.value: role for role in Role}

TABLE_STAFF = (
    HouseRole.DEALER,
    HouseRole.PIT_SUPERVISOR,
    HouseRole.PIT_MANAGER,
    HouseRole.SHIFT_MANAGER,
)
"""Lowest first."""
STAFF = frozenset({*TABLE_STAFF, HouseRole.CAGE, HouseRole.AUDITOR, HouseRole.ADMINISTRATOR})
ALONE = (HouseRole.PLAYER, HouseRole.AUDITOR, HouseRole.ADMINISTRATOR)
"""Roles that nobody holds beside another: who plays, who looks on and who gives powers."""


APART = (frozenset({HouseRole.SHIFT_MANAGER, HouseRole.CAGE}),)
"""Roles that nobody holds together: who sets up a progressive, and the cage that pays it out."""


def in_order(roles: Iterable[HouseRole]) -> tuple[HouseRole, ...]:
    """As they are listed for people."""
    held = frozenset(roles)
    return tuple(role for role in HouseRole if role in held)


@lru_cache(maxsize=256)
def table_role(roles: frozenset[HouseRole]) -> Role | None:
    """The highest role of the documents among these."""
    for role in reversed(TABLE_STAFF):
        if role in roles:
            return role.at_table
    return Role.PLAYER if HouseRole.PLAYER in roles else None


def is_staff(roles: frozenset[HouseRole]) -> bool:
    return not STAFF.isdisjoint(roles)


class TokenPower(StrEnum):
    """What an API token is good for: one thing, or whatever its owner may do."""

    SHOE = "shoe"
    """Deal the cards that it reads at one table."""
    SIGN = "sign"
    """Read the meters of one jackpot."""
    READER = "reader"
    """Read what everybody may see of tables and jackpots."""
    WITNESS = "witness"
    """A second house: it shows heads of its log to have them signed."""
    PERSONAL = "personal"
    """A program that acts as its owner."""


class Signature(Struct, frozen=True):
    """Who did something, and in what capacity; written as an `Actor` is."""

    id: Annotated[str, Meta(min_length=1)]
    role: HouseRole = HouseRole.PLAYER
    session: str | UnsetType = UNSET
    """The session or token in which they acted (`identity.reference`), which is no secret."""

    @property
    def actor(self) -> Actor | None:
        """The same person at a table.

        An administrator sets tables up as a shift manager does; a shoe deals as a dealer does.
        """
        if self.role is HouseRole.ADMINISTRATOR:
            return Actor(self.id, Role.SHIFT_MANAGER)
        if self.role is HouseRole.DEVICE:
            return Actor(self.id, Role.DEALER)
        role = self.role.at_table
        return None if role is None else Actor(self.id, role)


@lru_cache(maxsize=4096)
def signed(by: Actor | Signature) -> Signature:
    """The signature of somebody who acts at a table or in a department."""
    return by if type(by) is Signature else Signature(by.id, HouseRole(by.role.value))


# Accounts


class Acting(Struct, frozen=True):
    """A role for a time."""

    role: HouseRole
    until: datetime
    reason: str


class Access(StrEnum):
    """By what somebody had another's account in hand."""

    REGISTERED = "registered"
    ROLES = "roles"
    PASSWORD = "password"  # noqa: S105
    SECOND_FACTOR = "second_factor"

    @property
    def is_takeover(self) -> bool:
        """Of an account that others know, by a way in."""
        return self in (Access.PASSWORD, Access.SECOND_FACTOR)


MACHINE = "the machine"
"""In whose hand an account is that was reset from the shell; nobody can bear this name."""


class InHand(Struct, frozen=True):
    """Somebody else could have logged in to this account, or gave it its roles."""

    by: str
    how: Access
    since: datetime
    last: datetime


class Account(Struct, frozen=True):
    """A person of the house."""

    id: str
    name: str
    roles: frozenset[HouseRole]
    registered: datetime
    acting: tuple[Acting, ...] = ()
    guest: bool = False
    until: datetime | None = None
    """When a guest's account ends."""
    suspended: str | None = None
    """Why, if so."""
    excluded: str | None = None
    excluded_until: datetime | None = None
    must_change_password: bool = False
    second_factor: bool = False
    second_factor_since: datetime | None = None
    last_step: int = 0
    mark: str = ""
    """Of the hash of the password that holds."""
    in_hand: tuple[InHand, ...] = ()
    address: str | None = None
    """Where a guest came from."""
    language: str | None = None
    """The tag of the language that they have chosen."""

    def roles_at(self, now: datetime) -> frozenset[HouseRole]:
        """Roles held now, with those acted in."""
        return self.roles | {one.role for one in self.acting if now < one.until}

    def is_open(self, now: datetime) -> bool:
        """Whether the person may come in."""
        return self.suspended is None and (self.until is None or now < self.until)

    def is_excluded(self, now: datetime) -> bool:
        until = self.excluded_until
        return self.excluded is not None and (until is None or now < until)
