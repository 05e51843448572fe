"""A house with live tables, new for each test: stories end as they like."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.floor_pages.floor import Floor


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    house = Floor(tmp_path)
    house.open()
    try:
        yield house
    finally:
        house.end()
