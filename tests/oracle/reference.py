"""A second, slow and plain implementation of table scripts, for comparing the product with.

The house is one dictionary. Every command changes it in place or raises `Refused`,
and then the copy made before it stands again.
"""

import copy
from fractions import Fraction
from typing import Any

from tests.oracle import irregular, paying
from tests.oracle.common import (
    BOOKS,
    Refused,
    demand,
    demand_rank,
    new_round,
    undecided,
)
from tests.oracle.hands import cards_of
from tests.oracle.meters import feed, in_proportion, new_meter
from tests.oracle.paying import House, Seat, Table, live, seated, total

Command = dict[str, Any]


# --- setting up and reading out --------------------------------------------------------


def new_house(script: dict[str, Any]) -> House:
    """The house of a script before its first command."""
    tables: dict[str, Table] = {}
    for name, config in script["tables"].items():
        book = BOOKS[config["rulebook"].split("@")[0]]
        readings = {
            "fold_keeps_jackpot": True,
            "ssp_multi": "pooled_sequential",
            "mega_sf_pool": "literal_reset",
            "absent": "fold",
            "mega_absent_after_view": "refer",
            "max_areas_per_player": 1,
        } | config.get("readings", {})
        memory = config.get("memory", {})
        limits = {"ante": [500, 1_000_000], "pair_plus": [500, 1_000_000]}
        tables[name] = {
            "name": name,
            "book": book,
            "size": 3 if book == "TCP" else 5,
            "boxes": config.get("boxes", 7),
            "device": config.get("device", "shuffler"),
            "limits": limits | config.get("limits", {}),
            "jackpot": config.get("jackpot"),
            "recording": config.get("entry", "enforcing") == "recording",
            "readings": readings,
            "round": config.get("round", 1) - 1,
            "under": set(memory.get("under_minimum", [])),
            "restricted": set(memory.get("restricted", [])),
            "barred": set(memory.get("barred", [])),
            "closed": False,
            "disallowed": set(),
            "service": True,
            "service_next": True,
            "asked": False,
            **new_round("idle"),
        }
    meters = {name: new_meter(config) for name, config in script.get("jackpots", {}).items()}
    return {"tables": tables, "meters": meters, "ended": [], "deals": 0}


def play(script: dict[str, Any]) -> dict[str, Any]:
    """What a script comes to."""
    h = new_house(script)
    refusals = []
    for index, command in enumerate(script["commands"]):
        before = copy.deepcopy(h)
        try:
            perform(h, command)
        except Refused:
            h = before
            refusals.append(index)
    return read_out(h, refusals)


def read_out(h: House, refusals: list[int]) -> dict[str, Any]:
    """The result of a script as the contract lays it out, without clauses."""
    lines = [line for record in h["ended"] for line in record["lines"]]
    players: dict[str, dict[str, int]] = {}
    for line in lines:
        entry = players.setdefault(line["player"], {"staked": 0, "received": 0, "net": 0})
        entry["staked"] += line["staked"]
        entry["received"] += line["won"] + line["returned"]
        entry["net"] = entry["received"] - entry["staked"]
    jackpots = {}
    for name, meter in h["meters"].items():
        jackpots[name] = {
            "meter": meter["display"],
            "contributed": meter["contributed"],
            "seeded": meter["seeded"],
            "adjusted": meter["adjusted"],
            "paid": meter["paid"],
            "pending": [
                {key: claim[key] for key in ("table", "round", "box")}
                for claim in sorted(meter["pending"], key=lambda c: (c["deal_no"], c["box"]))
            ],
        }
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
        "jackpots": jackpots,
        "tables": tables,
        "refusals": refusals,
        "matters": matters,
    }


# --- the commands ------------------------------------------------------------------------


def perform(h: House, c: Command) -> None:
    """Does one command, or refuses it."""
    if c["do"] == "adjust_jackpot":
        demand_rank(c, 4)
        meter = h["meters"][c["jackpot"]]
        demand(meter["display"] + c["amount"] >= 0)
        meter["display"] += c["amount"]
        meter["adjusted"] += c["amount"]
        return
    if c["do"] == "order_claims":
        order_claims(h, c)
        return
    name = c.get("table") or next(iter(h["tables"]))
    t = h["tables"][name]
    DOING[c["do"]](h, t, c)
    if t["phase"] in ("closed", "dealt", "revealed") and not any(
        not wager["late"] for seat in t["seats"].values() for wager in live(seat)
    ):
        t["options"] = []
        finish(h, t)
    paying.release(h)


