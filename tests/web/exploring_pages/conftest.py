"""A house before the browser that says what a test wants it to say."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

from tests.waiting import PATIENCE
from tests.web.exploring_pages.wall import Wall


class _Quiet(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@pytest.fixture
def wall() -> Iterator[Wall]:
    house = Wall()
    server = _Quiet(
        uvicorn.Config(
            house.application(),
            port=0,
            log_config=None,
            ws="websockets-sansio",
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        threading.Event().wait(0.01)
    house.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield house
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
