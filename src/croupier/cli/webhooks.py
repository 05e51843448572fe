"""`croupier webhooks`: who is told of what happens in a house, set up on its own machine."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from croupier.cli.trouble import Trouble
from croupier.cli.words import tell

T = TypeVar("T")
_data = click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The data folder of the house, which may be running.",
)
TOPICS = ("settlement", "irregularity", "jackpot", "alarm")


@click.group()
def webhooks() -> None:
    """Tell other programs of settlements, irregularities, jackpots and alarms.

    A running house takes up what is changed here within seconds. Deliveries are signed, and
    repeated from the log until they are confirmed.
    """


@webhooks.command()
@click.argument("url")
@_data
@click.option(
    "--database", metavar="URL", help="postgresql://… where the log is not in the folder."
)
@click.option(
    "--topic",
    "topics",
    multiple=True,
    type=click.Choice(TOPICS),
    help="What to tell of; may be repeated. All of them unless one is named.",
)
@click.option(
    "--allow-private", is_flag=True, help="The receiver may be in a private network, without TLS."
)
def add(
    url: str, data: Path, database: str | None, topics: tuple[str, ...], allow_private: bool
) -> None:
    """Tell the receiver at URL of what happens from now on; its secret is shown once."""
    from croupier.house.operate.webhook_file import Topic, subscribe

    wanted = tuple(map(Topic, topics or TOPICS))
    seq = _end(data, database)
    made = _in_words(lambda: subscribe(data, url, wanted, seq, allow_private=allow_private))
    tell(f"Webhook {made.id}. Its secret, shown only now:")
    click.echo(f"    {made.secret}")


@webhooks.command("list")
@_data
def list_webhooks(data: Path) -> None:
    """List the receivers, how far each has been told, and why a delivery failed."""
    from croupier.house.operate.webhook_file import place_of, subscriptions

    found = _in_words(lambda: subscriptions(data))
    if not found:
        tell("There are no webhooks.")
    for one in found:
        place = _in_words(lambda name=one.id: place_of(data, name))  # type: ignore[misc]
        told = "its place is lost" if place is None else f"told up to record {place.seq}"
        failing = "" if place is None or place.failing is None else f"; failing: {place.failing}"
        tell(f"{one.id} {one.url} ({', '.join(one.topics)}): {told}{failing}")


@webhooks.command()
@click.argument("name")
@_data
def remove(name: str, data: Path) -> None:
    """Tell the receiver NAME nothing more."""
    from croupier.house.operate.webhook_file import unsubscribe

    _in_words(lambda: unsubscribe(data, name))
    tell(f"Webhook {name} is removed.")


def _in_words(work: Callable[[], T]) -> T:
    from croupier.house.operate.webhook_file import BadWebhook

    try:
        return work()
    except BadWebhook as error:
        raise Trouble(str(error)) from None


def _end(data: Path, database: str | None) -> int:
    """The last record of the log."""
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.store import open_as_it_is

    async def look(url: str) -> int:
        store = await open_as_it_is(url)
        try:
            return (await store.anchor()).seq
        finally:
            await store.close()

    try:
        return asyncio.run(look(read_config(data, database=database).url(data)))
    except BadConfig as error:
        raise Trouble(str(error)) from None
    except StoreUnavailable as error:
        raise Trouble(f"the database: {error}") from None
