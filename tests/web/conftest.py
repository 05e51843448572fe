"""One browser for all pages: the Chromium of this machine, which reaches nothing else."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.hashing import hash_weakly
from tests.waiting import PATIENCE_MS

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""As `make chromium` looks for them."""
DISABLED = (
    # The bar of a window that nobody sees costs as much as the page in it.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # As Playwright has them; of two lists a browser takes the last.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    f"--disable-features={','.join(DISABLED)}",
)
FOLDER = Path(__file__).parent
hash_weakly()
expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever opens a browser is for `make test-pages`, except the stories of each page."""
    for item in items:
        opens = "chromium" in getattr(item, "fixturenames", ())
        if opens and FOLDER in item.path.parents and item.get_closest_marker("story") is None:
            item.add_marker(pytest.mark.pages)


def executable() -> str:
    """The browser that is there."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found is not None, "the page tests need Chromium on PATH: run `make chromium`"
    return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Ended with its module: while it lives, nothing else in this process can run a loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield browser
        browser.close()
