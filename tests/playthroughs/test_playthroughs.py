"""One round of every game, command by command, as readable files.

The files are for reading and for seeing in a diff what a change does to a game.
`CROUPIER_REWRITE=1 pytest tests/playthroughs` writes them anew.
"""

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.script import read_script, replay, result_of
from croupier.script.replay import Replay

HERE = Path(__file__).parent
STORIES = sorted(path.stem for path in HERE.glob("*.json"))


def _words(fields: dict[str, Any]) -> str:
    """`box=1 player=ann`, empty fields left out."""
    return " ".join(
        f"{name}={json.dumps(value) if isinstance(value, dict | list) else value}"
        for name, value in fields.items()
        if value not in (None, (), [], {}, "")
    )


def _event(event: Any) -> str:
    fields = msgspec.to_builtins(event)
    return f"    {fields.pop('event')}: {_words(fields)}".rstrip(": ")


def playthrough(played: Replay) -> str:
    """Every command with its events or its refusal, then what the wagers came to."""
    refused = {refusal.command: refusal.refusal for refusal in played.refusals}
    out = []
    for index, command in enumerate(played.script.commands):
        fields = msgspec.to_builtins(command)
        out.append(f"{index:3} {fields.pop('do')} {_words(fields)}".rstrip())
        if index in refused:
            refusal = refused[index]
            out.append(f"    refused ({refusal.code}, {refusal.clause}): {refusal.message}")
        out += [_event(one.event) for one in played.events if one.command == index]
    out.append("")
    for line in result_of(played).lines:
        paid = f"staked {line.staked}, {line.result.value}, won {line.won}, back {line.returned}"
        out.append(f"box {line.box} {line.player} {line.wager}: {paid} [{', '.join(line.clauses)}]")
    for name, jackpot in result_of(played).jackpots.items():
        out.append(f"jackpot {name}: {_words(msgspec.to_builtins(jackpot))}")
    return "\n".join(out) + "\n"


def test_there_is_a_story_for_every_game() -> None:
    games = {
        json.loads((HERE / f"{story}.json").read_text(encoding="utf-8"))["tables"]["T1"]["rulebook"]
        for story in STORIES
    }
    assert games == {
        "singapore-stud",
        "casino-stud",
        "megalink-stud",
        "multi-link-stud",
        "three-card-poker",
    }


@pytest.mark.parametrize("story", STORIES)
def test_a_round_goes_as_written(story: str) -> None:
    played = replay(read_script((HERE / f"{story}.json").read_bytes()))
    told = playthrough(played)
    kept = HERE / f"{story}.txt"
    if os.environ.get("CROUPIER_REWRITE"):
        kept.write_text(told, encoding="utf-8")
    assert told == kept.read_text(encoding="utf-8")
