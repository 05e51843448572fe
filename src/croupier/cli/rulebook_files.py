"""`croupier rules --file` and `--check`: rulebooks as files."""

import click
import msgspec

from croupier.books import check_file, file_text
from croupier.cli.words import tell
from croupier.rulebooks.file import Checked


def print_file(name: str) -> None:
    """A file as it is; one that extends another is printed without its base."""
    click.echo(file_text(name), nl=False)


def print_check(name: str, as_json: bool) -> bool:
    """What is wrong with a file and what it leaves to readings; whether it is sound."""
    checked = check_file(name)
    if as_json:
        told = {
            "sound": checked.sound,
            "rulebook": checked.rulebook and checked.rulebook.edition_name,
            "wrong": checked.wrong,
            "idle": checked.idle,
            "silent": checked.silent,
        }
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
    else:
        tell("\n".join(_sentences(name, checked)))
    return checked.sound


def _sentences(name: str, checked: Checked) -> list[str]:
    wrong = [str(one) for one in checked.wrong]
    idle = [f"{one} (it can never act)" for one in checked.idle]
    silent = [str(one) for one in checked.silent]
    if checked.rulebook is not None and checked.sound:
        verdict = f"{name} is sound: {checked.rulebook.name}, {checked.rulebook.edition_name}."
    else:
        verdict = f"{name} is not sound."
    return [*wrong, *idle, *silent, verdict]
