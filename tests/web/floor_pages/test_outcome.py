"""What happened and why, said in one sentence, also to who only hears it; and how it moves."""

import secrets
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.table import commands as c
from tests.web.floor_pages.floor import LIVE, Floor
from tests.web.looking import frames, until
from tests.web.playing_pages.visiting import Visit

PAIR, FLUSH, HIGH = "9h 9d Kc 7s 3c", "2h 5h 8h Jh Qh", "Qd 8c 6c 4d 2d"
NO_HAND, PAIR_OF_ACES = "Ks Qs Js 5c 4c", "As Ad 8s 6d 4h"
"""King high, which is less than ace-king; and a pair of aces."""


@pytest.fixture
def funded(floor: Floor) -> Floor:
    floor.fund("ann")
    return floor


def act(floor: Floor, *acts: tuple[str, Any]) -> None:
    for person, command in acts:
        floor.give(person, LIVE, command, secrets.token_hex(8))


def dealt(
    floor: Floor,
    visit: Visit,
    hands: dict[int, str],
    dealer: str,
    *,
    jackpot: bool = False,
    once: str = "() => true",
) -> Page:
    """Ann with $25 on each of these boxes; dealt once the page says so."""
    act(floor, ("kim", c.OpenBets()))
    page = visit.table(LIVE)
    for box in hands:
        act(floor, ("ann", c.PlaceWager(box=box, wager="ante", amount=2500)))
        if jackpot:
            act(floor, ("ann", c.PlaceWager(box=box, wager="jackpot")))
    until(page, once)
    cards = {**{str(box): hand for box, hand in hands.items()}, "dealer": dealer}
    act(floor, ("kim", c.CloseBets()), ("kim", c.Deal(hands=cards)))
    expect(page.locator(".own-hand")).to_have_count(len(hands))
    return page


def stay_in(page: Page) -> None:
    page.keyboard.press("l")
    expect(page.locator(".own-hand .card.down")).to_have_count(0)
    page.keyboard.press("b")
    expect(page.locator(".chosen")).to_have_text("Bet $50.00")


def settled(floor: Floor, page: Page) -> None:
    act(floor, ("kim", c.RevealDealer()), ("kim", c.Settle()))
    expect(page.locator(".felt.phase-settled")).to_be_visible()


def told(page: Page, words: str) -> None:
    """On the rail, and in the words for screen readers."""
    expect(page.locator(".what")).to_have_text(words)
    expect(page.locator("#live")).to_contain_text(words)


_HEARD = """localStorage.setItem("croupier.sound", "true");
window.heard = [];
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const made = make.call(this);
  const start = made.start;
  made.start = (when) => { heard.push(Math.round(made.frequency.value)); start.call(made, when); };
  return made;
};"""
"""The notes that a page plays, with sounds switched on."""


