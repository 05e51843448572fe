"""How much a caller may ask for and hold open: settings, and handles by address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from croupier.house.app.people.login_limiter import network
from croupier.house.app.rate_limiter import RateLimiter


class Limits(Struct, frozen=True):
    """How much a caller may ask for; each is a setting."""

    body_bytes: int = 64 * 1024
    message_bytes: int = 64 * 1024
    stream_rate: float = 50.0
    """Messages a second on one streaming connection; posts a second by guests of one address."""
    stream_burst: float = 500.0
    player_rate: float = 10.0
    """Commands a second by one player, however they come; nobody plays faster."""
    player_burst: float = 500.0
    visitor_rate: float = 0.5
    """Posts a second from one address by callers who have not logged in."""
    visitor_burst: float = 30.0
    streams_per_address: int = 200
    history_rate: float = 2.0
    """Looks into rounds that are over, a second from one address."""
    history_burst: float = 60.0
    connections_per_address: int = 300
    """Connections, and behind a proxy requests under way."""
    headers_seconds: float = 10.0
    """Until the headers of a request have arrived, and until a TLS handshake is done."""
    body_seconds: float = 20.0
    """Until its body has arrived."""
    idle_seconds: float = 5.0
    """How long a connection rests between two requests."""
    reading_seconds: float = 20.0
    """How often it is looked whether somebody takes what they asked for."""
    ping_seconds: float = 20.0
    """Between two pings of a streaming connection, and until one is answered."""
    greeting_seconds: float = 30.0
    """Until a streaming connection has asked for something."""


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


class Traffic:
    """How much of their limits the callers of an open house have used, by address or by name."""

    def __init__(self, limits: Limits) -> None:
        self.visitors = RateLimiter(limits.visitor_rate, limits.visitor_burst)
        self.guests = RateLimiter(limits.stream_rate, limits.stream_burst)
        self.players = RateLimiter(limits.player_rate, limits.player_burst)
        self.history = RateLimiter(limits.history_rate, limits.history_burst)
        self.requests = Handles(limits.connections_per_address)
        self.streams = Handles(limits.streams_per_address)
