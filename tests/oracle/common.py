"""What the parts of the reference share: roles, refusals, boxes and the wagers on them."""

from typing import Any

House = dict[str, Any]
Table = dict[str, Any]
Seat = dict[str, Any]
Wager = dict[str, Any]
Command = dict[str, Any]

BOOKS = {
    "singapore-stud": "SSP",
    "casino-stud": "CSP",
    "megalink-stud": "MEGA",
    "multi-link-stud": "MLP",
    "three-card-poker": "TCP",
}
RWS = ("CSP", "MLP")
MBS = ("SSP", "TCP", "MEGA")
ROLES = ("player", "dealer", "pit_supervisor", "pit_manager", "shift_manager")
JACKPOTS = ("jackpot", "dealer_jackpot")


class Refused(Exception):
    """The rules do not allow a command; why is told where tests want to know it was reached."""


def demand(allowed: bool, why: str = "") -> None:
    """Refuses unless allowed."""
    if not allowed:
        raise Refused(why)


def reach(t: Table, what: str) -> None:
    """Counts that play has come to something rare, so that tests can tell that it has."""
    t["reached"][what] += 1


# --- who gives a command -------------------------------------------------------------------


def rank_of(role: str) -> int:
    """How high a role stands."""
    return ROLES.index(role)


def rank_by(c: Command) -> int:
    """The rank of whoever gives a staff command; the dealer when nobody is named."""
    return rank_of(c["by"]["role"]) if "by" in c else 1


def demand_rank(c: Command, least: int) -> None:
    """Refuses a command given by too low a role."""
    demand(rank_by(c) >= least)


def act_of(t: Table, c: Command, player: str, *, placing: bool = False) -> None:
    """A player's act is the player's own; staff place wagers, and at live tables write."""
    by = c.get("by")
    if by is None:
        return
    if by["role"] == "player":
        demand(by["id"] == player)
        return
    demand(placing or t["recording"])


# --- boxes and wagers ----------------------------------------------------------------------


def new_seat() -> Seat:
    """A box that nobody has."""
    return {
        "players": [],
        "wagers": [],
        "folded": False,
        "decided": False,
        "handled": False,
        "declined": False,
        "claimed": False,
        "short": False,
        "holder": None,  # who was seated after the last command
        "referred": None,
    }


def new_wager(player: str, kind: str, amount: int) -> Wager:
    """A wager as laid."""
    return {
        "player": player,
        "wager": kind,
        "amount": amount,
        "back": False,
        "closed": False,  # lay there when bets were closed
        "past": False,  # went back before, and the box was free again
        "by_option": False,  # went back by a choice of the player's
    }


def live(seat: Seat, *kinds: str) -> list[Wager]:
    """The wagers of a box that have not gone back, of these kinds or of all."""
    return [w for w in seat["wagers"] if not w["back"] and (not kinds or w["wager"] in kinds)]


def of(player: str, wagers: list[Wager]) -> list[Wager]:
    """Those that are this player's."""
    return [w for w in wagers if w["player"] == player]


def shares(seat: Seat, *kinds: str) -> list[Wager]:
    """The live wagers of these kinds, one of each sharer, in the order of joining."""
    joined = [wager["player"] for wager in live(seat)]
    return sorted(live(seat, *kinds), key=lambda w: joined.index(w["player"]))


def total(seat: Seat, *kinds: str) -> int:
    """What lies there."""
    return sum(w["amount"] for w in live(seat, *kinds))


def seated(seat: Seat) -> str:
    """Who decides for the box: the first to join of those who have an ante, or a wager, there.

    Who comes again after all had gone back joins anew.
    """
    for kinds in (("ante",), ()):
        for wager in live(seat, *kinds):
            return str(wager["player"])
    return str(seat["players"][0])


def undecided(seat: Seat) -> bool:
    """Whether a box has an ante in play and no decision yet."""
    return bool(live(seat, "ante")) and not seat["folded"] and not seat["decided"]


def boxes_in(t: Table) -> list[int]:
    """The boxes still in play."""
    return [b for b in sorted(t["seats"]) if live(t["seats"][b])]


def give_back(wagers: list[Wager], *, by_option: bool = False) -> None:
    """Hands wagers back; what they brought to the meter leaves it with the command."""
    for wager in wagers:
        wager["back"] = True
        wager["by_option"] = by_option


# --- who has looked ------------------------------------------------------------------------


def viewed(t: Table, box: int) -> bool:
    """Whether the hand at a box has been looked at."""
    return any(seen_box == box for seen_box, _ in t["views"])


def seen(t: Table) -> bool:
    """Whether any player has seen cards; the reveal counts as seen by all."""
    return t["phase"] in ("revealed", "settled") or bool(t["views"])


def handled(t: Table) -> bool:
    """Whether any player has touched cards."""
    return seen(t) or any(s["handled"] for s in t["seats"].values())


# --- rounds --------------------------------------------------------------------------------


def new_round(phase: str) -> dict[str, Any]:
    """What a table forgets from one round to the next."""
    return {
        "phase": phase,
        "seats": {},
        "freed": {},  # boxes emptied while bets are open, and who had them
        "due": [],  # boxes to which cards were due when they were dealt
        "hands": {},
        "dealer": [],
        "up": None,
        "shoe": None,
        "unburnt": False,
        "deal_no": None,
        "views": [],  # box and player of every look, in order
        "left": [],
        "draw": {},
        "matters": [],
        "numbered": 0,
        "options": [],
        "exposed": {"count": 0, "cards": [], "up_card": False},
        "strays_reported": False,
        "entered": False,  # MEGA: a jackpot hand of this round has been claimed
        "failure": None,  # what the jackpot system had registered when it failed
        "settled_before": False,
        "turns": [],  # when the round's shares of the meter were paid
        "prizes": {},  # what they came to
        "booked": {"fed": 0, "paid": 0, "resets": 0, "seeded": 0},  # what it did to the meter
    }
