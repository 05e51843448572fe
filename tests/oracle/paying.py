"""What every wager comes to: one pass over the boxes of a round, and the jackpot beside it."""

from fractions import Fraction
from typing import Any

from tests.oracle.hands import FIVE, name_of, qualifies, value
from tests.oracle.meters import feed, floor_at_zero, in_proportion, tenth

House = dict[str, Any]
Table = dict[str, Any]
Seat = dict[str, Any]
Wager = dict[str, Any]
Line = dict[str, Any]

KINDS = ("ante", "pair_plus", "bet", "play", "jackpot", "dealer_jackpot")
AWARDS = ("ante_bonus", "envy_bonus", "magic_card", "lucky_player", "lucky_dealer")
BET_ODDS = dict(zip(FIVE, (1, 1, 2, 3, 4, 5, 7, 20, 50, 250), strict=True))
BET_MOST = 10_000_000
PAIR_PLUS = {"straight flush": 40, "trips": 30, "straight": 5, "flush": 4, "pair": 1}
ANTE_BONUS = {"straight flush": 5, "trips": 4, "straight": 1}
FIXED = {
    "CSP": {"quads": 50_000, "full house": 20_000, "flush": 10_000},
    "MLP": {"quads": 200_000, "full house": 20_000, "flush": 10_000},
    "MEGA": {"quads": 200_000, "full house": 20_000, "flush": 10_000},
    "TCP": {"akq": 125_000, "straight flush": 17_500, "trips": 15_000, "straight": 1_500},
}
TO_ONE = {"quads": 500, "full house": 100, "flush": 50}
ENVY = {"akq spades": 25_000, "akq": 5_000}


def live(seat: Seat, *kinds: str) -> list[Wager]:
    """The wagers of a box that still play, of these kinds or of all."""
    return [w for w in seat["wagers"] if not w["back"] and (not kinds or w["wager"] in kinds)]


def total(seat: Seat, *kinds: str) -> int:
    """What lies there."""
    return sum(w["amount"] for w in live(seat, *kinds))


def seated(seat: Seat) -> str:
    """Who decides for the box: the first to join who still has an ante, or a wager, there."""
    for kinds in (("ante",), ()):
        for player in seat["players"]:
            if any(w["player"] == player for w in live(seat, *kinds)):
                return str(player)
    return str(seat["players"][0])


def give_back(h: House, t: Table, wagers: list[Wager]) -> None:
    """Hands wagers back, and takes from the meter what they brought."""
    for wager in wagers:
        if not wager["back"]:
            wager["back"] = True
            unfeed(h, t, wager)


def unfeed(h: House, t: Table, wager: Wager) -> None:
    """Takes back the contribution of one wager."""
    if wager["fed"]:
        feed(h["meters"][t["jackpot"]], -wager["fed"])
        wager["fed"] = Fraction(0)


