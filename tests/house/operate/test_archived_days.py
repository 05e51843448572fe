"""Closed gaming days go into files, one each, and can be read again at any time."""

import asyncio
import json
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from croupier.house.model.cage.day import UTC_DAYS
from croupier.house.operate import unpacking
from croupier.house.operate.archiving import archive, archive_days
from croupier.house.operate.closed_days import CannotArchive
from croupier.house.read.proof.archives import prove_archives
from croupier.house.read.proof.verify import verify
from croupier.house.store import open_store
from tests.house.houses import KEY
from tests.house.operate.archived import records_in
from tests.house.operate.closed_days import (
    DAYS,
    FIVE,
    NOW,
    RING,
    Clock,
    close,
    house_at,
    quiet_nights,
    reports,
    run,
    scripts,
    settings,
    three_days,
)
from tests.house.read.live import live_round
from tests.house.serving import program
from tests.waiting import PATIENCE

THIRD = datetime(2026, 10, 3, 6, tzinfo=UTC)
NEXT_WEEK = datetime(2026, 10, 12, tzinfo=UTC)


async def proved(url: str, files: list[Path]) -> None:
    """The house proves itself with the files and without."""
    store = await open_store(url)
    try:
        assert (await verify(store, keys=RING)).findings == ()
        assert prove_archives(files, await store.markers(), RING) is None
    finally:
        await store.close()


async def test_a_file_for_each_closed_day(store_url: str, tmp_path: Path) -> None:
    """The database keeps what the open day rests on: its reports are what they were."""
    await three_days(store_url, void=True)
    folder = settings(tmp_path / "house")
    where = ("--data", folder, "--database", store_url)
    before = await asyncio.to_thread(reports, where, DAYS[2])
    files = tmp_path / "files"
    files.mkdir()
    store = await open_store(store_url)
    entries = await store.scan()
    await store.close()
    made = await archive_days(store_url, THIRD, files, NOW, RING)
    assert [one.file for one in made] == [f"{day}.jsonl.gz" for day in DAYS[:2]]
    paths = [files / one.file for one in made]
    await proved(store_url, paths)
    assert await asyncio.to_thread(reports, where, DAYS[2]) == before
    first, second = ([one.seq for one in records_in(path)] for path in paths)
    assert first[0] == 1
    assert first[0] < second[0] < first[-1] < second[-1]  # the morning after is in both
    store = await open_store(store_url)
    left = [one.seq for one in await store.scan()]
    await store.close()
    assert second[0] < left[0] < second[-1]
    assert {*first, *second, *left} >= {one.seq for one in entries}
    for day in DAYS[:2]:
        gone = await asyncio.to_thread(run, "report", "shift", *where, "--day", day)
        assert gone.exit_code == 2
        assert f"The gaming day {day} is in the archive {day}.jsonl.gz" in gone.output


async def test_play_and_closings_go_on_after_a_day_is_archived(
    sqlite_url: str, tmp_path: Path
) -> None:
    await three_days(sqlite_url)
    await archive_days(sqlite_url, THIRD, tmp_path, NOW, RING)
    clock = Clock()
    clock.go(4, 7)
    async with house_at(sqlite_url, clock) as handler:
        await live_round(handler)
        await close(handler, DAYS[2])
    made = await archive_days(sqlite_url, NOW, tmp_path, NOW, RING)
    assert [one.file for one in made] == [f"{DAYS[2]}.jsonl.gz"]
    await proved(sqlite_url, [tmp_path / f"{day}.jsonl.gz" for day in DAYS])
    where = ("--data", settings(tmp_path / "house"), "--database", sqlite_url)
    files = [one for day in DAYS for one in ("--archive", tmp_path / f"{day}.jsonl.gz")]
    said = await asyncio.to_thread(run, "verify", *where, *files, "--processes", 2)
    assert said.exit_code == 0, said.output
    assert "were proved from the archives" in said.output


