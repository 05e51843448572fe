"""Lines that fit, in scripts with and without spaces."""

from croupier.cli.folding import folded


def test_words_are_broken_at_spaces() -> None:
    assert folded("one two three", 8) == ["one two", "three"]


def test_wide_characters_count_twice_and_need_no_space() -> None:
    assert folded("每条条款都有代码", 8) == ["每条条款", "都有代码"]


def test_no_line_begins_with_a_closing_sign() -> None:
    assert folded("每条条款，都有", 8) == ["每条条", "款，都有"]


def test_a_word_that_is_too_long_has_a_line_of_its_own() -> None:
    assert folded("a postgresql://here b", 6) == ["a", "postgresql://here", "b"]


def test_nothing_is_one_empty_line() -> None:
    assert folded("", 8) == [""]