def finish(h: House, t: Table) -> None:
    """The round is over: every wager is settled."""
    paying.settle(h, t)
    t["phase"] = "settled"


def open_bets(h: House, t: Table, c: Command) -> None:
    """Place your bets, please."""
    demand_rank(c, 1)
    demand(t["phase"] in ("idle", "settled", "void"))
    demand(not t["matters"] and not t["options"])
    demand(not t["closed"] and not t["asked"])
    t.update(new_round("betting"))
    t["round"] += 1
    t["service"] = t["service_next"]


def act_of(t: Table, c: Command, player: str, *, placing: bool = False) -> None:
    """A player's act is the player's own; staff place wagers, and at live tables write."""
    by = c.get("by")
    if by is None:
        return
    if by["role"] == "player":
        demand(by["id"] == player)
        return
    demand(placing or t["recording"])


def player_of(t: Table, c: Command, seat: Seat | None) -> str:
    """Whose act a wager command is."""
    if "player" in c:
        return str(c["player"])
    if seat is not None:
        by = c.get("by")
        if by is not None and by["role"] == "player":
            return str(by["id"])
        return seated(seat)
    raise Refused


def place_wager(h: House, t: Table, c: Command) -> None:
    """A wager is laid."""
    box, kind = c["box"], c["wager"]
    seat = t["seats"].get(box)
    player = player_of(t, c, seat)
    act_of(t, c, player, placing=True)
    if kind in ("bet", "play"):
        place_bet(t, c, player)
        return
    demand(t["phase"] == "betting")
    demand(kind != "pair_plus" or t["book"] == "TCP")
    demand(kind != "dealer_jackpot" or t["book"] == "SSP")
    demand(player not in t["barred"] and player not in t["left"])
    demand(box not in t["disallowed"])
    others = [
        b for b, s in t["seats"].items() if b != box and any(w["player"] == player for w in live(s))
    ]
    if t["book"] == "MEGA":
        demand(player not in t["restricted"] or not others)
    elif t["book"] in ("SSP", "TCP"):
        demand(len(others) < t["readings"]["max_areas_per_player"])
    if seat is None:
        seat = {
            "players": [],
            "wagers": [],
            "folded": False,
            "viewed": False,
            "handled": False,
            "declined": False,
            "claimed": False,
            "short": False,
        }
        t["seats"][box] = seat
    if seat["players"] and t["book"] != "MEGA":
        demand(seat["players"][0] == player)
    if player not in seat["players"]:
        seat["players"].append(player)
    if kind in ("jackpot", "dealer_jackpot"):
        place_jackpot(h, t, c, seat, player)
        return
    mine = [w for w in live(seat, kind) if w["player"] == player]
    if mine:
        mine[0]["amount"] += c["amount"]
    else:
        seat["wagers"].append(new_wager(player, kind, c["amount"]))
    if not t["recording"]:
        low, high = t["limits"][kind]
        demand(low <= total(seat, kind) <= high)


def new_wager(player: str, kind: str, amount: int) -> dict[str, Any]:
    """A wager as laid."""
    return {
        "player": player,
        "wager": kind,
        "amount": amount,
        "back": False,
        "late": False,
        "closed": False,
        "fed": Fraction(0),
    }


def place_jackpot(h: House, t: Table, c: Command, seat: Seat, player: str) -> None:
    """The optional wager on the progressive."""
    demand(t["jackpot"] is not None and t["service"])
    meter = h["meters"][t["jackpot"]]
    amount = c.get("amount", meter["stake"])
    demand(not live(seat, c["wager"]))
    demand(seated(seat) == player)
    if not t["recording"]:
        demand(any(w["player"] == player for w in live(seat, "ante")))
        if t["book"] == "SSP":
            demand(amount % meter["stake"] == 0)
            demand(amount <= meter["stake"] * meter["max_credits"])
        else:
            demand(amount == meter["stake"])
    seat["wagers"].append(new_wager(player, c["wager"], amount))


