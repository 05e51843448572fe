"""Shares of the meter, each worked out on the value displayed at its turn (X27).

A round's movements on the meter are never edited. They are worked out whole, from the round
as it now stands, after every command; and the meter moves by the difference from what was
booked before. For that a turn keeps what the meter was worth at that moment *without* this
round: everybody else's movements as they were then. The round's own, as they now are, are
added whenever the turn is worked out again.
"""

from fractions import Fraction
from math import floor
from typing import Any

from tests.oracle.common import RWS, House, Table, reach
from tests.oracle.jackpots import Winner, contributions, majors
from tests.oracle.meters import in_proportion, move, shortfall, shown, tenth

Prizes = dict[tuple[int, str], int]


def key(winner: Winner) -> tuple[int, str]:
    """A share is known by its box and wager."""
    return int(winner["box"]), str(winner["wager"])


# --- what shares are worth -------------------------------------------------------------------


class Pricing:
    """A running value from which prizes are taken."""

    def __init__(self, value: Fraction, reset: int) -> None:
        self.value = value
        self.reset = reset
        self.paid = 0
        self.resets = 0

    def take(self, amount: int, resets: int = 0) -> int:
        """Pays an amount; the meter starts again when all of it is won."""
        self.value += resets * self.reset - amount
        self.paid += amount
        self.resets += resets * self.reset
        return amount

    def one(self, name: str | int) -> int:
        """One winner on the value displayed at its turn."""
        if name == "straight flush":
            return self.take(tenth(shown(self.value)))
        return self.take(shown(self.value), resets=1)


def price(t: Table, pricing: Pricing, winners: list[Winner]) -> Prizes:
    """The prizes of the shares that have one turn together."""
    multi = t["readings"]["ssp_multi"] if t["book"] == "SSP" else None
    ordered = sorted(winners, key=lambda w: (w["wager"] != "jackpot", w["box"]))
    if t["book"] in (*RWS, "TCP") or multi == "clockwise":
        return {key(w): pricing.one(w["class"]) for w in ordered}
    prizes: Prizes = {}
    for name in ("straight flush", "royal"):
        group = [w for w in ordered if w["class"] == name]
        if group:
            pool = pool_of(t, pricing, name, len(group))
            parts = in_proportion(pool, [1] * len(group))
            prizes |= {key(w): part for w, part in zip(group, parts, strict=True)}
    return prizes


def pool_of(t: Table, pricing: Pricing, name: str, count: int) -> int:
    """SSP and MEGA 3.15: what the winners of one class share."""
    multi = t["readings"]["ssp_multi"] if t["book"] == "SSP" else None
    if name == "royal":
        more = 0 if multi == "share_display" else count - 1
        return pricing.take(shown(pricing.value) + more * pricing.reset, resets=more + 1)
    if multi == "share_display":
        return pricing.one(name)
    if t["book"] == "MEGA" and t["readings"]["mega_sf_pool"] == "literal_reset":
        # The tenths of resets are house money, like fixed prizes.
        return pricing.one(name) + (count - 1) * tenth(pricing.reset)
    return sum(pricing.one(name) for _ in range(count))


# --- the round's movements -------------------------------------------------------------------


def worked_out(h: House, t: Table) -> tuple[dict[str, Any], Prizes]:
    """The round's movements and prizes, every share at its turn."""
    fed = contributions(h, t)
    paid = resets = topped = 0
    prizes: Prizes = {}
    for turn in t["turns"]:
        own = fed - paid + resets
        pricing = Pricing(turn["others"] + own, h["meters"][t["jackpot"]]["reset"])
        prizes |= price(t, pricing, turn["shares"])
        # On a registered value more may be won than the meter holds: the house tops it up.
        before = turn["others_on_meter"] + own + topped
        after = before + pricing.resets - pricing.paid
        topped += max(0, shortfall(after) - shortfall(before))
        paid += pricing.paid
        resets += pricing.resets
    return {"fed": fed, "paid": paid, "seeded": resets + topped, "resets": resets}, prizes


def book(h: House, t: Table) -> None:
    """Moves the meter by the difference between the round's movements before and now."""
    if t["jackpot"] is None:
        return
    meter = h["meters"][t["jackpot"]]
    now, prizes = worked_out(h, t)
    note(t, meter["value"], now, prizes)
    before, t["booked"], t["prizes"] = t["booked"], now, prizes
    put_in = meter["seeded"]
    move(meter, **{name: now[name] - before[name] for name in ("fed", "paid", "seeded")})
    if meter["seeded"] - put_in != now["seeded"] - before["seeded"]:
        reach(t, "meter kept from falling below zero")


def note(t: Table, value: Fraction, now: dict[str, Any], prizes: Prizes) -> None:
    """Counts what became of the round's shares."""
    own = t["booked"]["fed"] - t["booked"]["paid"] + t["booked"]["seeded"]
    for turn in t["turns"]:
        for share in map(key, turn["shares"]):
            if t["prizes"].get(share, prizes[share]) != prizes[share]:
                reach(t, "share worked out anew")
                if turn["others_on_meter"] != value - own:
                    reach(t, "share worked out anew though others moved the meter since")
                if turn["registered"]:
                    reach(t, "share worked out anew on a registered value")
    for share in t["prizes"]:
        if share not in prizes:
            reach(t, "share given back" if t["phase"] != "void" else "share of a void round")
    if now["seeded"] > now["resets"]:
        reach(t, "house tops up a registered prize")


