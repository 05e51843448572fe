"""The settings of a server process: a commented TOML file, overridden by the environment."""

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from stat import S_IROTH, S_IWOTH
from typing import Annotated, Any, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct, structs

from croupier.chips import CHIPS
from croupier.house.model.settings import CageLimits, ChipSet, Most, OddMoney, ReportTerms
from croupier.house.operate.key_file import BadKeyFile, demand_secret
from croupier.house.store import database_url, private
from croupier.money import MOST_CENTS, Cents

FILE_NAME = "croupier.toml"
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
# messages a second on one connection, and how many at once; commands a second by one player, and
# how many at once; posts a second from one address by visitors who have not logged in, how many at
# once, and how many of them may become guests within a day; streaming connections from one
# address, and connections of every kind; looks a second from one address into rounds that are
# over, and how many at once.
body_kib = 64
message_kib = 64
stream_rate = 50
stream_burst = 500
player_rate = 10
player_burst = 500
visitor_rate = 0.5
visitor_burst = 30
guests_per_address = 50
streams_per_address = 200
connections_per_address = 300
history_rate = 2
history_burst = 60

# Seconds until a caller has sent the headers of a request, and its body, and how long a connection
# may rest between two requests.
headers_seconds = 10
body_seconds = 20
idle_seconds = 5

# The database: empty for SQLite in the data folder, or postgresql://user@host/name
# for several server processes on several machines.
database = ""

# Where the other server processes on that database reach this one; they forward commands to the
# process that owns a table. Empty: the address from which this machine reaches the database. Port
# 0: any that is free. What they say is encrypted under the house's key; let nobody else connect.
internal_host = ""
internal_port = 0

# The house's key, 64 hexadecimal digits: the log is chained under it, and shuffles that are not
# yet opened are sealed with it. After a change the old keys stay in front of the new one, parted
# by commas. Empty: made at the first start and kept in a file. Processes that share a database
# share the key.
key = ""

# That file. Empty: house.key in the data folder. Better is a place where nobody can read it who
# can write to the database: whoever has both can write a log that proves.
key_file = ""

# The list of approved programs that a start for live money is held to: a text file. Empty:
# approved-programs.txt in the data folder, where there is one; without a list nothing is held.
approved_programs = ""

# What the log says: debug, info, warning or error; one JSON object a line.
log_level = "info"

# Hours between proofs of the log while the house is running, each from where the last one ended
# and every seventh of the whole log; 0 for never.
verify_hours = 24

# Where the house is, and when a gaming day starts there; reports go by it.
time_zone = "Asia/Singapore"
day_starts = "06:00"

# From this amount of cents on, a win is listed among the significant events.
large_win = 1000000

# The cage: the most, in cents, that a single movement may come to, and above which amount it is
# proposed by one person and carried out by another; of a count it is the difference to the books
# that does so. What differs from the last start is recorded.
most_buy_in = 100000000
most_cash_out = 100000000
most_table_buy_in = 20000000
most_fill = 500000000
most_credit = 500000000
most_count = 1000000000
second_person_above = 5000000

# The values of the house's chips, in cents, and what becomes of an amount that no chip can pay:
# "round" gives the player the next chip, at the cost of the house; "cage" pays it there in coin.
chips = "100, 500, 1000, 2500, 10000, 50000, 100000, 500000, 2500000, 10000000"
odd_money = "round"

# Reports: cash of so many cents, at once or in one gaming day together, is in the large-cash log;
# whoever rests for more than so many minutes begins another session; and the share of the
# theoretical win that is given back as comps.
large_cash = 1000000
session_minutes = 30
comp = "0.2"

# Hours between backups into the folder 'backups' of the data folder, 0 for never; and how many
# of them are kept.
backup_hours = 24
backup_keep = 14

