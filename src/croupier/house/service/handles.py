"""What one address holds open: connections, requests under way, streams."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.house.people.throttle import network


class Handles:
    """So many at once for each address, or for the whole network that one customer of IPv6 has."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Whether another one is allowed; it is counted where it is."""
        key = network(address)
        if self._open[key] >= self._most:
            return False
        self._open[key] += 1
        return True

    def give_back(self, address: str) -> None:
        key = network(address)
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]

    @contextmanager
    def one_more(self, address: str) -> Iterator[bool]:
        """Whether another one is allowed, counted until the block ends."""
        allowed = self.take(address)
        try:
            yield allowed
        finally:
            if allowed:
                self.give_back(address)