@pytest.mark.parametrize(
    ("hand", "dealer", "words", "tune"),
    [
        (  # the ante wins its 25, the bet comes back
            PAIR,
            NO_HAND,
            "Dealer has king high, no hand: your ante wins $25, your bet comes back. "
            "You won $25.00.",
            [659, 880],
        ),
        (  # a flush pays 5 to 1 on the bet of 50
            FLUSH,
            PAIR_OF_ACES,
            "Dealer has a pair of aces, eight kicker; you have a flush, queen high: your ante wins "
            "$25, your bet wins $250. You won $275.00.",
            [523, 659, 784, 1047],
        ),
        pytest.param(
            HIGH,
            PAIR_OF_ACES,
            "Dealer has a pair of aces, eight kicker; you have queen high: your ante and bet lose. "
            "You lost $75.00.",
            [],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_hand_that_was_played(
    funded: Floor, chromium: Browser, hand: str, dealer: str, words: str, tune: list[int]
) -> None:
    """A pair is a small joy, a flush a larger one; losing is silent."""
    with funded.visited_by("ann", chromium) as visit:
        visit.page.add_init_script(_HEARD)
        page = dealt(funded, visit, {3: hand}, dealer)
        stay_in(page)
        settled(funded, page)
        told(page, words)
        until(page, "(tune) => String(heard) === tune", ",".join(map(str, tune)))
        page.reload()
        expect(page.locator(".what")).to_have_text(words)


def test_the_stake_of_a_jackpot_is_not_part_of_what_it_wins(
    funded: Floor, chromium: Browser
) -> None:
    """CSP 4.2: a flush wins $100; the stake of $5 stays on the meter. 25 + 250 + 100 - 5 = 370."""
    with funded.visited_by("ann", chromium) as visit:
        page = dealt(funded, visit, {3: FLUSH}, PAIR_OF_ACES, jackpot=True)
        stay_in(page)
        settled(funded, page)
        told(
            page,
            "Dealer has a pair of aces, eight kicker; you have a flush, queen high: your ante wins "
            "$25, your bet wins $250, your jackpot wins $100 for a stake of $5. You won $370.00.",
        )


@pytest.mark.story
def test_a_fold(funded: Floor, chromium: Browser) -> None:
    with funded.visited_by("ann", chromium) as visit:
        page = dealt(funded, visit, {3: HIGH}, PAIR_OF_ACES)
        page.keyboard.press("l")
        expect(page.locator(".own-hand .card.down")).to_have_count(0)
        page.keyboard.press("f")
        expect(page.locator(".chosen")).to_have_text("Folded")
        settled(funded, page)
        told(page, "You folded: your ante loses. You lost $25.00.")


def test_several_boxes_of_which_one_may_be_looked_at(funded: Floor, chromium: Browser) -> None:
    with funded.visited_by("ann", chromium) as visit:
        page = dealt(funded, visit, {2: HIGH, 3: FLUSH, 4: PAIR}, PAIR_OF_ACES)
        page.locator('[data-box="3"]').get_by_role("button", name="Look at my cards").click()
        for box in (2, 4):
            blind = page.locator(f'[data-box="{box}"] .on-cards')
            expect(blind).to_have_text("Played blind: you looked at box 3")
        page.locator('[data-box="2"] .cards-button').click()
        expect(page.get_by_role("alert")).to_contain_text("CSP 3.7")
        page.keyboard.press("Escape")
        for box in (2, 3, 4):
            page.locator(f'[data-box="{box}"]').get_by_role("button", name="Bet $50.00").click()
            expect(page.locator(f'[data-box="{box}"] .chosen')).to_be_visible()
        settled(funded, page)
        # 25 + 250 on box 3, less 75 on each of the others
        told(
            page,
            "Dealer has a pair of aces, eight kicker. Boxes 2 and 4, played blind: ante and bet "
            "lose. Box 3: ante wins $25, bet wins $250. You won $125.00.",
        )


def test_a_void_round(funded: Floor, chromium: Browser) -> None:
    with funded.visited_by("ann", chromium) as visit:
        page = dealt(funded, visit, {3: PAIR}, NO_HAND)
        report = c.Report(irregularity=Irregularity.OTHER, description="A card is marked.")
        act(funded, ("kim", report))
        act(funded, ("kim", c.Rule(decision=Decision.VOID, matter=f"{LIVE}/1/1", reason="Seen.")))
        expect(page.locator(".felt.phase-void")).to_be_visible()
        expect(page.locator(".what")).to_contain_text("The round is void under CSP")
        expect(page.locator(".what")).to_contain_text("every wager was returned, $25.00 of them")


_CAN_MOVE = """() => {
  const [laid] = document.querySelectorAll('[data-spot="3/ante"] .stack');
  return laid !== undefined &&
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/table/joy.js"));
}"""
"""What moves things is fetched when something first happens at the table."""
_FLYING = "() => document.querySelectorAll('.flying > *').length > 0"
_STILL = "() => document.querySelectorAll('.flying > *').length === 0"


def test_cards_fly_from_the_shoe_and_a_key_ends_it(funded: Floor, chromium: Browser) -> None:
    """The page itself shows the end from the first moment on."""
    with funded.visited_by("ann", chromium) as visit:
        visit.page.emulate_media(reduced_motion="no-preference")
        # Slow enough to be seen on any machine; nobody waits for the end.
        visit.page.add_init_script(
            "const was = Element.prototype.animate; Element.prototype.animate = "
            "function (frames, how) { return was.call(this, frames, "
            "{ ...how, delay: 1000 * (how.delay ?? 0), duration: 1000 * how.duration }); };"
        )
        page = dealt(funded, visit, {3: PAIR}, NO_HAND, once=_CAN_MOVE)
        until(page, _FLYING)
        expect(page.locator(".near .card.down")).to_have_count(5)
        page.keyboard.press("x")
        until(page, _STILL)
        expect(page.get_by_role("button", name="Look at my cards")).to_be_visible()
        page.reload()
        expect(page.locator(".near .card.down")).to_have_count(5)
        assert page.evaluate(_STILL)


_RESTS = """const sooner = window.setTimeout;
window.setTimeout = (work, after, ...more) =>
  sooner(work, after === 700 ? 2 ** 31 - 1 : after, ...more);"""
"""A finger that is down holds the page still, however slow the machine is."""


def test_nothing_moves_for_who_wants_no_motion_nor_beneath_a_finger(
    funded: Floor, chromium: Browser
) -> None:
    """What arrives while a finger is down is drawn when it is up, and its click has counted."""
    with funded.visited_by("ann", chromium) as visit:
        visit.page.add_init_script(_RESTS)
        page = dealt(funded, visit, {3: PAIR}, NO_HAND)
        assert page.locator(".flying").count() == 0
        page.get_by_role("button", name="Fold").hover()
        page.mouse.down()
        act(funded, ("ann", c.ViewHand(box=3)))  # on another device
        expect(page.locator("#live")).to_contain_text("pair of nines")
        frames(page)
        assert page.locator(".own-hand .card.down").count() == 5
        page.mouse.up()
        expect(page.locator(".own-hand .card.down")).to_have_count(0)
        expect(page.locator(".chosen")).to_have_text("Folded")
