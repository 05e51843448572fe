"""Passwords, second factors and patience: against published values and by hand."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from croupier.house.app.people import second_factor as sf
from croupier.house.app.people.passwords import Passwords, demand_good, one_time_password
from croupier.house.app.rate_limiter import (
    AddressLimiter,
    Bucket,
    LoginLimiter,
    Wait,
    network,
    wait_after,
)
from croupier.house.log.credentials import Failures
from croupier.house.model.people.credentials import Seals
from croupier.house.model.refusals import HouseRefused
from croupier.house.store import open_store, secrets
from tests.hashing import STRONG, WEAK
from tests.house.houses import KEY

NOW = datetime(2026, 3, 1, tzinfo=UTC)
RFC_SECRET = b"12345678901234567890"
RFC_6238 = {
    59: "287082",
    1111111109: "081804",
    1111111111: "050471",
    1234567890: "005924",
    2000000000: "279037",
    20000000000: "353130",
}
"""Appendix B, SHA-1; the last six of its eight digits."""


@asynccontextmanager
async def throttling(url: str) -> AsyncIterator[LoginLimiter]:
    store = await open_store(url)
    try:
        yield LoginLimiter(store.attempts, Seals(KEY))
    finally:
        await store.close()


@pytest.mark.parametrize(
    "password",
    [
        "elevenchars",
        "passwordpassword",
        "Password-1234",
        "aaaaaaaaaaaaaaaa",
        "my name is Annabel!",
        "annabel.s.secret",
        "x" * 257,
    ],
)
def test_passwords_that_are_refused(password: str) -> None:
    with pytest.raises(HouseRefused):
        demand_good(password, "annabel", "Annabel Lee")


@pytest.mark.parametrize("password", ["twelve chars", "correct pony battery", "ÄÖÜ ß und so"])
def test_passwords_that_are_not(password: str) -> None:
    demand_good(password, "annabel", "Annabel Lee")


def test_one_time_passwords_are_good_and_never_alike() -> None:
    made = {one_time_password() for _ in range(200)}
    assert len(made) == 200
    for password in made:
        demand_good(password, "admin", "Administrator")


async def test_a_hash_is_checked_and_known_to_be_outdated() -> None:
    weak, strong = Passwords(WEAK), Passwords(STRONG)
    kept = await weak.hash("twelve chars")
    assert kept.startswith("$argon2id$")
    assert await strong.verify(kept, "twelve chars")
    assert not await strong.verify(kept, "twelve charz")
    assert not await strong.verify("nonsense", "twelve chars")
    assert strong.is_outdated(kept)
    assert not weak.is_outdated(kept)
    for one in (weak, strong):
        one.close()


async def test_a_name_that_nobody_bears_costs_the_same_work() -> None:
    checked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
            checked.append(str(password))
            return super().verify(hash, password)

    passwords = Passwords(Counting(time_cost=1, memory_cost=8, parallelism=1))
    assert not await passwords.verify(None, "guess")
    assert not await passwords.verify(await passwords.hash("other"), "guess")
    assert checked == ["guess", "guess"]
    passwords.close()


@pytest.mark.parametrize("hasher", [STRONG, WEAK])
async def test_the_first_unknown_name_costs_no_more_than_the_next(hasher: PasswordHasher) -> None:
    """The decoy is there from the start, and is a hash of today's costs that nothing matches."""
    passwords = Passwords(hasher)
    decoy = passwords._decoy
    assert not passwords.is_outdated(decoy)
    assert len(decoy) == len(hasher.hash("twelve chars"))
    with pytest.raises(VerifyMismatchError):  # the work is done, and then it is the wrong one
        hasher.verify(decoy, "twelve chars")
    assert not await passwords.verify(None, "twelve chars")
    assert passwords._decoy == decoy
    assert Passwords(hasher)._decoy != decoy
    passwords.close()