def own_shares(t: Table) -> int:
    """What the round's shares have done to the meter, house money against shortfalls aside."""
    return int(t["booked"]["resets"] - t["booked"]["paid"])


def new_turn(h: House, t: Table, winners: list[Winner]) -> None:
    """These shares are paid now, on the display or on what was registered before a failure."""
    meter = h["meters"][t["jackpot"]]
    booked = t["booked"]
    on_meter = meter["value"] - (booked["fed"] - booked["paid"] + booked["seeded"])
    others = meter["value"] - booked["fed"] - own_shares(t)
    registered = t["failure"] is not None
    if registered:
        # What was registered is what was displayed: whole cents.
        others = floor(t["failure"]["value"]) - t["failure"]["own_shares"] - booked["fed"]
        reach(t, "share on a registered value")
    t["turns"].append(
        {
            "others": others,
            "others_on_meter": on_meter,
            "registered": registered,
            "shares": winners,
        }
    )
    book(h, t)
    if registered:
        t["failure"]["own_now"] = own_shares(t)


def review(h: House, t: Table) -> None:
    """Brings the shares of a round, and with them the meter, to what the round now is."""
    if t["jackpot"] is None:
        return
    priced = t["phase"] == "settled" or (t["entered"] and t["phase"] != "void")
    winners = {key(w): w for w in majors(h, t)} if priced else {}
    stood = list(t["turns"])
    for turn in stood:
        turn["shares"] = [winners.pop(key(w)) for w in turn["shares"] if key(w) in winners]
    for claim in waiting(h, t):
        if (claim["box"], "jackpot") in winners:
            claim["class"] = winners.pop((claim["box"], "jackpot"))["class"]
            reach(t, "share goes on waiting")
        else:
            h["meters"][t["jackpot"]]["pending"].remove(claim)
            reach(t, "waiting share gone")
    if stood and winners:
        stood[0]["shares"] += winners.values()
        winners = {}
        reach(t, "new share joins an old turn")
    elif winners and t["settled_before"]:
        reach(t, "new share has its turn now")
    t["turns"] = [turn for turn in stood if turn["shares"]]
    book(h, t)
    if t["book"] in RWS:
        for winner in winners.values():
            enter(h, t, winner)
    elif winners:
        new_turn(h, t, list(winners.values()))


# --- CSP and MLP: the order of the deal --------------------------------------------------------


def enter(h: House, t: Table, winner: Winner) -> None:
    """A share that the round did not have is paid now, or waits for rounds dealt earlier."""
    if earlier_running(h, t["jackpot"], t["deal_no"]):
        reach(t, "share waits")
        if t["failure"] is not None:
            reach(t, "share on a registered value waits")
        h["meters"][t["jackpot"]]["pending"].append(
            {
                "table": t["name"],
                "round": t["round"],
                "box": winner["box"],
                "deal_no": t["deal_no"],
                "class": winner["class"],
                "failure": t["failure"],
            }
        )
    else:
        new_turn(h, t, [winner])


def waiting(h: House, t: Table) -> list[dict[str, Any]]:
    """The claims of the table's round that wait."""
    if t["jackpot"] is None:
        return []
    return [
        claim
        for claim in h["meters"][t["jackpot"]]["pending"]
        if (claim["table"], claim["round"]) == (t["name"], t["round"])
    ]


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


def left_of_registered(failure: dict[str, Any]) -> Fraction:
    """What was registered, less what shares of the same round have taken since (C20)."""
    since = failure.get("own_now", failure["own_shares"]) - failure["own_shares"]
    return Fraction(floor(failure["value"]) + since)


def pay_claim(h: House, jackpot: str, claim: dict[str, Any]) -> None:
    """A waiting winner is paid on the value now displayed, or on what was registered."""
    meter = h["meters"][jackpot]
    meter["pending"].remove(claim)
    t = h["tables"][claim["table"]]
    winner: Winner = {"box": claim["box"], "wager": "jackpot", "class": claim["class"]}
    if t["round"] == claim["round"]:
        new_turn(h, t, [winner])
        prize = worked_out(h, t)[1][key(winner)]
    else:  # an earlier round cannot change any more, and keeps no turns
        failure = claim["failure"]
        value = meter["value"] if failure is None else left_of_registered(failure)
        pricing = Pricing(value, meter["reset"])
        prize = pricing.one(claim["class"])
        if failure is not None:
            now = failure.get("own_now", failure["own_shares"])
            failure["own_now"] = now + pricing.resets - pricing.paid
            reach(t, "share on a registered value, paid after its round")
        move(meter, paid=pricing.paid, seeded=pricing.resets)
    for record in h["ended"]:
        if (record["table"], record["round"]) == (claim["table"], claim["round"]):
            for line in record["lines"]:
                if line["box"] == claim["box"] and line["result"] == "pending":
                    line["result"], line["won"] = "won", prize
                    line["returned"] = line["staked"] - meter["stake"]