def place_bet(t: Table, c: Command, player: str) -> None:
    """Bet or play: the decision to stay in."""
    demand(t["phase"] == "dealt")
    demand(c["wager"] == ("play" if t["book"] == "TCP" else "bet"))
    seat = t["seats"].get(c["box"])
    demand(seat is not None and undecided(seat) and bool(t["hands"].get(c["box"])))
    assert seat is not None
    demand(player == seated(seat) and player not in t["left"])
    exact = total(seat, "ante") * (1 if t["book"] == "TCP" else 2)
    amount = c.get("amount", exact)
    demand(t["recording"] or amount == exact)
    antes = live(seat, "ante")
    parts = in_proportion(amount, [w["amount"] for w in antes])
    for ante, part in zip(antes, parts, strict=True):
        if part > 0:
            seat["wagers"].append(new_wager(ante["player"], c["wager"], part))
    seat["handled"] = True
    irregular.answered(t, c["box"])


def withdraw_wager(h: House, t: Table, c: Command) -> None:
    """A wager is taken back while bets are open."""
    seat = t["seats"].get(c["box"])
    demand(seat is not None)
    assert seat is not None
    player = player_of(t, c, seat)
    act_of(t, c, player)
    mine = [w for w in live(seat, c["wager"]) if w["player"] == player]
    demand(bool(mine))
    demand(player not in t["left"])
    if t["phase"] in ("closed", "dealt", "revealed"):
        demand(t["recording"] and t["book"] in ("SSP", "TCP", "MEGA"))
        return
    demand(t["phase"] == "betting")
    kinds = ["ante", "jackpot", "dealer_jackpot"] if c["wager"] == "ante" else [c["wager"]]
    seat["wagers"] = [
        w
        for w in seat["wagers"]
        if not (w["player"] == player and w["wager"] in kinds and not w["back"])
    ]
    left = total(seat, c["wager"])
    if not any(w["player"] == player for w in seat["wagers"]) and len(seat["players"]) > 1:
        seat["players"].remove(player)
    if c["wager"] == "ante":
        demand(t["recording"] or left == 0 or left >= t["limits"]["ante"][0])


def close_bets(h: House, t: Table, c: Command) -> None:
    """No more bets: the meter grows, wagers that cannot play go back."""
    demand_rank(c, 1)
    demand(t["phase"] == "betting")
    t["phase"] = "closed"
    for box in sorted(t["seats"]):
        seat = t["seats"][box]
        if seat["short"]:
            for kind in ("ante", "pair_plus"):
                if 0 < total(seat, kind) < t["limits"][kind][0]:
                    paying.give_back(h, t, live(seat, kind))
                    if kind == "ante":
                        paying.give_back(h, t, live(seat, "jackpot", "dealer_jackpot"))
        if not live(seat, "ante"):
            orphans = live(seat, "jackpot", "dealer_jackpot")
            if t["book"] == "MEGA":
                for wager in orphans:
                    wager["late"] = True
            else:
                paying.give_back(h, t, orphans)
        for wager in live(seat):
            wager["closed"] = True
        for wager in live(seat, "jackpot", "dealer_jackpot"):
            if not wager["late"]:
                meter = h["meters"][t["jackpot"]]
                wager["fed"] = meter["increment"] * paying.accepted(h, t, wager)
                feed(meter, wager["fed"])


