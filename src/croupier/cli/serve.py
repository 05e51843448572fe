"""`croupier serve`: the house behind an address."""

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.console import console
from croupier.cli.trouble import Trouble
from croupier.cli.words import tell

if TYPE_CHECKING:
    from croupier.house.app.command_handler import CommandHandler
    from croupier.house.app.house import House
    from croupier.house.app.set_up import Wanted
    from croupier.house.http.security import ServerSettings
    from croupier.house.operate.approved_programs import Approved
    from croupier.house.operate.config import Config
    from croupier.house.read.proof.running import SelfCheck
    from croupier.house.sealing import Keyring
    from croupier.house.store import DatabaseStore


@click.command()
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the house: settings, key and, by default, the database.",
)
@click.option("--database", metavar="URL", help="postgresql://… instead of SQLite in the folder.")
@click.option("--host", help="Address to listen on; 127.0.0.1 unless set.")
@click.option("--port", type=int, help="Port to listen on; 8000 unless set, 0 for any free one.")
@click.option("--demo", is_flag=True, help="Set up tables of all five games, with players.")
@click.option(
    "--tables",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Set up these tables for play money: a JSON list of register_jackpot, register_table and "
    "seat_bot; a rulebook may be a file.",
)
@click.option("--check", is_flag=True, help="Check settings and log, report, and stop.")
def serve(
    data: Path | None,
    database: str | None,
    host: str | None,
    port: int | None,
    demo: bool,
    tables: Path | None,
    check: bool,
) -> None:
    """Run the house: tables, jackpots and their service.

    Every act is on disk before it is acknowledged. After a crash the house resumes
    exactly where it stopped.
    """
    from croupier.house.app.set_up import BadSetUp
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.config import BadConfig, demand_certificate, read_config
    from croupier.house.operate.data_folder import first_keys, narrow, only_process, prepare
    from croupier.house.operate.key_file import BadKeyFile, make_keys
    from croupier.house.operate.process import log_to_standard_error
    from croupier.house.store import is_part_at

    try:
        wanted = () if tables is None else _wanted(tables)
        if data is not None:
            prepare(data)
        config = read_config(data, database=database, host=host, port=port)
        demand_certificate(config)
        log_to_standard_error(config.log_level)
        if data is not None:
            narrow(data)
        url = config.url(data)
        with (
            only_process(config, data),
            asyncio.Runner(loop_factory=_event_loop()) as runner,
        ):
            if is_part_at(url):
                clean = runner.run(_serve_part(url, config, data, check=check))
            else:
                keys, kept_at = first_keys(config, data)
                _demand_log(url, config, data)
                begin = partial(make_keys, kept_at, keys) if kept_at else _nothing
                clean = runner.run(
                    _serve(url, keys, begin, config, data, demo=demo, wanted=wanted, check=check)
                )
    except (BadConfig, BadKeyFile) as error:
        raise Trouble(str(error)) from None
    except BadSetUp as error:
        raise Trouble(f"{tables}: {error}") from None
    except StoreUnavailable as error:
        raise Trouble(f"the database: {error}") from None
    if not clean:
        raise SystemExit(1)


def _wanted(tables: Path) -> "tuple[Wanted, ...]":
    from croupier.books import opened
    from croupier.house.app.set_up import LONGEST, BadSetUp, read_set_up

    try:
        with tables.open("rb") as file:
            text = file.read(LONGEST + 1)
    except OSError as error:
        raise BadSetUp(error.strerror or str(error)) from None
    return read_set_up(text, opened)


def _demand_log(url: str, config: "Config", data: Path | None) -> None:
    """A new house never replaces one whose log is missing."""
    from croupier.house.operate.config import BadConfig
    from croupier.house.operate.data_folder import begun_before
    from croupier.house.store.shape import holds_records

    before = begun_before(config, data)
    if before is not None and not holds_records(url):
        where = "the database" if config.database else url.removeprefix("sqlite:///")
        raise BadConfig(
            f"there is no record in {where}, but {before}: the log is missing. Bring back the "
            "database or restore a backup ('croupier restore'). To begin a new house on purpose, "
            "move the key and the heads of the old one away"
        )


def _nothing() -> None:
    """The key is where it stays."""


