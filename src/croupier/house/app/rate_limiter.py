"""How often somebody may ask: a burst, then a steady rate; and waits after wrong passwords.

After a failed log-in the wait grows with each attempt, up to a quarter of an hour: never for ever.
"""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from msgspec import Struct, structs

from croupier.house.log.credentials import Attempts, Failures
from croupier.house.model.people.credentials import Seals

Kept = Mapping[str, Failures]

FREE_FOR_NAME = 5
FREE_FOR_ADDRESS = 20
"""Failures before the first wait; several people may sit behind one address."""
FIRST_WAIT = timedelta(seconds=2)
LONGEST_WAIT = timedelta(minutes=15)
FORGET = timedelta(hours=24)
_NETWORK_BITS = 64
_DOUBLINGS_MAX = 20


def wait_after(failures: int, free: int) -> timedelta:
    """Doubled with every failure beyond the free ones."""
    if failures < free:
        return timedelta(0)
    wait: timedelta = FIRST_WAIT * (1 << min(failures - free, _DOUBLINGS_MAX))
    return min(LONGEST_WAIT, wait)


def is_forgotten(failed_at: datetime, now: datetime) -> bool:
    return now - failed_at >= FORGET


def network(address: str) -> str:
    """An address, or the whole network that one customer of IPv6 has."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ip_network((parsed, _NETWORK_BITS), strict=False))
    return address


class Wait(Struct, frozen=True):
    """Until when no attempt is looked at, and whether this is the first to be told so."""

    until: datetime
    is_news: bool


class LoginLimiter:
    """Failures by name and by address, as all processes of the house have seen them.

    Names are kept whether somebody bears them or not, by an HMAC: neither the wait nor what is
    written tells who has an account, and a password typed into the wrong field is not kept.
    """

    def __init__(self, attempts: Attempts, seals: Seals) -> None:
        self._attempts = attempts
        self._seals = seals

    async def begin(self, name: str, address: str, now: datetime) -> Wait | None:
        """Count an attempt as a failure until it is seen to be none, or say how long to wait."""
        keys = self._keys(name, address)
        found: list[Wait] = []

        def count(kept: Kept) -> Kept:
            held = {key: one for key in keys if (one := _remembered(kept.get(key), now))}
            until = max(
                (one.last + wait_after(one.count, keys[key]) for key, one in held.items()),
                default=now,
            )
            if until <= now:
                new = Failures(0, now)
                return {key: Failures(held.get(key, new).count + 1, now) for key in keys}
            over = [key for key, one in held.items() if one.count >= keys[key]]
            found.append(Wait(until, any(not held[key].told for key in over)))
            return {**held} | {key: structs.replace(held[key], told=True) for key in over}

        await self._attempts.change(tuple(keys), count, now - FORGET)
        return found[-1] if found else None

    async def was_wrong(self, name: str, now: datetime) -> None:
        """The wait begins with the answer."""
        await self._attempts.change(
            tuple(self._key_of_name(name)),
            lambda kept: {key: structs.replace(one, last=now) for key, one in kept.items()},
            now - FORGET,
        )

    async def succeeded(self, name: str, address: str, now: datetime) -> None:
        """The name is forgiven, and this attempt was no failure of the address.

        What the address has guessed at others stays.
        """
        await self._attempts.change(
            tuple(self._keys(name, address)),
            lambda kept: dict(self._one_less(kept, address)) | dict(self._none(kept, name)),
            now - FORGET,
        )

    async def spare(self, address: str, now: datetime) -> None:
        """One attempt that was counted was no guess."""
        await self._attempts.change(
            tuple(self._key_of_address(address)),
            lambda kept: self._one_less(kept, address),
            now - FORGET,
        )

    async def forgive(self, name: str, now: datetime) -> None:
        """An administrator has looked into it."""
        await self._attempts.change(
            tuple(self._key_of_name(name)), lambda kept: self._none(kept, name), now - FORGET
        )

    def _one_less(self, kept: Kept, address: str) -> Kept:
        return {
            key: structs.replace(kept[key], count=max(0, kept[key].count - 1))
            for key in self._key_of_address(address)
            if key in kept
        }

    def _none(self, kept: Kept, name: str) -> Kept:
        return {
            key: structs.replace(kept[key], count=0, told=False)
            for key in self._key_of_name(name)
            if key in kept
        }

    def _keys(self, name: str, address: str) -> dict[str, int]:
        """What is kept, and the failures that are free."""
        return self._key_of_name(name) | self._key_of_address(address)

    def _key_of_name(self, name: str) -> dict[str, int]:
        return {self._seals.hidden("name", name): FREE_FOR_NAME}

    def _key_of_address(self, address: str) -> dict[str, int]:
        return {self._seals.hidden("address", network(address)): FREE_FOR_ADDRESS}


def _remembered(found: Failures | None, now: datetime) -> Failures | None:
    if found is None or is_forgotten(found.last, now):
        return None
    if found.last > now:  # the clock was put back, or is another machine's: the wait begins now
        return structs.replace(found, last=now)
    return found


# Rates


KEPT_MAX = 10_000
"""Names whose rate is remembered; the oldest are dropped first."""


class Standing(Struct, frozen=True):
    """How much of a limit is left, as a caller is told it."""

    limit: int
    remaining: int
    reset: int
    """Seconds until all of it is there again."""


class Bucket:
    """A burst, then a steady rate per second."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = now

    def take(self, now: float, count: float = 1) -> float:
        """Seconds to wait until it is allowed; if none, it is counted."""
        left = self._filled(now)
        self._seen = now
        if left >= count:
            self._left = left - count
            return 0.0
        self._left = left
        return (count - left) / self._rate

    def standing(self, now: float) -> Standing:
        left = self._filled(now)
        return Standing(int(self._burst), int(left), ceil((self._burst - left) / self._rate))

    def is_full(self, now: float) -> bool:
        return self._filled(now) >= self._burst

    def _filled(self, now: float) -> float:
        """A clock that was set back takes nothing out."""
        passed = now - self._seen
        if passed <= 0.0:
            return self._left
        left = self._left + passed * self._rate
        return left if left < self._burst else self._burst


class RateLimiter:
    """A bucket for each name, dropped once it is full again."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float) -> float:
        bucket = self._buckets.pop(name, None) or Bucket(self._rate, self._burst, now)
        self._buckets[name] = bucket
        while len(self._buckets) > 1 and (
            len(self._buckets) > KEPT_MAX or next(iter(self._buckets.values())).is_full(now)
        ):
            self._buckets.popitem(last=False)
        return bucket.take(now)

    def standing(self, name: str, now: float) -> Standing:
        """Of somebody who has just been counted."""
        found = self._buckets.get(name) or Bucket(self._rate, self._burst, now)
        return found.standing(now)


class AddressLimiter(RateLimiter):
    """A bucket for each address, or for the network of one customer."""

    def take(self, name: str, now: float) -> float:
        return super().take(network(name), now)

    def standing(self, name: str, now: float) -> Standing:
        return super().standing(network(name), now)
