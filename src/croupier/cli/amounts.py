"""Amounts of money and rows of pay tables, as options of a command take them."""

import re
from collections.abc import Callable

import click

from croupier.money import Cents

_DOLLARS = re.compile(r"\$(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,2}))?")


def money(value: str | int) -> Cents:
    """Whole cents, or dollars with their sign: `500000` or `$5,000`."""
    text = str(value).strip()
    if dollars := _DOLLARS.fullmatch(text):
        whole, part = dollars.groups(default="")
        return int(whole.replace(",", "")) * 100 + int(part.ljust(2, "0"))
    try:
        return int(text)
    except ValueError:
        wanted = "whole cents such as 500000, or dollars such as '$5,000' or '$12.50'"
        raise click.BadParameter(f"'{text}' is no amount of money: write {wanted}") from None


_WHAT_IFS = (
    click.option(
        "--pays", multiple=True, metavar="HAND=ODDS", help="What if the stay-in wager paid..."
    ),
    click.option(
        "--side-pays", multiple=True, metavar="WAGER.HAND=ODDS", help="What if a side wager paid..."
    ),
    click.option(
        "--ante-bonus-pays", multiple=True, metavar="HAND=ODDS", help="What if the bonus paid..."
    ),
    click.option(
        "--jackpot-pays", multiple=True, metavar="ROW=N", help="In the row's own unit: %, $, to 1."
    ),
    click.option("--ante", type=money, help="Matters if a payout limit may apply."),
)


def what_if_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that prices rules with changed rows."""
    for option in reversed(_WHAT_IFS):
        command = option(command)
    return command
