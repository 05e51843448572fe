"""Mistakes at the table, who decides them, and what the documents make of them."""

from typing import Any

from tests.oracle import exposed, options, turns
from tests.oracle.common import (
    JACKPOTS,
    MBS,
    RWS,
    Command,
    House,
    Refused,
    Table,
    boxes_in,
    demand,
    demand_rank,
    give_back,
    handled,
    live,
    of,
    rank_by,
    rank_of,
    reach,
    seated,
    seen,
    undecided,
    viewed,
)
from tests.oracle.hands import cards_of
from tests.oracle.jackpots import fold_keeps
from tests.oracle.paying import write_void
from tests.oracle.putting_right import burn_after_all, in_order_of_the_deal, put_right, reorder

Facts = dict[str, Any]
Matter = dict[str, Any]

DECK_FAULTS = (
    "foreign_card",
    "unshuffled",
    "insufficient_cards",
    "deck_count",
    "count_in_doubt",
)
ABOUT_CARDS_DEALT = (
    "misdeal",
    "dealer_card_count",
    "player_card_count",
    "cards_exposed",
    "dealer_card_exposed",
    "burn_omitted",
    "face_up_in_shoe",
    "simultaneous_draw",
    "dealing_error",
    "extra_hand_viewed",
    "confidentiality",
    "multiple_positions",
)
ONLY_IN = {  # an irregularity that a document does not have is taken as `other`
    "unshuffled": (*RWS, "MEGA"),
    "insufficient_cards": RWS,
    "count_in_doubt": ("MEGA",),
    "burn_omitted": RWS,
    "face_up_in_shoe": RWS,
    "simultaneous_draw": RWS,
    "dealing_error": RWS,
    "extra_hand_viewed": RWS,
    "confidentiality": ("MEGA",),
    "multiple_positions": ("MEGA",),
    "over_limit": (*RWS, "SSP", "TCP"),
    "under_limit": (*RWS, "SSP", "TCP"),
}
AFTER_SETTLING = (
    "foreign_card",
    "deck_count",
    "count_in_doubt",
    "unshuffled",
    "dealer_card_count",
    "player_card_count",
    "other",
    "jackpot_failure",
)
ALWAYS = {
    **dict.fromkeys(DECK_FAULTS, ("void",)),
    "simultaneous_draw": ("order",),
    "dealing_error": ("options",),
    "extra_hand_viewed": ("invalidate", "continue"),
    "confidentiality": ("bar",),
    "multiple_positions": ("invalidate",),
}
PUT_RIGHT = (
    "player_card_count",
    "dealer_card_count",
    "dealing_error",
    "misdeal",
    "simultaneous_draw",
)
SHIFT_MANAGERS = ("burn_omitted", "confidentiality", "other", "left_after_viewing")


# --- what the clauses allow --------------------------------------------------------------------


def decided_by(t: Table, kind: str, facts: Facts) -> str:
    """The role of the row."""
    if kind in SHIFT_MANAGERS or (kind == "jackpot_failure" and t["book"] in MBS):
        return "shift_manager"
    if kind == "player_card_count" and facts.get("permit_withdrawal") and may_permit(t):
        return "shift_manager"
    return "pit_supervisor"


def may_permit(t: Table) -> bool:
    """MEGA 5.7.1, until the reveal."""
    return bool(t["book"] == "MEGA" and t["phase"] == "dealt")


def established(t: Table) -> bool:
    """X13: a wager has conclusively won or lost."""
    if t["phase"] in ("revealed", "settled"):
        return True
    return any(
        seat["folded"] or (seat["claimed"] and (fold_keeps(t) or seat["decided"]))
        for seat in t["seats"].values()
        if live(seat)
    )


def allowed(t: Table, m: Matter) -> list[str]:
    """The decisions that the clause allows now."""
    if m["kind"] == "left_after_viewing":
        return ["return_wagers", "forfeit"]
    found = decisions(t, m["kind"], m["facts"])
    if not still_fit(t, m["kind"], m["facts"]):
        found = [one for one in found if one not in ("reconstruct", "options", "order", "up_card")]
    return [*found, "dismiss"]


def still_fit(t: Table, kind: str, facts: Facts) -> bool:
    """Whether the cards lie as they did when the matter was reported."""
    if exposed.becomes_up_card(t, kind) and facts["new_cards"][0] not in t["dealer"]:
        return False
    try:
        if kind in PUT_RIGHT:
            check(t, kind, facts)
    except Refused:
        return False
    return True


