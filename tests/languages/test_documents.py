"""PAR sheets, workbooks, plots and dossiers in the language of who reads them."""

import io
import re
import zipfile
from functools import partial

import pytest

from croupier.books import RULEBOOKS
from croupier.languages.lines import said
from croupier.languages.punctuation import in_chinese
from croupier.odds import Question, price
from croupier.odds.report import reader as reading
from croupier.odds.report.content import ParSheet
from croupier.odds.report.html import as_html
from croupier.odds.report.par_sheet import whole_par_sheet
from croupier.odds.report.reader import Reader, drawing_for
from croupier.odds.report.workbook import as_workbook

CHINESE = Reader("zh-Hans", partial(said, tag="zh-Hans"))
CODES = re.compile(r"(?:CSP|SSP|MLP|MEGA|TCP)\b.*|[0-9a-f]{64}|croupier [\d.]+|Marina.*|Resorts.*")
"""Clauses, a fingerprint, the program and its version, operators."""
ENGLISH = re.compile(r"[a-z]{3}")


def words_of(sheet: ParSheet) -> set[str]:
    tables = (sheet.marks, *(table for one in sheet.sections for table in one.tables))
    cells = {cell for table in tables for row in (table.headings, *table.rows) for cell in row}
    texts = {line for one in sheet.sections for line in (one.title, *one.text)}
    return {sheet.title} | cells | texts


@pytest.mark.parametrize("slug", ["singapore-stud", "three-card-poker"])
def test_a_par_sheet_is_wholly_in_chinese(slug: str) -> None:
    sheet = price(RULEBOOKS[slug], Question())
    words = words_of(whole_par_sheet(sheet, drawn=False, reader=CHINESE))
    assert "赌场优势（占底注）" in words
    assert {one for one in words if ENGLISH.search(CODES.sub("", one))} == set()
    assert {one for one in words if in_chinese(one) != one} == set()


def test_the_workbook_and_its_pages_have_chinese_names() -> None:
    sheet = price(RULEBOOKS["three-card-poker"], Question())
    printed = whole_par_sheet(sheet, drawn=False, reader=CHINESE)
    with zipfile.ZipFile(io.BytesIO(as_workbook(sheet, printed, CHINESE.say))) as book:
        names = re.findall(r'sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
        shared = re.findall(r"<t[^>]*>([^<]+)</t>", book.read("xl/sharedStrings.xml").decode())
        formula = book.read("xl/worksheets/sheet1.xml").decode()
    assert names == ["PAR 表", "主游戏", "决定", "对子加注", "累积奖金", "印出稿"]
    assert "'主游戏'!" in formula
    assert [one for one in shared if ENGLISH.search(CODES.sub("", one))] == []


def test_a_page_says_its_language() -> None:
    sheet = price(RULEBOOKS["three-card-poker"], Question())
    assert '<html lang="zh-Hans">' in as_html(whole_par_sheet(sheet, drawn=False, reader=CHINESE))
    assert '<html lang="en">' in as_html(whole_par_sheet(sheet, drawn=False))


def test_pictures_stay_english_where_no_typeface_has_the_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "SANS", {"zh-Hans": ("No Such Typeface",)})
    monkeypatch.setattr(reading, "SERIF", {"zh-Hans": ("No Such Typeface",)})
    with drawing_for(CHINESE) as say:
        assert say("share of rounds") == "share of rounds"
    assert reading.reader_of_pdf(CHINESE) == (reading.ENGLISH, ())


@pytest.mark.filterwarnings("ignore:Glyph")
def test_pictures_are_drawn_in_chinese_with_a_typeface_that_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from matplotlib.figure import Figure

    monkeypatch.setattr(reading, "SANS", {"zh-Hans": ("DejaVu Sans Mono",)})
    with drawing_for(CHINESE, as_text=True) as say:
        figure = Figure()
        figure.suptitle(say("share of rounds"))
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg")
    assert "占局数的比例" in drawn.getvalue()
