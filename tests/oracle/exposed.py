"""Exposed cards, which add up over the reports of a round (X28, C15)."""

from typing import Any

from tests.oracle.common import MBS, RWS, Table, demand, reach, seen
from tests.oracle.hands import cards_of

Facts = dict[str, Any]

KINDS = ("cards_exposed", "dealer_card_exposed")


def named_before(t: Table) -> set[str]:
    """The cards named in reports that count or wait."""
    waiting = [m["facts"].get("new_cards", []) for m in t["matters"] if m["kind"] in KINDS]
    return {card for cards in [t["exposed"]["cards"], *waiting] for card in cards}


def take_down(t: Table, kind: str, facts: Facts) -> bool:
    """Whether a report tells of anything new; then its facts say how many cards, and whose."""
    if kind == "dealer_card_exposed":
        cards = cards_of(facts["card"])
        demand(cards[0] in t["dealer"])
        facts["new_cards"] = [c for c in cards if c not in named_before(t) and c != t["up"]]
    elif "cards" in facts:
        cards = cards_of(facts["cards"])
        dealt = {card: box for box, hand in t["hands"].items() for card in hand}
        demand(all(card in dealt for card in cards))
        facts["new_cards"] = sorted(set(cards) - named_before(t))
        facts["boxes"] = sorted({dealt[card] for card in facts["new_cards"]})
    else:
        return True
    facts["count"] = len(facts["new_cards"])
    if not facts["new_cards"]:
        reach(t, "exposed card only noted")
    return bool(facts["new_cards"])


def becomes_up_card(t: Table, kind: str) -> bool:
    """CSP, MLP 5.16: the first of the dealer's cards to be decided."""
    return kind == "dealer_card_exposed" and t["book"] in RWS and not t["exposed"]["up_card"]


def decision(t: Table, kind: str, facts: Facts) -> str:
    """What the clauses make of a report, with the cards counted before it."""
    if becomes_up_card(t, kind):
        return "up_card"
    second = t["exposed"]["count"] + facts.get("count", 1) >= 2
    if t["book"] in MBS:
        return "void" if second else "continue"
    if seen(t):
        return "continue"
    return "void" if second else "options"


def count(t: Table, kind: str, facts: Facts) -> None:
    """A report counts once it is decided."""
    if becomes_up_card(t, kind):
        t["exposed"]["up_card"] = True
        t["up"] = facts["new_cards"][0]
    else:
        before = t["exposed"]["count"]
        t["exposed"]["count"] += facts.get("count", 1)
        if before:
            reach(t, f"cards exposed in several reports, {'some' if seen(t) else 'none'} seen")
        if kind == "dealer_card_exposed" and t["book"] in RWS:
            reach(t, "further card of the dealer exposed")
    t["exposed"]["cards"] += facts.get("new_cards", [])
