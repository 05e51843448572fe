"""The facts of reports about a table as it stands, and what may change a settled round."""

import random
from typing import Any

from tests.oracle.common import Table, boxes_in, live, seated
from tests.oracle.hands import DECK
from tests.oracle.rigging import make

Facts = dict[str, Any]

SHARES = {5: ("royal", "straight flush", "straight flush", "quads"), 3: ("akq spades", "akq")}


def unused(t: Table) -> list[str]:
    """The cards that lie nowhere."""
    held = {card for hand in [*t["hands"].values(), t["dealer"]] for card in hand}
    return [card for card in DECK if card not in held]


def other_hand(rng: random.Random, t: Table, box: int | str) -> list[str]:
    """Another hand for a box or the dealer, often one that takes a share of the meter."""
    old = t["dealer"] if box == "dealer" else t["hands"].get(box, [])
    left = unused(t) + old
    hand = make(rng, rng.choice(SHARES[t["size"]]), left, t["size"], [])
    if len(hand) == t["size"] and rng.random() < 0.7:
        return hand
    return rng.sample(left, t["size"])


def exchanged(rng: random.Random, t: Table, one: int | str, two: int | str) -> dict[str, str]:
    """Two hands that have changed a card for each other's."""
    hands = {
        place: list(t["dealer"] if place == "dealer" else t["hands"][place]) for place in (one, two)
    }
    for hand in hands.values():
        rng.shuffle(hand)
        del hand[t["size"] :]
        hand.extend(rng.sample(unused(t), max(0, t["size"] - len(hand))))
    hands[one][0], hands[two][0] = hands[two][0], hands[one][0]
    return {str(place): " ".join(hand) for place, hand in hands.items()}


def corrected(rng: random.Random, t: Table, place: int | str) -> dict[str, str]:
    """Corrected hands for one place, or for it and another."""
    places: list[int | str] = [*t["hands"], "dealer"]
    if place in places and len(places) > 1 and rng.random() < 0.4:
        places.remove(place)
        return exchanged(rng, t, place, rng.choice(places))
    return {str(place): " ".join(other_hand(rng, t, place))}


def mended(rng: random.Random, t: Table, place: int | str) -> Facts:
    """What a card-count report says of cards that can be put right."""
    hands = {"hands": corrected(rng, t, place)}
    return hands if rng.random() < 0.15 else {"reconstructable": True, **hands}


def facts(rng: random.Random, t: Table, kind: str) -> Facts:
    """What a report of this kind tells of the table."""
    boxes = boxes_in(t) or [1]
    dealt = sorted(t["hands"])
    cards = [card for hand in t["hands"].values() for card in hand]
    if kind in ("over_limit", "under_limit"):
        return {"box": rng.choice(boxes)}
    if kind in ("deck_count", "count_in_doubt"):
        return {"counted": rng.choice([51, 52, 53])}
    if kind == "misdeal":
        return misdealt(rng, t, dealt)
    if kind == "player_card_count":
        return miscounted(rng, t, rng.choice(boxes))
    if kind == "dealer_card_count":
        if rng.random() < 0.7:
            return mended(rng, t, "dealer")
        return {"reconstructable": rng.random() < 0.5}
    if kind == "cards_exposed":
        if cards and rng.random() < 0.6:
            return {"cards": " ".join(rng.sample(cards, rng.choice([1, 1, 1, 2])))}
        return rng.choice([{"count": 1}, {"count": 1, "boxes": [rng.choice(boxes)]}, {"count": 2}])
    if kind == "dealer_card_exposed":
        return {"card": rng.choice([*t["dealer"], *cards[:1]])}
    if kind == "burn_omitted":
        return rng.choice([{"reconstructable": True}, {"reconstructable": True}, {}])
    if kind == "simultaneous_draw":
        return {"order": " ".join(rng.sample([*cards, *t["dealer"]], rng.choice([2, 2, 3])))}
    if kind == "dealing_error":
        found: Facts = {"boxes": rng.sample(boxes, rng.randint(1, len(boxes)))}
        if dealt and rng.random() < 0.7:
            found["hands"] = corrected(rng, t, rng.choice([*dealt, *dealt, "dealer"]))
        return found
    if kind == "extra_hand_viewed":
        return {"box": rng.choice(boxes), "intentional": rng.random() < 0.6}
    if kind in ("confidentiality", "multiple_positions"):
        return {"player": seated(t["seats"][rng.choice(boxes)]) if boxes_in(t) else "ann"}
    return {"description": "something else"} if kind == "other" else {}


