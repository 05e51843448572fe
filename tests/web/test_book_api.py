"""The book over HTTP: rulebooks, clauses, readings, differences, coverage, search."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.house.http.pages.book import book_routes
from croupier.rulebooks.clauses import ALL
from croupier.rulebooks.readings import READINGS


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(Litestar(book_routes(), logging_config=None)) as client:
        yield client


def get(client: TestClient[Litestar], path: str, **query: str) -> Any:
    answer = client.get(f"/api/book{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_shelf(client: TestClient[Litestar]) -> None:
    books = get(client, "")
    assert [one["rulebook"] for one in books] == [*RULEBOOKS, *ELSEWHERE]
    assert {one["document"]: one["clauses"] for one in books} == {
        "SSP": 89, "CSP": 169, "MEGA": 139, "MLP": 174, "TCP": 82, "FRTC": 0, "FRSP": 0,
    }  # fmt: skip
    assert books[1]["effective"] == "2020-06-28T08:00:00+08:00"


@pytest.mark.parametrize("slug", sorted(RULEBOOKS))
def test_a_book_is_whole(client: TestClient[Litestar], slug: str) -> None:
    found = get(client, f"/{slug}")
    document = RULEBOOKS[slug].document
    assert len(found["clauses"]) == sum(clause.document == document for clause in ALL)
    assert all(row["code"] and row["tests"] for row in found["clauses"])
    assert len(found["readings"]) == sum(document in one.documents for one in READINGS)
    assert [section["title"] for section in found["sections"]] == [
        "Identity", "Table", "Hands", "Wagers", "Course of a round", "Decisions", "Settlement",
        "Pay tables", "Jackpot", "Irregularities", "People",
    ]  # fmt: skip
    told = [fact for section in found["sections"] for fact in section["facts"]]
    assert all(fact["clauses"] or fact["reading"] for fact in told)
    known = {clause.id for clause in ALL}
    assert {clause for fact in told for clause in fact["clauses"]} <= known


def test_pay_tables_with_their_odds(client: TestClient[Litestar]) -> None:
    """4 royal flushes in 2,598,960 hands; A-K-Q of spades is one hand of 22,100."""
    bet, jackpot = get(client, "/casino-stud")["pay_tables"]
    assert (bet["wager"], bet["rows"][0]["pays"]) == ("bet", "250 to 1")
    assert Fraction(bet["rows"][0]["dealt"]) == Fraction(4, 2_598_960)
    assert sum(Fraction(row["dealt"]) for row in bet["rows"]) == 1
    assert [row["pays"] for row in jackpot["rows"]] == [
        "100 % of the meter", "10 % of the meter", "$500", "$200", "$100",
    ]  # fmt: skip
    tables = {one["wager"]: one for one in get(client, "/three-card-poker")["pay_tables"]}
    assert list(tables) == ["play", "ante_bonus", "pair_plus", "jackpot"]
    spades, others, *_ = tables["jackpot"]["rows"]
    assert (Fraction(spades["dealt"]), spades["envy"]) == (Fraction(1, 22_100), 25_000)
    assert (Fraction(others["dealt"]), others["pays"]) == (Fraction(3, 22_100), "$1,250")


def test_limits(client: TestClient[Litestar]) -> None:
    limits = {one["subject"]: one for one in get(client, "/casino-stud")["limits"]}
    assert limits["Most that the stay-in wager wins"]["clauses"] == ["CSP 4.1.1"]
    assert limits["Boxes"]["value"] == "1 to 9, as the house sets"


def test_a_clause(client: TestClient[Litestar]) -> None:
    clause = get(client, "/clauses/CSP/3.12.1/jackpot")
    assert clause["clause"] == "CSP 3.12.1/jackpot"
    assert clause["rulebook"] == "casino-stud"
    assert clause["honoured"] == "enforced"
    assert any("test_3_12_1" in test for test in clause["tests"])
    assert clause["facts"][0]["value"] == "is lost"
    assert "C6" in [reading["id"] for reading in clause["readings"]]
    assert "CSP 3.12.1/jackpot" in get(client, "/clauses/csp/3.12.1")["rules_within"]


def test_a_clause_of_a_document_without_a_registry(client: TestClient[Litestar]) -> None:
    """What the rulebook itself takes from it: of this one the limits alone."""
    assert get(client, "/clauses/FRTC/55-21-1") == {
        "clause": "FRTC 55-21-1",
        "rulebook": "poker-trois-cartes",
        "name": ELSEWHERE["poker-trois-cartes"].name,
        "document": "FRTC",
        "facts": [],
        "keys": ["betting.limits"],
    }
    whole = get(client, "/clauses/frtc/55-21")
    told = {fact["subject"]: fact["value"] for fact in whole["facts"]}
    assert told["Dealer qualifies with"] == "queen high or better"
    assert told["Jouer: any winning hand"] == "1 to 1"
    assert "NOR INTD0754510A" in told["Source"]  # a note
    assert {"main.qualifies", "main.pays.rows.flush", "notes.Source"} <= set(whole["keys"])
    assert "betting.limits" not in whole["keys"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/clauses/FRTC/99", "there is no clause 'FRTC 99'"),
        ("/clauses/CSP/99", "there is no clause 'CSP 99'"),
        ("/clauses/ABC/1.1", "there is no clause 'ABC 1.1'"),
        ("/readings/Z9", "there is no reading 'Z9'"),
        ("/baccarat", "there is no rulebook 'baccarat'"),
        ("/casino-stud@5", "has no edition '5'"),
        ("/differences?a=casino-stud&b=baccarat", "there is no rulebook 'baccarat'"),
    ],
)
def test_what_is_not_there(client: TestClient[Litestar], path: str, said: str) -> None:
    answer = client.get(f"/api/book{path}")
    assert answer.status_code == 404
    assert said.lower() in answer.json()["message"].lower()


@pytest.mark.parametrize("name", ["my.toml", "src/my.toml", 'extends = "casino-stud@6"\n'])
def test_the_network_names_editions_only(client: TestClient[Litestar], name: str) -> None:
    answer = client.get("/api/book/differences", params={"a": "casino-stud", "b": name})
    assert answer.status_code == 404
    assert answer.json()["message"].startswith("There is no rulebook ")


def test_a_reading(client: TestClient[Litestar]) -> None:
    reading = get(client, "/readings/x4")
    assert reading["name"] == "jackpot_stake_returned_on_odds"
    assert "CSP 4.2" in reading["clauses"]


def test_what_differs(client: TestClient[Litestar]) -> None:
    """CSP folds the jackpot wager away (3.12.1), MLP keeps it; four of a kind pays 500 or 2,000."""
    found = get(client, "/differences", a="casino-stud", b="multi-link-stud")
    differing = {
        one["subject"]: (
            one["left"] and one["left"]["value"],
            one["right"] and one["right"]["value"],
        )
        for section in found["sections"]
        for one in section["differences"]
    }
    assert differing["Fold: jackpot wager"] == ("is lost", "stays in and can win")
    assert differing["Prize: four of a kind"] == ("$500.00", "$2,000.00")
    assert found["shared"] > 100
    alike = get(client, "/differences", a="casino-stud", b="casino-stud")
    assert alike["sections"] == []


def test_differences_need_two(client: TestClient[Litestar]) -> None:
    assert client.get("/api/book/differences?a=casino-stud").status_code == 400


def test_coverage(client: TestClient[Litestar]) -> None:
    found = get(client, "/coverage")
    total = found["total"]
    assert (total["clauses"], total["with_code"], total["with_test"]) == (653, 653, 653)
    assert found["missing"] == {}
    assert len(found["rows"]) == 653
    assert sum(one["clauses"] for one in found["documents"].values()) == 653
    assert set(found["honours"]) == {"enforced", "recorded", "shown", "physical"}


def test_search_finds_what_holds_every_word(client: TestClient[Litestar]) -> None:
    found = get(client, "/search", q="Royal FLUSH meter")
    assert found["facts"]
    assert all("100 % of the meter" in fact["value"] for fact in found["facts"])
    by_number = get(client, "/search", q="csp 3.12.1/jackpot")
    assert [one["clause"] for one in by_number["clauses"]] == ["CSP 3.12.1/jackpot"]
    nothing = get(client, "/search", q="baccarat")
    assert nothing["found"] == {"clauses": 0, "facts": 0, "readings": 0}
    wide = get(client, "/search", q="the")
    assert len(wide["clauses"]) == 60 < wide["found"]["clauses"]


@pytest.mark.parametrize("query", ["", "q=", "q=a", "q=" + "a" * 81])
def test_a_search_needs_words(client: TestClient[Litestar], query: str) -> None:
    assert client.get(f"/api/book/search?{query}").status_code == 400


def test_the_book_is_kept_by_browsers(client: TestClient[Litestar]) -> None:
    for path in ("", "/casino-stud", "/coverage"):
        first = client.get(f"/api/book{path}")
        tag = first.headers["etag"]
        again = client.get(f"/api/book{path}", headers={"If-None-Match": f'W/{tag}, "x"'})
        assert again.status_code == 304
        assert again.headers["etag"] == tag
