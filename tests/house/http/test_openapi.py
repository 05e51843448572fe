"""The description of the service, held against what the service does."""

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from croupier.house.http import reference
from croupier.house.http.bodies import Limits
from croupier.house.http.description import refusals_of
from croupier.house.http.security import ServerSettings
from croupier.house.http.shapes import Trouble
from croupier.house.model.people.roles import HouseRole
from tests.house.houses import play_round, register_jackpot, register_table
from tests.house.serving import caller, http_to, page_routes, serving

UNHURRIED = ServerSettings(limits=Limits(visitor_rate=1e6, visitor_burst=1e6))
VALUES = {"table": "T1", "jackpot": "J1", "rulebook": "casino-stud", "number": "1"}


async def described(http: httpx.AsyncClient) -> dict[str, Any]:
    found: dict[str, Any] = (await http.get("/api/schema/openapi.json")).json()
    return found


def operations(schema: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method.upper(), operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def address(path: str) -> str:
    for name, value in VALUES.items():
        path = path.replace("{" + name + "}", value)
    return path.replace("{", "").replace("}", "")


async def test_the_lock_is_where_strangers_are_turned_away(sqlite_url: str) -> None:
    """And whatever is answered, its status is described, and its body where it is a refusal."""
    async with serving(sqlite_url, UNHURRIED, page_routes()) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        await play_round(house.handler)
        async with http_to(at) as nobody, await caller(house, at, "ann", HouseRole.PLAYER) as ann:
            schema = await described(nobody)
            wrong: list[str] = []
            for path, method, operation in operations(schema):
                for http in (nobody, ann) if method == "GET" else (nobody,):
                    answer = await http.request(method, address(path))
                    if str(answer.status_code) not in operation["responses"]:
                        wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:120]}")
                    if answer.status_code >= 400:
                        msgspec.json.decode(answer.content, type=Trouble)
                    assert answer.headers["x-request-id"]
                    turned_away = answer.status_code == 401
                    unread = answer.status_code == 400  # before anybody asked who it is
                    locked = bool(operation["security"])
                    if http is nobody and not unread and turned_away is not locked:
                        wrong.append(f"{method} {path}: {answer.status_code}, the lock")
            assert not wrong, "\n".join(wrong)


async def test_names_subjects_and_words(sqlite_url: str) -> None:
    async with serving(sqlite_url, routes=page_routes()) as (_, at), http_to(at) as http:
        schema = await described(http)
    found = operations(schema)
    assert len(found) > 100
    names = [operation["operationId"] for _, _, operation in found]
    assert len(set(names)) == len(names)
    assert {"give_command", "list_tables", "log_in", "show_sheet_of_table"} <= set(names)
    known = {tag["name"] for tag in schema["tags"]}
    for path, _, operation in found:
        assert operation["summary"], path
        assert set(operation["tags"]) <= known, path
    assert set(schema["components"]["securitySchemes"]) == {"token", "session", "csrf"}


def test_refusals_of_reading_and_of_changing() -> None:
    assert refusals_of("/api/tables", "GET") == ("400", "401", "403", "429", "500", "503")
    assert set(refusals_of("/api/people", "POST")) == {
        *("400", "401", "403", "404", "409", "413", "422", "429", "500", "503"),
    }


async def test_the_key_may_be_a_header(sqlite_url: str) -> None:
    command = {"do": "open_bets"}
    async with serving(sqlite_url) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        async with await caller(house, at, "kim", HouseRole.SHIFT_MANAGER) as kim:

            async def give(body: dict[str, object], **headers: str) -> httpx.Response:
                sent = {name.replace("_", "-"): value for name, value in headers.items()}
                where = "/api/v1/tables/T1/commands"
                return await kim.post(where, json={"command": command, **body}, headers=sent)

            done = await give({}, Idempotency_Key="a-key-of-mine", X_Request_Id="till-7:42")
            assert done.status_code == 200, done.text
            assert done.headers["x-request-id"] == "till-7:42"
            again = await give({"key": "a-key-of-mine"})
            assert again.json() == done.json()
            for wrong, said in (
                (await give({}), "key: missing"),
                (
                    await give({"key": "a-key-of-mine"}, Idempotency_Key="another-key"),
                    "another key",
                ),
                (await give({}, Idempotency_Key="short"), "Idempotency-Key: Expected"),
                (await give({}, Idempotency_Key="a key\twith a tab"), "a control character"),
            ):
                assert wrong.status_code == 400
                assert said in wrong.json()["message"]


async def test_whoever_is_too_fast_is_told_for_how_long(sqlite_url: str) -> None:
    slow = ServerSettings(limits=Limits(visitor_rate=0.001, visitor_burst=1))
    async with serving(sqlite_url, slow) as (_, at), http_to(at) as http:
        for _ in range(2):
            answer = await http.post("/api/session", json={"name": "a", "password": "b" * 12})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1


async def test_a_browser_is_sent_to_the_reference_and_a_program_gets_the_description(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "index.html"
    monkeypatch.setattr(reference, "PAGE", page)
    browser = {"Accept": "text/html,application/xhtml+xml"}
    async with serving(sqlite_url, UNHURRIED) as (_, at), http_to(at) as http:
        unbuilt = await http.get("/api/schema", headers=browser)
        page.write_text("built")
        sent = await http.get("/api/schema", headers=browser)
        program = await http.get("/api/schema", headers={"Accept": "*/*"})
        described = await http.get("/api/schema/openapi.json", headers=browser)
    assert (sent.status_code, sent.headers["Location"]) == (303, reference.REFERENCE)
    assert unbuilt.json() == program.json() == described.json()
