"""What every wager comes to: one pass over the boxes of a round, line by line."""

from typing import Any

from tests.oracle import turns
from tests.oracle.common import RWS, House, Seat, Table, Wager, live, of, reach, shares, total
from tests.oracle.hands import FIVE, name_of, qualifies, value
from tests.oracle.jackpots import (
    FIXED,
    TO_ONE,
    accepted,
    eligible,
    is_major,
    jackpot_class,
    without_chance,
)
from tests.oracle.meters import in_proportion

Line = dict[str, Any]

KINDS = ("ante", "pair_plus", "bet", "play", "jackpot", "dealer_jackpot")
BET_ODDS = dict(zip(FIVE, (1, 1, 2, 3, 4, 5, 7, 20, 50, 250), strict=True))
BET_MOST = 10_000_000
PAIR_PLUS = {"straight flush": 40, "trips": 30, "straight": 5, "flush": 4, "pair": 1}
ANTE_BONUS = {"straight flush": 5, "trips": 4, "straight": 1}
ENVY = {"akq spades": 25_000, "akq": 5_000}


# --- rounds that are over ----------------------------------------------------------------------


def write_settled(h: House, t: Table) -> None:
    """The lines of a settled round."""
    prizes = turns.worked_out(h, t)[1] if t["jackpot"] else {}
    waits = {claim["box"] for claim in turns.waiting(h, t)}
    lines: list[Line] = []
    for box in sorted(t["seats"]):
        lines += _box_lines(h, t, box, prizes, waits)
    write(h, t, lines)


def write_void(h: House, t: Table) -> None:
    """The lines of a round without a result: all wagers go back, gone back before or not."""
    write(
        h,
        t,
        [
            _line(t, box, wager, "void", 0, wager["amount"])
            for box in sorted(t["seats"])
            for wager in _in_order(t["seats"][box])
        ],
    )


def write(h: House, t: Table, lines: list[Line]) -> None:
    """Enters the lines of a round that is over; a later change keeps its place."""
    for record in h["ended"]:
        if (record["table"], record["round"]) == (t["name"], t["round"]):
            record["lines"] = lines
            return
    h["ended"].append({"table": t["name"], "round": t["round"], "lines": lines})


def _in_order(seat: Seat) -> list[Wager]:
    """The wagers of a box by player in order of joining, then by kind."""
    players = seat["players"]
    return sorted(
        seat["wagers"], key=lambda w: (players.index(w["player"]), KINDS.index(w["wager"]))
    )


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


# --- one box -----------------------------------------------------------------------------------


def _counts(t: Table, seat: Seat) -> tuple[dict[str, int], dict[str, int]]:
    """How much of each sharer's ante, and of the bet, counts; the rest is excess."""
    antes, bets = shares(seat, "ante"), shares(seat, "bet", "play")
    count = min(total(seat, "ante"), t["limits"]["ante"][1])
    ante_parts = in_proportion(count, [w["amount"] for w in antes])
    most = count * (1 if t["book"] == "TCP" else 2)
    laid = [w["amount"] for w in bets]
    bet_count = min(sum(laid), most)
    by_ante = [w["amount"] for w in antes if of(w["player"], bets)]
    bet_parts = in_proportion(bet_count, by_ante) if len(by_ante) == len(bets) else laid
    if bet_count == sum(laid):
        bet_parts = laid
    elif any(part > amount for part, amount in zip(bet_parts, laid, strict=True)):
        bet_parts = in_proportion(bet_count, laid)
    return (
        {w["player"]: part for w, part in zip(antes, ante_parts, strict=True)},
        {w["player"]: part for w, part in zip(bets, bet_parts, strict=True)},
    )


def _box_lines(h: House, t: Table, box: int, prizes: turns.Prizes, waits: set[int]) -> list[Line]:
    seat = t["seats"][box]
    ante_counts, bet_counts = _counts(t, seat)
    lines: list[Line] = []
    for player in seat["players"]:
        for wager in of(player, _in_order(seat)):
            kind = wager["wager"]
            if wager["back"] or without_chance(h, t, seat, wager):
                lines.append(_line(t, box, wager, "returned", 0, wager["amount"]))
            elif kind == "ante":
                lines.append(_main_line(t, box, wager, ante_counts[player]))
            elif kind in ("bet", "play"):
                lines.append(_main_line(t, box, wager, bet_counts[player]))
            elif kind == "pair_plus":
                lines.append(_pair_plus_line(t, box, wager))
            elif box in waits:
                lines.append(_line(t, box, wager, "pending", 0, 0))
            else:
                lines.append(_jackpot_line(h, t, box, wager, prizes))
        if t["book"] == "TCP":
            lines += _bonuses(h, t, box, player, ante_counts.get(player, 0))
        elif t["book"] == "SSP":
            lines += _draws(h, t, box, player)
    return lines


