"""The rotation of dealers: who deals where, who rests, and when everybody moves on.

Dealers go from table to table in the order of the plan, and rest after the last one. With seven
dealers for five tables, two rest at a time, and everybody rests for two turns of seven. What
dealers in fact do is in their sign-ons; a plan binds nobody, and says what was meant.
"""

from datetime import datetime, timedelta

from msgspec import Struct

from croupier.house.model.approvals import demand_power
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.transfers import SUPERVISING
from croupier.house.model.people.roles import Signature
from croupier.house.model.refusals import HouseCode, decline


class Relief(Struct, frozen=True):
    """What the plan says to whoever deals a table."""

    at: datetime
    """When everybody moves on."""
    comes: str | None
    """Who deals here then."""
    goes_to: str | None
    """Where the dealer goes; none: to rest."""


class Rotation(Struct, frozen=True):
    """As it was planned."""

    dealers: tuple[str, ...]
    tables: tuple[str, ...]
    minutes: int
    since: datetime
    by: str

    @property
    def turn(self) -> timedelta:
        return timedelta(minutes=self.minutes)

    def number(self, at: datetime) -> int:
        """Which turn it is: 0 for the first, and before it."""
        return max(0, (at - self.since) // self.turn)

    def begins(self, number: int) -> datetime:
        return self.since + number * self.turn

    def place(self, dealer: str, number: int) -> str | None:
        """Where somebody deals in a turn; none: they rest."""
        at = (self.dealers.index(dealer) + number) % len(self.dealers)
        return self.tables[at] if at < len(self.tables) else None

    def rests_until(self, dealer: str, number: int) -> int:
        """The turn in which somebody who rests deals again."""
        while self.place(dealer, number) is None:
            number += 1
        return number


def relief(plan: Rotation | None, table: str, dealer: str | None, at: datetime) -> Relief | None:
    """For the dealer of a table, once the first turn has begun; none for one who stays there."""
    if plan is None or dealer not in plan.dealers or at < plan.since:
        return None
    number = plan.number(at) + 1
    if plan.place(dealer, number) == table:
        return None
    comes = [one for one in plan.dealers if plan.place(one, number) == table]
    return Relief(plan.begins(number), comes[0] if comes else None, plan.place(dealer, number))


def plan(command: c.PlanRotation, by: Signature | None, at: datetime) -> e.RotationPlanned:
    """Without dealers, a plan is withdrawn; raises `HouseRefused`."""
    by = demand_power(by, SUPERVISING)
    for names, what in ((command.dealers, "dealer"), (command.tables, "table")):
        for name in names:
            if names.count(name) > 1:
                decline(HouseCode.BAD_COMMAND, f"The {what} {name} is named twice.")
    if len(command.dealers) < len(command.tables):
        decline(
            HouseCode.BAD_COMMAND,
            f"{len(command.tables)} tables and {len(command.dealers)} dealers: each table needs "
            "one, and who is to rest comes on top.",
        )
    if command.dealers and not command.tables:
        decline(HouseCode.BAD_COMMAND, "Name the tables that they deal, in their order.")
    since = at if command.since is None else command.since
    return e.RotationPlanned(command.dealers, command.tables, command.minutes, since, by.id)


def planned(event: e.RotationPlanned) -> Rotation | None:
    if not event.dealers:
        return None
    return Rotation(event.dealers, event.tables, event.minutes, event.since, event.by)
