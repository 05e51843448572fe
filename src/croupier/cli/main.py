"""The `croupier` command: a group that loads a subcommand only when it is called."""

import gc
import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from types import ModuleType
from typing import Any

import click

from croupier.cli.help import in_their_language
from croupier.cli.trouble import Trouble, in_words
from croupier.cli.words import CHOSEN, in_english
from croupier.version import __version__

COMMANDS: Mapping[str, tuple[str, str]] = {
    "tour": ("croupier.cli.tour", "Take a short tour: one round of each game."),
    "rules": ("croupier.cli.rules", "Read the rulebooks, their clauses and what differs."),
    "replay": ("croupier.cli.replay", "Play a table script and show the result of every wager."),
    "odds": ("croupier.cli.odds", "Compute the exact odds of a rulebook."),
    "simulate": (
        "croupier.cli.simulate",
        "Simulate rounds, a floor of linked tables, or a bankroll.",
    ),
    "school": ("croupier.cli.school", "Practise for dealers and supervisors, with answers."),
    "schema": ("croupier.cli.schema", "Print the JSON Schema of scripts, results or rulebooks."),
    "serve": ("croupier.cli.serve", "Run the house: durable tables, links and the service."),
    "people": ("croupier.cli.people", "Manage accounts: reset a lost password."),
    "keys": ("croupier.cli.keys", "Manage the house's keys: list or change them."),
    "webhooks": ("croupier.cli.webhooks", "Tell other programs of settlements, jackpots, alarms."),
    "verify": ("croupier.cli.verify", "Prove a house's log: chain, ledger, meters, shuffles."),
    "export": ("croupier.cli.export", "Write recorded rounds as scripts for 'croupier replay'."),
    "report": ("croupier.cli.reports", "Write a report: results, jackpots, liability, a dossier."),
    "compliance": ("croupier.cli.compliance", "List the requirements and the evidence."),
    "archive": ("croupier.cli.archive", "Move closed gaming days into files."),
    "unpack": ("croupier.cli.unpack", "Make archived gaming days readable again."),
    "backup": ("croupier.cli.backup", "Back up a house while it runs."),
    "repair": ("croupier.cli.repair", "Recompute broken balances from the log."),
    "restore": ("croupier.cli.backup", "Restore a house from a backup."),
}
"""Each command's module, which holds a function of the same name, and its line of help."""


class _Context(click.Context):
    """Help in the language that was asked for."""

    def make_formatter(self) -> click.HelpFormatter:
        if in_english():
            return super().make_formatter()
        from croupier.cli.help import SaidHelp

        return SaidHelp(width=self.terminal_width, max_width=self.max_content_width)


class LazyGroup(click.Group):
    """Lists its commands without importing them."""

    context_class = _Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(_imported(COMMANDS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return _speaking(command)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """The language is known once the options are read, and help is written afterwards."""
        _choose_first(args)
        with in_their_language():
            return super().make_context(info_name, args, parent, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = get_close_matches(name, COMMANDS, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(COMMANDS)}"
            raise Trouble(f"there is no command '{name}'; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Errors that no command has a sentence for get one here; nobody is shown a traceback."""
        try:
            with in_their_language():
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            raise in_words(error) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _speaking(command: click.Command) -> click.Command:
    """A command whose help, and that of its own commands, is in the person's language."""
    command.context_class = _Context
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        if not in_english():  # cut off at some letter, its first sentence would not be known
            one.short_help = " ".join((one.help or "").partition("\n\n")[0].split())
        _speaking(one)
    return command


def _choose(ctx: click.Context, param: click.Parameter, tag: str | None) -> None:
    if tag is not None:
        os.environ[CHOSEN] = tag


def _choose_first(args: list[str]) -> None:
    """A wish is heard even where the other options cannot be read."""
    for option, tag in pairwise(args):
        if option == "--lang":
            os.environ[CHOSEN] = tag


def _imported(name: str) -> ModuleType:
    """A command's module. What is imported stays to the end: searching it for garbage, again and
    again while it grows and ever after, would take a tenth of a short command's time."""
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.enable()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option(
    "--lang",
    metavar="LANGUAGE",
    is_eager=True,
    expose_value=False,
    callback=_choose,
    help="The language in which people are answered: en, zh-Hans. Otherwise that of LANG.",
)
def croupier() -> None:
    """House-banked casino poker by the book.

    Five approved rule documents, played and settled clause by clause: Singapore
    Stud, Casino Stud, Megalink Singapore Stud, Multi-Link Progressive Casino
    Stud and Three Card Poker.

    'croupier tour' gives a short tour; 'croupier COMMAND --help' explains a
    command.
    """


def main() -> None:
    """What the `croupier` script runs; a limited character set costs letters, not the output."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        croupier(prog_name="croupier")
    finally:
        _flush()


def _flush() -> None:
    """Output must arrive: a full disk is reported here, not by the interpreter at exit."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
    except OSError as error:
        _forget_output()
        in_words(error).show()
        raise SystemExit(Trouble.exit_code) from None


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