def _main_line(t: Table, box: int, wager: Wager, counts: int) -> Line:
    """Ante, bet and play against the dealer's hand; what does not count is excess."""
    seat = t["seats"][box]
    excess = wager["amount"] - counts
    is_ante = wager["wager"] == "ante"
    if seat["folded"]:
        return _line(t, box, wager, "lost", 0, excess)
    if not qualifies(t["dealer"]):
        as_fold = t["book"] == "MLP" and t["readings"]["mlp_unrevealed_no_hand"] == "fold"
        if is_ante and seat["declined"] and as_fold:
            reach(t, "unrevealed hand loses against no hand")
            return _line(t, box, wager, "lost", 0, excess)
        if is_ante:
            return _line(t, box, wager, "won", counts, wager["amount"])
        return _line(t, box, wager, "returned", 0, wager["amount"])
    if seat["declined"]:
        return _line(t, box, wager, "lost", 0, excess)
    mine, dealers = value(t["hands"][box]), value(t["dealer"])
    if mine < dealers:
        return _line(t, box, wager, "lost", 0, excess)
    if mine == dealers:
        return _line(t, box, wager, "standoff", 0, wager["amount"])
    odds = 1 if is_ante or t["book"] == "TCP" else BET_ODDS[name_of(t["hands"][box])]
    won = counts * odds
    if t["book"] in RWS and not is_ante:
        won = min(won, BET_MOST)
    return _line(t, box, wager, "won", won, wager["amount"])


def _pair_plus_line(t: Table, box: int, wager: Wager) -> Line:
    counts = min(wager["amount"], t["limits"]["pair_plus"][1])
    odds = PAIR_PLUS.get(name_of(t["hands"][box]), 0)
    if odds == 0:
        return _line(t, box, wager, "lost", 0, wager["amount"] - counts)
    return _line(t, box, wager, "won", counts * odds, wager["amount"])


def _jackpot_line(h: House, t: Table, box: int, wager: Wager, prizes: turns.Prizes) -> Line:
    seat = t["seats"][box]
    counts = accepted(h, t, wager)
    excess = wager["amount"] - counts
    if not eligible(t, seat):
        return _line(t, box, wager, "lost", 0, excess)
    own = wager["wager"] == "jackpot"
    name = jackpot_class(t, t["hands"][box] if own else t["dealer"])
    stake_back = False
    if is_major(t, name):
        won = prizes[box, wager["wager"]]
    elif t["book"] == "SSP":
        won = TO_ONE.get(name, 0) * counts
        stake_back = won > 0
    else:
        won = FIXED[t["book"]].get(name, 0)
    if t["book"] == "SSP":
        hits = _hits(t, box)
        awards = ("magic own", "lucky own") if own else ("magic dealer", "lucky dealer")
        stake_back = stake_back or any(hits[award] for award in awards)
    back = excess + (counts if stake_back else 0)
    # A share of nothing is still a prize: the hand is on the pay table.
    prize_won = won > 0 or stake_back or is_major(t, name)
    return _line(t, box, wager, "won" if prize_won else "lost", won, back)


# --- SSP 4.3, 4.4 ------------------------------------------------------------------------------


def _hits(t: Table, box: int) -> dict[str, bool]:
    """Which draws this box's wagers meet, by award and wager."""
    draw = t["draw"]
    return {
        "magic own": draw.get("magic_card") in t["hands"].get(box, []),
        "magic dealer": draw.get("magic_card") in t["dealer"],
        "lucky own": draw.get("lucky_box") == box,
        "lucky dealer": draw.get("lucky_dealer") is True,
    }


def _draws(h: House, t: Table, box: int, player: str) -> list[Line]:
    seat = t["seats"][box]
    if not eligible(t, seat):
        return []
    staked = {
        kind: sum(
            accepted(h, t, w)
            for w in of(player, live(seat, kind))
            if not without_chance(h, t, seat, w)
        )
        for kind in ("jackpot", "dealer_jackpot")
    }
    own, dealers = staked["jackpot"], staked["dealer_jackpot"]
    hits = _hits(t, box)
    magic = 5 * (own * hits["magic own"] + dealers * hits["magic dealer"])
    return (
        _award(t, box, player, "magic_card", magic)
        + _award(t, box, player, "lucky_player", 5 * own * hits["lucky own"])
        + _award(t, box, player, "lucky_dealer", 5 * dealers * hits["lucky dealer"])
    )


# --- TCP 4.2, 3.16 -----------------------------------------------------------------------------


def _bonuses(h: House, t: Table, box: int, player: str, ante: int) -> list[Line]:
    bonus = 0
    if ante and not t["seats"][box]["folded"]:
        bonus = ante * ANTE_BONUS.get(name_of(t["hands"][box]), 0)
    return _award(t, box, player, "ante_bonus", bonus) + _award(
        t, box, player, "envy_bonus", _envy(h, t, box, player)
    )


def _envy(h: House, t: Table, box: int, player: str) -> int:
    """What other players' top hands bring this area."""
    areas = [
        b
        for b in sorted(t["seats"])
        if any(
            not without_chance(h, t, t["seats"][b], w)
            for w in of(player, live(t["seats"][b], "jackpot"))
        )
    ]
    if box not in areas:
        return 0
    envy = sum(
        ENVY.get(jackpot_class(t, t["hands"][other]), 0)
        for other, seat in t["seats"].items()
        if any(w["player"] != player for w in live(seat, "ante"))
    )
    if envy and player in t["left"]:
        reach(t, f"envy of who has left, {t['readings']['tcp_envy_seated']}")
        envy *= t["readings"]["tcp_envy_seated"] == "all"
    if envy and box != areas[0]:
        reach(t, f"envy of a second area, per {t['readings']['tcp_envy_per']}")
        envy *= t["readings"]["tcp_envy_per"] == "area"
    return envy
