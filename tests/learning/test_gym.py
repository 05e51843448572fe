"""The environments for learning agents, used as their users would."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from croupier.books import RULEBOOKS, find_rulebook
from croupier.gym import FOLD, STAY, OneBox
from croupier.odds import price
from examples.learn_to_stay import expectation, learn

ROOT = Path(__file__).parents[2]


def box(slug: str = "casino-stud") -> OneBox:
    made = gymnasium.make(f"croupier/{slug}-v0").unwrapped
    assert isinstance(made, OneBox)
    return made


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_it_is_an_environment(slug: str) -> None:
    """Gymnasium's own checker: spaces, seeds, what reset and step give back."""
    check_env(box(slug), skip_render_check=True)


@pytest.mark.parametrize(
    ("hand", "dealer", "antes"),
    [
        ("2h 5h 8h Jh Qh", "As Ad 8s 6d 4h", 11),  # CSP: 1 on the ante, 5 to 1 on a bet of 2
        ("9h 9d Kc 7s 3c", "Ks Qs Js 5c 4c", 1),  # no hand: the ante wins, the bet comes back
        ("Qd 8c 6c 4d 2d", "As Ad 8s 6d 4h", -3),  # ante and bet lose
        ("As Ad 8s 6d 4h", "Ah Ac 8c 6c 4d", 0),  # a standoff
    ],
)
def test_a_round_of_casino_stud(hand: str, dealer: str, antes: int) -> None:
    env = box()
    observation, told = env.reset(options={"hand": hand, "dealer": dealer})
    assert (told["hand"], told["up_card"]) == (hand, dealer[:2])
    assert int(observation.sum()) == 6
    _, reward, over, cut, info = env.step(STAY)
    assert (reward, over, cut) == (antes, True, False)
    assert info["dealer"] == dealer


def test_a_fold_costs_the_ante_and_the_regret_of_a_made_hand_is_all_that_it_was_worth() -> None:
    """CSP 4.1: 1 + 2 x 250 antes where the dealer has a hand, 1 where not, of 163,185 hands."""
    env = box()
    env.reset(options={"hand": "As Ks Qs Js Ts", "dealer": "9c 8d 7h 5s 2c"})
    _, reward, _, _, info = env.step(FOLD)
    assert reward == -1
    stay = info["stay"]
    assert info["regret"] == stay + 1
    assert 1 < stay < 501
    no_hand = (501 - stay) / 500 * 163_185
    assert no_hand.denominator == 1, "a whole number of the dealer's hands is no hand"


def test_the_better_decision_has_no_regret_and_the_other_has_the_margin() -> None:
    env, cards = box(), {"hand": "Qd 8c 6c 4d 2d", "dealer": "As Ad 8s 6d 4h"}
    env.reset(options=cards)
    assert env.step(FOLD)[4]["regret"] == Fraction(0)
    env.reset(options=cards)
    told = env.step(STAY)[4]
    assert told["regret"] == told["fold"] - told["stay"] > 0


def test_a_round_without_up_card() -> None:
    """TCP 3.13, 4.2: no hand below queen high; a straight has its bonus of 1 to 1 all the same."""
    env = box("three-card-poker")
    observation, told = env.reset(options={"hand": "9c 8d 7h", "dealer": "Jc 9d 2h"})
    assert told["up_card"] is None
    assert observation.shape == (52,)
    assert env.step(STAY)[1] == 1 + 1


@pytest.mark.parametrize(
    "options", [{"hand": "As"}, {"hand": "As Ks Qs Js Ts", "dealer": "As 8d 7h 5s 2c"}]
)
def test_cards_that_cannot_be_dealt(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="5 different cards each"):
        box().reset(options=options)


def test_a_round_begins_with_reset_and_ends_with_its_decision() -> None:
    env = box()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(STAY)
    env.reset(seed=3)
    assert env.legal_actions() == [FOLD, STAY]
    with pytest.raises(gymnasium.error.InvalidAction):
        env.step(2)
    env.step(STAY)
    assert env.legal_actions() == []
    assert "You stay in" in env.render()


def test_a_learner_in_short_form() -> None:
    """From nothing to two hundredths of an ante: folding everything costs one, playing all 0.16."""
    rulebook = find_rulebook("three-card-poker")
    best = price(rulebook).main.expected
    few, more = (expectation(rulebook, learn(rulebook.slug, n).best) for n in (2_000, 20_000))
    assert few < more <= best
    assert best - more < Fraction(3, 100)


@pytest.mark.slow
@pytest.mark.parametrize("slug", RULEBOOKS)
def test_a_learner_comes_within_a_thousandth_of_an_ante(slug: str) -> None:
    rulebook = find_rulebook(slug)
    learnt = expectation(rulebook, learn(slug, 1_000_000).best)
    assert 0 <= price(rulebook).main.expected - learnt < Fraction(1, 1000)


def test_the_page_about_it_is_true() -> None:
    page = (ROOT / "docs" / "learning.md").read_text()
    snippet = page.split("```python\n")[1].split("```")[0]
    exec(compile(snippet, "docs/learning.md", "exec"), {})


def test_the_example_runs() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "learn_to_stay.py", "three-card-poker", "500"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "optimum -0.033730" in done.stdout