async def test_a_house_that_plays_meanwhile_goes_on(store_url: str, tmp_path: Path) -> None:
    """As processes do on PostgreSQL: what they hold in memory stays right."""
    await three_days(store_url)
    clock = Clock()
    clock.go(3, 13)
    async with house_at(store_url, clock) as handler:
        await live_round(handler)
        archiving = asyncio.create_task(archive_days(store_url, THIRD, tmp_path, NOW, RING))
        played = 0
        while not archiving.done():
            await live_round(handler)
            played += 1
        assert len(await archiving) == 2
        assert played > 1
        await live_round(handler)
        clock.go(4, 7)
        await close(handler, DAYS[2])
    await proved(store_url, [tmp_path / f"{day}.jsonl.gz" for day in DAYS[:2]])


async def test_a_day_that_is_not_closed_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    await three_days(sqlite_url)
    with pytest.raises(CannotArchive, match=f"{DAYS[2]} are not closed.*--before {DAYS[2]}"):
        await archive_days(sqlite_url, NOW, tmp_path, NOW, RING)
    with pytest.raises(CannotArchive, match=f"{DAYS[2]} are not closed"):
        await archive(sqlite_url, NOW, tmp_path / "all.gz", NOW, RING)
    with pytest.raises(CannotArchive, match=f"no records of closed gaming days before {DAYS[0]}"):
        await archive_days(sqlite_url, datetime(2026, 10, 1, 6, tzinfo=UTC), tmp_path, NOW, RING)
    made = await archive(sqlite_url, THIRD, tmp_path / "all.gz", NOW, RING)
    await proved(sqlite_url, [tmp_path / "all.gz"])
    assert made.until == THIRD


async def test_a_table_that_rests_when_days_are_cut_is_reported_as_it_was(
    store_url: str, tmp_path: Path
) -> None:
    """None of its records is left from before the books of the day, nor between: the figures of
    other days must not count for it, in the house or in a part."""
    await quiet_nights(store_url)
    where = ("--data", settings(tmp_path / "house"), "--database", store_url)
    before = {day: await asyncio.to_thread(reports, where, day) for day in FIVE}
    for place in range(1, len(FIVE)):
        await archive_days(store_url, UTC_DAYS.begins(FIVE[place]), tmp_path, NEXT_WEEK, RING)
        for day in FIVE[place:]:
            assert await asyncio.to_thread(reports, where, day) == before[day]
    for day in FIVE[:-1]:
        part = tmp_path / f"part-{day}"
        said = await asyncio.to_thread(
            run, "unpack", tmp_path / f"{day}.jsonl.gz", *where, "--to", part
        )
        assert said.exit_code == 0, said.output
        assert await asyncio.to_thread(reports, ("--data", part), day) == before[day]


async def test_an_archived_day_is_read_as_it_was(store_url: str, tmp_path: Path) -> None:
    """Reports to the byte, exported rounds, the proof; and nothing can be written."""
    await three_days(store_url)
    where = ("--data", settings(tmp_path / "house"), "--database", store_url)
    before = {day: await asyncio.to_thread(reports, where, day) for day in DAYS[:2]}
    told = {
        day: await asyncio.to_thread(scripts, where, day, tmp_path / f"s{day}") for day in DAYS[:2]
    }
    assert [len(told[day]) for day in DAYS[:2]] == [2, 2]  # a script for each table
    await archive_days(store_url, THIRD, tmp_path, NOW, RING)
    for day in DAYS[:2]:
        part = tmp_path / f"part-{day}"
        file = tmp_path / f"{day}.jsonl.gz"
        said = await asyncio.to_thread(run, "unpack", file, *where, "--to", part)
        assert said.exit_code == 0, said.output
        here = ("--data", part)
        assert await asyncio.to_thread(reports, here, day) == before[day]
        assert await asyncio.to_thread(scripts, here, day, part / "out") == told[day]
        said = await asyncio.to_thread(run, "verify", *here, "--all")
        assert (said.exit_code, "All is well." in said.output) == (0, True), said.output
        assert "this is a part of a log" in said.output
        later = tmp_path / "later"
        for writing in (
            ("archive", *here, "--before", "2026-10-09", "--to", later),
            ("repair", *here),
            ("people", "reset-password", "admin", *here),
            ("keys", "rotate", *here),
        ):
            said = await asyncio.to_thread(run, *writing)
            assert said.exit_code == 2, said.output
            assert "nothing is written into it" in said.output, said.output


