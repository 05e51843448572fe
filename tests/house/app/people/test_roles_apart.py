"""Who sets up a progressive confirms no win of it, whatever else they are."""

from datetime import timedelta

import pytest

from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.people.events import RolesGiven
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.read.proof.verify import verify
from tests.house.app.people.visitors import approve, give, propose, visited
from tests.house.funding import balance, fund
from tests.house.houses import key
from tests.house.model.cage.test_payments import METER_WON, PAY, PIT, ROYAL, play, register

ADMIN = Signature("admin", HouseRole.ADMINISTRATOR)
BOTH = ["shift_manager", "cage"]


async def test_nobody_is_made_shift_manager_and_cage(sqlite_url: str) -> None:
    async with visited(sqlite_url) as hands:
        admin = await hands.admin()
        await hands.register(admin, "mia", "shift_manager")
        await hands.register(admin, "cora", "cage")
        http = admin._http
        until = (hands.moment + timedelta(days=1)).isoformat()

        async def acting(name: str, role: str) -> tuple[int, str]:
            body = {"role": role, "until": until, "reason": "illness"}
            answer = await http.post(f"/api/people/{name}/acting", json=body)
            return answer.status_code, answer.json().get("code")

        refused = (422, "bad-roles")
        answer = await http.post("/api/people", json={"id": "eva", "name": "Eva", "roles": BOTH})
        assert (answer.status_code, answer.json()["code"]) == refused
        answer = await http.put("/api/people/mia/roles", json={"roles": BOTH})
        assert (answer.status_code, answer.json()["code"]) == refused
        assert await acting("mia", "cage") == refused
        assert await acting("cora", "shift_manager") == refused
        assert (await acting("cora", "pit_supervisor"))[0] == 200
        answer = await http.put("/api/people/cora/roles", json={"roles": ["shift_manager"]})
        assert answer.status_code == 200, "one after the other they may be both"


async def test_a_configuring_role_keeps_from_confirming_in_another(sqlite_url: str) -> None:
    """An account from before the two roles were kept apart: as the cage it would confirm."""
    async with visited(sqlite_url) as hands:
        handler = hands.house.handler
        admin = await hands.admin()
        roles = {"pia": "pit_supervisor", "mia": "shift_manager", "sam": "shift_manager"}
        who = {name: await hands.register(admin, name, role) for name, role in roles.items()}
        cora = await hands.register(admin, "cora", "cage")
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        given = RolesGiven("mia", (HouseRole.CAGE,), by="admin")
        await handler.record(Department.PEOPLE, lambda *_: (given,), ADMIN, key())
        pay = {"jackpot": "J1", "table": "T1", "round": 1, "box": 1}
        proposed = await give(who["pia"], do="pay_jackpot", **pay)
        assert proposed.status_code == 200, proposed.text
        [waiting] = (await cora._http.get("/api/proposals")).json()
        assert await approve(who["mia"], waiting["id"]) == (403, "not-your-power")
        assert await balance(handler, "payable:J1") == METER_WON
        # what a shift manager approves they approve as one, though the cage stands higher
        assert await approve(who["mia"], await propose(who["sam"])) == (200, None)
        assert await approve(cora, waiting["id"]) == (200, None)
        assert await balance(handler, "payable:J1") == 0


async def test_the_proof_finds_a_win_that_a_configurer_confirmed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visited(sqlite_url) as hands:
        handler = hands.house.handler
        admin = await hands.admin()
        for name, role in (("pia", "pit_supervisor"), ("mia", "shift_manager")):
            await hands.register(admin, name, role)
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        await handler.command(None, PAY, PIT, key())

        async def nobody_looks(*_: object) -> list[object]:
            return []

        monkeypatch.setattr("croupier.house.app.link_service.demand_second_person", nobody_looks)
        as_cage = Signature("mia", HouseRole.CAGE)
        await handler.command(None, hc.Approve(proposal="jackpot:J1/1"), as_cage, key())
        found = (await verify(handler.store)).wrong
        assert found is not None
        assert "confirms no hit" in found
