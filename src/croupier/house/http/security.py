"""Who a request comes from, and what every request has to respect."""

import asyncio
import hmac
import re
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from secrets import token_hex
from typing import Any
from urllib.parse import SplitResult, urlsplit

from litestar import Request, WebSocket
from litestar.datastructures import MutableScopeHeaders, State
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.app.people.passkeys import Site
from croupier.house.app.rate_limiter import RateLimiter, Standing, network
from croupier.house.http.bodies import Limits, Traffic
from croupier.house.model.people.person import ANYBODY, Person
from croupier.house.model.people.roles import HouseRole, Signature, TokenPower

COOKIE = "croupier_session"
CSRF_HEADER = "x-croupier-csrf"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BEGINNINGS = frozenset(
    {("POST", "/api/session"), ("POST", "/api/session/passkey"), ("POST", "/api/guest")}
)
"""Posts that begin a session: no token of one can be asked for, but they come from our pages."""
_REQUEST_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
LOG_OUT = ("DELETE", "/api/session")
"""Nobody has to be somebody for it."""
LEAVING = frozenset({LOG_OUT, ("DELETE", "/api/sessions")})
"""Nobody is kept in because they did something else too often."""
COMMANDS = "/commands"
"""How the addresses end that take commands: those have a pace of their own."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
STRICT_TRANSPORT = "max-age=31536000"


class ServerSettings(Struct, frozen=True):
    """How the service is reached."""

    tls: bool = False
    behind_proxy: bool = False
    trusted_proxies: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    """Names that requests may be for; none: any. It stops other sites from posing as this one."""
    limits: Limits = Limits()


SERVER_SETTINGS = ServerSettings()
"""On the own machine, for tests."""


class Visit(Struct, frozen=True):
    """One request or connection: by whom, and from where."""

    person: Person
    address: str
    secure: bool
    by_cookie: bool
    host: str = ""
    """The name and port that the request is for."""

    @property
    def site(self) -> Site:
        """The house as this caller's browser knows it."""
        scheme = "https" if self.secure else "http"
        return Site(_parts(f"//{self.host}").hostname or "", f"{scheme}://{self.host}")


class NotAllowed(Exception):
    """Somebody has to say who they are (401)."""


class Forbidden(Exception):
    """They have, and may not (403)."""

    def __init__(self, message: str, code: str = "not-your-power") -> None:
        super().__init__(message)
        self.code = code


