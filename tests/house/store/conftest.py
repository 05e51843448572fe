"""The store is tried on both databases, always."""

import pytest

from tests.house.conftest import BOTH, url_of


@pytest.fixture(params=BOTH)
def store_url(request: pytest.FixtureRequest) -> str:
    """An empty store on each database in turn."""
    return url_of(request)
