"""The rhythm of a table: seats, repeated wagers, cards keyed when they are turned, calls."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from croupier.cards import card_names
from croupier.house.app.set_up import JACKPOTS
from croupier.table.hands import FaceDown
from tests.web.floor_pages.floor import (
    CASH,
    RECORDING,
    SSP,
    TCP,
    Floor,
    add_jackpot,
    next_action,
    press_cards,
    record_ante,
    sign_on,
    stage,
    type_cards,
)


def sit_unknown(page: Page, box: int, dollars: str) -> None:
    """By keys alone: box, Enter for somebody unknown, amount, Enter."""
    page.keyboard.press(str(box))
    expect(page.locator("#pad-player")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#pad-amount")).to_be_focused()
    page.keyboard.type(dollars)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile(f"^Box {box}, unknown"))).to_contain_text(
        f"${dollars}"
    )


@pytest.mark.story
def test_an_excluded_player_does_not_sit_down_in_capitals(floor: Floor, chromium: Browser) -> None:
    floor.exclude("ann")
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, CASH)
        next_action(page, "Open bets")
        stage(page, "Bets are open")
        page.keyboard.press("2")
        expect(page.locator("#pad-player")).to_be_focused()
        page.keyboard.type("ANN")
        expect(page.get_by_role("option", name=re.compile("ann.*excluded"))).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("ann is excluded from play for now.")
        page.locator("#pad-player").fill("A N N")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("No registered player is called")
        assert floor.seats(CASH) == {}
        page.locator("#pad-player").fill("ben")
        page.keyboard.press("Enter")
        expect(page.locator("#pad-amount")).to_be_focused()
        expect(page.get_by_role("alert")).to_have_count(0)  # of something that is past
    with floor.visited_by("sue", chromium) as visit:  # the pit counts who sits, with a wager or not
        table = visit.go("/pit").locator(".floor-table", has_text=CASH)
        expect(table).to_contain_text("1/7")


@pytest.mark.story
def test_a_seat_is_held_and_one_key_repeats_the_wagers_of_all(
    floor: Floor, chromium: Browser
) -> None:
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, RECORDING)
        next_action(page, "Open bets")
        record_ante(page, 2, "ann", "25")
        add_jackpot(page, 2, "ann")
        sit_unknown(page, 4, "50")
        next_action(page, "No more bets")
        type_cards(page, "2h")
        next_action(page, "Deal")
        for box in (2, 4):
            expect(page.locator("#decide-title")).to_contain_text(f"Box {box}")
            page.keyboard.press("f")
        type_cards(page, "As Kh 9s 5h")
        next_action(page, "Reveal the dealer's hand")
        next_action(page, "Settle")  # both have folded: no hand is keyed
        deal = floor.game(RECORDING).round.deal
        assert all(isinstance(hand, FaceDown) for hand in deal.hands.values())
        for done in (1, 2):  # the chips of each box
            next_action(page, "Done")
            expect(page.locator(".group:has(.line:not(.ticked))")).to_have_count(2 - done)
        next_action(page, "Next round")
        stage(page, "Bets are open Round 2")
        expect(page.get_by_role("button", name="Box 4, unknown 1")).to_be_visible()
        page.keyboard.press("6")  # a slip of the finger
        expect(page.locator("#pad-player")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#pad-player")).to_have_count(0)
        page.keyboard.press("2")  # digits change one, the rest is repeated
        expect(page.locator("#pad-amount")).to_be_focused()
        page.keyboard.type("40")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Box 2, ann")).to_contain_text("$40")
        page.keyboard.press("r")
        expect(page.get_by_role("button", name="Box 4, unknown 1")).to_contain_text("$50")
        expect(page.get_by_role("button", name="Box 2, ann")).to_contain_text("Jackpot")
        expect(page.get_by_role("button", name="Box 2, ann")).to_contain_text("$40")
        page.get_by_role("button", name="Box 2, ann").click()
        page.get_by_role("button", name="Gets up").click()
        expect(page.locator("#pad-player")).to_be_visible()
        assert [*floor.seats(RECORDING)] == [4]


def test_limits_warn_while_the_amount_is_typed(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, TCP)
        next_action(page, "Open bets")
        record_ante(page, 3, "ann", "20")
        page.keyboard.press("3")
        warned = page.locator(".limit-warning")
        page.locator("#pad-amount").fill("5")
        expect(warned).to_contain_text("Under the limit: $5.00 would lie there")
        page.locator("#pad-amount").fill("5000")
        expect(warned).to_contain_text("Over the limit: $5,000.00 would lie there")
        page.locator("#pad-amount").fill("30")
        expect(warned).to_have_text("")
        page.locator("#pad-amount").fill("")
        page.keyboard.type("p5")  # an amount has no letters: P is the side wager
        expect(page.get_by_role("radio", name="Pair plus")).to_be_checked()
        expect(page.locator("#pad-amount")).to_have_value("5")
        expect(warned).to_contain_text("the least is $10.00")


def dealt_round(page: Page) -> None:
    next_action(page, "Open bets")
    record_ante(page, 2, "ann", "25")
    record_ante(page, 4, "ben", "50")
    next_action(page, "No more bets")
    type_cards(page, "2h")
    next_action(page, "Deal")
    for box in (2, 4):
        expect(page.locator("#decide-title")).to_contain_text(f"Box {box}")
        page.keyboard.press("b")
    type_cards(page, "As Kh 9s 5h")


def test_a_wrong_hand_is_taken_out_before_and_after_it_is_shown(
    floor: Floor, chromium: Browser
) -> None:
    with floor.visited_by("sue", chromium) as visit:
        page = visit.go(f"/deal/{RECORDING}")
        dealt_round(page)
        wrong_count(page, 2)  # before its cards were turned
        expect(page.get_by_role("button", name="Box 2, ann")).to_contain_text("out")
        next_action(page, "Reveal the dealer's hand")
        expect(page.locator(".aim")).to_contain_text("for box 4")
        type_cards(page, "Kd Ks 9h 2c 3d")
        expect(page.locator("#next-action .next-label")).to_have_text("Settle")
        wrong_count(page, 4)  # and after
        stage(page, "Settle with the players")
        assert {line.result for line in floor.game(RECORDING).round.lines} == {"returned"}


def wrong_count(page: Page, box: int) -> None:
    page.keyboard.press("i")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="A box has too many or too few cards").click()
    at = sheet.get_by_role("group", name="At which box?")
    at.get_by_role("button", name=re.compile(f"^{box} ")).click()
    right = sheet.get_by_role("group", name="Can the hand be put right?")
    right.get_by_role("button", name="No", exact=True).click()
    sheet.get_by_role("button", name="Report it").click()
    page.get_by_role("button", name="Decide so").click()
    expect(sheet).to_have_count(0)


def test_a_call_for_a_fill_does_not_stop_play(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as visit, floor.visited_by("sue", chromium) as pit:
        page, board = sign_on(visit, CASH), pit.go("/pit")
        next_action(page, "Open bets")
        page.get_by_role("button", name="Call somebody").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("button", name="A fill").click()
        sheet.get_by_role("button", name="Call", exact=True).click()
        expect(sheet).to_have_count(0)
        expect(board.get_by_text("A fill")).to_be_visible()
        record_ante(page, 2, "ann", "25")  # play goes on
        board.get_by_role("button", name="I see to it").click()
        expect(board.get_by_text("A fill")).to_have_count(0)


def test_keys_pressed_before_the_next_stage_is_shown_belong_to_it(
    floor: Floor, chromium: Browser
) -> None:
    """The floor answers late: no card of a quick dealer is lost, and none is taken for a box."""
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, RECORDING)
        next_action(page, "Open bets")
        record_ante(page, 2, "ann", "25")
        record_ante(page, 4, "ben", "50")
        ahead(page, "No more bets", "2h")
        next_action(page, "Deal")
        expect(page.locator("#decide-title")).to_contain_text("Box 2")
        with late(page):  # both decide, and the dealer's cards lie open, in one go
            page.keyboard.press("b")
            page.keyboard.press("f")
            press_cards(page, "As Kh 9s 5h")
        expect(page.locator(".aim")).to_contain_text("All cards are entered")
        ahead(page, "Reveal the dealer's hand", "Kd Ks 9h 2c 3d")
        next_action(page, "Settle")
        boxes = floor.game(RECORDING).round.boxes
        assert (boxes[2].choice, boxes[4].choice) == ("stayed", "folded")
        deal = floor.game(RECORDING).round.deal
        assert card_names(deal.hands[2]) == "Kd Ks 9h 2c 3d"


def ahead(page: Page, label: str, cards: str) -> None:
    """Go on, and key the cards of the next stage before it is there."""
    expect(page.locator("#next-action .next-label")).to_have_text(label)
    expect(page.locator("#next-action")).to_have_attribute("aria-disabled", "false")
    with late(page):
        page.keyboard.press("Space")
        page.keyboard.press("Space")  # once too often
        press_cards(page, cards)


@contextmanager
def late(page: Page) -> Iterator[None]:
    """Whatever the floor is asked meanwhile it answers afterwards."""
    waiting: list[Route] = []
    page.route("**/api/floor/tables/*", lambda route: waiting.append(route))  # noqa: PLW0108
    yield
    for route in waiting:
        route.continue_()
    page.unroute("**/api/floor/tables/*")


def test_credits_of_a_jackpot_wager(floor: Floor, chromium: Browser) -> None:
    """SSP 3.5: each is a whole number of credits, on the player's hand and on the dealer's."""
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, SSP)
        next_action(page, "Open bets")
        record_ante(page, 2, "ann", "25")
        tile = page.get_by_role("button", name="Box 2, ann")
        stake = JACKPOTS["SINGAPORE"].stake
        five = page.get_by_role("button", name="Jackpot: 5 credits", exact=True)
        back = page.get_by_role("button", name=re.compile("Take back jackpot"))
        expect(back).to_have_count(0)
        place = five.bounding_box()
        page.keyboard.press("j")
        expect(tile).to_contain_text(f"Jackpot${stake / 100:g}")
        expect(back).to_have_count(1)
        assert five.bounding_box() == place  # nothing moves under the finger
        with late(page):  # what is keyed and tapped in one go is laid one after the other
            page.keyboard.press("j")
            page.keyboard.press("j")
        expect(tile).to_contain_text(f"Jackpot${3 * stake / 100:g}")
        with late(page):
            page.keyboard.press("j")
            five.click()
            page.keyboard.press("j")  # five are the most
            page.keyboard.press("d")
        expect(tile).to_contain_text(f"Jackpot${5 * stake / 100:g}")
        on_dealer = page.get_by_role("button", name=re.compile("dealer.*: 1 credit", re.IGNORECASE))
        expect(on_dealer).to_have_attribute("aria-pressed", "true")
        box = floor.game(SSP).round.boxes[2]
        assert (box.ante, box.jackpot, box.dealer_jackpot) == (25_00, 5 * stake, stake)
