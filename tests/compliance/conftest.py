"""The databases and the event loop of the tests of the house."""

from tests.house.conftest import *  # noqa: F403
