"""A house with live money and its offices, new for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.office_pages.office import Department


@pytest.fixture
def department(tmp_path: Path) -> Iterator[Department]:
    house = Department(tmp_path)
    house.open()
    try:
        yield house
    finally:
        house.end()
