"""A newcomer learns: a guided first hand, a game on one screen, hands to practise with, no bots."""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.books import find_rulebook
from croupier.cards import parse_cards
from croupier.odds import Advice, advise
from tests.web.layout_pages.fitting import fits
from tests.web.looking import barriers
from tests.web.playing_pages.playing import ante, read_result, stay_in
from tests.web.playing_pages.visiting import (
    DESKTOP,
    EITHER,
    MANAGED_BY,
    PHONE,
    Served,
    Visit,
    laid,
    visiting,
)

SMALL = (320, 640)
CODES = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
RANKS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
}  # fmt: skip


@pytest.mark.parametrize("size", EITHER, ids=["desktop", "phone"])
def test_the_first_hand_is_guided(served: Served, chromium: Browser, size: tuple[int, int]) -> None:
    with visiting(chromium, served.address, size) as visit:
        page = visit.table(served.opens("TCP-1"))
        guide = page.get_by_label("Your first hand")
        step = guide.locator("[aria-current=step]")
        expect(step).to_have_text("Place an ante")
        expect(guide).to_contain_text("You play against the dealer alone.")
        assert barriers(page) == []
        ante(page, 3)
        expect(step).to_have_text("Play, or fold")
        expect(guide).to_contain_text("Play costs as much as the ante and keeps you in")
        served.closes("TCP-1")
        expect(guide).to_contain_text("Look at your cards first.")
        page.get_by_role("button", name="Look at my cards").last.click()
        expect(guide).to_contain_text(
            re.compile("Coach: (Play|Fold) is better here, .+ instead of")
        )
        expect(page.locator("dl.coach em")).to_have_text("better")
        told = guide.locator("p") if size == PHONE else page.locator(".what")
        expect(told).to_be_focused()  # the button is gone; a small window has no second sentence
        page.get_by_role("button", name="Play $25.00").click()
        expect(guide).to_contain_text("That was your first hand. This is what happened:")
        expect(step).to_have_count(0)
        read_result(page)
        served.opens("TCP-1")
        expect(page.locator(".felt.phase-betting")).to_be_visible()
        expect(guide).to_have_count(0)
        page.reload()
        expect(page.locator(".felt.phase-betting")).to_be_visible()
        expect(page.locator(".guide")).to_have_count(0)


def test_the_guide_can_be_left(served: Served, visit: Visit) -> None:
    page = visit.table(served.opens("CSP-1"))
    expect(page.locator(".guide")).to_be_visible()
    page.get_by_role("button", name="Leave the guide").click()
    expect(page.locator(".guide")).to_have_count(0)
    page.reload()
    expect(page.locator(".felt.phase-betting")).to_be_visible()
    expect(page.locator(".guide")).to_have_count(0)


def test_a_game_on_one_screen(served: Served, visit: Visit) -> None:
    page = visit.table(served.opens("CSP-1"))
    page.get_by_role("button", name="Rules and pays").click()
    lesson = page.get_by_role("dialog").locator(".lesson")
    expect(lesson.locator(".play-steps h3")).to_have_text(
        ["Place an ante", "Bet, or fold", "Compare hands"]
    )
    expect(lesson).to_contain_text("The dealer needs ace-king or better.")
    rule = lesson.get_by_label("What to remember")
    expect(rule).to_contain_text("Bet with ace-king-jack-eight-three or better.")
    # 34,739,561 / 37,752,330,525 of $25, which is 2.3 cents
    expect(rule).to_contain_text("It gives away 2.3 ¢ a hand on an ante of $25.00")
    expect(rule).to_contain_text("Exactly 34,739,561 / 37,752,330,525 antes.")
    bottom = rule.bounding_box()
    assert bottom is not None
    assert bottom["y"] + bottom["height"] <= DESKTOP[1]
    rule.get_by_text("To give away less still").click()
    expect(rule.get_by_role("listitem")).to_have_count(3)
    expect(rule).to_contain_text("It gives away 0.0056 ¢ a hand")
    page.get_by_role("link", name="Practise this game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Casino Stud Poker")


def _cards(page: Page, size: int) -> tuple[str, str]:
    """The hand and the dealer's card, as a screen reader names them."""
    expect(page.locator(".yours .card:not(.down)")).to_have_count(size)
    expect(page.locator(".shows .card.down")).to_have_count(0)

    def named(where: str) -> str:
        found = page.locator(f"{where} .card").all()
        names = [(one.get_attribute("aria-label") or "").split(" of ") for one in found]
        return " ".join(RANKS[rank] + CODES[suit] for rank, suit in names)

    return named(".yours"), named(".shows")


