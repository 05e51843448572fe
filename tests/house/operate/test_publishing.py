"""Heads of the log go out by themselves, and whoever kept one finds out what was done since."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread

import msgspec
import pytest
from click.testing import CliRunner

from croupier.cli.verify import verify as verify_command
from croupier.house.app.alarms import Name
from croupier.house.app.house import House
from croupier.house.log.chain import BadHead, Link, is_signed, is_witness, read_heads, signed_head
from croupier.house.log.stream import Department
from croupier.house.model.cage import commands as cc
from croupier.house.model.operation.events import PublishedHead
from croupier.house.model.operation.state import Operation
from croupier.house.model.people.roles import HouseRole, Signature, TokenPower
from croupier.house.model.records import Anchor
from croupier.house.operate.key_file import write_keys
from croupier.house.operate.publishing import Places
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url
from tests.house.houses import KEY, register_table
from tests.house.log import thief
from tests.house.operate.attended import attended
from tests.house.serving import http_to, serving, token_of
from tests.house.tampering import copied
from tests.waiting import until

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
RING = Keyring.of(KEY)


class Listener:
    """A web server that takes what is posted to it, or refuses it."""

    def __init__(self) -> None:
        self.taken: list[PublishedHead] = []
        self.status = 200
        self.asked, self.answers = Event(), Event()
        self.answers.set()
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                listener.asked.set()
                listener.answers.wait()
                if listener.status == 200:
                    listener.taken.append(msgspec.json.decode(body, type=PublishedHead))
                self.send_response(listener.status)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/heads"
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Endless:
    """A web server whose answer does not come to an end by itself."""

    GIVEN_UP = 64 << 20

    def __init__(self, status: int) -> None:
        self.sent = 0
        endless = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                self.send_response(status)
                self.end_headers()
                with suppress(OSError):
                    while endless.sent < endless.GIVEN_UP:
                        self.wfile.write(bytes(1 << 16))
                        endless.sent += 1 << 16

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


async def operation(house: House) -> Operation:
    state = (await house.handler.streams.department(Department.OPERATION)).stored
    assert isinstance(state, Operation)
    return state


def test_a_head_is_signed_by_its_house_alone() -> None:
    link = Link(7, "01234567", b"\7" * 32)
    head = signed_head(KEY, "Mine", Anchor(7, "ab" * 32), link, NOON)
    assert is_signed(RING, head)
    assert not is_signed(Keyring.of(bytes(32)), head)
    for change in ({"seq": 8}, {"digest": "cd" * 32}, {"house": "Yours"}, {"at": NOON.max}):
        assert not is_signed(RING, msgspec.structs.replace(head, **change))
    line = msgspec.json.encode(head).decode()
    assert read_heads([line, "", line]) == [head, head]
    with pytest.raises(BadHead, match="line 2"):
        read_heads([line, "{}"])


async def test_heads_are_appended_to_a_file_and_prove_the_log(tmp_path: Path) -> None:
    house_folder, file = tmp_path / "house", tmp_path / "heads.jsonl"
    house_folder.mkdir()
    url = database_url(house_folder)
    async with attended(url, places=Places("Mine", minutes=0, file=file)) as (house, attendance):
        first = await attendance.publisher.publish()
        assert await attendance.publisher.publish() is None  # nothing has happened since
        await house.registry.introduce("ann", HouseRole.PLAYER)
        second = await attendance.publisher.publish()
        assert first is not None
        assert second is not None
        assert (await operation(house)).heads == (first, second)
    assert read_heads(file.read_text().splitlines()) == [first, second]
    assert file.stat().st_mode & 0o077 == 0
    write_keys(house_folder / "house.key", RING)

    async def run(folder: Path, heads: Path) -> tuple[int, str]:
        command = ["--data", str(folder), "--anchor", str(heads), "--key-file"]
        key_file = str(house_folder / "house.key")
        result = await asyncio.to_thread(CliRunner().invoke, verify_command, [*command, key_file])
        return result.exit_code, result.output

    status, said = await run(house_folder, file)
    assert (status, said.splitlines()[-1]) == (0, "All is well.")
    with copied(house_folder, tmp_path / "cut") as db:
        thief.cut_off(first.seq)(db)
    status, said = await run(tmp_path / "cut", file)
    assert status == 1
    assert f"it ends at {first.seq}, and went to {second.seq} at the anchor" in said
    forged = msgspec.structs.replace(first, at=NOON)
    (tmp_path / "forged").write_bytes(msgspec.json.encode(forged))
    assert "did not sign it" in (await run(house_folder, tmp_path / "forged"))[1]
    (tmp_path / "nonsense").write_text("nonsense")
    status, said = await run(house_folder, tmp_path / "nonsense")
    assert status == 2
    assert "line 1 is no head of a log" in said


@pytest.mark.parametrize(
    ("status", "way", "failing"),
    [
        (200, "webhook", None),
        (500, "webhook", "it answered 500"),
        (200, "witness", "the second house did not sign"),
    ],
)
async def test_an_answer_without_end_is_not_read_to_its_end(
    tmp_path: Path, status: int, way: str, failing: str | None
) -> None:
    endless = Endless(status)
    places = Places("Mine", minutes=0, token="t", **{way: endless.address})  # type: ignore[arg-type]
    try:
        async with attended(database_url(tmp_path), places=places) as (_, attendance):
            publisher = attendance.publisher
            await publisher.publish()
            assert publisher.failing.get(way, "").startswith(failing or "")
            assert (way in publisher.failing) is (failing is not None)
    finally:
        endless.close()
    assert 0 < endless.sent < Endless.GIVEN_UP


async def test_a_closed_day_is_published_at_once_and_a_webhook_that_is_away_raises_an_alarm(
    tmp_path: Path,
) -> None:
    """Play goes on meanwhile; once the webhook is back it gets everything, in order."""
    listener = Listener()
    listener.status = 503
    places = Places("Mine", minutes=0, webhook=listener.address)
    try:
        async with attended(database_url(tmp_path), places=places) as (house, attendance):
            day = house.handler.calendar.of(house.handler.now())
            await house.handler.command(None, cc.CloseDay(day=day), SHIFT, "close")
            publisher = attendance.publisher
            await until(lambda: "webhook" in publisher.failing)
            await attendance.look_at_alarms()
            alarm = (await operation(house)).alarms[Name.HEAD_NOT_PUBLISHED]
            assert "webhook: it answered 503" in alarm.text
            await house.registry.introduce("ann", HouseRole.PLAYER)  # the house goes on meanwhile
            listener.status = 200
            await publisher.deliver()
            second = await publisher.publish()
            assert publisher.failing == {}
            heads = (await operation(house)).heads
            assert [head.seq for head in listener.taken] == [head.seq for head in heads]
            assert heads[-1] == second
            await attendance.look_at_alarms()
            assert Name.HEAD_NOT_PUBLISHED not in (await operation(house)).alarms
    finally:
        listener.close()


async def test_what_happens_while_a_head_is_delivered_is_in_the_next_one(tmp_path: Path) -> None:
    listener = Listener()
    places = Places("Mine", minutes=0, webhook=listener.address)
    try:
        async with attended(database_url(tmp_path), places=places) as (house, attendance):
            publisher = attendance.publisher
            listener.answers.clear()
            publishing = asyncio.create_task(publisher.publish())
            await asyncio.to_thread(listener.asked.wait)
            await house.registry.introduce("ann", HouseRole.PLAYER)
            listener.answers.set()
            first, second = await publishing, await publisher.publish()
            assert first is not None
            assert second is not None
            assert second.seq > first.seq
            assert [head.seq for head in listener.taken] == [first.seq, second.seq]
            assert await publisher.publish() is None  # nothing has happened but the heads
    finally:
        listener.answers.set()
        listener.close()


async def test_a_second_house_signs_what_it_is_shown_and_remembers_it(tmp_path: Path) -> None:
    for name in ("mine", "second", "copy"):
        (tmp_path / name).mkdir()
    async with serving(database_url(tmp_path / "second")) as (second, address):
        await second.registry.introduce("boss", HouseRole.ADMINISTRATOR)
        _, token = await second.registry.make_token("Mine", TokenPower.WITNESS, "boss", None)
        places = Places("Mine", minutes=0, witness=address, token=token)
        url = database_url(tmp_path / "mine")
        async with attended(url, places=places) as (house, attendance):
            early = await attendance.publisher.publish()
            assert early is not None
            await register_table(house.handler, jackpot=None)
            late = await attendance.publisher.publish()
            assert attendance.publisher.failing == {}
            head = (await operation(house)).heads[-1]
            [witness] = head.witnesses
            assert witness.house == "Croupier"
            assert is_witness(RING, witness, head)  # both houses of this test have one key
        async with http_to(address) as anybody:
            kept = read_heads((await anybody.get("/api/log/witnessed")).text.splitlines())
            assert kept == [head]
            assert late is not None
            assert kept[0].seq == late.seq
            denied = await anybody.post("/api/log/witness", content=msgspec.json.encode(early))
            assert denied.status_code == 401
        async with http_to(address, token) as mine:
            again = await mine.post("/api/log/witness", content=msgspec.json.encode(head))
            assert again.json()["mac"] == witness.mac
            back = await mine.post("/api/log/witness", content=msgspec.json.encode(early))
            assert back.status_code == 422
            assert back.json()["code"] == "other-head"
            elsewhere = await mine.get("/api/tables")
            assert elsewhere.status_code == 403
        player = await token_of(second, "ann", HouseRole.PLAYER)
        async with http_to(address, player) as ann:
            refused = await ann.post("/api/log/witness", content=msgspec.json.encode(head))
            assert refused.status_code == 403
        assert (await verify(second.store, keys=RING)).wrong is None


async def test_a_browser_can_ask_whether_the_log_still_has_a_head(tmp_path: Path) -> None:
    async with serving(database_url(tmp_path)) as (house, address):
        await register_table(house.handler, jackpot=None)
        _, link = await house.store.end()
        assert link is not None
        async with http_to(address) as anybody:

            async def ask(seq: int, said: str) -> tuple[int, str | None]:
                answer = await anybody.get(
                    "/api/log/consistency", params={"seq": seq, "link": said}
                )
                return answer.status_code, answer.json().get("kept")

            other = f"{link.key}:{'0' * 64}"
            assert await ask(link.seq, str(link)) == (200, "same")
            assert await ask(link.seq, other) == (200, "other")
            assert await ask(link.seq - 1, str(link)) == (200, "other")
            assert await ask(link.seq + 1, str(link)) == (200, "cut-off")
            for wrong in ((0, str(link)), (1, "x"), (1, str(link).upper())):
                assert (await ask(*wrong))[0] == 400
            assert (await anybody.get("/api/log/heads")).json() == {"house": "", "heads": []}