class TooFast(Exception):
    """Come again later (429)."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds + 0.5))
        super().__init__(f"Too many requests. Try again in {self.seconds} seconds.")


class TooMany(Exception):
    """One address has too much under way at once (429)."""


class WrongHost(Exception):
    """The request is for a house of another name (400)."""


class WrongAddress(Exception):
    """The address has a character in it that no text has (400)."""


AnyRequest = Request[Any, Any, State]
AnyConnection = Request[Any, Any, State] | WebSocket[Any, Any, State]
Networks = tuple[IPv4Network | IPv6Network, ...]


def visit(request: AnyConnection) -> Visit:
    found = request.scope["state"]["visit"]
    assert isinstance(found, Visit)
    return found


def address_of(request: AnyConnection) -> str:
    """The machine on the other side, also behind a proxy."""
    known = request.scope["state"].get("visit")
    if isinstance(known, Visit):
        return known.address
    return request.client.host if request.client else "?"


def caller(request: AnyConnection) -> Person:
    """Who it is; `ANYBODY` without a session or token."""
    return visit(request).person


def somebody(request: AnyConnection) -> Person:
    """Who it is; raises `NotAllowed` where nobody says so."""
    person = caller(request)
    if person.id is None:
        raise NotAllowed
    return person


def demand(request: AnyConnection, *roles: HouseRole) -> Signature:
    """The caller in the highest of these roles that they hold; raises otherwise."""
    person = somebody(request)
    signature = person.signature(frozenset(roles))
    if signature is None:
        if person.must_change_password:
            raise Forbidden("Change your one-time password first.", "password-must-change")
        allowed = ", ".join(role.label for role in roles)
        raise Forbidden(f"This takes: {allowed}.")
    return signature


def player_wait(traffic: Traffic, person: Person) -> float:
    """Seconds until a player may give another command; staff and devices are not paced."""
    if person.id is None or not person.has(HouseRole.PLAYER):
        return 0.0
    return traffic.players.take(person.id, asyncio.get_running_loop().time())


def demand_player_pace(request: AnyRequest, person: Person) -> None:
    """The same for one command over HTTP, whose answer says how many are left."""
    if person.id is not None and person.has(HouseRole.PLAYER):
        count(request.scope, traffic_of(request.app.state).players, person.id)


def cookie(secret: str, seconds: int, *, secure: bool) -> str:
    """The session as the browser keeps it: no script reads it, no other site sends it."""
    flags = "; Secure" if secure else ""
    return f"{COOKIE}={secret}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{flags}"


class AuthMiddleware(ASGIMiddleware):
    """Finds out who is calling; turns away what other sites send in somebody's name."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, server_settings: ServerSettings) -> None:
        self._server_settings = server_settings
        self._proxies = networks_of(server_settings.trusted_proxies)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers = _headers(scope)
        self._demand_host(headers.get("host", ""))
        if "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
            raise WrongAddress
        address, secure = self._origin_of(scope, headers)
        secret, by_cookie = _secret(headers)
        state = scope["litestar_app"].state
        authentication, traffic = house_of(state).authentication, traffic_of(state)
        person = await authentication.who(secret)
        if person is ANYBODY and secret is not None and not by_cookie:
            raise NotAllowed
        if person.device is not None:
            demand_for_device(person, str(scope.get("method", "GET")), scope["path"])
        method = str(scope.get("method", ""))
        if scope["type"] == ScopeType.WEBSOCKET:
            _demand_same_origin(headers, secure=secure)
        elif method not in SAFE_METHODS:
            _demand_same_origin(headers, secure=secure)
            what = (method, f"/{scope['path'].strip('/')}")
            begins = what in BEGINNINGS
            if by_cookie and not begins and person.id is not None:
                _demand_own_page(headers, authentication.csrf(person))
            _demand_pace(scope, traffic, person, address, begins=begins)
            if not begins and what not in LEAVING and not what[1].endswith(COMMANDS):
                _demand_account_pace(scope, traffic, person, address)
            if person.id is None and not begins and what != LOG_OUT:
                raise NotAllowed  # before a byte of the body is read
        host = headers.get("host", "").lower()
        scope["state"]["visit"] = Visit(person, address, secure, by_cookie, host)
        with traffic.requests.one_more(address) as allowed:
            if not allowed:
                raise TooMany
            await next_app(scope, receive, send)

    def _demand_host(self, host: str) -> None:
        allowed = self._server_settings.hosts
        if allowed and _parts(f"//{host}").hostname not in allowed:
            raise WrongHost

    def _origin_of(self, scope: Scope, headers: Mapping[str, str]) -> tuple[str, bool]:
        """The address of the caller and whether they use TLS; a trusted proxy is believed."""
        client = scope.get("client")
        address = client[0] if client else "?"
        secure = self._is_secure(scope, headers)
        if not self._server_settings.behind_proxy:
            return address, secure
        if not self._is_proxy(address):
            if not _is_loopback(address):
                raise Forbidden("Come in by the address of the house.", "not-by-the-proxy")
            return address, secure
        for hop in reversed(headers.get("x-forwarded-for", "").split(",")):
            named = _address_in(hop.strip())
            if named is None:
                break  # it stays with the proxy that wrote this
            address = named
            if not self._is_proxy(address):
                break
        return address, secure

    def _is_secure(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Whether the caller uses TLS, also where nothing else of the request was looked at."""
        client = scope.get("client")
        if self._server_settings.behind_proxy and client and self._is_proxy(client[0]):
            return headers.get("x-forwarded-proto", "").strip().lower() == "https"
        return self._server_settings.tls

    async def add_headers(self, message: Message, scope: Scope) -> None:
        """On every answer; pages and files may say more precisely how long they are kept."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        headers.setdefault("X-Request-Id", request_id(scope))
        standing = scope["state"].get("standing")
        if isinstance(standing, Standing):
            headers["RateLimit-Limit"] = str(standing.limit)
            headers["RateLimit-Remaining"] = str(standing.remaining)
            headers["RateLimit-Reset"] = str(standing.reset)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")
        if self._is_secure(scope, _headers(scope)):
            headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)

    def _is_proxy(self, address: str) -> bool:
        return is_among(address, self._proxies)


def _demand_pace(
    scope: Scope, traffic: Traffic, person: Person, address: str, *, begins: bool
) -> None:
    """Visitors are counted by address, also those who already are somebody and begin anew."""
    if person.id is None or begins:
        count(scope, traffic.visitors, address)
    elif person.guest:
        count(scope, traffic.guests, address)


