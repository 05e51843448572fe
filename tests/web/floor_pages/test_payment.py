"""Money on the console is the ledger's: shared boxes, changes after payment, a royal on a link."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.house.model import commands as hc
from croupier.table import commands as c
from tests.web.floor_pages.floor import (
    MEGA,
    RECORDING,
    Floor,
    next_action,
    record_ante,
    rule,
    stage,
)
from tests.web.floor_pages.test_dealer import acts
from tests.web.floor_pages.test_pit import pit_of
from tests.web.looking import barriers

KINGS, NOTHING, QUALIFIED = "Kd Ks Kh 2c 3d", "4c 7d 9h Jd 3h", "As Kc 9s 5h 2h"


class Giving:
    """Commands of a dealer over the house itself, where the test is about what follows."""

    def __init__(self, floor: Floor, table: str) -> None:
        self._floor, self._table, self._count = floor, table, 0
        self(hc.SignOn())

    def __call__(self, command: c.TableCommand | hc.TableLife, by: str = "dan") -> None:
        self._count += 1
        self._floor.give(by, self._table, command, f"{by}:{self._table}:{self._count}:given")

    def lay(self, box: int, player: str, wager: str, cents: int | None = None) -> None:
        self(c.PlaceWager(box=box, wager=wager, player=player, amount=cents))

    def settle(self, hands: dict[str, str], stay: tuple[int, ...], fold: tuple[int, ...]) -> None:
        self(c.CloseBets())
        self(c.Deal(hands=hands))
        for box in stay:
            self(c.PlaceWager(box=box, wager="bet"))
        for box in fold:
            self(c.Fold(box=box))
        self(c.RevealDealer())
        self(c.Settle())


def chips(floor: Floor, player: str) -> int:
    """What the ledger says of somebody's chips."""
    account = f"play-chips:{player}"
    return floor.wait(floor.house.store.balances(account)).get(account, 0)


def totals(page: Page) -> dict[str, str]:
    rows = page.locator(".totals > div").all()
    return {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows}


def casino_round(floor: Floor) -> Giving:
    """Box 2, ann: 25 and a bet of 50 on three kings, jackpot 5; box 4, ben: 50, folded."""
    give = Giving(floor, RECORDING)
    give(c.OpenBets())
    give.lay(2, "ann", "ante", 25_00)
    give.lay(2, "ann", "jackpot")
    give.lay(4, "ben", "ante", 50_00)
    give.settle({"2": KINGS, "4": NOTHING, "dealer": QUALIFIED}, stay=(2,), fold=(4,))
    return give


@pytest.mark.story
def test_a_shared_box_is_paid_to_each_sharer(floor: Floor, chromium: Browser) -> None:
    """Ann has 100 and ben 200 on box 1: what each receives is what the ledger gives each."""
    give = Giving(floor, MEGA)
    give(c.OpenBets())
    with floor.visited_by("dan", chromium, (1440, 900)) as visit:
        page = visit.go(f"/deal/{MEGA}")
        record_ante(page, 1, "ann", "100")
        page.get_by_role("button", name="Somebody shares this box").click()
        expect(page.locator("#pad-player")).to_be_focused()
        page.keyboard.type("ben")
        page.keyboard.press("Enter")
        sharer = page.get_by_role("group", name="At this box").get_by_role("button", name="ben")
        expect(sharer.first).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#pad-amount")).to_be_focused()
        page.keyboard.type("200")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Box 1, ann + ben")).to_contain_text("$300")
        expect(page.get_by_role("button", name="Take back ante $200.00 of ben")).to_be_visible()
        assert barriers(page) == []
        give.settle({"1": KINGS, "dealer": "As Kc 9s 9h 2h"}, stay=(1,), fold=())
        expect(page.locator(".group")).to_have_count(2)
        expect(page.locator(".group .payee")).to_have_text(["ann", "ben"])
        said = totals(page)
        for player, laid in (("ann", 300_00), ("ben", 600_00)):
            won = chips(floor, player)
            assert said[player] == f"Pay ${won / 100:,.2f} · Give back ${laid / 100:,.2f}"
        assert chips(floor, "ben") == 2 * chips(floor, "ann") > 0
        next_action(page, "Done")
        next_action(page, "Next round")


