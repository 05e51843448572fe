"""Cuts the typefaces of the pages from the fonts that pinned packages carry: `make fonts`.

Each face is one WOFF2 file with the characters that pages use, fixed or narrowed along its axes;
the licence of its family lies beside it. The files are part of the repository, so that running
and testing need neither the packages nor this program; a test cuts them again and compares.
"""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped]
from msgspec import Struct

FOLDER = (
    Path(__file__).parents[1] / "src" / "croupier" / "house" / "http" / "pages" / "static" / "fonts"
)

LATIN = (
    "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)]))
    + "ŒœŠšŽžŸŁł"  # further letters of European names
    + "–—‘’‚“”„•…€−"
)
SYMBOLS = "‰′″‹›™←↑→↓√∞≈≠≤≥⌫✓✗σ"
SIGNS = "♠♣♥♦●◐○□"
"""What the text face has not, or not to match: suits, and how a clause is honoured."""

COPYRIGHT, FAMILY, STYLE, LICENCE, LICENCE_AT = 0, 1, 2, 13, 14
ENGLISH = 0x409


class Family(Struct, frozen=True):
    """The package of a family, and the name its licence has here."""

    package: str
    licence: str


class Face(Struct, frozen=True):
    """One file: which font, at which place or between which ends of its axes, with what in it."""

    family: Family
    source: str
    axes: Mapping[str, float | tuple[float, float]]
    characters: str
    features: tuple[str, ...] = ("kern",)


INTER = Family("fontpkg_inter", "OFL-inter.txt")
NEWSREADER = Family("fontpkg_newsreader", "OFL-newsreader.txt")
FIRA_CODE = Family("fontpkg_fira_code", "OFL-fira-code.txt")

FACES = {
    "inter.woff2": Face(
        INTER,
        "Inter[opsz,wght].ttf",
        {"opsz": 14, "wght": (400, 700)},
        LATIN + SYMBOLS,
        ("kern", "tnum", "ccmp"),
    ),
    "newsreader.woff2": Face(
        NEWSREADER, "Newsreader[opsz,wght].ttf", {"opsz": 28, "wght": 600}, LATIN
    ),
    "newsreader-italic.woff2": Face(
        NEWSREADER,
        "Newsreader-Italic[opsz,wght].ttf",
        {"opsz": 20, "wght": 450},
        LATIN.encode("ascii", "ignore").decode() + "·–—‘’“”…−×÷",
    ),
    "signs.woff2": Face(FIRA_CODE, "FiraCode[wght].ttf", {"wght": 400}, SIGNS, ()),
}


def cut(face: Face) -> TTFont:
    """The font with nothing in it but what the face names; who made it stays written in it."""
    font = TTFont(str(files(face.family.package) / "files" / face.source), recalcTimestamp=False)
    _align_figures_only(font)
    options = Options(
        layout_features=list(face.features),
        hinting=False,  # drawn by the browser; instructions would double the size
        notdef_outline=True,
        name_IDs=[COPYRIGHT, FAMILY, STYLE, LICENCE, LICENCE_AT],
        name_languages=[ENGLISH],
    )
    subsetter = Subsetter(options)
    subsetter.populate(text=face.characters)
    subsetter.subset(font)
    placed = instantiateVariableFont(font, dict(face.axes))
    placed.flavor = "woff2"
    return placed


def _align_figures_only(font: TTFont) -> None:
    """Of tabular figures the digits: hyphens and stops as wide as these would tear words apart."""
    figures = {font.getBestCmap()[ord(figure)] for figure in "0123456789"}
    table = font["GSUB"].table
    for feature in table.FeatureList.FeatureRecord:
        if feature.FeatureTag != "tnum":
            continue
        for number in feature.Feature.LookupListIndex:
            for part in table.LookupList.Lookup[number].SubTable:
                mapping = getattr(part, "ExtSubTable", part).mapping
                for name in set(mapping) - figures:
                    del mapping[name]


def make(folder: Path) -> None:
    """Every face and every licence, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, face in FACES.items():
        cut(face).save(folder / name, reorderTables=False)
        licence = (files(face.family.package) / "LICENSE").read_text("utf-8")
        (folder / face.family.licence).write_text(licence, "utf-8")


if __name__ == "__main__":
    make(FOLDER)
    for made in sorted(FOLDER.iterdir()):
        print(f"{made.stat().st_size:8,} {made.name}")
