"""The product against a second implementation of the contract, on masses of seeded scripts.

Every family of scripts is played through both; lines, players, meters, tables, refused
commands and open matters must be the same. Marks count what the scripts reached, so that
a family that stops short of what it is for fails.
"""

import json
from collections import Counter
from typing import Any

import msgspec
import pytest

from croupier.script import read_script, replay, result_of
from tests.oracle import generate, mistakes, reference
from tests.oracle.hands import name_of

FEW = {
    "winning": 200,
    "ordinary": 150,
    "noisy": 150,
    "linked": 100,
    "recorded": 200,
    "mistaken": 450,
    "mistaken_live": 300,
    "mistaken_linked": 100,
}
MANY = 12
PARTS = ("lines", "players", "jackpots", "tables", "refusals", "matters")

Result = dict[str, Any]


def product(script: dict[str, Any]) -> Result:
    """What the product makes of a script, without clauses and messages."""
    played = replay(read_script(json.dumps(script)))
    result: Result = json.loads(msgspec.json.encode(result_of(played)))
    for line in result["lines"]:
        del line["clauses"]
    result["refusals"] = [refusal["command"] for refusal in result["refusals"]]
    return result


def expected(script: dict[str, Any]) -> Result:
    """What the reference makes of it."""
    result: Result = json.loads(json.dumps(reference.play(script)))
    return result


def differing(script: dict[str, Any]) -> list[str]:
    """The parts of the result on which the two disagree."""
    return parts_of(product(script), expected(script))


def parts_of(ours: Result, theirs: Result) -> list[str]:
    """The parts in which two results differ; decisions count in any order."""
    for result in (ours, theirs):
        for matter in result["matters"]:
            matter["decisions"].sort()
    return [part for part in PARTS if ours[part] != theirs[part]]


def shrunk(script: dict[str, Any]) -> dict[str, Any]:
    """The same disagreement with as few commands as leaving out single ones gives."""
    commands = list(script["commands"])
    for length in range(len(commands) + 1):
        if differing({**script, "commands": commands[:length]}):
            commands = commands[:length]
            break
    index = len(commands) - 1
    while index >= 0:
        fewer = commands[:index] + commands[index + 1 :]
        if differing({**script, "commands": fewer}):
            commands = fewer
        index -= 1
    return {**script, "commands": commands}


def described(script: dict[str, Any]) -> str:
    """A disagreement for people: the smallest script, and what each side says of it."""
    small = shrunk(script)
    ours, theirs = product(small), expected(small)
    texts = [json.dumps(small)]
    for part in differing(small):
        if part == "lines":
            texts += [f"product   {line}" for line in ours[part] if line not in theirs[part]]
            texts += [f"reference {line}" for line in theirs[part] if line not in ours[part]]
        else:
            texts.append(f"product   {part}: {ours[part]}")
            texts.append(f"reference {part}: {theirs[part]}")
    return "\n".join(texts)


def hands_of(script: dict[str, Any]) -> Counter[str]:
    """The classes of the hands that a script deals by name."""
    found: Counter[str] = Counter()
    for command in script["commands"]:
        for text in command.get("hands", {}).values() if command["do"] == "deal" else ():
            cards = text.split()
            if len(cards) in (3, 5):
                found[name_of(cards)] += 1
    return found


def compare(family: str, seeds: range) -> Counter[str]:
    """Plays a family on both sides and counts what it reached."""
    marks: Counter[str] = Counter()
    for seed in seeds:
        script = generate.FAMILIES[family](seed)
        theirs = expected(script)
        parts = parts_of(product(script), theirs)
        if parts:
            pytest.fail(f"{family} {seed} differs in {', '.join(parts)}\n{described(script)}")
        mark(script, theirs, marks)
    return marks


def mark(script: dict[str, Any], result: Result, marks: Counter[str]) -> None:
    """Counts what one script reached."""
    marks.update(hands_of(script))
    refused = set(result["refusals"])
    for index, command in enumerate(script["commands"]):
        verdict = "refused" if index in refused else "done"
        marks[f"{command['do']} {verdict}"] += 1
        if command["do"] == "report" and verdict == "done":
            marks[f"report {command['irregularity']}"] += 1
        if command["do"] == "rule" and verdict == "done":
            marks[f"rule {command['decision']}"] += 1
    for line in result["lines"]:
        marks[f"line {line['wager']} {line['result']}"] += 1
    for jackpot in result["jackpots"].values():
        marks["pending at the end"] += len(jackpot["pending"])
        marks["meter paid"] += jackpot["paid"] > 0
        marks["meter seeded"] += jackpot["seeded"] > 0
    for table in result["tables"].values():
        marks[f"phase {table['phase']}"] += 1
    for matter in result["matters"]:
        marks[f"matter {matter['irregularity']}"] += 1


MUST = {
    "ordinary": (
        "royal",
        "straight flush",
        "quads",
        "full house",
        "flush",
        "line ante standoff",
        "line bet standoff",
        "line bet returned",
        "line play won",
        "line pair_plus won",
        "line jackpot won",
        "line dealer_jackpot won",
        "line ante_bonus won",
        "line envy_bonus won",
        "line magic_card won",
        "line lucky_player won",
        "line lucky_dealer won",
        "leave done",
        "decline_reveal done",
        "meter seeded",
    ),
    "noisy": (
        "open_bets refused",
        "close_bets refused",
        "deal refused",
        "settle refused",
        "fold refused",
        "view_hand refused",
        "claim_jackpot refused",
        "draw refused",
        "leave refused",
        "withdraw_wager done",
        "withdraw_wager refused",
    ),
    "winning": (
        "royal",
        "straight flush",
        "line jackpot pending",
        "pending at the end",
        "order_claims done",
        "order_claims refused",
        "claim_jackpot done",
        "decline_reveal done",
        "report jackpot_failure",
        "report player_card_count",
        "line jackpot void",
        "rule forfeit",
        "rule return_wagers",
        "meter paid",
        "meter seeded",
    ),
    "linked": ("royal", "straight flush", "claim_jackpot done", "adjust_jackpot done"),
    "recorded": ("matter extra_hand_viewed", "matter multiple_positions", "line ante returned"),
    "mistaken": (
        *(f"report {kind}" for kind in mistakes.KINDS if kind not in ("over_limit", "under_limit")),
        *(f"rule {decision}" for decision in mistakes.DECISIONS if decision != "forfeit"),
        "choose done",
        "line ante void",
        "line jackpot void",
        "phase void",
        "bar_player done",
        "restrict_player done",
        "readmit_player done",
        "jackpot_service done",
        "close_table done",
        "open_table done",
        "disallow_boxes done",
    ),
    "mistaken_live": (
        *(f"report {kind}" for kind in mistakes.KINDS),
        "correct_entry done",
        "correct_entry refused",
        "line ante void",
    ),
    "mistaken_linked": ("line jackpot void", "report jackpot_failure", "phase void"),
}


@pytest.mark.parametrize("family", sorted(FEW))
def test_product_and_reference_agree(family: str) -> None:
    marks = compare(family, range(FEW[family]))
    assert not [name for name in MUST[family] if marks[name] == 0]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(MANY))
@pytest.mark.parametrize("family", sorted(FEW))
def test_product_and_reference_agree_at_length(family: str, part: int) -> None:
    start = 100_000 + part * 1000
    assert compare(family, range(start, start + 1000))
