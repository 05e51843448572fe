"""Whether a page holds at every width, in the typefaces that are served and in others."""

from contextvars import ContextVar
from pathlib import Path

import matplotlib
from playwright.sync_api import Page, Route

SIZES = ((320, 640), (360, 740), (390, 844), (768, 1024), (1024, 768), (1440, 900))
FEW = ((320, 640), (768, 1024), (1440, 900))
"""What breaks a page breaks it at one of these in nearly every case."""
Sizes = tuple[tuple[int, int], ...]
SCROLLERS = ", ".join(
    (
        ".head nav",
        ".games",
        ".filters",
        ".sections",
        ".contents",
        ".table-scroll",
        ".chart-scroll",
        ".rows-wrap",
    )
)
"""What scrolls sideways on purpose."""

_WIDE = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
"""A face wider than most, from a package that is always here."""
FACES = {"served": None, "wide": "125%", "narrow": "80%"}
"""How large that face is set: wider than most, and narrower."""

_MISFITS = Path(__file__).with_name("fitting.js").read_text("utf-8")
_STAGED = Path(__file__).with_name("staging.js").read_text("utf-8")
_WEAR = """async (size) => {
  const face = `Other${parseInt(size)}`;
  if (size !== null && ![...document.fonts].some(({ family }) => family === face)) {
    document.fonts.add(new FontFace(face, "url(/wide.ttf)", { sizeAdjust: size }));
    await document.fonts.load(`1rem ${face}`);
  }
  const root = document.documentElement.style;
  for (const name of ["--sans", "--serif", "--mono"]) {
    if (size === null) root.removeProperty(name);
    else root.setProperty(name, `${face}, Inter`);
  }
  await document.fonts.ready;
}"""
_DRAWN = """async (width) => {
  const frame = () => new Promise(requestAnimationFrame);
  do await frame(); while (innerWidth !== width);
  await Promise.all(document.getAnimations().map((one) => one.finished));
  await frame();
}"""


in_use: ContextVar[Sizes] = ContextVar("in_use", default=FEW)


def fits(page: Page, faces: tuple[str, ...] = ("served", "wide")) -> None:
    """Nothing on it does not fit."""
    found = misfits(page, in_use.get(), faces)
    assert not found, "\n".join(f"{line} ({', '.join(where)})" for line, where in found.items())


def misfits(page: Page, sizes: Sizes, faces: tuple[str, ...]) -> dict[str, list[str]]:
    """What does not fit, with the faces and widths in which it does not."""
    page.route("**/wide.ttf", _send_wide)
    found: dict[str, list[str]] = {}
    before = page.viewport_size
    for face in faces:
        page.evaluate(_WEAR, FACES[face])
        for width, height in _tried(sizes, face):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(_DRAWN, width)
            lines: list[str] = page.evaluate(_MISFITS, SCROLLERS)
            if page.locator(".felt .stage").count():
                lines += page.evaluate(_STAGED, face == "served")
            for line in lines:
                found.setdefault(line, []).append(f"{face} {width}")
    page.evaluate(_WEAR, None)
    if before is not None:
        page.set_viewport_size(before)
    return found


def _tried(sizes: Sizes, face: str) -> Sizes:
    """Where there are few sizes, only a wider face is tried at all: it breaks a page sooner."""
    return sizes[:1] if sizes is FEW and face == "served" else sizes


def _send_wide(route: Route) -> None:
    route.fulfill(body=_WIDE.read_bytes(), content_type="font/ttf")