def deal(h: House, t: Table, c: Command) -> None:
    """The cards go out."""
    demand_rank(c, 1)
    demand(t["phase"] == "closed")
    boxes = [b for b in sorted(t["seats"]) if live(t["seats"][b], "ante", "pair_plus")]
    burns = t["device"] == "shoe" and t["book"] in ("CSP", "MLP")
    if "shoe" in c:
        cards = cards_of(c["shoe"])
        demand(len(set(cards)) == len(cards))
        if c.get("burn") is False:
            demand(t["recording"] or not burns)
            t["unburnt"] = burns
            burns = False
        t["shoe"] = cards
        hands, dealer = spread(t, cards[1:] if burns else cards, boxes)
    else:
        demand("burn" not in c)
        hands = {int(b): cards_of(text) for b, text in c["hands"].items() if b != "dealer"}
        demand("dealer" in c["hands"])
        dealer = cards_of(c["hands"]["dealer"])
        everything = [card for hand in [*hands.values(), dealer] for card in hand]
        demand(len(set(everything)) == len(everything))
        if not t["recording"]:
            demand(sorted(hands) == boxes)
            demand(all(len(hand) == t["size"] for hand in [*hands.values(), dealer]))
    t["hands"], t["dealer"], t["due"] = hands, dealer, boxes
    t["up"] = None if t["book"] == "TCP" or not dealer else dealer[-1]
    t["phase"] = "dealt"
    h["deals"] += 1
    t["deal_no"] = h["deals"]
    for player in sorted(t["left"]):
        absent(h, t, player)


