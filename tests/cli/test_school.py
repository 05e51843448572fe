"""`croupier school`: an exercise by its seed, answers marked with clauses, and practice."""

import json

import pytest

from tests.cli.running import run

PAY = ("casino-stud", "pay", "--seed", "7", "--level", "2")
RIGHT = (
    *("ante6=10", "ante6.stake=back", "bet6=40", "bet6.stake=back"),
    *("jackpot6=0", "jackpot6.stake=taken", "order=ante6,bet6,jackpot6"),
)


def test_an_exercise_and_its_answer() -> None:
    shown = run("school", "exercise", *PAY)
    assert shown.exit_code == 0
    assert "2d Qh Jh 2s Qd" in shown.stdout
    assert "bet6: Box 6, bet: what does it win?" in shown.stdout
    assert "croupier school answer casino-stud pay --seed 7 --level 2 ante6=…" in shown.stdout
    good = run("school", "answer", *PAY, *RIGHT)
    assert (good.exit_code, good.stderr) == (0, "")
    assert "CSP 4.1/two-pairs: " in good.stdout
    assert good.stdout.endswith("7 of 7 right.\n")


def test_a_wrong_answer_ends_with_status_1_and_names_the_clause() -> None:
    bad = run("school", "answer", *PAY, *RIGHT[:2], "bet6=20", *RIGHT[3:])
    assert bad.exit_code == 1
    assert "WRONG  bet6: 40.00\n" in bad.stdout
    assert "6 of 7 right." in bad.stdout


def test_json_has_questions_and_marks() -> None:
    shown = json.loads(run("school", "exercise", *PAY, "--json").stdout)
    assert shown["rulebook"] == "casino-stud@6"
    assert [ask["name"] for ask in shown["asks"]][-1] == "order"
    assert "keys" not in shown
    marked = json.loads(run("school", "answer", *PAY, "--json").stdout)
    assert marked["right"] is False
    assert marked["marks"][0]["because"][0]["clause"] == "CSP 3.14.1"


def test_without_a_seed_one_is_drawn_and_shown() -> None:
    first, second = (run("school", "exercise", "casino-stud", "hand").stdout for _ in range(2))
    assert first.splitlines()[0] != second.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("exercise", "casino-stut", "pay"), "casino-stud"),
        (
            ("exercise", "casino-stud", "dance"),
            "'dance' is no kind of exercise; there are hand, winner",
        ),
        (("exercise", "casino-stud", "pay", "--level", "4"), "4 is not in the range 1<=x<=3"),
        (("exercise", "casino-stud", "pay", "--seed", "x" * 41), "1 to 40 characters"),
        (("exercise", "nowhere.toml", "pay"), "nowhere.toml"),
        (("answer", "casino-stud", "pay"), "say which exercise is answered"),
        (("answer", *PAY, "ante6"), "'ante6' is no answer: write QUESTION=ANSWER"),
        (("answer", *PAY, "ante6=1", "ante6=2"), "'ante6' is answered twice"),
        (("answer", *PAY, "ante9=1"), "ante9: is not asked here"),
        (("answer", *PAY, "ante6=lots"), "'lots' is no amount"),
    ],
)
def test_wrong_input_gets_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    ran = run("school", *arguments)
    assert ran.exit_code == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_practice_goes_on_until_the_input_ends() -> None:
    """A first answer that cannot be read is asked again; the rest is whatever comes."""
    ran = run("school", "practise", "casino-stud", "hand", stdin="nonsense\npair\nyes\n")
    assert ran.exit_code == 0
    assert "'nonsense' is none of royal_flush" in ran.stdout
    assert ran.stdout.rstrip().endswith(
        ("1 of 1 exercises were right.", "0 of 1 exercises were right.")
    )
