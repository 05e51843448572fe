"""How the files of the pages are served: safe, kept by browsers, and small."""

import gzip
import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.web.playing_pages.visiting import Served

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


def test_the_first_load_is_small(served: Served) -> None:
    name = edition(served)
    files = [served.get(f"/static/{name}/{file}") for file in LOBBY]
    assert sum(map(len, files)) < 64_000
    assert sum(len(gzip.compress(file)) for file in files) < 24_000
