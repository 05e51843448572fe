"""Exercises without end: every seed stands for one, of every kind, level and game."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.books import ELSEWHERE, RULEBOOKS, find_rulebook
from croupier.cards import parse_cards, repeated_cards
from croupier.chips import CHIPS
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook
from croupier.school import LEVELS, BadAnswer, Kind, Solved, mark, solve

GAMES: dict[str, Rulebook] = {**RULEBOOKS, **ELSEWHERE}
CASINO = find_rulebook("casino-stud")


def every(seeds: int) -> Iterator[Solved]:
    for rulebook in GAMES.values():
        for kind in Kind:
            for level in LEVELS:
                for seed in range(seeds):
                    yield solve(rulebook, kind, str(seed), level)


def demand_sound(solved: Solved) -> None:
    one = solved.exercise
    assert [ask.name for ask in one.asks] == [key.name for key in solved.keys]
    shown = [card for hand in one.hands for card in hand.cards.split() if card != "?"]
    assert not repeated_cards(parse_cards(" ".join(shown)))
    right = {key.name: _typed(key.name, key.value) for key in solved.keys}
    assert mark(solved, right).right
    for ask, key in zip(one.asks, solved.keys, strict=True):
        if ask.form == "choice":
            assert key.value in [option.value for option in ask.options]
            assert len({option.words for option in ask.options}) == len(ask.options) > 1
            for option in ask.options:
                assert mark(solved, right | {ask.name: option.value}).right == (
                    option.value == key.value
                )


def _typed(name: str, value: str) -> str:
    """A key as somebody would write it: amounts are in dollars."""
    if name == "chips":
        return " ".join(f"{n}x{int(v) // 100}" for n, v in (p.split("x") for p in value.split()))
    return f"{int(value) // 100}.{int(value) % 100:02d}" if value.isdigit() else value


def test_every_kind_level_and_game_has_exercises() -> None:
    for solved in every(3):
        demand_sound(solved)


@pytest.mark.slow
def test_ten_thousand_seeds() -> None:
    """Eighty for each of 126; and chance is fair enough that all that can be asked is."""
    asked: Counter[tuple[str, str]] = Counter()
    count = 0
    for solved in every(80):
        count += 1
        demand_sound(solved)
        for key in solved.keys:
            asked[solved.exercise.kind, key.value] += 1
    assert count == 10_080
    for decision in ("void", "continue", "reconstruct", "invalidate", "options", "up_card"):
        assert asked["irregularity", decision]
    for rest in ("order", "bar", "hand_back", "advise", "official", "noted"):
        assert asked["irregularity", rest]
    assert min(asked["winner", end] for end in ("player", "dealer", "tie", "no_hand")) > 50


@pytest.mark.parametrize("slug", GAMES)
def test_every_irregularity_of_a_document_comes_up(slug: str) -> None:
    """By the first words that are told of it; at the second level none is left out."""
    from croupier.school.chance import Chance
    from croupier.school.situations import draw_situation

    rulebook, found = GAMES[slug], set[Irregularity]()
    chance = Chance("all of them")
    for _ in range(1500):
        drawn = _drawn(rulebook, chance, draw_situation)
        if drawn is not None:
            found.add(drawn)
        if found == set(rulebook.irregularities):
            return
    raise AssertionError(set(rulebook.irregularities) - found)


def _drawn(rulebook: Rulebook, chance: object, draw: object) -> Irregularity | None:
    from croupier.refusal import Refused
    from croupier.school.supervisors import _reported

    try:
        situation = draw(rulebook, chance, 2)  # type: ignore[operator]
        if situation is None or _reported(situation) is None:
            return None
    except Refused:
        return None
    report = situation.report
    return Irregularity.LEFT_AFTER_VIEWING if report is None else report.irregularity


def test_a_seed_stands_for_an_exercise() -> None:
    assert solve(CASINO, Kind.PAY, "a", 2) == solve(CASINO, Kind.PAY, "a", 2)
    told = {solve(CASINO, Kind.PAY, str(seed), 3).exercise.hands for seed in range(100)}
    assert len(told) == 100


def test_a_rulebook_from_a_file_has_exercises(tmp_path: Path) -> None:
    """Two pairs pay 5 to 1 there: a round of the first level that they win pays that."""
    path = tmp_path / "richer.toml"
    path.write_text(
        'extends = "casino-stud@6"\nslug = "richer-stud"\nname = "Richer Stud"\nedition = 1\n'
        '[main.pays.rows]\ntwo_pairs = { pays = "5 to 1" }\n'
    )
    rulebook = find_rulebook(str(path), files=True)
    for kind in Kind:
        demand_sound(solve(rulebook, kind, "1", 3))
    found = 0
    for seed in range(200):
        solved = solve(rulebook, Kind.PAY, str(seed))
        for key in solved.keys:
            if (
                any(clause.endswith("4.1/two-pairs") for clause in key.clauses)
                and key.value.isdigit()
            ):
                bet = next(one for one in solved.exercise.hands[0].wagers if one.wager == "bet")
                assert int(key.value) == 5 * bet.amount
                found += 1
    assert found


def test_chips_are_those_of_the_house() -> None:
    chips = (2500, 10_000)
    for seed in range(20):
        solved = solve(CASINO, Kind.CHIPS, str(seed), 2, chips)
        ask = solved.exercise.asks[-1]
        assert [option.value for option in ask.options] == ["10000", "2500"]
        assert int(solved.keys[0].value) % 2500 == 0
    with pytest.raises(BadAnswer, match="there is no chip of 5"):
        mark(solved, {"chips": "1x5"})
    assert "500" in [
        one.value for one in solve(CASINO, Kind.CHIPS, "1", 1, CHIPS).exercise.asks[-1].options
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ante": "1"}, "ante: is not asked here; there are ante6, ante6.stake"),
        ({"ante6": "ten"}, "ante6: 'ten' is no amount: write dollars such as 150"),
        ({"ante6": "-5"}, "ante6: '-5' is no amount"),
        ({"ante6.stake": "gone"}, "ante6.stake: 'gone' is none of back, taken"),
        ({"order": "ante6,bet6"}, "order: name each of ante6, bet6, jackpot6 once"),
        ({"ante6": "9" * 2000}, "ante6: has more than 1000 characters"),
    ],
)
def test_an_answer_that_cannot_be_read_is_not_marked(given: dict[str, str], said: str) -> None:
    with pytest.raises(BadAnswer) as error:
        mark(solve(CASINO, Kind.PAY, "7", 2), given)
    assert str(error.value).startswith(said)


def test_a_longer_way_to_give_the_chips_is_not_the_shortest() -> None:
    solved = solve(find_rulebook("singapore-stud"), Kind.CHIPS, "7")
    for given, right in (("1x500 3x100", True), ("3x100 1x500", True), ("8x100", False)):
        (_, chips) = mark(solved, {"amount": "800", "chips": given}).marks
        assert chips.right is right
