"""A game in a few sentences: what they say is what the rulebook says, whoever wrote it."""

import pytest

from croupier.books import RULEBOOKS, find_rulebook
from croupier.odds.what_if import what_if
from croupier.rulebooks.how_to_play import how_to_play
from croupier.rulebooks.model import Rulebook

CASINO = find_rulebook("casino-stud")
THREE = find_rulebook("three-card-poker")


def test_casino_stud_in_three_steps() -> None:
    told = how_to_play(CASINO)
    assert [step.title for step in told.steps] == ["Place an ante", "Bet, or fold", "Compare hands"]
    assert told.ante.text == (
        "Put an ante on a free box before the call “No more bets”. "
        "Jackpot can be placed now too, if you like."
    )
    assert told.decision.text == (
        "You and the dealer get five cards each, and one of the dealer's lies face up. Look at "
        "yours. Bet costs twice the ante and keeps you in; folding gives up the ante."
    )
    assert told.comparison.text == (
        "The dealer needs ace-king or better. Without it your ante wins 1 to 1 and the Bet comes "
        "back, whatever you hold. With it the higher hand wins: the ante wins 1 to 1, the Bet by "
        "your hand, up to 250 to 1 for a royal flush. If the dealer's is higher, you lose both; if "
        "they are equal, both come back."
    )
    assert {"CSP 1.14", "CSP 3.13"} <= set(told.comparison.clauses)


def test_what_casino_stud_has_besides() -> None:
    besides = {step.title: step.text for step in how_to_play(CASINO).besides}
    assert besides == {
        "Jackpot": (
            "On your hand, whoever wins: royal flush 100 % of the meter, straight flush 10 % of "
            "the meter, four of a kind $500.00 and more. A fold gives it up."
        ),
        "Several boxes": (
            "On several boxes you may look at one of your hands; the others play unseen."
        ),
    }


def test_three_card_poker_says_play_and_even_money() -> None:
    told = how_to_play(THREE)
    assert "Play costs as much as the ante" in told.decision.brief
    assert "face up" not in told.decision.text
    assert "ante and Play win 1 to 1" in told.comparison.text
    assert [step.title for step in told.besides] == ["Ante bonus", "Pair Plus", "Jackpot"]
    assert "straight flush 40 to 1" in told.besides[1].text


def test_a_table_without_a_jackpot_does_not_speak_of_one() -> None:
    told = how_to_play(THREE, jackpot=False)
    assert told.ante.text.endswith("Pair Plus can be placed now too, if you like.")
    assert [step.title for step in told.besides] == ["Ante bonus", "Pair Plus"]


@pytest.mark.parametrize(
    ("rulebook", "changed", "where", "words"),
    [
        (CASINO, {"stay": {"multiple": 3}}, "decision", "Bet costs 3 times the ante"),
        (CASINO, {"stay": {"wager": "raise"}}, "decision", "Raise costs twice the ante"),
        (THREE, {"main": {"qualifies": {"value": ["king"]}}}, "comparison", "king high or better"),
        (THREE, {"betting": {"closes": {"value": "Stop"}}}, "ante", "the call “Stop”"),
    ],
)
def test_other_rules_have_other_words(
    rulebook: Rulebook, changed: dict[str, object], where: str, words: str
) -> None:
    areas = [area if area != "bet" else "raise" for area in rulebook.layout.areas.value]
    if "stay" in changed and "wager" in str(changed):
        changed = {**changed, "layout": {"areas": {"value": areas}}}
    assert words in getattr(how_to_play(what_if(rulebook, changed)), where).text
    assert words not in getattr(how_to_play(rulebook), where).text


@pytest.mark.parametrize("slug", [*RULEBOOKS, "stud-poker-de-casino", "poker-trois-cartes"])
def test_every_step_has_a_clause_and_fits_on_a_screen(slug: str) -> None:
    told = how_to_play(find_rulebook(slug))
    steps = (*told.steps, *told.besides)
    assert all(step.clauses for step in steps)
    assert sum(len(step.text) for step in steps) < 1_100
