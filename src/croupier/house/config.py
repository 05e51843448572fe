"""The settings of a server process: one commented TOML file, and environment variables over it."""

import fcntl
import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from croupier.house.store import database_url

FILE_NAME = "croupier.toml"
KEY_NAME = "house.key"
LOCK_NAME = "house.lock"
KEY_BYTES = 32
PREFIX = "CROUPIER_"

TEMPLATE = """\
# Settings of a Croupier house. Every value may be left out; what is written here is the default.
# An environment variable CROUPIER_NAME, in capitals, stands over the value of that name.

# Where the service listens. Other than the own machine is refused until there are accounts.
host = "127.0.0.1"
port = 8000

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
"""


class BadConfig(ValueError):
    """A setting that cannot be: one sentence says which, where and why."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a server process."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = ""
    key: Annotated[str, Meta(pattern="^([0-9a-fA-F]{64})?$")] = ""
    log_level: Annotated[str, Meta(pattern="^(debug|info|warning|error)$")] = "info"
    verify_hours: Annotated[float, Meta(ge=0)] = 24.0

    def url(self, data: Path | None) -> str:
        """The database of this house."""
        if self.database:
            return self.database
        if data is None:
            raise BadConfig("say where the house is: a data folder or a database")
        return database_url(data)


def read_config(
    data: Path | None, environment: Mapping[str, str] = os.environ, /, **given: Any
) -> Config:
    """The file in the data folder, the environment over it, what was given over both."""
    values: dict[str, Any] = {}
    path = None if data is None else data / FILE_NAME
    if path is not None and path.exists():
        try:
            values = tomllib.loads(path.read_text())
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
    _demand_own_machine(config.host)
    return config


def _demand_own_machine(host: str) -> None:
    try:
        own = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        own = False
    if not own:
        raise BadConfig(
            f"host '{host}' is not this machine: without accounts the service is for it alone; "
            "use 127.0.0.1"
        )


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
        key = bytes.fromhex(path.read_text().strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadConfig(f"{path}: the key is {KEY_BYTES * 2} hexadecimal digits")
    return key


def only_process(data: Path) -> IO[str]:
    """A lock on the data folder: SQLite serves one server process. Held until closed."""
    lock = (data / LOCK_NAME).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise BadConfig(
            f"another server runs the house in {data}; several share one on PostgreSQL"
        ) from None
    return lock


def prepare(data: Path) -> None:
    """The data folder with its commented settings file."""
    data.mkdir(parents=True, exist_ok=True)
    path = data / FILE_NAME
    if not path.exists():
        path.write_text(TEMPLATE)


def described(config: Config) -> dict[str, Any]:
    """The settings for people to see, without the key."""
    return {**structs.asdict(config), "key": "set" if config.key else "in the data folder"}
