"""The settings of a server process: one commented TOML file, and environment variables over it."""

import fcntl
import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from typing import IO, Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct, structs

from croupier.house.store import database_url
from croupier.money import MOST_CENTS, Cents

FILE_NAME = "croupier.toml"
KEY_NAME = "house.key"
LOCK_NAME = "house.lock"
KEY_BYTES = 32
OWN_NAMES = ("localhost", "127.0.0.1", "::1")
PREFIX = "CROUPIER_"

TEMPLATE = """\
# Settings of a Croupier house. Every value may be left out; what is written here is the default.
# An environment variable CROUPIER_NAME, in capitals, stands over the value of that name.

# Where the service listens. Other than the own machine takes TLS, or a proxy that does it.
host = "127.0.0.1"
port = 8000

# TLS by the house itself: files with the certificate chain and its key (PEM).
tls_certificate = ""
tls_key = ""

# Or by a proxy in front of it, which has to pass on the header Host and to set X-Forwarded-For
# and X-Forwarded-Proto. These are believed from the addresses or networks named here, parted by
# commas, and from nobody else.
behind_proxy = false
trusted_proxies = "127.0.0.1, ::1"

# Names under which browsers reach the house, parted by commas; requests for others are refused.
# Empty: any, and on the own machine localhost, 127.0.0.1 and ::1.
hosts = ""

# What the house is called, on its pages and in programs for second factors.
title = "Croupier"

# Whether the pages offer players a coach, who shows the exact value of both decisions.
coach = true

# Hours until somebody has to log in again.
session_hours = 12

# How much callers may ask for. KiB of a request and of a message on the streaming connection;
# messages a second on one connection, and how many at once; posts a second from one address by
# visitors who have not logged in, and how many at once; connections from one address.
body_kib = 64
message_kib = 64
stream_rate = 50
stream_burst = 500
visitor_rate = 0.5
visitor_burst = 30
streams_per_address = 200

# The database: empty for SQLite in the data folder, or postgresql://user@host/name
# for several server processes on several machines.
database = ""

# The house's key, 64 hexadecimal digits: shuffles that are not yet opened are sealed with it.
# Empty: made at the first start and kept in the data folder as house.key. Processes that share a
# database share the key.
key = ""

# What the log says: debug, info, warning or error; one JSON object a line.
log_level = "info"

# Hours between checks of the whole log while the house is running; 0 for never.
verify_hours = 24

# Where the house is, and when a gaming day starts there; reports go by it.
time_zone = "Asia/Singapore"
day_starts = "06:00"

# From this amount of cents on, a win is listed among the significant events.
large_win = 1000000

# Hours between backups into the folder 'backups' of the data folder, 0 for never; and how many
# of them are kept.
backup_hours = 24
backup_keep = 14
"""


class BadConfig(ValueError):
    """A setting that cannot be: one sentence says which, where and why."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a server process."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    tls_certificate: str = ""
    tls_key: str = ""
    behind_proxy: bool = False
    trusted_proxies: str = "127.0.0.1, ::1"
    hosts: str = ""
    title: Annotated[str, Meta(min_length=1, max_length=60)] = "Croupier"
    coach: bool = True
    session_hours: Annotated[float, Meta(gt=0, le=168)] = 12.0
    body_kib: Annotated[int, Meta(ge=1, le=10_240)] = 64
    message_kib: Annotated[int, Meta(ge=1, le=10_240)] = 64
    stream_rate: Annotated[float, Meta(gt=0)] = 50.0
    stream_burst: Annotated[float, Meta(ge=20)] = 500.0
    visitor_rate: Annotated[float, Meta(gt=0)] = 0.5
    visitor_burst: Annotated[float, Meta(ge=1)] = 30.0
    streams_per_address: Annotated[int, Meta(ge=1)] = 200
    database: str = ""
    key: Annotated[str, Meta(pattern="^([0-9a-fA-F]{64})?$")] = ""
    log_level: Annotated[str, Meta(pattern="^(debug|info|warning|error)$")] = "info"
    verify_hours: Annotated[float, Meta(ge=0)] = 24.0
    time_zone: str = "Asia/Singapore"
    day_starts: Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "06:00"
    large_win: Annotated[Cents, Meta(gt=0, le=MOST_CENTS)] = 10_000_00
    backup_hours: Annotated[float, Meta(ge=0)] = 24.0
    backup_keep: Annotated[int, Meta(ge=1)] = 14

    def url(self, data: Path | None) -> str:
        """The database of this house."""
        if self.database:
            return self.database
        if data is None:
            raise BadConfig("say where the house is: a data folder or a database")
        return database_url(data)

    @property
    def own_machine(self) -> bool:
        """Whether nobody else can reach the service."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def names(self) -> tuple[str, ...]:
        """Under which it is reached; none: any."""
        listed = parted(self.hosts)
        return (*listed, *OWN_NAMES) if self.own_machine and not self.behind_proxy else listed


