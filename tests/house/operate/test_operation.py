"""The running of a house is written down: starts, checks, clock, alarms, backups."""

import asyncio
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from croupier.house.app import alarms, program
from croupier.house.app.alarms import MEANINGS, Name, Observation, due
from croupier.house.app.clock import ClockWatch
from croupier.house.app.house import House
from croupier.house.log.event_store import Search
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.operation import events as o
from croupier.house.model.operation.state import Operation, evolve
from croupier.house.model.records import decode_event
from croupier.house.operate.backup import CopyFailed, copy_now
from croupier.house.operate.config import Config
from croupier.house.operate.supervisor import Supervisor, SupervisorSettings, public_settings
from croupier.house.read.proof import running
from croupier.house.read.proof.running import look
from croupier.house.read.proof.verify import verify
from croupier.house.store import database_url, open_store
from croupier.house.store.schema import REVISION
from tests.house.houses import KEY, MANAGER, do, keeping
from tests.house.operate.attended import attended
from tests.house.read.live import live_house, live_round
from tests.house.tampering import defenceless
from tests.waiting import PATIENCE, until

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


async def operation_of(house: House) -> Operation:
    stream = await house.handler.streams.department(Department.OPERATION)
    state = stream.stored
    assert isinstance(state, Operation)
    return state


async def written(url: str) -> list[o.OperationEvent]:
    store = await open_store(url)
    try:
        records = await store.read(Department.OPERATION)
        return [decode_event(record.event) for record in records]  # type: ignore[misc]
    finally:
        await store.close()


# Starts and stops, and which program it was


async def test_opening_and_stopping_are_written_down(sqlite_url: str) -> None:
    async with attended(sqlite_url, settings={"port": "8000"}, large_win=500) as (house, _):
        state = await operation_of(house)
        assert state.program == program.digest(program.manifest())
        assert list(state.running) == [f"{os.uname().nodename}:{os.getpid()}"]
        assert house.handler.large_win == 500
    opened, stopped = await written(sqlite_url)
    assert isinstance(opened, o.HouseOpened)
    assert (opened.schema, opened.settings, opened.large_win) == (REVISION, {"port": "8000"}, 500)
    assert opened.files.keys() == program.manifest().keys()
    assert isinstance(stopped, o.HouseStopped)


async def test_a_second_start_says_which_files_changed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = program.manifest()
    monkeypatch.setattr(program, "manifest", lambda root=None: files)
    async with attended(sqlite_url):
        pass
    gone = next(iter(files))
    changed = {name: mark for name, mark in files.items() if name != gone}
    changed["new.py"] = "0" * 64
    monkeypatch.setattr(program, "manifest", lambda root=None: changed)
    async with attended(sqlite_url) as (house, _):
        assert dict((await operation_of(house)).files) == changed
    second = (await written(sqlite_url))[2]
    assert isinstance(second, o.HouseOpened)
    assert second.files == {"new.py": "0" * 64, gone: None}