def _advice(slug: str, page: Page) -> Advice:
    rulebook = find_rulebook(slug)
    hand, up_card = _cards(page, rulebook.hands.size)
    return advise(rulebook, parse_cards(hand), parse_cards(up_card))


def _of_25_dollars(antes: Fraction) -> str:
    cents = float(antes * 2500)
    return f"${cents / 100:.2f}" if cents >= 10 else f"{cents:.2g} ¢"


@pytest.mark.parametrize(
    ("slug", "stay"), [("casino-stud", "Bet"), ("poker-trois-cartes", "Jouer")]
)
def test_right_and_wrong_are_graded_by_their_exact_cost(
    served: Served, visit: Visit, slug: str, stay: str
) -> None:
    page = visit.go(f"/train/{slug}")
    verdict = page.locator(".verdict")
    for answered, wanted in enumerate(("best", "other"), start=1):
        given = _advice(slug, page)
        right = wanted == "best"
        stays = (given.decision == "stay") == right
        page.get_by_role("button", name=stay if stays else "Fold", exact=True).click()
        expect(verdict).to_contain_text("Right" if right else "Not the best")
        words = "is better by" if right else "costs"
        expect(verdict).to_contain_text(f"It {words} {_of_25_dollars(given.margin)} on average")
        top, bottom = given.stay.numerator, given.stay.denominator
        exact = f"{top:,} / {bottom:,}".replace("-", "−")
        expect(verdict.locator(".worth")).to_contain_text(f"exactly {exact} antes")
        expect(page.locator(".score")).to_contain_text(f"1 of {answered} right")
        page.get_by_role("button", name="Next hand").click()
        expect(verdict).to_have_count(0)
    page.reload()
    expect(page.locator(".score")).to_contain_text("1 of 2 right")
    expect(page.locator(".score")).to_contain_text("kept in this browser")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".score")).to_contain_text("No hand answered yet.")


def test_practising_by_keyboard_on_the_smallest_phone(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, SMALL) as visit:
        page = visit.go("/train/three-card-poker")
        chosen = page.get_by_role("link", name="Three Card Poker")
        expect(chosen).to_be_in_viewport(ratio=1)  # the last of a row that is wider than the phone
        for _ in range(5):  # enough in a row for the next level
            best = _advice("three-card-poker", page).decision
            page.keyboard.press("b" if best == "stay" else "f")
            expect(page.locator(".verdict.right")).to_be_visible()
            expect(page.get_by_role("button", name="Next hand")).to_be_focused()
            page.keyboard.press("n")
            expect(page.locator(".verdict")).to_have_count(0)
            expect(page.locator(".felted")).to_be_focused()
        expect(page.get_by_role("radio", name="Closer")).to_be_checked()
        _cards(page, 3)
        assert barriers(page) == []
        fits(page)


def test_a_table_without_bots(served: Served, chromium: Browser) -> None:
    """Ada tells her strategy, and sits out when asked."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        seat = {"box": 2, "name": "Ada (bot)", "strategy": "three-rules", "ante": 2500}
        served.give(MANAGED_BY, "MLP-1", do="seat_bot", **seat)
        page = visit.table(served.opens("MLP-1"))
        expect(laid(page, 2)).to_have_text("$25")
        page.get_by_role("button", name="Ada (bot)").click()
        told = page.get_by_role("note")
        expect(told).to_contain_text("Stays in with a pair or better, and with")
        expect(told).to_contain_text("Takes a moment.")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("switch", name="Play without bots").check()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Ada (bot)")).to_have_count(0)
        ante(page, 4)
        served.closes("MLP-1")
        stay_in(page, "MLP-1")
        read_result(page)
        served.opens("MLP-1")
        expect(page.locator(".felt.phase-betting")).to_be_visible()
        ante(page, 4)
        served.closes("MLP-1")
        page.get_by_role("button", name="Look at my cards").last.click()
        expect(page.locator(".box:not(.own) .hand .card")).to_have_count(0)
        page.get_by_role("button", name="Fold").click()
        expect(page.locator(".felt.phase-settled")).to_be_visible()
        served.give(MANAGED_BY, "MLP-1", do="unseat_bot", box=2)
