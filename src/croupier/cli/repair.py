"""`croupier repair`: broken sums, recomputed from the log."""

import asyncio
from pathlib import Path

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import tell


@click.command()
@house_options
def repair(data: Path | None, database: str | None) -> None:
    """Recompute broken balances from the log of the house.

    The log itself is never changed: if it is not intact, nothing is done, and the house must
    be restored from a backup. Stop the house first. Repairs are recorded.
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.model.cage.day import GamingDay
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import house_keys, only_process
    from croupier.house.operate.repairing import CannotRepair
    from croupier.house.operate.repairing import repair as put_right

    try:
        config = read_config(data, database=database)
        days = GamingDay(config.time_zone, config.day_starts)
        with only_process(config, data):
            done = asyncio.run(put_right(config.url(data), days, house_keys(config, data)))
    except (BadConfig, StoreUnavailable, CannotRepair) as error:
        raise Trouble(str(error)) from None
    for name in done.accounts:
        tell(f"account {name}: recomputed")
    for name in done.results:
        tell(f"results of {name}: recomputed")
    if not (done.accounts or done.results):
        tell("Nothing was broken.")
