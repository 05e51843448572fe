"""What the pages are told of the rulebooks that a house's tables run: names, odds, clauses."""

from typing import Any

import httpx
import pytest

from croupier.house.http.pages.book import book_routes
from croupier.house.http.pages.odds import odds_routes
from croupier.house.model import commands as hc
from croupier.script.format import TableEntry
from tests.house.houses import do
from tests.house.model.table.books import HARBOUR
from tests.house.serving import http_to, serving

ROUTES = (*odds_routes(), *book_routes())
DEARER = HARBOUR.replace("5 to 1", "4 to 1")
"""The same name and edition, and another ante bonus for a straight flush."""


async def get(http: httpx.AsyncClient, path: str) -> Any:
    answer = await http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_each_table_is_priced_and_cited_by_its_own_file(sqlite_url: str) -> None:
    async with serving(sqlite_url, routes=ROUTES) as (house, address), http_to(address) as http:
        for name, book in (("T1", HARBOUR), ("T2", DEARER), ("T3", "casino-stud")):
            await do(house.handler, None, hc.RegisterTable(name=name, entry=TableEntry(book)))
        me = await get(http, "/api/me")
        assert me["games"]["harbour-poker"] == "Harbour Poker"
        assert me["games"]["poker-trois-cartes"]
        assert (await get(http, "/api/tables/T1/odds/rulebook"))["rulebook"] == "harbour-poker"
        edges = [
            (await get(http, f"/api/tables/{name}/odds"))["wagers"]["main"]["house_edge"]
            for name in ("T1", "T2", "T3")
        ]
        # 48 of 22,100 hands are straight flushes, which best play never folds.
        assert edges[1] - edges[0] == pytest.approx(48 / 22_100)
        assert edges[2] == pytest.approx(0.051_99, abs=5e-6)  # as published: 5.199 %
        clause = await get(http, "/api/book/clauses/HP/4?table=T1")
        assert (clause["name"], clause["keys"]) == ("Harbour Poker", ["main.qualifies"])
        for path in ("/api/book/clauses/HP/4", "/api/book/clauses/HP/99?table=T1"):
            assert (await http.get(path)).status_code == 404
        assert (await http.get("/api/tables/T9/odds")).status_code == 404
