"""The file with the house's keys, and the change from one key to the next.

It is readable by this user alone and best kept away from the database: with both, anybody can write
a log that passes the proof. A file of version 0.1 is a single key without the first line; only with
such a file does a start accept a log that is not chained under any key.
"""

import os
from pathlib import Path

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.stream import Department
from croupier.house.model.operation.events import KeyChanged
from croupier.house.sealing import Keyring, key_id
from croupier.house.store import private

KEY_BYTES = 32
FIRST_LINE = "croupier-keys/1"


class BadKeyFile(ValueError):
    """One sentence says what is wrong with the file."""


def new_key() -> bytes:
    return os.urandom(KEY_BYTES)


def read_keys(path: Path) -> Keyring:
    """Raises `BadKeyFile`, also if there is no such file or others may read it."""
    lines = _lines(path)
    try:
        keys = tuple(bytes.fromhex(line) for line in lines if line != FIRST_LINE)
    except ValueError:
        keys = ()
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise BadKeyFile(f"{path}: a key is {KEY_BYTES * 2} hexadecimal digits, one key a line")
    return Keyring(keys)


def is_old(path: Path) -> bool:
    """Whether the file dates from before the keyed chain."""
    return FIRST_LINE not in _lines(path)


def make_keys(path: Path, keys: Keyring) -> None:
    """A new file; raises `BadKeyFile`, also if another process was faster."""
    try:
        _write(path, keys)
    except FileExistsError:
        raise BadKeyFile(f"{path}: another process began this house; start again") from None
    except OSError as error:
        raise BadKeyFile(f"{path}: {error.strerror}") from None


def write_keys(path: Path, keys: Keyring) -> None:
    """Replaces the file, entirely or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        _write(part, keys)
        part.replace(path)
    except OSError as error:
        raise BadKeyFile(f"{path}: {error.strerror}") from None


def _write(path: Path, keys: Keyring) -> None:
    """A file that must not exist yet."""
    text = "".join(f"{line}\n" for line in (FIRST_LINE, *(key.hex() for key in keys.keys)))
    with private.new(path) as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def _lines(path: Path) -> list[str]:
    try:
        demand_secret(path)
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or "this is no text"
        raise BadKeyFile(f"{path}: {said}") from None
    return [line.strip() for line in text.splitlines() if line.strip()]


def demand_secret(path: Path) -> None:
    """A key that others could read may be known to them: restricting the file would hide that."""
    if private.is_open_to_others(path):
        raise BadKeyFile(
            f"{path}: others on this machine may read the key. If nobody did, say so with "
            f"'chmod 600 {path}'; otherwise start a new house with a new key"
        )


async def take_up_key(handler: CommandHandler, keys: Keyring) -> str | None:
    """Continue under the newest key; returns the id of the previous one if it was different."""
    _, link = await handler.store.end()
    key = key_id(keys.current)
    if link is None or link.key == key:
        return None
    await _record(handler, KeyChanged(key, link.key))
    return link.key


async def take_over(handler: CommandHandler, keys: Keyring) -> bool:
    """Chain a log that never was: its contents so far are vouched for as they are."""
    _, link = await handler.store.end()
    if link is not None:
        return False
    await _record(handler, KeyChanged(key_id(keys.current), ""))
    return True


async def _record(handler: CommandHandler, event: KeyChanged) -> None:
    key = f"operation:key:{event.before}:{event.key}"
    await handler.record(Department.OPERATION, lambda state, at: (event,), None, key)
