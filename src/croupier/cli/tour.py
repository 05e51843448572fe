"""`croupier tour`: one round of each game in the terminal, with its settlement explained."""

import sys

import click
from msgspec import json
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from croupier.cli.console import QUIET, TITLE, console
from croupier.cli.report import print_round
from croupier.cli.story import rounds
from croupier.cli.tour_stops import STOPS, Stop
from croupier.script import read_script
from croupier.script import replay as play

_WIDEST = 96

_WELCOME = (
    "Croupier runs house-banked casino poker by the book. Five rule documents, approved for "
    "Singapore's casinos, are its rulebooks; what a table pays, refuses or returns follows from "
    "them, and every amount names its clause. Here is a round of each game."
)

_NEXT = (
    ("croupier rules", "the five rulebooks; add a name to read one"),
    ("croupier rules --diff casino-stud multi-link-stud", "what really differs"),
    ('croupier rules --clause "CSP 3.12.1/jackpot"', "one clause, its code, its tests"),
    ("croupier replay FILE", "play a script of your own"),
    ("croupier odds casino-stud", "the exact odds of every wager"),
    ("croupier COMMAND --help", "everything else"),
)


@click.command()
@click.option("--no-pause", is_flag=True, help="Do not wait for a key between the rounds.")
def tour(no_pause: bool) -> None:
    """Take a short tour: a round of each of the five games, settled and explained."""
    out = console()
    out.width = min(out.width, _WIDEST)
    pause = not no_pause and sys.stdout.isatty() and sys.stdin.isatty()
    out.print(Text(_WELCOME))
    for number, stop in enumerate(STOPS, start=1):
        if pause and number > 1:
            out.print()
            click.pause("Press a key for the next round ...")
        _print_stop(out, number, stop)
    _print_next(out)


def _print_stop(out: Console, number: int, stop: Stop) -> None:
    out.print()
    out.print(Rule(Text(f"{number}. {stop.title}", style=TITLE), align="left", style=QUIET))
    out.print(Text(stop.before))
    out.print()
    played = play(read_script(json.encode(stop.script)))
    for told in rounds(played):
        print_round(out, played, told, brief=True)
    out.print(Text(stop.after))


def _print_next(out: Console) -> None:
    out.print()
    out.print(Rule(Text("Where to go from here", style=TITLE), align="left", style=QUIET))
    room = max(len(command) for command, _ in _NEXT)
    beside = out.width >= room + 4 + max(len(words) for _, words in _NEXT)
    for command, words in _NEXT:
        if beside:
            out.print(Text.assemble(f"  {command:<{room}}  ", (words, QUIET)))
        else:
            out.print(Text.assemble(f"  {command}\n", (f"      {words}", QUIET)))
