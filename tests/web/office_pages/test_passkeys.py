"""Passkeys in a real browser, with the virtual authenticator of its developer tools."""

from datetime import timedelta

from playwright.sync_api import Browser, Page, expect

from croupier.house.model.people.roles import HouseRole, Signature
from croupier.jackpot.commands import AdjustJackpot
from tests.web.office_pages.office import (
    JACKPOT,
    PASSWORD,
    Office,
    change_password,
    log_in,
    refused,
)
from tests.web.playing_pages.visiting import visiting

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def equip(page: Page) -> None:
    """An authenticator that is touched whenever it is asked."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def test_a_passkey_signs_in_approves_and_is_removed(office: Office, chromium: Browser) -> None:
    house = office.house
    given = office.wait(house.registry.reset_password("kim", None))
    moment = house.handler.now()
    house.handler.now = lambda: moment
    address = office.address.replace("127.0.0.1", "localhost")  # browsers want a name
    with visiting(chromium, address, (1280, 800)) as visit:
        equip(visit.page)
        page = log_in(visit, "kim", given)
        change_password(page, given, PASSWORD)
        page = visit.go("/me")
        passkeys = page.get_by_role("region", name="Passkeys")
        expect(passkeys.get_by_text("You have no passkey.")).to_be_visible()
        passkeys.get_by_label("What is it called?").fill("my laptop")
        passkeys.get_by_role("button", name="Add a passkey").click()
        expect(passkeys.get_by_text("my laptop")).to_be_visible()
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()

        page = log_in(visit, "kim", PASSWORD)
        expect(page.get_by_role("alert")).to_have_text("Log in with your passkey.")
        refused(visit, 401)
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("link", name="Administration")).to_be_visible()

        command = AdjustJackpot(jackpot=JACKPOT, amount=100, reason="a slip")
        office.give("root", None, command, "adjustment for the passkey")
        house.handler.now = lambda: moment + timedelta(minutes=6)
        page = visit.go(f"/admin?see=jackpots&jackpot={JACKPOT}")
        page.get_by_role("button", name="Approve").click()
        asked = page.get_by_role("dialog", name="Is it you?")
        asked.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()
        refused(visit, 403)

        page = visit.go("/me")
        page.get_by_role("button", name="Remove: my laptop").click()
        passkeys = page.get_by_role("region", name="Passkeys")
        passkeys.get_by_label("Your password").fill(PASSWORD)
        passkeys.get_by_role("button", name="Remove it with a passkey").click()
        expect(passkeys.get_by_text("You have no passkey.")).to_be_visible()
        page.get_by_role("button", name="Sign out", exact=True).click()
        page = log_in(visit, "kim", PASSWORD)
        expect(page.get_by_role("link", name="Administration")).to_be_visible()


def test_a_cancelled_passkey_is_said_in_words(office: Office, chromium: Browser) -> None:
    address = office.address.replace("127.0.0.1", "localhost")
    with visiting(chromium, address, (320, 640)) as visit:
        equip(visit.page)
        page = visit.go("/login")
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("alert")).to_contain_text("No passkey was used.")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320


def test_an_approval_asks_whoever_has_neither_code_nor_passkey_for_the_password(
    office: Office, chromium: Browser
) -> None:
    house = office.house
    given = office.wait(house.registry.reset_password("kim", None))
    moment = house.handler.now()
    house.handler.now = lambda: moment
    with office.newcomer(chromium, (320, 640)) as visit:
        page = log_in(visit, "kim", given)
        change_password(page, given, PASSWORD)
        command = AdjustJackpot(jackpot=JACKPOT, amount=200, reason="another slip")
        office.give("root", None, command, "adjustment for the password")
        house.handler.now = lambda: moment + timedelta(minutes=6)
        page = visit.go(f"/admin?see=jackpots&jackpot={JACKPOT}")
        page.get_by_role("button", name="Approve").click()
        asked = page.get_by_role("dialog", name="Is it you?")
        asked.get_by_label("Your password").fill("not this one, surely")
        asked.get_by_role("button", name="Go on").click()
        expect(asked.get_by_role("alert")).to_have_text("The password is not right.")
        asked.get_by_label("Your password").fill(PASSWORD)
        asked.get_by_role("button", name="Go on").click()
        expect(page.get_by_text("Nothing waits for a second person.")).to_be_visible()
        assert visit.complaints
        visit.complaints.clear()


def test_a_reset_is_told_to_the_owner_and_to_administrators(
    office: Office, chromium: Browser
) -> None:
    root = Signature("root", HouseRole.ADMINISTRATOR)
    given = office.wait(office.house.registry.reset_password("sue", root))
    with office.newcomer(chromium, (320, 640)) as visit:
        page = log_in(visit, "sue", given)
        change_password(page, given, PASSWORD)
        page = visit.go("/me")
        told = page.get_by_role("region", name="Who had your account in hand")
        expect(told).to_contain_text("root reset your password")
    with office.visited_by("root", chromium, (320, 640)) as visit:
        page = visit.go("/admin?see=people")
        told = page.get_by_role("region", name="Accounts in somebody's hand")
        expect(told).to_contain_text("sue: root reset its password")
        page = visit.go("/admin?see=people&person=sue")
        expect(page.get_by_text("root reset its password")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
