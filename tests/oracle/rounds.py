"""Rounds written from beginning to end, without a look at what becomes of them."""

import random
from typing import Any

from tests.oracle.hands import DECK
from tests.oracle.houses import PLAYERS, STAFF, Script
from tests.oracle.rigging import as_shoe, make, rigged

Command = dict[str, Any]
MAJORS = {
    5: ("royal", "straight flush", "straight flush", "quads", "any"),
    3: ("akq spades", "akq spades", "akq", "straight flush", "any"),
}


class Round:
    """Writes the commands of one round at one table."""

    def __init__(
        self, rng: random.Random, script: Script, table: str, rate: float, noise: float
    ) -> None:
        self.rng = rng
        self.table = table
        self.config = script["tables"][table]
        self.book: str = self.config["rulebook"]
        self.size = 3 if self.book == "three-card-poker" else 5
        self.recording = self.config["entry"] == "recording"
        jackpot = self.config.get("jackpot")
        self.jackpot: dict[str, Any] | None = script["jackpots"][jackpot] if jackpot else None
        self.rate = rate
        self.noise = noise
        self.commands: list[Command] = []
        self.owner: dict[int, str] = {}
        self.antes: dict[int, int] = {}
        self.pair_plus: set[int] = set()
        self.hands: dict[int, list[str]] = {}
        self.dealer: list[str] = []
        self.loose: dict[str, list[str]] = {}

    def add(self, do: str, **keys: Any) -> None:
        """One command; now and then one that makes no sense here goes before it."""
        if self.rng.random() < self.noise:
            self.commands.append({"table": self.table, **self.nonsense()})
        self.commands.append({"do": do, "table": self.table, **keys})

    def nonsense(self) -> Command:
        """A well-formed command that is likely to be refused."""
        rng = self.rng
        box = rng.randint(1, self.config["boxes"])
        player = rng.choice(PLAYERS)
        who = {"id": rng.choice(PLAYERS), "role": rng.choice(("player", *STAFF))}
        choices: list[Command] = [
            {"do": "open_bets"},
            {"do": "close_bets"},
            {"do": "reveal_dealer"},
            {"do": "settle"},
            {"do": "fold", "box": box},
            {"do": "view_hand", "box": box},
            {"do": "handle_hand", "box": box},
            {"do": "claim_jackpot", "box": box},
            {"do": "decline_reveal", "box": box},
            {"do": "leave", "player": player},
            {"do": "place_wager", "box": box, "wager": "jackpot", "player": player},
            {"do": "place_wager", "box": box, "wager": "dealer_jackpot", "player": player},
            {"do": "place_wager", "box": box, "wager": "bet", "player": player},
            {"do": "place_wager", "box": box, "wager": "play", "player": player},
            {"do": "place_wager", "box": box, "wager": "ante", "player": player, "amount": 5000},
            {"do": "withdraw_wager", "box": box, "wager": "ante", "player": player},
            {"do": "withdraw_wager", "box": box, "wager": "jackpot", "player": player},
            {"do": "draw", "lucky_box": box},
            {"do": "draw", "magic_card": "As", "lucky_dealer": False},
            {"do": "deal", "hands": {str(box): "As Ks Qs Js Ts", "dealer": "2c 3c 4c 5c 7d"}},
            {"do": "deal", "shoe": "As Ks As"},
            {"do": "deal", "shoe": " ".join(DECK[:7])},
        ]
        command = rng.choice(choices)
        if self.recording and command.get("wager") == "jackpot":
            command = {"do": "settle"}
        if rng.random() < 0.4:
            command["by"] = who
        return command

    # betting

    def betting(self) -> None:
        """Antes and side wagers, at the limits, over them, twice, withdrawn."""
        rng = self.rng
        self.add("open_bets")
        boxes = rng.sample(range(1, self.config["boxes"] + 1), rng.randint(1, 4))
        spread = rng.random() < 0.4
        for box in boxes:
            player = rng.choice(PLAYERS[:2]) if spread else PLAYERS[(box - 1) % len(PLAYERS)]
            self.owner[box] = player
            low, high = self.config["limits"]["ante"]
            if self.size == 3 and rng.random() < 0.5:
                self.side(box, player, "pair_plus")
                if rng.random() < 0.4:
                    continue
            amount = self.amount(low, high)
            self.wager(box, player, "ante", amount)
            if low <= amount <= high or self.recording:
                self.antes[box] = amount
            if rng.random() < 0.15:
                self.wager(box, player, "ante", rng.choice([1, 333, low]))
            if self.book == "megalink-stud" and rng.random() < 0.35:
                for sharer in rng.sample(PLAYERS, rng.randint(1, 3)):
                    self.wager(box, sharer, "ante", rng.choice([1, 7, 101, low, 2500]))
            self.jackpots(box, player)
            if rng.random() < 0.08:
                kinds = ["ante", "jackpot", "dealer_jackpot", "pair_plus"]
                keys = {"player": player} if rng.random() < 0.7 else {}
                self.add("withdraw_wager", box=box, wager=rng.choice(kinds), **keys)
        if rng.random() < 0.05:
            self.add("leave", player=rng.choice(list(self.owner.values())))
        self.add("close_bets")
        if rng.random() < 0.05:
            self.add("leave", player=rng.choice(list(self.owner.values())))

    def side(self, box: int, player: str, wager: str) -> None:
        """A pair plus wager about its limits."""
        low, high = self.config["limits"]["pair_plus"]
        self.wager(box, player, wager, self.amount(low, high))
        self.pair_plus.add(box)

    def amount(self, low: int, high: int) -> int:
        """A stake: mostly within the limits, often just at or beyond them."""
        inside = [low, low + 1, high, high - 1, self.rng.randint(low, high), 2500, 7777]
        odd = [low - 1, high + 1, high + 12_345, max(1, low // 3)]
        if self.rng.random() < (0.3 if self.recording else 0.08):
            return self.rng.choice(odd)
        return self.rng.choice(inside)

    def wager(self, box: int, player: str, wager: str, amount: int | None) -> None:
        """A wager, by whoever may lay it."""
        keys: dict[str, Any] = {"box": box, "player": player, "wager": wager}
        if amount is not None:
            keys["amount"] = amount
        if self.rng.random() < 0.2:
            keys["by"] = {"id": "staff", "role": self.rng.choice(STAFF)}
        elif self.rng.random() < 0.1:
            keys["by"] = {"id": player, "role": "player"}
        self.add("place_wager", **keys)

    def jackpots(self, box: int, player: str) -> None:
        """Jackpot wagers, right and wrong."""
        rng = self.rng
        stake = (self.jackpot or {}).get("stake", 500)
        kinds = ["jackpot"]
        if self.book == "singapore-stud":
            kinds.append("dealer_jackpot")
        for kind in kinds:
            if rng.random() < 0.75:
                amount: int | None = None
                if self.book == "singapore-stud" and rng.random() < 0.7:
                    amount = stake * rng.choice([1, 2, 3, 5, 6, 7])
                elif rng.random() < (0.2 if self.recording else 0.05):
                    amount = max(1, stake + rng.choice([-1, 1, 500, 1000]))
                self.wager(box, player, kind, amount)
            if rng.random() < 0.05:
                self.wager(box, player, kind, None)

    # dealing

    def dealing(self) -> None:
        """Cards for the boxes thought to be in."""
        rng = self.rng
        boxes = sorted(set(self.antes) | self.pair_plus)
        self.hands, self.dealer = rigged(rng, boxes, self.size, self.rate)
        self.draws()
        if rng.random() < 0.5:
            texts = {str(box): " ".join(hand) for box, hand in self.hands.items()}
            self.add("deal", hands={**texts, "dealer": " ".join(self.dealer)})
        else:
            shoe = as_shoe(rng, self.book, self.config["device"], self.hands, self.dealer)
            self.add("deal", shoe=shoe)
        self.draws()

    def draws(self) -> None:
        """SSP: the three draws, whole or in parts."""
        if self.book != "singapore-stud" or self.rng.random() < 0.4:
            return
        keys: dict[str, Any] = {}
        held = [card for hand in self.hands.values() for card in hand] + self.dealer
        if self.rng.random() < 0.5:
            keys["magic_card"] = self.rng.choice(held)
        if self.rng.random() < 0.5:
            keys["lucky_box"] = self.rng.randint(1, self.config["boxes"])
        if self.rng.random() < 0.5 or not keys:
            keys["lucky_dealer"] = self.rng.random() < 0.7
        self.add("draw", **keys)

    # decisions

    def act(self, do: str, box: int, **keys: Any) -> None:
        """A player's act; at a recording table sometimes written down by staff."""
        if self.recording and self.rng.random() < 0.3:
            keys["by"] = {"id": "staff", "role": self.rng.choice(STAFF)}
        self.add(do, box=box, **keys)

    def decisions(self) -> None:
        """Looks, bets, folds, walks away."""
        rng = self.rng
        boxes = list(self.antes)
        rng.shuffle(boxes)
        stay = "play" if self.size == 3 else "bet"
        for box in boxes:
            if rng.random() < 0.4:
                self.act("view_hand", box)
            elif rng.random() < 0.15:
                self.act("handle_hand", box)
            if rng.random() < 0.3:
                self.act("claim_jackpot", box)
            roll = rng.random()
            if roll < 0.06:
                self.add("leave", player=self.owner[box])
            elif roll < 0.28:
                self.act("fold", box)
            elif roll < 0.93:
                keys: dict[str, Any] = {}
                multiple = 1 if self.size == 3 else 2
                if rng.random() < (0.35 if self.recording else 0.2):
                    bent = rng.choice([0, 0, -1, 1, 1000, -300])
                    keys["amount"] = max(1, self.antes[box] * multiple + bent)
                if rng.random() < 0.2:
                    keys["by"] = {"id": "staff", "role": rng.choice(STAFF)}
                self.add("place_wager", box=box, wager=stay, **keys)
            if rng.random() < 0.2:
                self.act("claim_jackpot", box)
        for box in boxes:
            if rng.random() < 0.85:
                self.add("place_wager", box=box, wager=stay)

    def ending(self) -> None:
        """Reveal, declined hands, settlement."""
        self.add("reveal_dealer")
        for box in self.antes:
            if self.rng.random() < 0.15:
                self.act("claim_jackpot", box)
            if self.rng.random() < 0.12:
                self.act("decline_reveal", box)
            if self.rng.random() < 0.05:
                self.act("claim_jackpot", box)
        self.draws()
        self.add("settle")

    def whole(self) -> list[Command]:
        """All of it."""
        self.betting()
        self.dealing()
        self.decisions()
        self.ending()
        return self.commands


def interleave(rng: random.Random, parts: list[list[Command]]) -> list[Command]:
    """Several tables at once, each in its own order."""
    queues = [list(part) for part in parts if part]
    woven: list[Command] = []
    while queues:
        queue = rng.choice(queues)
        for _ in range(rng.choice([1, 1, 2, 5])):
            if queue:
                woven.append(queue.pop(0))
        queues = [queue for queue in queues if queue]
    return woven


class Winning(Round):
    """A round in which nearly every box has a jackpot wager and a hand for it."""

    def betting(self) -> None:
        """An ante and every jackpot wager at two or three boxes."""
        self.add("open_bets")
        low, _ = self.config["limits"]["ante"]
        for box in sorted(self.rng.sample(range(1, self.config["boxes"] + 1), 3)):
            player = PLAYERS[box % 3 if self.book[0] in "cm" else (box - 1) % len(PLAYERS)]
            self.owner[box] = player
            self.antes[box] = low
            self.add("place_wager", box=box, player=player, wager="ante", amount=low)
            if self.rng.random() < 0.85:
                self.add("place_wager", box=box, player=player, wager="jackpot")
            if self.book == "singapore-stud" and self.rng.random() < 0.7:
                self.add("place_wager", box=box, player=player, wager="dealer_jackpot")
        self.add("close_bets")

    def dealing(self) -> None:
        """Hands that take shares of the meter."""
        left = list(DECK)
        for place in [0, *self.antes]:
            kind = self.rng.choice(MAJORS[self.size])
            hand = make(self.rng, kind, left, self.size, [])
            if len(hand) != self.size:
                hand = self.rng.sample(left, self.size)
            left = [card for card in left if card not in hand]
            if place:
                self.hands[place] = hand
            else:
                self.dealer = hand
        texts = {str(box): " ".join(hand) for box, hand in self.hands.items()}
        self.add("deal", hands={**texts, "dealer": " ".join(self.dealer)})

    def decisions(self) -> None:
        """Bets, a fold now and then, some looks and claims, seldom somebody leaves."""
        stay = "play" if self.size == 3 else "bet"
        for box in self.antes:
            if self.rng.random() < 0.3:
                self.add("view_hand", box=box)
            if self.rng.random() < 0.25:
                self.add("claim_jackpot", box=box)
            roll = self.rng.random()
            if roll < 0.08:
                self.add("leave", player=self.owner[box])
                decision = self.rng.choice(["forfeit", "return_wagers"])
                boss = {"id": "boss", "role": "shift_manager"}
                self.add("rule", decision=decision, reason="gone", by=boss)
            elif roll < 0.2:
                self.add("fold", box=box)
            else:
                self.add("place_wager", box=box, wager=stay)
        for box in self.antes:
            self.add("place_wager", box=box, wager=stay)
        if self.rng.random() < 0.15:
            boss = {"id": "boss", "role": "shift_manager"}
            self.add("report", irregularity="jackpot_failure", by=boss)
            self.add("jackpot_service", available=True, by=boss)

    def ending(self) -> None:
        """Reveal and settlement; afterwards a hand, or the round, may turn out bad."""
        self.add("reveal_dealer")
        if self.rng.random() < 0.15:
            self.add("decline_reveal", box=self.rng.choice(list(self.antes)))
        self.add("settle")
        staff = {"id": "staff", "role": "pit_supervisor"}
        roll = self.rng.random()
        if roll < 0.15:
            box = self.rng.choice(list(self.antes))
            self.add("report", irregularity="player_card_count", box=box, by=staff)
        elif roll < 0.25:
            self.add("report", irregularity="foreign_card", by=staff)
