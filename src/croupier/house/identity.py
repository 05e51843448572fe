"""Who gives a command and who looks: the one place that accounts will replace.

Until there are accounts the service listens on the own machine only, and takes
people at their word.
"""

from collections.abc import Mapping

from msgspec import Struct

from croupier.house.decide import HOUSE
from croupier.rulebooks.roles import Actor, Role
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer

ID = "as"
ROLE = "role"
_AUDITOR = "auditor"


class UnknownPerson(ValueError):
    """A role that does not exist, or a name that nobody may bear."""


class Person(Struct, frozen=True):
    """Somebody at the door: in what role they act, if they may, and as what they look."""

    actor: Actor | None
    viewer: Viewer


def person(claims: Mapping[str, str]) -> Person:
    """The person that headers `X-Croupier-As` and `X-Croupier-Role`, or a query, name."""
    name, role = claims.get(ID), claims.get(ROLE, Role.PLAYER.value)
    if role == _AUDITOR:
        return Person(None, AUDITOR)
    if not name:
        return Person(None, PUBLIC)
    if name == HOUSE.id:
        raise UnknownPerson("Nobody is the house itself.")
    try:
        actor = Actor(name, Role(role))
    except ValueError:
        known = ", ".join((*Role, _AUDITOR))
        raise UnknownPerson(f"There is no role '{role}'; there are {known}.") from None
    return Person(actor, STAFF if actor.role.is_staff else Viewer.of_player(name))
