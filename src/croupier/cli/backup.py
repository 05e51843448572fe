"""`croupier backup` and `croupier restore`: one command each, also while the house runs."""

from pathlib import Path

import click

from croupier.cli.trouble import Trouble
from croupier.cli.words import tell

_data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder of the house.",
)
_database = click.option("--database", metavar="URL", help="Its database, if that is elsewhere.")


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@_data
@_database
def backup(out: Path, data: Path | None, database: str | None) -> None:
    """Write the house, in its present state, to the new file OUT.

    The house may keep running. The file can be restored to either kind of database.
    Keep the house's key, house.key, elsewhere: it is not in the backup.
    """
    from croupier.house.operate.backup import BackupFailed, back_up

    try:
        copied = back_up(_url(data, database), out)
    except BackupFailed as failed:
        raise Trouble(str(failed)) from None
    tell(f"{out}: {copied.records} records of {copied.streams} streams, checked.")


@click.command()
@click.argument("source", metavar="IN", type=click.Path(dir_okay=False, path_type=Path))
@_data
@_database
def restore(source: Path, data: Path | None, database: str | None) -> None:
    """Restore the backup IN to a new house.

    Nothing is overwritten: the folder or database must not contain a house yet.
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.backup import BackupFailed
    from croupier.house.operate.backup import restore as bring_back
    from croupier.house.store import private

    url = _url(data, database)
    try:
        if data is not None and database is None:
            private.folder(data)
        copied = bring_back(source, url)
    except (BackupFailed, StoreUnavailable) as failed:
        raise Trouble(str(failed)) from None
    until = "" if copied.until is None else f", up to {copied.until}"
    tell(f"{copied.records} records of {copied.streams} streams restored and checked{until}.")


def _url(data: Path | None, database: str | None) -> str:
    """The database that a house there would use: the options, the environment, its file."""
    from croupier.house.operate.config import BadConfig, read_config

    try:
        return read_config(data, database=database).url(data)
    except BadConfig as bad:
        raise Trouble(str(bad)) from None
