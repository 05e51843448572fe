"""`croupier unpack`: archived gaming days, made readable."""

from pathlib import Path

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import tell


@click.command()
@click.argument(
    "files",
    metavar="FILE…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@house_options
@click.option(
    "--to",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="A new folder, which the other commands take as --data.",
)
def unpack(files: tuple[Path, ...], data: Path | None, database: str | None, to: Path) -> None:
    """Unpack gaming days that a house has archived, to be read.

    --data or --database is the house: it knows its files by their SHA-256, and is only read. In
    the folder, 'croupier verify', 'export', 'report' and 'serve' work as they did in the house at
    that time; nothing can be written into it. Several files must follow each other.
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import key_path
    from croupier.house.operate.unpacking import unpack as unfold
    from croupier.house.read.archive_file import BadArchive

    try:
        config = read_config(data, database=database)
        found = unfold(config.url(data), files, to, config, key_path(config, data))
    except (BadConfig, StoreUnavailable, BadArchive) as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        raise Trouble(f"{to}: {error.strerror}") from None
    tell(
        f"{to}: {found.records} records, from {found.after + 1} to {found.until}. It is only read: "
        f"'croupier verify --data {to}' proves it."
    )
