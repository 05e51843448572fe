"""A round of seven boxes at the dealer's console: keys pressed, and seconds at a trained cadence.

The house runs in a thread, the console in a real browser. Every box has an ante and a jackpot
wager, nobody folds: no round of the game takes more keys. The wagers are those of the round
before. A key is pressed 0.2 s after the one before it, or as soon after as the console is ready.
"""

import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from croupier.table.commands import Deal
from tests.web.conftest import ARGUMENTS, executable
from tests.web.floor_pages.floor import RECORDING, Floor, sign_on

CADENCE_S = 0.2
BOXES = 7
BUDGETS_S = {"keyed": 25.0, "read by a shoe": 12.0}
DEALER = "Ac Kh 9d 8d 3c"
HANDS = (
    "Qs Qh 6c 6h 4d",
    "9s 7c 5h 4h 2d",
    "Js Jd Tc 3h 2c",
    "Kd Qd 8s 5s 4s",
    "Th 9h 7d 6d 2h",
    "As Jh 8c 7s 5c",
    "Ks Td 9c 7h 3s",
)


class Keys:
    """A dealer's hand: counts what it presses, at its cadence."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0
        self.began = self.last = time.perf_counter()

    def press(self, key: str) -> None:
        pause = self.last + CADENCE_S - time.perf_counter()
        if pause > 0:
            self.page.wait_for_timeout(pause * 1000)
        self.page.keyboard.press(key)
        self.last = time.perf_counter()
        self.pressed += 1

    def cards(self, cards: str) -> None:
        for card in cards.split():
            self.press(card[0].lower())
            self.press(card[1])

    def go_on(self, label: str) -> None:
        expect(self.page.locator("#next-action .next-label")).to_have_text(label)
        expect(self.page.locator("#next-action")).to_have_attribute("aria-disabled", "false")
        self.press("Space")


def run() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        floor = Floor(Path(name))
        floor.open()
        try:
            with floor.visited_by("dan", browser, (1024, 768)) as visit:
                page = sign_on(visit, RECORDING)
                keys = Keys(page)
                keys.go_on("Open bets")
                _sit_down(page, keys)
                _round(floor, page, keys, shoe=False)
                for what, shoe in (("keyed", False), ("read by a shoe", True)):
                    keys = Keys(page)
                    keys.go_on("Next round")
                    _repeat(page, keys)
                    _round(floor, page, keys, shoe=shoe)
                    _say(what, keys)
        finally:
            floor.end()
            browser.close()


def _say(what: str, keys: Keys) -> None:
    at_cadence = keys.pressed * CADENCE_S
    took = keys.last - keys.began
    verdict = "met" if at_cadence <= BUDGETS_S[what] else "missed"
    print(
        f"  seven boxes, cards {what:16} {keys.pressed:4} keys, {at_cadence:5.1f} s of keying "
        f"(budget {BUDGETS_S[what]:.0f} s: {verdict}); {took:.1f} s with the waits for the console"
    )


def _sit_down(page: Page, keys: Keys) -> None:
    for box in range(1, BOXES + 1):
        keys.press(str(box))
        expect(page.locator("#pad-player")).to_be_focused()
        keys.press("Enter")
        expect(page.locator("#pad-amount")).to_be_focused()
        for digit in "25":
            keys.press(digit)
        keys.press("Enter")
        expect(page.locator("#pad-amount")).not_to_be_focused()
        keys.press("j")
        expect(page.locator(".tile").nth(box - 1)).to_contain_text("Jackpot")


def _repeat(page: Page, keys: Keys) -> None:
    expect(page.locator(".stage-now")).to_contain_text("Bets are open")
    keys.press("r")
    expect(page.locator(".boxes .spot-jackpot")).to_have_count(BOXES)


def _round(floor: Floor, page: Page, keys: Keys, *, shoe: bool) -> None:
    keys.go_on("No more bets")
    expect(page.locator(".stage-now")).to_contain_text("No more bets")
    *closed, up_card = DEALER.split()
    if shoe:
        hands = {str(box): hand for box, hand in enumerate(HANDS, 1)}
        floor.give("dan", RECORDING, Deal(hands={**hands, "dealer": DEALER}), f"deal {time.time()}")
    else:
        keys.cards(up_card)
        keys.go_on("Deal")
    for box in range(1, BOXES + 1):
        expect(page.locator("#decide-title")).to_contain_text(f"Box {box},")
        keys.press("b")
    if not shoe:
        expect(page.locator(".aim")).to_contain_text("for the dealer")
        keys.cards(" ".join(closed))
    keys.go_on("Reveal the dealer's hand")
    if not shoe:
        for box, hand in enumerate(HANDS, 1):
            expect(page.locator(".aim")).to_contain_text(f"for box {box}")
            keys.cards(hand)
    keys.go_on("Settle")
    expect(page.locator(".stage-now")).to_contain_text("Settle with the players")
    _confirm(page, keys)


def _confirm(page: Page, keys: Keys) -> None:
    """One key confirms what was done with the chips of a box."""
    expect(page.locator(".line").first).to_be_visible()
    for box in range(1, BOXES + 1):
        keys.go_on("Done")
        expect(page.locator(".group:has(.line:not(.ticked))")).to_have_count(BOXES - box)
