"""`croupier school results`: how everybody is getting on, from the log of a house."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.trouble import Trouble
from croupier.cli.words import tell

if TYPE_CHECKING:
    from croupier.house.model.school.state import School
    from croupier.house.operate.config import Config
    from croupier.house.sealing import Keyring


def print_results(data: Path | None, database: str | None, as_json: bool) -> None:
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import keys_at_hand

    try:
        config = read_config(data, database=database)
        keys = keys_at_hand(config, data)
        school = asyncio.run(_school(config, keys, config.url(data)))
    except (BadConfig, StoreUnavailable) as error:
        raise Trouble(str(error)) from None
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(school.pupils), indent=2))
    else:
        _print(school)


async def _school(config: "Config", keys: "Keyring", url: str) -> "School":
    from croupier.house.log.stream import Department
    from croupier.house.model.cage.day import GamingDay
    from croupier.house.model.school.state import School
    from croupier.house.read.reports.making import Reading
    from croupier.house.store import open_existing

    store = await open_existing(url)
    try:
        house = Reading.of(store, keys, GamingDay(config.time_zone, config.day_starts))
        await house.handler.streams.open()
        found = (await house.handler.streams.department(Department.SCHOOL)).stored
        assert isinstance(found, School)
        return found
    finally:
        await store.close()


def _print(school: "School") -> None:
    from croupier.cli.console import console, grid

    if not school.pupils:
        tell("Nobody has answered an exercise yet.")
        return
    table = grid(
        *("who", "game", "exercise", "level", "done", "right", "of the last"),
        right=("level", "done", "right", "of the last"),
        whole=("who", "game", "exercise"),
    )
    for person, progress in sorted(school.pupils.items()):
        for one in progress:
            of, recent = one.of, f"{sum(one.recent)} of {len(one.recent)}"
            table.add_row(
                *(person, of.rulebook, of.kind.value, str(of.level)),
                *(str(one.exercises), str(one.right), recent),
            )
    console().print(table)
