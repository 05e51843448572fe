"""`croupier people`: acts that need access to the house's own disk instead of a log-in."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.trouble import Trouble
from croupier.cli.words import tell

if TYPE_CHECKING:
    from croupier.house.operate.config import Config


@click.group()
def people() -> None:
    """Manage accounts from the machine of the house.

    Anybody who can read and write the data folder or the database is trusted with
    this; what is done here is recorded like everything else.
    """


@people.command("reset-password")
@click.argument("person", default="admin")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the house, which must not be running unless on PostgreSQL.",
)
@click.option("--database", metavar="URL", help="postgresql://… instead of SQLite in the folder.")
@click.option(
    "--second-factor", is_flag=True, help="Remove the second factor and passkeys as well."
)
def reset_password(
    person: str, data: Path | None, database: str | None, second_factor: bool
) -> None:
    """Give PERSON, or else 'admin', a new one-time password, shown once.

    For an administrator who has lost theirs; all sessions of the person end.
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.model.refusals import HouseRefused
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import only_process

    try:
        config = read_config(data, database=database)
        with only_process(config, data):
            password = asyncio.run(_reset(config, data, person, second_factor))
    except (BadConfig, HouseRefused) as error:
        raise Trouble(str(error)) from None
    except StoreUnavailable as error:
        raise Trouble(f"the database: {error}") from None
    tell(f"One-time password of '{person}', shown only now:")
    click.echo(f"    {password}")


async def _reset(config: "Config", data: Path | None, person: str, second_factor: bool) -> str:
    from croupier.house.app.house import House
    from croupier.house.operate.data_folder import demand_keys_of_log, house_keys
    from croupier.house.store import open_existing

    keys = house_keys(config, data)
    store = await open_existing(config.url(data))
    house = House(store, keys)
    house.keeps_snapshots = False  # the log may not use a newer key yet
    try:
        await demand_keys_of_log(store, keys, config, data)
        await house.handler.streams.open()
        await house.registry.account(person)
        if second_factor and (await house.registry.people()).has_factor(person):
            await house.registry.remove_factors(person, None)
        return await house.registry.reset_password(person, None)
    finally:
        await house.stop()
