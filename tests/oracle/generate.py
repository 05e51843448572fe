"""Seeded writers of table scripts: ordinary play, rigged hands, links, mistakes, reports."""

import random
from typing import Any

from tests.oracle.hands import DECK, RANKS, SUITS

Script = dict[str, Any]
Command = dict[str, Any]

BOOKS = (
    "singapore-stud",
    "casino-stud",
    "megalink-stud",
    "multi-link-stud",
    "three-card-poker",
)
PLAYERS = ("ann", "bob", "cyd", "dee", "eve", "fay", "gus")
STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
FIVES = (
    "royal",
    "royal",
    "straight flush",
    "straight flush",
    "steel wheel",
    "quads",
    "full house",
    "flush",
    "straight",
    "wheel",
    "trips",
    "two pairs",
    "pair",
    "just",
    "almost",
    "tie",
    "any",
    "any",
)
THREES = (
    "akq spades",
    "akq",
    "akq",
    "straight flush",
    "trips",
    "straight",
    "low straight",
    "flush",
    "pair",
    "just",
    "almost",
    "tie",
    "any",
    "any",
)


# --- cards -------------------------------------------------------------------------------


def of_ranks(rng: random.Random, left: list[str], ranks: str, suits: str = SUITS) -> list[str]:
    """One card left of each of these ranks, or nothing when one is gone."""
    found: list[str] = []
    for rank in ranks:
        choices = [c for c in left if c[0] == rank and c[1] in suits and c not in found]
        if not choices:
            return []
        found.append(rng.choice(choices))
    return found


def make(rng: random.Random, kind: str, left: list[str], size: int, dealer: list[str]) -> list[str]:
    """A hand of this kind out of the cards left, or nothing."""
    suit = rng.choice(SUITS)
    ranks = list(RANKS)
    rng.shuffle(ranks)
    low = rng.randrange(0, 13 - size)
    wanted: dict[str, tuple[str, str]] = {
        "royal": ("AKQJT", suit),
        "akq spades": ("AKQ", "s"),
        "akq": ("AKQ", suit),
        "straight flush": (RANKS[low : low + size], suit),
        "steel wheel": ("5432A", suit),
        "wheel": ("5432A", SUITS),
        "low straight": ("A23", SUITS),
        "straight": (RANKS[low : low + size], SUITS),
        "flush": ("".join(ranks[:size]), suit),
        "quads": (ranks[0] * 4 + ranks[1], SUITS),
        "full house": (ranks[0] * 3 + ranks[1] * 2, SUITS),
        "trips": (ranks[0] * 3 + "".join(ranks[1 : size - 2]), SUITS),
        "two pairs": (ranks[0] * 2 + ranks[1] * 2 + ranks[2], SUITS),
        "pair": (ranks[0] * 2 + "".join(ranks[1 : size - 1]), SUITS),
        "just": ("AK432" if size == 5 else "Q32", SUITS),
        "almost": ("AQJT9" if size == 5 else "JT8", SUITS),
        "tie": ("".join(c[0] for c in dealer), SUITS),
    }
    if kind not in wanted:
        return rng.sample(left, size)
    return of_ranks(rng, left, *wanted[kind])


def rigged(
    rng: random.Random, boxes: list[int], size: int, rate: float
) -> tuple[dict[int, list[str]], list[str]]:
    """Hands for these boxes and the dealer, some of them made to order."""
    left = list(DECK)
    kinds = FIVES if size == 5 else THREES
    dealer: list[str] = []
    if rng.random() < rate:
        dealer = make(rng, rng.choice(kinds), left, size, [])
    if len(dealer) != size:
        dealer = rng.sample(left, size)
    left = [card for card in left if card not in dealer]
    hands: dict[int, list[str]] = {}
    for box in rng.sample(boxes, len(boxes)):
        hand: list[str] = []
        if rng.random() < rate:
            hand = make(rng, rng.choice(kinds), left, size, dealer)
        if len(hand) != size:
            hand = rng.sample(left, size)
        rng.shuffle(hand)
        hands[box] = hand
        left = [card for card in left if card not in hand]
    rng.shuffle(dealer)
    return hands, dealer


def as_shoe(
    rng: random.Random,
    book: str,
    device: str,
    hands: dict[int, list[str]],
    dealer: list[str],
    burn: bool = True,
) -> str:
    """The shoe from which these hands are dealt by the book's procedure."""
    order = [hands[box] for box in sorted(hands)] + [dealer]
    rest = [card for card in DECK if not any(card in hand for hand in order)]
    rng.shuffle(rest)
    cards: list[str] = []
    if device == "shoe" and book in ("casino-stud", "multi-link-stud") and burn:
        cards.append(rest.pop())
    if device == "shoe" and book in ("casino-stud", "multi-link-stud", "megalink-stud"):
        for turn in range(len(dealer)):
            cards += [hand[turn] for hand in order]
    else:
        for hand in order:
            cards += hand
    return " ".join(cards + rest[: rng.randrange(0, len(rest) + 1)])