def decisions(t: Table, kind: str, facts: Facts) -> list[str]:
    """What a clause prescribes in this case, in the order of the row."""
    if kind == "extra_hand_viewed" and not live(t["seats"][facts["box"]]):
        return ["continue"]
    if kind == "multiple_positions" and len(controlled(t, facts["player"])) < 2:
        return []
    if kind in ALWAYS:
        return list(ALWAYS[kind])
    if kind in exposed.KINDS:
        return [exposed.decision(t, kind, facts)]
    if kind == "misdeal":
        return ["reconstruct", "void"] if facts.get("moves") else ["void"]
    if kind == "dealer_card_count":
        return ["reconstruct", "void"] if mendable(facts) else ["void"]
    if kind == "player_card_count":
        found = ["reconstruct", "invalidate"] if mendable(facts) else ["invalidate"]
        if not live(t["seats"][facts["box"]]):
            found = []
        return [*found, "permit_withdrawal"] if may_permit(t) else found
    if kind == "burn_omitted":
        if seen(t) or facts.get("reconstructable") is False:
            return ["void"]
        return ["void", "reconstruct"]
    if kind == "technical_interruption":
        if established(t):
            return ["continue"]
        return ["void"] if t["book"] in RWS else ["options"]
    if kind == "jackpot_failure":
        over = t["phase"] in ("idle", "settled", "void")
        return ["continue"] if over or seen(t) else ["void"]
    assert kind == "other"
    if t["phase"] in ("idle", "void"):
        return ["continue"]
    return ["void", "continue", "invalidate", "return_wagers"]


def mendable(facts: Facts) -> bool:
    """Whether the cards can be reconstructed."""
    return bool(facts.get("reconstructable")) or "hands" in facts


def at_once(t: Table, kind: str, facts: Facts) -> str:
    """What follows when the deciding role itself reports."""
    found = decisions(t, kind, facts)
    if facts.get("permit_withdrawal") and "permit_withdrawal" in found:
        return "permit_withdrawal"
    if kind == "burn_omitted":
        return "reconstruct" if facts.get("reconstructable") and len(found) > 1 else "void"
    if kind == "extra_hand_viewed":
        return "invalidate" if facts.get("intentional") else "continue"
    return found[0]


# --- reports -----------------------------------------------------------------------------------


def open_matter(t: Table, kind: str, role: str, facts: Facts) -> None:
    """A report waits for an official."""
    t["numbered"] += 1
    name = f"{t['name']}/{t['round']}/{t['numbered']}"
    t["matters"].append({"id": name, "kind": kind, "decided_by": role, "facts": facts})


def second_view(t: Table, box: int, player: str) -> None:
    """A live table writes down that a second hand was looked at."""
    if t["book"] == "MEGA":
        open_matter(t, "multiple_positions", "pit_supervisor", {"player": player})
    else:
        open_matter(t, "extra_hand_viewed", "pit_supervisor", {"box": box})


def report(h: House, t: Table, c: Command) -> None:
    """Somebody says that something went wrong."""
    demand_rank(c, 1)
    kind = c["irregularity"]
    facts = {k: v for k, v in c.items() if k not in ("do", "table", "by", "at", "irregularity")}
    if "round" in c and c["round"] != t["round"]:
        demand(c["round"] < t["round"])
        return
    demand(t["phase"] != "idle" or kind in ("jackpot_failure", "other"))
    demand(t["deal_no"] is not None or kind not in ABOUT_CARDS_DEALT)
    misplaced = kind in ("misdeal", "dealing_error")
    noted = t["phase"] in ("settled", "void")
    t["strays_reported"] = t["strays_reported"] or (misplaced and noted)
    if t["book"] not in ONLY_IN.get(kind, (t["book"],)):
        kind = "other"
    if kind in ("over_limit", "under_limit"):
        limits(t, kind, c["box"])
        return
    if noted and kind not in AFTER_SETTLING:
        return
    if t["phase"] == "void" and kind not in ("other", "jackpot_failure"):
        return
    if kind in DECK_FAULTS and t["phase"] in ("betting", "closed"):
        reach(t, "deck fault before the deal")
    if kind == "face_up_in_shoe":
        return
    if kind in ("deck_count", "count_in_doubt") and c.get("counted") == 52:
        return
    if kind == "misdeal":
        kind = misdeal_kind(t, facts)
    check(t, kind, facts)
    t["strays_reported"] = t["strays_reported"] or misplaced
    if kind in exposed.KINDS and not exposed.take_down(t, kind, facts):
        return
    if kind == "jackpot_failure":
        demand(t["jackpot"] is not None)
        facts["value"] = h["meters"][t["jackpot"]]["value"]
        facts["own_shares"] = turns.own_shares(t)
        facts["late"] = t["phase"] in ("idle", "settled", "void")
    role = decided_by(t, kind, facts)
    if kind == "jackpot_failure":
        reach(t, f"jackpot_failure by {c.get('by', {}).get('role')} in {t['book']}")
    if kind == "other" or rank_by(c) < rank_of(role):
        open_matter(t, kind, role, facts)
    else:
        apply(h, t, kind, facts, at_once(t, kind, facts))


