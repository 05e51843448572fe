"""Audit, reports and health over HTTP: who may ask, and what is answered."""

import csv
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from croupier.house.app.house import House
from croupier.house.log.stream import Department
from croupier.house.model.operation import events as o
from croupier.house.model.people.roles import HouseRole
from croupier.house.read import search
from tests.house.read.live import live_house, live_round
from tests.house.serving import http_to, serving, token_of

EVENTS = "/api/audit/events"
ROUND = "/api/audit/rounds/T1/1"
ROUTES = {
    EVENTS: {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER, HouseRole.ADMINISTRATOR},
    "/api/audit/rounds": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER},
    ROUND: {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER},
    f"{ROUND}/script": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER},
    "/api/reports/tables": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER, HouseRole.PIT_MANAGER},
    "/api/reports/jackpots": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER, HouseRole.PIT_MANAGER},
    "/api/reports/irregularities": {
        HouseRole.AUDITOR,
        HouseRole.SHIFT_MANAGER,
        HouseRole.PIT_MANAGER,
    },
    "/api/reports/liability": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER, HouseRole.CAGE},
    "/api/reports/shift": {
        HouseRole.AUDITOR,
        HouseRole.SHIFT_MANAGER,
        HouseRole.PIT_MANAGER,
        HouseRole.CAGE,
    },
    "/api/reports/ratings": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER, HouseRole.PIT_MANAGER},
    "/api/reports/dealers": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER, HouseRole.PIT_MANAGER},
    "/api/reports/dossier/J1": {HouseRole.AUDITOR, HouseRole.SHIFT_MANAGER},
    "/api/alarms": set(HouseRole) - {HouseRole.PLAYER, HouseRole.DEVICE},
}
PEOPLE = tuple(role for role in HouseRole if role is not HouseRole.DEVICE)


@asynccontextmanager
async def asking(
    url: str, role: HouseRole = HouseRole.AUDITOR
) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    async with serving(url) as (house, address):
        await live_house(house.handler)
        await live_round(house.handler)
        token = await token_of(house, "olga", role)
        async with http_to(address, token) as http:
            yield house, http


