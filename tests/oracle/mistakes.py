"""Rounds in which things go wrong and are reported."""

import random
from typing import Any

from tests.oracle.hands import DECK
from tests.oracle.houses import STAFF, Script
from tests.oracle.irregular import ABOUT_CARDS_DEALT, DECK_FAULTS
from tests.oracle.rounds import Command, Round

KINDS = (
    *DECK_FAULTS,
    *ABOUT_CARDS_DEALT,
    "technical_interruption",
    "jackpot_failure",
    "over_limit",
    "under_limit",
    "other",
)
DECISIONS = (
    "void",
    "continue",
    "reconstruct",
    "invalidate",
    "permit_withdrawal",
    "options",
    "up_card",
    "order",
    "bar",
    "return_wagers",
    "forfeit",
    "dismiss",
)


OWN_DECISION = {
    "player_card_count": "permit_withdrawal",
    "confidentiality": "bar",
    "simultaneous_draw": "order",
    "dealer_card_exposed": "up_card",
    "misdeal": "reconstruct",
    "dealer_card_count": "reconstruct",
    "burn_omitted": "reconstruct",
}


class Mistaken(Round):
    """A round in which things go wrong and are reported."""

    def __init__(self, rng: random.Random, script: Script, table: str, trouble: float) -> None:
        super().__init__(rng, script, table, 0.6, 0.02)
        self.trouble = trouble
        self.kind = rng.choice(KINDS)
        if self.book == "megalink-stud" and rng.random() < 0.3:
            self.kind = rng.choice(("player_card_count", "confidentiality", "multiple_positions"))
        self.moment = rng.choice(
            ("betting", "closed", "dealt", "dealt", "dealt", "decided", "revealed", "settled")
        )

    def staff(self, low: int = 0) -> dict[str, str]:
        """Somebody of the staff."""
        return {"id": "staff", "role": self.rng.choice(STAFF[low:])}

    def facts(self, kind: str) -> dict[str, Any]:
        """What a report of this kind tells."""
        rng = self.rng
        boxes = sorted(self.hands) or [1]
        box = rng.choice(boxes)
        facts: dict[str, Any] = {}
        if kind in ("deck_count", "count_in_doubt") and (
            kind == "count_in_doubt" or rng.random() < 0.7
        ):
            facts["counted"] = rng.choice([51, 52, 53])
        if kind == "misdeal":
            facts["moves"] = None
            if len(boxes) >= 2 and rng.random() < 0.7:
                one, two = rng.sample(boxes, 2)
                facts["moves"] = {str(one): two, str(two): one}
        mendable = ("dealer_card_count", "player_card_count", "burn_omitted", "dealing_error")
        if kind in mendable and rng.random() < 0.8:
            facts["reconstructable"] = rng.random() < 0.5
        if kind in ("player_card_count", "extra_hand_viewed", "over_limit", "under_limit"):
            facts["box"] = box
        if kind == "player_card_count" and rng.random() < 0.3:
            facts["permit_withdrawal"] = True
        counted = kind in ("dealer_card_count", "player_card_count")
        if counted and facts.get("reconstructable") and self.dealer and rng.random() < 0.5:
            place = "dealer" if kind == "dealer_card_count" else str(box)
            facts["hands"] = {place: " ".join(rng.sample(self.unused(), self.size))}
        if kind == "cards_exposed":
            facts["count"] = rng.choice([1, 1, 2, 3])
            facts["boxes"] = rng.sample(boxes, rng.randint(1, len(boxes)))
        if kind == "dealing_error":
            facts["boxes"] = rng.sample(boxes, rng.randint(1, len(boxes)))
        if kind == "dealer_card_exposed":
            facts["card"] = rng.choice(self.dealer or ["As"])
        if kind == "simultaneous_draw":
            dealt = [c for h in self.hands.values() for c in h] + self.dealer
            facts["order"] = " ".join(rng.sample(dealt or ["As", "Ks"], 2))
        if kind == "extra_hand_viewed" and rng.random() < 0.7:
            facts["intentional"] = rng.random() < 0.6
        if kind in ("confidentiality", "multiple_positions"):
            facts["player"] = rng.choice(list(self.owner.values()) or ["ann"])
        if kind == "other":
            facts["description"] = "something else"
        return facts

    def unused(self) -> list[str]:
        """The cards that nobody holds."""
        held = [card for hand in self.hands.values() for card in hand] + self.dealer
        return [card for card in DECK if card not in held]

    def strike(self, moment: str) -> None:
        """At the chosen moment the report is made and dealt with."""
        rng = self.rng
        if moment != self.moment:
            if rng.random() > self.trouble:
                return
            self.kind = rng.choice(KINDS)
        keys = self.facts(self.kind)
        by = {"id": "staff", "role": "dealer"} if rng.random() < 0.4 else self.staff()
        self.add("report", irregularity=self.kind, by=by, **keys)
        self.follow()

    def follow(self) -> None:
        """Rulings and choices, the right ones among them sooner or later."""
        rng = self.rng
        if rng.random() < 0.15:
            return
        boxes = sorted(self.hands) or [1]
        for _ in range(rng.randint(1, 2)):
            keys: dict[str, Any] = {"decision": rng.choice(DECISIONS), "by": self.staff()}
            if rng.random() < 0.5 and self.kind not in ("player_card_count", "extra_hand_viewed"):
                keys["box"] = rng.choice(boxes)
            self.add("rule", reason="so it is", **keys)
        if rng.random() < 0.8:
            order = list(DECISIONS)
            rng.shuffle(order)
            if self.kind in OWN_DECISION and rng.random() < 0.6:
                order.insert(0, OWN_DECISION[self.kind])
            for decision in order:
                keys = {"decision": decision, "by": {"id": "boss", "role": "shift_manager"}}
                if self.kind not in ("player_card_count", "extra_hand_viewed"):
                    keys["box"] = rng.choice(boxes)
                self.add("rule", reason="so it is", **keys)
        if rng.random() < 0.5:
            for box in boxes:
                option = "withdraw" if rng.random() < 0.35 else "continue"
                if rng.random() < 0.3 and box in self.owner:
                    self.add("choose", player=self.owner[box], option=option)
                else:
                    self.act("choose", box, option=option)

    def house_acts(self) -> None:
        """What a shift manager may do about a table or a player."""
        rng = self.rng
        if rng.random() > 0.5:
            return
        player = rng.choice(list(self.owner.values()) or ["ann"])
        acts: list[tuple[str, dict[str, Any]]] = [
            ("restrict_player", {"player": player}),
            ("bar_player", {"player": player}),
            ("readmit_player", {"player": player}),
            ("jackpot_service", {"available": rng.random() < 0.5}),
            ("close_table", {}),
            ("open_table", {}),
            ("disallow_boxes", {"boxes": rng.sample(range(1, 4), rng.randint(1, 2))}),
        ]
        do, keys = rng.choice(acts)
        self.add(do, by=self.staff(rng.choice([0, 3, 3, 3])), **keys)

    def correct(self) -> None:
        """Staff put right what was keyed wrongly."""
        rng = self.rng
        if not self.recording or rng.random() > 0.35 or not self.owner:
            return
        box = rng.choice(list(self.owner))
        by = self.staff(rng.choice([0, 1, 1, 1]))
        cards = " ".join(rng.sample(self.unused(), self.size))
        roll = rng.random()
        if roll < 0.3:
            self.add("correct_entry", box="dealer", cards=cards, by=by)
        elif roll < 0.6 and self.hands:
            place = rng.choice(list(self.hands))
            self.add("correct_entry", box=place, cards=cards, by=by)
        else:
            stay = "play" if self.size == 3 else "bet"
            kinds = ["ante", stay, "jackpot", "pair_plus", "dealer_jackpot"]
            self.add(
                "correct_entry",
                box=box,
                player=self.owner[box],
                wager=rng.choice(kinds),
                amount=rng.choice([500, 1000, 2500, 5000, 7777, 333]),
                by=by,
            )

    def spoil(self) -> None:
        """At a recording table the deal itself may be wrong."""
        rng = self.rng
        if not self.recording or rng.random() > 0.3 or self.commands[-1]["do"] != "deal":
            return
        command = self.commands[-1]
        if "shoe" in command:
            command["burn"] = False
            return
        hands = command["hands"]
        place = rng.choice(list(hands))
        roll = rng.random()
        if roll < 0.4:
            hands[place] = " ".join(hands[place].split()[:-1])
        elif roll < 0.6:
            used = " ".join(hands.values()).split()
            hands[place] += " " + rng.choice([c for c in DECK if c not in used])
        elif roll < 0.8 and place != "dealer":
            empty = [b for b in range(1, self.config["boxes"] + 1) if str(b) not in hands]
            if empty:
                target = rng.choice(empty)
                hands[str(target)] = hands.pop(place)
                self.kind, self.moment = "misdeal", "dealt"
                self.loose = {place: [str(target)]}
                return
        if rng.random() < 0.7:
            self.moment = "dealt"
            self.kind = "dealer_card_count" if place == "dealer" else "player_card_count"
            self.loose = {place: []}

    def strike_spoilt(self) -> None:
        """Reports what `spoil` did."""
        for place, targets in self.loose.items():
            if targets:
                keys: dict[str, Any] = {"moves": {targets[0]: int(place)}}
                kind = "misdeal"
            else:
                kind = "dealer_card_count" if place == "dealer" else "player_card_count"
                keys = {} if place == "dealer" else {"box": int(place)}
                if self.rng.random() < 0.5:
                    keys["reconstructable"] = True
                    own = self.dealer if place == "dealer" else self.hands.get(int(place), [])
                    keys["hands"] = {place: " ".join(own)}
            self.add("report", irregularity=kind, by=self.staff(), **keys)
            self.follow()

    def whole(self) -> list[Command]:
        """A round with its mistakes."""
        self.betting()
        last = self.commands.pop()
        if last["do"] == "leave":
            extra = last
            last = self.commands.pop()
        else:
            extra = None
        self.strike("betting")
        self.house_acts()
        self.correct()
        self.commands.append(last)
        if extra:
            self.commands.append(extra)
        self.strike("closed")
        self.dealing()
        self.spoil()
        if self.rng.random() < 0.3 and self.hands:
            act = self.rng.choice(["view_hand", "handle_hand"])
            self.act(act, self.rng.choice(list(self.hands)))
        self.strike_spoilt()
        self.strike("dealt")
        self.correct()
        self.house_acts()
        self.decisions()
        self.strike("decided")
        self.ending()
        settle = self.commands.pop()
        self.strike("revealed")
        self.commands.append(settle)
        if self.rng.random() < 0.5:
            self.commands.append(dict(settle))
        self.correct()
        self.strike("settled")
        self.house_acts()
        return self.commands