def test_the_manifest_is_every_file_by_its_sha_256(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("abc")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("x")
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert program.manifest(tmp_path) == {"a.py": abc}
    assert program.changed({"a.py": "1", "b.py": "2"}, {"a.py": "1", "c.py": "3"}) == {
        "c.py": "3",
        "b.py": None,
    }


def test_no_secret_is_written_down() -> None:
    config = Config(key="ab" * 32, database="postgresql://user:hush@host/name")
    told = str(public_settings(config))
    assert "hush" not in told
    assert "abab" not in told


async def test_a_program_changed_while_running_raises_an_alarm(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with attended(sqlite_url) as (house, attendance):
        files = {**program.manifest(), "cards.py": "0" * 64}
        monkeypatch.setattr(program, "manifest", lambda root=None: files)
        await attendance.checked(whole=True, records=3, findings=())
        state = await operation_of(house)
        assert state.alarms[Name.PROGRAM_CHANGED].text == "cards.py"
        assert state.last_clean is not None


# Checks


async def test_what_a_check_found_is_written_down(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
    async with attended(sqlite_url) as (house, attendance):
        found = await look(sqlite_url, whole=True, environment={"CROUPIER_KEY": KEY.hex()})
        assert found.clean
        await attendance.checked(whole=True, records=found.records, findings=())
        await attendance.checked(whole=False, records=1, findings=("house: holds 1",))
        state = await operation_of(house)
        assert state.checked_new is not None
        assert not state.checked_new.clean
        assert Name.LOG_NOT_SOUND in state.alarms
        await attendance.checked(whole=False, records=1, findings=())
        assert Name.LOG_NOT_SOUND not in (await operation_of(house)).alarms
        lines = await house.store.significant(Search(kind="verification"))
        assert len(lines) == 3
    store = await open_store(sqlite_url)
    assert (await verify(store)).wrong is None
    await store.close()


async def test_a_check_that_cannot_run_says_nothing_about_the_log(tmp_path: Path) -> None:
    found = await look(f"sqlite:///{tmp_path / 'nowhere' / 'house.db'}", whole=False)
    assert not found.clean
    assert found.findings == ()
    assert found.undecided is not None
    assert "There is no folder" in found.undecided


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE streams SET hash = 'x' WHERE id = 'table:T1'",
        "UPDATE balances SET account = x'fffe' WHERE account = (SELECT min(account) FROM balances)",
    ],
)
async def test_what_no_house_could_have_written_is_found_by_the_frequent_check(
    tmp_path: Path, change: str
) -> None:
    """It cannot even be read: that says more about the log than nothing."""
    url = database_url(tmp_path)
    async with keeping(url) as handler:
        await live_house(handler)
    with defenceless(tmp_path / "house.db") as db:
        assert db.execute(change).rowcount == 1
    for whole in (False, True):
        found = await look(url, whole=whole, environment={"CROUPIER_KEY": KEY.hex()})
        assert found.undecided is None
        assert found.findings


async def test_a_proof_that_could_not_be_made_is_due_again_and_raises_no_alarm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only what was decided reaches the supervisor; every seventh proof is one of everything."""
    asked: list[tuple[bool, bool]] = []
    heard: list[running.Outcome] = []
    over = asyncio.Event()

    async def looked(_: str, *, whole: bool, again: bool, environment: object) -> running.Outcome:
        asked.append((whole, again))
        fails = len(asked) in (1, 8)
        return running.Outcome(whole, 5, (), "it was being archived" if fails else None)

    async def listener(found: running.Outcome) -> None:
        heard.append(found)
        if len(heard) == 7:
            over.set()

    monkeypatch.setattr(running, "CHECK_SECONDS", 0.001)
    monkeypatch.setattr(running, "look", looked)
    work = asyncio.create_task(running.verify_regularly("", 0.0001 / 3600, listener))
    await asyncio.wait_for(over.wait(), 10)
    work.cancel()
    # Due at each look: the first attempt at the first proof and at the seventh came to nothing.
    assert asked[:9] == [(True, False)] * 7 + [(True, True)] * 2
    assert all(one.clean for one in heard)


# Clock


@pytest.mark.parametrize(
    ("wall", "step"),
    [(1001.0, None), (1003.0, None), (1003.1, 2.1), (999.0, None), (998.9, -2.1)],
)
def test_a_step_of_more_than_two_seconds_is_noticed(wall: float, step: float | None) -> None:
    """One second passes on the steady clock; the other shows what it shows."""
    walls, steadies = iter((1000.0, wall)), iter((5.0, 6.0))
    watch = ClockWatch(lambda: next(walls), lambda: next(steadies))
    found = watch.step()
    assert found == (None if step is None else pytest.approx(step))


async def test_a_step_is_written_down(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.operate.supervisor.CLOCK_SECONDS", 0.01)
    steps = iter([None, 5.0])
    clock = ClockWatch()
    monkeypatch.setattr(clock, "step", lambda: next(steps, None))
    house = House(await open_store(sqlite_url), KEY)
    await house.start()
    await Supervisor(house, SupervisorSettings(url=sqlite_url), clock).open()

    async def noticed() -> bool:
        return (await operation_of(house)).last_step is not None

    await until(noticed)
    await house.stop()
    stepped = [event for event in await written(sqlite_url) if isinstance(event, o.ClockStepped)]
    assert [(event.seconds, event.at_start) for event in stepped] == [(5.0, False)]


async def test_time_that_went_back_between_starts_is_written_down(sqlite_url: str) -> None:
    async with attended(sqlite_url):
        pass
    house = House(await open_store(sqlite_url), KEY)
    house.handler.now = lambda: datetime.now(UTC) - timedelta(hours=1)
    await house.start()
    await Supervisor(house, SupervisorSettings(url=sqlite_url)).open()
    await house.stop()
    [stepped] = [event for event in await written(sqlite_url) if isinstance(event, o.ClockStepped)]
    assert stepped.at_start
    assert -3600 <= stepped.seconds < -3600 + PATIENCE


# Alarms


def seen(**changes: object) -> Observation:
    return Observation(now=NOON, opened=NOON, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (Name.STORE_UNAVAILABLE, {}, {"store_available": False}),
        (Name.LOG_NOT_SOUND, {}, {"log_sound": False}),
        (
            Name.VERIFICATION_OVERDUE,
            {"last_clean": NOON - timedelta(hours=48)},
            {"last_clean": NOON - timedelta(hours=48, seconds=1)},
        ),
        (Name.PROGRAM_CHANGED, {}, {"program_changed": ("a.py",)}),
        (
            Name.CLOCK_STEPPED,
            {"last_step": NOON - timedelta(hours=24, seconds=1)},
            {"last_step": NOON - timedelta(hours=24)},
        ),
        (Name.LINK_DOWN, {}, {"links_down": ("J1",)}),
        (
            Name.MATTER_WAITING,
            {"matters": {"T1": NOON - timedelta(minutes=10)}},
            {"matters": {"T1": NOON - timedelta(minutes=10, seconds=1)}},
        ),
        (
            Name.PAYMENT_WAITING,
            {"payments": {"J1": NOON - timedelta(minutes=60)}},
            {"payments": {"J1": NOON - timedelta(minutes=60, seconds=1)}},
        ),
        (
            Name.BACKUP_OVERDUE,
            {"backup_hours": 1.0, "last_backup": NOON - timedelta(hours=2)},
            {"backup_hours": 1.0, "last_backup": NOON - timedelta(hours=2, seconds=1)},
        ),
        (Name.CLOCK_WRONG, {}, {"clock_error": timedelta(seconds=-3)}),
        (Name.DISK_LOW, {"disk_free": 1 << 30}, {"disk_free": (1 << 30) - 1}),
        (Name.HEAD_NOT_PUBLISHED, {}, {"unpublished": {"webhook": "it answered 503"}}),
        (Name.DEVICE_IN_DOUBT, {}, {"devices": {"shoe at T1": NOON + timedelta(days=1)}}),
    ],
)
def test_each_alarm_is_raised_when_it_is_due_and_not_before(
    name: Name, before: dict[str, object], after: dict[str, object]
) -> None:
    assert due(seen(**before)) == {}
    assert list(due(seen(**after))) == [name]


def test_every_alarm_says_what_it_means_and_what_to_do() -> None:
    assert MEANINGS.keys() == set(Name)
    page = Path("docs/operations.md").read_text(encoding="utf-8")
    for name in Name:
        assert f"`{name}`" in page


async def test_an_alarm_is_raised_once_and_cleared(sqlite_url: str) -> None:
    async with attended(sqlite_url) as (house, attendance):
        await live_house(house.handler)
        await live_round(house.handler)
        await do(house.handler, None, hc.FailLink(jackpot="J1", reason="cable"), MANAGER)
        await attendance.look_at_alarms()
        await attendance.look_at_alarms()
        assert Name.LINK_DOWN in (await operation_of(house)).alarms
        await do(house.handler, None, hc.RestoreLink(jackpot="J1", reason="mended"), MANAGER)
        await attendance.look_at_alarms()
    told = [
        type(event).__name__
        for event in await written(sqlite_url)
        if isinstance(event, o.AlarmRaised | o.AlarmCleared)
    ]
    assert told == ["AlarmRaised", "AlarmCleared"]
    assert alarms.MATTER_MINUTES == 10


def test_the_state_survives_a_snapshot() -> None:
    state = Operation()
    for event in (
        o.HouseOpened("1", "host:1", "aa", {"a.py": "11", "b.py": "22"}),
        o.AlarmRaised("link-down", "J1"),
        o.LogChecked(True, 5),
        o.BackupMade("x", 5),
    ):
        state = evolve(state, event, NOON)
    assert msgspec.json.decode(msgspec.json.encode(state), type=Operation) == state
    assert state.last_clean == NOON


# Backups


async def test_backups_are_made_and_the_oldest_let_go(tmp_path: Path) -> None:
    url = database_url(tmp_path)
    async with attended(url) as (house, _):
        await live_house(house.handler)
        made = [
            await asyncio.to_thread(
                copy_now, url, tmp_path / "backups", 2, NOON + timedelta(days=n)
            )
            for n in range(3)
        ]
    assert made[0].removed == ()
    assert made[2].removed == (made[0].file,)
    assert sorted(path.name for path in (tmp_path / "backups").iterdir()) == [
        "house-20260102T120000Z.backup",
        "house-20260103T120000Z.backup",
    ]
    with pytest.raises(CopyFailed, match="there already"):
        copy_now(url, tmp_path / "backups", 2, NOON + timedelta(days=2))


async def test_the_schedule_is_kept(tmp_path: Path) -> None:
    url = database_url(tmp_path)
    async with attended(url, data=tmp_path, backup_hours=0.05 / 3600) as (house, _):

        async def made() -> bool:
            return (await operation_of(house)).last_backup is not None

        await until(made)
    assert any(isinstance(event, o.BackupMade) for event in await written(url))
