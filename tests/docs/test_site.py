"""The documentation site: built strictly, complete, and served by a house as it is built."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from litestar.testing import create_test_client
from mkdocs.exceptions import Abort
from playwright.sync_api import Browser, expect

from croupier.cli.main import COMMANDS
from croupier.house.http.pages import documentation
from croupier.house.model.events import LogEvent
from tests.docs.readme import ROOT
from tests.house.serving import Program
from tests.web.playing_pages.visiting import DESKTOP, PHONE, visiting
from tools.site import building
from tools.site.made import MADE

_ELSEWHERE = re.compile(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?//')
SERVE = """
from pathlib import Path
from croupier.cli.serve import serve
from croupier.house.http.pages import documentation
documentation.FOLDER = Path({folder!r})
serve(prog_name="croupier serve")
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `make site` builds it; a dead link or a page in no menu ends it with an error."""
    folder = tmp_path_factory.mktemp("site") / "built"
    done = subprocess.run(
        [sys.executable, "-m", "tools.site", str(folder)],
        cwd=ROOT,
        env={**os.environ, "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("house")
    program = Program("--data", str(data), program=("-c", SERVE.format(folder=str(site))))
    try:
        yield program.start()
    finally:
        program.end()


def page(site: Path, name: str) -> str:
    return (site / name / "index.html").read_text(encoding="utf-8")


def test_every_link_leads_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what is made from the program, and without search: that is what takes long."""
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setattr(building, "MADE", dict.fromkeys(MADE, str))
    building.assemble(tmp_path / "pages")
    building.build(tmp_path / "pages", tmp_path / "out", plugins=[])
    assert "The distribution is called croupier" in page(tmp_path / "out", "decisions")


@pytest.mark.slow
def test_every_page_of_the_sources_is_built_and_loads_nothing_from_elsewhere(site: Path) -> None:
    sources = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    for source in sources:
        built = "" if source.name == "index.md" else str(source.with_suffix(""))
        assert not _ELSEWHERE.search(page(site, built)), source
        assert "&lt;!-- made:" not in page(site, built), source
    assert not list(site.rglob("*.map"))


@pytest.mark.slow
def test_what_is_made_from_the_program_is_complete(site: Path) -> None:
    shown = page(site, "reference/command-line")
    for name in COMMANDS:
        assert f'id="croupier-{name}"' in shown
    assert "--without-key" in shown
    assert 'id="wager_placed"' in page(site, "reference/events")
    operations = page(site, "reference/http")
    assert 'id="give_command"' in operations
    assert 'href="../http-types/#CommandRequest"' in operations
    assert 'id="CommandRequest"' in page(site, "reference/http-types")
    library = page(site, "reference/library")
    assert 'id="croupier.game.Game.ante"' in library
    assert "The jackpot wager, of the progressive" in library


def test_every_event_of_a_log_is_in_the_reference() -> None:
    told = set(re.findall(r"^### `(\w+)`$", MADE["events"](), re.MULTILINE))
    assert {str(one.__struct_config__.tag) for one in get_args(LogEvent)} == told


def test_dead_links_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    pages = tmp_path / "pages"
    (pages / "pictures").mkdir(parents=True)
    (pages / "pictures" / "icon.svg").touch()
    (pages / "index.md").write_text("# One\n\n[A](nowhere.md) [B](#nothing) [C](/absolute)\n")
    with pytest.raises(Abort, match="3 warnings in strict mode"):
        building.build(pages, tmp_path / "out", nav=["index.md"], not_in_nav="", plugins=[])


@pytest.mark.slow
def test_the_house_serves_it(address: str, chromium: Browser) -> None:
    """Nothing is blocked by its policy, nothing is asked of elsewhere, and search is local."""
    for size in (DESKTOP, PHONE):
        with visiting(chromium, address, size) as reader:
            shown = reader.go("/docs")
            expect(shown.get_by_role("heading", name="Where to begin")).to_be_visible()
            if size == DESKTOP:
                shown.get_by_role("textbox", name="Search").fill("stand-off")
                expect(shown.locator(".md-search-result__item").first).to_be_visible()
                shown.keyboard.press("Escape")
            shown.get_by_role("link", name="A first round").last.click()
            expect(shown.get_by_role("heading", name="Decisions")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/..%2f..%2fapplication.py"])
def test_what_is_not_there_is_not_found(address: str, path: str) -> None:
    with pytest.raises(HTTPError) as found:
        urlopen(address + path)
    assert found.value.code == 404
    found.value.close()


def test_no_file_outside_the_folder_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("of somebody else")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "index.html").write_text("<script>let a;</script>")
    assert documentation.found("/../secret.txt", folder) is None
    assert documentation.found("link.txt", folder) is None
    assert documentation.found("a" * 300 + ".html", folder) is None
    file, policy = documentation.found("/", folder) or (None, "")
    assert file is not None
    # printf 'let a;' | openssl dgst -sha256 -binary | base64
    assert "'sha256-81WALLbUROF1pWdYjuQYKuIcGgY/+TqVJr8UsV6Tkvo='" in policy
    assert "script-src 'self' '" in policy


def test_a_house_without_it_says_how_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation, "FOLDER", tmp_path / "nothing")
    with create_test_client(documentation.documentation_routes()) as visitor:
        for path in ("/docs", "/docs/", "/docs/reference/http/"):
            answer = visitor.get(path)
            assert answer.status_code == 404
            assert "make site" in answer.text