async def _serve(
    url: str,
    keys: "Keyring",
    begin: Callable[[], None],
    config: "Config",
    data: Path | None,
    *,
    demo: bool,
    wanted: "Sequence[Wanted]",
    check: bool,
) -> bool:
    from croupier.house.app.house import House
    from croupier.house.app.people.authentication import Terms
    from croupier.house.model.cage.day import GamingDay
    from croupier.house.operate.approved_programs import read_approved
    from croupier.house.operate.data_folder import demand_keys_of_log, key_path
    from croupier.house.operate.key_file import is_old, take_up_key, write_keys
    from croupier.house.operate.supervisor import supervise
    from croupier.house.read.proof.running import self_check
    from croupier.house.sealing import Keyring
    from croupier.house.store import open_store

    store = await open_store(url)
    house = House(
        store,
        keys,
        Terms(
            session_hours=config.session_hours,
            guests=demo,
            title=config.title,
            guests_of_address=config.guests_per_address,
        ),
        GamingDay(config.time_zone, config.day_starts),
    )
    house.coach = config.coach
    try:
        house.keeps_snapshots = False  # until the newest key is the log's as well
        await demand_keys_of_log(store, keys, config, data)
        link = (await store.end())[1]
        await house.handler.streams.open()
        path = key_path(config, data)
        from_before = path is not None and path.exists() and is_old(path)
        if from_before and link is None:
            store.chain_under(Keyring())  # a house of version 0.1: it is taken over as it is
        found = await self_check(
            store, house.handler.streams, keys, whole=check, remember=not check
        )
        store.chain_under(keys)
        await demand_keys_of_log(store, keys, config, data)  # meanwhile created by another
        _say(found)
        approved = read_approved(config, data)
        await _hold_to(approved, house)
        if check or not (found.clean or found.repairable):
            return found.clean
        _configure(house.handler, config)
        if found.findings:
            house.only_look(found.findings)
        with _bound(config.host, config.port) as door:
            await _listen_to_others(house, config)
            async with store.starting():
                await demand_keys_of_log(store, keys, config, data)
                begin()
                if found.clean:
                    await _set_up(house.handler, wanted, demo=demo)
                await take_up_key(house.handler, keys)
                house.keeps_snapshots = True
                await supervise(house, config, url, data, found, approved)
                if path is not None and from_before:
                    write_keys(path, keys)
                password = await house.registry.open()
            await _listen(house, store, config, door, password)
    finally:
        await house.stop()
    return True


async def _serve_part(url: str, config: "Config", data: Path | None, *, check: bool) -> bool:
    """Archived gaming days, for one person to read; nothing is recorded."""
    from croupier.house.app.house import House
    from croupier.house.app.people.authentication import Terms
    from croupier.house.app.people.reader import NAME
    from croupier.house.model.cage.day import GamingDay
    from croupier.house.operate.data_folder import keys_at_hand
    from croupier.house.operate.key_file import new_key
    from croupier.house.read.proof.running import self_check
    from croupier.house.sealing import Keyring
    from croupier.house.store import open_as_it_is

    store = await open_as_it_is(url)
    keys = keys_at_hand(config, data) or Keyring((new_key(),))
    terms = Terms(session_hours=config.session_hours, title=config.title)
    house = House(store, keys, terms, GamingDay(config.time_zone, config.day_starts))
    house.coach = False
    password = house.let_one_read()
    try:
        await house.handler.streams.open()
        if check:
            found = await self_check(store, house.handler.streams, keys, whole=True, remember=False)
            _say(found)
            return found.clean
        _configure(house.handler, config)
        with _bound(config.host, config.port) as door:
            who = f"These are archived gaming days. Log in as '{NAME}'; the password of this start:"
            await _listen(house, store, config, door, password, who)
    finally:
        await house.stop()
    return True


def _configure(handler: "CommandHandler", config: "Config") -> None:
    handler.cage_limits = config.cage_limits
    handler.chips = config.chip_set
    handler.report_terms = config.report_terms


async def _set_up(handler: "CommandHandler", wanted: "Sequence[Wanted]", *, demo: bool) -> None:
    """Tables for play money that are not there yet."""
    from croupier.house.app.set_up import set_up, set_up_demonstration

    if demo:
        await set_up_demonstration(handler)
    await set_up(handler, wanted)


async def _hold_to(approved: "Approved | None", house: "House") -> None:
    """A house for live money, or one that may become so, runs an approved program."""
    from croupier.house.app import program
    from croupier.house.operate.approved_programs import demand_approved

    running = program.digest(program.manifest())
    holding = house.handler.streams
    tables = [(await holding.table(name)).stored for name in holding.tables()]
    if approved is None:
        _tell(f"There is no list of approved programs; this one is {running}.")
    elif tables and all(table.practice for table in tables):
        _tell("All tables are for practice: the program is not held to the list of approved ones.")
    else:
        demand_approved(approved, running)
        _tell(f"This program is approved by {' and '.join(approved.programs[running])}.")


def _tell(sentence: str) -> None:
    console(stderr=True).print(sentence, soft_wrap=True)


def _event_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    import uvloop

    return uvloop.new_event_loop


