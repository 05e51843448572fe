"""A house with live money and its offices, new for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.office_pages.office import Office


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    house = Office(tmp_path)
    house.open()
    try:
        yield house
    finally:
        house.end()
