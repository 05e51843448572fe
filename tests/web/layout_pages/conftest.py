"""One house for all pages of the module, and its visitors."""

from collections.abc import Iterator

import pytest

from tests.web.layout_pages.premises import Premises


@pytest.fixture(scope="module")
def premises(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Premises]:
    house = Premises(tmp_path_factory.mktemp("premises"))
    house.open()
    try:
        yield house
    finally:
        house.end()
