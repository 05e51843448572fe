"""Where a recorded house is: the two options of every command that opens one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

_data = click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A data folder."
)
_database = click.option(
    "--database", metavar="URL", help="postgresql://… instead of a data folder."
)


def house_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command its `data` and `database`."""
    return _data(_database(command))
