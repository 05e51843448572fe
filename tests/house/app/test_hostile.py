"""What a hostile caller tries: odd addresses, impossible characters, other people's limits."""

import asyncio
import logging
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from croupier.cli.people import people
from croupier.cli.serve import serve
from croupier.house.client import NotDone
from croupier.house.http.bodies import Limits
from croupier.house.http.security import ServerSettings
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import CloseDay, Fill, ReopenDay
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports.making import as_rows, shift
from croupier.house.store.batch import made_ready
from croupier.table import commands as c
from tests.house.app.people.test_door import asked, open_house
from tests.house.app.people.test_proofs import throttling
from tests.house.funding import CASHIER, by_two, fund
from tests.house.houses import DEALER, do, key, register_table
from tests.house.serving import caller, client_of, http_to, serving, token_of
from tests.house.store.writing import Author, opened
from tests.house.tampering import defenceless

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def give(
    http: httpx.AsyncClient, table: str | None, given_key: str | None = None, /, **given: Any
) -> httpx.Response:
    path = "/api/commands" if table is None else f"/api/tables/{table}/commands"
    return await http.post(path, json={"key": given_key or key(), "command": given})


# The door


async def test_those_who_come_in_do_not_hold_up_their_address(sqlite_url: str) -> None:
    async with throttling(sqlite_url) as throttle:
        for number in range(50):
            assert await throttle.begin(f"p{number}", "10.0.0.1", NOW) is None
            await throttle.succeeded(f"p{number}", "10.0.0.1", NOW)
        for number in range(20):
            assert await throttle.begin(f"q{number}", "10.0.0.1", NOW) is None
        assert await throttle.begin("p99", "10.0.0.1", NOW) is not None


async def test_addresses_that_are_none_are_turned_away(sqlite_url: str) -> None:
    async with open_house(sqlite_url, ServerSettings(hosts=("127.0.0.1",))) as (_, address):
        host = await asked("GET", f"{address}/api/me", headers={"Host": "["})
        assert host.status_code == 400
        origin = await asked("POST", f"{address}/api/guest", headers={"Origin": "http://["})
        assert origin.status_code == 403
        for path in ("/api/tables/%00", "/api/audit/events?text=%00"):
            assert (await asked("GET", address + path)).status_code == 400


async def test_a_guest_makes_no_more_guests_than_a_visitor(sqlite_url: str) -> None:
    limits = Limits(visitor_rate=0.001, visitor_burst=3)
    async with (
        open_house(sqlite_url, ServerSettings(limits=limits)) as (_, address),
        http_to(address) as http,
    ):
        made = [await http.post("/api/guest", json={}) for _ in range(3)]
        csrf = {"X-Croupier-CSRF": str(made[-1].json()["csrf"])}
        assert {one.status_code for one in made} == {200}
        for path in ("/api/guest", "/api/guest/"):
            more = await http.post(path, json={}, headers=csrf)
            assert more.status_code == 429, path


async def test_guests_post_so_often_and_no_more(sqlite_url: str) -> None:
    limits = Limits(stream_rate=0.001, stream_burst=3)
    async with (
        open_house(sqlite_url, ServerSettings(limits=limits)) as (_, address),
        http_to(address) as http,
    ):
        me = (await http.post("/api/guest", json={})).json()
        http.headers["X-Croupier-CSRF"] = me["csrf"]
        take = {"do": "buy_in", "amount": 100_00, "money": "practice"}
        statuses = [
            (await give(http, None, **take, player=me["person"]["id"])).status_code
            for _ in range(5)
        ]
        assert statuses == [200, 200, 200, 429, 429]


