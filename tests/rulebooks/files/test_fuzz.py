"""Mutated files: a sentence, or a game that plays with its money in order; never a traceback."""

import random
from collections import Counter

import pytest

from croupier.books import BadRulebook, check_text, find_rulebook
from croupier.rulebooks.facts import facts
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.settings import BadSetting, EntryMode
from tests.rulebooks.files.mutating import Mutator
from tests.table.test_properties import random_session

ROUNDS_OF_COMMANDS = 60


def fuzz(count: int, seed: int) -> Counter[str]:
    """What became of so many files."""
    found: Counter[str] = Counter()
    for number, text in enumerate(Mutator(seed).texts(count)):
        found[_one(text, seed * 1_000_003 + number)] += 1
    return found


def _one(text: str, seed: int) -> str:
    checked = check_text(text)
    for finding in (*checked.wrong, *checked.idle, *checked.silent):
        assert str(finding)
    if checked.wrong:
        with pytest.raises(BadRulebook) as caught:
            find_rulebook(text + "\n")
        assert caught.value.wrong
        return "refused"
    assert checked.rulebook is not None
    rulebook = find_rulebook(text + "\n")
    assert rulebook == checked.rulebook
    assert find_rulebook(rulebook_text(rulebook)) == rulebook
    assert facts(rulebook)
    return _play(text + "\n", seed)


def _play(text: str, seed: int) -> str:
    rng = random.Random(seed)
    try:
        random_session(rng, text, rng.choice(list(EntryMode)), steps=ROUNDS_OF_COMMANDS)
    except BadSetting:
        return "no table of five boxes"
    return "played"


def test_mutated_files() -> None:
    found = fuzz(120, seed=1)
    assert found["refused"] > 20
    assert found["played"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_hundred_thousand_mutated_files(seed: int) -> None:
    found = fuzz(1_000, seed)
    assert found["refused"] > 200
    assert found["played"] > 60