@pytest.mark.parametrize(("moment", "code"), RFC_6238.items())
def test_codes_of_rfc_6238(moment: int, code: str) -> None:
    assert sf.code(RFC_SECRET, moment // 30) == code


def test_a_code_counts_a_half_minute_early_or_late_and_once() -> None:
    step = sf.step_of(NOW)
    for off, counts in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        found = sf.matching_step(RFC_SECRET, sf.code(RFC_SECRET, step + off), NOW, 0)
        assert (found == step + off) is counts
    now = sf.code(RFC_SECRET, step)
    assert sf.matching_step(RFC_SECRET, f"{now[:3]} {now[3:]}", NOW, step - 1) == step
    assert sf.matching_step(RFC_SECRET, now, NOW, step) is None
    assert sf.matching_step(RFC_SECRET, "ſ23456", NOW, 0) is None


def test_a_secret_is_sealed_for_one_person_under_one_key() -> None:
    key, secret = bytes(32), sf.new_secret()
    sealed = sf.seal(key, "ann", secret)
    assert secret.hex() not in sealed
    assert sf.unseal(key, "ann", sealed) == secret
    assert sf.unseal(key, "bob", sealed) is None
    assert sf.unseal(bytes(31) + b"x", "ann", sealed) is None
    spoilt = ("0" if sealed[40] != "0" else "1").join((sealed[:40], sealed[41:]))
    assert sf.unseal(key, "ann", spoilt) is None
    assert sf.seal(key, "ann", secret) != sealed
    for bad in ("", "gcm1:", "gcm1:x", "x"):
        assert sf.unseal(key, "ann", bad) is None


def test_a_secret_of_version_0_2_opens_still() -> None:
    """Sealed then for ann, under the key 00 01 02 … 1f: 20 bytes from 100 on."""
    key = bytes(range(32))
    sealed = (
        "04e7693f4b6a01909fbdad5ca998b1ed162b9b4b1cb224d8cc6cedb3d5eff310"
        "dc3463258203f2eba57bd9246af329b53faa805f"
    )
    assert sf.unseal(key, "ann", sealed) == bytes(range(100, 120))
    assert sf.unseal(key, "bob", sealed) is None
    assert sf.unseal(bytes(32), "ann", sealed) is None
    assert sf.unseal(key, "ann", "1" + sealed[1:]) is None


def test_the_address_for_programs() -> None:
    assert sf.uri(RFC_SECRET, "ann", "My House") == (
        "otpauth://totp/My%20House%3Aann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My+House"
    )


def test_waits_double_and_have_an_end() -> None:
    seconds = [wait_after(failures, 5).total_seconds() for failures in range(4, 16)]
    assert seconds == [0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    assert wait_after(10**9, 5) == timedelta(minutes=15)


async def test_a_name_waits_and_is_forgiven(store_url: str) -> None:
    async with throttling(store_url) as throttle:
        for _ in range(5):
            assert await throttle.begin("ann", "10.0.0.1", NOW) is None
        until = NOW + timedelta(seconds=2)
        assert await throttle.begin("ann", "10.9.9.9", NOW) == Wait(until, is_news=True)
        assert await throttle.begin("ann", "10.0.0.1", NOW) == Wait(until, is_news=False)
        assert await throttle.begin("bob", "10.0.0.1", NOW) is None
        await throttle.succeeded("ann", "10.0.0.1", NOW)
        assert await throttle.begin("ann", "10.9.9.9", NOW) is None


async def test_an_address_waits_whoever_it_tries(store_url: str) -> None:
    async with throttling(store_url) as throttle:
        for number in range(20):
            assert await throttle.begin(f"p{number}", "2001:db8::1", NOW) is None
        assert await throttle.begin("p99", "2001:db8::ffff:1", NOW) is not None
        assert await throttle.begin("p99", "2001:db8:0:1::1", NOW) is None
        assert await throttle.begin("p98", "2001:db8::1", NOW + timedelta(days=1)) is None


async def test_failures_that_are_forgotten_or_too_many_fill_no_disk(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "KEPT_MAX", 3)
    monkeypatch.setattr(secrets, "LOOKED_EVERY", 1)
    async with throttling(sqlite_url) as throttle:
        for number in range(8):
            at = NOW + timedelta(seconds=number)
            assert await throttle.begin(f"p{number}", "10.0.0.1", at) is None
        assert await _kept(throttle, *(f"p{number}" for number in range(8))) == ["p6", "p7"]
        later = NOW + timedelta(days=1, seconds=7)
        assert await throttle.begin("new", "10.0.0.2", later) is None
        assert await _kept(throttle, "p6", "p7", "new") == ["new"]


async def _kept(throttle: LoginLimiter, *names: str) -> list[str]:
    """Those of the names that the store knows of."""
    keys = {Seals(KEY).hidden("name", name): name for name in names}
    found: list[str] = []

    def look(kept: Mapping[str, Failures]) -> Mapping[str, Failures]:
        found.extend(sorted(keys[key] for key in kept))
        return {}

    await throttle._attempts.change(tuple(keys), look, NOW - timedelta(days=1))
    return found


def test_networks() -> None:
    assert network("10.0.0.1") == network("::ffff:10.0.0.1") == "10.0.0.1"
    assert network("2001:db8::5") == "2001:db8::/64"
    assert network("?") == "?"


def test_a_bucket_lets_through_so_many_at_once_and_a_second() -> None:
    bucket = Bucket(2.0, 3.0, 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(0.0) == 0.5
    assert bucket.take(0.5) == 0
    assert bucket.take(0.5) == 0.5


def test_a_clock_put_back_takes_nothing_out_of_a_bucket() -> None:
    bucket = Bucket(2.0, 3.0, 100.0)
    assert bucket.take(100.0) == 0
    assert [bucket.take(40.0) for _ in range(2)] == [0, 0]
    assert bucket.take(40.0) == 0.5
    assert bucket.take(40.5) == 0  # and it fills from there


def test_full_buckets_are_forgotten() -> None:
    buckets = AddressLimiter(1.0, 5.0)
    for number in range(1000):
        assert buckets.take(f"10.0.{number // 250}.{number % 250}", number * 2.0) == 0
    assert len(buckets._buckets) <= 2
