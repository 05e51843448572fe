"""`croupier keys`: the house's keys, listed by their ids, changed, or adopted."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import tell

if TYPE_CHECKING:
    from croupier.house.app.command_handler import CommandHandler
    from croupier.house.sealing import Keyring

T = TypeVar("T")


@click.group()
def keys() -> None:
    """Manage the house's keys: the log is chained under the last one.

    A key is never shown; its id, of eight digits, reveals nothing about it. Stop all processes of
    the house before you change a key.
    """


@keys.command("list")
@house_options
def list_keys(data: Path | None, database: str | None) -> None:
    """List the keys, and show which one the log is chained under."""
    from croupier.house.sealing import key_id

    async def look(handler: "CommandHandler", ring: "Keyring") -> str | None:
        _, link = await handler.store.end()
        return None if link is None else link.key

    ring, used = _with_house(data, database, look)
    for key in ring.keys:
        tell(f"{key_id(key)} in use" if key_id(key) == used else key_id(key))
    if used is None:
        tell("The log is not chained under a key.")
    elif ring.find(used) is None:
        raise Trouble(f"the log is chained under {used}, which is not here")


@keys.command()
@house_options
def rotate(data: Path | None, database: str | None) -> None:
    """Make a new key, keep the old ones, and continue under the new one."""
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import house_keys, key_path
    from croupier.house.operate.key_file import BadKeyFile, new_key, take_up_key, write_keys
    from croupier.house.sealing import Keyring, key_id

    try:
        config = read_config(data, database=database)
        path = key_path(config, data)
        if path is None:
            raise Trouble(
                "the key is in the settings: append a new one after a comma and start the house, "
                "which continues under it"
            )
        ring = house_keys(config, data)
        write_keys(path, Keyring((*ring.keys, new_key())))
    except (BadConfig, BadKeyFile) as error:
        raise Trouble(str(error)) from None
    ring, _ = _with_house(data, database, take_up_key)
    tell(f"{path}: the key is now {key_id(ring.current)}. Keep a copy elsewhere.")


@keys.command()
@house_options
def adopt(data: Path | None, database: str | None) -> None:
    """Chain a log of version 0.1, which was under no key, in its present state.

    Verify it first, with the anchors that you kept: from now on its contents are vouched for.
    """
    from croupier.house.operate.key_file import take_over

    _, taken = _with_house(data, database, take_over)
    tell(
        "The log is chained under the house's key from here on."
        if taken
        else "The log is chained already; nothing was done."
    )


def _with_house(
    data: Path | None,
    database: str | None,
    work: Callable[["CommandHandler", "Keyring"], Awaitable[T]],
) -> tuple["Keyring", T]:
    from croupier.house.app.command_handler import CommandHandler
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import house_keys, only_process
    from croupier.house.store import open_existing

    async def run(url: str, ring: "Keyring") -> Any:
        store = await open_existing(url)
        try:
            handler = CommandHandler(store, ring)
            await handler.streams.open()
            return await work(handler, ring)
        finally:
            await store.close()

    try:
        config = read_config(data, database=database)
        ring = house_keys(config, data)
        with only_process(config, data):
            return ring, asyncio.run(run(config.url(data), ring))
    except BadConfig as error:
        raise Trouble(str(error)) from None
    except StoreUnavailable as error:
        raise Trouble(f"the database: {error}") from None
