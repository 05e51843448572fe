"""A round as it is played: wagers, the deal, decisions, the reveal, the settlement."""

from tests.oracle import options
from tests.oracle.common import (
    JACKPOTS,
    RWS,
    Command,
    House,
    Seat,
    Table,
    act_of,
    demand,
    demand_rank,
    give_back,
    live,
    new_round,
    new_seat,
    new_wager,
    of,
    rank_by,
    reach,
    seated,
    shares,
    total,
    undecided,
    viewed,
)
from tests.oracle.hands import cards_of
from tests.oracle.irregular import open_matter, second_view
from tests.oracle.jackpots import jackpot_class, orphan, pays, short, used_up
from tests.oracle.meters import in_proportion
from tests.oracle.putting_right import faults, spread
from tests.oracle.turning import awaited, closed, known, lying, show, turned

# --- bets are open -----------------------------------------------------------------------------


def open_bets(h: House, t: Table, c: Command) -> None:
    """Place your bets, please; the round before stands as it is."""
    demand_rank(c, 1)
    demand(t["phase"] in ("idle", "settled", "void"))
    demand(not t["matters"] and not t["options"])
    demand(not t["closed"] and not t["asked"])
    remember_short_antes(h, t)
    t.update(new_round("betting"))
    t["round"] += 1
    t["service"] = t["service_next"]


def remember_short_antes(h: House, t: Table) -> None:
    """MEGA 5.13: a short ante that was won or lost in the round as it finally stood (M14)."""
    boxes = {box for box, seat in t["seats"].items() if short(t, seat)}
    for record in h["ended"]:
        if (record["table"], record["round"]) == (t["name"], t["round"]):
            for line in record["lines"]:
                if line["box"] in boxes and line["wager"] == "ante":
                    reach(t, f"short ante {line['result']}")
                    if line["result"] in ("won", "lost"):
                        t["under"] = t["under"] | {line["player"]}


def player_of(t: Table, c: Command, seat: Seat | None) -> str:
    """Whose act a wager command is."""
    if "player" in c:
        return str(c["player"])
    demand(seat is not None and bool(live(seat)))
    assert seat is not None
    by = c.get("by")
    if by is not None and by["role"] == "player":
        return str(by["id"])
    return seated(seat)


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
    others = [b for b, s in t["seats"].items() if b != box and of(player, live(s))]
    if t["book"] == "MEGA":
        demand(player not in t["restricted"] or not others)
    elif t["book"] in ("SSP", "TCP"):
        demand(len(others) < t["readings"]["max_areas_per_player"])
    seat = t["seats"].setdefault(box, new_seat())
    if t["freed"].get(box, player) != player:
        reach(t, "freed box taken by another")
    if live(seat) and t["book"] != "MEGA":
        demand(seated(seat) == player)
    if player not in seat["players"]:
        seat["players"].append(player)
    if kind in JACKPOTS:
        place_jackpot(h, t, c, seat, player)
        return
    mine = of(player, live(seat, kind))
    if mine:
        mine[0]["amount"] += c["amount"]
    else:
        seat["wagers"].append(new_wager(player, kind, c["amount"]))
    if not t["recording"]:
        low, high = t["limits"][kind]
        demand(low <= total(seat, kind) <= high)


def place_jackpot(h: House, t: Table, c: Command, seat: Seat, player: str) -> None:
    """The optional wager on the progressive."""
    demand(t["jackpot"] is not None and t["service"])
    meter = h["meters"][t["jackpot"]]
    amount = c.get("amount", meter["stake"])
    demand(not live(seat, c["wager"]))
    demand(not live(seat) or seated(seat) == player)
    if not t["recording"]:
        demand(bool(of(player, live(seat, "ante"))))
        if t["book"] == "SSP":
            demand(amount % meter["stake"] == 0)
            demand(amount <= meter["stake"] * meter["max_credits"])
        else:
            demand(amount == meter["stake"])
    seat["wagers"].append(new_wager(player, c["wager"], amount))


def withdraw_wager(h: House, t: Table, c: Command) -> None:
    """A wager is taken back while bets are open."""
    seat = t["seats"].get(c["box"])
    demand(seat is not None)
    assert seat is not None
    player = player_of(t, c, seat)
    act_of(t, c, player)
    demand(bool(of(player, live(seat, c["wager"]))))
    demand(player not in t["left"])
    if t["phase"] in ("closed", "dealt", "revealed"):
        demand(t["recording"] and t["book"] not in RWS)
        return
    demand(t["phase"] == "betting")
    kinds = ["ante", *JACKPOTS] if c["wager"] == "ante" else [c["wager"]]
    taken = of(player, live(seat, *kinds))
    seat["wagers"] = [w for w in seat["wagers"] if w not in taken]
    if not of(player, seat["wagers"]):
        seat["players"].remove(player)
    if c["wager"] == "ante" and not t["recording"]:
        demand(not live(seat, "ante") or total(seat, "ante") >= t["limits"]["ante"][0])


