"""A script played through the product and through the reference, and what differs."""

import json
from collections import Counter
from typing import Any

import msgspec

from croupier.script import read_script, replay, result_of
from tests.oracle import reference

Script = dict[str, Any]
Result = dict[str, Any]

PARTS = ("lines", "players", "jackpots", "tables", "refusals", "matters")


def product(script: Script) -> Result:
    """What the product makes of a script, without clauses and messages."""
    played = replay(read_script(json.dumps(script)))
    result: Result = json.loads(msgspec.json.encode(result_of(played)))
    for line in result["lines"]:
        del line["clauses"]
    result["refusals"] = [refusal["command"] for refusal in result["refusals"]]
    return result


def expected(script: Script) -> tuple[Result, Counter[str]]:
    """What the reference makes of it, and what rare things it reached."""
    result, reached = reference.explore(script)
    return json.loads(json.dumps(result)), reached


def parts_of(ours: Result, theirs: Result) -> list[str]:
    """The parts in which two results differ; decisions count in any order."""
    for result in (ours, theirs):
        for matter in result["matters"]:
            matter["decisions"].sort()
    return [part for part in PARTS if ours[part] != theirs[part]]


def differing(script: Script) -> list[str]:
    """The parts of the result on which the two disagree."""
    return parts_of(product(script), expected(script)[0])


def shrunk(script: Script) -> Script:
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


def described(script: Script) -> str:
    """A disagreement for people: the smallest script, and what each side says of it."""
    small = shrunk(script)
    ours, theirs = product(small), expected(small)[0]
    texts = [json.dumps({**small, "commands": []})]
    texts += [f"{index:9} {json.dumps(command)}" for index, command in enumerate(small["commands"])]
    for part in parts_of(ours, theirs):
        if part == "lines":
            texts += [f"product   {line}" for line in ours[part] if line not in theirs[part]]
            texts += [f"reference {line}" for line in theirs[part] if line not in ours[part]]
        else:
            texts.append(f"product   {part}: {ours[part]}")
            texts.append(f"reference {part}: {theirs[part]}")
    return "\n".join(texts)