async def test_players_give_so_many_commands_and_no_more(sqlite_url: str) -> None:
    """By whichever way they come; other players and staff are not held up by it."""
    limits = Limits(player_rate=0.001, player_burst=3)
    async with open_house(sqlite_url, ServerSettings(limits=limits)) as (house, address):
        await register_table(house.handler, jackpot=None)
        ann = await client_of(house, address, "ann", HouseRole.PLAYER)
        async with ann.stream() as streaming:
            for _ in range(2):
                with pytest.raises(NotDone):
                    await streaming.give(c.ViewHand(box=1), "T1")
        look = {"key": key(), "command": {"do": "view_hand", "box": 1}}
        statuses = [
            (await ann._http.post("/api/tables/T1/commands", json=look)).status_code
            for _ in range(3)
        ]
        assert statuses == [422, 429, 429]
        for name, role in (("bob", HouseRole.PLAYER), ("dan", HouseRole.DEALER)):
            other = await client_of(house, address, name, role)
            count = 5 if role is HouseRole.DEALER else 3
            for _ in range(count):
                answer = await other._http.post("/api/tables/T1/commands", json=look)
                assert answer.status_code != 429
            await other.close()
        await ann.close()


async def test_a_mistake_of_ours_is_told_and_logged(
    sqlite_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(sqlite_url) as (house, address):
        admin = await caller(house, address, "ada", HouseRole.ADMINISTRATOR)

        async def broken() -> None:
            raise RuntimeError("a screw is loose")

        monkeypatch.setattr(house.registry, "people", broken)
        with caplog.at_level(logging.ERROR):
            answer = await admin.get("/api/people")
        assert (answer.status_code, answer.json()["kind"]) == (500, "unknown")
        assert "screw" not in answer.text
        assert any("a screw is loose" in str(one.exc_info) for one in caplog.records)
        monkeypatch.undo()
        await admin.aclose()


# Characters and numbers that a database does not keep


async def test_impossible_characters_are_refused(store_url: str) -> None:
    async with serving(store_url) as (house, address):
        ann = await caller(house, address, "ann", HouseRole.PLAYER)
        limit = {"do": "set_loss_limit", "amount": 1, "period": "day"}
        answer = await give(ann, None, "\0" * 8, **limit)
        assert (answer.status_code, answer.json()["kind"]) == (400, "bad-request")
        answer = await give(ann, None, **limit, player="ann\0")
        assert answer.status_code == 400
        answer = await ann.post("/api/people/ann/exclude", json={"reason": "\0"})
        assert answer.status_code == 400
        await ann.aclose()


async def test_a_command_that_cannot_be_stored_takes_no_other_with_it(postgres_url: str) -> None:
    async with opened(postgres_url) as store:
        good, bad = Author(name="good"), Author(name="bad")
        both = [
            made_ready(good.write("table:T1")),
            made_ready(bad.write("table:T2", command="\0")),
        ]
        stored, refused = await asyncio.to_thread(store._writer.store, both)
        assert stored is None
        assert isinstance(refused, StoreUnavailable)
        assert (await store.anchor()).seq == 1


async def test_numbers_beyond_any_log_are_refused(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_table(house.handler, "T1", jackpot=None)
        auditor = await caller(house, address, "aud", HouseRole.AUDITOR)
        huge = 10**30
        for path in (
            f"/api/tables/T1/rounds?before={huge}",
            f"/api/audit/events?before=2026-01-01T00:00:00%2B00:00~x~{huge}",
        ):
            assert (await auditor.get(path)).status_code == 400
        await auditor.aclose()


# Other people's money


async def test_staff_place_no_wager_for_somebody_excluded(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        bob = await caller(house, address, "bob", HouseRole.PLAYER)
        dan = await caller(house, address, DEALER.id, HouseRole.DEALER)
        await register_table(house.handler, "T1", jackpot=None)
        await fund(house.handler, ["bob"])
        assert (await give(dan, "T1", do="sign_on")).status_code == 200
        assert (await give(dan, "T1", do="open_bets")).status_code == 200
        wager = {"do": "place_wager", "box": 1, "wager": "ante", "amount": 10_00}
        assert (await give(bob, "T1", **{**wager, "do": "request_wager"})).status_code == 200
        until = (datetime.now(UTC) + timedelta(days=30)).isoformat()
        excluded = await bob.post(
            "/api/people/bob/exclude", json={"reason": "enough", "until": until}
        )
        assert excluded.status_code == 200
        for who in (bob, dan):
            answer = await give(who, "T1", **wager, player="bob")
            assert (answer.status_code, answer.json()["code"]) == (422, "excluded")
        eve = await caller(house, address, "eve", HouseRole.PLAYER)
        other = await give(eve, "T1", **wager, player="bob")
        assert other.json()["code"] == "not-yours"  # who is excluded is not told to others
        for client in (bob, dan, eve):
            await client.aclose()


@pytest.mark.parametrize("name", ["nobody-known", "dora", "Ann"])
async def test_money_goes_to_players_whom_the_house_knows(sqlite_url: str, name: str) -> None:
    async with serving(sqlite_url) as (house, address):
        cage = await caller(house, address, "cora", HouseRole.CAGE)
        await token_of(house, "ann", HouseRole.PLAYER)
        await token_of(house, "dora", HouseRole.DEALER)
        answer = await give(cage, None, do="buy_in", player=name, amount=100)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-person")
        known = await give(cage, None, do="buy_in", player="ann", amount=100)
        assert known.status_code == 200
        await cage.aclose()


async def test_what_is_set_aside_is_shown_after_a_refused_wager(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        ann = await caller(house, address, "ann", HouseRole.PLAYER)
        await register_table(house.handler, "T1", jackpot=None)
        await fund(house.handler, ["ann"], 30_00)
        await do(house.handler, "T1", c.OpenBets())
        wager = {"do": "place_wager", "wager": "ante", "amount": 10_00}
        assert (await give(ann, "T1", **wager, box=1)).status_code == 200
        assert (await give(ann, "T1", **wager, box=2)).json()["code"] == "insufficient-funds"
        page = (await ann.get("/api/wallet")).json()
        assert (page["balance"], page["reserved"]) == (0, 20_00)
        await ann.aclose()


async def test_the_report_of_a_reopened_day_has_all_its_closings(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, _):
        handler = house.handler
        await register_table(handler, "T1", jackpot=None)
        manager = Signature("mia", HouseRole.SHIFT_MANAGER)
        moment = handler.now()
        handler.now = lambda: moment
        day = handler.calendar.of(moment)

        async def give(command: hc.AnyCommand, by: Signature) -> None:
            await handler.command(None, command, by, key())

        await give(Fill(table="T1", amount=500_00), CASHIER)
        await give(CloseDay(day=day), manager)
        second = Signature("max", HouseRole.SHIFT_MANAGER)
        await by_two(handler, ReopenDay(day=day, reason="late"), manager, second, key())
        await give(Fill(table="T1", amount=7_00), CASHIER)
        await give(CloseDay(day=day), manager)
        found = await shift(house, day)
        assert found.report is not None
        assert [one.tables[0].fills for one in found.closings] == [500_00, 7_00]
        assert found.report.tables[0].fills == 507_00
        columns, rows = as_rows(found)
        assert [row[columns.index("fills")] for row in rows] == [507_00]


# One key, one command


async def test_a_key_with_another_command_is_refused(sqlite_url: str) -> None:
    """Whether the answer is in memory, still to come, or on disk only."""
    once = {"do": "buy_in", "player": "ann", "amount": 50_00}
    other = {"do": "buy_in", "player": "ann", "amount": 9_999_99}
    said = (409, "conflict", "key-used")
    async with serving(sqlite_url) as (house, address):
        cage = await caller(house, address, "cora", HouseRole.CAGE)
        await token_of(house, "ann", HouseRole.PLAYER)
        first = await give(cage, None, "first-key", **once)
        assert (await give(cage, None, "first-key", **once)).json() == first.json()
        refused = await give(cage, None, "first-key", **other)
        told = refused.json()
        assert (refused.status_code, told["kind"], told["code"]) == said
        assert "another command" in told["message"]
        assert set(first.json()) == {"command", "stream", "version"}
        pair = await asyncio.gather(
            give(cage, None, "second-key", **once), give(cage, None, "second-key", **other)
        )
        assert sorted(one.status_code for one in pair) == [200, 409]
        await cage.aclose()
    async with serving(sqlite_url) as (house, address):
        cage = await caller(house, address, "cora", HouseRole.CAGE)
        assert (await give(cage, None, "first-key", **once)).json() == first.json()
        refused = await give(cage, None, "first-key", **other)
        told = refused.json()
        assert (refused.status_code, told["kind"], told["code"]) == said
        [carried] = [one.json()["version"] for one in pair if one.status_code == 200]
        assert (await house.handler.streams.department(Department.CAGE)).version == carried
        await cage.aclose()
    async with opened(sqlite_url) as store:
        assert (await verify(store)).clean


async def test_a_key_is_for_one_table(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        sue = await caller(house, address, "sue", HouseRole.SHIFT_MANAGER)
        for name in ("T1", "T2"):
            await register_table(house.handler, name, jackpot=None)
        assert (await give(sue, "T1", "same-key", do="open_bets")).status_code == 200
        assert (await give(sue, "T1", "same-key", do="open_bets")).status_code == 200
        other = await give(sue, "T2", "same-key", do="open_bets")
        assert (other.status_code, other.json()["code"]) == (409, "key-used")
        assert (await house.handler.streams.table("T2")).stored.game.round.number == 0
        await sue.aclose()


async def test_an_answer_from_before_digests_is_given_alike(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        ann = await caller(house, address, "ann", HouseRole.PLAYER)
        limit = {"do": "set_loss_limit", "period": "day"}
        first = await give(ann, None, "an-old-key", **limit, amount=1)
        assert first.status_code == 200
        await ann.aclose()
    with defenceless(Path(sqlite_url.removeprefix("sqlite:///"))) as database:
        database.execute("UPDATE answers SET reply = json_remove(reply, '$.asked')")
        database.execute("UPDATE records SET mac = NULL")
    async with opened(sqlite_url) as store:
        assert (await verify(store)).clean
    async with serving(sqlite_url) as (house, address):
        ann = await caller(house, address, "ann", HouseRole.PLAYER)
        again = await give(ann, None, "an-old-key", **limit, amount=2)
        assert again.json() == first.json()
        await ann.aclose()


# The log


async def test_a_falsified_snapshot_is_found(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, _):
        await token_of(house, "ann", HouseRole.PLAYER)
        await register_table(house.handler, "T1", jackpot=None)
    async with opened(sqlite_url) as store:
        assert (await verify(store)).clean
        kept = (await store.snapshots())[Department.PEOPLE]
    falsified = kept.state.replace(b'["player"]', b'["administrator"]')
    assert falsified != kept.state
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE snapshots SET state = ? WHERE stream = 'people'", (falsified,))
    async with opened(sqlite_url) as store:
        found = await verify(store)
    assert found.wrong is not None
    assert "snapshot" in found.wrong


# The command line


def test_a_folder_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    below = str(tmp_path / "file" / "house")
    for command, arguments in ((serve, ["--check"]), (people, [])):
        name = ["reset-password"] if command is people else []
        done = CliRunner().invoke(command, [*name, *arguments, "--data", below])
        assert done.exit_code == 2, done.output
        assert "cannot be used" in done.output
        assert "Traceback" not in done.output


def test_a_new_data_folder_is_for_its_user_alone(tmp_path: Path) -> None:
    done = CliRunner().invoke(serve, ["--check", "--data", str(tmp_path / "house")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "house").stat().st_mode & 0o077 == 0


def test_tls_files_that_are_none_are_told_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "x.pem").write_text("no certificate")
    pem = tmp_path / "x.pem"
    (tmp_path / "croupier.toml").write_text(f'tls_certificate = "{pem}"\ntls_key = "{pem}"\n')
    done = CliRunner().invoke(serve, ["--data", str(tmp_path), "--port", "0"])
    assert done.exit_code == 2, done.output
    assert "tls_certificate" in done.output
    assert not (tmp_path / "house.db").exists()


async def test_a_port_that_is_taken_costs_no_one_time_password(
    tmp_path: Path, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, address):
        arguments = ["--data", str(tmp_path / "second"), "--port", address.rpartition(":")[2]]
        done = await asyncio.to_thread(CliRunner().invoke, serve, arguments)
        assert done.exit_code == 2, done.output
        assert "cannot listen on 127.0.0.1" in done.output
    async with serving(f"sqlite:///{tmp_path / 'second' / 'house.db'}") as (house, _):
        assert await house.registry.open() is not None