def spread(t: Table, cards: list[str], boxes: list[int]) -> tuple[dict[int, list[str]], list[str]]:
    """Deals from a shoe by the procedure of the rulebook and the device."""
    places = [*boxes, 0]
    size = t["size"]
    demand(len(cards) >= size * len(places))
    hands: dict[int, list[str]] = {place: [] for place in places}
    singly = t["device"] == "shoe" and t["book"] in ("CSP", "MLP", "MEGA")
    for index in range(size * len(places)):
        place = places[index % len(places)] if singly else places[index // size]
        hands[place].append(cards[index])
    dealer = hands.pop(0)
    return hands, dealer


def own_box(t: Table, c: Command) -> Seat:
    """A box in play whose seated player acts on it."""
    seat: Seat | None = t["seats"].get(c["box"])
    demand(seat is not None)
    assert seat is not None
    player = seated(seat)
    act_of(t, c, player)
    demand(player not in t["left"])
    return seat


def handle_hand(h: House, t: Table, c: Command) -> None:
    """The player touches the cards."""
    seat = own_box(t, c)
    demand(t["phase"] == "dealt" and c["box"] in t["hands"])
    demand(irregular.touchable(t, c["box"]))
    seat["handled"] = True


def view_hand(h: House, t: Table, c: Command) -> None:
    """The player looks at the hand; one hand only in CSP, MLP and MEGA."""
    shut = t["book"] == "MEGA" and t["phase"] in ("revealed", "settled")
    if shut and t["seats"].get(c["box"], {}).get("declined"):
        demand("by" in c)
        demand_rank(c, 2)
        return
    seat = own_box(t, c)
    demand(t["phase"] == "dealt" and c["box"] in t["hands"])
    demand(irregular.touchable(t, c["box"]))
    player = seated(seat)
    if t["book"] in ("CSP", "MLP", "MEGA"):
        before = [
            b
            for b, s in t["seats"].items()
            if b != c["box"] and s["viewed"] and seated(s) == player
        ]
        if before and not seat["viewed"]:
            demand(t["recording"])
            irregular.second_view(t, c["box"], player)
    seat["viewed"] = seat["handled"] = True


def fold(h: House, t: Table, c: Command) -> None:
    """The player drops out."""
    seat = own_box(t, c)
    demand(t["phase"] == "dealt" and undecided(seat) and bool(t["hands"].get(c["box"])))
    seat["folded"] = seat["handled"] = True
    irregular.answered(t, c["box"])


def leave(h: House, t: Table, c: Command) -> None:
    """The player walks away."""
    player = c["player"]
    act_of(t, c, player)
    demand(t["phase"] in ("betting", "closed", "dealt", "revealed"))
    demand(player not in t["left"])
    demand(any(player in seat["players"] for seat in t["seats"].values()))
    t["left"].append(player)
    for box, seat in t["seats"].items():
        if seated(seat) == player:
            irregular.answered(t, box)
    if t["phase"] == "dealt":
        absent(h, t, player)


def absent(h: House, t: Table, player: str) -> None:
    """What the rulebook makes of boxes still to be decided when their player is gone."""
    for box in sorted(t["seats"]):
        seat = t["seats"][box]
        if seated(seat) != player or not undecided(seat):
            continue
        how = "fold"
        if t["book"] in ("SSP", "TCP"):
            how = t["readings"]["absent"]
        elif t["book"] == "MEGA":
            how = t["readings"]["mega_absent_after_view"] if seat["viewed"] else "return"
        if how == "fold":
            seat["folded"] = True
            irregular.answered(t, box)
        elif how == "return":
            paying.give_back(h, t, live(seat))
            irregular.answered(t, box)
            paying.review_group(h, t)
        else:
            irregular.open_matter(t, "left_after_viewing", "shift_manager", {"box": box})


def claim_jackpot(h: House, t: Table, c: Command) -> None:
    """A jackpot hand is shown to the dealer."""
    seat = own_box(t, c)
    demand(t["phase"] in ("dealt", "revealed") and not irregular.faults(t))
    demand(bool(live(seat, "ante")))
    demand(not seat["declined"])
    prizes = paying.TO_ONE if t["book"] == "SSP" else paying.FIXED[t["book"]]
    shown = []
    for wager in live(seat, "jackpot", "dealer_jackpot"):
        cards = t["hands"].get(c["box"], [])
        if wager["wager"] == "dealer_jackpot":
            cards = t["dealer"] if t["phase"] == "revealed" else []
        if len(cards) == t["size"] and not wager["late"]:
            shown.append(paying.jackpot_class(t, cards))
    demand(any(paying.is_major(t, name) or name in prizes for name in shown))
    seat["claimed"] = seat["viewed"] = seat["handled"] = True
    if t["book"] == "MEGA" and t["group"] is None:
        paying.enter_group(h, t)


def draw(h: House, t: Table, c: Command) -> None:
    """SSP: what the jackpot system picked."""
    demand_rank(c, 1)
    demand(t["book"] == "SSP")
    demand(t["phase"] in ("closed", "dealt", "revealed"))
    for key in ("magic_card", "lucky_box", "lucky_dealer"):
        if key in c:
            demand(key not in t["draw"])
            t["draw"][key] = cards_of(c[key])[0] if key == "magic_card" else c[key]


def reveal_dealer(h: House, t: Table, c: Command) -> None:
    """All the dealer's cards are turned up."""
    demand_rank(c, 1)
    demand(t["phase"] == "dealt")
    demand(not t["matters"] and not t["options"])
    demand(not any(undecided(seat) for seat in t["seats"].values()))
    t["phase"] = "revealed"


def decline_reveal(h: House, t: Table, c: Command) -> None:
    """The player will not show a hand that is still in."""
    seat = own_box(t, c)
    demand(t["book"] in ("CSP", "MLP", "MEGA") and t["phase"] == "revealed")
    demand(bool(live(seat, "bet")) and not seat["folded"] and not seat["declined"])
    seat["declined"] = True
    if t["book"] == "MEGA":
        paying.review_group(h, t)


def settle(h: House, t: Table, c: Command) -> None:
    """Every wager is settled."""
    demand_rank(c, 1)
    demand(t["phase"] == "revealed")
    demand(not t["matters"] and not t["options"])
    demand(not irregular.faults(t))
    finish(h, t)


def order_claims(h: House, c: Command) -> None:
    """The House fixes the order of pending claims."""
    demand_rank(c, 4)
    chosen = []
    for wanted in c["claims"]:
        found = [
            (name, claim)
            for name, meter in h["meters"].items()
            for claim in meter["pending"]
            if claim["table"] == wanted["table"]
            and claim["box"] == wanted["box"]
            and wanted.get("round", claim["round"]) == claim["round"]
        ]
        demand(len(found) == 1)
        demand(found[0] not in chosen)
        chosen.append(found[0])
    demand(bool(chosen))
    for name, claim in chosen:
        paying.pay_claim(h, name, claim)


DOING = {
    "open_bets": open_bets,
    "place_wager": place_wager,
    "withdraw_wager": withdraw_wager,
    "close_bets": close_bets,
    "deal": deal,
    "handle_hand": handle_hand,
    "view_hand": view_hand,
    "fold": fold,
    "leave": leave,
    "claim_jackpot": claim_jackpot,
    "draw": draw,
    "reveal_dealer": reveal_dealer,
    "decline_reveal": decline_reveal,
    "settle": settle,
    **irregular.DOING,
}
