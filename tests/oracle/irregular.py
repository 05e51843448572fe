"""Mistakes at the table, who decides them, and what the documents make of them."""

from typing import Any

from tests.oracle import paying
from tests.oracle.common import demand, demand_rank, rank_by, rank_of
from tests.oracle.hands import cards_of
from tests.oracle.meters import feed
from tests.oracle.paying import House, Seat, Table, live, seated

Command = dict[str, Any]
Matter = dict[str, Any]

RWS = ("CSP", "MLP")
MBS = ("SSP", "TCP", "MEGA")
HAVE = {
    "foreign_card": RWS + MBS,
    "unshuffled": (*RWS, "MEGA"),
    "insufficient_cards": RWS,
    "deck_count": RWS + MBS,
    "count_in_doubt": ("MEGA",),
    "misdeal": RWS + MBS,
    "dealer_card_count": RWS + MBS,
    "player_card_count": RWS + MBS,
    "cards_exposed": RWS + MBS,
    "dealer_card_exposed": RWS + MBS,
    "burn_omitted": RWS,
    "face_up_in_shoe": RWS,
    "simultaneous_draw": RWS,
    "dealing_error": RWS,
    "technical_interruption": RWS + MBS,
    "jackpot_failure": RWS + MBS,
    "extra_hand_viewed": RWS,
    "confidentiality": ("MEGA",),
    "multiple_positions": ("MEGA",),
    "over_limit": (*RWS, "SSP", "TCP"),
    "under_limit": (*RWS, "SSP", "TCP"),
    "other": RWS + MBS,
}
DECIDED_BY = {
    "burn_omitted": "shift_manager",
    "confidentiality": "shift_manager",
    "other": "shift_manager",
    "left_after_viewing": "shift_manager",
    "face_up_in_shoe": "dealer",
    "over_limit": "dealer",
    "under_limit": "dealer",
}
ABOUT_CARDS = (
    "foreign_card",
    "unshuffled",
    "insufficient_cards",
    "deck_count",
    "count_in_doubt",
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
ALWAYS = {
    "foreign_card": ["void"],
    "unshuffled": ["void"],
    "insufficient_cards": ["void"],
    "deck_count": ["void"],
    "count_in_doubt": ["void"],
    "simultaneous_draw": ["order"],
    "dealing_error": ["options"],
    "extra_hand_viewed": ["invalidate", "continue"],
    "confidentiality": ["bar"],
    "multiple_positions": ["invalidate"],
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


# --- the state that clauses ask about -------------------------------------------------------


def seen(t: Table) -> bool:
    """Whether any player has seen cards; the reveal counts as seen by all."""
    return t["phase"] in ("revealed", "settled") or any(s["viewed"] for s in t["seats"].values())


def handled(t: Table) -> bool:
    """Whether any player has touched cards."""
    return seen(t) or any(s["handled"] for s in t["seats"].values())


def established(t: Table) -> bool:
    """X13: a wager has conclusively won or lost."""
    if t["phase"] in ("revealed", "settled"):
        return True
    for seat in t["seats"].values():
        if not live(seat):
            continue
        if seat["folded"]:
            return True
        if seat["claimed"] and (paying.fold_keeps(t) or live(seat, "bet", "play")):
            return True
    return False


def faults(t: Table) -> list[int | str]:
    """Hands of the wrong size or in the wrong place; nothing can be settled on them."""
    if t["phase"] not in ("dealt", "revealed", "settled") or t["deal_no"] is None:
        return []
    found: list[int | str] = []
    for box, seat in t["seats"].items():
        if live(seat, "ante", "pair_plus") and len(t["hands"].get(box, [])) != t["size"]:
            found.append(box)
    for box in t["hands"]:
        if not had_wager(t, box) and not t["strays_reported"]:
            found.append(box)
    if len(t["dealer"]) != t["size"]:
        found.append("dealer")
    return found


def had_wager(t: Table, box: int) -> bool:
    """Whether cards were due at a box when they were dealt."""
    return box in t["due"]


def touchable(t: Table, box: int) -> bool:
    """A hand that went out of the round is nobody's to touch; a stray one can be."""
    seat = t["seats"][box]
    mains = [w for w in seat["wagers"] if w["wager"] in ("ante", "pair_plus")]
    stray = not had_wager(t, box) and (not mains or seated(seat) in t["barred"])
    return bool(live(seat)) or stray


def boxes_in(t: Table) -> list[int]:
    """The boxes still in play."""
    return [b for b in sorted(t["seats"]) if live(t["seats"][b])]


# --- matters -----------------------------------------------------------------------------------


def open_matter(t: Table, kind: str, decided_by: str, facts: dict[str, Any]) -> None:
    """A report waits for an official."""
    t["numbered"] += 1
    t["matters"].append(
        {
            "id": f"{t['name']}/{t['round']}/{t['numbered']}",
            "kind": kind,
            "decided_by": decided_by,
            "facts": facts,
        }
    )


def second_view(t: Table, box: int, player: str) -> None:
    """A live table writes down that a second hand was looked at."""
    if t["book"] == "MEGA":
        open_matter(t, "multiple_positions", "pit_supervisor", {"player": player})
    else:
        open_matter(t, "extra_hand_viewed", "pit_supervisor", {"box": box})


def allowed(t: Table, m: Matter) -> list[str]:
    """The decisions that the clause allows now."""
    if m["kind"] == "left_after_viewing":
        return ["return_wagers", "forfeit"]
    return [*decisions(t, m["kind"], m["facts"]), "dismiss"]


def decisions(t: Table, kind: str, facts: dict[str, Any]) -> list[str]:
    """What a clause prescribes in this case, in the order of the row."""
    if kind in ALWAYS:
        return list(ALWAYS[kind])
    if kind == "misdeal":
        return ["reconstruct", "void"] if facts.get("moves") else ["void"]
    if kind == "dealer_card_count":
        return ["reconstruct", "void"] if mendable(facts) else ["void"]
    if kind == "player_card_count":
        found = ["reconstruct", "invalidate"] if mendable(facts) else ["invalidate"]
        if t["book"] == "MEGA" and t["phase"] == "dealt":
            found.append("permit_withdrawal")
        return found
    if kind in ("cards_exposed", "dealer_card_exposed"):
        if kind == "dealer_card_exposed" and t["book"] in RWS:
            return ["up_card"]
        count = facts.get("count", 1)
        if t["book"] in MBS:
            return ["void"] if count >= 2 else ["continue"]
        if seen(t):
            return ["continue"]
        return ["void"] if count >= 2 else ["options"]
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


def mendable(facts: dict[str, Any]) -> bool:
    """Whether the cards can be reconstructed."""
    return bool(facts.get("reconstructable")) or "hands" in facts


def at_once(t: Table, kind: str, facts: dict[str, Any]) -> str:
    """What follows when the deciding role itself reports."""
    options = decisions(t, kind, facts)
    if facts.get("permit_withdrawal") and "permit_withdrawal" in options:
        return "permit_withdrawal"
    if kind == "burn_omitted":
        return "reconstruct" if facts.get("reconstructable") and len(options) > 1 else "void"
    if kind == "extra_hand_viewed":
        return "invalidate" if facts.get("intentional") else "continue"
    return options[0]


def report(h: House, t: Table, c: Command) -> None:
    """Somebody says that something went wrong."""
    demand_rank(c, 1)
    kind = c["irregularity"]
    facts = {k: v for k, v in c.items() if k not in ("do", "table", "by", "at", "irregularity")}
    if "round" in c and c["round"] != t["round"]:
        demand(c["round"] < t["round"])
        return
    demand(t["phase"] != "idle" or kind in ("jackpot_failure", "other"))
    early = t["phase"] == "betting" or (t["phase"] == "closed" and kind != "insufficient_cards")
    never = t["phase"] in ("settled", "void") and t["deal_no"] is None
    demand(kind not in ABOUT_CARDS or not (early or never))
    placing = kind in ("misdeal", "dealing_error")
    if t["book"] not in HAVE[kind]:
        kind = "other"
    if kind in ("over_limit", "under_limit"):
        limits(t, kind, c["box"])
        return
    if t["phase"] in ("settled", "void") and kind not in AFTER_SETTLING:
        return
    if t["phase"] == "void" and kind not in ("other", "jackpot_failure"):
        return
    if kind == "face_up_in_shoe":
        return
    if kind in ("deck_count", "count_in_doubt") and c.get("counted") == 52:
        return
    if kind == "misdeal":
        kind = misdeal_kind(t, facts)
    if kind == "dealer_card_exposed" and t["book"] in RWS and t["dealer_exposed"]:
        demand(cards_of(facts["card"])[0] in t["dealer"])
        kind, facts = "cards_exposed", {"count": 1}
    check(t, kind, facts)
    t["strays_reported"] = t["strays_reported"] or placing
    decided_by = DECIDED_BY.get(kind, "pit_supervisor")
    permit = facts.get("permit_withdrawal") and t["book"] == "MEGA" and t["phase"] == "dealt"
    if kind == "player_card_count" and permit:
        decided_by = "shift_manager"
    if kind == "jackpot_failure":
        facts["value"] = h["meters"][t["jackpot"]]["display"]
        facts["late"] = t["phase"] in ("idle", "settled", "void")
    if kind == "other" or rank_by(c) < rank_of(decided_by):
        open_matter(t, kind, decided_by, facts)
        return
    apply(h, t, kind, facts, at_once(t, kind, facts))


def misdeal_kind(t: Table, facts: dict[str, Any]) -> str:
    """A misdeal found late is something else."""
    if t["book"] in RWS and seen(t):
        moves = facts.get("moves") or {}
        named = {int(source) for source in moves} | set(moves.values())
        facts["boxes"] = sorted(named) if moves else boxes_in(t)
        return "dealing_error"
    if t["book"] in MBS and handled(t):
        return "other"
    return "misdeal"


def check(t: Table, kind: str, facts: dict[str, Any]) -> None:
    """Facts that cannot be are refused."""
    if "box" in facts and kind in ("player_card_count", "extra_hand_viewed"):
        seat = t["seats"].get(facts["box"])
        demand(seat is not None and bool(live(seat)))
    if kind == "dealer_card_exposed":
        demand(cards_of(facts["card"])[0] in t["dealer"])
    if kind in ("dealer_card_count", "player_card_count") and facts.get("reconstructable"):
        hand = t["dealer"] if kind == "dealer_card_count" else t["hands"].get(facts["box"], [])
        demand("hands" in facts or len(hand) == t["size"])
    if "hands" in facts and kind in ("dealer_card_count", "player_card_count"):
        check_hands(t, facts["hands"])
    if kind == "misdeal" and facts.get("moves"):
        demand(all(int(source) in t["hands"] for source in facts["moves"]))
    if kind == "burn_omitted":
        demand(t["device"] == "shoe")
    if kind == "jackpot_failure":
        demand(t["jackpot"] is not None)
    if kind == "simultaneous_draw":
        dealt = [card for hand in t["hands"].values() for card in hand] + t["dealer"]
        demand(all(card in (t["shoe"] or dealt) for card in cards_of(facts["order"])))
    if kind in ("confidentiality", "multiple_positions"):
        held = [
            box
            for box, seat in t["seats"].items()
            if live(seat) and any(w["player"] == facts["player"] for w in seat["wagers"])
        ]
        demand(len(held) >= (1 if kind == "confidentiality" else 2))


def check_hands(t: Table, wanted: dict[str, str]) -> None:
    """Corrected hands have the right size, and one deck has each card once."""
    hands = {str(box): hand for box, hand in t["hands"].items()} | {"dealer": t["dealer"]}
    for place, text in wanted.items():
        hands[place] = cards_of(text)
        demand(len(hands[place]) == t["size"])
    everything = [card for hand in hands.values() for card in hand]
    demand(len(set(everything)) == len(everything))


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
    least = rank_of(matter["decided_by"])
    if c["decision"] == "permit_withdrawal":
        least = 4
    demand_rank(c, least)
    demand(c["decision"] in allowed(t, matter))
    if c["decision"] in ("invalidate", "return_wagers") and matter["kind"] == "other":
        box = c.get("box", matter["facts"].get("box"))
        matter["facts"]["box"] = box
        seat = t["seats"].get(box)
        demand(seat is not None and bool(live(seat)))
    t["matters"].remove(matter)
    if c["decision"] == "dismiss":
        return
    if c["decision"] in ("invalidate", "permit_withdrawal") and "box" in matter["facts"]:
        demand(bool(live(t["seats"][matter["facts"]["box"]])))
    apply(h, t, matter["kind"], matter["facts"], c["decision"])


# --- consequences ------------------------------------------------------------------------------


def apply(h: House, t: Table, kind: str, facts: dict[str, Any], decision: str) -> None:
    """Does what has been decided."""
    if kind == "jackpot_failure":
        t["asked"] = True
        if facts["late"]:
            return
        if decision == "continue":
            t["frozen"] = facts["value"]
            return
    if decision == "void":
        paying.void(h, t)
    elif decision == "reconstruct":
        again = t["phase"] == "settled" and "hands" in facts
        if again:
            paying.unsettle(h, t)
        reconstruct(t, kind, facts)
        paying.review_group(h, t)
        if again:
            paying.settle(h, t)
    elif decision in ("invalidate", "permit_withdrawal", "return_wagers"):
        boxes = multiple(t, facts["player"]) if kind == "multiple_positions" else [facts["box"]]
        invalidate(h, t, boxes)
        if decision == "permit_withdrawal":
            give_options(t, boxes_in(t), together=True)
    elif decision == "forfeit":
        t["seats"][facts["box"]]["folded"] = True
    elif decision == "options":
        if kind == "technical_interruption":
            give_options(t, boxes_in(t), together=True)
        else:
            give_options(t, facts.get("boxes") or boxes_in(t), together=False)
    elif decision == "up_card":
        t["up"] = cards_of(facts["card"])[0]
        t["dealer_exposed"] = True
    elif decision == "order":
        reorder(t, cards_of(facts["order"]))
        give_options(t, boxes_in(t), together=False)
    elif decision == "bar":
        bar(h, t, facts["player"])


def reconstruct(t: Table, kind: str, facts: dict[str, Any]) -> None:
    """Cards go back to the order they should have had."""
    if kind == "misdeal":
        moves = {int(a): b for a, b in facts["moves"].items()}
        hands = {b: hand for b, hand in t["hands"].items() if b not in moves}
        for source, target in moves.items():
            demand(source in t["hands"] and target not in hands)
            hands[target] = t["hands"][source]
        t["hands"] = hands
    elif kind == "burn_omitted":
        if t["shoe"] is not None and t["unburnt"]:
            from tests.oracle.reference import spread

            boxes = sorted(t["hands"])
            t["hands"], t["dealer"] = spread(t, t["shoe"][1:], boxes)
            t["up"] = t["dealer"][-1]
        give_options(t, boxes_in(t), together=False)
    elif "hands" in facts:
        for place, text in facts["hands"].items():
            cards = cards_of(text)
            demand(len(cards) == t["size"])
            if place == "dealer":
                last = t["up"] == (t["dealer"] or [None])[-1]
                if t["book"] != "TCP" and (last or t["up"] not in cards):
                    t["up"] = cards[-1]
                t["dealer"] = cards
            else:
                t["hands"][int(place)] = cards
        everything = [card for hand in [*t["hands"].values(), t["dealer"]] for card in hand]
        demand(len(set(everything)) == len(everything))


def reorder(t: Table, order: list[str]) -> None:
    """CSP 5.14: the places of cards drawn together take them in the order decided."""
    boxes: list[int | str] = [*sorted(t["hands"]), "dealer"]
    hand_of: dict[int | str, list[str]] = {**t["hands"], "dealer": t["dealer"]}
    if t["shoe"] is not None:
        places = list(t["shoe"])
    elif t["device"] == "shoe":
        places = [hand_of[b][i] for i in range(t["size"]) for b in boxes if i < len(hand_of[b])]
    else:
        places = [card for b in boxes for card in hand_of[b]]
    taken = [card for card in places if card in order]
    becomes = dict(zip(taken, order, strict=True))
    up_was_last = t["up"] == t["dealer"][-1]
    for hand in hand_of.values():
        hand[:] = [becomes.get(card, card) for card in hand]
    if t["shoe"] is not None:
        t["shoe"] = [becomes.get(card, card) for card in t["shoe"]]
    if up_was_last and t["up"] is not None:
        t["up"] = t["dealer"][-1]


def invalidate(h: House, t: Table, boxes: list[int]) -> None:
    """Hands leave the round and their wagers go back; a settled round is settled anew."""
    again = t["phase"] == "settled"
    if again:
        paying.unsettle(h, t)
        paying.leave_group(h, t)
    for box in boxes:
        paying.give_back(h, t, live(t["seats"][box]))
        drop_options(t, box)
    paying.review_group(h, t)
    if again:
        paying.settle(h, t)


def multiple(t: Table, player: str) -> list[int]:
    """MEGA 5.10.1, 5.10.2: the hands of a player that do not play on."""
    mine = [b for b in boxes_in(t) if seated(t["seats"][b]) == player]
    viewed = [b for b in mine if t["seats"][b]["viewed"]]
    keep = viewed or mine[:1]
    return [b for b in mine if b not in keep]


def bar(h: House, t: Table, player: str) -> None:
    """MEGA 5.9: what the player has staked goes back, and no more is taken."""
    t["barred"] = t["barred"] | {player}
    if t["phase"] in ("idle", "settled", "void"):
        return
    for seat in t["seats"].values():
        mine = [w for w in live(seat) if w["player"] == player]
        paying.give_back(h, t, mine)
    t["options"] = [key for key in t["options"] if key != ("player", player)]
    paying.review_group(h, t)


# --- options -----------------------------------------------------------------------------------


def give_options(t: Table, boxes: list[int], *, together: bool) -> None:
    """Players may go on or take their wagers back."""
    for box in boxes:
        seat: Seat | None = t["seats"].get(box)
        if seat is None or not live(seat) or seat["folded"] or seated(seat) in t["left"]:
            continue
        key: tuple[str, Any] = ("player", seated(seat)) if together else ("box", box)
        if key not in t["options"]:
            t["options"].append(key)


def option_of(t: Table, box: int) -> list[tuple[str, Any]]:
    """The open options that concern a box."""
    seat = t["seats"].get(box)
    if seat is None or not live(seat):
        return []
    keys = [("box", box), ("player", seated(seat))]
    return [key for key in t["options"] if key in keys]


def drop_options(t: Table, box: int) -> None:
    """A box that is out has nothing left to choose."""
    player = seated(t["seats"][box])
    more = [b for b in boxes_in(t) if seated(t["seats"][b]) == player]
    t["options"] = [
        key for key in t["options"] if key != ("box", box) and (key != ("player", player) or more)
    ]


def answered(t: Table, box: int) -> None:
    """A bet, play or fold counts as going on."""
    for key in option_of(t, box):
        t["options"].remove(key)


def choose(h: House, t: Table, c: Command) -> None:
    """A player's answer to an option."""
    from tests.oracle.reference import act_of

    if "box" in c:
        keys = option_of(t, c["box"])
        demand(bool(keys))
        player = seated(t["seats"][c["box"]])
    else:
        player = c["player"]
        keys = [
            key
            for key in t["options"]
            if key == ("player", player)
            or (key[0] == "box" and seated(t["seats"][key[1]]) == player)
        ]
        demand(len(keys) == 1)
    act_of(t, c, player)
    for key in keys:
        t["options"].remove(key)
        if c["option"] == "withdraw":
            boxes = (
                [key[1]]
                if key[0] == "box"
                else [b for b in boxes_in(t) if seated(t["seats"][b]) == key[1]]
            )
            invalidate(h, t, boxes)


# --- the house's own acts ----------------------------------------------------------------------


def restrict_player(h: House, t: Table, c: Command) -> None:
    """MEGA 3.4.3."""
    demand_rank(c, 3)
    demand(t["book"] == "MEGA")
    t["restricted"] = t["restricted"] | {c["player"]}


def bar_player(h: House, t: Table, c: Command) -> None:
    """MEGA 5.9."""
    demand_rank(c, 4)
    demand(t["book"] == "MEGA")
    bar(h, t, c["player"])


def readmit_player(h: House, t: Table, c: Command) -> None:
    """Lifts bar and restriction."""
    demand_rank(c, 4)
    demand(t["book"] == "MEGA")
    t["barred"] = t["barred"] - {c["player"]}
    t["restricted"] = t["restricted"] - {c["player"]}


def jackpot_service(h: House, t: Table, c: Command) -> None:
    """CSP 5.18.2 c."""
    demand_rank(c, 4)
    demand(t["jackpot"] is not None)
    t["service_next"] = c["available"]
    t["asked"] = False


def close_table(h: House, t: Table, c: Command) -> None:
    """CSP 5.18.2 a."""
    demand_rank(c, 4)
    t["closed"] = True
    t["asked"] = False


def open_table(h: House, t: Table, c: Command) -> None:
    """The table takes rounds again."""
    demand_rank(c, 4)
    t["closed"] = False
    t["disallowed"] = set()


def disallow_boxes(h: House, t: Table, c: Command) -> None:
    """CSP 5.18.2 b."""
    demand_rank(c, 4)
    t["disallowed"] = t["disallowed"] | set(c["boxes"])
    t["asked"] = False


def correct_entry(h: House, t: Table, c: Command) -> None:
    """What was keyed wrongly is put right."""
    demand_rank(c, 2)
    demand(t["recording"] and t["phase"] not in ("idle", "void"))
    again = t["phase"] == "settled"
    if again:
        paying.unsettle(h, t)
    if "cards" in c:
        demand(t["phase"] in ("dealt", "revealed", "settled"))
        demand(bool(t["dealer"]))
        cards = cards_of(c["cards"])
        if c["box"] == "dealer":
            t["dealer"] = cards
            t["up"] = None if t["book"] == "TCP" else cards[-1]
        else:
            t["hands"][c["box"]] = cards
        everything = [card for hand in [*t["hands"].values(), t["dealer"]] for card in hand]
        demand(len(set(everything)) == len(everything))
    else:
        correct_wager(h, t, c)
    paying.review_group(h, t)
    if again:
        demand(not faults(t))
        paying.settle(h, t)


def correct_wager(h: House, t: Table, c: Command) -> None:
    """The amount of a wager as it really lay there."""
    seat = t["seats"].get(c["box"])
    demand(seat is not None)
    assert seat is not None
    player = c.get("player", seated(seat))
    mine = [w for w in seat["wagers"] if w["player"] == player and w["wager"] == c["wager"]]
    demand(bool(mine))
    wager = mine[0]
    wager["amount"] = c["amount"]
    if wager["back"]:
        return
    if wager["wager"] in ("jackpot", "dealer_jackpot") and t["phase"] != "betting":
        paying.unfeed(h, t, wager)
        meter = h["meters"][t["jackpot"]]
        if live(seat, "ante"):
            wager["fed"] = meter["increment"] * paying.accepted(h, t, wager)
            feed(meter, wager["fed"])


DOING = {
    "report": report,
    "rule": rule,
    "choose": choose,
    "restrict_player": restrict_player,
    "bar_player": bar_player,
    "readmit_player": readmit_player,
    "jackpot_service": jackpot_service,
    "close_table": close_table,
    "open_table": open_table,
    "disallow_boxes": disallow_boxes,
    "correct_entry": correct_entry,
}
