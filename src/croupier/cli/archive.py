"""`croupier archive`: gaming days whose books are closed, moved into files."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import tell

if TYPE_CHECKING:
    from croupier.house.operate.archiving import Archived
    from croupier.house.operate.config import Config


@click.command()
@house_options
@click.option(
    "--before",
    type=click.DateTime(["%Y-%m-%d"]),
    required=True,
    help="Gaming days before this one; the books of all of them must be closed.",
)
@click.option(
    "--to",
    type=click.Path(path_type=Path),
    required=True,
    help="A folder, for a file of each day, or one new file. Keep the files as long as the law "
    "requires.",
)
def archive(data: Path | None, database: str | None, before: datetime, to: Path) -> None:
    """Move closed gaming days into files, without breaking the chain.

    The whole log is proved first. A house on SQLite must be stopped; on PostgreSQL it may run,
    and its commands wait while the records are removed. Records must be kept for five years: the
    files are these records now. 'croupier verify --archive FILE' proves them with the house, and
    'croupier unpack' makes one readable at any time.
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.closed_days import CannotArchive
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import only_process

    try:
        config = read_config(data, database=database)
        with only_process(config, data):
            made = asyncio.run(_move(config, data, before.date().isoformat(), to))
    except (BadConfig, StoreUnavailable, CannotArchive) as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        raise Trouble(f"{to}: {error.strerror}") from None
    for one in made:
        path = to / one.file if to.is_dir() else to
        tell(f"{path}: {one.records} records before {one.until.date()}, SHA-256 {one.digest}")


async def _move(config: "Config", data: Path | None, day: str, to: Path) -> "list[Archived]":
    from croupier.house.model.cage.day import GamingDay, is_day
    from croupier.house.operate import archiving
    from croupier.house.operate.data_folder import keys_at_hand
    from croupier.house.read.proof.collector import collect_seldom

    collect_seldom()
    days = GamingDay(config.time_zone, config.day_starts)
    url, keys = config.url(data), keys_at_hand(config, data)
    if not is_day(day):
        raise Trouble(f"'{day}' is not a gaming day; write it as 2026-01-31")
    before = days.begins(day)
    if to.is_dir():
        return await archiving.archive_days(url, before, to, None, keys, days)
    return [await archiving.archive(url, before, to, None, keys, days)]
