"""Pages in a real browser before a house that says what a test wants it to say.

The odds and the book need no house; the sign needs one whose meter, link and
connection a test can move at will.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, websocket
from litestar.exceptions import NotFoundException, WebSocketDisconnect
from litestar.params import FromPath
from playwright.sync_api import Browser, BrowserContext, Page

from croupier.books import RULEBOOKS
from croupier.house.http.pages.site import send_shell, show_page, web_routes
from croupier.house.http.pages.titles import About
from tests.waiting import PATIENCE
from tests.web.looking import unhurried

DESKTOP = (1280, 800)
PHONE = (360, 740)


def meters(**changed: Any) -> dict[str, Any]:
    """The meters of a jackpot as the service tells them."""
    told: dict[str, Any] = {
        "jackpot": "MULTI",
        "version": 1,
        "display": 104_211_875,
        "stake": 500,
        "reset": 25_000_000,
        "increment": "0.3",
        "limit": None,
        "tables": ["MLP-1", "MLP-2"],
        "failed": None,
        "pending": [],
        "last_hits": [],
        "payable": 0,
    }
    return told | changed


class Wall:
    """A house of one jackpot, behind an address of this machine."""

    def __init__(self) -> None:
        self.meters = meters()
        self.down = False
        self.address = ""
        self.asked: list[str] = []
        self._sockets: set[WebSocket[Any, Any, Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def move(self, **changed: Any) -> None:
        """Another state of the meters; whoever follows is told that something happened."""
        self.meters = {**self.meters, "version": self.meters["version"] + 1, **changed}
        self.tell({"event": "jackpot_grew"})

    def tell(self, *events: dict[str, Any]) -> None:
        """Whoever follows, or is on the way to."""
        self._run(self._followed())
        self._run(self._tell(events))

    def cut(self) -> None:
        """The connection is lost, and nothing answers."""
        self.down = True
        self._run(self._cut())

    def mend(self) -> None:
        self.down = False

    def _run(self, work: Any) -> None:
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _followed(self) -> None:
        while not self._sockets:
            await asyncio.sleep(0.01)

    async def _tell(self, events: tuple[dict[str, Any], ...]) -> None:
        message = {
            "type": "events",
            "stream": "jackpot:MULTI",
            "version": self.meters["version"],
            "at": datetime.now(UTC).isoformat(),
            "events": [{"version": 1, "event": event} for event in events],
        }
        for socket in tuple(self._sockets):
            await socket.send_data(msgspec.json.encode([message]).decode(), "text")

    async def _cut(self) -> None:
        for socket in tuple(self._sockets):
            await socket.close(1011)

    def application(self) -> Litestar:
        @get("/api/me", sync_to_thread=False)
        def me() -> dict[str, Any]:
            nobody = {"person": None, "csrf": None, "wallet": None, "limits": None, "demo": False}
            return {**nobody, "games": {name: book.name for name, book in RULEBOOKS.items()}}

        @get(["/", "/{address:path}"], sync_to_thread=False)
        def page(request: Request[Any, Any, Any], address: FromPath[str] = "/") -> Response[bytes]:
            return send_shell(request, About("A page"), address, self.address)

        others = [one for one in web_routes() if one is not show_page]

        @get("/api/log/heads", sync_to_thread=False)
        def heads() -> dict[str, Any]:
            return {"heads": []}

        @get("/api/tables", sync_to_thread=False)
        def tables() -> list[dict[str, Any]]:
            return [{"table": "MLP-1", "rulebook": "multi-link-stud@2", "jackpot": "MULTI"}]

        @get("/api/jackpots", sync_to_thread=False)
        def jackpots() -> list[dict[str, Any]]:
            return [self.meters]

        @get("/api/jackpots/{name:str}", sync_to_thread=False)
        def jackpot(name: FromPath[str]) -> Response[Any]:
            if self.down:
                return Response({"kind": "unavailable", "message": "away"}, status_code=503)
            if name != "MULTI":
                raise NotFoundException("There is no such jackpot.")
            return Response(self.meters)

        @websocket("/api/stream")
        async def stream(socket: WebSocket[Any, Any, Any]) -> None:
            if self.down:
                await socket.close(1011)
                return
            await socket.accept()
            self._sockets.add(socket)
            try:
                while True:
                    if "ping" in await socket.receive_data("text"):
                        await socket.send_data('[{"type":"pong"}]', "text")
            except WebSocketDisconnect:
                pass
            finally:
                self._sockets.discard(socket)

        async def opened() -> None:
            self._loop = asyncio.get_running_loop()

        return Litestar(
            [me, heads, tables, jackpots, jackpot, stream, page, *others],
            on_startup=[opened],
            logging_config=None,
        )


class Visit:
    """One visitor: a page, and everything that it must not do."""

    def __init__(self, context: BrowserContext, wall: Wall) -> None:
        self.page: Page = context.new_page()
        self.wrong: list[str] = []
        self.outside: list[str] = []
        self._wall = wall
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.wrong.append(message.text) if message.type == "error" else None,
        )
        self.page.on("request", self._requested)

    def _requested(self, request: Any) -> None:
        self._wall.asked.append(request.url)
        if not request.url.startswith((self._wall.address, "data:", "blob:")):
            self.outside.append(request.url)

    def open(self, path: str) -> Page:
        self.page.goto(self._wall.address + path)
        return self.page

    def fits(self) -> bool:
        """No line of the page runs out of the window."""
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
        )


@contextmanager
def visiting(
    chromium: Browser, wall: Wall, size: tuple[int, int] = DESKTOP, *, calm: bool = False
) -> Iterator[Visit]:
    """A visitor with a window of that size, who may prefer that nothing moves."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce" if calm else "no-preference",
    )
    unhurried(context)
    try:
        yield Visit(context, wall)
    finally:
        context.close()
