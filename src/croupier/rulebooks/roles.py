"""Who acts at a table, lowest first (CSP 1.11, MEGA 6.1-6.2, X18)."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct


class Role(StrEnum):
    """A higher role may do what a lower staff role may (MEGA 6.2, CSP 5.14 "or above")."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ")

    def may_act_as(self, needed: "Role") -> bool:
        """Whether this role, or a lower one that it may stand in for, is the one needed."""
        return _LADDER[self] >= _LADDER[needed]

    @property
    def is_staff(self) -> bool:
        return self is not Role.PLAYER


_LADDER = {role: step for step, role in enumerate(Role)}


class Actor(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who gives a command, and the role in which they give it."""

    id: Annotated[str, Meta(min_length=1)]
    role: Role
