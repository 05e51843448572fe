"""Options that the rules give: to go on, or to take wagers back.

CSP and MLP 5.10 give one for each box affected. MEGA 5.7.1 and 5.16.1 give each player one,
over all wagers wherever they lie, except at boxes that were folded before it was given.
"""

from typing import Any

from tests.oracle.common import (
    Command,
    House,
    Table,
    act_of,
    boxes_in,
    demand,
    give_back,
    live,
    of,
    reach,
    seated,
)

Option = dict[str, Any]


def give_to_boxes(t: Table, boxes: list[int]) -> None:
    """CSP, MLP 5.10: who has folded or left has nothing to choose (C34)."""
    for box in sorted(boxes):
        if {"box": box} not in t["options"]:
            t["options"].append({"box": box})
    lapse(t)


def give_to_players(t: Table) -> None:
    """MEGA 5.7.1, 5.16.1: everyone with a wager at a box not folded, sharers too (M31)."""
    folded = [box for box, seat in t["seats"].items() if seat["folded"]]
    have = [option["player"] for option in t["options"] if "player" in option]
    for box in boxes_in(t):
        for player in t["seats"][box]["players"]:
            if player not in have:
                have.append(player)
                t["options"].append({"player": player, "not_at": folded})
    lapse(t)


def lapse(t: Table) -> None:
    """An option is gone with its wagers, and with its player."""
    t["options"] = [option for option in t["options"] if _stands(t, option)]


def _stands(t: Table, option: Option) -> bool:
    if "player" in option:
        gone = option["player"] in t["left"] or option["player"] in t["barred"]
        return not gone and bool(_wagers(t, option))
    seat = t["seats"].get(option["box"])
    if seat is None or not live(seat):
        return False
    return not seat["folded"] and seated(seat) not in t["left"]


def _wagers(t: Table, option: Option) -> list[dict[str, Any]]:
    """What an option is about."""
    if "box" in option:
        return live(t["seats"][option["box"]])
    return [
        wager
        for box, seat in t["seats"].items()
        if box not in option["not_at"]
        for wager in of(option["player"], live(seat))
    ]


def answered(t: Table, box: int, player: str) -> None:
    """A bet, play or fold counts as going on, of the player who decides it."""
    t["options"] = [
        option
        for option in t["options"]
        if option.get("box") != box and option.get("player") != player
    ]


def choose(h: House, t: Table, c: Command) -> None:
    """A player's answer to an option."""
    if "box" in c:
        seat = t["seats"].get(c["box"])
        demand(seat is not None and bool(live(seat)))
        assert seat is not None
        player = c.get("player", seated(seat))
        demand(bool(of(player, live(seat))))
    else:
        player = c["player"]
    act_of(t, c, player)
    found = [option for option in t["options"] if _asked(t, option, player, c.get("box"))]
    demand(len(found) == 1)
    t["options"].remove(found[0])
    if c["option"] == "withdraw":
        note(t, found[0])
        give_back(_wagers(t, found[0]), by_option=True)


def note(t: Table, option: Option) -> None:
    """Counts who takes wagers back, and what stays."""
    player = option.get("player")
    for box, seat in t["seats"].items():
        mine = of(player, live(seat)) if player else []
        if mine and seated(seat) != player:
            reach(t, "sharer withdraws")
            if seat["decided"]:
                reach(t, "sharer withdraws with a part of the bet")
        if mine and box in option["not_at"]:
            reach(t, "folded box is no part of the option")


def _asked(t: Table, option: Option, player: str, box: int | None) -> bool:
    """Whether an option is this player's, and about this box where one is named."""
    if "box" in option:
        return box in (None, option["box"]) and seated(t["seats"][option["box"]]) == player
    return option["player"] == player and (box is None or box not in option["not_at"])