def _demand_account_pace(scope: Scope, traffic: Traffic, person: Person, address: str) -> None:
    """Whatever a player posts beside commands is kept in the log for ever; nobody needs it often.

    Guests cost nothing to make, and are counted by address.
    """
    if person.id is not None and person.has(HouseRole.PLAYER):
        count(scope, traffic.accounts, network(address) if person.guest else person.id)


def count(scope: Scope, limiter: RateLimiter, name: str) -> None:
    """One more request within a limit, of which the answer says how much is left."""
    now = asyncio.get_running_loop().time()
    wait = limiter.take(name, now)
    scope["state"]["standing"] = limiter.standing(name, now)
    if wait:
        raise TooFast(wait)


def _demand_own_page(headers: Mapping[str, str], expected: str | None) -> None:
    given = headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(given.encode(), (expected or "").encode()):
        raise Forbidden("The page is out of date: load it again.", "csrf")


def networks_of(addresses: tuple[str, ...]) -> Networks:
    return tuple(ip_network(one, strict=False) for one in addresses)


def is_among(address: str, networks: Networks) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in one for one in networks)


def _parts(address: str) -> SplitResult:
    """Of an address that a caller gave; one that is none has nothing in it."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _address_in(hop: str) -> str | None:
    """The address that a proxy names; some write a port, which is another at every connection."""
    if hop.startswith("["):
        hop = hop[1:].partition("]")[0]
    elif hop.count(":") == 1:
        hop = hop.partition(":")[0]
    try:
        return str(ip_address(hop))
    except ValueError:
        return None


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def request_id(scope: Scope) -> str:
    """By which a request is found again in the log: the caller's own name for it, or a new one."""
    kept: str | None = scope["state"].get("request_id")
    if kept is None:
        given = _headers(scope).get("x-request-id", "")
        kept = given if _REQUEST_ID.fullmatch(given) else token_hex(8)
        scope["state"]["request_id"] = kept
    return kept


def _headers(scope: Scope) -> dict[str, str]:
    """By name, the last line of each; those of proxies are one list, in their order."""
    found: dict[str, str] = {}
    for raw_name, raw_value in scope.get("headers", ()):
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if name == "x-forwarded-for" and name in found:
            value = f"{found[name]}, {value}"
        found[name] = value
    return found


def _secret(headers: Mapping[str, str]) -> tuple[str | None, bool]:
    """The session or token that a request carries, and whether a browser sent it by itself."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip(), False
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return value, True
    return None, False


def _demand_same_origin(headers: Mapping[str, str], *, secure: bool) -> None:
    """What a browser says of the page that sends it; programs say nothing.

    A page that came without TLS may be anybody's on the way, under whichever name.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Forbidden("Another site may not do this.", "cross-site")
    origin = headers.get("origin")
    if origin is None:
        return
    said, scheme = _parts(origin), "https" if secure else "http"
    if (said.scheme, said.netloc.lower()) != (scheme, headers.get("host", "").lower()):
        raise Forbidden("Another site may not do this.", "cross-site")


def demand_for_device(person: Person, method: str, path: str) -> None:
    """A device reaches what it is for, and nothing else."""
    device = person.device
    assert device is not None
    parts = tuple(path.strip("/").split("/"))
    if parts in (("api", "me"), ("api", "stream")):
        return
    match device.power, method, parts:
        case TokenPower.SHOE, "GET", ("api", "tables", table) if table == device.place:
            return
        case TokenPower.SHOE, "POST", ("api", "tables", table, "commands") if table == device.place:
            return
        case TokenPower.SIGN, "GET", ("api", "jackpots", jackpot) if jackpot == device.place:
            return
        case TokenPower.READER, "GET", ("api", "tables" | "jackpots", *_):
            return
        case TokenPower.WITNESS, "POST", ("api", "log", "witness"):
            return
    raise Forbidden("This device's token is not for that.")


def may_follow(person: Person, stream: str) -> bool:
    """Whether a streaming connection may hear of a stream."""
    kind, _, name = stream.partition(":")
    device = person.device
    if kind not in ("table", "jackpot"):
        return False
    if device is None or device.power is TokenPower.READER:
        return True
    wanted = "table" if device.power is TokenPower.SHOE else "jackpot"
    return kind == wanted and name == device.place


def house_of(state: State) -> House:
    house = state.house
    assert isinstance(house, House)
    return house


def traffic_of(state: State) -> Traffic:
    traffic = state.traffic
    assert isinstance(traffic, Traffic)
    return traffic
