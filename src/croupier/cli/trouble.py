"""What went wrong, told in one sentence."""

from typing import IO, Any

import click


class Trouble(click.ClickException):
    """Ends the command with a sentence on standard error and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"croupier: {self.message}", file=file, err=file is None)
