"""Signs of Chinese where the program joins words by signs of English."""

import pytest

from croupier.languages.catalogue import LANGUAGES, read_words
from croupier.languages.lines import said
from croupier.languages.punctuation import in_chinese

FORMULAS = ("(J + (n-1)R)/n", "(m-1) R", "(位置 + 1)", "100(1) 条", "to_dataframe() ")
TYPED = ("Authorization: Bearer", '"money": "practice"')


@pytest.mark.parametrize(
    ("joined", "chinese"),
    [
        ("合格, CSP 1.14", "合格，CSP 1.14"),
        ("底注 10.00; 加注 20.00", "底注 10.00；加注 20.00"),
        ("注格 6 (ann)  2d Qh", "注格 6（ann）  2d Qh"),
        ("back (仍归闲家)", "back（仍归闲家）"),
        ("CSP 3.14.1: 闲家的牌较大.", "CSP 3.14.1：闲家的牌较大。"),
        ("庄家合格. 您赢了!", "庄家合格。您赢了！"),
        ("四条 $500、等。弃牌", "四条 $500 等。弃牌"),
        ("您是指 '--level' 吗？", "您是指“--level”吗？"),
    ],
)
def test_signs_among_chinese_words_are_chinese(joined: str, chinese: str) -> None:
    assert in_chinese(joined) == chinese


@pytest.mark.parametrize(
    "text",
    [
        "CSP 3.14.1, 4.1/ante-note: ann (dealer); no",  # not a Chinese word in it
        "时间 08:00，每秒 1,000.5 局",
        "《2006 年赌场管制法》第 100(1) 条",
        "各得 (J + (n-1)R)/n",
        "赢  Box 1, ann",  # another column
    ],
)
def test_figures_formulas_and_english_stay_as_they_are(text: str) -> None:
    assert in_chinese(text) == text


def test_no_translation_has_a_sign_of_english_beside_a_chinese_character() -> None:
    def without_formulas(words: str) -> str:
        for formula in (*FORMULAS, *TYPED):
            words = words.replace(formula, "")
        return words

    plain = map(without_formulas, read_words(LANGUAGES["zh-Hans"].file).values())
    signs = {", ", ": ", "; ", ". "}
    assert [one for one in plain if in_chinese(one) != one and one not in signs] == []


def test_a_line_is_said_in_its_parts_with_the_signs_between_them() -> None:
    assert said("  box 3: ante (void); won", "zh-Hans") == "  注格 3：底注（作废）；赢"
    assert said("won; lost", "ms") == "menang; kalah"
