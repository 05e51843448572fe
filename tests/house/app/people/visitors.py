"""People of a running house as attackers and owners meet it: by HTTP, with passwords and codes."""

import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import httpx

from croupier.house.app.house import House
from croupier.house.app.people import second_factor as sf
from croupier.house.client import Client
from croupier.house.model import commands as hc
from tests.house.app.people.passkeys import Authenticator
from tests.house.houses import key
from tests.house.serving import serving

GOOD = "a long enough secret"
OTHER = "quite another secret"


@asynccontextmanager
async def visited(url: str) -> AsyncIterator["Hands"]:
    """A house that is served, and everybody who comes to it; its clock stands still."""
    async with serving(url) as (house, address):
        hands = Hands(house, address)
        try:
            yield hands
        finally:
            for client in hands.clients:
                await client.close()


class Hands:
    """The clock of the house stands still unless it is put on."""

    def __init__(self, house: House, address: str) -> None:
        self.house, self.address = house, address
        self.clients: list[Client] = []
        self.moment = house.handler.now()
        house.handler.now = lambda: self.moment

    def client(self, token: str | None = None) -> Client:
        self.clients.append(Client(self.address, token))
        return self.clients[-1]

    def put_on(self, **by: float) -> datetime:
        self.moment += timedelta(**by)
        return self.moment

    async def admin(self) -> Client:
        """The first administrator, with a password of their own."""
        one_time = await self.house.registry.open()
        assert one_time is not None
        return await self.settle("admin", one_time)

    async def admin_and_managers(self) -> Client:
        """`admin`, just logged in, and the shift managers mia and sam, who are there for long."""
        admin = await self.admin()
        for name in ("mia", "sam"):
            await self.register(admin, name, "shift_manager")
        self.put_on(days=31)
        await admin.log_in("admin", GOOD)
        return admin

    async def settle(self, name: str, one_time: str, new: str = GOOD) -> Client:
        """Log in with a one-time password and choose another."""
        client = self.client()
        await client.log_in(name, one_time)
        await client.change_password(one_time, new)
        return client

    async def register(self, admin: Client, name: str, role: str) -> Client:
        body = {"id": name, "name": f"{name.title()} X", "roles": [role]}
        answer = await admin._http.post("/api/people", json=body)
        assert answer.status_code == 201, answer.text
        return await self.settle(name, answer.json()["one_time_password"])

    async def reset(self, admin: Client, name: str) -> str:
        answer = await admin._http.post(f"/api/people/{name}/password")
        assert answer.status_code == 200, answer.text
        return str(answer.json()["one_time_password"])

    async def log_in(self, name: str, password: str = GOOD, code: str | None = None) -> Client:
        client = self.client()
        await client.log_in(name, password, code)
        return client

    async def set_second_factor(self, client: Client) -> bytes:
        made = (await client._http.post("/api/second-factor")).json()
        secret = base64.b32decode(made["secret"])
        code = self.code(secret)
        done = await client._http.post("/api/second-factor/confirm", json={"code": code})
        assert done.status_code == 200, done.text
        return secret

    def code(self, secret: bytes) -> str:
        """The next that counts: each is taken once."""
        self.put_on(seconds=30)
        return sf.code(secret, sf.step_of(self.moment))

    async def add_passkey(self, client: Client, one: Authenticator) -> httpx.Response:
        begun = (await client._http.post("/api/passkeys/begin")).json()
        body = {"name": "my phone", "made": one.made(begun["challenge"], self.address)}
        return await client._http.post("/api/passkeys", json=body)

    async def proof_of(self, client: Client, one: Authenticator) -> dict[str, Any]:
        asked = (await client._http.get("/api/passkeys/challenge")).json()
        return one.signed(asked["challenge"], self.address)


async def give(client: Client, **command: Any) -> httpx.Response:
    return await client._http.post("/api/commands", json={"key": key(), "command": command})


async def propose(client: Client, amount: int = 100) -> str:
    """A correction of the jackpot J1; the name of its proposal."""
    command = {"do": "adjust_jackpot", "jackpot": "J1", "amount": amount, "reason": "a test"}
    answer = await give(client, **command)
    assert answer.status_code == 200, answer.text
    waiting = (await client._http.get("/api/proposals")).json()
    return str(waiting[-1]["id"])


async def approve(client: Client, proposal: str) -> tuple[int, str | None]:
    answer = await give(client, do=hc.Approve.__struct_config__.tag, proposal=proposal)
    said = answer.json()
    return answer.status_code, said.get("code")
