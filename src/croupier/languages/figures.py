"""Numbers, amounts of money and dates in finished sentences, written as CLDR has them."""

import re
from calendar import month_name
from datetime import date, datetime
from decimal import Decimal
from functools import cache

from babel import Locale
from babel.dates import format_date
from babel.numbers import NumberPattern, parse_pattern

_FIGURE = re.compile(
    r"(?<![\w.,/:@#])(?:(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?![-T\d])"
    rf"|(?P<of_month>\d{{1,2}} (?:{'|'.join(month_name[1:])}) \d{{4}})"
    r"|(?P<money>\$)?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|(?<=\$)\d+))(?![\w/]|[.,]\d)"
)
"""A day, by its figures or with its month in words; an amount; a number with a fraction or with
groups. Whole numbers without groups are those of boxes, rounds and seeds: they stay as they are."""
CURRENCY = "SGD"


def with_figures(text: str, tag: str) -> str:
    """The text with its figures as the locale of a language tag writes them."""
    locale = _locale(tag)
    return _FIGURE.sub(lambda found: _written(found, locale), text)


def with_days(text: str, tag: str) -> str:
    """The text with days whose months are in words; other figures stay as they are."""
    if not text[:1].isdecimal():
        return text
    locale = _locale(tag)
    told = _FIGURE.sub(lambda one: _written(one, locale) if one["of_month"] else one[0], text)
    return told.replace("日, ", "日 ")


def _written(found: re.Match[str], locale: Locale) -> str:
    if found["of_month"] is not None:
        spelled = datetime.strptime(found["of_month"], "%d %B %Y").date()
        return format_date(spelled, "long", locale=locale)
    if found["year"] is not None:
        try:
            day = date(int(found["year"]), int(found["month"]), int(found["day"]))
        except ValueError:
            return found[0]
        return format_date(day, "long", locale=locale)
    number = found["number"].replace(",", "")
    digits = len(number.partition(".")[2])
    pattern = _pattern(locale, digits, money=found["money"] is not None)
    currency = CURRENCY if found["money"] is not None else None
    return str(pattern.apply(Decimal(number), locale, currency=currency, currency_digits=False))


@cache
def _locale(tag: str) -> Locale:
    return Locale.parse(tag.partition("-u-")[0], sep="-")


@cache
def _pattern(locale: Locale, digits: int, *, money: bool) -> NumberPattern:
    """The locale's own, with as many digits after the point as were given."""
    known = locale.currency_formats["standard"] if money else locale.decimal_formats[None]
    pattern = parse_pattern(known.pattern)
    pattern.frac_prec = (digits, digits)
    return pattern
