"""One's own account: second factor, limits, rounds, sessions."""

import base64
import hashlib
import hmac
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, expect

from tests.web.office_pages.office import PASSWORD, TABLE, Office, change_password, log_in


def _code(secret: str, at: float) -> str:
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, int(at // 30).to_bytes(8, "big"), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"


def test_a_second_factor_and_signing_out_everywhere(office: Office, chromium: Browser) -> None:
    given = office.wait(office.house.registry.reset_password("sue", None))
    moment = office.house.handler.now()
    office.house.handler.now = lambda: moment  # a code is good for half a minute
    with office.newcomer(chromium) as visit:
        page = log_in(visit, "sue", given)
        change_password(page, given, PASSWORD)
        page = visit.go("/me")
        page.get_by_role("button", name="Set it up").click()
        expect(page.get_by_role("img", name="as a QR code")).to_be_visible()
        secret = page.locator(".secret").inner_text().replace(" ", "")
        uri = page.locator(".second code").last.inner_text()
        assert parse_qs(urlsplit(uri).query)["secret"] == [secret]
        page.get_by_role("textbox", name="Code").fill(_code(secret, moment.timestamp()))
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text("A second factor is set up:")).to_be_visible()
        second = page.get_by_role("region", name="Second factor")
        second.get_by_role("button", name="Remove it").click()
        later = moment + timedelta(seconds=30)
        office.house.handler.now = lambda: later
        second.get_by_label("Your password").fill(PASSWORD)
        second.get_by_label("Code of your authenticator").fill(_code(secret, later.timestamp()))
        second.get_by_role("button", name="Remove it").click()
        expect(second.get_by_text("The second factor is removed.")).to_be_visible()
        page.get_by_role("button", name="简体中文").click()
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    with office.newcomer(chromium) as elsewhere:  # another browser finds the language again
        page = log_in(elsewhere, "sue", PASSWORD)
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        page.get_by_role("button", name="English").click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page = elsewhere.go("/me")
        page.get_by_role("button", name="Sign out everywhere").click()
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_loss_limit_and_an_own_round(office: Office, chromium: Browser) -> None:
    with office.visited_by("ann", chromium) as visit:
        page = visit.go("/me")
        page.get_by_label("Amount in dollars").fill("a lot")
        page.get_by_role("button", name="Set the limit").click()
        expect(page.get_by_role("alert")).to_contain_text("is not an amount")
        page.get_by_label("Amount in dollars").fill("100")
        page.get_by_role("button", name="Set the limit").click()
        expect(page.get_by_text("$100.00 a day")).to_be_visible()
        away = page.get_by_role("region", name="A time away")
        away.get_by_label("Until").fill("2099-01-01T08:00")
        away.get_by_role("button", name="Go on").click()
        away.get_by_role("button", name="Yes, keep me away").click()
        expect(away.locator(".said")).to_contain_text("You are kept from play until")
        page.get_by_role("button", name=f"Replay: {TABLE}, round 1").click()
        sheet = page.get_by_role("dialog")
        for _ in range(7):
            sheet.get_by_role("button", name="On", exact=True).click()
        expect(sheet.locator('[data-box="1"] .card:not(.down)')).to_have_count(5)
        expect(sheet.locator('[data-box="2"] .card.down')).to_have_count(5)


DECODE = """async ([address, text]) => {
  const { modules } = await import(address);
  return modules(text).map((row) => row.map((dark) => (dark ? 1 : 0)));
}"""


def test_the_picture_says_what_the_text_says(office: Office, chromium: Browser) -> None:
    """Read back by the standard's own order, without the error correction."""
    text = "otpauth://totp/Croupier:sue?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Croupier"
    with office.newcomer(chromium) as visit:
        page = visit.go("/login")
        source = page.locator("script[type=module]").get_attribute("src")
        assert source is not None
        address = source.replace("main.js", "office/qr.js")
        for length in (20, 60, len(text), 120, 140, 180, 220):
            wanted = (text * 3)[:length]
            grid = page.evaluate(DECODE, [address, wanted])
            assert _read(grid) == wanted


TOTALS = {5: (108, 1), 6: (136, 2), 7: (156, 2), 8: (194, 2), 9: (232, 2)} | {
    version: (count, 1) for version, count in ((1, 19), (2, 34), (3, 55), (4, 80))
}
"""Data codewords and blocks at level L, from the standard's table."""


def _read(grid: list[list[int]]) -> str:
    size = len(grid)
    version = (size - 17) // 4
    bits = []
    right = size - 1
    upward = True
    while right > 0:
        if right == 6:
            right -= 1
        for step in range(size):
            row = size - 1 - step if upward else step
            for column in (right, right - 1):
                if not _reserved(row, column, size, version):
                    bits.append(grid[row][column] ^ ((row + column) % 2 == 0))
        upward = not upward
        right -= 2
    found = "".join(str(int(bit)) for bit in bits)
    words = [int(found[at : at + 8], 2) for at in range(0, len(found), 8)]
    count, blocks = TOTALS[version]
    each = range(count // blocks)
    data = [words[place * blocks + block] for block in range(blocks) for place in each]
    stream = "".join(f"{one:08b}" for one in data)
    assert stream[:4] == "0100"
    length = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode()


def _reserved(row: int, column: int, size: int, version: int) -> bool:
    far = size - 8
    if (row < 9 and (column < 9 or column >= far)) or (row >= far and column < 9):
        return True
    if 6 in (row, column):
        return True
    marks = {1: []}.get(version, [6, size - 7] if version < 7 else [6, (size - 1) // 2, size - 7])
    for y in marks:
        for x in marks:
            corner = (y, x) in ((6, 6), (6, size - 7), (size - 7, 6))
            if not corner and abs(row - y) <= 2 and abs(column - x) <= 2:
                return True
    in_version = (row < 6 and column >= size - 11) or (column < 6 and row >= size - 11)
    return version >= 7 and in_version