def misdealt(rng: random.Random, t: Table, dealt: list[int]) -> Facts:
    """Hands that lie in each other's place, or that only naming them puts right."""
    roll = rng.random()
    if len(dealt) >= 2 and roll < 0.5:
        one, two = rng.sample(dealt, 2)
        return {"moves": {str(one): two, str(two): one}}
    if dealt and roll < 0.85:
        return {"moves": None, "hands": corrected(rng, t, rng.choice(dealt))}
    return {"moves": None}


def miscounted(rng: random.Random, t: Table, box: int) -> Facts:
    """A player's hand with too many or too few cards."""
    found: Facts = {"box": box}
    roll = rng.random()
    if roll < 0.35:
        found |= mended(rng, t, box)
    elif roll < 0.6:
        found["reconstructable"] = rng.random() < 0.7
    if t["book"] == "MEGA" and rng.random() < 0.6:
        found["permit_withdrawal"] = True
    return found


def spoil(rng: random.Random, t: Table, texts: dict[str, str]) -> None:
    """A deal with a card too few or too many, or with a hand in the wrong place."""
    place = rng.choice(list(texts))
    used = " ".join(texts.values()).split()
    roll = rng.random()
    if roll < 0.4:
        texts[place] = " ".join(texts[place].split()[:-1])
    elif roll < 0.6:
        texts[place] += " " + rng.choice([card for card in DECK if card not in used])
    else:
        empty = [box for box in range(1, t["boxes"] + 1) if str(box) not in texts]
        if empty:
            hand = rng.sample([card for card in DECK if card not in used], t["size"])
            texts[str(rng.choice(empty))] = " ".join(hand)


def under_minimum(t: Table, box: int) -> bool:
    """Whether a wager that lies there is too small."""
    return any(
        wager["amount"] < t["limits"][wager["wager"]][0]
        for wager in live(t["seats"][box], "ante", "pair_plus")
    )


# --- after the settlement ------------------------------------------------------------------------


def put_right_after(rng: random.Random, t: Table) -> Facts:
    """A wrong count found after the settlement, and put right or not."""
    boxes = boxes_in(t)
    if boxes and rng.random() < 0.8:
        box = rng.choice(boxes)
        found = {"box": box, "irregularity": "player_card_count"}
        return found | (mended(rng, t, box) if rng.random() < 0.6 else {})
    if t["dealer"]:
        return {"irregularity": "dealer_card_count", **mended(rng, t, "dealer")}
    return {"irregularity": "foreign_card"}


def change(rng: random.Random, t: Table) -> tuple[str, Facts]:
    """A command that changes a settled round, or tries to."""
    roll = rng.random()
    if roll < 0.35:
        return "report", put_right_after(rng, t)
    if roll < 0.42:
        kinds = ["foreign_card", "deck_count", "unshuffled", "jackpot_failure", "misdeal"]
        return "report", {"irregularity": rng.choice(kinds)}
    if roll < 0.55:
        return "report", {"irregularity": "other", "description": "found later"}
    if roll < 0.8 and t["hands"]:
        box = rng.choice([*t["hands"], *t["hands"], "dealer"])
        return "correct_entry", {"box": box, "cards": " ".join(other_hand(rng, t, box))}
    if t["seats"]:
        box = rng.choice(sorted(t["seats"]))
        wager = rng.choice(live(t["seats"][box]) or t["seats"][box]["wagers"])
        keys = {key: wager[key] for key in ("player", "wager")}
        return "correct_entry", {"box": box, "amount": rng.choice([333, 500, 2500, 9999]), **keys}
    return "report", {"irregularity": "deck_count", "counted": 53}
