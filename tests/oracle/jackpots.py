"""Jackpot wagers: which of them count, what they bring to the meter, what their hands make."""

from fractions import Fraction

from tests.oracle.common import JACKPOTS, RWS, House, Seat, Table, Wager, live, of
from tests.oracle.hands import name_of
from tests.oracle.turning import closed

FIXED = {
    "CSP": {"quads": 50_000, "full house": 20_000, "flush": 10_000},
    "MLP": {"quads": 200_000, "full house": 20_000, "flush": 10_000},
    "MEGA": {"quads": 200_000, "full house": 20_000, "flush": 10_000},
    "TCP": {"akq": 125_000, "straight flush": 17_500, "trips": 15_000, "straight": 1_500},
}
TO_ONE = {"quads": 500, "full house": 100, "flush": 50}  # SSP

Winner = dict[str, int | str]  # box, wager, class


def accepted(h: House, t: Table, wager: Wager) -> int:
    """How much of a jackpot wager counts: whole credits in SSP, one stake elsewhere (C25)."""
    if t["jackpot"] is None:
        return 0
    meter = h["meters"][t["jackpot"]]
    if t["book"] == "SSP":
        credits = min(wager["amount"] // meter["stake"], meter["max_credits"])
        return int(credits * meter["stake"])
    return int(meter["stake"]) if wager["amount"] >= meter["stake"] else 0


def orphan(seat: Seat, wager: Wager) -> bool:
    """A jackpot wager whose player has no ante at the box."""
    return wager["wager"] in JACKPOTS and not of(wager["player"], live(seat, "ante"))


def short(t: Table, seat: Seat) -> bool:
    """MEGA 5.13: whether the ante of a box is under the minimum.

    What lay there at the close counts. What went back to one sharer after it, or by an option,
    does not make the rest short (M31).
    """
    antes = [
        w
        for w in seat["wagers"]
        if w["wager"] == "ante"
        and not w["past"]
        and (w["closed"] or w["by_option"] or not w["back"])
    ]
    laid = {w["player"]: w["amount"] for w in antes}  # of each player the last
    return bool(t["book"] == "MEGA" and laid and sum(laid.values()) < t["limits"]["ante"][0])


def used_up(t: Table, seat: Seat, player: str) -> bool:
    """MEGA 5.13: the player's one short wager has been paid or collected before."""
    return short(t, seat) and player in t["under"]


def without_chance(h: House, t: Table, seat: Seat, wager: Wager) -> bool:
    """A wager that the settlement will only hand back."""
    if used_up(t, seat, wager["player"]):
        return True
    return wager["wager"] in JACKPOTS and (orphan(seat, wager) or accepted(h, t, wager) == 0)


def contributions(h: House, t: Table) -> Fraction:
    """What the jackpot wagers of the round bring to the meter as they now are.

    That MEGA 5.13 applies is found at the settlement; until then such a wager counts.
    """
    sum_of = Fraction(0)
    if t["phase"] in ("idle", "betting", "void") or t["jackpot"] is None:
        return sum_of
    for seat in t["seats"].values():
        for wager in live(seat, *JACKPOTS):
            found = t["phase"] == "settled" and used_up(t, seat, wager["player"])
            if not found and not orphan(seat, wager):
                sum_of += h["meters"][t["jackpot"]]["increment"] * accepted(h, t, wager)
    return sum_of


def jackpot_class(t: Table, cards: list[str]) -> str:
    """The row of the jackpot pay table that a hand belongs to; none while it lies face down."""
    if closed(cards):
        return "face down"
    name = name_of(cards)
    if t["book"] == "TCP" and name == "straight flush":
        ranks = {card[0] for card in cards}
        if ranks == {"A", "K", "Q"}:
            return "akq spades" if cards[0][1] == "s" else "akq"
    return name


def is_major(t: Table, name: str) -> bool:
    """Whether the prize is a share of the meter."""
    return name in ("royal", "akq spades") or (name == "straight flush" and t["book"] != "TCP")


def pays(t: Table, name: str) -> bool:
    """Whether the class is on the jackpot pay table."""
    return is_major(t, name) or name in (TO_ONE if t["book"] == "SSP" else FIXED[t["book"]])


def fold_keeps(t: Table) -> bool:
    """Whether a folded hand's jackpot wager still plays."""
    if t["book"] == "SSP":
        return bool(t["readings"]["fold_keeps_jackpot"])
    return bool(t["book"] != "CSP")


def eligible(t: Table, seat: Seat) -> bool:
    """Whether the jackpot wagers of a box have a chance.

    A hand not revealed has none, except in CSP and MLP when its player has shown it (C39).
    """
    if seat["folded"] and not fold_keeps(t):
        return False
    return not seat["declined"] or (t["book"] in RWS and seat["claimed"])


def majors(h: House, t: Table) -> list[Winner]:
    """The wagers of the round that win a share of the meter, by box."""
    found: list[Winner] = []
    for box in sorted(t["seats"]):
        seat = t["seats"][box]
        for wager in live(seat, *JACKPOTS):
            if without_chance(h, t, seat, wager) or not eligible(t, seat):
                continue
            cards = t["hands"].get(box, []) if wager["wager"] == "jackpot" else t["dealer"]
            if len(cards) != t["size"]:
                continue
            name = jackpot_class(t, cards)
            if is_major(t, name):
                found.append({"box": box, "wager": wager["wager"], "class": name})
    return found
