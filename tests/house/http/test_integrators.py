"""What integrators rely on: pages, limits, descriptions, and clients that play a round."""

import asyncio
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest

from croupier.house.client import Client
from croupier.house.http.bodies import Limits
from croupier.house.http.security import ServerSettings
from croupier.house.http.shapes import Trouble
from croupier.house.http.streaming_description import streaming_description
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from tests.house.houses import DEALER, ante, play_round, register_jackpot, register_table
from tests.house.serving import caller, client_of, http_to, page_routes, serving, token_of
from tools.typescript_client import client as typescript_client

ROOT = Path(__file__).parents[3]


async def test_a_list_is_read_page_by_page(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        names = [f"player-{number}" for number in range(5)]
        for name in names:
            await token_of(house, name, HouseRole.PLAYER)
        async with await caller(house, at, "ada", HouseRole.ADMINISTRATOR) as ada:
            first = await ada.get("/api/v1/people?search=player-&limit=2")
            assert [one["id"] for one in first.json()] == names[:2]
            following = first.links["next"]["url"]
            assert following.startswith("/api/v1/people?")
            assert {"search=player-", "limit=2"} < set(following.partition("?")[2].split("&"))
            await token_of(
                house, "player-00", HouseRole.PLAYER
            )  # before the cursor: shifts nothing
            second = await ada.get(following)
            assert [one["id"] for one in second.json()] == names[2:4]
            third = await ada.get(second.links["next"]["url"])
            assert [one["id"] for one in third.json()] == names[4:]
            assert "next" not in third.links
            assert (await ada.get("/api/v1/people?limit=0")).status_code == 400
            assert (await ada.get("/api/v1/people?limit=1001")).status_code == 400
            for path in ("/api/v1/tokens", "/api/v1/notices", "/api/v1/tables"):
                assert (await ada.get(f"{path}?limit=1")).status_code == 200
        async with Client(at, await token_of(house, "amy", HouseRole.ADMINISTRATOR)) as amy:
            found = [one.id async for one in amy.people("player-", at_once=2)]
        assert found == ["player-0", "player-00", *names[1:]]


async def test_tables_and_tokens_are_paged(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        await register_jackpot(house.handler)
        for name in ("T3", "T1", "T2"):
            await register_table(house.handler, name)
        async with http_to(at) as anybody:
            first = await anybody.get("/api/v1/tables?limit=2")
            rest = await anybody.get(first.links["next"]["url"])
        assert [one["table"] for one in first.json() + rest.json()] == ["T1", "T2", "T3"]
        async with Client(at) as visitor:
            assert [one.table for one in await visitor.tables()] == ["T1", "T2", "T3"]


async def test_an_answer_says_how_much_of_a_limit_is_left(sqlite_url: str) -> None:
    slow = ServerSettings(limits=Limits(visitor_rate=0.0001, visitor_burst=2, player_burst=7))
    async with serving(sqlite_url, slow) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)

        def told(answer: httpx.Response) -> tuple[str | None, ...]:
            names = ("limit", "remaining", "reset")
            return tuple(answer.headers.get(f"ratelimit-{name}") for name in names)

        wrong = {"name": "a", "password": "b" * 12}
        async with http_to(at) as http:
            answers = [await http.post("/api/v1/session", json=wrong) for _ in range(3)]
            # Two at once; the first is whole again after 1 / 0.0001 seconds.
            assert [told(one)[:2] for one in answers] == [("2", "1"), ("2", "0"), ("2", "0")]
            assert told(answers[0])[2] == "10000"
            assert answers[2].status_code == 429
            assert int(answers[2].headers["retry-after"]) >= 1
            assert told(await http.get("/api/v1/tables")) == (None, None, None)
        async with http_to(at, await token_of(house, "p1", HouseRole.PLAYER)) as player:
            body = {"key": "too-early-1", "command": {"do": "fold", "box": 1}}
            refused = await player.post("/api/v1/tables/T1/commands", json=body)
            assert refused.status_code == 422
            assert told(refused)[:2] == ("7", "6")


def references(found: Any) -> set[str]:
    if isinstance(found, dict):
        own = {found["$ref"]} if isinstance(found.get("$ref"), str) else set()
        return own.union(*map(references, found.values()))
    return set().union(*map(references, found)) if isinstance(found, list) else set()


async def test_the_streaming_connection_is_as_described(sqlite_url: str) -> None:
    """Every frame of a round, as staff, a player and nobody hear it, is one of the messages."""
    async with serving(sqlite_url) as (house, at):
        async with http_to(at) as http:
            whole = (await http.get("/api/schema/asyncapi.json")).json()
        assert whole["asyncapi"] == "3.0.0"
        assert whole == json.loads(json.dumps(streaming_description(), default=str))
        for reference in references(whole):
            place: Any = whole
            for part in reference.removeprefix("#/").split("/"):
                place = place[part]
        said = [
            whole["components"]["messages"][one["$ref"].rpartition("/")[2]]["payload"]
            for one in whole["operations"]["tell"]["messages"]
        ]
        schema = {"oneOf": said, "components": whole["components"]}
        described = jsonschema_rs.validator_for(schema)
        await register_jackpot(house.handler)
        await register_table(house.handler)
        for who in (DEALER, "p1", None):
            roles = (HouseRole.PLAYER,) if who == "p1" else ()
            client = Client(at) if who is None else await client_of(house, at, who, *roles)
            async with client, client.stream() as streaming:
                socket = streaming._socket
                streaming._reading.cancel()
                await asyncio.gather(streaming._reading, return_exceptions=True)
                asked = [
                    {"type": "watch", "tables": ["T1", "*"]},
                    {"type": "subscribe", "streams": {"table:T1": 0, "jackpot:J1": 0}},
                    {"type": "command", "key": "a-key-of-mine", "command": {"do": "settle"}},
                    {"type": "nonsense"},
                    {"type": "ping"},
                ]
                for one in asked:
                    await socket.send(json.dumps([one]))
                await play_round(house.handler)
                kinds: set[str] = set()
                wanted = {"events", "pong", "table", "lobby", "trouble", "subscribed"}
                while not wanted | ({"wallet"} if who == "p1" else set()) <= kinds:
                    for message in json.loads(await socket.recv()):
                        kinds.add(message["type"])
                        if not described.is_valid(message):
                            pytest.fail(f"{message}: not as described")


async def ran(*command: str | Path, cwd: Path = ROOT, **more: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        cwd=cwd,
        env={**os.environ, **more},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    return out.decode()


async def test_a_round_by_the_python_client(sqlite_url: str) -> None:
    """The example of the documentation, as a program of its own."""
    async with serving(sqlite_url) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        dealer, player = await tokens(house, at)
        said = await ran(sys.executable, "examples/play_a_round.py", at, "T1", dealer, player)
    lines = said.splitlines()
    assert lines[0] == "bets-not-open CSP 3.2"
    assert lines[1].startswith("heard: ")
    assert [line.split()[:2] for line in lines[2:]] == [["p1", "ante"], ["p1", "bet"]]


async def test_a_round_by_a_typescript_client(sqlite_url: str, tmp_path: Path) -> None:
    """Generated from the description that the house serves; type-checked, and run by deno."""
    async with serving(sqlite_url, routes=page_routes()) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        dealer, player = await tokens(house, at)
        async with http_to(at) as http:
            description = (await http.get("/api/schema/openapi.json")).json()
        (tmp_path / "client.ts").write_text(typescript_client(description), encoding="utf-8")
        story = (ROOT / "examples" / "play_a_round.ts").read_text(encoding="utf-8")
        (tmp_path / "story.ts").write_text(story, encoding="utf-8")
        said = await ran(
            *(Path(sys.executable).parent / "deno", "run", "--check", "--no-remote"),
            *("--no-config", "--no-lock", f"--allow-net={at.removeprefix('http://')}"),
            *("story.ts", at, "T1", dealer, player),
            cwd=tmp_path,
            DENO_DIR=str(tmp_path / "deno"),
            DENO_NO_UPDATE_CHECK="1",
            NO_COLOR="1",
        )
    lines = said.splitlines()
    assert lines[0] == "422 bets-not-open CSP 3.2"
    assert [line.split()[:2] for line in lines[1:]] == [["p1", "ante"], ["p1", "bet"]]


async def tokens(house: Any, at: str) -> tuple[str, str]:
    """Of a dealer who has signed on at T1, and of a player."""
    dealer = await token_of(house, DEALER)
    async with Client(at, dealer) as client:
        await client.give(hc.SignOn(), "T1")
    return dealer, await token_of(house, "p1", HouseRole.PLAYER)


async def test_a_refusal_has_its_status_and_request(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        async with await client_of(house, at, "p1", HouseRole.PLAYER) as player:
            with pytest.raises(Exception, match="Bets are not open") as refused:
                await player.give(ante(1), "T1")
    found = refused.value
    assert isinstance(found.trouble, Trouble)  # type: ignore[attr-defined]
    assert found.status == 422  # type: ignore[attr-defined]
    assert re.fullmatch(r"[0-9a-f]{16}", found.request)  # type: ignore[attr-defined]
