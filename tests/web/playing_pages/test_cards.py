"""Cards as the pages draw them."""

from playwright.sync_api import Browser, expect

from tests.web.playing_pages.visiting import DESKTOP, Served, visiting

DRAWN = """async (cards) => {
  const from = (name) => import(new URL(name, document.querySelector("script[src]").src));
  const { hand } = await from("cards.js");
  const { render } = await from("dom.js");
  const place = document.createElement("div");
  render(place, hand(cards));
  return [...place.querySelectorAll(".card")].map((card) => card.getAttribute("aria-label"));
}"""


def test_a_card_that_nobody_has_keyed_in_lies_face_down(served: Served, chromium: Browser) -> None:
    """As in a round dealt by hand, until the hands are turned."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/")
        expect(page.locator(".table-card").first).to_be_visible()
        assert page.evaluate(DRAWN, "? ? 4s") == [
            "a card, face down",
            "a card, face down",
            "four of spades",
        ]
