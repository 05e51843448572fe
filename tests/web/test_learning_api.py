"""Lessons over HTTP: words from the rulebook, exact costs, hands that a seed stands for."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.books import ELSEWHERE, RULEBOOKS, find_rulebook
from croupier.cards import parse_cards
from croupier.house.http.pages.learning import learning_routes
from croupier.odds import advise


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(Litestar(learning_routes(), logging_config=None)) as client:
        yield client


def ask(client: TestClient[Litestar], path: str, **query: Any) -> dict[str, Any]:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("slug", [*RULEBOOKS, *ELSEWHERE])
def test_every_game_has_a_lesson(client: TestClient[Litestar], slug: str) -> None:
    lesson = ask(client, f"/api/book/{slug}/play")
    rulebook = find_rulebook(slug)
    assert lesson["stay"] == rulebook.label(rulebook.stay.wager)
    assert lesson["hand_size"] == rulebook.hands.size
    assert [bool(step["brief"]) for step in lesson["steps"]] == [True, True, True]
    assert rulebook.qualifying_hand in lesson["steps"][2]["text"]


def test_a_rule_and_its_exact_cost(client: TestClient[Litestar]) -> None:
    (only,) = ask(client, "/api/odds/three-card-poker/rule")["rules"]
    assert only == {
        "stay_with": ["queen-six-four or better"],
        "cost": "0/1",
        "cost_decimal": 0.0,
    }


@pytest.mark.parametrize("slug", ["casino-stud", "poker-trois-cartes"])
def test_a_decision_is_graded_by_its_exact_cost(client: TestClient[Litestar], slug: str) -> None:
    rulebook = find_rulebook(slug)
    for seed in "abc":
        hand = {"seed": seed, "level": 2}
        drawn = ask(client, f"/api/odds/{slug}/exercise", **hand)
        given = advise(rulebook, parse_cards(drawn["hand"]), parse_cards(drawn["up_card"] or ""))
        graded = {
            choice: ask(client, f"/api/odds/{slug}/exercise/graded", choice=choice, **hand)
            for choice in ("stay", "fold")
        }
        best = given.decision
        other = "fold" if best == "stay" else "stay"
        assert (graded[best]["right"], graded[best]["cost"]) == (True, "0/1")
        assert not graded[other]["right"]
        assert Fraction(graded[other]["cost"]) == abs(given.stay + 1)
        assert Fraction(graded[best]["stay"]) == given.stay
        assert graded[best]["rule"] == graded[other]["rule"]


def test_the_rule_says_why(client: TestClient[Litestar]) -> None:
    """Whatever stays in does so by queen-six-four, and the rule never errs."""
    for seed in range(6):
        graded = ask(
            client, "/api/odds/three-card-poker/exercise/graded", seed=str(seed), choice="stay"
        )
        assert graded["rule"]["choice"] == graded["best"]
        stays = graded["best"] == "stay"
        assert graded["rule"]["because"] == ("queen-six-four or better" if stays else None)


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/api/book/poker/play", {}, 404),
        ("/api/odds/poker/rule", {}, 404),
        ("/api/odds/casino-stud/exercise", {}, 400),
        ("/api/odds/casino-stud/exercise", {"seed": "x" * 41}, 400),
        ("/api/odds/casino-stud/exercise", {"seed": "x", "level": 4}, 400),
        ("/api/odds/casino-stud/exercise/graded", {"seed": "x", "choice": "raise"}, 400),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: TestClient[Litestar], path: str, query: dict[str, Any], status: int
) -> None:
    assert client.get(path, params=query).status_code == status