def free_boxes(t: Table) -> None:
    """A box on which no wager is left is free again; what went back there keeps its line."""
    for box, seat in list(t["seats"].items()):
        if not live(seat):
            t["freed"][box] = seat["holder"]
            seat["short"] = False
            for wager in seat["wagers"]:
                wager["past"] = True
        if not seat["wagers"]:
            del t["seats"][box]


def notice_seats(t: Table) -> None:
    """Counts boxes of which the next sharer has become the seated player."""
    for seat in t["seats"].values():
        if live(seat):
            if seat["holder"] not in (None, seated(seat)):
                reach(t, "seat passes to the next sharer")
            seat["holder"] = seated(seat)


def close_bets(h: House, t: Table, c: Command) -> None:
    """No more bets: wagers that cannot play go back."""
    demand_rank(c, 1)
    demand(t["phase"] == "betting")
    t["phase"] = "closed"
    for seat in t["seats"].values():
        for kind in ("ante", "pair_plus"):
            if seat["short"] and total(seat, kind) < t["limits"][kind][0]:
                give_back(live(seat, kind))
                if kind == "ante":
                    give_back(live(seat, *JACKPOTS))
                if live(seat):
                    reach(t, "one of ante and pair plus short, the other plays")
        for wager in live(seat, *JACKPOTS):
            # MEGA 5.12.2 returns it at the end of the round only.
            if t["book"] != "MEGA" and orphan(seat, wager):
                give_back([wager])
        for wager in live(seat):
            wager["closed"] = True


# --- the deal ----------------------------------------------------------------------------------


def deal(h: House, t: Table, c: Command) -> None:
    """The cards go out."""
    demand_rank(c, 1)
    demand(t["phase"] == "closed")
    boxes = [b for b in sorted(t["seats"]) if live(t["seats"][b], "ante", "pair_plus")]
    burns = t["device"] == "shoe" and t["book"] in RWS
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
        hands = {int(b): lying(text) for b, text in c["hands"].items() if b != "dealer"}
        demand("dealer" in c["hands"])
        dealer = lying(c["hands"]["dealer"])
        everything = known([*hands.values(), dealer])
        demand(len(set(everything)) == len(everything))
        if not t["recording"]:
            demand(sorted(hands) == boxes)
            demand(all(len(hand) == t["size"] for hand in [*hands.values(), dealer]))
    t["hands"], t["dealer"], t["due"] = hands, dealer, boxes
    t["up"] = None if t["book"] == "TCP" or not known([dealer]) else dealer[-1]
    t["phase"] = "dealt"
    h["deals"] += 1
    t["deal_no"] = h["deals"]


# --- decisions ---------------------------------------------------------------------------------


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
    """The player touches the cards; a hand without a wager is nobody's (X30)."""
    seat = own_box(t, c)
    demand(t["phase"] == "dealt" and c["box"] in t["hands"])
    demand(bool(live(seat)), "nobody's hand")
    seat["handled"] = True


def look(t: Table, box: int) -> None:
    """The seated player has seen the hand."""
    seat = t["seats"][box]
    t["views"].append((box, seated(seat)))
    seat["handled"] = True


def view_hand(h: House, t: Table, c: Command) -> None:
    """The player looks at the hand; one hand only in CSP, MLP and MEGA."""
    box = c["box"]
    shut = t["book"] == "MEGA" and t["phase"] in ("revealed", "settled")
    if shut and t["seats"].get(box, {}).get("declined"):  # 3.10.1: at an official's discretion
        demand(rank_by(c) >= 2)
        return
    seat = own_box(t, c)
    demand(t["phase"] == "dealt" and box in t["hands"])
    demand(bool(live(seat)), "nobody's hand")
    player = seated(seat)
    own = {seen_box for seen_box, viewer in t["views"] if viewer == player}
    if t["book"] in (*RWS, "MEGA") and own and box not in own:
        demand(t["recording"])
        second_view(t, box, player)
    look(t, box)


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
    antes = shares(seat, "ante")
    parts = in_proportion(amount, [w["amount"] for w in antes])
    for ante, part in zip(antes, parts, strict=True):
        if part > 0:
            seat["wagers"].append(new_wager(ante["player"], c["wager"], part))
    seat["decided"] = seat["handled"] = True
    options.answered(t, c["box"], player)


def fold(h: House, t: Table, c: Command) -> None:
    """The player drops out."""
    seat = own_box(t, c)
    demand(t["phase"] == "dealt" and undecided(seat) and bool(t["hands"].get(c["box"])))
    seat["folded"] = seat["handled"] = True
    options.answered(t, c["box"], seated(seat))