def test_an_archived_day_is_served_to_one_auditor(sqlite_url: str, tmp_path: Path) -> None:
    """Rounds with their cards, reports and events; no command, no log-in of then, no record."""
    asyncio.run(three_days(sqlite_url))
    where = ("--data", settings(tmp_path / "house"), "--database", sqlite_url)
    shift_before = json.loads(run("report", "shift", *where, "--day", DAYS[0]).output)
    asyncio.run(archive_days(sqlite_url, THIRD, tmp_path, NOW, RING))
    part = tmp_path / "part"
    file = tmp_path / f"{DAYS[0]}.jsonl.gz"
    assert run("unpack", file, *where, "--to", part).exit_code == 0
    before = (part / "house.db").read_bytes()
    with program(part) as served:
        served.start()
        password = served.says(2)[-1].strip()
        with httpx.Client(base_url=served.address, timeout=PATIENCE) as browser:
            assert browser.get("/api/audit/events").status_code == 401
            wrong = {"name": "auditor", "password": "guessed"}
            assert browser.post("/api/session", json=wrong).status_code == 401
            given = {"name": "auditor", "password": password}
            me = browser.post("/api/session", json=given).raise_for_status().json()
            assert me["person"]["roles"] == ["auditor"]
            browser.headers["x-croupier-csrf"] = me["csrf"]
            shown = browser.get("/api/audit/rounds/T2/2").raise_for_status().text
            assert '"cards_dealt"' in shown
            shift = browser.get("/api/reports/shift", params={"day": DAYS[0]})
            assert shift.raise_for_status().json() == shift_before
            command = {"command": {"do": "pause_table", "reason": "a spill"}, "key": "a-spill-1"}
            refused = browser.post("/api/tables/T1/commands", json=command)
            assert refused.status_code == 403, refused.text
            chosen = browser.post("/api/language", json={"language": "zh-Hans"})
            assert chosen.status_code == 200, chosen.text
            assert browser.delete("/api/session").status_code == 200
            assert browser.get("/api/audit/events").status_code == 401
    assert (part / "house.db").read_bytes() == before


async def test_days_that_follow_each_other_are_read_together(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "_ROWS", 7)
    await three_days(sqlite_url)
    where = ("--data", settings(tmp_path / "house"), "--database", sqlite_url)
    before = {day: await asyncio.to_thread(reports, where, day) for day in DAYS[:2]}
    await archive_days(sqlite_url, THIRD, tmp_path, NOW, RING)
    files = [tmp_path / f"{day}.jsonl.gz" for day in reversed(DAYS[:2])]
    part = tmp_path / "part"
    said = await asyncio.to_thread(run, "unpack", *files, *where, "--to", part)
    assert said.exit_code == 0, said.output
    for day in DAYS[:2]:
        assert await asyncio.to_thread(reports, ("--data", part), day) == before[day]
    said = await asyncio.to_thread(run, "verify", "--data", part)
    assert said.exit_code == 0, said.output


