"""Houses for scripts: tables of one rulebook with their limits, readings and jackpot."""

import random
from typing import Any

Script = dict[str, Any]

BOOKS = (
    "singapore-stud",
    "casino-stud",
    "megalink-stud",
    "multi-link-stud",
    "three-card-poker",
)
PLAYERS = ("ann", "bob", "cyd", "dee", "eve", "fay", "gus")
STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
READINGS = {
    "singapore-stud": ("fold_keeps_jackpot", "ssp_multi", "absent", "max_areas_per_player"),
    "three-card-poker": (
        "absent",
        "tcp_envy_seated",
        "tcp_envy_per",
        "max_areas_per_player",
    ),
    "megalink-stud": ("mega_sf_pool", "mega_absent_after_view"),
    "casino-stud": (),
    "multi-link-stud": ("mlp_unrevealed_no_hand",),
}


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
        "mlp_unrevealed_no_hand": ["paid", "fold"],
        "tcp_envy_seated": ["present", "all"],
        "tcp_envy_per": ["area", "player"],
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
