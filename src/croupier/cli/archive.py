"""`croupier archive`: records older than five years, moved into a file."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import tell


@click.command()
@house_options
@click.option(
    "--before",
    type=click.DateTime(["%Y-%m-%d"]),
    required=True,
    help="Records before this day, in UTC; at least five years ago.",
)
@click.option(
    "--to",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="A new file; keep it as long as the law requires.",
)
def archive(data: Path | None, database: str | None, before: datetime, to: Path) -> None:
    """Move old records into a file, without breaking the chain.

    The whole log is proved first. Stop the house before you archive. 'croupier verify
    --archive FILE' proves the file and the house together.
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.archiving import CannotArchive
    from croupier.house.operate.archiving import archive as move
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import keys_at_hand, only_process

    try:
        config = read_config(data, database=database)
        with only_process(config, data):
            made = asyncio.run(
                move(
                    config.url(data),
                    before.replace(tzinfo=UTC),
                    to,
                    keys=keys_at_hand(config, data),
                )
            )
    except (BadConfig, StoreUnavailable, CannotArchive) as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        raise Trouble(f"{to}: {error.strerror}") from None
    tell(f"{to}: {made.records} records before {made.until.date()}, SHA-256 {made.digest}")
