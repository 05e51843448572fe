"""The typefaces of the pages: cut by our own tool, complete, and under a licence that is named."""

import re
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from croupier.house.http.pages.site import FOLDER
from croupier.languages.catalogue import LANGUAGES
from tools.typefaces import FACES, make

FONTS = FOLDER / "fonts"
FIGURES = "0123456789"
COPYRIGHT, LICENCE = 0, 13


def face(name: str) -> TTFont:
    return TTFont(FONTS / name)


@pytest.mark.slow
def test_the_files_are_what_the_tool_makes(tmp_path: Path) -> None:
    make(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {path.name: path.read_bytes() for path in FONTS.iterdir()} == made


@pytest.mark.parametrize("name", FACES)
def test_a_face_names_its_makers_and_its_licence(name: str) -> None:
    names = face(name)["name"]
    makers = names.getDebugName(COPYRIGHT)
    assert "Project Authors" in makers
    assert "SIL Open Font License, Version 1.1" in names.getDebugName(LICENCE)
    licence = (FONTS / FACES[name].family.licence).read_text("utf-8")
    assert licence.startswith("Copyright")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Reserved Font Name" not in licence.split("-----")[0], "a part may not bear that name"


def test_every_character_of_a_page_is_served() -> None:
    """Those of the pages' own texts, and of all that the house may say in English. What is said in
    Chinese alone is shown in the typeface of whoever reads it."""
    sources = [*FOLDER.rglob("*.js"), *FOLDER.parents[1].rglob("*.py")]
    said = {sign for path in sources for sign in path.read_text("utf-8") if sign.isprintable()}
    assert {"–", "−", "→", "◐"} <= said
    served = set(face("inter.woff2").getBestCmap()) | set(face("signs.woff2").getBestCmap())
    names = {sign for language in LANGUAGES.values() for sign in language.name}
    english = {sign for sign in said - names if not unicodedata.name(sign, "").startswith("CJK")}
    assert {sign for sign in english if ord(sign) not in served} == set()


def test_suits_and_signs_are_asked_for_only_where_they_stand() -> None:
    style = (FOLDER / "app.css").read_text("utf-8")
    ranges = re.findall(r"unicode-range: ([^;]+);", style)
    assert len(ranges) == 1
    asked = {int(one.removeprefix("U+"), 16) for one in ranges[0].split(", ")}
    assert asked == set(face("signs.woff2").getBestCmap()) == {ord(sign) for sign in "♠♣♥♦●◐○□"}
    assert not asked & set(face("inter.woff2").getBestCmap())


def test_figures_of_a_column_are_of_one_width() -> None:
    text, display = face("inter.woff2"), face("newsreader.woff2")
    tabular = {
        figure: replaced
        for record in text["GSUB"].table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for number in record.Feature.LookupListIndex
        for part in text["GSUB"].table.LookupList.Lookup[number].SubTable
        for figure, replaced in part.mapping.items()
    }
    names = text.getBestCmap()
    assert set(tabular) == {names[ord(figure)] for figure in FIGURES}, "and nothing but figures"
    assert len({text["hmtx"][one][0] for one in tabular.values()}) == 1
    names = display.getBestCmap()
    assert len({display["hmtx"][names[ord(figure)]][0] for figure in FIGURES}) == 1
