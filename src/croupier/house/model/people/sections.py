"""Parts of the pages and the questions behind them, and whose roles open them."""

from enum import StrEnum

from croupier.house.model.people.person import Person
from croupier.house.model.people.powers import (
    CAGE,
    CONFIGURE,
    DEALERS,
    SHIFT,
    SUPERVISORS,
)
from croupier.house.model.people.roles import HouseRole


class Section(StrEnum):
    """Parts of the pages, and the questions behind them."""

    CONSOLE = "console"
    PIT = "pit"
    CAGE = "cage"
    ADMIN = "admin"
    REGISTER = "register"
    ROUNDS = "rounds"
    EVENTS = "events"
    TABLES = "tables"
    JACKPOTS = "jackpots"
    IRREGULARITIES = "irregularities"
    LIABILITY = "liability"
    SHIFT = "shift"
    SHIFTS = "shifts"
    CASH = "cash"
    RATINGS = "ratings"
    DEALERS = "dealers"
    DOSSIER = "dossier"
    COMPLIANCE = "compliance"
    SCHOOL = "school"
    PUPILS = "pupils"


RECONCILING = SHIFT | {HouseRole.AUDITOR}
"""Who may know what should be in a float before it is counted."""
_AUDIT = SHIFT | {HouseRole.AUDITOR}
_FLOOR = _AUDIT | {HouseRole.PIT_MANAGER}
OPEN_TO: dict[Section, frozenset[HouseRole]] = {
    Section.CONSOLE: DEALERS,
    Section.PIT: SUPERVISORS | {HouseRole.AUDITOR},
    Section.CAGE: CAGE | SHIFT,
    Section.ADMIN: CONFIGURE,
    Section.REGISTER: frozenset({HouseRole.ADMINISTRATOR}),
    Section.ROUNDS: _AUDIT,
    Section.EVENTS: _AUDIT | {HouseRole.ADMINISTRATOR},
    Section.TABLES: _FLOOR,
    Section.JACKPOTS: _FLOOR,
    Section.IRREGULARITIES: _FLOOR,
    Section.LIABILITY: _AUDIT | CAGE,
    Section.SHIFT: _FLOOR | CAGE,
    Section.SHIFTS: RECONCILING,
    Section.CASH: _AUDIT | CAGE,
    Section.RATINGS: _FLOOR,
    Section.DEALERS: _FLOOR,
    Section.DOSSIER: _AUDIT,
    Section.COMPLIANCE: _AUDIT | {HouseRole.ADMINISTRATOR},
    Section.SCHOOL: DEALERS | {HouseRole.AUDITOR, HouseRole.ADMINISTRATOR},
    Section.PUPILS: _FLOOR | {HouseRole.ADMINISTRATOR},
}


def open_to(person: Person) -> tuple[Section, ...]:
    """The sections that a person's roles open."""
    return tuple(one for one, roles in OPEN_TO.items() if person.has(*roles))
