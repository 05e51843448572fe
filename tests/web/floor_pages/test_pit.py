"""The pit: tables at a glance, rulings, a void after payment, two people for a jackpot."""

import functools

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.house.model import commands as hc
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.settings import Limits
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from tests.web.floor_pages.floor import (
    LIVE,
    MEGA,
    RECORDING,
    Floor,
    add_jackpot,
    next_action,
    record_ante,
    rule,
    shoe_deals,
    sign_on,
    stage,
    type_cards,
)
from tests.web.floor_pages.test_dealer import acts, settled_round
from tests.web.looking import barriers
from tests.web.playing_pages.visiting import Visit

ROYAL = "As Ks Qs Js Ts"


def pit_of(visit: Visit) -> Page:
    page = visit.go("/pit")
    expect(page.locator(".floor-table").first).to_be_visible()
    return page


def report(page: Page, seen: str) -> None:
    page.keyboard.press("i")
    page.get_by_role("dialog").get_by_role("button", name=seen).click()
    page.get_by_role("dialog").get_by_role("button", name="Report it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.story
def test_an_irregularity_is_reported_at_the_table_and_ruled_in_the_pit(
    floor: Floor, chromium: Browser
) -> None:
    with floor.visited_by("dan", chromium) as dealer, floor.visited_by("sue", chromium) as visit:
        pit = pit_of(visit)
        expect(pit.locator(".queue")).to_contain_text("Nothing waits.")
        console = sign_on(dealer, RECORDING)
        next_action(console, "Open bets")
        record_ante(console, 2, "ann", "25")
        next_action(console, "No more bets")
        type_cards(console, "2h")
        next_action(console, "Deal")
        console.keyboard.press("i")
        menu = console.get_by_role("dialog")
        menu.get_by_role("button", name="A box has too many or too few cards").click()
        menu.get_by_role("group", name="At which box?").get_by_role("button", name="2 ann").click()
        menu.get_by_role("group", name="Can the hand be put right?").get_by_role(
            "button", name="No"
        ).click()
        expect(menu).to_contain_text("CSP 5.15")
        menu.get_by_role("button", name="Report it").click()
        expect(menu).to_have_count(0)
        expect(console.locator(".next.waiting")).to_contain_text("waits for a pit supervisor")
        item = pit.locator(".item-matter")
        expect(item).to_contain_text("A box has too many or too few cards")
        expect(item).to_contain_text("Reported by dan (dealer)")
        expect(pit.locator(".floor-table", has_text=RECORDING)).to_contain_text("1 open matter")
        item.get_by_role("button", name="Take the hand out").click()
        expect(pit.get_by_role("alert")).to_contain_text("Say why first")
        said = rule(pit, item, "Take the hand out", "Six cards counted at box 2.")
        assert said == [
            "Box 2 is taken out.",
            "The round is over.",
            "$25.00 goes back to ann.",
        ]
        expect(pit.locator(".queue")).to_contain_text("Nothing waits.")
        stage(console, "Settle with the players")
        assert acts(console) == ["Give back $25.00 Ante"]


def test_a_void_before_payment_gives_every_wager_back(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as dealer, floor.visited_by("max", chromium) as visit:
        console = sign_on(dealer, RECORDING)
        settled_round(console)
        report(console, "A card that does not belong")
        pit = pit_of(visit)
        item = pit.locator(".item-matter")
        expect(item).to_contain_text("A card that does not belong")
        rule(pit, item, "Void the round", "A red back among blue ones.")
        expect(item).to_have_count(0)
        stage(console, "Round is void")
        expect(console.locator("#pay-title")).to_contain_text("give every wager back")
        expect(console.locator(".line-give_back")).to_have_count(4)
        next_action(console, "Done")
        expect(console.locator(".ticked")).to_have_count(3)
        next_action(console, "Done")
        next_action(console, "Next round")


def test_a_dealer_pauses_and_the_pit_answers(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as dealer, floor.visited_by("sue", chromium) as visit:
        pit = pit_of(visit)
        console = sign_on(dealer, LIVE)
        console.get_by_role("button", name="Pause", exact=True).click()
        console.get_by_role("button", name="Large payment to check").click()
        console.get_by_role("button", name="Pause now").click()
        expect(console.locator("#next-action .next-label")).to_have_text("Resume play")
        expect(pit.locator(".item-paused")).to_contain_text("Large payment to check")
        expect(pit.locator(".floor-table", has_text=LIVE)).to_contain_text("Paused")
        pit.locator(".item-paused").get_by_role("button", name="Resume").click()
        expect(console.locator("#next-action .next-label")).to_have_text("Open bets")


def test_a_pit_manager_changes_the_limits_from_the_next_round_on(
    floor: Floor, chromium: Browser
) -> None:
    """$10-1,000 becomes $25-500: the round that is open keeps its own."""
    with floor.visited_by("dan", chromium) as dealer, floor.visited_by("max", chromium) as visit:
        console = sign_on(dealer, RECORDING)
        next_action(console, "Open bets")
        pit = pit_of(visit)
        pit.locator(".floor-table", has_text=RECORDING).click()
        pit.get_by_role("button", name="Change the limits").click()
        form = pit.get_by_role("form", name="Limits")
        form.get_by_label("Ante, smallest").fill("600")
        form.get_by_label("Ante, largest").fill("500")
        form.get_by_label("Reason").fill("a busy evening")
        form.get_by_role("button", name="Change the limits").click()
        expect(form.get_by_role("alert")).to_contain_text("not above the largest")
        visit.complaints.clear()  # the browser itself reports that it was refused
        form.get_by_label("Ante, smallest").fill("25")
        assert barriers(pit) == []
        form.get_by_role("button", name="Change the limits").click()
        expect(form).to_have_count(0)
        facts = pit.get_by_role("dialog").locator(".pit-facts")
        expect(facts).to_contain_text("$10–$1,000, next round $25–$500")
        record_ante(console, 2, "ann", "10")
        assert floor.game(RECORDING).settings.ante == Limits(10_00, 1_000_00)
        floor.give("dan", RECORDING, c.WithdrawWager(box=2, wager="ante", player="ann"), "back")
        floor.give("dan", RECORDING, c.CloseBets(), "no more")
        floor.give("dan", RECORDING, c.OpenBets(), "again")
        expect(facts).to_contain_text("$25–$500")
        expect(facts).not_to_contain_text("next round")
        assert floor.game(RECORDING).settings.ante == Limits(25_00, 500_00)


def test_two_people_release_a_jackpot_and_one_alone_cannot(floor: Floor, chromium: Browser) -> None:
    floor.fund("ann")
    with (
        floor.visited_by("dan", chromium) as dealer,
        floor.visited_by("sue", chromium) as first,
        floor.visited_by("max", chromium) as second,
    ):
        console = sign_on(dealer, LIVE)
        next_action(console, "Open bets")
        stage(console, "Bets are open")
        floor.ask_for(LIVE, "ann", 1, WagerKind.ANTE, 2500)
        floor.ask_for(LIVE, "ann", 1, WagerKind.JACKPOT, 1000)
        record_ante(console, 1, "ann", "25")
        add_jackpot(console, 1, "ann")
        next_action(console, "No more bets")
        stage(console, "No more bets")
        shoe_deals(console, f"{ROYAL} 2c 4d 6h 8c 9d")
        stage(console, "Hands are being decided")
        floor.give("ann", LIVE, c.ViewHand(box=1), "ann:look:1")
        stay = c.PlaceWager(box=1, wager="bet")
        floor.give("ann", LIVE, stay, "ann:stay:1")
        next_action(console, "Reveal the dealer's hand")
        next_action(console, "Settle")
        pit = pit_of(first)
        due = pit.locator(".item-payable")
        expect(due).to_contain_text("ann is due")
        due.get_by_role("button", name="Confirm the hit").click()
        expect(pit.locator(".item-proposal")).to_contain_text("a different person has to approve")
        expect(pit.get_by_role("button", name="Approve")).to_have_count(0)
        other = pit_of(second)
        other.locator(".item-proposal").get_by_role("button", name="Approve").click()
        expect(other.locator(".item-proposal")).to_have_count(0)
        expect(pit.locator(".item-proposal")).to_have_count(0)


def test_a_link_goes_down_and_the_shift_manager_restores_it(
    floor: Floor, chromium: Browser
) -> None:
    with floor.visited_by("sue", chromium) as one, floor.visited_by("kim", chromium) as two:
        pit = pit_of(one)
        pit.locator(".link-list li", has_text="CASINO").get_by_role(
            "button", name="Report it down"
        ).click()
        pit.get_by_role("dialog").get_by_label("Reason").fill("No signal from the meter.")
        pit.get_by_role("dialog").get_by_role("button", name="Report it down").click()
        expect(pit.locator(".floor-table", has_text=LIVE)).to_contain_text("Link down")
        other = pit_of(two)
        other.locator(".link-list li", has_text="CASINO").get_by_role(
            "button", name="Restore it"
        ).click()
        other.get_by_role("dialog").get_by_label("Reason").fill("Cable replaced.")
        other.get_by_role("dialog").get_by_role("button", name="Restore it").click()
        expect(pit.locator(".floor-table", has_text=LIVE)).not_to_contain_text("Link down")


def test_players_are_restricted_barred_and_readmitted(floor: Floor, chromium: Browser) -> None:
    floor.fund("ann")
    floor.give("dan", MEGA, hc.SignOn(), "dan:sign:on")
    floor.give("dan", MEGA, c.OpenBets(), "dan:open:1")
    ante = c.PlaceWager(box=3, wager=WagerKind.ANTE, amount=2500, player="ann")
    floor.give("dan", MEGA, ante, "dan:ante:1")
    with floor.visited_by("kim", chromium) as visit:
        pit = pit_of(visit)
        pit.get_by_label("Find a player").fill("an")
        pit.get_by_role("button", name="Find", exact=True).click()
        pit.locator(".find").get_by_role("button", name="ann").click()
        sheet = pit.get_by_role("dialog")
        expect(sheet).to_contain_text("Play money")
        sheet.get_by_role("button", name="Bar").click()
        expect(sheet).to_contain_text("Their wagers of this round go back.")
        sheet.get_by_role("button", name="Yes, do it").click()
        expect(sheet).to_contain_text("barred")
        sheet.get_by_role("button", name="Readmit").click()
        expect(sheet).not_to_contain_text("barred")


def test_a_table_is_closed_and_opened(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("kim", chromium) as visit:
        pit = pit_of(visit)
        pit.locator(".floor-table", has_text=LIVE).click()
        sheet = pit.get_by_role("dialog")
        sheet.get_by_role("button", name="Announce the last round").click()
        expect(sheet).to_contain_text("Round 1 is the last")
        sheet.get_by_role("button", name="Close the table").click()
        sheet.get_by_role("button", name="Open the table").click()
        expect(sheet.get_by_role("button", name="Close the table")).to_be_visible()


def test_the_pit_is_not_for_players(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("ann", chromium) as visit:
        page = visit.go("/pit")
        expect(page.get_by_role("heading", level=1)).to_contain_text("supervisors and managers")
        answer = page.request.get(f"{floor.address}/api/floor/pit")
        assert answer.status == 403
        assert page.request.get(f"{floor.address}/api/floor/tables/{LIVE}").status == 403


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["desktop", "phone"])
def test_the_pit_has_no_barriers(floor: Floor, chromium: Browser, size: tuple[int, int]) -> None:
    with floor.visited_by("sue", chromium, size) as visit:
        floor.give("dan", LIVE, hc.SignOn(), "dan:sign:on")
        other = c.Report(irregularity=Irregularity.OTHER, description="Chips moved")
        floor.give("dan", LIVE, other, "dan:other:1")
        floor.give("sue", RECORDING, hc.PauseTable(reason="Equipment"), "sue:pause:1")
        page = pit_of(visit)
        expect(page.locator(".queue")).to_contain_text("Equipment")
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.set_viewport_size({"width": 640, "height": 400})  # a desktop at 200 %
        assert page.evaluate("document.documentElement.scrollWidth") <= 640
        page.locator(".floor-table", has_text=LIVE).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert barriers(page) == []


def test_chips_of_an_undone_jackpot_are_counted_back_by_two(
    floor: Floor, chromium: Browser
) -> None:
    """A royal that was keyed wrongly: the meter's 100,001.15 were paid with chips of 100,002.00,
    and 100,000.00 of them come back."""
    floor.add_live_link("ROOM-2", "ROOM-J")
    give = functools.partial(floor.give, "dan", "ROOM-2")
    ante = c.PlaceWager(box=2, wager="ante", player="ann", amount=25_00)
    lay = c.PlaceWager(box=2, wager="jackpot", player="ann")
    hands = {"2": ROYAL, "dealer": "Ac Kd 9s 4d 3c"}
    stay = c.PlaceWager(box=2, wager="bet")
    for number, command in enumerate(
        (hc.SignOn(), c.OpenBets(), ante, lay, c.CloseBets(), c.Deal(hands=hands), stay)
    ):
        give(command, f"dan:undone:{number}")
    give(c.RevealDealer(), "dan:undone:reveal")
    give(c.Settle(), "dan:undone:settle")
    pay = hc.PayJackpot(jackpot="ROOM-J", table="ROOM-2", round=1, box=2)
    floor.give("sue", None, pay, "sue:undone:pay")
    approve = hc.Approve(proposal="jackpot:ROOM-J/1")
    floor.give("max", None, approve, "max:undone:approve")
    wrong = c.CorrectEntry(box=2, cards="2c 3d 6c 8s Tc", reason="misread")
    floor.give("sue", "ROOM-2", wrong, "sue:undone:correct")
    with floor.visited_by("sue", chromium) as first, floor.visited_by("max", chromium) as second:
        pit, other = pit_of(first), pit_of(second)
        owed = pit.locator(".item-return")
        expect(owed).to_contain_text("ann has $100,001.15 of a jackpot that was undone")
        expect(owed).to_contain_text("In chips $100,002.00, with what was given for want of a chip")
        owed.get_by_role("button", name="These chips are back").click()
        expect(pit.get_by_role("alert")).to_contain_text("amount")
        owed.get_by_label("Handed back").fill("100,000")
        owed.get_by_role("button", name="These chips are back").click()
        expect(owed.get_by_role("button")).to_have_count(0)
        waits = other.locator(".item-proposal")
        expect(waits).to_contain_text("ann has handed back $100,000.00 in chips")
        waits.get_by_role("button", name="Approve").click()
        left = other.locator(".item-return")
        expect(left).to_contain_text("ann has $1.15 of a jackpot")
        expect(left).to_contain_text("In chips $2.00")