# Heads of the log: where it stood, signed, for others to keep. Minutes between two of them, 0 for
# at the close of a gaming day only. The file that they are appended to; empty: heads.jsonl in the
# data folder, better elsewhere. An address that each is posted to. The address of a second house
# that signs what it is shown, and the token that its administrator made for this one.
heads_minutes = 60
heads_file = ""
heads_webhook = ""
heads_witness = ""
heads_witness_token = ""
"""


class BadConfig(ValueError):
    """An impossible setting: one sentence says which, where and why."""


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
    player_rate: Annotated[float, Meta(gt=0)] = 10.0
    player_burst: Annotated[float, Meta(ge=1)] = 500.0
    visitor_rate: Annotated[float, Meta(gt=0)] = 0.5
    visitor_burst: Annotated[float, Meta(ge=1)] = 30.0
    guests_per_address: Annotated[int, Meta(ge=1)] = 50
    streams_per_address: Annotated[int, Meta(ge=1)] = 200
    connections_per_address: Annotated[int, Meta(ge=1)] = 300
    history_rate: Annotated[float, Meta(gt=0)] = 2.0
    history_burst: Annotated[float, Meta(ge=1)] = 60.0
    headers_seconds: Annotated[float, Meta(gt=0, le=600)] = 10.0
    body_seconds: Annotated[float, Meta(gt=0, le=600)] = 20.0
    idle_seconds: Annotated[float, Meta(gt=0, le=600)] = 5.0
    database: str = ""
    internal_host: str = ""
    internal_port: Annotated[int, Meta(ge=0, le=65535)] = 0
    key: Annotated[str, Meta(pattern=r"^([0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*)?\Z")] = ""
    key_file: str = ""
    approved_programs: str = ""
    log_level: Annotated[str, Meta(pattern=r"^(debug|info|warning|error)\Z")] = "info"
    verify_hours: Annotated[float, Meta(ge=0)] = 24.0
    time_zone: str = "Asia/Singapore"
    day_starts: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")] = "06:00"
    large_win: Annotated[Cents, Meta(gt=0, le=MOST_CENTS)] = 10_000_00
    most_buy_in: Most = 1_000_000_00
    most_cash_out: Most = 1_000_000_00
    most_table_buy_in: Most = 200_000_00
    most_fill: Most = 5_000_000_00
    most_credit: Most = 5_000_000_00
    most_count: Most = 10_000_000_00
    second_person_above: Annotated[Cents, Meta(ge=0, le=MOST_CENTS)] = 50_000_00
    chips: str = ", ".join(map(str, CHIPS))
    odd_money: OddMoney = OddMoney.ROUND
    large_cash: Most = 10_000_00
    session_minutes: Annotated[int, Meta(ge=1, le=1440)] = 30
    comp: Annotated[str, Meta(pattern=r"^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)\Z")] = "0.2"
    backup_hours: Annotated[float, Meta(ge=0)] = 24.0
    backup_keep: Annotated[int, Meta(ge=1)] = 14
    heads_minutes: Annotated[float, Meta(ge=0)] = 60.0
    heads_file: str = ""
    heads_webhook: Annotated[str, Meta(pattern=r"^(https?://.+)?\Z")] = ""
    heads_witness: Annotated[str, Meta(pattern=r"^(https?://.+)?\Z")] = ""
    heads_witness_token: str = ""

    def url(self, data: Path | None) -> str:
        """The database of this house."""
        if self.database:
            return self.database
        if data is None:
            raise BadConfig("say where the house is: a data folder or a database")
        return database_url(data)

    @property
    def cage_limits(self) -> CageLimits:
        return CageLimits(
            buy_in=self.most_buy_in,
            cash_out=self.most_cash_out,
            table_buy_in=self.most_table_buy_in,
            fill=self.most_fill,
            credit=self.most_credit,
            count=self.most_count,
            second_person_above=self.second_person_above,
            two_people=True,
        )

    @property
    def chip_set(self) -> ChipSet:
        return ChipSet(chips_of(self.chips), self.odd_money)

    @property
    def report_terms(self) -> ReportTerms:
        return ReportTerms(self.comp, self.session_minutes, self.large_cash)

    @property
    def own_machine(self) -> bool:
        """Whether the service can be reached only from this machine."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def names(self) -> tuple[str, ...]:
        """The host names under which it is reached; if none, any."""
        listed = parted(self.hosts)
        return (*listed, *OWN_NAMES) if self.own_machine and not self.behind_proxy else listed


def parted(text: str) -> tuple[str, ...]:
    """A list from a single setting."""
    return tuple(one for part in text.split(",") if (one := part.strip().casefold()))


def chips_of(text: str) -> tuple[Cents, ...]:
    """The values of the house's chips, smallest first."""
    values = parted(text)
    if not values or not all(one.isdecimal() and 0 < int(one) <= MOST_CENTS for one in values):
        raise BadConfig(f"chips: '{text}' is no list of amounts in cents, parted by commas")
    return tuple(sorted({int(one) for one in values}))


def read_config(
    data: Path | None, environment: Mapping[str, str] = os.environ, /, **given: Any
) -> Config:
    """The file in the data folder, overridden by the environment, overridden by what was given."""
    values: dict[str, Any] = {}
    path = None if data is None else data / FILE_NAME
    if path is not None and path.exists():
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
            if values.get("key"):
                demand_secret(path)
        except BadKeyFile as bad:
            raise BadConfig(str(bad)) from None
        except ValueError as error:  # not TOML, not text, or an overlong number
            raise BadConfig(f"{path}: this is not TOML: {error}") from None
        except RecursionError:
            raise BadConfig(f"{path}: this is nested too deeply to be settings") from None
        except OSError as error:
            raise BadConfig(f"{path}: it cannot be read: {error.strerror}") from None
    for name in Config.__struct_fields__:
        if (text := environment.get(PREFIX + name.upper())) is not None:
            values[name] = text
    values |= {name: value for name, value in given.items() if value is not None}
    for name in _WHOLE.intersection(values):
        _demand_whole(name, values[name])
    try:
        config = msgspec.convert(values, Config, strict=False)
    except msgspec.ValidationError as error:
        where = FILE_NAME if path is None else path
        raise BadConfig(f"{where} or environment: {error}".replace("`", "'")) from None
    zone_named(config.time_zone)
    chips_of(config.chips)
    _demand_safe(config)
    return config


_WHOLE = frozenset(name for name, kind in get_type_hints(Config).items() if kind is int)


def _demand_whole(name: str, value: object) -> None:
    """No amount passes through a float: neither 1e15 nor 10.0 is a number of cents."""
    if isinstance(value, float) or (isinstance(value, str) and not value.strip().isdecimal()):
        raise BadConfig(f"{name}: {value} is not a whole number, written in digits alone")


def _demand_safe(config: Config) -> None:
    """Passwords and cards cross a network only under TLS."""
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
    """Both TLS files can be read, belong together, and need no password."""
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
    if private.is_open_to_others(Path(config.tls_key), S_IROTH | S_IWOTH):
        raise BadConfig(
            f"tls_key {config.tls_key}: everybody on this machine may read it; narrow it with "
            f"'chmod 600 {config.tls_key}'"
        )


def zone_named(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadConfig(f"there is no time zone '{name}'; one is 'Asia/Singapore'") from None


def described(config: Config) -> dict[str, Any]:
    """The settings for people to see, without the key."""
    return {**structs.asdict(config), "key": "set" if config.key else "in a file"}
