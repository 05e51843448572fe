"""Looking at a page without haste: nothing goes away before it is seen, and nothing still moves."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page

from tests.waiting import PATIENCE_MS

_STAYS = """
const soon = window.setTimeout;
const hurried = (after) => !window.inHaste && after > 2000 && after <= 3000;
window.setTimeout = (work, after = 0, ...more) =>
  soon(work, after < 7000 && !hurried(after) ? after : 2 ** 31 - 1, ...more);
const send = WebSocket.prototype.send;
const later = (_, moment) => `"until":"${new Date(Date.parse(moment) + 600_000).toISOString()}"`;
WebSocket.prototype.send = function (words) {
  send.call(this, window.inHaste ? words : words.replace(/"until":"([^"]+)"/, later));
};
"""
"""A refusal goes after 7 s and a celebration after 14: a busy machine may look later. A command
expires after 3 s, and a connection is given up after 2.5 s of silence: a busy machine may answer
later, unless the page is in haste because that is what a test is about."""

IN_HASTE = "window.inHaste = true"

_STILL = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""

_ASK_MS = 50
_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def unhurried(context: BrowserContext) -> None:
    """Pages of this browser keep what they show, and are waited for."""
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(_STAYS)


def until(page: Page, true: str, of: object = None) -> None:
    """Until the page says so. Asked from outside: a page that allows no `eval` cannot be made to
    wait for an expression by itself."""
    for _ in range(int(PATIENCE_MS) // _ASK_MS):
        if page.evaluate(true, of):
            return
        page.wait_for_timeout(_ASK_MS)
    raise AssertionError(f"it never came true: {true}")


def still(page: Page) -> None:
    """Until nothing slides or fades any more."""
    until(page, _STILL)


def frames(page: Page) -> None:
    """Until the page was drawn with all that it knows by now."""
    page.evaluate(_FRAMES)


def violations(page: Page) -> list[dict[str, Any]]:
    """What axe finds wrong. It describes every element that is right as well, unless told not to:
    half of its work on a long page."""
    still(page)
    only = {"resultTypes": ["violations"]}
    found: list[dict[str, Any]] = Axe().run(page, options=only).response["violations"]
    return found


def barriers(page: Page) -> list[str]:
    """What keeps somebody from using the page."""
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in violations(page)
        if one["impact"] in ("serious", "critical")
    ]
