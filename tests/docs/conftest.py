"""The story of README visits the house with the browser of the page tests."""

from tests.web.conftest import chromium

__all__ = ["chromium"]
