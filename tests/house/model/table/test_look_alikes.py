"""A file that would pass for an approved document is refused, or shown as what it is."""

import pytest
from msgspec import ValidationError, convert

from croupier.books import check_text
from croupier.house.http.pages.book import book_routes
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.house.read.reports.dossier import dossier
from tests.house.houses import keeping, play_round, register_jackpot, register_table
from tests.house.model.table.books import SEVENTH
from tests.house.serving import caller, http_to, page_routes, serving

PAYS_LESS = '[main.pays.rows]\nflush = { pays = "0 to 1" }\n'


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("slug", "casino-stud\\n", "is not a name of lower-case letters, digits and hyphens"),
        ("document", "CSP\\n", "is not a short name of capital letters and digits"),
    ],
)
def test_a_line_break_behind_a_name(key: str, value: str, words: str) -> None:
    text = f'extends = "casino-stud@6"\n{key} = "{value}"\n{PAYS_LESS}'
    assert words in str(check_text(text).wrong[0])


def test_a_line_break_behind_the_name_of_a_wager() -> None:
    text = 'extends = "casino-stud@6"\nslug = "mine"\n[side_wagers."six\\n"]\nlabel = "Six"\n'
    assert any(
        "lower-case letters, digits and low lines" in str(one) for one in check_text(text).wrong
    )


def test_a_line_break_behind_the_name_of_a_table() -> None:
    given = {"name": "T1\n", "entry": {"rulebook": "casino-stud"}}
    with pytest.raises(ValidationError):
        convert(given, hc.RegisterTable)


async def test_a_later_edition_from_a_file_is_shown_as_a_file(sqlite_url: str) -> None:
    """It bears the name, the operator and the clauses of the document: so it says what it is."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, "T1", SEVENTH, jackpot=None)
        await register_table(handler, "T2", "casino-stud@6", jackpot=None)
    async with (
        serving(sqlite_url, routes=book_routes()) as (_, address),
        http_to(address) as anybody,
    ):
        listed = {one["table"]: one["file"] for one in (await anybody.get("/api/tables")).json()}
        assert listed == {"T1": True, "T2": False}
        assert (await anybody.get("/api/tables/T1/book")).json()["file"] is True
        assert (await anybody.get("/api/tables/T2/book")).json()["file"] is False


async def test_staff_are_shown_a_file_as_a_file_too(sqlite_url: str) -> None:
    """In the pit, at the cage, in the record of a round and in the dossier of its link."""
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler, "T1", SEVENTH)
        await register_table(handler, "T2", "casino-stud@6", jackpot=None)
        for table in ("T1", "T2"):
            await play_round(handler, table)
    async with serving(sqlite_url, routes=page_routes()) as (house, address):
        shift = await caller(house, address, "mia", HouseRole.SHIFT_MANAGER)
        async with shift:
            for page in ("pit", "cage"):
                tables = (await shift.get(f"/api/floor/{page}")).json()["tables"]
                marks = {one["table"]: one["file"] for one in tables}
                assert marks == {"T1": True, "T2": False}, page
            for table, file in (("T1", True), ("T2", False)):
                record = (await shift.get(f"/api/audit/rounds/{table}/1")).json()
                assert record["file"] is file
        assert (await dossier(house, "J1")).edition == "casino-stud@7 (a file)"