async def test_every_route_is_for_whom_it_is(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await live_house(house.handler)
        await live_round(house.handler)
        async with http_to(address) as http:
            for route in ROUTES:
                assert (await http.get(route)).status_code == 401, route
            for role in PEOPLE:
                token = await token_of(house, f"a-{role.value}", role)
                for route, allowed in ROUTES.items():
                    answer = await http.get(route, headers={"Authorization": f"Bearer {token}"})
                    wanted = 200 if role in allowed else 403
                    assert answer.status_code == wanted, (route, role, answer.text)


async def test_events_are_searched_and_paged(sqlite_url: str) -> None:
    async with asking(sqlite_url) as (_, http):
        first = (await http.get(EVENTS, params={"limit": 2})).json()
        assert len(first["events"]) == 2
        second = (await http.get(EVENTS, params={"limit": 2, "before": first["next"]})).json()
        assert second["events"][0] not in first["events"]
        found = (await http.get(EVENTS, params={"kind": "parameter", "table": "T1"})).json()
        assert [one["text"] for one in found["events"]] == [
            "table registered: casino-stud@6, linked to J1"
        ]
        linked = (await http.get(EVENTS, params={"jackpot": "J1"})).json()["events"]
        assert {one["stream"] for one in linked} == {"jackpot:J1"}
        future = {"from": "2100-01-01T00:00:00+08:00"}
        assert (await http.get(EVENTS, params=future)).json() == {"events": [], "next": None}
        written = await http.get(EVENTS, params={"format": "csv"})
        assert written.headers["content-type"] == "text/csv; charset=utf-8"
        assert "kind" in next(csv.reader(io.StringIO(written.text)))


async def test_a_table_of_events_is_never_cut_off(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "LIMIT_MAX", 2)
    async with asking(sqlite_url) as (_, http):
        every = (await http.get(EVENTS, params={"limit": 1000})).json()["events"]
        written = await http.get(EVENTS, params={"format": "csv", "limit": 1})
        rows = list(csv.DictReader(io.StringIO(written.text)))
        assert len(every) > 4
        assert [(row["stream"], int(row["version"])) for row in rows] == [
            (one["stream"], one["version"]) for one in every
        ]


@pytest.mark.parametrize(
    "asked",
    [
        f"{EVENTS}?before=x",
        f"{EVENTS}?from=yesterday",
        f"{EVENTS}?limit=0",
        f"{EVENTS}?format=pdf",
        "/api/audit/rounds?day=2026-02-30",
        "/api/audit/rounds?before=1",
        f"{ROUND}?viewer=god",
        "/api/reports/tables?day=soon",
    ],
)
async def test_what_makes_no_sense_is_said(sqlite_url: str, asked: str) -> None:
    async with asking(sqlite_url) as (_, http):
        answer = await http.get(asked)
        assert answer.status_code == 400
        assert answer.json()["kind"] == "bad-request"


async def test_rounds_over_http(sqlite_url: str) -> None:
    async with asking(sqlite_url) as (house, http):
        found = (await http.get("/api/audit/rounds", params={"player": "p1"})).json()
        assert [(one["table"], one["round"]) for one in found["rounds"]] == [("T1", 1)]
        whole = (await http.get(ROUND, params={"viewer": "player:p1"})).json()
        assert whole["acts"][0]["by"] == {"id": "dan", "role": "dealer"}
        script = (await http.get(f"{ROUND}/script")).json()
        assert script["format"] == "croupier-script/1"
        await live_round(house.handler, settle=False)
        running = await http.get("/api/audit/rounds/T1/2")
        assert running.status_code == 404
        assert "not over" in running.json()["message"]
        assert (await http.get("/api/audit/rounds/T9/1")).status_code == 404


async def test_reports_over_http(sqlite_url: str) -> None:
    async with asking(sqlite_url) as (_, http):
        for name in ("tables", "jackpots", "irregularities", "liability", "shift"):
            assert (await http.get(f"/api/reports/{name}")).status_code == 200
            written = await http.get(f"/api/reports/{name}", params={"format": "csv"})
            assert written.headers["content-type"].startswith("text/csv"), written.text
        text = await http.get("/api/reports/dossier/J1", params={"format": "markdown"})
        assert text.text.startswith("# Link dossier: J1")
        assert (await http.get("/api/reports/dossier/J9")).status_code == 404


async def test_health(sqlite_url: str) -> None:
    async with (
        serving(sqlite_url) as (house, address),
        http_to(address) as http,
    ):
        well = await http.get("/health")
        assert (well.status_code, well.json()["ready"]) == (200, True)
        wrong = o.LogChecked(False, 1, ("house: holds 1",))
        await house.handler.record(Department.OPERATION, lambda state, at: (wrong,), None, "k1")
        ill = await http.get("/health")
        assert (ill.status_code, ill.json()["checks"]) == (503, {"store": True, "log": False})


async def test_health_when_the_store_is_gone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    async with serving(url) as (house, address), http_to(address) as http:
        house.store._engine.dispose()  # type: ignore[attr-defined]
        (tmp_path / "house.db").rename(tmp_path / "away.db")
        (tmp_path / "house.db").mkdir()
        gone = await http.get("/health")
        assert (gone.status_code, gone.json()["checks"]["store"]) == (503, False)
        assert "croupier_store_unavailable 1.0" in (await http.get("/metrics")).text
        (tmp_path / "house.db").rmdir()
        (tmp_path / "away.db").rename(tmp_path / "house.db")
        assert (await http.get("/health")).status_code == 200


async def test_measurements(sqlite_url: str) -> None:
    async with asking(sqlite_url) as (_, http):
        told = (await http.get("/metrics")).text
        for line in (
            'croupier_tables{phase="settled"} 1.0',
            'croupier_jackpot_meter{jackpot="J1"} 1.00000115e+06',
            'croupier_jackpot_down{jackpot="J1"} 0.0',
            "croupier_open_matters 0.0",
            "croupier_store_unavailable 0.0",
            'croupier_alarm{alarm="link-down"} 0.0',
        ):
            assert line in told
        assert "croupier_command_seconds_bucket" in told
        assert "croupier_commit_commands_count" in told


async def test_alarms_say_what_to_do(sqlite_url: str) -> None:
    async with asking(sqlite_url) as (house, http):
        assert (await http.get("/api/alarms")).json() == []
        raised = o.AlarmRaised("link-down", "J1")
        await house.handler.record(Department.OPERATION, lambda state, at: (raised,), None, "k2")
        [alarm] = (await http.get("/api/alarms")).json()
        assert (alarm["alarm"], alarm["text"]) == ("link-down", "J1")
        assert "shift manager" in alarm["do"]
