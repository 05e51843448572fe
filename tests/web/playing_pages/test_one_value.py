"""The edge of the jackpot has one value: on the table's sheet, on its odds page, in a terminal.
A table without a jackpot has none."""

import re
import shlex
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.waiting import PATIENCE
from tests.web.playing_pages.visiting import DESKTOP, LEISURE, Served, visiting

PERCENT = re.compile(r"(−?[\d.,]+)\s*%")


def percent(words: str) -> float:
    found = PERCENT.search(words)
    assert found is not None, words
    return float(found[1].replace("−", "-").replace(",", ""))


def printed_by(command: str) -> str:
    """What a command of the program prints, from the jackpot on the player's hand on."""
    first, *words = shlex.split(command)
    assert first == "croupier"
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout.partition("Jackpot")[2].partition("house edge")[2].splitlines()[0]


@pytest.mark.parametrize("table", [LEISURE, pytest.param("SSP-1", marks=pytest.mark.slow)])
def test_the_edge_of_a_tables_jackpot_has_one_value(
    served: Served, chromium: Browser, table: str
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens(table))
        page.get_by_role("button", name="Rules and pays").click()
        sheet = page.get_by_role("dialog")
        edges = sheet.locator("section", has_text="What the house keeps on average")
        edge = edges.locator("dt", has_text=re.compile("^Jackpot")).first.locator("+ dd")
        told = percent(edge.inner_text())

        sheet.get_by_role("link", name="Exact odds").click()
        expect(page).to_have_url(re.compile(rf"/odds/table\?name={table}&.*meter=\d+"))
        [meter] = parse_qs(urlsplit(page.url).query)["meter"]
        card = page.locator(".headline .figure", has_text="Jackpot").last.locator(".value")
        expect(card).to_be_visible()
        assert percent(card.inner_text()) == pytest.approx(told, abs=0.006)

        command = page.locator(".command code").inner_text()
        assert f"--meter {meter}" in command
        assert percent(printed_by(command)) == pytest.approx(told, abs=0.006)

        visit.go(f"/odds/table?name={table}")  # a bare address is about the table as it is
        expect(card).to_be_visible()
        assert percent(card.inner_text()) == pytest.approx(told, abs=0.006)


def test_a_table_without_a_jackpot_shows_no_edge_of_one(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens("TCP-1"))
        page.get_by_role("button", name="Rules and pays").click()
        sheet = page.get_by_role("dialog")
        edges = sheet.locator("section", has_text="What the house keeps on average")
        expect(edges.locator("dt")).to_have_text(["Ante and Play", "Pair Plus"])
        expect(sheet.get_by_role("heading", name="Pair Plus pays")).to_be_visible()
        expect(sheet.get_by_role("heading", name="Jackpot pays")).to_have_count(0)
        sheet.get_by_role("link", name="Exact odds").click()
        expect(page.locator(".headline .figure")).to_have_count(3)
        expect(page.locator(".headline")).not_to_contain_text("jackpot")
