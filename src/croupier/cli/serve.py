"""`croupier serve`: the house behind an address."""

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from croupier.cli.trouble import Trouble

if TYPE_CHECKING:
    from croupier.house.operation.config import Config
    from croupier.house.running import House
    from croupier.house.service.security import Frontage


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
@click.option("--check", is_flag=True, help="Check settings and log, say what was found, stop.")
def serve(
    data: Path | None,
    database: str | None,
    host: str | None,
    port: int | None,
    demo: bool,
    check: bool,
) -> None:
    """Run the house: tables, jackpots and their service.

    Every act is on disk before it is acknowledged. After a crash the house stands
    exactly where it stood.
    """
    from croupier.house.log.storing import StoreUnavailable
    from croupier.house.operation.config import (
        BadConfig,
        demand_certificate,
        house_key,
        only_process,
        prepare,
        read_config,
    )
    from croupier.house.operation.logs import log_to_standard_error

    try:
        if data is not None:
            prepare(data)
        config = read_config(data, database=database, host=host, port=port)
        demand_certificate(config)
        log_to_standard_error(config.log_level)
        key = house_key(config, data)
        url = config.url(data)
        with (
            only_process(config, data),
            asyncio.Runner(loop_factory=_event_loop()) as runner,
        ):
            clean = runner.run(_serve(url, key, config, data, demo=demo, check=check))
    except BadConfig as error:
        raise Trouble(str(error)) from None
    except StoreUnavailable as error:
        raise Trouble(f"the database: {error}") from None
    if not clean:
        raise SystemExit(1)


async def _serve(
    url: str, key: bytes, config: "Config", data: Path | None, *, demo: bool, check: bool
) -> bool:
    from croupier.house.cage.day import GamingDay
    from croupier.house.demo import set_up
    from croupier.house.operation.attending import attend
    from croupier.house.operation.collecting import collect_when_quiet
    from croupier.house.people.entrance import Terms
    from croupier.house.proof.check import self_check
    from croupier.house.running import House
    from croupier.house.store import open_store

    log = logging.getLogger("croupier")
    store = await open_store(url)
    house = House(
        store,
        key,
        Terms(session_hours=config.session_hours, guests=demo, title=config.title),
        GamingDay(config.time_zone, config.day_starts),
    )
    house.coach = config.coach
    try:
        await house.keeper.holding.open()
        found = await self_check(store, house.keeper.holding, key)
        _say(found.tables, found.jackpots, found.records, found.findings)
        for broken in found.down:
            log.error("broken meter", extra={"reason": broken})
        if found.findings or check:
            return found.clean
        door = _bound(config.host, config.port)
        if demo:
            await set_up(house.keeper)
        await attend(house, config, url, data, found)
        password = await house.registry.open()
        gc.freeze()  # what is there from the start stays; the collector need not look
        tidying = asyncio.create_task(collect_when_quiet(house.metrics.commands))
        await _listen(house, config, door, password)
        tidying.cancel()
    finally:
        await house.stop()
    return True


def _event_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    import uvloop

    return uvloop.new_event_loop


def _say(tables: int, jackpots: int, records: int, findings: tuple[str, ...]) -> None:
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    for finding in findings:
        console.print(f"Found wrong: {finding}", markup=False)
    if findings:
        console.print("The house does not open before this is put right.")
    else:
        console.print(
            f"Checked {records} new records, {tables} tables and {jackpots} jackpots: all is well."
        )


def _stop(server: Any) -> None:
    """Finish what is under way; a second signal does not wait for it, nor for its complaints."""
    server.force_exit = logging.getLogger("uvicorn.error").disabled = server.should_exit
    server.should_exit = True


def _frontage(config: "Config") -> "Frontage":
    from croupier.house.operation.config import parted
    from croupier.house.service.security import Frontage, Limits

    return Frontage(
        tls=bool(config.tls_certificate),
        behind_proxy=config.behind_proxy,
        trusted_proxies=parted(config.trusted_proxies),
        hosts=config.names,
        limits=Limits(
            body_bytes=config.body_kib * 1024,
            message_bytes=config.message_kib * 1024,
            stream_rate=config.stream_rate,
            stream_burst=config.stream_burst,
            visitor_rate=config.visitor_rate,
            visitor_burst=config.visitor_burst,
            streams_per_address=config.streams_per_address,
        ),
    )


def _bound(host: str, port: int) -> socket.socket:
    """The house's own address, taken before anything is written down or shown once."""
    from croupier.house.operation.config import BadConfig

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        said = error.strerror or str(error)
        raise BadConfig(
            f"cannot listen on {host}, port {port}: {said}; choose others with --host and --port"
        ) from None


async def _listen(
    house: "House", config: "Config", door: socket.socket, password: str | None
) -> None:
    import uvicorn

    from croupier.house.service.application import build
    from croupier.web.pages import web_routes

    class Server(uvicorn.Server):
        """Stops when told to by a signal, and then ends the program as any other."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    server = Server(
        uvicorn.Config(
            build(house, web_routes(), _frontage(config)),
            host=config.host,
            port=config.port,
            ssl_certfile=config.tls_certificate or None,
            ssl_keyfile=config.tls_key or None,
            proxy_headers=False,  # the door believes proxies that are trusted
            server_header=False,
            log_config=None,
            access_log=False,
            lifespan="on",
            ws="websockets-sansio",
            ws_max_size=config.message_kib * 1024,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )
    )
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _stop, server)
    port = door.getsockname()[1]
    serving = asyncio.create_task(server.serve([door]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        scheme = "https" if config.tls_certificate else "http"
        address = f"{scheme}://{config.host}:{port}"
        click.echo(f"The house is open at {address} (API: {address}/api/schema)")
        logging.getLogger("croupier").info("open", extra={"address": address})
    if password is not None:
        click.echo("The administrator is 'admin'. One-time password, shown only now:")
        click.echo(f"    {password}")
    await serving
