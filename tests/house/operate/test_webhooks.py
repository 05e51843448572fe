"""Webhooks: a receiver that fails and comes back misses nothing, and is told no closed card."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from croupier.house.app.house import House
from croupier.house.log.stream import Department
from croupier.house.model.operation.events import AlarmRaised
from croupier.house.model.records import CARD_EVENTS
from croupier.house.operate import webhooks
from croupier.house.operate.webhook_file import (
    BadWebhook,
    Place,
    Subscription,
    Topic,
    addresses_of,
    place_of,
    subscribe,
    subscriptions,
    unsubscribe,
)
from croupier.house.operate.webhooks import TOLD, Webhooks
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.cli.running import run
from tests.house.houses import (
    DEALER,
    MANAGER,
    ante,
    do,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.serving import serving
from tests.waiting import PATIENCE

PAGE = Path(__file__).parents[3] / "docs" / "webhooks.md"
CARD = re.compile(r"\b(10|[2-9TJQKA])[cdhs]\b")


class Receiver:
    """A program of somebody else: checks signatures as the page says, fails when it is told to."""

    def __init__(self) -> None:
        self.status = 200
        self.bodies: list[bytes] = []
        self.refused = 0
        self.secret = ""
        self.port = 0
        [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        shown: dict[str, Any] = {}
        exec(code, shown)
        self.is_genuine = shown["is_genuine"]

    @property
    def events(self) -> list[dict[str, Any]]:
        return [one for body in self.bodies for one in json.loads(body)["events"]]

    @contextmanager
    def open(self) -> Iterator[str]:
        receiver = self

        class Answering(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                header = self.headers["Croupier-Signature"]
                assert receiver.is_genuine(receiver.secret, header, body)
                assert not receiver.is_genuine("another secret", header, body)
                assert not receiver.is_genuine(receiver.secret, header, body + b" ")
                if receiver.status == 200:
                    receiver.bodies.append(body)
                else:
                    receiver.refused += 1
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        with HTTPServer(("127.0.0.1", self.port), Answering) as server:
            self.port = server.server_port
            thread = Thread(target=server.serve_forever, args=(0.02,))
            thread.start()
            try:
                yield f"http://127.0.0.1:{self.port}/hook?of=mine"
            finally:
                server.shutdown()
                thread.join()


async def until(true: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


@pytest.fixture(autouse=True)
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "SHORTEST_WAIT", 0.02)
    monkeypatch.setattr(webhooks, "LONGEST_WAIT", 0.1)
    monkeypatch.setattr(webhooks, "LOOK_AGAIN_SECONDS", 0.05)
    monkeypatch.setattr(webhooks, "READ_AT_ONCE", 10)  # several parts even of a short log


async def expected(house: House, topics: tuple[Topic, ...], after: int) -> list[int]:
    """The places of everything that is to be told, from the log itself."""
    names = {type_.__struct_config__.tag for type_, (topic, _) in TOLD.items() if topic in topics}
    return [
        entry.seq
        for entry in await house.store.scan(after)
        if json.loads(entry.record.event)["event"] in names
    ]


async def test_a_receiver_that_fails_and_comes_back_misses_nothing(
    sqlite_url: str, tmp_path: Path
) -> None:
    receiver = Receiver()
    every = tuple(Topic)
    async with serving(sqlite_url) as (house, _):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        await play_round(house.handler)  # before the subscription: not told
        since = (await house.store.anchor()).seq
        with receiver.open() as url:
            one = subscribe(tmp_path, url, every, since, allow_private=True)
            receiver.secret = one.secret
            receiver.status = 503
            running = asyncio.create_task(Webhooks(house, tmp_path).run())
            await play_round(house.handler, seed=1)
            await until(lambda: receiver.refused > 2)
            place = place_of(tmp_path, one.id)
            assert place == Place(since, "it answered 503")
            receiver.status = 307  # followed nowhere
            await until(lambda: "307" in str(place_of(tmp_path, one.id)))
        await play_round(house.handler, seed=2)  # nobody listens
        await until(lambda: "cannot be reached" in str(place_of(tmp_path, one.id)))
        running.cancel()  # as when the house is killed: all that is kept is on disk
        await asyncio.gather(running, return_exceptions=True)
        await play_round(house.handler, seed=3)
        receiver.status = 200
        with receiver.open():
            again = asyncio.create_task(Webhooks(house, tmp_path).run())
            await play_round(house.handler, seed=4)
            wanted = await expected(house, every, since)
            await until(lambda: wanted[-1:] == [one["seq"] for one in receiver.events][-1:])
            again.cancel()
            await asyncio.gather(again, return_exceptions=True)
    assert [one["seq"] for one in receiver.events] == wanted  # in order; here even once each
    assert {one["round"] for one in receiver.events} == {2, 3, 4, 5}
    lines = [one for one in receiver.events if one["event"] == "wager_settled"]
    assert set(lines[0]["data"]) == {
        *("box", "player", "wager", "staked", "result", "won", "returned", "clauses"),
    }


async def test_irregularities_are_told_without_cards_and_topics_are_kept_apart(
    sqlite_url: str, tmp_path: Path
) -> None:
    receiver = Receiver()
    async with serving(sqlite_url) as (house, _):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        since = (await house.store.anchor()).seq
        topics = (Topic.IRREGULARITY, Topic.ALARM)
        with receiver.open() as url:
            one = subscribe(tmp_path, url, topics, since, allow_private=True)
            receiver.secret = one.secret
            await do(house.handler, "T1", c.OpenBets())
            await play_to_deal(house)
            spoilt = c.Report(
                irregularity=Irregularity.TECHNICAL_INTERRUPTION, description="the As lies open"
            )
            await do(house.handler, "T1", spoilt, MANAGER)
            raised = AlarmRaised("disk-low", "512 MiB free")
            await house.handler.record(
                Department.OPERATION, lambda state, at: (raised,), None, "an-alarm"
            )
            running = asyncio.create_task(Webhooks(house, tmp_path).run())
            await until(lambda: "alarm_raised" in str(receiver.bodies))
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    assert {one["topic"] for one in receiver.events} == {"irregularity", "alarm"}
    assert not CARD.search(str(receiver.bodies)), receiver.bodies
    [alarm] = [one for one in receiver.events if one["topic"] == "alarm"]
    assert alarm["data"] == {"alarm": "disk-low", "text": "512 MiB free"}
    assert alarm["round"] is None


async def play_to_deal(house: House) -> None:
    await do(house.handler, "T1", ante(1), Actor("p1", Role.PLAYER))
    await do(house.handler, "T1", c.CloseBets())
    await do(house.handler, "T1", c.Deal(), DEALER)


def test_of_events_that_bear_cards_only_their_kind_is_told() -> None:
    """What is told of each is listed: a report by its kind, never by its facts or words."""
    bearing = {type_: tell for type_, (_, tell) in TOLD.items() if type_ in CARD_EVENTS}
    assert {type_.__name__ for type_ in bearing} == {
        *("ReportNoted", "IrregularityDecided", "MatterOpened"),
    }


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://127.0.0.1/hook", "in a private network"),
        ("https://10.0.0.7/hook", "in a private network"),
        ("https://169.254.169.254/latest/meta-data", "in a private network"),
        ("https://[::1]/hook", "in a private network"),
        ("https://[fd00::1]/hook", "in a private network"),
        ("https://[::ffff:127.0.0.1]/hook", "in a private network"),
        ("https://0.0.0.0/hook", "in a private network"),
        ("https://localhost/hook", "in a private network"),
        ("http://192.0.2.1/hook", "must begin with https"),
        ("https://user:word@example.com/", "name or password"),
        ("file:///etc/passwd", "no address such as"),
        ("https://[", "no address"),
        ("nonsense", "no address such as"),
    ],
)
def test_addresses_that_are_refused(url: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadWebhook, match=said):
        addresses_of(url, allow_private=False)
    with pytest.raises(BadWebhook, match=said):
        subscribe(tmp_path, url, (Topic.ALARM,), 0, allow_private=False)
    assert subscriptions(tmp_path) == []


async def test_an_address_is_checked_again_at_each_delivery(
    sqlite_url: str, tmp_path: Path
) -> None:
    """A name that has come to lead into the private network gets nothing."""
    receiver = Receiver()
    async with serving(sqlite_url) as (house, _):
        with receiver.open() as url:
            inside = Subscription("0" * 8, url.replace("http:", "https:"), (Topic.ALARM,), "s")
            with pytest.raises(BadWebhook, match="in a private network"):
                await Webhooks(house, tmp_path)._post(inside, b"{}")
    assert receiver.bodies == []


async def test_set_up_by_command_line(sqlite_url: str, tmp_path: Path) -> None:
    async with serving(sqlite_url) as (house, _):
        await register_jackpot(house.handler)
        end = (await house.store.anchor()).seq
    data = ("--data", str(tmp_path))
    refused = await asyncio.to_thread(run, "webhooks", "add", "https://127.0.0.1/", *data)
    assert refused.exit_code != 0
    assert "--allow-private" in refused.stderr
    wanted = ("--topic", "alarm", "--topic", "jackpot", "--allow-private")
    added = await asyncio.to_thread(run, "webhooks", "add", "http://127.0.0.1:9/x", *wanted, *data)
    assert added.exit_code == 0, added.stderr
    [one] = subscriptions(tmp_path)
    assert one.secret in added.stdout
    assert (one.topics, one.private) == ((Topic.ALARM, Topic.JACKPOT), True)
    assert place_of(tmp_path, one.id) == Place(end)
    assert (tmp_path / "webhooks.json").stat().st_mode & 0o077 == 0
    listed = run("webhooks", "list", *data)
    assert listed.stdout == (
        f"{one.id} http://127.0.0.1:9/x (alarm, jackpot): told up to record {end}\n"
    )
    assert one.secret not in listed.stdout
    assert run("webhooks", "remove", "nothing", *data).exit_code != 0
    assert run("webhooks", "remove", one.id, *data).exit_code == 0
    assert run("webhooks", "list", *data).stdout == "There are no webhooks.\n"
    with pytest.raises(BadWebhook):
        unsubscribe(tmp_path, one.id)
