"""Seeded writers of table scripts: ordinary play, rigged hands, links, mistakes, reports."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.oracle.houses import BOOKS, Script, house
from tests.oracle.mistakes import KINDS, Mistaken
from tests.oracle.rounds import Command, Round, Winning, interleave
from tests.oracle.turning import late
from tests.oracle.walks import Theme, Walk


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


def keyed(seed: int) -> Script:
    """A table without a reading shoe: cards are keyed when they are turned."""
    rng = random.Random(f"keyed {seed}")
    script = (ordinary, noisy, recorded)[seed % 3](seed // 3)
    up_card = next(iter(script["tables"].values()))["rulebook"] != "three-card-poker"
    script["commands"] = late(rng, script["commands"], up_card=up_card)
    return script


# --- walks --------------------------------------------------------------------------------

RWS = ("casino-stud", "multi-link-stud")
THEMES = {
    "turns": Theme(
        BOOKS,
        reports=("jackpot_failure", "player_card_count", "other", "player_card_count"),
        tables=(2, 3),
        length=120,
        trouble=0.04,
        aftermath=0.65,
        jackpots=0.95,
        majors=0.95,
        declines=0.15,
        leaves=0.01,
    ),
    "failing": Theme(
        BOOKS,
        reports=("jackpot_failure", "player_card_count"),
        tables=(2, 2),
        length=100,
        trouble=0.12,
        aftermath=0.6,
        jackpots=1.0,
        majors=1.0,
        looks=0.7,
        folds=0.05,
    ),
    "exposed": Theme(
        BOOKS,
        reports=("cards_exposed", "cards_exposed", "dealer_card_exposed", "dealer_card_exposed"),
        trouble=0.5,
        looks=0.12,
    ),
    "mended": Theme(
        RWS,
        reports=(
            "dealing_error",
            "dealing_error",
            "misdeal",
            "player_card_count",
            "dealer_card_count",
            "burn_omitted",
            "simultaneous_draw",
            "extra_hand_viewed",
            "technical_interruption",
        ),
        trouble=0.3,
        looks=0.35,
        aftermath=0.3,
        leaves=0.03,
        players=3,
    ),
    "shared": Theme(
        ("megalink-stud",),
        reports=(
            "technical_interruption",
            "player_card_count",
            "player_card_count",
            "player_card_count",
            "multiple_positions",
            "confidentiality",
            "other",
        ),
        tables=(1, 2),
        length=75,
        trouble=0.35,
        sharing=0.5,
        majors=0.5,
        looks=0.15,
        folds=0.2,
        leaves=0.06,
        players=3,
        staff_acts=("bar_player", "readmit_player", "readmit_player"),
    ),
    "short": Theme(
        ("megalink-stud",),
        entries=("recording",),
        reports=("foreign_card", "other", "player_card_count"),
        length=110,
        trouble=0.03,
        aftermath=0.15,
        sharing=0.15,
        short=0.75,
        majors=0.5,
        looks=0.1,
        players=3,
    ),
    "opening": Theme(
        BOOKS,
        reports=("jackpot_failure", "foreign_card", "misdeal"),
        length=60,
        before=0.5,
        short=0.5,
        trouble=0.1,
        leaves=0.05,
        majors=0.6,
        declines=0.4,
        players=4,
    ),
    "readings": Theme(
        ("three-card-poker", "multi-link-stud"),
        length=60,
        majors=1.0,
        jackpots=1.0,
        leaves=0.12,
        declines=0.6,
        players=3,
    ),
    "anything": Theme(
        BOOKS,
        reports=KINDS,
        tables=(1, 2),
        length=80,
        trouble=0.2,
        aftermath=0.4,
        before=0.15,
        sharing=0.2,
        short=0.2,
        majors=0.5,
        leaves=0.04,
        staff_acts=("bar_player", "readmit_player"),
    ),
}


def walk(name: str, seed: int) -> Script:
    """A walk of this theme; small meters and limits bring the edges near."""
    theme = THEMES[name]
    rng = random.Random(f"{name} {seed}")
    book = theme.books[seed % len(theme.books)]
    script = house(rng, book, rng.randint(*theme.tables), rng.choice(theme.entries), True)
    if rng.random() < 0.8:
        for config in script["tables"].values():
            config["jackpot"] = "J1"
        script["jackpots"].setdefault("J1", {"meter": 1_000_003, "reset": 10_003})
    return Walk(rng, script, theme).whole()


FAMILIES: dict[str, Callable[[int], Script]] = {
    "winning": winning,
    "ordinary": ordinary,
    "noisy": noisy,
    "linked": linked,
    "recorded": recorded,
    "keyed": keyed,
    "mistaken": mistaken,
    "mistaken_live": mistaken_live,
    "mistaken_linked": mistaken_linked,
    **{name: partial(walk, name) for name in THEMES},
}
