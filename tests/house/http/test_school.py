"""The school over HTTP: who may practise, what counts, and what the log keeps of it."""

import asyncio
from pathlib import Path
from typing import Any

from croupier.books import find_rulebook
from croupier.house.log.stream import Department
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.school.events import ExerciseAnswered
from croupier.house.read.proof.verify import verify
from croupier.school import Kind, solve
from tests.cli.running import run
from tests.house.houses import keeping, register_jackpot, register_table
from tests.house.serving import caller, http_to, serving

PAY: dict[str, Any] = {"rulebook": "casino-stud", "kind": "pay", "level": 2, "seed": "7"}
RIGHT = {
    **{"ante6": "10", "ante6.stake": "back", "bet6": "40", "bet6.stake": "back"},
    **{"jackpot6": "0", "jackpot6.stake": "taken", "order": "ante6,bet6,jackpot6"},
}
"""By hand: see tests/school/test_worked.py."""


async def test_the_first_answer_counts(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        async with await caller(house, at, "dan", HouseRole.DEALER) as dan:
            shown = await dan.get("/api/v1/school/exercise", params=PAY)
            assert shown.json()["hands"][0]["cards"] == "2d Qh Jh 2s Qd"
            assert "keys" not in shown.json()
            wrong = {**PAY, "answers": {**RIGHT, "bet6": "20"}}
            told = (await dan.post("/api/v1/school/answers", json=wrong)).json()
            assert (told["marked"]["right"], told["counted"]) == (False, True)
            [bet] = [one for one in told["marked"]["marks"] if one["name"] == "bet6"]
            assert bet["words"] == "40.00"
            assert bet["because"][1]["clause"] == "CSP 4.1/two-pairs"
            again = (await dan.post("/api/v1/school/answers", json=PAY | {"answers": RIGHT})).json()
            assert (again["marked"]["right"], again["counted"]) == (True, False)
            [progress] = again["own"]
            assert (progress["exercises"], progress["right"], progress["recent"]) == (1, 0, [False])
            other = {**PAY, "kind": "hand", "seed": "7", "level": 1}
            given = {"hand": "pair", "qualifies": "yes"}
            third = await dan.post("/api/v1/school/answers", json=other | {"answers": given})
            assert third.json()["marked"]["right"]
            assert len((await dan.get("/api/v1/school")).json()["own"]) == 2
        [first, second] = await house.store.read(Department.SCHOOL)
        assert first.by is not None
        assert (first.by.id, first.by.role) == ("dan", HouseRole.DEALER)
        assert b'"bet6":"20"' in first.event
        assert b'"right":2,"asked":2' in second.event
        assert (await verify(house.store, keys=house.keys)).findings == ()
    data = Path(sqlite_url.removeprefix("sqlite:///")).parent
    listed = await asyncio.to_thread(run, "school", "results", "--data", str(data))
    assert listed.exit_code == 0, listed.stderr
    assert [line.split() for line in listed.stdout.splitlines()][2:] == [
        ["dan", "casino-stud@6", "pay", "2", "1", "0", "0", "of", "1"],
        ["dan", "casino-stud@6", "hand", "1", "1", "1", "1", "of", "1"],
    ]


async def test_nobody_answers_in_the_name_of_somebody_else(sqlite_url: str) -> None:
    """Whoever could write to the log without the program."""
    answered = ExerciseAnswered("dan", "casino-stud@6", Kind.HAND, 1, "7", {}, 2, 2)
    for name, found in (("dan", None), ("dot", "in the name of somebody else")):
        async with keeping(sqlite_url) as handler:
            by = Signature(name, HouseRole.DEALER)
            await handler.record(Department.SCHOOL, lambda state, at: (answered,), by, name)
            wrong = (await verify(handler.store)).wrong
        assert (wrong is None) == (found is None)
        assert found is None or found in str(wrong)


async def test_who_may_practise_and_who_sees_everybody(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        async with http_to(at) as visitor:
            assert (await visitor.get("/api/v1/school")).status_code == 401
        async with await caller(house, at, "pia", HouseRole.PLAYER) as pia:
            assert (await pia.get("/api/v1/school/exercise", params=PAY)).status_code == 403
            answer = await pia.post("/api/v1/school/answers", json=PAY)
            assert answer.status_code == 403
        for name in ("dan", "dot", "dug"):
            async with await caller(house, at, name, HouseRole.DEALER) as dealer:
                await dealer.post("/api/v1/school/answers", json=PAY | {"answers": RIGHT})
                assert (await dealer.get("/api/v1/school/pupils")).status_code == 403
        async with await caller(house, at, "may", HouseRole.PIT_MANAGER) as may:
            page = await may.get("/api/v1/school/pupils?limit=2")
            rest = await may.get(page.links["next"]["url"])
        found: list[dict[str, Any]] = page.json() + rest.json()
        assert [one["person"] for one in found] == ["dan", "dot", "dug"]
        assert all(one["progress"][0]["right"] == 1 for one in found)


async def test_what_cannot_be_asked_gets_a_sentence(sqlite_url: str) -> None:
    async with (
        serving(sqlite_url) as (house, at),
        await caller(house, at, "dan", HouseRole.DEALER) as dan,
    ):
        for change, status, said in (
            ({"rulebook": "no-such-game"}, 404, "no-such-game"),
            ({"table": "T1"}, 400, "Name a rulebook or a table, one of the two."),
            ({"level": 4}, 400, "level"),
            ({"seed": "no blanks"}, 400, "seed"),
            ({"kind": "dance"}, 400, "kind"),
        ):
            answer = await dan.get("/api/v1/school/exercise", params={**PAY, **change})
            assert answer.status_code == status, change
            assert said in answer.json()["message"]
        for answers, said in (
            ({"ante6": "ten"}, "ante6: 'ten' is no amount"),
            ({"ante1": "10"}, "ante1: is not asked here"),
        ):
            answer = await dan.post("/api/v1/school/answers", json=PAY | {"answers": answers})
            assert answer.status_code == 400
            assert said in answer.json()["message"]
        assert await house.store.read(Department.SCHOOL) == []


async def test_a_table_s_own_rulebook_is_taught_too(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        async with await caller(house, at, "dan", HouseRole.DEALER) as dan:
            games = (await dan.get("/api/v1/school")).json()["games"]
            assert [one["rulebook"] for one in games][:2] == ["singapore-stud", "casino-stud"]
            asked = {"table": "T1", "kind": "hand", "seed": "7"}
            shown = (await dan.get("/api/v1/school/exercise", params=asked)).json()
        assert shown["hands"][0]["cards"] == "8d 7c 5c 2s 2d"
        book = find_rulebook("casino-stud")
        assert solve(book, Kind.HAND, "7").exercise.rulebook == shown["rulebook"]
