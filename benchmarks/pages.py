"""Pages in a real browser: what a first visit loads, when it paints, how soon others see an act,
and how many frames are dropped while cards and chips move.

The house is `croupier serve` as a process of its own. A wait begins before the command is sent
and ends with the frame in which another page shows it; beside it stands how long the same
command takes until its giver has the answer, on disk.
"""

import http.client
import json
import random
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import ARGUMENTS, executable
from tests.web.playing_pages.visiting import Served
from tests.web.story_pages.casino import FIRST, Casino

LOADS = 7
SAMPLES = 48  # every other one is a wager, on two pages: a round takes 50 of a player
SIZE = (1280, 800)
PHONE = (360, 740)
BUDGET_MS = 200

_WEIGHT = """() => {
  const of = (kind) => performance.getEntriesByType(kind);
  const all = [...of("navigation"), ...of("resource")];
  const paint = Object.fromEntries(of("paint").map((one) => [one.name, one.startTime]));
  return {
    sent: all.reduce((sum, one) => sum + one.transferSize, 0),
    whole: all.reduce((sum, one) => sum + one.decodedBodySize, 0),
    requests: all.length,
    paint: paint["first-paint"], content: paint["first-contentful-paint"],
  };
}"""

_SEEN = """(what) => {
  window.seen = new Map();
  const look = () => requestAnimationFrame(() => {
    const place = document.querySelector(what);
    const words = place?.ariaLabel ?? place?.textContent ?? "";
    if (window.words !== words) {
      window.words = words;
      window.seen.set(words, Date.now());
    }
  });
  const all = { childList: true, characterData: true, attributes: true, subtree: true };
  new MutationObserver(look).observe(document.body, all);
  look();
}"""


