"""Sentences in another language, and which language somebody gets."""

from pathlib import Path

import pytest

from croupier.languages.catalogue import ENGLISH, LANGUAGES, catalogue, chosen, read_words


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


def test_what_only_pages_say_is_not_recognised_in_what_the_house_says() -> None:
    """`{words}: return to {table}` is a text of the lobby."""
    assert catalogue("zh-Hans").word("{words}: return to {table}") == "{words}：返回 {table}"
    assert catalogue("zh-Hans").say("He said: return to CSP-1") == "He said: return to CSP-1"


def test_english_is_said_as_it_is() -> None:
    assert catalogue(ENGLISH).say("Box 3 takes no wagers for now.") == (
        "Box 3 takes no wagers for now."
    )


def test_every_language_but_english_has_its_file() -> None:
    assert {tag for tag, one in LANGUAGES.items() if not one.file.exists()} == {ENGLISH}
