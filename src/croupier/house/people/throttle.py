"""How long somebody waits who has guessed wrong: longer each time, and never for ever."""

from collections import OrderedDict
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from msgspec import Struct

FREE_FOR_NAME = 5
FREE_FOR_ADDRESS = 20
"""Failures before the first wait; several people may sit behind one address."""
FIRST_WAIT = timedelta(seconds=2)
LONGEST_WAIT = timedelta(minutes=15)
FORGET = timedelta(hours=24)
KEPT_MAX = 50_000
_NETWORK_BITS = 64
_DOUBLINGS_MAX = 20


def wait_after(failures: int, free: int) -> timedelta:
    """Doubled with every failure beyond the free ones."""
    if failures < free:
        return timedelta(0)
    wait: timedelta = FIRST_WAIT * (1 << min(failures - free, _DOUBLINGS_MAX))
    return min(LONGEST_WAIT, wait)


def is_forgotten(failed_at: datetime, now: datetime) -> bool:
    """In the log as in the process: whether a name is known must not show in what is kept."""
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


class _Failures(Struct):
    count: int
    last: datetime
    told: bool = False


class Throttle:
    """Failures by name and by address, as this process saw them."""

    def __init__(self) -> None:
        self._failures: OrderedDict[tuple[str, str], _Failures] = OrderedDict()

    def until(self, name: str, address: str, now: datetime) -> datetime | None:
        """When the next attempt is looked at, if not now."""
        waits = [
            found.last + wait_after(found.count, free)
            for key, free in _keys(name, address)
            if (found := self._remembered(key, now)) is not None
        ]
        latest = max(waits, default=now)
        return latest if latest > now else None

    def failed(self, name: str, address: str, now: datetime) -> None:
        for key, _ in _keys(name, address):
            found = self._remembered(key, now)
            self._keep(key, _Failures(1 if found is None else found.count + 1, now))

    def was_wrong(self, name: str, now: datetime) -> None:
        """The wait begins with the answer, as it does in the log for names that it knows."""
        found = self._failures.get(("name", name))
        if found is not None:
            found.last = now

    def learn(self, name: str, count: int, now: datetime) -> None:
        """Failures that the log dates later than now: they count from when they are heard of.

        Counted from now at every attempt, the wait would last until the clock has caught up.
        """
        found = self._remembered(("name", name), now)
        if found is None or found.count < count:
            self._keep(("name", name), _Failures(count, now))

    def _remembered(self, key: tuple[str, str], now: datetime) -> _Failures | None:
        found = self._failures.get(key)
        if found is None or is_forgotten(found.last, now):
            return None
        found.last = min(found.last, now)  # the clock may have been put back
        return found

    def _keep(self, key: tuple[str, str], failures: _Failures) -> None:
        self._failures[key] = failures
        self._failures.move_to_end(key)
        while len(self._failures) > KEPT_MAX:
            self._failures.popitem(last=False)

    def succeeded(self, name: str, address: str) -> None:
        """The name is forgiven, and this attempt was no failure of the address.

        What the address has guessed at others stays.
        """
        self._failures.pop(("name", name), None)
        self.spare(address)

    def spare(self, address: str) -> None:
        """One attempt that was counted was no guess."""
        found = self._failures.get(("address", network(address)))
        if found is not None:
            found.count = max(0, found.count - 1)

    def is_news(self, name: str, address: str) -> bool:
        """Whether this wait has not been written down yet; it is then."""
        found = [
            known
            for key, free in _keys(name, address)
            if (known := self._failures.get(key)) is not None and known.count >= free
        ]
        news = any(not one.told for one in found)
        for one in found:
            one.told = True
        return news


def _keys(name: str, address: str) -> tuple[tuple[tuple[str, str], int], ...]:
    return (
        (("name", name), FREE_FOR_NAME),
        (("address", network(address)), FREE_FOR_ADDRESS),
    )


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = now

    def take(self, now: float, count: float = 1) -> float:
        """Seconds to wait until it is allowed; it is counted where that is none."""
        self._left = self._filled(now)
        self._seen = now
        if self._left >= count:
            self._left -= count
            return 0.0
        return (count - self._left) / self._rate

    def is_full(self, now: float) -> bool:
        return self._filled(now) >= self._burst

    def _filled(self, now: float) -> float:
        """A clock that was put back takes nothing out."""
        return min(self._burst, self._left + max(0.0, now - self._seen) * self._rate)


class Buckets:
    """A bucket for each address, forgotten once it is full again."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> float:
        key = network(address)
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, now)
        self._buckets[key] = bucket
        while len(self._buckets) > 1 and (
            len(self._buckets) > KEPT_MAX or next(iter(self._buckets.values())).is_full(now)
        ):
            self._buckets.popitem(last=False)
        return bucket.take(now)