# --- houses -------------------------------------------------------------------------------


def house(rng: random.Random, book: str, tables: int, entry: str, linked: bool) -> Script:
    """Tables of one book, and their jackpot."""
    size = 3 if book == "three-card-poker" else 5
    readings: dict[str, Any] = {}
    overrides: dict[str, list[Any]] = {
        "fold_keeps_jackpot": [True, False],
        "ssp_multi": ["pooled_sequential", "share_display", "clockwise"],
        "absent": ["fold", "return"],
        "max_areas_per_player": [1, 2, 3],
        "mega_sf_pool": ["literal_reset", "running_meter"],
        "mega_absent_after_view": ["refer", "return", "fold"],
    }
    for key, choices in overrides.items():
        if key in READINGS[book] and rng.random() < 0.6:
            readings[key] = rng.choice(choices)
    configs: dict[str, Any] = {}
    for number in range(1, tables + 1):
        config: dict[str, Any] = {
            "rulebook": book,
            "device": rng.choice(["shoe", "shuffler"]),
            "entry": entry,
            "readings": readings,
        }
        most = {"megalink-stud": 7, "three-card-poker": 16}.get(book, 9)
        config["boxes"] = rng.randint(4, min(most, 7 if size == 5 else 16))
        limits = {"ante": rng.choice([[500, 1_000_000], [2500, 100_000], [1001, 7777]])}
        if size == 3:
            limits["pair_plus"] = rng.choice([[500, 1_000_000], [100, 5000]])
        config["limits"] = limits
        if rng.random() < 0.15:
            config["round"] = rng.choice([2, 41])
        if book == "megalink-stud" and rng.random() < 0.2:
            config["memory"] = {
                "under_minimum": rng.sample(PLAYERS, 2),
                "restricted": rng.sample(PLAYERS, 1),
                "barred": rng.sample(PLAYERS, rng.choice([0, 1])),
            }
        if rng.random() < 0.9:
            config["jackpot"] = "J1" if linked else f"J{number}"
        configs[f"T{number}"] = config
    jackpots: dict[str, Any] = {}
    for config in configs.values():
        name = config.get("jackpot")
        if name and name not in jackpots:
            jackpots[name] = {
                "meter": rng.choice([1_000_000, 123_457, 99_999_995, 10, 0, 7_654_321]),
                "reset": rng.choice([100_000, 10_003, 0, 1_234_565]),
                "increment": rng.choice(["0", "0.2", "0.0137", "1", "0.333"]),
            }
            if rng.random() < 0.7:
                jackpots[name]["stake"] = rng.choice([500, 100, 333, 1000])
            if rng.random() < 0.3:
                jackpots[name]["fraction"] = rng.choice(["0.5", "0.9999"])
            if book == "singapore-stud" and rng.random() < 0.5:
                jackpots[name]["max_credits"] = rng.choice([1, 3, 7])
    return {
        "format": "croupier-script/1",
        "tables": configs,
        "jackpots": jackpots,
        "commands": [],
    }


READINGS = {
    "singapore-stud": ("fold_keeps_jackpot", "ssp_multi", "absent", "max_areas_per_player"),
    "three-card-poker": ("absent", "max_areas_per_player"),
    "megalink-stud": ("mega_sf_pool", "mega_absent_after_view"),
    "casino-stud": (),
    "multi-link-stud": (),
}


# --- rounds -------------------------------------------------------------------------------


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


def ordinary(seed: int) -> Script:
    """One table, a few rounds, little noise."""
    rng = random.Random(f"ordinary {seed}")
    script = house(rng, BOOKS[seed % 5], 1, "enforcing", True)
    for _ in range(rng.randint(1, 3)):
        script["commands"] += Round(rng, script, "T1", 0.7, 0.03).whole()
    return script


def noisy(seed: int) -> Script:
    """One table, with many commands that should be refused."""
    rng = random.Random(f"noisy {seed}")
    script = house(rng, BOOKS[seed % 5], 1, "enforcing", True)
    for _ in range(rng.randint(1, 3)):
        script["commands"] += Round(rng, script, "T1", 0.7, 0.5).whole()
    return script


def linked(seed: int) -> Script:
    """Several tables on one meter, in interleaved order, with many major prizes."""
    rng = random.Random(f"linked {seed}")
    script = house(rng, BOOKS[seed % 5], rng.randint(2, 4), "enforcing", rng.random() < 0.9)
    parts: list[list[Command]] = []
    for table in script["tables"]:
        part: list[Command] = []
        for _ in range(rng.randint(1, 3)):
            part += Round(rng, script, table, 0.95, 0.02).whole()
        parts.append(part)
    script["commands"] = interleave(rng, parts)
    for _ in range(rng.choice([0, 0, 1, 2])):
        claims = [
            {"table": rng.choice(list(script["tables"])), "box": rng.randint(1, 4)}
            for _ in range(rng.choice([1, 1, 2]))
        ]
        if rng.random() < 0.2:
            claims[0]["round"] = 1
        command: Command = {
            "do": "order_claims",
            "table": "T1",
            "claims": claims,
            "by": {"id": "boss", "role": rng.choice(["shift_manager"] * 5 + ["pit_manager"])},
        }
        script["commands"].insert(rng.randrange(len(script["commands"]) + 1), command)
    if script["jackpots"] and rng.random() < 0.15:
        command = {
            "do": "adjust_jackpot",
            "jackpot": "J1" if "J1" in script["jackpots"] else next(iter(script["jackpots"])),
            "amount": rng.choice([5, 1000, 777_777, -3, -250_000]),
            "reason": "put right",
            "by": {"id": "boss", "role": rng.choice(["shift_manager", "shift_manager", "dealer"])},
        }
        script["commands"].insert(rng.randrange(len(script["commands"]) + 1), command)
    return script


