"""Amounts of money and rows of pay tables, as options of a command take them."""

from collections.abc import Callable

import click

from croupier.money import Cents, amount_in


def money(value: str | int) -> Cents:
    """Whole cents, or dollars with their sign: `500000` or `$5,000`."""
    try:
        return amount_in(str(value))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


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
