"""Passkeys over HTTP: registered, used, refused and removed, with an authenticator of our own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from croupier.house.client import Client, NotDone
from croupier.house.log.event_store import Search
from croupier.house.model.people.events import PasskeyCountedBack
from croupier.house.model.records import decode_event
from croupier.house.read.proof.verify import verify
from tests.house.app.people.passkeys import PRESENT, Authenticator, text
from tests.house.app.people.visitors import GOOD, OTHER, Hands, visited
from tests.house.serving import http_to


@asynccontextmanager
async def with_passkey(url: str) -> AsyncIterator[tuple[Hands, Client, Authenticator]]:
    """A house in which dan has one."""
    async with visited(url) as hands:
        admin = await hands.admin()
        dan = await hands.register(admin, "dan", "dealer")
        one = Authenticator()
        added = await hands.add_passkey(dan, one)
        assert added.status_code == 201, added.text
        assert [each["name"] for each in added.json()] == ["my phone"]
        yield hands, dan, one
        assert (await verify(hands.house.store)).wrong is None


async def challenge(hands: Hands) -> str:
    async with http_to(hands.address) as http:
        asked = (await http.get("/api/session/challenge")).json()
    assert asked["site"] == "127.0.0.1"
    return str(asked["challenge"])


async def log_in(hands: Hands, passkey: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    async with http_to(hands.address) as http:
        answer = await http.post("/api/session/passkey", json={"passkey": passkey})
        return answer.status_code, answer.json()


async def test_a_passkey_logs_its_owner_in(store_url: str) -> None:
    async with with_passkey(store_url) as (hands, _, one):
        signed = one.signed(await challenge(hands), hands.address)
        status, me = await log_in(hands, signed)
        assert (status, me["person"]["id"]) == (200, "dan")
        assert me["person"]["passkeys"] == 1
        status, said = await log_in(hands, signed)
        assert (status, said["code"]) == (401, "wrong-code"), "what was signed is taken once"


async def test_with_a_passkey_a_password_alone_lets_nobody_in(sqlite_url: str) -> None:
    async with with_passkey(sqlite_url) as (hands, _, _):
        with pytest.raises(NotDone) as refused:
            await hands.log_in("dan")
        assert refused.value.trouble.code == "passkey-needed"


async def test_what_is_signed_wrongly_lets_nobody_in(sqlite_url: str) -> None:
    async with with_passkey(sqlite_url) as (hands, dan, one):
        other = Authenticator()
        other.id = one.id  # the same identity, another key
        elsewhere = Authenticator("evil.example")
        elsewhere.id, elsewhere._key = one.id, one._key
        here = hands.address
        own = (await dan._http.get("/api/passkeys/challenge")).json()["challenge"]
        old = await challenge(hands)
        hands.put_on(minutes=6)
        made_up = text(bytes(56))
        wrong = {
            "another key": other.signed(await challenge(hands), here),
            "another site": elsewhere.signed(await challenge(hands), here),
            "another page": one.signed(await challenge(hands), "https://evil.example"),
            "another port": one.signed(await challenge(hands), "http://127.0.0.1:1"),
            "no finger or PIN": one.signed(await challenge(hands), here, PRESENT),
            "nobody there": one.signed(await challenge(hands), here, 0),
            "a challenge for another purpose": one.signed(own, here),
            "a challenge that is over": one.signed(old, here),
            "a challenge of nobody": one.signed(made_up, here),
            "an unknown passkey": Authenticator().signed(await challenge(hands), here),
            "no data": {**one.signed(await challenge(hands), here), "client_data": "AA"},
            "half an answer": {**one.signed(await challenge(hands), here), "signature": "AA"},
        }
        for number, (why, signed) in enumerate(wrong.items()):
            hands.put_on(seconds=1 + number % 2)
            status, said = await log_in(hands, signed)
            assert status in (401, 429), (why, said)
            hands.put_on(minutes=4)
            assert "person" not in said, why
        hands.put_on(hours=1)
        status, _ = await log_in(hands, one.signed(await challenge(hands), here))
        assert status == 200, "and rightly it does"


async def test_a_passkey_is_added_where_it_is_asked_for(sqlite_url: str) -> None:
    async with with_passkey(sqlite_url) as (hands, dan, one):
        begun = (await dan._http.post("/api/passkeys/begin")).json()
        assert begun["known"] == [text(one.id)]
        new = Authenticator()
        here = hands.address
        for made in (
            new.made(begun["challenge"], "https://evil.example"),
            new.made(await challenge(hands), here),
            new.made(begun["challenge"], here, PRESENT),
            Authenticator("evil.example").made(begun["challenge"], here),
            one.made(begun["challenge"], here),
            {"client_data": "AA", "attestation": "AA"},
        ):
            answer = await dan._http.post("/api/passkeys", json={"name": "x", "made": made})
            assert answer.status_code == 422, answer.text
        hands.put_on(minutes=16)
        late = await dan._http.post("/api/passkeys/begin")
        assert (late.status_code, late.json()["code"]) == (403, "proof-needed")
        shown = {"passkey": await hands.proof_of(dan, one)}
        assert (await dan._http.post("/api/session/proof", json=shown)).status_code == 200
        assert (await hands.add_passkey(dan, new)).status_code == 201
        assert len((await dan._http.get("/api/passkeys")).json()) == 2


async def test_a_passkey_is_removed_with_password_and_passkey(sqlite_url: str) -> None:
    async with with_passkey(sqlite_url) as (hands, dan, one):
        path = f"/api/passkeys/{text(one.id)}"

        async def remove(**shown: Any) -> int:
            return (await dan._http.request("DELETE", path, json=shown)).status_code

        assert await remove(password=GOOD) == 401
        assert await remove(passkey=await hands.proof_of(dan, one)) == 401
        hands.put_on(hours=1)
        wrong = await hands.proof_of(dan, one)
        assert await remove(password=OTHER, passkey=wrong) == 401
        hands.put_on(hours=1)
        assert (await dan._http.get("/api/passkeys")).json() != []
        assert await remove(password=GOOD, passkey=await hands.proof_of(dan, one)) == 200
        assert (await dan._http.get("/api/passkeys")).json() == []
        await hands.log_in("dan")


async def test_nobody_shows_themself_with_another_s_passkey(sqlite_url: str) -> None:
    async with with_passkey(sqlite_url) as (hands, _, one):
        admin = await hands.log_in("admin")
        shown = {"passkey": await hands.proof_of(admin, one)}
        answer = await admin._http.post("/api/session/proof", json=shown)
        assert (answer.status_code, answer.json()["code"]) == (401, "no-such-passkey")
        removed = await admin._http.request(
            "DELETE", f"/api/passkeys/{text(one.id)}", json={"password": GOOD}
        )
        assert removed.status_code == 404


async def test_a_challenge_adds_one_passkey(store_url: str) -> None:
    """Two authenticators that sign for the same one: the second is a stranger's."""
    async with with_passkey(store_url) as (hands, dan, _):
        begun = (await dan._http.post("/api/passkeys/begin")).json()
        statuses = []
        for one in (Authenticator(), Authenticator()):
            body = {"name": "another", "made": one.made(begun["challenge"], hands.address)}
            statuses.append((await dan._http.post("/api/passkeys", json=body)).status_code)
        assert statuses == [201, 422]


async def test_an_authenticator_that_counts_back_is_noticed(sqlite_url: str) -> None:
    """It may be a copy (WebAuthn 6.1.1); whoever only holds the old one is let in all the same."""
    async with with_passkey(sqlite_url) as (hands, dan, one):
        for counted in (0, 0, 100, 101, 5, 102, 101):
            signed = one.signed(await challenge(hands), hands.address, counted=counted)
            assert (await log_in(hands, signed))[0] == 200
        proof = (await dan._http.get("/api/passkeys/challenge")).json()["challenge"]
        shown = {"passkey": one.signed(proof, hands.address, counted=102)}
        assert (await dan._http.post("/api/session/proof", json=shown)).status_code == 200
        events = [decode_event(record.event) for record in await hands.house.store.read("people")]
        noticed = [
            (event.before, event.counted)
            for event in events
            if isinstance(event, PasskeyCountedBack)
        ]
        assert noticed == [(101, 5), (102, 101), (102, 102)]
        listed = await hands.house.store.significant(Search())
        assert sum("passkey counted back" in found.text for found in listed) == 3