@pytest.mark.story
def test_a_void_after_payment_shows_the_difference(floor: Floor, chromium: Browser) -> None:
    """Ann was paid 25 + 150 and lost 5 of the jackpot; ben lost 50. Nothing of it stands."""
    casino_round(floor)
    with (
        floor.visited_by("dan", chromium, (1440, 900)) as dealer,
        floor.visited_by("max", chromium, (1024, 768)) as visit,
    ):
        page = dealer.go(f"/deal/{RECORDING}")
        next_action(page, "Done")
        expect(page.locator(".ticked")).to_have_count(5)
        next_action(page, "Done")
        expect(page.locator("#next-action .next-label")).to_have_text("Next round")
        page.keyboard.press("i")
        menu = page.get_by_role("dialog")
        menu.get_by_role("button", name="A card that does not belong").click()
        menu.get_by_role("button", name="Report it").click()
        pit = pit_of(visit)
        item = pit.locator(".item-matter")
        said = rule(pit, item, "Void the round", "A red back among blue ones.")
        assert said == [
            "The round is void; every wager is returned.",
            "ben gets $50.00 more than before.",
            "ann gets $170.00 less than before.",
        ]
        stage(page, "Round is void")
        expect(page.locator("#pay-title")).to_have_text("Settled anew: hand over the difference")
        ann = page.locator(".differences tr", has_text="ann")
        columns = [cell.inner_text().splitlines() for cell in ann.locator("td").all()]
        assert columns == [
            ["paid $175.00 · given back $75.00 · taken $5.00", "comes to $170.00 for the player"],
            ["to give back $80.00", "comes to nothing"],
            ["Take back $170.00", "comes to $170.00 for the house"],
        ]
        assert acts(page) == ["Take back $170.00", "Give back $50.00"]
        expect(page.locator(".ruled")).to_contain_text("max (pit manager) decided")
        expect(page.locator(".ruled")).to_contain_text("A red back among blue ones.")
        assert (chips(floor, "ann"), chips(floor, "ben")) == (0, 0)
        next_action(page, "Done")
        expect(page.locator(".ticked")).to_have_count(1)
        expect(ann.locator("td").last).to_contain_text("Done: taken back $170.00")
        next_action(page, "Done")
        expect(page.locator("#pay-title")).to_have_text(
            "Settled anew: the difference is handed over"
        )
        assert totals(page) == {"ann": "Done: taken back $170.00", "ben": "Done: given back $50.00"}
        next_action(page, "Next round")


def test_a_loss_of_which_a_part_goes_back_is_a_take_and_a_give_back(
    floor: Floor, chromium: Browser
) -> None:
    """$7 lay on a jackpot wager of $5 (C25): $5 is lost, and $2 is ann's."""
    give = Giving(floor, RECORDING)
    give(c.OpenBets())
    give.lay(2, "ann", "ante", 25_00)
    give.lay(2, "ann", "jackpot", 7_00)
    give.settle({"2": NOTHING, "dealer": QUALIFIED}, stay=(), fold=(2,))
    with floor.visited_by("dan", chromium, (1024, 768)) as visit:
        page = visit.go(f"/deal/{RECORDING}")
        expect(page.locator(".line")).to_have_count(3)
        assert acts(page) == ["Take $25.00 Ante", "Take $5.00 Jackpot", "Give back $2.00 Jackpot"]
        assert totals(page) == {"ann": "Give back $2.00 · Take $30.00"}
        assert chips(floor, "ann") == -30_00


def test_corrections_there_and_back_round_once(floor: Floor, chromium: Browser) -> None:
    """An ante of $22.50 is paid $23.00. Where the dealer qualifies after all $135.00 more is due,
    to the cent of the ledger, and no chip is given away anew."""
    give = Giving(floor, RECORDING)
    give(c.OpenBets())
    give.lay(2, "ann", "ante", 22_50)
    give.settle({"2": KINGS, "dealer": "As Qh 9s 5h 2h"}, stay=(2,), fold=())
    with floor.visited_by("dan", chromium, (1440, 900)) as visit:
        page = visit.go(f"/deal/{RECORDING}")
        expect(page.locator(".line-pay")).to_contain_text("$0.50 is the player's favour")
        next_action(page, "Done")
        expect(page.locator(".line-pay.ticked")).to_have_count(1)
        give(c.CorrectEntry(box="dealer", cards=QUALIFIED, reason="misread"), by="sue")
        expect(page.locator(".line-pay")).to_contain_text("$135.00")
        expect(page.locator(".line-pay")).not_to_contain_text("favour")
        next_action(page, "Done")
        expect(page.locator(".line-pay.ticked")).to_have_count(1)
        assert chips(floor, "ann") == 157_50
        given = floor.wait(floor.house.store.balances("play-bank"))
        assert given["play-bank"] == 50


def test_a_correction_after_payment_reuses_no_confirmation(floor: Floor, chromium: Browser) -> None:
    """The kings are no kings: all that ann got, and her bet, go to the tray."""
    give = casino_round(floor)
    with floor.visited_by("dan", chromium, (1024, 768)) as visit:
        page = visit.go(f"/deal/{RECORDING}")
        next_action(page, "Done")
        expect(page.locator(".ticked")).to_have_count(5)
        give(c.CorrectEntry(box=2, cards="Kd 4s Qh 2c 3d", reason="misread"), by="sue")
        expect(page.locator("#pay-title")).to_have_text("Settled anew: hand over the difference")
        expect(page.locator(".ticked")).to_have_count(0)
        assert acts(page) == ["Take $50.00 Ante", "Take back $250.00"]
        expect(page.locator(".ruled")).to_contain_text(
            "sue (pit supervisor) corrected the cards of box 2"
        )
        expect(page.locator(".ruled q")).to_have_text("misread")
        assert chips(floor, "ann") == -80_00
        page.reload()
        expect(page.locator(".line")).to_have_count(2)


