"""The description of the service, held against what the service does."""

from typing import Any

import httpx
import msgspec

from croupier.house.http.description import refusals_of
from croupier.house.http.pages.site import web_routes
from croupier.house.http.shapes import Trouble
from croupier.house.model.people.roles import HouseRole
from tests.house.houses import play_round, register_jackpot, register_table
from tests.house.serving import caller, http_to, serving

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
    async with serving(sqlite_url, routes=web_routes()) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        await play_round(house.handler)
        async with http_to(at) as nobody, await caller(house, at, "ann", HouseRole.PLAYER) as ann:
            schema = await described(nobody)
            wrong = []
            for path, method, operation in operations(schema):
                for http in (nobody, ann):
                    answer = await http.request(method, address(path))
                    if str(answer.status_code) not in operation["responses"]:
                        wrong.append((method, path, answer.status_code, answer.text[:200]))
                    if answer.status_code >= 400:
                        msgspec.json.decode(answer.content, type=Trouble)
                    assert answer.headers["x-request-id"]
                    if http is nobody and (answer.status_code == 401) is (
                        not operation["security"]
                    ):
                        wrong.append((method, path, "lock", answer.status_code))
            assert wrong == []


async def test_names_subjects_and_words(sqlite_url: str) -> None:
    async with serving(sqlite_url, routes=web_routes()) as (_, at), http_to(at) as http:
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
    assert refusals_of("/api/tables", "GET", "list_tables") == ("400", "429", "500", "503")
    assert set(refusals_of("/api/people", "POST", "register_person")) == {
        *("400", "401", "403", "404", "409", "413", "422", "429", "500", "503"),
    }
