"""A shift from its opening to the closing of the day, with what each page says held against the
ledger to the cent."""

import re

from playwright.sync_api import Browser, Page, expect

from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.people.roles import HouseRole
from tests.house.serving import session_of
from tests.web.looking import barriers
from tests.web.office_pages.office import PASSWORD, TABLE, Office, change_password, log_in
from tests.web.office_pages.test_people_and_cage import held


def dollars(cents: int) -> str:
    return f"{'−' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def figures(page: Page, panel: str) -> dict[str, str]:
    """The figures of a panel, by their names."""
    region = page.get_by_role("region", name=panel)
    pairs = region.locator(".figures > div").all()
    return {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in pairs}


def test_a_shift_its_bankroll_a_corrected_buy_in_and_a_day_with_an_uncounted_table(
    office: Office, chromium: Browser
) -> None:
    """$500 was entered for a buy-in of $50; $50,000 comes into the safe; nobody counts the float.
    The win of the day is what the float has gained, with the drop."""
    office.give("dan", TABLE, hc.SignOn(), "dan signs on")
    float_before = held(office, f"float:{TABLE}")
    with office.visited_by("kim", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=day")
        opening = page.get_by_role("form", name="Open a shift")
        opening.get_by_role("button", name="Open a shift").click()
        expect(page.locator(".said-bad")).to_have_text("Give the shift a name.")
        opening.get_by_label("Name of the shift").fill("day")
        opening.get_by_role("button", name="Open a shift").click()
        expect(page.get_by_text("day: kim has charge since")).to_be_visible()
    put_right(office, chromium)
    bankroll_moved(office, chromium)
    reported(office, chromium, float_before)
    closed_uncounted(office, chromium)


def put_right(office: Office, chromium: Browser) -> None:
    """By a supervisor in the pit, and the cage agrees."""
    wrong = cc.TableBuyIn(table=TABLE, player="ann", amount=500_00)
    office.give("dan", None, wrong, "a nought too many")
    wallet = held(office, "player:ann")
    with office.visited_by("sue", chromium, (1440, 900)) as visit:
        page = visit.go("/pit")
        buy_ins = page.get_by_role("region", name="Buy-ins of today")
        expect(buy_ins.locator("tbody tr")).to_have_count(1)  # those of the cage are the cage's
        buy_ins.get_by_role("button", name="Put receipt").click()
        form = buy_ins.get_by_role("form", name="Put a buy-in right")
        form.get_by_label("Should have been").fill("50")
        form.get_by_role("button", name="Propose it").click()
        expect(buy_ins.get_by_role("alert")).to_have_text("Say why: it is on record.")
        form.get_by_label("Reason").fill("a nought too many")
        assert barriers(page) == []
        form.get_by_role("button", name="Propose it").click()
        expect(form).to_have_count(0)
        assert held(office, f"drop:{TABLE}") == 500_00
    with office.visited_by("cora", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=approvals")
        expect(page.get_by_text("right, to $50.00: a nought too many")).to_be_visible()
        said = page.locator(".proposal .figures").inner_text().replace("\n", " ")
        assert f"Table {TABLE}" in said
        assert "Stands at $500.00 Should be $50.00 Change $450.00 less" in said
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()
        assert held(office, f"drop:{TABLE}") == 50_00
        assert held(office, "player:ann") == wallet - 450_00
        page = visit.go("/cage?see=cash")  # who counts the box does not add up what is in it
        buy_ins = page.get_by_role("region", name="Buy-ins of today")
        expect(buy_ins).to_contain_text("ben")
        expect(buy_ins).not_to_contain_text(TABLE)
        expect(page.get_by_role("region", name="Cash of patrons")).to_contain_text(
            f"Without buy-ins at {TABLE}"
        )
        page = visit.go(f"/cage?see=tables&table={TABLE}")
        table = page.get_by_role("region", name=TABLE)
        expect(table).to_contain_text("Chips by valuenot counted")
        expect(table).not_to_contain_text("$50.00")
    with office.visited_by("sue", chromium, (1024, 768)) as visit:
        page = visit.go("/pit")
        buy_ins = page.get_by_role("region", name="Buy-ins of today")
        expect(buy_ins).to_contain_text("$50.00 entered as $500.00")
        figures_of_table = page.locator(".floor-table", has_text=TABLE).locator(".floor-figures")
        expect(figures_of_table).to_contain_text("uncounted")


def bankroll_moved(office: Office, chromium: Browser) -> None:
    with office.visited_by("cora", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=cash")
        form = page.get_by_role("form", name="Bankroll")
        form.get_by_label("Amount in dollars").fill("50000")
        form.get_by_label("Reason").fill("opening bankroll")
        form.get_by_role("button", name="Propose it").click()
        expect(page.locator(".said-good")).to_contain_text("second person")
    before = held(office, "cash")
    with office.visited_by("kim", chromium, (1440, 900)) as visit:
        page = visit.go("/cage?see=approvals")
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()
        assert held(office, "cash") == before + 50_000_00
        page = visit.go("/cage?see=cash")
        expect(page.get_by_role("region", name="Safe and drawers")).to_be_visible()
        books = figures(page, "Safe and drawers")
        assert books["Opening bankroll"] == "$0.00"
        assert books["Bankroll moved"] == "$50,000.00"
        assert books["Closing"] == dollars(held(office, "cash"))


def reported(office: Office, chromium: Browser, float_before: int) -> None:
    with office.visited_by("kim", chromium, (1024, 768)) as visit:
        page = visit.go("/audit?see=reports&report=shifts")
        row = page.get_by_role("region", name="Shift day, kim").get_by_role("row", name=TABLE)
        expect(row).to_have_count(1)
        opened, *_, drop, closing, win = row.locator("td").all_inner_texts()[:6]
        assert (opened, drop) == (dollars(float_before), "$50.00")
        assert closing == dollars(held(office, f"float:{TABLE}"))
        assert win == dollars(held(office, f"float:{TABLE}") + 50_00 - float_before)


def closed_uncounted(office: Office, chromium: Browser) -> None:
    """Two people, with a reason; what the page says then is what the ledger says."""
    with office.visited_by("kim", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=day")
        page.get_by_role("form", name="Close the shift").get_by_role("button").click()
        expect(page.get_by_text("No shift is open.")).to_be_visible()
        page.get_by_role("button", name="Close the gaming day").click()
        expect(page.locator(".confirm")).to_contain_text(f"not counted: {TABLE}")
        yes = page.get_by_role("button", name="Yes, close the day")
        expect(yes).to_be_disabled()
        page.get_by_role("button", name="Change it").click()  # without a reason
        page.get_by_role("button", name="Close the gaming day").click()
        page.get_by_label("Reason (needed)").fill("the hall is closed early")
        yes.click()
        expect(page.get_by_text("You proposed it.")).to_be_visible()
    with office.visited_by("cora", chromium, (1440, 900)) as visit:
        page = visit.go("/cage?see=day")
        proposed = page.locator(".proposed")
        expect(proposed).to_contain_text(f"not counted: {TABLE}")
        expect(proposed).to_contain_text(f"Not shown to those who count: {TABLE}")
        expect(proposed).to_contain_text(dollars(held(office, "cash")))
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()
    with office.visited_by("kim", chromium, (1440, 900)) as visit:
        page = visit.go("/cage?see=day")
        expect(page.locator(".panel .tag", has_text="The day is closed")).to_be_visible()
        row = page.get_by_role("table", name="Tables").get_by_role("row", name=TABLE)
        cells = row.locator("td").all_inner_texts()
        ledger = held(office, f"float:{TABLE}")
        fills = 20_000_00  # the first fill of the office
        assert cells[:5] == ["$0.00", dollars(fills), "$0.00", "$50.00", dollars(ledger)]
        assert cells[-2:] == [dollars(ledger), dollars(ledger + 50_00 - fills)]


def test_a_shift_is_handed_over_to_whoever_takes_it(office: Office, chromium: Browser) -> None:
    office.tokens["lee"] = office.wait(session_of(office.house, "lee", HouseRole.SHIFT_MANAGER))
    office.give("kim", None, cc.OpenShift(name="day"), "kim opens")
    with office.visited_by("kim", chromium, (1440, 900)) as visit:
        page = visit.go("/cage?see=day")
        form = page.get_by_role("form", name="Hand over")
        form.get_by_label("Name of the shift").fill("night")
        form.get_by_label("What they have to know").fill("two bulbs out at table 1")
        form.get_by_role("button", name="Hand over").click()
        expect(page.get_by_text("lee takes over from kim, as shift 'night'")).to_be_visible()
    with office.visited_by("lee", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=day")
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_text("night: lee has charge since")).to_be_visible()
        page = visit.go("/audit?see=reports&report=shifts")
        ended = page.get_by_role("region", name="Shift day, kim")
        expect(ended).to_contain_text("ended by kim")
        expect(ended).to_contain_text("two bulbs out at table 1")
        assert barriers(page) == []


def test_a_rotation_is_planned_in_the_pit(office: Office, chromium: Browser) -> None:
    """Dealers and tables with live cards: the office has none of these, so it says so."""
    with office.visited_by("sue", chromium, (1024, 768)) as visit:
        page = visit.go("/pit")
        panel = page.get_by_role("region", name="Rotation of dealers")
        panel.get_by_role("button", name="Plan a rotation").click()
        form = panel.get_by_role("form", name="Plan a rotation")
        form.get_by_label("Tables").fill(f"{TABLE}, NO-SUCH")
        form.get_by_label("Dealers").fill("dan, gus")
        form.get_by_role("button", name="Start it now").click()
        expect(panel.get_by_role("alert")).to_contain_text("There is no table 'NO-SUCH'.")
        visit.complaints.clear()  # the browser itself reports what was refused
        form.get_by_label("Tables").fill(TABLE)
        form.get_by_label("Dealers").fill("dan")
        form.get_by_role("button", name="Start it now").click()
        expect(panel).to_contain_text("Everybody moves on at")
        row = panel.get_by_role("row", name="dan")
        expect(row).to_contain_text(TABLE)
        expect(row).to_contain_text("nowhere")
        assert barriers(page) == []
        given = office.wait(office.house.registry.reset_password("dan", None))
        with office.newcomer(chromium) as other:  # who deals begins where the plan says
            came = log_in(other, "dan", given)
            change_password(came, given, PASSWORD)
            came.get_by_role("button", name="Sign out", exact=True).click()
            expect(came.get_by_role("link", name="Sign in")).to_be_visible()
            came = log_in(other, "dan", PASSWORD)
            expect(came).to_have_url(re.compile(f"/deal/{TABLE}$"))
        panel.get_by_role("button", name="Withdraw the plan").click()
        expect(panel).to_contain_text("No rotation is planned")
