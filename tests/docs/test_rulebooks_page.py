"""The pages on rulebooks: the game that they write is sound, and does what they say."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import run

PAGE = "".join(
    Path("docs", name).read_text(encoding="utf-8")
    for name in ("tutorials/own-rulebook.md", "rulebooks.md")
)
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
GAME, ABSENT, GENEROUS, SIX_CARD = BLOCKS


@pytest.fixture
def harbour(tmp_path: Path) -> str:
    path = tmp_path / "harbour.toml"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_the_game_is_sound_and_its_silences_are_named(harbour: str) -> None:
    checked = run("rules", "--check", harbour)
    assert checked.exit_code == 0, checked.stdout
    said = checked.stdout.splitlines()
    assert said[-1] == f"{harbour} is sound: Harbour Poker, harbour-poker@1."
    silent = [one for one in said[:-1] if "betting.boxes_per_player" in one]
    assert silent == [
        "betting.boxes_per_player: silent; reading S8, max_areas_per_player, fills it"
    ]
    assert "people.absent: silent; reading S10, absent, fills it" in said


def test_a_silence_is_broken_by_a_line(tmp_path: Path) -> None:
    path = tmp_path / "harbour.toml"
    path.write_text(f"{GAME}\n{ABSENT}", encoding="utf-8")
    checked = run("rules", "--check", str(path))
    assert checked.exit_code == 0
    assert "people.absent:" not in checked.stdout
    facts = json.loads(run("rules", str(path), "--json").stdout)
    [absent] = [fact for fact in facts if fact["subject"] == "Absent, undecided"]
    assert absent["value"] == "the hand is out, its wagers go back"
    assert absent["clauses"] == ["HP 9"]


def test_it_is_read_priced_and_simulated(harbour: str) -> None:
    printed = run("rules", harbour).stdout
    assert "Harbour Poker (harbour-poker@1)" in printed
    assert "--clause" not in printed  # nobody can look up a clause of HP
    assert run("rules", "--diff", "three-card-poker", harbour).exit_code == 0
    main = json.loads(run("odds", harbour, "--json").stdout)["wagers"]["main"]
    # The published edge of ante and play with a bonus of 5, 4 and 1 to 1 is 3.37 %.
    assert round(100 * main["house_edge"], 2) == 3.37
    simulated = run("simulate", harbour, "--rounds", "2000", "--seed", "1")
    assert simulated.exit_code == 0, simulated.stderr


def test_the_what_if(tmp_path: Path) -> None:
    path = tmp_path / "generous.toml"
    path.write_text(GENEROUS, encoding="utf-8")
    assert run("rules", "--check", str(path)).exit_code == 0
    changed = run("rules", "--diff", "casino-stud", str(path)).stdout
    assert "5 to 1" in changed
    assert "6 to 1" in changed
    assert "straight" not in changed


def test_the_side_wager(tmp_path: Path) -> None:
    """Six cards: 188 royal flushes, 1,656 straight flushes, 14,664 fours, 165,984 full houses,
    205,792 flushes, 361,620 straights and 732,160 threes of 20,358,520 hands."""
    path = tmp_path / "six.toml"
    path.write_text(SIX_CARD, encoding="utf-8")
    assert run("rules", "--check", str(path)).exit_code == 0
    odds = json.loads(run("odds", str(path), "--json").stdout)["wagers"]["six_card"]
    counts = (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160)
    back = sum(
        n * (pays + 1) for n, pays in zip(counts, (1000, 200, 50, 25, 15, 10, 5), strict=True)
    )
    assert Fraction(odds["expected"]) == Fraction(back, 20_358_520) - 1


def test_every_key_that_cannot_be_said_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "harbour.toml"
    for key in ("streets", "community_cards", "draw_cards", "wild_cards", "jokers", "decks"):
        path.write_text(f"{key} = 2\n{GAME}", encoding="utf-8")
        checked = run("rules", "--check", str(path))
        assert checked.exit_code == 1
        assert f"line 1, {key}: " in checked.stdout
        assert "cannot be said yet" in checked.stdout
