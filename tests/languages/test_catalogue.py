"""Sentences in another language, and which language somebody gets."""

from pathlib import Path

import pytest

from croupier.languages.catalogue import ENGLISH, LANGUAGES, Catalogue, chosen, read_words

WORDS = {
    "ante": "底注",
    "A {name} needs an ante on box {box} first.": "注格 {box} 须先有底注，才能下{name}。",
    "A {role} may not do this; it takes a {needed} or above.": "须{needed}或以上，{role}不可。",
    "Box {1} is free.": "注格 {1} 空着。",
}


def test_a_finished_sentence_is_recognised_and_what_is_put_in_is_said_too() -> None:
    say = Catalogue(WORDS).say
    assert (
        say("A pair plus needs an ante on box 3 first.") == "注格 3 须先有底注，才能下pair plus。"
    )
    assert say("A ante needs an ante on box 3 first.") == "注格 3 须先有底注，才能下底注。"
    assert say("Box 7 is free.") == "注格 7 空着。"


def test_what_is_not_known_stays_english() -> None:
    say = Catalogue(WORDS).say
    assert say("Box 7 is free. Or is it?") == "Box 7 is free. Or is it?"
    assert say("Box  is free.") == "Box  is free."


@pytest.mark.parametrize(
    ("wishes", "tag"),
    [
        ("zh-SG,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("en-GB,zh;q=0.9", ENGLISH),
        ("de,ms;q=0.5,en;q=0.4", "ms"),
        ("en;q=0.5,ta-IN", "ta"),
        ("de,fr", ENGLISH),
        ("*", ENGLISH),
        ("", ENGLISH),
        ("zh;q=high,ms;q=0.1", "ms"),
    ],
)
def test_the_first_wish_that_can_be_met_is_met(wishes: str, tag: str) -> None:
    assert chosen(wishes) == tag


def test_what_a_translator_has_not_finished_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "x.po"
    file.write_text(
        'msgid "a"\nmsgstr "b"\n\n#, fuzzy\nmsgid "c"\nmsgstr "d"\n\nmsgid "e"\nmsgstr ""\n'
    )
    assert read_words(file) == {"a": "b"}


def test_every_language_but_english_has_its_file() -> None:
    assert {tag for tag, one in LANGUAGES.items() if not one.file.exists()} == {ENGLISH}
