"""`croupier export`: recorded rounds as table scripts."""

import asyncio
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.house.operate.config import Config
    from croupier.house.read.proof.export import Exported
    from croupier.house.read.proof.recorded import Round
    from croupier.house.sealing import Keyring


@click.command()
@house_options
@click.option("--table", help="One table only.")
@click.option("--round", "number", type=int, help="One round of that table.")
@click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), help="Rounds opened on a gaming day of the house."
)
@click.option("--zone", help="With --day: from midnight to midnight in this time zone instead.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the scripts; without it a single script goes to standard output.",
)
def export(
    data: Path | None,
    database: str | None,
    table: str | None,
    number: int | None,
    day: datetime | None,
    zone: str | None,
    out: Path | None,
) -> None:
    """Write recorded rounds as table scripts.

    'croupier replay' plays them to the same lines. A script contains the state that
    it starts from, and movements of the meter by other tables as adjustments.
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import keys_at_hand
    from croupier.house.read.proof.export import CannotExport

    if number is not None and table is None:
        raise Trouble("a round belongs to a table: name it with --table")
    try:
        config = read_config(data, database=database)
        keys = keys_at_hand(config, data)
        opened = None if day is None else _opened_on(day.date(), config, zone)
        written = _scripts(asyncio.run(_read(config.url(data), keys, table, number, opened)))
    except (BadConfig, StoreUnavailable, CannotExport) as error:
        raise Trouble(str(error)) from None
    if not written:
        raise Trouble("no recorded round matches")
    _write(written, out)


def _opened_on(day: date, config: "Config", zone: str | None) -> "Callable[[datetime], bool]":
    """The gaming day as reports have it, unless a time zone was named."""
    from croupier.house.app.clock import Calendar
    from croupier.house.model.cage.day import GamingDay
    from croupier.house.operate.config import zone_named

    if zone is not None:
        there = zone_named(zone)
        return lambda opened: opened.astimezone(there).date() == day
    calendar = Calendar(GamingDay(config.time_zone, config.day_starts))
    return lambda opened: calendar.of(opened) == day.isoformat()


async def _read(
    url: str,
    keys: "Keyring",
    table: str | None,
    number: int | None,
    opened: "Callable[[datetime], bool] | None",
) -> "list[Round]":
    """Without the house's key, rounds that are still running are left out."""
    from croupier.house.read.proof.recorded import recorded_rounds
    from croupier.house.store import open_to_read

    store = await open_to_read(url)
    store.chain_under(keys)
    try:
        return await recorded_rounds(store, table, number, opened)
    finally:
        await store.close()


def _scripts(rounds: "list[Round]") -> "list[Exported]":
    from croupier.house.read.proof.export import scripts

    tables = dict.fromkeys(one.table for one in rounds)
    return [
        script
        for table in tables
        for script in scripts([one for one in rounds if one.table == table])
    ]


def _write(written: "list[Exported]", out: Path | None) -> None:
    from croupier.house.read.proof.export import script_json
    from croupier.house.store import private

    texts = {one.name: script_json(one.script) for one in written}
    if out is None:
        if len(texts) > 1:
            raise Trouble(f"these are {len(texts)} scripts: name a folder for them with --out")
        click.echo(next(iter(texts.values())))
        return
    if not out.is_dir():
        private.folder(out)
    for name, text in texts.items():
        path = out / f"{name}.json"
        private.write(path, text)
        click.echo(path)
