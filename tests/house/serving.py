"""The service as tests run it: in this process, or as a program of its own."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from litestar.types import ControllerRouterHandler

from croupier.house.app.house import House
from croupier.house.app.people.authentication import TERMS, Terms
from croupier.house.app.people.factors import Factor
from croupier.house.client import Client, trusted
from croupier.house.http.application import service
from croupier.house.http.pages.site import web_routes
from croupier.house.http.security import SERVER_SETTINGS, ServerSettings
from croupier.house.http.server import Server
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.people.events import PasswordChanged
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.store import open_store
from croupier.rulebooks.terms import Actor
from tests.house.houses import KEY
from tests.waiting import PATIENCE


async def token_of(house: House, who: Actor | str, *roles: HouseRole) -> str:
    """A token of somebody the house knows from now on."""
    if isinstance(who, Actor):
        return await house.registry.introduce(who.id, HouseRole(who.role.value))
    return await house.registry.introduce(who, *roles)


async def session_of(house: House, who: str, *roles: HouseRole) -> str:
    """The secret of a session of somebody who has logged in just now: it goes as a token does."""
    if who not in (await house.registry.people()).accounts:
        await token_of(house, who, *roles)
    if (await house.registry.account(who)).must_change_password:
        changed = PasswordChanged(who)
        await house.handler.record(
            Department.PEOPLE, lambda people, at: (changed,), None, f"new:{who}"
        )
    return await house.authentication._let_in(
        await house.registry.account(who), "127.0.0.1", Factor()
    )


async def suspend(house: House, person: str) -> None:
    """By an administrator whom the house knows from now on."""
    await token_of(house, "admin", HouseRole.ADMINISTRATOR)
    by = Signature("admin", HouseRole.ADMINISTRATOR)
    await house.registry.suspend(person, "caught", by)


async def shoe_of(house: House, table: str, owner: str) -> str:
    """The token of a shoe that an administrator proposed and a shift manager approved."""
    approver = f"second-of-{owner}"
    await token_of(house, approver, HouseRole.SHIFT_MANAGER)
    first = Signature(owner, HouseRole.ADMINISTRATOR)
    second = Signature(approver, HouseRole.SHIFT_MANAGER)
    shoe = hc.AdmitShoe(table=table, name="shoe")
    proposal = (await house.handler.command(None, shoe, first, f"shoe-at-{table}")).proposal
    assert proposal is not None
    await house.handler.command(None, hc.Approve(proposal=proposal), second, f"yes-to-{proposal}")
    return (await house.registry.make_shoe_token(proposal, first))[1]


async def client_of(
    house: House, address: str, who: Actor | str, *roles: HouseRole, at: Sequence[str] = ()
) -> Client:
    """Somebody's client; a dealer is signed on at these tables."""
    client = Client(address, await token_of(house, who, *roles))
    for table in at:
        await client.give(hc.SignOn(), table)
    return client


async def introduced(url: str, *people: Actor, approving: Sequence[Actor] = ()) -> dict[str, str]:
    """Tokens, by name, of people whom a server on this database will know.

    Whoever approves has just logged in instead: a token approves nothing.
    """
    house = House(await open_store(url), KEY)
    try:
        await house.handler.streams.open()
        tokens = {who.id: await token_of(house, who) for who in people}
        for who in approving:
            tokens[who.id] = await session_of(house, who.id, HouseRole(who.role.value))
        return tokens
    finally:
        await house.stop()


def http_to(address: str, token: str | None = None, **more: Any) -> httpx.AsyncClient:
    """Plain HTTP, with somebody's token or as anybody; however long an answer takes.

    Each request has a connection of its own: the house ends one that has rested for a few
    seconds, maybe just when a slow test comes back to it.
    """
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    each_its_own = httpx.Limits(max_keepalive_connections=0)
    return httpx.AsyncClient(
        base_url=address,
        headers=headers,
        timeout=PATIENCE,
        limits=each_its_own,
        verify=trusted(),
        **more,
    )


async def caller(house: House, address: str, name: str, *roles: HouseRole) -> httpx.AsyncClient:
    """The same as somebody whom the house knows from now on, and who has just logged in."""
    return http_to(address, await session_of(house, name, *roles))


@cache
def page_routes() -> tuple[ControllerRouterHandler, ...]:
    """The routes of the pages, the same ones for every house."""
    return tuple(web_routes())


_Kind = tuple[ServerSettings, tuple[ControllerRouterHandler, ...]]
_spare_services: dict[_Kind, list[Litestar]] = {}


@contextmanager
def service_of(
    house: House, routes: Sequence[ControllerRouterHandler], server_settings: ServerSettings
) -> Iterator[Litestar]:
    """Building one takes longer than most tests: it serves the next house too."""
    spare = _spare_services.setdefault((server_settings, tuple(routes)), [])
    application = spare.pop() if spare else service(routes, server_settings)
    application.state.house = house
    yield application
    spare.append(application)


@asynccontextmanager
async def serving(
    url: str,
    server_settings: ServerSettings = SERVER_SETTINGS,
    routes: Sequence[ControllerRouterHandler] = (),
    terms: Terms = TERMS,
) -> AsyncIterator[tuple[House, str]]:
    """A house behind an address of this machine, by the server that `croupier serve` runs."""
    house = House(await open_store(url), KEY, terms)
    house.clock = partial(datetime.now, UTC)  # a test may travel in time, its database stays
    with service_of(house, routes, server_settings) as application:
        server = Server(application, server_settings, port=0)
        running = asyncio.create_task(server.serve())
        try:
            while not server.started:
                assert not running.done(), "the server did not start"
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            yield house, f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            await running


class Program:
    """`croupier serve` as a process that can be killed."""

    def __init__(self, *arguments: str, program: Sequence[str] = ()) -> None:
        self._arguments = arguments
        self._program = program or ("-c", _SERVE)
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> str:
        """Returns the address once the house is open."""
        self._process = subprocess.Popen(
            [sys.executable, *self._program, *self._arguments, "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "CROUPIER_KEY": KEY.hex(), "CROUPIER_STREAM_RATE": "1e6"},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("The house is open at "), line or "the program ended"
        self.address = line.split()[5]
        return self.address

    def says(self, lines: int) -> list[str]:
        """What it prints next."""
        assert self._process is not None
        assert self._process.stdout is not None
        return [self._process.stdout.readline() for _ in range(lines)]

    @property
    def process_id(self) -> int:
        assert self._process is not None
        return self._process.pid

    def send(self, number: int) -> None:
        os.kill(self.process_id, number)

    def ended(self) -> int:
        """The status with which it ends by itself."""
        return self.end(0)

    def end(self, number: int = signal.SIGKILL) -> int:
        process = self._process
        if process is None:
            return 0
        process.send_signal(number)
        status = process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()
        self._process = None
        return status


_SERVE = "from croupier.cli.serve import serve; serve(prog_name='croupier serve')"


@contextmanager
def program(
    data: Path | None, database: str | None = None, through: Sequence[str] = ()
) -> Iterator[Program]:
    """`through`: how Python gets to `croupier serve`, where not by itself."""
    arguments = [] if data is None else ["--data", str(data)]
    if database is not None:
        arguments += ["--database", database]
    running = Program(*arguments, program=through)
    try:
        yield running
    finally:
        running.end()
