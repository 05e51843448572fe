"""A burst, then a steady rate per second, for each address."""

from collections import OrderedDict

from croupier.house.app.people.login_limiter import network

KEPT_MAX = 10_000
"""Addresses whose rate is remembered; the oldest are dropped first."""


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
        self._left = self._filled(now)
        self._seen = now
        if self._left >= count:
            self._left -= count
            return 0.0
        return (count - self._left) / self._rate

    def is_full(self, now: float) -> bool:
        return self._filled(now) >= self._burst

    def _filled(self, now: float) -> float:
        """A clock that was set back takes nothing out."""
        return min(self._burst, self._left + max(0.0, now - self._seen) * self._rate)


class RateLimiter:
    """A bucket for each address, dropped once it is full again."""

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
