"""Cards that lie face down until somebody turns them, and scripts in which they do."""

import random

from tests.oracle.common import Command, House, Table, act_of, demand, demand_rank, live, seated
from tests.oracle.hands import cards_of, qualifies

CLOSED = "?"


def lying(text: str) -> list[str]:
    """Cards as they lie, some of them face down."""
    words = text.split()
    known = iter(cards_of(" ".join(word for word in words if word != CLOSED)))
    return [CLOSED if word == CLOSED else next(known) for word in words]


def closed(cards: list[str]) -> bool:
    """Whether nobody can value a hand, because some of it lies face down."""
    return CLOSED in cards


def known(hands: list[list[str]]) -> list[str]:
    """The cards that can be read."""
    return [card for hand in hands for card in hand if card != CLOSED]


def turned(t: Table, before: list[str], c: Command, others: list[list[str]]) -> list[str]:
    """The cards of a hand as a command turns them."""
    if not closed(before):
        demand("cards" not in c)
        return before
    demand("cards" in c)
    cards = cards_of(c["cards"])
    demand(t["recording"] or len(cards) == t["size"])
    demand(set(known([before])) <= set(cards))
    table = known(others) + cards
    demand(len(set(table)) == len(table))
    return cards


def awaited(t: Table) -> bool:
    """Whether a wager goes by a hand that lies face down."""
    for box, seat in t["seats"].items():
        if not closed(t["hands"].get(box, [])):
            continue
        if live(seat, "pair_plus"):
            return True
        compared = t["book"] == "TCP" or bool(live(seat, "jackpot")) or qualifies(t["dealer"])
        if live(seat, "ante") and not seat["folded"] and not seat["declined"] and compared:
            return True
    return False


def show(h: House, t: Table, c: Command) -> int:
    """A hand is turned face up; the box of it, which has then been looked at."""
    box = c["box"]
    demand(t["phase"] in ("dealt", "revealed", "settled") and box in t["hands"])
    seat = t["seats"].get(box)
    demand(seat is not None and bool(live(seat)) and not seat.get("shown"))
    assert seat is not None
    if closed(t["hands"][box]):
        demand_rank(c, 1)
    else:
        act_of(t, c, seated(seat))
        demand(seated(seat) not in t["left"])
    others = [hand for number, hand in t["hands"].items() if number != box]
    t["hands"][box] = turned(t, t["hands"][box], c, [*others, t["dealer"]])
    seat["shown"] = True
    return int(box)


# --- writing -----------------------------------------------------------------------------------


def late(rng: random.Random, commands: list[Command], *, up_card: bool) -> list[Command]:
    """The commands of a table with every hand keyed when it is turned, or forgotten."""
    written: list[Command] = []
    hands: dict[str, str] = {}

    def shows(of: list[str], chance: float) -> list[Command]:
        return [
            {"do": "show_hand", "box": int(box), "cards": hands[box]}
            for box in of
            if box != "dealer" and rng.random() < chance
        ]

    for command in commands:
        match command["do"]:
            case "deal" if "hands" in command:
                hands = command["hands"]
                written.append({**command, "hands": _hidden(hands, up_card)})
            case "claim_jackpot" if str(command["box"]) in hands:
                written += [*shows([str(command["box"])], 0.9), command]
            case "reveal_dealer" if "dealer" in hands and rng.random() < 0.97:
                written += [command, {**command, "cards": hands["dealer"]}]
            case "settle":
                written += [*shows([*hands], 0.5), command, *shows([*hands], 0.7), command]
                written += [*shows([*hands], 1.0), command]
            case "open_bets":
                hands = {}
                written.append(command)
            case _:
                written.append(command)
    return written


def _hidden(hands: dict[str, str], up_card: bool) -> dict[str, str]:
    hidden = {box: " ".join(CLOSED for _ in cards.split()) for box, cards in hands.items()}
    dealer = hands.get("dealer", "").split()
    if dealer and up_card:
        hidden["dealer"] = " ".join([*[CLOSED] * (len(dealer) - 1), dealer[-1]])
    return hidden
