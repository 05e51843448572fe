"""A dealer at school and whoever runs it: exercises, marks with clauses, a record in the log."""

import os
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from croupier.books import find_rulebook
from croupier.house.log.stream import Department
from croupier.school import Form, Kind, Solved, solve
from tests.web.looking import barriers
from tests.web.office_pages.office import Office

PICTURES = os.environ.get("CROUPIER_PICTURES")
"""A folder to leave pictures of the page in, for somebody to look at."""


def shot(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def laid(page: Page, game: str, kind: Kind, level: int) -> Solved:
    """The exercise that is shown, by its seed."""
    words = page.get_by_text("Seed ", exact=False).inner_text()
    return solve(find_rulebook(game), kind, words.removeprefix("Seed "), level)


def fill(page: Page, solved: Solved) -> None:
    """Every question answered rightly, as its control takes it."""
    for ask, key in zip(solved.exercise.asks, solved.keys, strict=True):
        asked = page.get_by_role("group", name=ask.words, exact=True)
        if ask.form is Form.MONEY:
            asked.get_by_role("textbox").fill(f"{int(key.value) / 100:.2f}")
        elif ask.form is Form.ORDER:
            for place, name in enumerate(key.value.split(",")):
                asked.get_by_role("combobox").nth(place).select_option(name)
        elif ask.form is Form.CHIPS:
            for part in key.value.split():
                count, value = part.split("x")
                label = next(one.words for one in ask.options if one.value == value)
                asked.get_by_label(label, exact=True).fill(count)
        elif asked.get_by_role("combobox").count():
            asked.get_by_role("combobox").select_option(key.value)
        else:
            words = next(one.words for one in ask.options if one.value == key.value)
            asked.get_by_label(words, exact=True).check()


def test_a_dealer_practises_and_the_school_keeps_the_results(
    office: Office, chromium: Browser
) -> None:
    with office.visited_by("dan", chromium, (390, 844)) as visit:
        page = visit.go("/")
        page.get_by_role("link", name="School").click()
        expect(page.get_by_text("Nothing answered yet.")).to_be_visible()
        expect(page.get_by_role("link", name="Everybody")).to_have_count(0)  # not his to see
        page.get_by_label("Exercise").select_option("pay")
        page.get_by_label("Game").select_option("casino-stud")
        page.get_by_label("Level").select_option("2")
        expect(page.locator(".told")).to_contain_text("stays in with its bet.")
        expect(page.get_by_role("group", name="Ante: what does it win?")).to_be_visible()
        fill(page, laid(page, "casino-stud", Kind.PAY, 2))
        assert barriers(page) == []
        shot(page, "school-asked-390")
        page.get_by_role("button", name="Answer", exact=True).click()
        expect(page.locator(".outcome .said-good")).to_contain_text("Right")
        expect(page.locator(".because").first).to_contain_text("CSP ")
        row = page.get_by_role("row").filter(has_text="Pay every wager")
        expect(row).to_contain_text("1 of 1")
        shot(page, "school-marked-390")
        chips_are_cut(page)
    wrong_ruling(office, chromium)
    whoever_runs_it(office, chromium)


def chips_are_cut(page: Page) -> None:
    page.get_by_label("Exercise").select_option("chips")
    expect(page.locator("legend").last).to_have_text("In which chips, as few as possible?")
    fill(page, laid(page, "casino-stud", Kind.CHIPS, 2))
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator(".outcome")).to_contain_text("2 of 2 answers right")
    seed = page.get_by_text("Seed ").inner_text()
    page.get_by_role("button", name="Next exercise").click()
    expect(page.get_by_role("button", name="Answer", exact=True)).to_be_visible()
    assert page.get_by_text("Seed ").inner_text() != seed


def wrong_ruling(office: Office, chromium: Browser) -> None:
    """A supervisor names the wrong official, and is told whom the document names."""
    with office.visited_by("sue", chromium, (1024, 768)) as visit:
        page = visit.go("/school?kind=irregularity&game=megalink-stud&level=1")
        expect(page.locator("legend").first).to_have_text("What does MEGA prescribe?")
        solved = laid(page, "megalink-stud", Kind.IRREGULARITY, 1)
        fill(page, solved)
        if len(solved.keys) > 1:
            right = solved.keys[1].value
            wrong = "dealer" if right == "pit manager" else "pit manager"
            asked = page.get_by_role("group", name="Who decides it, at the least?")
            asked.get_by_label(wrong, exact=True).check()
        shot(page, "school-asked-1024")
        page.get_by_role("button", name="Answer", exact=True).click()
        if len(solved.keys) > 1:
            expect(page.get_by_text(f"It is: {solved.keys[1].words}")).to_be_visible()
        shot(page, "school-marked-1024")
        assert barriers(page) == []


def whoever_runs_it(office: Office, chromium: Browser) -> None:
    with office.visited_by("kim", chromium, (1024, 768)) as visit:
        page = visit.go("/school")
        page.get_by_role("link", name="Everybody").click()
        expect(page.get_by_role("row").filter(has_text="dan")).to_have_count(2)
        expect(page.get_by_role("row").filter(has_text="sue")).to_have_count(1)
        shot(page, "school-pupils-1024")
    records = office.wait(office.house.store.read(Department.SCHOOL))
    assert [record.by.id for record in records if record.by] == ["dan", "dan", "sue"]
