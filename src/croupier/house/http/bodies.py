"""What callers may send: limits, and JSON that means one thing, in text that people can read.

A number is a whole number and stands without quotes, a key stands once, and nothing is nested
deeper than any request needs to be. Names and keys have no control characters, and texts that
end up in the log have a length. Whatever is wrong is said in one sentence.

`Limits` says how much a caller may send and hold open; `Handles` and `Traffic` count it by address.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import msgspec
from litestar import Request
from litestar.datastructures import State
from msgspec import Struct

from croupier.house.app.rate_limiter import AddressLimiter, RateLimiter, network
from croupier.rulebooks.file.checking import LONGEST as FILE_MOST
from croupier.rulebooks.file.checking import UNREADABLE

DEEPEST = 32
TEXT_MOST = 500
"""Characters of a reason or a description."""
WORD_MOST = 200
"""Characters of anything else in a command: a name, a key, a hand of cards."""
TEXTS = frozenset({"reason", "description"})
"""What people write in their own words; it may have lines."""
FILES = frozenset({"rulebook"})
"""What may be the text of a file; the house's limit for a body is mostly the narrower one."""
SECRETS = frozenset({"password", "old", "new"})
"""Taken as they are typed."""


class BadBody(Exception):
    """The sentence says what is wrong with what was sent (400, or 415 for another kind)."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def read_json(body: bytes | str, *, bounded: bool = False) -> Any:
    """The JSON of a body as plain values; `bounded` where its texts go into the log."""
    try:
        text = body if isinstance(body, str) else body.decode()
        read = json.loads(
            text,
            object_pairs_hook=_once,
            parse_float=_no_fraction,
            parse_constant=_no_fraction,
            parse_int=_whole,
        )
        _demand_readable(read, "", 0, bounded=bounded)
    except UnicodeDecodeError:
        raise BadBody("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadBody(f"This is not JSON: {error.msg} at character {error.pos + 1}.") from None
    except RecursionError:
        _too_deep()
    return read


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise BadBody(f"'{_shown(key)}' stands there twice.")
        read[key] = value
    return read


def _no_fraction(number: str) -> NoReturn:
    raise BadBody(f"{_shown(number)} is no whole number: amounts are cents, such as 1000.")


def _whole(number: str) -> int:
    if len(number) > len(str(2**63)):
        raise BadBody(f"{_shown(number)}… is too large a number.")
    return int(number)


def _too_deep() -> NoReturn:
    raise BadBody(f"The JSON is nested more than {DEEPEST} deep.")


def _demand_readable(value: Any, name: str, depth: int, *, bounded: bool) -> None:
    if depth > DEEPEST:
        _too_deep()
    match value:
        case str():
            demand_text(value, name, bounded=bounded)
        case dict():
            for key, inner in value.items():
                demand_text(key, key, bounded=bounded)
                _demand_readable(inner, key, depth + 1, bounded=bounded)
        case list():
            for inner in value:
                _demand_readable(inner, name, depth + 1, bounded=bounded)


def demand_text(text: str, name: str, *, bounded: bool) -> None:
    """Text that people can read, in a body or a header, and no longer than its place allows."""
    if name in SECRETS:
        return
    lines = name in TEXTS or name in FILES
    most = FILE_MOST if name in FILES else TEXT_MOST if name in TEXTS else WORD_MOST
    if bounded and len(text) > most:
        raise BadBody(f"'{_shown(name)}' has {len(text)} characters; {most} is the most.")
    if UNREADABLE.search(re.sub(r"[\r\n\t]", " ", text) if lines else text):
        raise BadBody(f"'{_shown(name)}' has a control character or line break in it.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadBody(f"'{_shown(name)}' has half a character in it.") from None


def _shown(text: str) -> str:
    """A piece of what was sent, fit for a sentence."""
    return ascii(text[:40])[1:-1]


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is what its route takes, and nothing that merely could be read so."""

    async def json(self) -> Any:
        kind = self.headers.get("content-type", "application/json").partition(";")[0].strip()
        if kind.lower() != "application/json":
            raise BadBody(f"Send application/json, not '{_shown(kind)}'.", 415)
        body = await self.body()
        field = self.route_handler.parsed_data_field
        shape: Any = Any if field is None else field.annotation
        read = read_json(body, bounded="command" in getattr(shape, "__struct_fields__", ()))
        try:
            return msgspec.convert(read, shape, str_keys=True)
        except msgspec.ValidationError as error:
            raise BadBody(_sentence(error)) from None


def _sentence(error: msgspec.ValidationError) -> str:
    """`command.amount: Expected `int`, got `str`` for msgspec's own order of words."""
    said, _, path = str(error).partition(" - at `$")
    where = path.rstrip("`").lstrip(".") or "body"
    return f"{where}: {said}"


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
    account_rate: float = 0.05
    """What a player changes of their own account, a second: language, tokens, password, passkeys.
    Guests of one address are counted together."""
    account_burst: float = 30.0
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
        self.visitors = AddressLimiter(limits.visitor_rate, limits.visitor_burst)
        self.guests = AddressLimiter(limits.stream_rate, limits.stream_burst)
        self.players = RateLimiter(limits.player_rate, limits.player_burst)
        self.accounts = RateLimiter(limits.account_rate, limits.account_burst)
        self.history = AddressLimiter(limits.history_rate, limits.history_burst)
        self.requests = Handles(limits.connections_per_address)
        self.streams = Handles(limits.streams_per_address)
