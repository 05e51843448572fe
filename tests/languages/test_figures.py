"""Figures in finished sentences, as CLDR writes them."""

import pytest

from croupier.languages.figures import with_figures


@pytest.mark.parametrize(
    ("locale", "english", "written"),
    [
        ("zh-Hans-SG-u-hc-h23", "1234567.50 on 2020-06-28", "1,234,567.50 on 2020年6月28日"),
        ("ms-SG", "in force from 2020-06-28", "in force from 28 Jun 2020"),
        ("ta-SG", "$5,000 and -$3.50", "$\xa05,000 and -$\xa03.50"),
        ("zh-Hans-SG", "19,933,230,517,200 deals, 0.050", "19,933,230,517,200 deals, 0.050"),
    ],
)
def test_days_amounts_and_numbers(locale: str, english: str, written: str) -> None:
    assert with_figures(english, locale) == written


@pytest.mark.parametrize(
    "text",
    [
        "box 12345, CSP 3.12.1, 4.1/ante-note, casino-stud@6",
        "2020-06-28T08:00:00+08:00",
        "2020-13-45",
        "seed 1234567",
        "127.0.0.1:8000",
    ],
)
def test_numbers_of_things_stay_as_they_are(text: str) -> None:
    assert with_figures(text, "zh-Hans-SG") == text