def misdeal_kind(t: Table, facts: Facts) -> str:
    """A misdeal found late is something else; before, only moving whole hands mends it."""
    if t["book"] in RWS and seen(t):
        moves = facts.get("moves") or {}
        how = "moves" if moves else "hands" if "hands" in facts else "nothing"
        reach(t, f"misdeal after a look, {how}")
        if moves:
            facts["boxes"] = sorted({int(source) for source in moves} | set(moves.values()))
        return "dealing_error"
    if t["book"] in MBS and handled(t):
        return "other"
    facts.pop("hands", None)
    return "misdeal"


def check(t: Table, kind: str, facts: Facts) -> None:
    """Facts that cannot be are refused."""
    if kind in ("player_card_count", "extra_hand_viewed"):
        seat = t["seats"].get(facts["box"])
        demand(seat is not None)
        assert seat is not None
        others = kind == "player_card_count" and facts.get("permit_withdrawal") and may_permit(t)
        demand(bool(live(seat)) or bool(others))
        if kind == "extra_hand_viewed":
            own = [box for box, player in t["views"] if player == seated(seat)]
            demand(bool(own) and own[0] != facts["box"], "no additional own hand")
    if kind in ("dealer_card_count", "player_card_count") and facts.get("reconstructable"):
        hand = t["dealer"] if kind == "dealer_card_count" else t["hands"].get(facts["box"], [])
        demand("hands" in facts or len(hand) == t["size"])
    if kind in ("dealer_card_count", "player_card_count", "dealing_error", "misdeal"):
        moved = {**t, "hands": dict(t["hands"])}
        put_right(moved, facts)
        demand(all(box in moved["hands"] for box in boxes_in(t) if box in t["hands"]))
    if kind in ("burn_omitted", "simultaneous_draw"):
        demand(t["device"] == "shoe", f"{kind} at a shuffler")
    if kind == "simultaneous_draw":
        order = cards_of(facts["order"])
        demand(len(order) >= 2)
        demand(sorted(card for card in in_order_of_the_deal(t) if card in order) == sorted(order))
    if kind == "confidentiality":
        demand(any(of(facts["player"], live(seat)) for seat in t["seats"].values()))
    if kind == "multiple_positions":
        demand(len(controlled(t, facts["player"])) >= 2, "two hands are not controlled")


def limits(t: Table, kind: str, box: int) -> None:
    """CSP 5.1, 5.2 while bets are open."""
    demand(t["phase"] == "betting")
    seat = t["seats"].get(box)
    demand(seat is not None)
    assert seat is not None
    wrong = False
    for wager in live(seat, "ante", "pair_plus"):
        low, high = t["limits"][wager["wager"]]
        if kind == "over_limit" and wager["amount"] > high:
            wager["amount"] = high
            wrong = True
        if kind == "under_limit" and wager["amount"] < low:
            seat["short"] = wrong = True
    demand(wrong)


def rule(h: House, t: Table, c: Command) -> None:
    """An official decides an open matter."""
    if "matter" in c:
        found = [m for m in t["matters"] if m["id"] == c["matter"]]
    else:
        found = list(t["matters"])
    demand(len(found) == 1)
    matter = found[0]
    decision, facts = c["decision"], matter["facts"]
    demand_rank(c, 4 if decision == "permit_withdrawal" else rank_of(matter["decided_by"]))
    demand(decision in allowed(t, matter))
    if matter["kind"] == "other" and decision in ("invalidate", "return_wagers"):
        facts["box"] = c.get("box", facts.get("box"))
    if matter["kind"] in ("other", "extra_hand_viewed") and decision in (
        "invalidate",
        "return_wagers",
    ):
        seat = t["seats"].get(facts["box"])
        demand(seat is not None and bool(live(seat)))
    t["matters"].remove(matter)
    if decision != "dismiss":
        apply(h, t, matter["kind"], facts, decision)


