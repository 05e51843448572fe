"""A second, slow and plain implementation of table scripts, for comparing the product with.

The house is one dictionary. Every command changes it in place or raises `Refused`, and then
the copy made before it stands again. What follows from a command for options, absent players,
shares of the meter and lines is worked out after it, from the state alone.

    common          roles, refusals, boxes and wagers, who has looked
    playing         a round as it is played
    irregular       reports, matters, rulings; with exposed, putting_right and options
    house_acts      what officials do about players, tables and entries
    jackpots        which jackpot wagers count, and which hands win
    turns, meters   shares of the meter, each at its turn; the meter itself
    paying, hands   what every wager comes to
"""

import pickle
from collections import Counter
from typing import Any

from tests.oracle import house_acts, irregular, options, paying, playing, turns
from tests.oracle.common import BOOKS, Command, House, Refused, Table, new_round
from tests.oracle.meters import new_meter, read_meter

READINGS: dict[str, Any] = {
    "fold_keeps_jackpot": True,
    "ssp_multi": "pooled_sequential",
    "mega_sf_pool": "literal_reset",
    "absent": "fold",
    "mega_absent_after_view": "refer",
    "mlp_unrevealed_no_hand": "paid",
    "tcp_envy_seated": "present",
    "tcp_envy_per": "area",
    "max_areas_per_player": 1,
}
DOING = playing.DOING | house_acts.DOING


def new_house(script: dict[str, Any]) -> House:
    """The house of a script before its first command."""
    return {
        "tables": {name: new_table(name, config) for name, config in script["tables"].items()},
        "meters": {name: new_meter(config) for name, config in script.get("jackpots", {}).items()},
        "ended": [],
        "deals": 0,
    }


def new_table(name: str, config: dict[str, Any]) -> Table:
    """A table before its first round."""
    book = BOOKS[config["rulebook"].split("@")[0]]
    memory = config.get("memory", {})
    limits = {"ante": [500, 1_000_000], "pair_plus": [500, 1_000_000]}
    return {
        "name": name,
        "book": book,
        "size": 3 if book == "TCP" else 5,
        "boxes": config.get("boxes", 7),
        "device": config.get("device", "shuffler"),
        "limits": limits | config.get("limits", {}),
        "jackpot": config.get("jackpot"),
        "recording": config.get("entry", "enforcing") == "recording",
        "readings": READINGS | config.get("readings", {}),
        "round": config.get("round", 1) - 1,
        "under": set(memory.get("under_minimum", [])),
        "restricted": set(memory.get("restricted", [])),
        "barred": set(memory.get("barred", [])),
        "closed": False,
        "disallowed": set(),
        "service": True,
        "service_next": True,
        "asked": False,
        "reached": Counter(),
        **new_round("idle"),
    }


def play(script: dict[str, Any]) -> dict[str, Any]:
    """What a script comes to."""
    return explore(script)[0]


def explore(script: dict[str, Any]) -> tuple[dict[str, Any], Counter[str]]:
    """What a script comes to, and how often it reached what is rare."""
    for command in script["commands"]:
        if "by" in command and set(command["by"]) != {"id", "role"}:
            raise ValueError(f"{command['do']}: by has id and role, both")
    h = new_house(script)
    refusals = []
    reached: Counter[str] = Counter()
    for index, command in enumerate(script["commands"]):
        h, why = attempt(h, command)
        if why is not None:
            refusals.append(index)
            reached.update([f"refused: {why}"] if why else [])
    for t in h["tables"].values():
        reached.update(t["reached"])
    return read_out(h, refusals), reached


def attempt(h: House, c: Command) -> tuple[House, str | None]:
    """The house after a command, and why it was refused if it was."""
    before = pickle.dumps(h)
    try:
        perform(h, c)
    except Refused as refused:
        return pickle.loads(before), str(refused)
    return h, None


def perform(h: House, c: Command) -> None:
    """Does one command, or refuses it, and works out what follows."""
    if c["do"] == "adjust_jackpot":
        house_acts.adjust_jackpot(h, c)
    elif c["do"] == "order_claims":
        house_acts.order_claims(h, c)
    else:
        t = h["tables"][c.get("table") or next(iter(h["tables"]))]
        DOING[c["do"]](h, t, c)
        follow(h, t)


def follow(h: House, t: Table) -> None:
    """Brings everything that depends on the round to what the round now is."""
    if t["phase"] == "betting":
        playing.free_boxes(t)
    if t["phase"] == "dealt":
        playing.absences(t)
    playing.notice_seats(t)
    if t["phase"] in ("closed", "dealt", "revealed") and playing.nothing_left(t):
        t["phase"] = "settled"
        t["options"] = []
    options.lapse(t)
    turns.review(h, t)
    if t["phase"] == "settled":
        paying.write_settled(h, t)
        t["settled_before"] = True
    turns.release(h)


def read_out(h: House, refusals: list[int]) -> dict[str, Any]:
    """The result of a script as the contract lays it out, without clauses."""
    lines = [line for record in h["ended"] for line in record["lines"]]
    players: dict[str, dict[str, int]] = {}
    for line in lines:
        entry = players.setdefault(line["player"], {"staked": 0, "received": 0, "net": 0})
        entry["staked"] += line["staked"]
        entry["received"] += line["won"] + line["returned"]
        entry["net"] = entry["received"] - entry["staked"]
    tables = {
        name: {"round": t["round"], "phase": t["phase"], "up_card": t["up"]}
        for name, t in h["tables"].items()
    }
    matters = [
        {
            "matter": m["id"],
            "table": name,
            "round": t["round"],
            "irregularity": m["kind"],
            "decided_by": m["decided_by"],
            "decisions": irregular.allowed(t, m),
        }
        for name, t in h["tables"].items()
        for m in t["matters"]
    ]
    return {
        "lines": lines,
        "players": players,
        "jackpots": {name: read_meter(meter) for name, meter in h["meters"].items()},
        "tables": tables,
        "refusals": refusals,
        "matters": matters,
    }
