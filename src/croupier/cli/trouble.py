"""What went wrong, in one sentence."""

from typing import IO, Any

import click

from croupier.cli.words import said, visible
from croupier.extras import MissingExtra


class Trouble(click.ClickException):
    """Ends the command with a sentence on standard error and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        message = "\n".join(map(visible, said(self.message).split("\n")))
        click.echo(f"croupier: {message}", file=file, err=file is None)


def in_words(error: Exception) -> Trouble:
    """An error that no command has a sentence for."""
    match error:
        case MissingExtra():
            return Trouble(str(error))
        case OSError(filename=str() | bytes() as name, strerror=str() as said):
            return Trouble(f"{name!r}: {said}".replace("b'", "'"))
        case OSError(strerror=str() as said):
            return Trouble(f"the output or a file cannot be used: {said}")
        case RecursionError():
            return Trouble("what was given is nested too deeply")
        case UnicodeError():
            return Trouble("an argument or a file is not text in UTF-8")
        case MemoryError():
            return Trouble("there is not enough memory for this")
    return Trouble(f"{UNFORESEEN} ({type(error).__name__}: {error})")


UNFORESEEN = "this is an unforeseen error in the program; please report it"
