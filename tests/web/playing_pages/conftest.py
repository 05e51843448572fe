"""A real house: `croupier serve --demo` as a process, with tables that wait for a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.playing_pages.visiting import DESKTOP, LEISURE, Served, Visit, visiting


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data: Path = tmp_path_factory.mktemp("house")
    house = Served(data)
    house.prepare()
    house.start()
    house.opens(LEISURE)
    try:
        yield house
    finally:
        house.end()


@pytest.fixture
def visit(served: Served, chromium: Browser) -> Iterator[Visit]:
    """A newcomer at a desktop."""
    with visiting(chromium, served.address, DESKTOP) as come:
        yield come
