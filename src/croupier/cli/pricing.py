"""The options for a price beside a rule: stakes, meter, other players, strategy."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from croupier.cli.amounts import money
from croupier.cli.trouble import Trouble

_TERMS = ("meter", "reset", "stake", "players", "magic_every", "lucky_every", "boxes", "tables")

_OPTIONS = (
    click.option("--ante", type=money, help="With --money; 10000 if left out."),
    click.option("--meter", type=money, help="On the jackpot's display."),
    click.option("--reset", type=money, help="What the meter restarts from."),
    click.option("--stake", type=money, help="Jackpot wager."),
    click.option("--players", type=int, help="Other jackpot players."),
    click.option("--magic-every", type=int, help="Rounds per magic card."),
    click.option("--lucky-every", type=int, help="Rounds per lucky draw."),
    click.option("--boxes", type=int, help="Boxes of the table."),
    click.option("--tables", type=int, help="Tables on the link."),
    click.option("--strategy", help="A named strategy, beside the optimum."),
    click.option("--strategy-file", type=click.Path(path_type=Path), help="Your own, in TOML."),
)
PRICING = ("ante", *_TERMS, "strategy", "strategy_file")
"""Their names."""


def pricing_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that can be asked for a price."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def refuse_without_money(asked: dict[str, Any]) -> None:
    for name, value in asked.items():
        if value is not None:
            raise Trouble(f"--{name.replace('_', '-')} is for a price: add --money")


def question_of(asked: dict[str, Any]) -> Any:
    """The question that the options ask, with the defaults of `croupier odds`."""
    from croupier.odds import JackpotTerms, Question, read_strategy
    from croupier.odds.strategy import OPTIMAL

    own, named = asked["strategy_file"], asked["strategy"]
    if own and named:
        raise Trouble("give --strategy or --strategy-file, not both")
    terms = {name: asked[name] for name in _TERMS if asked[name] is not None}
    return Question(
        strategy=read_strategy(own) if own else named or OPTIMAL,
        ante=asked["ante"],
        jackpot=JackpotTerms(**terms),
    )
