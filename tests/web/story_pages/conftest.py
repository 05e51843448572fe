"""A house in a process of its own, new for each story."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.story_pages.casino import Casino


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    house = Casino(tmp_path)
    try:
        house.open()
        yield house
    finally:
        house.end()