def accepted(h: House, t: Table, wager: Wager) -> int:
    """How much of a jackpot wager counts: whole credits in SSP, one stake elsewhere."""
    if t["jackpot"] is None:
        return 0
    meter = h["meters"][t["jackpot"]]
    if t["book"] == "SSP":
        credits = min(wager["amount"] // meter["stake"], meter["max_credits"])
        return int(credits * meter["stake"])
    return int(meter["stake"]) if wager["amount"] >= meter["stake"] else 0


def feed_all(h: House, t: Table) -> None:
    """The round's jackpot wagers reach the meter."""
    for box in sorted(t["seats"]):
        for wager in live(t["seats"][box], "jackpot", "dealer_jackpot"):
            amount = accepted(h, t, wager)
            wager["fed"] = h["meters"][t["jackpot"]]["increment"] * amount
            feed(h["meters"][t["jackpot"]], wager["fed"])


def jackpot_class(t: Table, cards: list[str]) -> str:
    """The row of the jackpot pay table that a hand belongs to."""
    name = name_of(cards)
    if t["book"] == "TCP" and name == "straight flush":
        ranks = {card[0] for card in cards}
        if ranks == {"A", "K", "Q"}:
            return "akq spades" if cards[0][1] == "s" else "akq"
    return name


def fold_keeps(t: Table) -> bool:
    """Whether a folded hand's jackpot wager still plays."""
    if t["book"] == "SSP":
        return bool(t["readings"]["fold_keeps_jackpot"])
    return bool(t["book"] != "CSP")


def eligible(t: Table, seat: Seat) -> bool:
    """Whether the jackpot wagers of a box have a chance."""
    if seat["folded"] and not fold_keeps(t):
        return False
    return not (seat["declined"] and not (t["book"] in ("CSP", "MLP") and seat["claimed"]))


def is_major(t: Table, name: str) -> bool:
    """Whether the prize is a share of the meter."""
    return name in ("royal", "akq spades") or (name == "straight flush" and t["book"] != "TCP")


# --- shares of the meter -----------------------------------------------------------


def _take(h: House, t: Table, amount: int, moves: dict[str, int]) -> None:
    meter = h["meters"][t["jackpot"]]
    meter["display"] -= amount
    meter["paid"] += amount
    moves["paid"] += amount
    moves["seeded"] += floor_at_zero(meter)
    if t["frozen"] is not None:
        t["frozen"] -= amount


def _reset(h: House, t: Table, times: int, moves: dict[str, int]) -> None:
    meter = h["meters"][t["jackpot"]]
    meter["display"] += meter["reset"] * times
    meter["seeded"] += meter["reset"] * times
    moves["seeded"] += meter["reset"] * times
    moves["resets"] += meter["reset"] * times
    if t["frozen"] is not None:
        t["frozen"] += meter["reset"] * times


def _shown(h: House, t: Table) -> int:
    meter = h["meters"][t["jackpot"]]
    return int(meter["display"] if t["frozen"] is None else t["frozen"])


def pay_one(h: House, t: Table, name: str, moves: dict[str, int]) -> int:
    """One winner at its own turn, on the value then displayed."""
    if name == "straight flush":
        prize = tenth(_shown(h, t))
        _take(h, t, prize, moves)
        return prize
    prize = _shown(h, t)
    _reset(h, t, 1, moves)
    _take(h, t, prize, moves)
    return prize


Winner = tuple[int, str, str]  # box, wager, class


def pay_pool(
    h: House, t: Table, winners: list[Winner], moves: dict[str, int]
) -> dict[tuple[int, str], int]:
    """SSP and MEGA: straight flushes share first, then the royal flushes."""
    prizes: dict[tuple[int, str], int] = {}
    multi = t["readings"]["ssp_multi"] if t["book"] == "SSP" else None
    if multi == "clockwise":
        order = sorted(winners, key=lambda w: (w[1] != "jackpot", w[0]))
        for box, wager, name in order:
            prizes[box, wager] = pay_one(h, t, name, moves)
        return prizes
    for name in ("straight flush", "royal"):
        ordered = sorted(
            ((w[1] != "jackpot", w[0], w) for w in winners if w[2] == name), key=lambda x: x[:2]
        )
        if not ordered:
            continue
        count = len(ordered)
        reset = h["meters"][t["jackpot"]]["reset"]
        if name == "royal":
            more = 0 if multi == "share_display" else count - 1
            pool = _shown(h, t) + more * reset
            _reset(h, t, more + 1, moves)
            _take(h, t, pool, moves)
        elif multi == "share_display":
            pool = tenth(_shown(h, t))
            _take(h, t, pool, moves)
        elif t["book"] == "MEGA" and t["readings"]["mega_sf_pool"] == "literal_reset":
            pool = tenth(_shown(h, t))
            _take(h, t, pool, moves)
            pool += (count - 1) * tenth(reset)
        else:
            pool = 0
            for _ in range(count):
                part = tenth(_shown(h, t))
                _take(h, t, part, moves)
                pool += part
        for (_, _, winner), share in zip(ordered, in_proportion(pool, [1] * count), strict=True):
            prizes[winner[0], winner[1]] = share
    return prizes


def undo_moves(h: House, t: Table, moves: dict[str, int]) -> None:
    """Reverses what prizes did to the meter."""
    if t["jackpot"] is None:
        return
    meter = h["meters"][t["jackpot"]]
    meter["display"] += moves["paid"] - moves["seeded"]
    meter["paid"] -= moves["paid"]
    meter["seeded"] -= moves["seeded"]
    if t["frozen"] is not None:
        t["frozen"] += moves["paid"] - moves["resets"]
    moves["paid"] = moves["seeded"] = moves["resets"] = 0
    floor_at_zero(meter)


def majors(h: House, t: Table) -> list[Winner]:
    """The wagers of the round that win a share of the meter, by box."""
    found: list[Winner] = []
    for box in sorted(t["seats"]):
        seat = t["seats"][box]
        if not eligible(t, seat) or not live(seat, "ante"):
            continue
        for wager in live(seat, "jackpot", "dealer_jackpot"):
            if wager["late"] or accepted(h, t, wager) == 0:
                continue
            cards = t["hands"].get(box) if wager["wager"] == "jackpot" else t["dealer"]
            if not cards or len(cards) != t["size"]:
                continue
            name = jackpot_class(t, cards)
            if is_major(t, name):
                found.append((box, wager["wager"], name))
    return found


# --- MEGA: prizes worked out when a hand is entered ----------------------------------


def enter_group(h: House, t: Table) -> None:
    """MEGA 3.14, 3.15: the round's winners are priced at the first entry of any of them."""
    moves = {"paid": 0, "seeded": 0, "resets": 0}
    winners = majors(h, t)
    t["group"] = {"prizes": pay_pool(h, t, winners, moves), "moves": moves, "winners": winners}


def leave_group(h: House, t: Table) -> None:
    """All that was priced at an entry goes back to the meter."""
    if t["group"] is not None:
        undo_moves(h, t, t["group"]["moves"])
        t["group"] = None


def review_group(h: House, t: Table) -> None:
    """A hand of the group fell out: its prize goes back to the meter."""
    if t["group"] is None:
        return
    winners = majors(h, t)
    if winners == t["group"]["winners"]:
        return
    undo_moves(h, t, t["group"]["moves"])
    enter_group(h, t)


# --- the round -----------------------------------------------------------------------


def settle(h: House, t: Table) -> None:
    """Settles every wager of a round and writes its lines."""
    _limits(h, t)
    review_group(h, t)
    prizes, waiting = _pay_jackpots(h, t)
    lines: list[Line] = []
    for box in sorted(t["seats"]):
        lines += _box_lines(h, t, box, prizes, waiting)
    write(h, t, lines)


def _limits(h: House, t: Table) -> None:
    """MEGA 5.13 and C25: wagers that turn out at settlement to have had no chance."""
    t["marks"] = []
    for box in sorted(t["seats"]):
        seat = t["seats"][box]
        antes = live(seat, "ante")
        for wager in live(seat, "jackpot", "dealer_jackpot"):
            if accepted(h, t, wager) == 0 or not antes:
                wager["late"] = True
        laid = sum(w["amount"] for w in seat["wagers"] if w["wager"] == "ante" and w["closed"])
        if t["book"] != "MEGA" or not antes or laid >= t["limits"]["ante"][0]:
            continue
        for ante in antes:
            if ante["player"] in t["under"]:
                for wager in live(seat):
                    if wager["player"] == ante["player"]:
                        wager["late"] = True
            else:
                t["marks"].append(ante["player"])
    t["under"] = t["under"] | set(t["marks"])
    for seat in t["seats"].values():
        for wager in seat["wagers"]:
            if wager["late"]:
                unfeed(h, t, wager)


def _pay_jackpots(h: House, t: Table) -> tuple[dict[tuple[int, str], int], set[int]]:
    winners = majors(h, t)
    waiting: set[int] = set()
    if not winners:
        return {}, waiting
    if t["book"] == "MEGA" and t["group"] is not None:
        return dict(t["group"]["prizes"]), waiting
    if t["book"] in ("SSP", "MEGA"):
        return pay_pool(h, t, winners, t["moves"]), waiting
    prizes: dict[tuple[int, str], int] = {}
    for box, wager, name in winners:
        in_turn = t["book"] == "TCP" or t["frozen"] is not None
        if not in_turn and earlier_running(h, t["jackpot"], t["deal_no"]):
            waiting.add(box)
            h["meters"][t["jackpot"]]["pending"].append(
                {
                    "table": t["name"],
                    "round": t["round"],
                    "box": box,
                    "deal_no": t["deal_no"],
                    "class": name,
                }
            )
        else:
            prizes[box, wager] = pay_one(h, t, name, t["moves"])
    return prizes, waiting


def earlier_running(h: House, jackpot: str, deal_no: int) -> bool:
    """Whether a round dealt earlier on the link is not yet over."""
    return any(
        t["jackpot"] == jackpot and t["phase"] in ("dealt", "revealed") and t["deal_no"] < deal_no
        for t in h["tables"].values()
    )


def release(h: House) -> None:
    """Pays the claims whose turn has come, in the order of the deal."""
    for name, meter in h["meters"].items():
        for claim in sorted(meter["pending"], key=lambda c: (c["deal_no"], c["box"])):
            if not earlier_running(h, name, claim["deal_no"]):
                pay_claim(h, name, claim)


def pay_claim(h: House, jackpot: str, claim: dict[str, Any]) -> None:
    """A waiting winner is paid on the value now displayed."""
    t = h["tables"][claim["table"]]
    current = t["round"] == claim["round"]
    frozen = t["frozen"]
    if not current:
        t["frozen"] = None
    moves = t["moves"] if current else {"paid": 0, "seeded": 0, "resets": 0}
    prize = pay_one(h, t, claim["class"], moves)
    if not current:
        t["frozen"] = frozen
    h["meters"][jackpot]["pending"].remove(claim)
    for record in h["ended"]:
        if (record["table"], record["round"]) == (claim["table"], claim["round"]):
            for line in record["lines"]:
                if line["box"] == claim["box"] and line["wager"] == "jackpot":
                    line["result"], line["won"] = "won", prize
                    line["returned"] = line["staked"] - h["meters"][jackpot]["stake"]


def write(h: House, t: Table, lines: list[Line]) -> None:
    """Enters the lines of a round that is over; a later change keeps its place."""
    for record in h["ended"]:
        if (record["table"], record["round"]) == (t["name"], t["round"]):
            record["lines"] = lines
            return
    h["ended"].append({"table": t["name"], "round": t["round"], "lines": lines})


def unsettle(h: House, t: Table) -> None:
    """Reverses the settlement of the current round, to void it or to settle it anew."""
    undo_moves(h, t, t["moves"])
    t["under"] = t["under"] - set(t["marks"])
    t["marks"] = []
    if t["jackpot"] is not None:
        meter = h["meters"][t["jackpot"]]
        meter["pending"] = [
            c for c in meter["pending"] if (c["table"], c["round"]) != (t["name"], t["round"])
        ]
    for seat in t["seats"].values():
        for wager in seat["wagers"]:
            if wager["late"]:
                wager["late"] = False
                if not wager["back"] and live(seat, "ante"):
                    wager["fed"] = (
                        h["meters"][t["jackpot"]]["increment"] * accepted(h, t, wager)
                        if wager["wager"] in ("jackpot", "dealer_jackpot")
                        else Fraction(0)
                    )
                    if wager["fed"]:
                        feed(h["meters"][t["jackpot"]], wager["fed"])


def void(h: House, t: Table) -> None:
    """The round has no result: all wagers go back, all movements are reversed."""
    unsettle(h, t)
    leave_group(h, t)
    lines = []
    for box in sorted(t["seats"]):
        seat = t["seats"][box]
        for wager in seat["wagers"]:
            unfeed(h, t, wager)
        for player in seat["players"]:
            for kind in KINDS:
                for wager in seat["wagers"]:
                    if wager["player"] == player and wager["wager"] == kind:
                        amount = wager["amount"]
                        lines.append(_line(t, box, wager, "void", 0, amount))
    t["phase"] = "void"
    t["matters"] = []
    t["options"] = []
    write(h, t, lines)


def _line(t: Table, box: int, wager: Wager, result: str, won: int, back: int) -> Line:
    return {
        "table": t["name"],
        "round": t["round"],
        "box": box,
        "player": wager["player"],
        "wager": wager["wager"],
        "staked": wager["amount"],
        "result": result,
        "won": won,
        "returned": back,
    }


def _award(t: Table, box: int, player: str, wager: str, won: int) -> list[Line]:
    if won == 0:
        return []
    entry = {"player": player, "wager": wager, "amount": 0}
    return [_line(t, box, entry, "won", won, 0)]


def _box_lines(
    h: House, t: Table, box: int, prizes: dict[tuple[int, str], int], waiting: set[int]
) -> list[Line]:
    seat = t["seats"][box]
    antes = live(seat, "ante")
    limit = t["limits"]["ante"][1]
    count = min(total(seat, "ante"), limit)
    parts = [w["amount"] for w in antes]
    ante_counts = dict(zip([w["player"] for w in antes], in_proportion(count, parts), strict=True))
    multiple = 1 if t["book"] == "TCP" else 2
    bets = live(seat, "bet", "play")
    bet_count = min(sum(w["amount"] for w in bets), multiple * count)
    bet_parts = [w["amount"] for w in antes if any(b["player"] == w["player"] for b in bets)]
    laid = [w["amount"] for w in bets]
    counts = in_proportion(bet_count, bet_parts) if len(bet_parts) == len(bets) else laid
    if bet_count == sum(laid):
        counts = laid
    elif any(part > amount for part, amount in zip(counts, laid, strict=True)):
        counts = in_proportion(bet_count, laid)
    bet_counts = dict(zip([w["player"] for w in bets], counts, strict=True))
    lines: list[Line] = []
    for player in seat["players"]:
        for kind in KINDS:
            for wager in seat["wagers"]:
                if wager["player"] != player or wager["wager"] != kind:
                    continue
                if wager["back"] or wager["late"]:
                    lines.append(_line(t, box, wager, "returned", 0, wager["amount"]))
                elif kind == "ante":
                    lines.append(_main_line(t, box, wager, ante_counts[player]))
                elif kind in ("bet", "play"):
                    lines.append(_main_line(t, box, wager, bet_counts[player]))
                elif kind == "pair_plus":
                    lines.append(_pair_plus_line(t, box, wager))
                else:
                    lines.append(_jackpot_line(h, t, box, wager, prizes, waiting))
        lines += _awards(h, t, box, player, ante_counts)
    return lines


def _main_line(t: Table, box: int, wager: Wager, counts: int) -> Line:
    """Ante, bet and play against the dealer's hand; what does not count is excess."""
    seat = t["seats"][box]
    excess = wager["amount"] - counts
    if seat["folded"]:
        return _line(t, box, wager, "lost", 0, excess)
    is_ante = wager["wager"] == "ante"
    if not qualifies(t["dealer"]):
        if is_ante:
            return _line(t, box, wager, "won", counts, wager["amount"])
        return _line(t, box, wager, "returned", 0, wager["amount"])
    mine, dealers = value(t["hands"][box]), value(t["dealer"])
    if seat["declined"] or mine < dealers:
        return _line(t, box, wager, "lost", 0, excess)
    if mine == dealers:
        return _line(t, box, wager, "standoff", 0, wager["amount"])
    odds = 1 if is_ante or t["book"] == "TCP" else BET_ODDS[name_of(t["hands"][box])]
    won = counts * odds
    if t["book"] in ("CSP", "MLP") and not is_ante:
        won = min(won, BET_MOST)
    return _line(t, box, wager, "won", won, wager["amount"])


def _pair_plus_line(t: Table, box: int, wager: Wager) -> Line:
    counts = min(wager["amount"], t["limits"]["pair_plus"][1])
    odds = PAIR_PLUS.get(name_of(t["hands"][box]), 0)
    if odds == 0:
        return _line(t, box, wager, "lost", 0, wager["amount"] - counts)
    return _line(t, box, wager, "won", counts * odds, wager["amount"])


def _hits(t: Table, box: int) -> dict[str, bool]:
    """SSP 4.3, 4.4: which draws this box's wagers meet, by award and wager."""
    draw = t["draw"]
    return {
        "magic own": draw.get("magic_card") in t["hands"].get(box, []),
        "magic dealer": draw.get("magic_card") in t["dealer"],
        "lucky own": draw.get("lucky_box") == box,
        "lucky dealer": draw.get("lucky_dealer") is True,
    }


def _jackpot_line(
    h: House,
    t: Table,
    box: int,
    wager: Wager,
    prizes: dict[tuple[int, str], int],
    waiting: set[int],
) -> Line:
    seat = t["seats"][box]
    counts = accepted(h, t, wager)
    excess = wager["amount"] - counts
    if not eligible(t, seat):
        return _line(t, box, wager, "lost", 0, excess)
    if box in waiting:
        return _line(t, box, wager, "pending", 0, 0)
    own = wager["wager"] == "jackpot"
    name = jackpot_class(t, t["hands"][box] if own else t["dealer"])
    if is_major(t, name):
        won = prizes[box, wager["wager"]]
        stake_back = False
    elif t["book"] == "SSP":
        won = TO_ONE.get(name, 0) * counts
        stake_back = won > 0
    else:
        won = FIXED[t["book"]].get(name, 0)
        stake_back = False
    if t["book"] == "SSP":
        hits = _hits(t, box)
        awards = ("magic own", "lucky own") if own else ("magic dealer", "lucky dealer")
        stake_back = stake_back or any(hits[award] for award in awards)
    back = excess + (counts if stake_back else 0)
    # A share of nothing is still a prize: the hand is on the pay table.
    prize_won = won > 0 or stake_back or is_major(t, name)
    return _line(t, box, wager, "won" if prize_won else "lost", won, back)


def _awards(h: House, t: Table, box: int, player: str, ante_counts: dict[str, int]) -> list[Line]:
    seat = t["seats"][box]
    if t["book"] == "TCP":
        bonus = 0
        if player in ante_counts and not seat["folded"]:
            bonus = ante_counts[player] * ANTE_BONUS.get(name_of(t["hands"][box]), 0)
        return _award(t, box, player, "ante_bonus", bonus) + _award(
            t, box, player, "envy_bonus", _envy(t, box, player)
        )
    if t["book"] != "SSP" or not eligible(t, seat) or t["jackpot"] is None:
        return []
    own = sum(accepted(h, t, w) for w in live(seat, "jackpot") if not w["late"])
    dealers = sum(accepted(h, t, w) for w in live(seat, "dealer_jackpot") if not w["late"])
    hits = _hits(t, box)
    magic = 5 * (own * hits["magic own"] + dealers * hits["magic dealer"])
    return (
        _award(t, box, player, "magic_card", magic)
        + _award(t, box, player, "lucky_player", 5 * own * hits["lucky own"])
        + _award(t, box, player, "lucky_dealer", 5 * dealers * hits["lucky dealer"])
    )


def _envy(t: Table, box: int, player: str) -> int:
    """TCP 3.16: what other players' top hands bring this box."""
    receiver = t["seats"][box]
    if not live(receiver, "ante") or not [w for w in live(receiver, "jackpot") if not w["late"]]:
        return 0
    sum_of = 0
    for other, seat in t["seats"].items():
        if other == box or player in seat["players"] or not live(seat, "ante"):
            continue
        sum_of += ENVY.get(jackpot_class(t, t["hands"][other]), 0)
    return sum_of