def _say(found: "SelfCheck") -> None:
    for broken in found.down:
        logging.getLogger("croupier").error("broken meter", extra={"reason": broken})
    for finding in found.findings:
        _tell(f"Found wrong: {finding}")
    if found.clean:
        checked = f"{found.tables} tables and {found.jackpots} jackpots: all is well."
        if found.since:
            _tell(f"Checked {found.records} new records, {checked}")
        else:
            _tell(f"Checked {found.records} records, {checked}")
    elif found.repairable:
        _tell(
            "The log itself is whole. The house opens for reading only and takes no command; "
            "stop it and run 'croupier repair' to work these sums out again."
        )
    else:
        _tell("The house does not open until this is corrected.")


def _stop(server: Any) -> None:
    """Finish the work in progress; a second signal waits neither for it nor for its errors."""
    server.force_exit = logging.getLogger("uvicorn.error").disabled = server.should_exit
    server.should_exit = True


def _server_settings(config: "Config") -> "ServerSettings":
    from croupier.house.http.bodies import Limits
    from croupier.house.http.security import ServerSettings
    from croupier.house.operate.config import parted

    return ServerSettings(
        tls=bool(config.tls_certificate),
        behind_proxy=config.behind_proxy,
        trusted_proxies=parted(config.trusted_proxies),
        hosts=config.names,
        limits=Limits(
            body_bytes=config.body_kib * 1024,
            message_bytes=config.message_kib * 1024,
            stream_rate=config.stream_rate,
            stream_burst=config.stream_burst,
            player_rate=config.player_rate,
            player_burst=config.player_burst,
            visitor_rate=config.visitor_rate,
            visitor_burst=config.visitor_burst,
            streams_per_address=config.streams_per_address,
            history_rate=config.history_rate,
            history_burst=config.history_burst,
            connections_per_address=config.connections_per_address,
            headers_seconds=config.headers_seconds,
            body_seconds=config.body_seconds,
            idle_seconds=config.idle_seconds,
        ),
    )


def _bound(host: str, port: int) -> socket.socket:
    """The house's own address, bound before anything is recorded or shown once."""
    from croupier.house.operate.config import BadConfig

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        said = error.strerror or str(error)
        raise BadConfig(
            f"cannot listen on {host}, port {port}: {said}; choose others with --host and --port"
        ) from None


async def _listen_to_others(house: "House", config: "Config") -> None:
    from croupier.house.operate.config import BadConfig

    try:
        await house.listen_to_others(config.internal_host, config.internal_port)
    except OSError as error:
        where = config.internal_host or "the address from which it reaches the database"
        said = error.strerror or str(error)
        raise BadConfig(
            f"cannot listen to the other processes on {where}, port {config.internal_port}: "
            f"{said}; set internal_host and internal_port"
        ) from None


async def _listen(
    house: "House",
    store: "DatabaseStore",
    config: "Config",
    door: socket.socket,
    password: str | None,
    who: str = "The administrator is 'admin'. One-time password, shown only now:",
) -> None:
    from croupier.house.http.application import build
    from croupier.house.http.pages.site import web_routes
    from croupier.house.http.server import Server
    from croupier.house.http.tracing import begin_tracing
    from croupier.house.log.event_store import StoreUnavailable
    from croupier.house.operate.process import collect_when_quiet

    gc.freeze()  # what is there from the start stays; the collector need not look
    tidying = asyncio.create_task(collect_when_quiet(house.metrics.commands))
    server_settings = _server_settings(config)
    app, end_tracing = begin_tracing(build(house, web_routes(), server_settings))
    server = Server(
        app,
        server_settings,
        ssl_certfile=config.tls_certificate or None,
        ssl_keyfile=config.tls_key or None,
        timeout_graceful_shutdown=5,
    )
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _stop, server)
    port = door.getsockname()[1]
    serving = asyncio.create_task(server.serve([door]))
    failed: asyncio.Future[str] = loop.create_future()
    store.on_stop(lambda why: loop.call_soon_threadsafe(failed.set_result, why))
    stopping = asyncio.create_task(_stop_when(failed, server))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        scheme = "https" if config.tls_certificate else "http"
        address = f"{scheme}://{config.host}:{port}"
        tell(f"The house is open at {address} (API: {address}/api/schema)")
        logging.getLogger("croupier").info("open", extra={"address": address})
    if password is not None:
        tell(who)
        click.echo(f"    {password}")
    await serving
    await asyncio.to_thread(end_tracing)
    stopping.cancel()
    tidying.cancel()
    if failed.done():
        raise StoreUnavailable(failed.result())


async def _stop_when(failed: "asyncio.Future[str]", server: Any) -> None:
    """Waiting callers are still answered; the next start finds out what the files hold."""
    why = await asyncio.shield(failed)
    logging.getLogger("croupier").critical("the house stops", extra={"reason": why})
    _stop(server)
