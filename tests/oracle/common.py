"""What the parts of the reference share: roles, refusals, the shape of a round."""

from typing import Any

from tests.oracle.paying import Seat, live

BOOKS = {
    "singapore-stud": "SSP",
    "casino-stud": "CSP",
    "megalink-stud": "MEGA",
    "multi-link-stud": "MLP",
    "three-card-poker": "TCP",
}
ROLES = ("player", "dealer", "pit_supervisor", "pit_manager", "shift_manager")


class Refused(Exception):
    """The rules do not allow a command."""


def demand(allowed: bool) -> None:
    """Refuses unless allowed."""
    if not allowed:
        raise Refused


def rank_of(role: str) -> int:
    """How high a role stands."""
    return ROLES.index(role)


def rank_by(c: dict[str, Any]) -> int:
    """The rank of whoever gives a staff command; the dealer when nobody is named."""
    return rank_of(c["by"]["role"]) if "by" in c else 1


def demand_rank(c: dict[str, Any], least: int) -> None:
    """Refuses a command given by too low a role."""
    demand(rank_by(c) >= least)


def undecided(seat: Seat) -> bool:
    """Whether a box has an ante in play and no decision yet."""
    return bool(live(seat, "ante")) and not seat["folded"] and not live(seat, "bet", "play")


def new_round(phase: str) -> dict[str, Any]:
    """What a table forgets from one round to the next."""
    return {
        "phase": phase,
        "seats": {},
        "due": [],
        "hands": {},
        "dealer": [],
        "up": None,
        "shoe": None,
        "unburnt": False,
        "deal_no": None,
        "left": [],
        "draw": {},
        "matters": [],
        "numbered": 0,
        "options": [],
        "frozen": None,
        "group": None,
        "moves": {"paid": 0, "seeded": 0, "resets": 0},
        "marks": [],
        "strays_reported": False,
        "dealer_exposed": False,
    }
