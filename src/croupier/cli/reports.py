"""`croupier report`: what a house won, owes and had reported to it, from its records."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import reader, said

if TYPE_CHECKING:
    from croupier.house.operate.config import Config
    from croupier.house.sealing import Keyring

NAMES = ("tables", "jackpots", "irregularities", "shift", "liability", "dossier", "events")


@click.command()
@click.argument("name", type=click.Choice(NAMES), metavar="NAME")
@house_options
@click.option("--day", help="A gaming day such as 2026-01-31; today's by default.")
@click.option("--jackpot", help="The jackpot of the dossier.")
@click.option("--kind", help="Events of one kind only.")
@click.option(
    "--format",
    "written",
    type=click.Choice(["json", "csv", "markdown", "pdf"]),
    default="json",
    show_default=True,
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file to write.")
def report(
    name: str,
    data: Path | None,
    database: str | None,
    day: str | None,
    jackpot: str | None,
    kind: str | None,
    written: str,
    out: Path | None,
) -> None:
    """Write a report of a house.

    NAME is tables (win, drop and hold against the exact expectation), jackpots (how each
    amount arose), irregularities, shift (the close of a day), liability, dossier (of
    one link) or events (the significant ones).
    """
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.model.refusals import HouseRefused
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import keys_at_hand

    try:
        config = read_config(data, database=database)
        keys = keys_at_hand(config, data)
        found = asyncio.run(_make(config, keys, config.url(data), name, day, jackpot, kind))
    except (BadConfig, StoreUnavailable, HouseRefused) as error:
        raise Trouble(str(error)) from None
    _write(_in_format(found, written), out)


async def _make(
    config: "Config",
    keys: "Keyring",
    url: str,
    name: str,
    day: str | None,
    jackpot: str | None,
    kind: str | None,
) -> Any:
    from croupier.house.log.event_store import Search
    from croupier.house.model.cage.day import GamingDay, is_day
    from croupier.house.read.history import demand_here
    from croupier.house.read.reports import making
    from croupier.house.read.reports.dossier import dossier
    from croupier.house.read.reports.making import Reading
    from croupier.house.read.reports.tables import Span
    from croupier.house.store import open_to_read

    store = await open_to_read(url)
    try:
        house = Reading.of(store, keys, GamingDay(config.time_zone, config.day_starts))
        await house.handler.streams.open()
        day = day or house.handler.calendar.of(house.handler.now())
        if not is_day(day):
            raise Trouble(f"'{day}' is not a gaming day; write it as 2026-01-31")
        days = house.handler.calendar.days
        span = Span(days.begins(day), days.ends(day))
        match name:
            case "tables":
                return await making.tables(house, day)
            case "jackpots":
                return await making.jackpots(house)
            case "irregularities":
                return await making.irregularities(store, day, span)
            case "shift":
                return await making.shift(house, day)
            case "liability":
                return await making.liability(house)
            case "events":
                await demand_here(store, day, span.since)
                wanted = Search(kind=kind, since=span.since, until=span.until, limit=1_000_000)
                found = await store.significant(wanted)
                return making.Irregularities(day, {}, {}, tuple(reversed(found)))
            case _:
                if jackpot is None:
                    raise Trouble("a dossier covers one link: name it with --jackpot")
                return await dossier(house, jackpot)
    finally:
        await store.close()


def _in_format(found: Any, written: str) -> bytes:
    import msgspec

    from croupier.house.read.reports import making
    from croupier.house.read.reports.dossier import Dossier, as_markdown
    from croupier.house.read.search import as_csv

    if isinstance(found, Dossier):
        if written == "markdown":
            return as_markdown(found, said).encode()
        if written == "pdf":
            from croupier.house.read.reports.dossier import as_pdf

            return as_pdf(found, reader())
        if written == "csv":
            raise Trouble("a dossier is written as json, markdown or pdf")
    elif written in ("markdown", "pdf"):
        raise Trouble("this report is written as json or csv")
    if written == "csv":
        return as_csv(*making.as_rows(found)).encode()
    return msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"


def _write(text: bytes, out: Path | None) -> None:
    from croupier.house.store import private

    if out is None:
        click.echo(text, nl=False)
        return
    private.write(out, text)
    click.echo(out)