def leave(h: House, t: Table, c: Command) -> None:
    """The player walks away; what that means for undecided boxes follows the command."""
    player = c["player"]
    act_of(t, c, player)
    demand(t["phase"] in ("betting", "closed", "dealt", "revealed"))
    demand(player not in t["left"])
    demand(
        any(
            w["closed"] or not w["back"]
            for seat in t["seats"].values()
            for w in of(player, seat["wagers"])
        )
    )
    t["left"].append(player)


def absences(t: Table) -> None:
    """What the rulebook makes of boxes still to be decided when their player is gone."""
    for box in sorted(t["seats"]):
        seat = t["seats"][box]
        player = seated(seat)
        if player not in t["left"] or not undecided(seat) or seat["referred"] == player:
            continue
        how = "fold"
        if t["book"] in ("SSP", "TCP"):
            how = t["readings"]["absent"]
        elif t["book"] == "MEGA":
            how = t["readings"]["mega_absent_after_view"] if viewed(t, box) else "return"
        if seat["holder"] not in (None, player):
            reach(t, "next sharer seated has left")
        if how == "fold":
            seat["folded"] = True
        elif how == "return":
            give_back(live(seat))
        else:
            seat["referred"] = player
            facts = {"box": box, "player": player}
            open_matter(t, "left_after_viewing", "shift_manager", facts)


def claim_jackpot(h: House, t: Table, c: Command) -> None:
    """A jackpot hand is shown to the dealer; in MEGA that enters the round's winners."""
    seat = own_box(t, c)
    demand(t["phase"] in ("dealt", "revealed") and not faults(t))
    demand(not seat["declined"] or t["book"] in RWS, "claimed after declining")
    shown = []
    for wager in live(seat, *JACKPOTS):
        cards = t["hands"].get(c["box"], [])
        if wager["wager"] == "dealer_jackpot":
            cards = t["dealer"] if t["phase"] == "revealed" else []
        if len(cards) == t["size"] and not closed(cards) and not orphan(seat, wager):
            shown.append(jackpot_class(t, cards))
    demand(any(pays(t, name) for name in shown))
    demand(not used_up(t, seat, seated(seat)), "claimed though 5.13 will return it")
    if seat["declined"]:
        reach(t, "claimed after declining")
    seat["claimed"] = True
    look(t, c["box"])
    t["entered"] = t["book"] == "MEGA"


def draw(h: House, t: Table, c: Command) -> None:
    """SSP: what the jackpot system picked."""
    demand_rank(c, 1)
    demand(t["book"] == "SSP")
    demand(t["phase"] in ("closed", "dealt", "revealed"))
    for name in ("magic_card", "lucky_box", "lucky_dealer"):
        if name in c:
            demand(name not in t["draw"])
            t["draw"][name] = cards_of(c[name])[0] if name == "magic_card" else c[name]


# --- the end -----------------------------------------------------------------------------------


def reveal_dealer(h: House, t: Table, c: Command) -> None:
    """All the dealer's cards are turned up."""
    demand_rank(c, 1)
    demand(t["phase"] == "dealt")
    demand(not t["matters"] and not t["options"])
    demand(not any(undecided(seat) for seat in t["seats"].values()))
    t["dealer"] = turned(t, t["dealer"], c, [*t["hands"].values()])
    t["phase"] = "revealed"


def decline_reveal(h: House, t: Table, c: Command) -> None:
    """The player will not show a hand that is still in."""
    seat = own_box(t, c)
    demand(t["book"] in (*RWS, "MEGA") and t["phase"] == "revealed")
    demand(bool(live(seat)) and seat["decided"] and not seat["folded"] and not seat["declined"])
    seat["declined"] = True


def settle(h: House, t: Table, c: Command) -> None:
    """Every wager is settled; what each comes to follows the command."""
    demand_rank(c, 1)
    demand(t["phase"] == "revealed")
    demand(not t["matters"] and not t["options"])
    demand(not faults(t))
    demand(not awaited(t), "a hand is not turned")
    t["phase"] = "settled"


def show_hand(h: House, t: Table, c: Command) -> None:
    """A hand is turned; of a settled round the lines follow the command."""
    over = t["phase"] == "settled"
    look(t, show(h, t, c))
    demand(not over or not (faults(t) or awaited(t)))
    if over:
        reach(t, "hand shown after the settlement")


def nothing_left(t: Table) -> bool:
    """Whether no wager of a round plays on; an orphan in MEGA only waits to go back."""
    return not any(not orphan(seat, wager) for seat in t["seats"].values() for wager in live(seat))


DOING = {
    "open_bets": open_bets,
    "place_wager": place_wager,
    "withdraw_wager": withdraw_wager,
    "close_bets": close_bets,
    "deal": deal,
    "handle_hand": handle_hand,
    "view_hand": view_hand,
    "show_hand": show_hand,
    "fold": fold,
    "leave": leave,
    "claim_jackpot": claim_jackpot,
    "draw": draw,
    "reveal_dealer": reveal_dealer,
    "decline_reveal": decline_reveal,
    "settle": settle,
}