async def test_files_that_are_not_the_houses_are_refused(sqlite_url: str, tmp_path: Path) -> None:
    await three_days(sqlite_url)
    where = ("--data", settings(tmp_path / "house"), "--database", sqlite_url)
    clock = Clock()
    clock.go(4, 7)
    async with house_at(sqlite_url, clock) as handler:
        await close(handler, DAYS[2])
    await archive_days(sqlite_url, NOW, tmp_path, NOW, RING)
    first, second, third = (tmp_path / f"{day}.jsonl.gz" for day in DAYS)
    whole = second.read_bytes()

    def unpacked(*files: Path) -> str:
        said = run("unpack", *files, *where, "--to", tmp_path / "part")
        assert said.exit_code == 2, said.output
        assert not (tmp_path / "part" / "house.db").exists()
        return said.output

    assert f"after it, {second.name}, is not among those given" in unpacked(first, third)
    for place in range(0, len(whole), len(whole) // 50):
        second.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert "its SHA-256 does not fit" in unpacked(second)
    other = tmp_path / "other.jsonl.gz"
    other.write_bytes(whole[:-1])
    assert "the house never archived this file" in unpacked(other)
    second.write_bytes(whole)
    second.rename(other)  # its name does not matter
    said = await asyncio.to_thread(run, "unpack", other, *where, "--to", tmp_path / "part")
    assert said.exit_code == 0, said.output
    said = await asyncio.to_thread(run, "unpack", other, *where, "--to", tmp_path / "part")
    assert "part is not empty: give a new folder" in said.output


_KILLED = """
import asyncio, os, signal, sys
from datetime import datetime
from pathlib import Path
from croupier.house.sealing import Keyring
from croupier.house.operate import archiving
from croupier.house.store import markers

url, folder, key, before, now, where, day = sys.argv[1:]

def dying(holder, name, nth, prelude):
    real, calls = getattr(holder, name), []
    def called(*given):
        calls.append(given)
        if len(calls) < nth:
            return real(*given)
        prelude(real, *given)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(holder, name, called)

match where:
    case "write":
        dying(archiving, where, int(day), lambda _, path, *__: path.write_bytes(b"half"))
    case "settle":
        dying(archiving, where, int(day), lambda real, *given: real(*given))
    case "delete":
        def removing(real, *given):
            dying(markers, "delete", 5, lambda *_: None)
            real(*given)
        dying(archiving, "take_out", int(day), removing)
    case _:
        dying(archiving, where, int(day), lambda *_: None)
asyncio.run(archiving.archive_days(
    url, datetime.fromisoformat(before), Path(folder), datetime.fromisoformat(now),
    Keyring((bytes.fromhex(key),)),
))
"""
STAGES = {
    "write": "its file is half written",
    "ArchiveMade": "its file is written",
    "_move": "its marker is recorded",
    "delete": "some rows are deleted",
    "settle": "all but the commit",
}


@pytest.mark.parametrize(
    ("where", "day"),
    [
        ("settle", 1),
        *(pytest.param(one, 1, marks=pytest.mark.slow) for one in STAGES if one != "settle"),
        *(pytest.param(one, 2, marks=pytest.mark.slow) for one in STAGES),
    ],
)
async def test_killed_at_any_stage_the_same_command_goes_on(
    store_url: str, tmp_path: Path, where: str, day: int
) -> None:
    await three_days(store_url)
    store = await open_store(store_url)
    there = {one.seq for one in await store.scan()}
    await store.close()
    given = (store_url, str(tmp_path), KEY.hex(), THIRD.isoformat(), NOW.isoformat())
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", _KILLED, *given, where, str(day)], check=False
    )
    assert done.returncode == -signal.SIGKILL
    files = [tmp_path / f"{one}.jsonl.gz" for one in DAYS[:2]]
    await proved(store_url, files[: day - 1])
    made = await archive_days(store_url, THIRD, tmp_path, NOW, RING)
    assert [one.file for one in made] == [one.name for one in files[day - 1 :]]
    await proved(store_url, files)
    store = await open_store(store_url)
    left = {one.seq for one in await store.scan()}
    await store.close()
    kept = {one.seq for path in files for one in records_in(path)}
    assert kept | left >= there
    assert len(left - there) == 2  # a record of each archive, however often it was begun
    assert not list(tmp_path.glob("*.part"))
