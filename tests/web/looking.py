"""Looking at a page without haste: nothing goes away before it is seen, and nothing still moves."""

from playwright.sync_api import BrowserContext, Page

from tests.waiting import PATIENCE_MS

_STAYS = """
const soon = window.setTimeout;
window.setTimeout = (work, after = 0, ...more) =>
  soon(work, after < 7000 ? after : 2 ** 31 - 1, ...more);
"""
"""A refusal goes after 7 s and a celebration after 14: a busy machine may look later."""

_STILL = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""

_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def unhurried(context: BrowserContext) -> None:
    """Pages of this browser keep what they show, and are waited for."""
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(_STAYS)


def still(page: Page) -> None:
    """Until nothing slides or fades any more."""
    page.wait_for_function(_STILL)


def frames(page: Page) -> None:
    """Until the page was drawn with all that it knows by now."""
    page.evaluate(_FRAMES)