def run() -> None:
    """A first visit, and live updates."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        try:
            with tempfile.TemporaryDirectory() as name:
                _first_visits(browser, Served(Path(name)))
            with tempfile.TemporaryDirectory() as name:
                _live(browser, Casino(Path(name)))
            with tempfile.TemporaryDirectory() as name:
                _motion(browser, Casino(Path(name)))
        finally:
            browser.close()


# A first visit


def _first_visits(browser: Browser, house: Served) -> None:
    print("First visit (nothing kept by the browser), a house with demonstration tables")
    try:
        house.start()
        for what, path, there in (
            ("lobby", "/", ".table-card"),
            ("table", "/table/CSP-1", ".felt"),
        ):
            for device, size in (("desktop", SIZE), ("phone", PHONE)):
                _say_visit(
                    f"{what}, {device}",
                    [_visit(browser, house, path, there, size) for _ in range(LOADS)],
                )
    finally:
        house.end()


def _visit(
    browser: Browser, house: Served, path: str, there: str, size: tuple[int, int]
) -> dict[str, float]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    try:
        page = context.new_page()
        page.goto(house.address + path)
        page.wait_for_selector(there)
        drawn = page.evaluate("performance.now()")
        found: dict[str, float] = page.evaluate(_WEIGHT)
        return {**found, "drawn": drawn}
    finally:
        context.close()


def _say_visit(what: str, visits: list[dict[str, float]]) -> None:
    def middle(name: str) -> float:
        return statistics.median(one[name] for one in visits)

    print(
        f"  {what:24}{middle('sent') / 1024:6.1f} KiB over the wire ({middle('whole') / 1024:.0f} "
        f"unpacked) in {middle('requests'):.0f} requests, first paint {middle('paint'):.0f} ms, "
        f"first content {middle('content'):.0f} ms, drawn {middle('drawn'):.0f} ms"
    )


# Live updates


class Giver:
    """A player at another machine: one connection, one command after the other."""

    def __init__(self, house: Casino, person: str) -> None:
        self._line = http.client.HTTPConnection(urlsplit(house.address).netloc)
        self._headers = {
            "Authorization": f"Bearer {house.tokens[person]}",
            "Content-Type": "application/json",
        }

    def give(self, table: str, **command: Any) -> float:
        """Milliseconds until the answer is here."""
        body = json.dumps({"key": secrets.token_hex(8), "command": command})
        began = time.perf_counter()
        self._line.request("POST", f"/api/tables/{table}/commands", body, self._headers)
        answer = self._line.getresponse()
        told = answer.read()
        assert answer.status == 200, told
        return (time.perf_counter() - began) * 1e3


def _live(browser: Browser, house: Casino) -> None:
    print("From a command to its appearance on another page")
    try:
        house.open()
        house.give("kim", FIRST, do="open_bets")
        seen = {
            "table, for players": (f"/table/{FIRST}", '[data-spot="1/ante"]', _shows_ante),
            "lobby": ("/", f'.table-card:has([href="/table/{FIRST}"]) .seats-words', _shows_seats),
        }
        for what, (path, where, shows) in seen.items():
            page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
            page.goto(house.address + path)
            page.wait_for_selector(where)
            page.evaluate(_SEEN, where)
            _say_waits(what, *_waits(house, page, shows))
            page.close()
        print(f"  {'budget':24}p99 {BUDGET_MS} ms")
    finally:
        house.end()


def _shows_ante(laid: bool) -> str:
    return "box 1: $10.00" if laid else "box 1: empty"


def _shows_seats(laid: bool) -> str:
    return "6 of 7 boxes free" if laid else "7 of 7 boxes free"


def _waits(
    house: Casino, page: Page, shows: Callable[[bool], str]
) -> tuple[list[float], list[float]]:
    """Until seen, and until answered; a wager is laid and taken back in turn."""
    giver, chance = Giver(house, "ann"), random.Random(7)
    seen, answered = [], []
    for sample in range(SAMPLES):
        laid = sample % 2 == 0
        time.sleep(0.1 + chance.random() * 0.3)  # at no fixed place between two pushes
        page.evaluate("window.seen.clear()")
        began = time.time() * 1e3
        command: dict[str, Any] = {"box": 1, "wager": "ante", "player": "ann"}
        if laid:
            answered.append(giver.give(FIRST, do="place_wager", amount=1000, **command))
        else:
            answered.append(giver.give(FIRST, do="withdraw_wager", **command))
        at = page.wait_for_function(
            "(words) => [...window.seen].find(([one]) => one.includes(words))?.[1]", arg=shows(laid)
        ).json_value()
        seen.append(at - began)
    return seen, answered


def _say_waits(what: str, seen: list[float], answered: list[float]) -> None:
    def at(waits: list[float], share: float) -> float:
        return sorted(waits)[min(len(waits) - 1, int(len(waits) * share))]

    print(
        f"  {what:24}p50 {at(seen, 0.5):.0f} ms, p99 {at(seen, 0.99):.0f} ms of {len(seen)}; "
        f"answered to its giver p50 {at(answered, 0.5):.1f} ms, p99 {at(answered, 0.99):.1f} ms"
    )


# Motion

FRAME_MS = 1000 / 60
MOVES_MS = 3000
"""Longer than anything moves after one command."""
ROUND: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kim", {"do": "open_bets"}),
    ("ann", {"do": "place_wager", "box": 1, "wager": "ante", "amount": 12500}),
    ("ben", {"do": "place_wager", "box": 4, "wager": "ante", "amount": 5000}),
    ("kim", {"do": "close_bets"}),
    (
        "kim",
        {
            "do": "deal",
            "hands": {"1": "Kd Kc 9s 5h 3c", "4": "2c 4d 6h 8c 9d", "dealer": "Ad Qd 7s 5d 3d"},
        },
    ),
    ("ann", {"do": "view_hand", "box": 1}),
    ("ann", {"do": "place_wager", "box": 1, "wager": "bet"}),
    ("ben", {"do": "fold", "box": 4}),
    ("kim", {"do": "reveal_dealer"}),
    ("kim", {"do": "settle"}),
)

_FRAMES = """() => {
  window.gaps = { moving: [], still: [] };
  let last = performance.now();
  const moves = ({ playState, effect }) =>
    playState === "running" && effect.getComputedTiming().endTime !== Infinity;
  const tick = (now) => {
    window.gaps[document.getAnimations().some(moves) ? "moving" : "still"].push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def _motion(browser: Browser, house: Casino) -> None:
    print("Frames of a round at the table, of 60 a second, beside the same page while it is still")
    try:
        house.open()
        for what, (width, height) in (("desktop", SIZE), ("phone", PHONE)):
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(f"{house.address}/table/{FIRST}")
            page.wait_for_selector(".felt")
            page.evaluate(_FRAMES)
            for person, command in ROUND:
                house.give(person, FIRST, **command)
                page.wait_for_timeout(MOVES_MS)
            gaps: dict[str, list[float]] = page.evaluate("window.gaps")
            page.close()
            print(f"  {what:24}{_dropped(gaps['moving'])}; still: {_dropped(gaps['still'])}")
    finally:
        house.end()


def _dropped(gaps: list[float]) -> str:
    """A gap of several frames dropped all but one of them."""
    whole = [max(1, round(gap / FRAME_MS)) for gap in gaps]
    lost = sum(whole) - len(whole)
    return f"{lost} of {sum(whole)} dropped ({lost / sum(whole):.1%}), longest {max(gaps):.0f} ms"


if __name__ == "__main__":
    run()
