"""One house for all pages of the module, and one browser window for each of its visitors."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from tests.web.layout_pages import fitting
from tests.web.layout_pages.premises import Premises
from tests.web.playing_pages.visiting import Visit

Visits = Callable[[str | None], Visit]


SOME = pytest.param(fitting.FEW, id="some")
ALL = pytest.param(fitting.SIZES, id="all", marks=pytest.mark.slow)


@pytest.fixture(scope="module", autouse=True, params=[SOME, ALL])
def sizes(request: pytest.FixtureRequest) -> Iterator[None]:
    before = fitting.in_use.set(request.param)
    yield
    fitting.in_use.reset(before)


@pytest.fixture(scope="module")
def premises(sizes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Premises]:
    house = Premises(tmp_path_factory.mktemp("premises"))
    house.open()
    try:
        yield house
    finally:
        house.end()


@pytest.fixture(scope="module")
def visit_of(premises: Premises, chromium: Browser) -> Iterator[Visits]:
    """A window goes from page to page and keeps what it has loaded: half the work is in loading."""
    known: dict[str | None, Visit] = {}
    with ExitStack() as windows:

        def visit(person: str | None) -> Visit:
            if person not in known:
                known[person] = windows.enter_context(premises.visited_by(person, chromium))
            return known[person]

        yield visit
