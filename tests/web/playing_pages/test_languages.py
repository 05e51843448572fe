"""The pages in a person's language."""

import re
import subprocess
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from croupier.languages.catalogue import LANGUAGES
from croupier.languages.punctuation import in_chinese
from tests.web.layout_pages.fitting import misfits
from tests.web.playing_pages.visiting import LEISURE, PHONE, Served, visiting

ENGLISH_WORDS = """() => {
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) said.push(walker.currentNode.textContent);
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name));
  }
  return said.filter((one) => /[a-z]{2,} [a-z]{2,}/.test(one));
}"""
"""Two words in small Latin letters, one after the other; all of them, seen or not."""
NAMES = ("Bahasa Melayu", "Poker trois cartes", "Stud poker de casino")


def has_letters(tag: str) -> bool:
    """Malay is written in letters that are served."""
    asked_for = {"ms": "en", "zh-Hans": "zh-cn"}.get(tag, tag)
    listing = ["fc-list", f":lang={asked_for}"]
    return tag == "ms" or bool(subprocess.run(listing, capture_output=True, check=False).stdout)


def asked(served: Served, path: str, **headers: str) -> str:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with urlopen(Request(served.address + path, headers=named)) as answer:
        return str(answer.read().decode())


def test_the_house_answers_in_the_language_of_the_browser_or_the_one_chosen(
    served: Served,
) -> None:
    chinese = asked(served, "/", Accept_Language="zh-SG,en;q=0.5")
    assert '<html lang="zh-Hans">' in chinese
    chosen = asked(served, "/", Accept_Language="zh-SG", Cookie="a=b; croupier_language=en")
    assert '<html lang="en">' in chosen
    strange = asked(served, "/", Cookie="croupier_language=xx")
    assert '<html lang="en">' in strange


def test_only_the_texts_differ_between_languages(served: Served) -> None:
    found = re.search(r"/static/([0-9a-f]+\.zh-Hans)/", asked(served, "/", Accept_Language="zh"))
    assert found is not None
    folder = f"/static/{found[1]}"
    english = folder.removesuffix(".zh-Hans")
    assert 'lobby: "牌桌"' in asked(served, f"{folder}/text/en.js")
    assert 'lobby: "Tables"' in asked(served, f"{english}/text/en.js")
    assert asked(served, f"{folder}/net.js") == asked(served, f"{english}/net.js")
    with urlopen(f"{served.address}{folder}/text/en.js") as answer:
        assert "immutable" in answer.headers["Cache-Control"]


def test_a_visitor_chooses_a_language_and_keeps_it(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, PHONE) as visit:
        page = visit.go("/")
        expect(page.get_by_role("heading", name="Tables")).to_be_visible()
        names = page.get_by_role("navigation", name="Language").get_by_role("button")
        assert names.all_text_contents() == [one.name for one in LANGUAGES.values()]
        page.get_by_role("button", name="简体中文").click()
        expect(page.get_by_role("heading", name="牌桌")).to_be_visible()
        assert page.locator("html").get_attribute("lang") == "zh-Hans"
        visit.go("/table/CSP-9")
        expect(page.get_by_role("button", name="重复投注")).to_be_visible()


@pytest.mark.parametrize(
    "tag",
    [
        "zh-Hans",
        pytest.param("ms", marks=pytest.mark.pages),
        pytest.param("ta", marks=pytest.mark.pages),
    ],
)
def test_pages_hold_with_the_words_of_another_language(
    served: Served, chromium: Browser, tag: str
) -> None:
    """On the narrowest phone, in whatever face this machine has for the language.

    Where it has none, each sign of a letter is a box of its own, and nothing can be measured.
    """
    with visiting(chromium, served.address, PHONE) as visit:
        cookie = {"name": "croupier_language", "value": tag, "url": served.address}
        visit.context.add_cookies([cookie])  # type: ignore[list-item]
        for path, there in (
            ("/", ".table-card"),
            ("/train/casino-stud", ".hand"),
            (f"/table/{LEISURE}", ".felt.phase-betting"),
        ):
            page = visit.go(path)
            expect(page.locator(there).first).to_be_visible()
            guide = page.locator(".guide button")
            if path.startswith("/table") and guide.count():
                guide.last.click()
            if has_letters(tag):
                assert misfits(page, ((320, 640),), ("served",)) == {}, path
            assert page.locator("html").get_attribute("lang") == tag
            if tag != "ms":  # which is written in Latin letters too
                found = [one for one in page.evaluate(ENGLISH_WORDS) if one not in NAMES]
                assert found == [], path
            if tag == "zh-Hans":
                shown = page.locator("body").inner_text().replace(" ", "").splitlines()
                assert [one for one in shown if in_chinese(one) != one] == [], path