def parted(text: str) -> tuple[str, ...]:
    """A list as it stands in one setting."""
    return tuple(one for part in text.split(",") if (one := part.strip().casefold()))


def read_config(
    data: Path | None, environment: Mapping[str, str] = os.environ, /, **given: Any
) -> Config:
    """The file in the data folder, the environment over it, what was given over both."""
    values: dict[str, Any] = {}
    path = None if data is None else data / FILE_NAME
    if path is not None and path.exists():
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadConfig(f"{path}: this is not TOML: {error}") from None
    for name in Config.__struct_fields__:
        if (text := environment.get(PREFIX + name.upper())) is not None:
            values[name] = text
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        config = msgspec.convert(values, Config, strict=False)
    except msgspec.ValidationError as error:
        where = FILE_NAME if path is None else path
        raise BadConfig(f"{where} or environment: {error}".replace("`", "'")) from None
    _demand_time_zone(config.time_zone)
    _demand_safe(config)
    return config


def _demand_safe(config: Config) -> None:
    """Passwords and cards travel over a network only under TLS."""
    if bool(config.tls_certificate) is not bool(config.tls_key):
        raise BadConfig("TLS takes both tls_certificate and tls_key")
    for path in (config.tls_certificate, config.tls_key):
        if path and not Path(path).is_file():
            raise BadConfig(f"there is no file {path} for TLS")
    for proxy in parted(config.trusted_proxies):
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            raise BadConfig(f"trusted_proxies: '{proxy}' is no address or network") from None
    if not (config.own_machine or config.tls_certificate or config.behind_proxy):
        raise BadConfig(
            f"host '{config.host}' is not this machine: set tls_certificate and tls_key, or "
            "behind_proxy where a proxy does TLS; or use 127.0.0.1"
        )


def demand_certificate(config: Config) -> None:
    """Both files of TLS can be read, belong together, and take no password."""
    if not config.tls_certificate:
        return
    try:
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.load_cert_chain(config.tls_certificate, config.tls_key, password=lambda: "")
    except (OSError, ValueError) as error:
        raise BadConfig(
            f"tls_certificate {config.tls_certificate} and tls_key {config.tls_key} cannot be "
            f"used: {error}; give a certificate in PEM with the key that belongs to it, without "
            "a password"
        ) from None


def _demand_time_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadConfig(f"there is no time zone '{name}'; one is 'Asia/Singapore'") from None


def house_key(config: Config, data: Path | None) -> bytes:
    """The key that shuffles are sealed with; made at the first start where none is set."""
    if config.key:
        return bytes.fromhex(config.key)
    if data is None:
        raise BadConfig("a house without a data folder needs its key: set CROUPIER_KEY")
    path = data / KEY_NAME
    if not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(os.urandom(KEY_BYTES).hex() + "\n")
    try:
        key = bytes.fromhex(path.read_text(encoding="utf-8").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadConfig(f"{path}: the key is {KEY_BYTES * 2} hexadecimal digits")
    return key


@contextmanager
def only_process(config: Config, data: Path | None) -> Iterator[None]:
    """Have a house to oneself, as SQLite demands; on PostgreSQL several processes share one."""
    if config.database or data is None:
        yield
        return
    with _lock_file(data) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadConfig(
                f"another server runs the house in {data}; several share one on PostgreSQL"
            ) from None
        yield


def _lock_file(data: Path) -> IO[str]:
    try:
        return (data / LOCK_NAME).open("w")
    except OSError as error:
        raise _unusable(data, error) from None


def prepare(data: Path) -> None:
    """The data folder with its commented settings file; a new one is for this user alone."""
    path = data / FILE_NAME
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(TEMPLATE, encoding="utf-8")
    except OSError as error:
        raise _unusable(data, error) from None


def _unusable(data: Path, error: OSError) -> BadConfig:
    return BadConfig(
        f"the data folder {data} cannot be used: {error.strerror}; give another with --data, or "
        "make it one that this user may write to"
    )


def described(config: Config) -> dict[str, Any]:
    """The settings for people to see, without the key."""
    return {**structs.asdict(config), "key": "set" if config.key else "in the data folder"}
