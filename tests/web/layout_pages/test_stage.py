"""The stage of a table holds through a whole round: from a phone to a wall, with one box and with
four, in the typefaces that are served and in a wide and a narrow one."""

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.table import commands as c
from tests.web.layout_pages import fitting
from tests.web.layout_pages.conftest import Visits
from tests.web.layout_pages.fitting import fits
from tests.web.layout_pages.premises import DEALER, HANDS, LONG, ROOMS, Premises, Room
from tests.web.playing_pages.visiting import Visit

SIZES = (
    (320, 640),
    (390, 844),
    (844, 390),
    (640, 400),  # 1280 x 800 at 200 %
    (768, 1024),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
LOW = (560, 400)
"""Room for two boxes: of more, the one that is decided next is brought into view."""
FEW = ((320, 640), (844, 390), (1440, 900))
ROOMY = ((390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
"""Where all boxes of a table are seen at once."""
SEVERAL = ("ROOM-CSP", "ROOM-MLP", "ROOM-MEGA")
"""The games in which one player may have several boxes."""
CASES = [
    *((table, count) for table in SEVERAL for count in (1, 2, 3, 4)),
    ("ROOM-SSP", 1),
    ("ROOM-TCP", 1),
]
QUICK = {("ROOM-CSP", 4)}


@pytest.fixture(scope="module", autouse=True)
def sizes() -> None:
    """In place of the widths of ordinary pages: each case has its own."""


def case(table: str, count: int) -> list[object]:
    sizes = (*SIZES, LOW) if count <= 2 else SIZES
    every = pytest.param(table, count, sizes, id=f"{table}-{count}-all", marks=pytest.mark.slow)
    some = pytest.param(table, count, FEW, id=f"{table}-{count}")
    return [some, every] if (table, count) in QUICK else [every]


SIDES = {"singapore-stud": "dealer_jackpot", "three-card-poker": "pair_plus"}
"""What can be laid beside ante and jackpot."""


def seated(premises: Premises, page: Page, table: str, room: Room, boxes: tuple[int, ...]) -> None:
    premises.bet(table, boxes)
    if side := SIDES.get(room.game):
        amount = 2500 if side == "pair_plus" else None
        premises.act(table, ("ann", c.PlaceWager(box=boxes[0], wager=side, amount=amount)))
    expect(page.locator(".near.own")).to_have_count(len(boxes))


@pytest.mark.story
@pytest.mark.parametrize(
    ("table", "count", "widths"), [one for pair in CASES for one in case(*pair)]
)
def test_a_round(
    premises: Premises, visit_of: Visits, table: str, count: int, widths: fitting.Sizes
) -> None:
    name = f"{table}-{count}-{len(widths)}"
    premises.add(name, ROOMS[table])
    visit = visit_of("ann")
    for chosen in ("coach", "guided"):
        visit.page.add_init_script(f"localStorage.setItem('croupier.{chosen}', 'true')")
    before = fitting.in_use.set(widths)
    try:
        play(premises, visit, name, ROOMS[table], tuple(range(2, 2 + count)))
    finally:
        fitting.in_use.reset(before)


@pytest.mark.slow
@pytest.mark.parametrize("table", ["ROOM-CSP", "ROOM-SSP", "ROOM-TCP"])
def test_a_first_hand_with_its_guide(premises: Premises, chromium: Browser, table: str) -> None:
    name = f"{table}-guided"
    premises.add(name, ROOMS[table])
    before = fitting.in_use.set(SIZES)
    try:
        with premises.visited_by("ann", chromium) as visit:
            play(premises, visit, name, ROOMS[table], (2,))
            expect(visit.page.locator(".guide")).to_contain_text("This is what happened")
    finally:
        fitting.in_use.reset(before)


@pytest.mark.slow
def test_every_box_of_a_table(premises: Premises, visit_of: Visits) -> None:
    """Smaller windows scroll within the boxes."""
    name, boxes = "ROOM-ALL", tuple(range(1, 8))
    premises.add(name, ROOMS["ROOM-CSP"])
    visit = visit_of("ann")
    for chosen in ("coach", "guided"):
        visit.page.add_init_script(f"localStorage.setItem('croupier.{chosen}', 'true')")
    before = fitting.in_use.set(ROOMY)
    try:
        premises.act(name, ("kim", c.OpenBets()))
        page = visit.table(name)
        for box in boxes:
            premises.act(name, ("ann", c.PlaceWager(box=box, wager="ante", amount=2500)))
        expect(page.locator(".near.own")).to_have_count(7)
        fits(page, ("served",))
        hands = dict(
            zip(map(str, boxes), (*HANDS, "Qs Qh Jd Jh 3c", "Qd Qc Jc 4d 4c"), strict=True)
        )
        deal = c.Deal(hands={**hands, "dealer": DEALER})
        premises.act(name, ("kim", c.CloseBets()), ("kim", deal))
        page.get_by_role("button", name="Look at my cards").last.click()
        expect(page.get_by_text("Played blind: you looked at box 7")).to_have_count(6)
        expect(page.get_by_text("Played blind: you looked at box 7").first).to_be_visible()
        fits(page, ("served",))
        for box in boxes:
            premises.act(name, ("ann", c.PlaceWager(box=box, wager="bet")))
        premises.act(name, ("kim", c.RevealDealer()), ("kim", c.Settle()))
        expect(page.locator(".results .line").first).to_be_visible()
        fits(page, ("served",))
    finally:
        fitting.in_use.reset(before)


def play(premises: Premises, visit: Visit, table: str, room: Room, boxes: tuple[int, ...]) -> None:
    faces = tuple(fitting.FACES)
    stay = "play" if room.game == "three-card-poker" else "bet"
    premises.act(table, ("kim", c.OpenBets()))
    page = visit.table(table)
    expect(page.locator(".pay-table").first).to_be_attached()
    fits(page, faces)
    seated(premises, page, table, room, boxes)
    fits(page, faces)
    premises.deal(table, boxes, room)
    expect(page.locator(".own-hand")).to_have_count(len(boxes))
    fits(page, faces)
    page.get_by_role("button", name="Look at my cards").last.click()
    expect(page.locator(".coach:not(.still)")).to_be_attached()
    fits(page, faces)
    for box in boxes:
        premises.act(table, ("ann", c.PlaceWager(box=box, wager=stay)))
    behind = boxes[-1] + 1
    premises.act(
        table,
        (LONG, c.ViewHand(box=behind)),
        (LONG, c.Fold(box=behind)),
        ("kim", c.RevealDealer()),
    )
    expect(page.locator(".felt.phase-revealed")).to_be_visible()
    fits(page, faces)
    if room.game == "singapore-stud":  # three awards beside four wagers: the longest settlement
        lucky = c.Draw(magic_card="Ts", lucky_box=boxes[0], lucky_dealer=True)
        premises.act(table, ("kim", lucky))
    premises.act(table, ("kim", c.Settle()))
    expect(page.locator(".results .line").first).to_be_visible()
    if room.game == "singapore-stud":  # their prizes are lines of their own
        expect(page.locator(".what")).to_contain_text("your jackpot and dealer jackpot come back")
        expect(page.locator(".results .line")).to_have_count(7)
    fits(page, faces)