# --- consequences ------------------------------------------------------------------------------


def apply(h: House, t: Table, kind: str, facts: Facts, decision: str) -> None:
    """Does what has been decided."""
    if kind in exposed.KINDS:
        exposed.count(t, kind, facts)
    if kind == "jackpot_failure":
        t["asked"] = True
        over = t["phase"] in ("idle", "settled", "void")
        if decision == "continue" and not over and not facts["late"]:
            registered = {key: facts[key] for key in ("value", "own_shares")}
            t["failure"] = t["failure"] or registered  # a second failure registers nothing
    elif kind == "left_after_viewing":
        absent_decided(t, facts, decision)
        return
    if decision == "void":
        void(h, t)
    elif decision == "reconstruct":
        reconstruct(t, kind, facts)
    elif decision in ("invalidate", "permit_withdrawal", "return_wagers"):
        if decision == "permit_withdrawal" and not live(t["seats"][facts["box"]]):
            reach(t, "withdrawal permitted when the box was out")
        several = kind == "multiple_positions"
        invalidate(t, named_by_5_10(t, facts["player"]) if several else [facts["box"]])
        if decision == "permit_withdrawal":
            options.give_to_players(t)
    elif decision == "options":
        if kind == "technical_interruption":
            options.give_to_players(t)
        elif kind == "dealing_error":
            changed = put_right(t, facts)
            named = facts.get("boxes") or boxes_in(t)
            options.give_to_boxes(t, [*named, *changed])
            if changed:
                how = "hands" if "hands" in facts else "moves"
                reach(t, f"dealing error put right by {how}")
            if set(changed) - set(named):
                reach(t, "dealing error changes a box not named")
        else:
            options.give_to_boxes(t, facts.get("boxes") or boxes_in(t))
    elif decision == "order":
        reorder(t, cards_of(facts["order"]))
        options.give_to_boxes(t, boxes_in(t))
    elif decision == "bar":
        bar(t, facts["player"])


def void(h: House, t: Table) -> None:
    """The round has no result: all wagers go back, all movements are reversed."""
    t["phase"] = "void"
    t["matters"] = [m for m in t["matters"] if m["kind"] == "jackpot_failure"]
    t["options"] = []
    write_void(h, t)


def reconstruct(t: Table, kind: str, facts: Facts) -> None:
    """Cards come to lie as they should; 5.9 and 5.15 give the options of 5.10 (C35, C36)."""
    if kind == "burn_omitted":
        burn_after_all(t)
        options.give_to_boxes(t, boxes_in(t))
        return
    changed = put_right(t, facts)
    if kind == "player_card_count" and t["book"] in RWS and t["phase"] != "settled":
        options.give_to_boxes(t, [facts["box"], *changed])
        reach(t, "5.15 put right")
        if set(changed) - {facts["box"]}:
            reach(t, "5.15 put right with another box")


def invalidate(t: Table, boxes: list[int]) -> None:
    """Hands leave the round and their wagers go back."""
    for box in boxes:
        give_back(live(t["seats"][box]))


def controlled(t: Table, player: str) -> list[int]:
    """The boxes in play at which a player is seated (M33)."""
    return [box for box in boxes_in(t) if seated(t["seats"][box]) == player]


def named_by_5_10(t: Table, player: str) -> list[int]:
    """MEGA 5.10.1, 5.10.2: the hands of a player that do not play on."""
    mine = controlled(t, player)
    keep = [box for box in mine if viewed(t, box)] or mine[:1]
    return [box for box in mine if box not in keep]


def absent_decided(t: Table, facts: Facts, decision: str) -> None:
    """M12: what becomes of a hand that was looked at and left, if it is still that player's."""
    seat = t["seats"][facts["box"]]
    if not undecided(seat) or seated(seat) != facts["player"]:
        return
    if decision == "forfeit":
        seat["folded"] = True
    else:
        give_back(live(seat))


def bar(t: Table, player: str) -> None:
    """MEGA 5.9: what the player has staked goes back, a folded ante aside (M32)."""
    t["barred"] = t["barred"] | {player}
    if t["phase"] in ("idle", "settled", "void"):
        return
    for seat in t["seats"].values():
        kinds = JACKPOTS if seat["folded"] else ()
        mine = of(player, live(seat, *kinds))
        give_back(mine)
        if seat["folded"] and mine:
            reach(t, "barred after a fold, jackpot wager goes back")