def recorded(seed: int) -> Script:
    """A live table where mistakes of entry are written down."""
    rng = random.Random(f"recorded {seed}")
    script = house(rng, BOOKS[seed % 5], 1, "recording", True)
    for _ in range(rng.randint(1, 4)):
        script["commands"] += Round(rng, script, "T1", 0.6, 0.05).whole()
    return script


# --- mistakes -----------------------------------------------------------------------------

KINDS = (
    "foreign_card",
    "unshuffled",
    "insufficient_cards",
    "deck_count",
    "count_in_doubt",
    "misdeal",
    "dealer_card_count",
    "player_card_count",
    "cards_exposed",
    "dealer_card_exposed",
    "burn_omitted",
    "face_up_in_shoe",
    "simultaneous_draw",
    "dealing_error",
    "technical_interruption",
    "jackpot_failure",
    "extra_hand_viewed",
    "confidentiality",
    "multiple_positions",
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


def mistaken(seed: int) -> Script:
    """An enforcing table where things go wrong."""
    return _mistaken(seed, "enforcing", 1)


def mistaken_live(seed: int) -> Script:
    """A recording table where things go wrong."""
    return _mistaken(seed, "recording", 1)


def mistaken_linked(seed: int) -> Script:
    """Linked tables where things go wrong."""
    return _mistaken(seed, "enforcing" if seed % 2 else "recording", 3)


def _mistaken(seed: int, entry: str, tables: int) -> Script:
    rng = random.Random(f"mistaken {entry} {tables} {seed}")
    script = house(rng, BOOKS[seed % 5], tables, entry, True)
    parts: list[list[Command]] = []
    for table in script["tables"]:
        part: list[Command] = []
        for number in range(rng.randint(1, 3)):
            part += Mistaken(rng, script, table, 0.05).whole()
            if rng.random() < 0.1:
                part.append(
                    {
                        "do": "report",
                        "table": table,
                        "irregularity": "foreign_card",
                        "round": rng.randint(1, number + 1),
                        "by": {"id": "staff", "role": "pit_supervisor"},
                    }
                )
        parts.append(part)
    script["commands"] = interleave(rng, parts)
    return script


MAJORS = {
    5: ("royal", "straight flush", "straight flush", "quads", "any"),
    3: ("akq spades", "akq spades", "akq", "straight flush", "any"),
}


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


def winning(seed: int) -> Script:
    """Linked tables where nearly every hand takes a share of the meter."""
    rng = random.Random(f"winning {seed}")
    script = house(rng, BOOKS[seed % 5], rng.randint(2, 3), "enforcing", True)
    for config in script["tables"].values():
        config["jackpot"] = "J1"
    script["jackpots"].setdefault("J1", {"meter": 1_000_000, "reset": 100_000})
    parts: list[list[Command]] = []
    places: list[tuple[str, int, int]] = []
    for table in script["tables"]:
        part: list[Command] = []
        for number in range(1, rng.randint(1, 3) + 1):
            written = Winning(rng, script, table, 1.0, 0.0)
            part += written.whole()
            places += [(table, number, box) for box in written.antes]
        parts.append(part)
    commands = interleave(rng, parts)
    for _ in range(8):
        chosen = rng.sample(places, rng.choice([1, 1, 2]))
        claims: list[dict[str, Any]] = []
        for table, number, box in chosen:
            claim: dict[str, Any] = {"table": table, "box": box}
            if rng.random() < 0.5:
                claim["round"] = number
            claims.append(claim)
        boss = {"id": "boss", "role": "shift_manager"}
        order: Command = {"do": "order_claims", "table": "T1", "claims": claims, "by": boss}
        commands.insert(rng.randrange(len(commands) // 3, len(commands) + 1), order)
    if rng.random() < 0.4:
        commands = commands[: rng.randrange(len(commands) // 2, len(commands))]
    script["commands"] = commands
    return script


FAMILIES = {
    "winning": winning,
    "ordinary": ordinary,
    "noisy": noisy,
    "linked": linked,
    "recorded": recorded,
    "mistaken": mistaken,
    "mistaken_live": mistaken_live,
    "mistaken_linked": mistaken_linked,
}
