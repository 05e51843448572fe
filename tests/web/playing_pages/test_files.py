"""How the files of the pages are served: safe, kept by browsers, and small."""

import gzip
import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from croupier.house.http.pages.site import FOLDER, without_comments, without_padding
from tests.web.playing_pages.visiting import DESKTOP, LEISURE, Served, visiting

LOBBY = (
    "app.css",
    "dom.js",
    "net.js",
    "main.js",
    "text/en.js",
    "pages/lobby.js",
    "pages/lobby.css",
)


def edition(served: Served) -> str:
    found = re.search(rb"/static/([0-9a-f]+)/", served.get("/"))
    assert found is not None
    return found[1].decode()


def test_pages_may_run_nothing_from_elsewhere(served: Served) -> None:
    with urlopen(f"{served.address}/table/CSP-1") as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_file_of_the_edition_is_kept_and_not_sent_twice(served: Served) -> None:
    address = f"{served.address}/static/{edition(served)}/dom.js"
    with urlopen(address) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        etag = answer.headers["ETag"]
    with pytest.raises(HTTPError) as found:
        urlopen(Request(address, headers={"If-None-Match": etag}))
    assert found.value.code == 304
    found.value.close()
    with urlopen(f"{served.address}/static/other/dom.js") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/static/x/../pages.py", "/static/x/nothing.js", "/api/nothing"])
def test_what_is_not_there_is_not_found(served: Served, path: str) -> None:
    with pytest.raises(HTTPError) as found:
        urlopen(served.address + path)
    assert found.value.code == 404
    found.value.close()


SCRIPT = b"""\
/* What it is. */
let a;
/**
 * @param {string} b
 */
function f(b) {
  /** @type {C} */
  let c;
  return [
    /** @type {const} */ ("kept"),
  ]; /* and this */
}
"""
SENT = b"""\

let a;



function f(b) {

let c;
return [
("kept"),
]; /* and this */
}
"""


def test_comments_are_not_sent_and_lines_keep_their_numbers() -> None:
    assert without_comments(SCRIPT) == SENT


def test_no_text_of_a_script_runs_over_several_lines() -> None:
    """Its lines would lose their indentation on the way."""
    for path in FOLDER.rglob("*.js"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            in_code = line.endswith("${") or line.lstrip().startswith("}")
            assert in_code or line.count("`") % 2 == 0, f"{path.name}:{number}"


def test_style_sheets_are_sent_without_padding() -> None:
    sheet = b"/* What\nit is. */\n.a, .b > i { top: 0; width: calc(1px + 2px); }\n"
    sheet += b"\n@media (x) { .c { left: 0 } }\n"
    sent = b".a,.b > i{top: 0;width: calc(1px + 2px);}@media (x){.c{left: 0}}"
    assert without_padding(sheet) == sent


def test_the_first_load_is_small(served: Served) -> None:
    name = edition(served)
    files = [served.get(f"/static/{name}/{file}") for file in LOBBY]
    assert sum(map(len, files)) < 72_000
    assert sum(len(gzip.compress(file)) for file in files) < 24_000


_LOADED = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .map(({ name, transferSize }) => [name, transferSize])"""


def test_the_first_load_of_a_table_is_small_with_its_typefaces(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.evaluate("document.fonts.ready.then(() => null)")
        loaded: dict[str, int] = dict(page.evaluate(_LOADED))
        faces = {name.rsplit("/", 1)[1] for name in loaded if "/fonts/" in name}
        assert {"inter.woff2", "newsreader.woff2"} <= faces
        assert "signs.woff2" not in faces, "no sign stands there"
        assert sum(loaded.values()) < 120 * 1024


@pytest.mark.parametrize("name", ["inter.woff2", "newsreader.woff2"])
def test_a_typeface_is_asked_for_at_once_and_kept(served: Served, name: str) -> None:
    address = f"/static/{edition(served)}/fonts/{name}"
    preload = f'<link rel="preload" href="{address}" as="font" type="font/woff2" crossorigin>'
    assert preload.encode() in served.get("/")
    packed = Request(served.address + address, headers={"Accept-Encoding": "gzip"})
    with urlopen(packed) as answer:
        assert answer.headers["Content-Type"] == "font/woff2"
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] is None, "it is packed already"
        assert answer.read(4) == b"wOF2"


def test_what_is_read_is_set_in_the_served_typefaces(served: Served, chromium: Browser) -> None:
    """Whatever else a machine has: no text of the lobby or of a table is drawn in another face,
    but for the names of languages."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        for path, there in (("/", ".table-card"), (f"/table/{LEISURE}", ".felt.phase-betting")):
            page = visit.go(path)
            expect(page.locator(there).first).to_be_visible()
            page.evaluate("document.fonts.ready.then(() => null)")
            page.locator(".languages").evaluate_all("all => all.forEach((one) => one.remove())")
            used = drawn_in(visit.context.new_cdp_session(page))
            assert used == {("Inter", True), ("Newsreader", True)}


def drawn_in(browser: CDPSession) -> set[tuple[str, bool]]:
    """The faces of all text on a page, and whether they came with it."""
    browser.send("DOM.enable")
    browser.send("CSS.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    leaves = {"nodeId": root, "selector": "#app :not(:has(*))"}
    return {
        (font["familyName"].split()[0], font["isCustomFont"])
        for node in browser.send("DOM.querySelectorAll", leaves)["nodeIds"]
        for font in browser.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    }
