"""The stage of a table holds through a whole round: from a phone to a wall, with one box and with
four, in the typefaces that are served and in a wide and a narrow one."""

import pytest
from playwright.sync_api import Page, expect

from croupier.table import commands as c
from tests.web.layout_pages import fitting
from tests.web.layout_pages.conftest import Visits
from tests.web.layout_pages.fitting import fits
from tests.web.layout_pages.premises import LONG, ROOMS, Premises, Room

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


def seated(premises: Premises, page: Page, table: str, boxes: tuple[int, ...]) -> None:
    premises.bet(table, boxes)
    expect(page.locator(".near.own")).to_have_count(len(boxes))


@pytest.mark.story
@pytest.mark.parametrize(
    ("table", "count", "widths"), [one for pair in CASES for one in case(*pair)]
)
def test_a_round(
    premises: Premises, visit_of: Visits, table: str, count: int, widths: fitting.Sizes
) -> None:
    before = fitting.in_use.set(widths)
    name = f"{table}-{count}-{len(widths)}"
    premises.add(name, ROOMS[table])
    try:
        play(premises, visit_of, name, ROOMS[table], tuple(range(2, 2 + count)))
    finally:
        fitting.in_use.reset(before)


def play(
    premises: Premises, visit_of: Visits, table: str, room: Room, boxes: tuple[int, ...]
) -> None:
    faces = tuple(fitting.FACES)
    stay = "play" if room.game == "three-card-poker" else "bet"
    visit = visit_of("ann")
    for chosen in ("coach", "guided"):
        visit.page.add_init_script(f"localStorage.setItem('croupier.{chosen}', 'true')")
    premises.act(table, ("kim", c.OpenBets()))
    page = visit.table(table)
    expect(page.locator(".pay-table").first).to_be_attached()
    fits(page, faces)
    seated(premises, page, table, boxes)
    fits(page, faces)
    premises.deal(table, boxes, room)
    expect(page.locator(".own-hand")).to_have_count(len(boxes))
    fits(page, faces)
    page.get_by_role("button", name="Look at my cards").last.click()
    expect(page.locator(".coach")).to_be_visible()
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
    premises.act(table, ("kim", c.Settle()))
    expect(page.locator(".results .line").first).to_be_visible()
    fits(page, faces)
