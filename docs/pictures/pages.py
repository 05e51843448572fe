"""Pictures of the pages, taken in Chromium from a demonstration house.

`python docs/pictures/pages.py`: a guest sits down, bets, decides and is paid; each
stage is taken at a desk and on a phone. Everything is written beside this file as `page-*.png`.
"""

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
PATIENCE = 60_000


@contextmanager
def house() -> Iterator[str]:
    """`croupier serve --demo` in a folder of its own."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "croupier", "serve", "--demo"]
        serving = subprocess.Popen(  # noqa: S603
            [*command, "--data", data, "--port", str(port)], stdout=subprocess.PIPE, text=True
        )
        assert serving.stdout is not None
        serving.stdout.readline()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            serving.terminate()
            serving.wait(20)
            serving.stdout.close()


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=HERE / f"page-{name}.png")


def a_round(page: Page, address: str, size: str) -> None:
    """The lobby, and a table from the first chip to the settlement."""
    page.goto(address)
    page.wait_for_selector(".table-card")
    take(page, f"lobby-{size}")
    page.goto(f"{address}/table/CSP-1")
    page.wait_for_selector(".phase-betting", timeout=PATIENCE)
    page.click('[data-spot="3/ante"]')
    page.wait_for_selector('[data-spot="3/jackpot"].lit')
    page.click('[data-spot="3/jackpot"]')
    page.mouse.move(0, 0)
    take(page, f"betting-{size}")
    page.wait_for_selector(".own-hand", timeout=PATIENCE)
    page.keyboard.press("l")
    page.wait_for_selector(".coach")
    take(page, f"decision-{size}")
    page.keyboard.press("b")
    page.wait_for_selector(".phase-settled", timeout=PATIENCE)
    take(page, f"settled-{size}")


def sheets(page: Page) -> None:
    """What is one tap away."""
    for label, name, there in (
        ("Rules and pays", "rules", ".pays"),
        ("My rounds", "rounds", ".past-round"),
    ):
        page.get_by_role("button", name=label).click()
        page.wait_for_selector(there)
        if name == "rounds":
            page.click(there)
            page.get_by_text("The seed fits").wait_for()
        take(page, name)
        page.keyboard.press("Escape")


def pictures(browser: Browser, address: str) -> None:
    for size, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.add_init_script("localStorage.setItem('croupier.coach', 'true')")
        a_round(page, address, size)
        if size == "desktop":
            sheets(page)
        page.close()


if __name__ == "__main__":
    with house() as open_at, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        pictures(chromium, open_at)
        chromium.close()