def test_a_wrong_payout_is_put_right_before_the_next_call_or_recorded_after_it(
    floor: Floor, chromium: Browser
) -> None:
    """Ann's ante is found $10 too high at the table; $20 too little for her bet, a round later."""
    casino_round(floor)
    with (
        floor.visited_by("dan", chromium, (1440, 900)) as dealer,
        floor.visited_by("sue", chromium, (1024, 768)) as visit,
    ):
        page = dealer.go(f"/deal/{RECORDING}")
        while page.locator("#next-action .next-label").inner_text() == "Done":
            open_before = page.locator(".line:not(.ticked)").count()
            page.keyboard.press("Space")
            expect(page.locator(".line:not(.ticked)")).not_to_have_count(open_before)
        before = chips(floor, "ann")
        page.keyboard.press("i")
        menu = page.get_by_role("dialog")
        menu.get_by_role("button", name="A player was paid wrongly").click()
        menu.get_by_label("Which wager?").select_option(label="Box 2, ann, Ante")
        menu.get_by_label("By how much").fill("10")
        menu.get_by_role("button", name="Report it").click()
        expect(menu.get_by_role("alert")).to_contain_text("Say why first")
        menu.get_by_label("Reason").fill("two chips too many")
        assert barriers(page) == []
        menu.get_by_role("button", name="Report it").click()
        expect(menu).to_have_count(0)
        expect(page.locator(".line-collect:not(.ticked)")).to_contain_text("Take back")
        assert "Too much $10.00 Ante" in acts(page)
        assert "Take back $10.00 Ante" in acts(page)
        next_action(page, "Done")
        next_action(page, "Next round")
        stage(page, "Bets are open")
        assert chips(floor, "ann") == before
        pit = pit_of(visit)
        pit.locator(".floor-table", has_text=RECORDING).click()
        pit.get_by_role("button", name="A player was paid wrongly").click()
        form = pit.get_by_role("form", name="A player was paid wrongly")
        form.get_by_label("Box").fill("2")
        form.get_by_label("Player", exact=True).fill("ann")
        form.get_by_label("Wager").select_option("bet")
        form.get_by_label("The player was handed").select_option("much")
        form.get_by_label("By how much").fill("20")
        form.get_by_label("What becomes of it?").select_option("stays")
        form.get_by_label("Reason").fill("seen on camera")
        form.get_by_role("button", name="Report it").click()
        expect(form).to_have_count(0)
        assert chips(floor, "ann") == before + 20_00


@pytest.mark.story
def test_a_royal_on_a_link_holds_the_table_until_two_people_release_it(
    floor: Floor, chromium: Browser
) -> None:
    give = Giving(floor, RECORDING)
    give(c.OpenBets())
    give.lay(2, "ann", "ante", 25_00)
    give.lay(2, "ann", "jackpot")
    give.settle({"2": "As Ks Qs Js Ts", "dealer": "Ac Kd 9s 4d 3c"}, stay=(2,), fold=())
    with (
        floor.visited_by("dan", chromium, (1440, 900)) as dealer,
        floor.visited_by("sue", chromium, (1440, 900)) as first,
        floor.visited_by("max", chromium, (1024, 768)) as second,
    ):
        page = dealer.go(f"/deal/{RECORDING}")
        prize = page.locator(".prize")
        expect(prize).to_contain_text("nothing is handed over yet")
        expect(prize).to_contain_text("Leave every card where it lies")
        expect(prize).to_contain_text("Waits for a pit supervisor or pit manager")
        expect(page.locator(".next.waiting")).to_contain_text("held for a jackpot")
        assert "Take $5.00 Jackpot" in acts(page)
        assert not [act for act in acts(page) if act.startswith("Pay") and "Jackpot" in act]
        expect(page.locator("#pay-title")).to_have_text("To settle once the jackpot is verified")
        expect(page.locator(".line input:enabled")).to_have_count(0)
        pit = pit_of(first)
        due = pit.locator(".item-payable")
        expect(due).to_contain_text("royal flush")
        expect(due.locator(".card")).to_have_count(5)
        expect(due).to_contain_text("dollars")
        expect(due).to_contain_text("Meter before")
        due.get_by_role("button", name="Confirm the hit").click()
        expect(prize).to_contain_text("sue (pit supervisor) has verified it")
        other = pit_of(second)
        proposal = other.locator(".item-proposal")
        expect(proposal).to_contain_text("royal flush")
        expect(proposal.locator(".card")).to_have_count(5)
        said = re.search(r"\$[\d,]+\.\d\d", prize.inner_text())
        assert said is not None
        before = chips(floor, "ann")
        proposal.get_by_role("button", name="Approve").click()
        expect(other.locator(".item-proposal")).to_have_count(0)
        expect(prize).to_contain_text("Released by two people")
        paid = chips(floor, "ann") - before
        assert f"${paid / 100:,.2f}" == said[0]
        next_action(page, "Done")
        expect(page.locator(".line:not(.ticked)")).to_have_count(0)
        assert "Paid $12,500.00 Bet" in acts(page)  # 250 to 1 on 50, CSP 4.1
        next_action(page, "Next round")
