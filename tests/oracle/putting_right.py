"""Cards dealt wrongly, and how they come to lie where they should."""

from typing import Any

from tests.oracle.common import Table, demand, live
from tests.oracle.hands import cards_of

Facts = dict[str, Any]


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


def one_deck(t: Table) -> None:
    """No card may lie in two places."""
    everything = [card for hand in [*t["hands"].values(), t["dealer"]] for card in hand]
    demand(len(set(everything)) == len(everything))


def faults(t: Table) -> bool:
    """Hands of the wrong size or in the wrong place; nothing can be settled on them."""
    if t["deal_no"] is None:
        return False
    wrong_size = any(
        len(t["hands"].get(box, [])) != t["size"]
        for box, seat in t["seats"].items()
        if live(seat, "ante", "pair_plus")
    )
    stray = not t["strays_reported"] and any(box not in t["due"] for box in t["hands"])
    return wrong_size or stray or len(t["dealer"]) != t["size"]


def lay_dealer(t: Table, cards: list[str]) -> None:
    """The dealer's hand is another; an up card by 5.16 stays up while it is in the hand."""
    regular = not t["dealer"] or t["up"] == t["dealer"][-1]
    if t["book"] != "TCP" and (regular or t["up"] not in cards):
        t["up"] = cards[-1]
    t["dealer"] = cards


def move_hands(t: Table, moves: dict[str, int]) -> None:
    """Whole hands go from one box to another."""
    sources = {int(source): target for source, target in moves.items()}
    hands = {box: hand for box, hand in t["hands"].items() if box not in sources}
    for source, target in sources.items():
        demand(source in t["hands"] and target not in hands)
        hands[target] = t["hands"][source]
    t["hands"] = hands


def put_right(t: Table, facts: Facts) -> list[int]:
    """Moves hands, and lays the corrected ones; returns the boxes whose cards changed."""
    before = {box: set(hand) for box, hand in t["hands"].items()}
    if facts.get("moves"):
        move_hands(t, facts["moves"])
    for place, text in facts.get("hands", {}).items():
        cards = cards_of(text)
        demand(len(cards) == t["size"])
        if place == "dealer":
            lay_dealer(t, cards)
        else:
            t["hands"][int(place)] = cards
    one_deck(t)
    now = {box: set(hand) for box, hand in t["hands"].items()}
    return [box for box in sorted({*before, *now}) if before.get(box) != now.get(box)]


def burn_after_all(t: Table) -> None:
    """5.9: the same shoe is dealt again with its burn; hands given by name stand."""
    if t["shoe"] is not None and t["unburnt"]:
        t["hands"], t["dealer"] = spread(t, t["shoe"][1:], sorted(t["hands"]))
        t["up"] = t["dealer"][-1]
        t["unburnt"] = False


def in_order_of_the_deal(t: Table) -> list[str]:
    """The cards at the places to which a manual shoe dealt; what it burnt and kept around them."""
    hands = [t["hands"][box] for box in sorted(t["hands"])] + [t["dealer"]]
    longest = max(len(hand) for hand in hands)
    dealt = [hand[turn] for turn in range(longest) for hand in hands if turn < len(hand)]
    shoe = t["shoe"] or dealt
    burnt = 1 if t["shoe"] and not t["unburnt"] else 0
    return [*shoe[:burnt], *dealt, *shoe[burnt + len(dealt) :]]


def reorder(t: Table, order: list[str]) -> None:
    """5.14: the places of cards drawn together take them in the order decided."""
    taken = [card for card in in_order_of_the_deal(t) if card in order]
    demand(sorted(taken) == sorted(order))
    becomes = dict(zip(taken, order, strict=True))
    regular = t["up"] == t["dealer"][-1]
    for hand in [*t["hands"].values(), t["dealer"]]:
        hand[:] = [becomes.get(card, card) for card in hand]
    if t["shoe"] is not None:
        t["shoe"] = [becomes.get(card, card) for card in t["shoe"]]
    if regular or t["up"] not in t["dealer"]:
        t["up"] = t["dealer"][-1]
