"""From the pages of `docs` to the files of the site."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build as build_with_mkdocs
from mkdocs.config import load_config

from croupier.house.http.pages.site import FOLDER
from tools.site.made import MADE

ROOT = Path(__file__).parents[2]
SHOWN = {".md", ".css", ".png", ".svg", ".ipynb"}
_PLACE = re.compile(r"^<!-- made: ([a-z-]+) -->$", re.MULTILINE)
_NOT_NEEDED = ("assets/javascripts/lunr", "sitemap.xml", "sitemap.xml.gz")
"""Search in other languages, and lists for crawlers of the web."""


def assemble(pages: Path) -> None:
    """Every page with all that is in it; the list of decisions has no file of its own."""
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.suffix not in SHOWN or "__pycache__" in path.parts:
            continue
        copy = pages / path.relative_to(ROOT / "docs")
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            copy.write_text(completed(path.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(path, copy)
    shutil.copyfile(FOLDER / "icon.svg", pages / "pictures" / "icon.svg")
    (pages / "decisions" / "index.md").write_text(_decisions(), encoding="utf-8")


def completed(page: str) -> str:
    """With what is made in its places; a folder is linked by its list."""
    whole = _PLACE.sub(lambda place: MADE[place[1]](), page)
    return whole.replace("](decisions/)", "](decisions/index.md)")


def _decisions() -> str:
    listed = []
    for path in sorted((ROOT / "docs" / "decisions").glob("0*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        listed.append(f"- [{title}]({path.name})")
    head = "# Decisions\n\nWhat shaped more than one module, and why, in the order made.\n\n"
    return head + "\n".join(listed) + "\n"


def build(pages: Path, out: Path, **other: Any) -> None:
    """The files of these pages in an empty folder; raises if a page or a link is wrong."""
    shutil.rmtree(out, ignore_errors=True)
    config = load_config(
        str(ROOT / "mkdocs.yml"), docs_dir=str(pages), site_dir=str(out), strict=True, **other
    )
    config.plugins.on_startup(command="build", dirty=False)
    build_with_mkdocs(config)
    for name in _NOT_NEEDED:
        _remove(out / name)
    for path in out.rglob("*.map"):
        path.unlink()


def _remove(path: Path) -> None:
    act: Callable[[Path], None] = shutil.rmtree if path.is_dir() else Path.unlink
    if path.exists():
        act(path)
