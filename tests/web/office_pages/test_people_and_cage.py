"""From the one-time password of the first start to cash paid out at the cage."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.office_pages.office import (
    PASSWORD,
    TABLE,
    Office,
    change_password,
    log_in,
    refused,
)


def _register(page: Page, name: str, login: str, role: str) -> str:
    page.get_by_role("link", name="Register somebody").click()
    expect(page.get_by_role("heading", name="Register a person")).to_be_visible()
    page.get_by_label("Name shown").fill(name)
    page.get_by_label("Login name").fill(login)
    page.get_by_role("group", name="Roles").get_by_label(role, exact=True).check()
    page.get_by_role("button", name="Register", exact=True).click()
    expect(page.get_by_role("heading", name=f"One-time password of {name}")).to_be_visible()
    expect(page.get_by_text("Shown only now.")).to_be_visible()
    password = page.locator(".secret").inner_text()
    page.get_by_role("button", name="I have noted it").click()
    expect(page.get_by_role("heading", level=2, name=name)).to_be_visible()
    expect(page.get_by_text(password)).to_have_count(0)
    return password


@pytest.mark.story
def test_from_the_first_log_in_to_a_cash_out(office: Office, chromium: Browser) -> None:
    assert office.administrator is not None
    with office.newcomer(chromium) as visit:
        page = log_in(visit, "admin", office.administrator)
        change_password(page, office.administrator, PASSWORD)
        page.get_by_role("link", name="Administration").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Administration")
        cashier = _register(page, "Carla Cash", "carla", "Cage")
        _register(page, "Pat Player", "pat", "Player")
        page.get_by_role("group", name="Roles").get_by_label("Cage", exact=True).check()
        page.get_by_role("button", name="Set the roles").click()
        expect(page.get_by_role("alert")).to_contain_text("player")
        refused(visit, 422)
    with office.newcomer(chromium) as visit:
        page = log_in(visit, "carla", cashier)
        change_password(page, cashier, PASSWORD + ", twice")
        page.get_by_role("link", name="Cage").click()
        _buys_in_and_cashes_out(page)
        refused(visit, 422)


def _buys_in_and_cashes_out(page: Page) -> None:
    page.get_by_label("Name or login").fill("pat")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Pat Player").click()
    purse = page.locator(".purse")
    expect(purse).to_have_text("$0.00")
    buy, cash = page.get_by_role("form", name="Buy in"), page.get_by_role("form", name="Cash out")
    buy.get_by_label("Amount in dollars").fill("12.345")
    buy.get_by_role("button", name="Go on").click()
    expect(buy.get_by_role("alert")).to_have_text(
        "An amount has at most two digits after the point."
    )
    buy.get_by_label("Amount in dollars").fill("1,200.50")
    buy.get_by_role("button", name="Go on").click()
    asked = page.get_by_role("heading", name="Take in $1,200.50 from Pat Player?")
    expect(asked).to_be_focused()
    expect(page.locator(".in-words")).to_have_text(
        "one thousand two hundred dollars and fifty cents"
    )
    page.get_by_role("button", name="Yes, take in $1,200.50").click()
    expect(purse).to_have_text("$1,200.50")
    expect(page.locator(".rows")).to_contain_text("+$1,200.50")
    cash.get_by_label("Amount in dollars").fill("5000")
    cash.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Yes, pay out $5,000.00").click()
    expect(page.get_by_role("alert")).to_contain_text("holds 1,200.50")
    page.get_by_role("button", name="Change it").click()
    cash.get_by_label("Amount in dollars").fill("1000")
    cash.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Yes, pay out $1,000.00").click()
    expect(page.locator(".said")).to_have_text("$1,000.00 was paid out to Pat Player.")
    expect(purse).to_have_text("$200.50")
    page.reload()
    expect(purse).to_have_text("$200.50")
    _buys_and_redeems_chips(page)


def _buys_and_redeems_chips(page: Page) -> None:
    """Chips are no wallet: the purse stays as it is."""
    sell = page.get_by_role("form", name="Sell chips")
    sell.get_by_label("Amount in dollars").fill("500")
    sell.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Yes, take in $500.00").click()
    expect(page.locator(".said")).to_have_text("Pat Player has chips for $500.00.")
    expect(page.locator(".figures")).to_contain_text("Chips, by the ledger$500.00")
    redeem = page.get_by_role("form", name="Redeem chips")
    redeem.get_by_label("Amount in dollars").fill("120")
    redeem.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("from $500.00 to $380.00")).to_be_visible()
    page.get_by_role("button", name="Yes, pay out $120.00").click()
    expect(page.locator(".figures")).to_contain_text("Chips, by the ledger$380.00")
    expect(page.locator(".purse")).to_have_text("$200.50")


def test_amounts_in_words(office: Office, chromium: Browser) -> None:
    spelled = {
        1: "zero dollars and one cent",
        100: "one dollar",
        1_999: "nineteen dollars and ninety-nine cents",
        10_100: "one hundred one dollars",
        100_000_000: "one million dollars",
        123_456_789: (
            "one million two hundred thirty-four thousand five hundred sixty-seven dollars "
            "and eighty-nine cents"
        ),
    }
    with office.newcomer(chromium) as visit:
        page = visit.go("/login")
        source = page.locator("script[type=module]").get_attribute("src")
        assert source is not None
        address = source.replace("main.js", "text/amounts.js")
        said = page.evaluate(
            "async ([address, all]) => { const { inWords } = await import(address);"
            " return all.map(inWords); }",
            [address, list(spelled)],
        )
        assert said == list(spelled.values())
        in_chinese = {
            5: "零元零伍分",
            120_050: "壹仟贰佰元伍角",
            100_500: "壹仟零伍元整",
            10_000_100: "壹拾万零壹元整",
            10_100_000: "壹拾万壹仟元整",
            1_000_100_000_000: "壹佰亿零壹佰万元整",
        }
        said = page.evaluate(
            "async ([address, all]) => { document.documentElement.lang = 'zh-Hans';"
            " return all.map((await import(address)).inWords); }",
            [address, list(in_chinese)],
        )
        assert said == list(in_chinese.values())


def held(office: Office, account: str) -> int:
    return office.wait(office.house.store.balances(account)).get(account, 0)


def test_a_fill_goes_from_request_to_receipt(office: Office, chromium: Browser) -> None:
    """500.00: four chips of 100.00 and four of 25.00, by three steps and two people."""
    before = held(office, f"float:{TABLE}")
    with office.visited_by("kim", chromium) as visit:
        page = visit.go("/pit")
        slips = page.locator(".pit-slips")
        slips.locator("select[name=table]").select_option(TABLE)
        slips.get_by_label("Amount in dollars").fill("500")
        slips.get_by_role("button", name="Open a slip").click()
        expect(slips).to_contain_text(f"Fill 1: $500.00, {TABLE}")
        expect(slips.get_by_label("Amount in dollars")).to_have_value("")
        expect(slips.get_by_role("button", name="Received and counted")).to_have_count(0)
    with office.visited_by("cora", chromium) as visit:
        page = visit.go("/cage?see=slips")
        issue = page.get_by_role("button", name="Issue the chips")
        page.get_by_label("How many of $100", exact=True).fill("4")
        expect(issue).to_be_disabled()
        page.get_by_label("How many of $25", exact=True).fill("4")
        issue.click()
        expect(page.get_by_text("You issued it: a different person receives it.")).to_be_visible()
        expect(page.get_by_role("button", name="Received and counted")).to_have_count(0)
        prints_one_slip(page)
    assert held(office, f"transit:{TABLE}") == 500_00
    with office.visited_by("kim", chromium, (1440, 900)) as visit:
        page = visit.go("/pit")
        slips = page.locator(".pit-slips")
        expect(slips).to_contain_text("Issued by cora: 4 × $100, 4 × $25.")
        slips.get_by_role("button", name="Received and counted").click()
        expect(slips.get_by_text("No slip is open.")).to_be_visible()
    assert held(office, f"transit:{TABLE}") == 0
    assert held(office, f"float:{TABLE}") == before + 500_00


def prints_one_slip(page: Page) -> None:
    """Black on white, without the page around it and without another slip."""
    page.get_by_label("Amount in dollars").fill("50")
    page.get_by_role("button", name="Open a slip").click()
    expect(page.get_by_text("Fill 2: $50.00")).to_be_visible()
    page.emulate_media(media="print")
    page.evaluate("window.print = () => { window.paper = document.body.innerText; }")
    first = page.locator(".slip", has_text="Fill 1")
    first.get_by_text("Print", exact=True).dispatch_event("click")
    assert page.evaluate("window.paper").splitlines()[0] == f"Fill 1: $500.00, {TABLE}"
    assert "Fill 2" not in page.evaluate("window.paper")
    expect(first).to_have_css("background-color", "rgb(255, 255, 255)")
    page.emulate_media(media="screen")
    other = page.locator(".slip", has_text="Fill 2")
    other.get_by_role("button", name="Cancel the slip").click()
    other.get_by_label("Reason").fill("for the printer alone")
    other.get_by_role("button", name="Cancel the slip").click()
    expect(other).to_have_count(0)


@pytest.mark.story
def test_a_day_is_counted_blind_and_closed_by_two(office: Office, chromium: Browser) -> None:
    """Counted in chips of 5,000.00: 5.00 and some cents short of what the ledger says, which is
    told afterwards. The day still runs, so the closing takes a reason, and a second person."""
    ledger = held(office, f"float:{TABLE}")
    pieces = {"5,000": (ledger - 5_00) // 5_000_00}
    rest = ledger - 5_00 - pieces["5,000"] * 5_000_00
    pieces["1"] = rest // 100
    short = f"${(ledger - pieces['5,000'] * 5_000_00 - pieces['1'] * 100) / 100:.2f} short"
    with office.visited_by("cora", chromium) as visit:
        page = visit.go(f"/cage?see=tables&table={TABLE}")
        expect(page.get_by_text("Count first: what the ledger says is shown")).to_be_visible()
        expect(page.locator(".purse")).to_have_count(0)
        for value, count in pieces.items():
            page.get_by_label(f"How many of ${value}", exact=True).fill(str(count))
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".confirm")).not_to_contain_text("short")
        page.get_by_role("button", name="Yes, enter it").click()
        expect(page.locator(".figures")).to_contain_text(short)
    with office.visited_by("kim", chromium) as visit:
        page = visit.go("/cage?see=day")
        expect(page.get_by_text("1 figure does not agree.")).to_be_visible()
        page.get_by_role("button", name="Close the gaming day").click()
        yes = page.get_by_role("button", name="Yes, close the day")
        expect(page.locator(".confirm")).to_contain_text("the day still runs")
        expect(yes).to_be_disabled()
        page.get_by_label("Reason (needed)").fill("the hall is closed early")
        yes.click()
        expect(page.get_by_text("You proposed it.")).to_be_visible()
        expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    with office.visited_by("cora", chromium) as visit:
        page = visit.go("/cage?see=day")
        expect(page.get_by_text("the hall is closed early")).to_be_visible()
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()
    with office.visited_by("kim", chromium) as visit:
        page = visit.go("/cage?see=day")
        page.get_by_label("Reason").fill("a late fill")
        page.get_by_role("button", name="Propose it").click()
        expect(page.get_by_text("You proposed it.")).to_be_visible()
    with office.visited_by("cora", chromium) as visit:
        page = visit.go("/cage?see=day")
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()


def test_a_jackpot_is_changed_by_two_people(office: Office, chromium: Browser) -> None:
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/admin?see=jackpots&jackpot=CASINO")
        change = page.locator("form").filter(
            has=page.get_by_role("heading", name="Change parameters")
        )
        change.get_by_label("Starts again at").fill("60000")
        change.get_by_label("Reason").fill("a larger seed")
        change.get_by_role("button", name="Propose it").click()
        expect(page.get_by_text("Change the parameters of jackpot CASINO")).to_be_visible()
    with office.visited_by("kim", chromium) as visit:
        page = visit.go("/admin?see=jackpots&jackpot=CASINO")
        page.get_by_role("button", name="Approve").click()
        expect(page.locator(".figures").first).to_contain_text("$60,000.00")


def test_a_table_and_a_device_are_registered(office: Office, chromium: Browser) -> None:
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/admin?see=tables")
        page.get_by_label("Name", exact=True).fill("NEW-1")
        page.get_by_label("Rulebook").select_option("three-card-poker")
        for label, dollars in (
            ("Smallest ante", "10"),
            ("Largest ante", "500"),
            ("Smallest Pair Plus", "10"),
            ("Largest Pair Plus", "200"),
        ):
            page.get_by_label(label).fill(dollars)
        page.get_by_label("Money").select_option("practice")
        page.get_by_role("button", name="Propose the table").click()
        expect(page.get_by_text("Register table NEW-1 for practice money")).to_be_visible()
        expect(page.get_by_role("row", name="NEW-1")).to_have_count(0)
    with office.visited_by("kim", chromium) as visit:
        page = visit.go("/admin?see=tables")
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_role("row", name="NEW-1")).to_contain_text("Play money")
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/admin?see=tables")
        page.get_by_role("link", name="Devices").click()
        page.get_by_label("What is the device called?").fill("Shoe at NEW-1")
        page.locator("select[name=table]").select_option("NEW-1")
        page.get_by_role("button", name="Propose the shoe").click()
        expect(page.get_by_text("Let a shoe, 'Shoe at NEW-1'")).to_be_visible()
        expect(page.locator(".secret")).to_have_count(0)
    with office.visited_by("kim", chromium) as visit:
        page = visit.go("/admin?see=devices")
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()
        expect(page.get_by_role("button", name="Make its token")).to_have_count(0)
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/admin?see=devices")
        page.get_by_role("button", name="Make its token").click()
        expect(page.locator(".secret")).to_contain_text("croupier_")
        page.get_by_role("button", name="I have noted it").click()
        page.get_by_role("button", name="Revoke: Shoe at NEW-1").click()
        page.get_by_role("button", name="Yes, revoke").click()
        expect(page.get_by_role("row", name="Shoe at NEW-1")).to_have_count(0)
