"""The data folder of a house: its files, its key, and exclusive use of it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.house.log.event_store import EventStore
from croupier.house.operate.config import FILE_NAME, PREFIX, TEMPLATE, BadConfig, Config
from croupier.house.operate.key_file import BadKeyFile, new_key, read_keys
from croupier.house.sealing import Keyring, key_id
from croupier.house.store import DATABASE_NAME, private

KEY_NAME = "house.key"
HEADS_NAME = "heads.jsonl"
BACKUPS_NAME = "backups"


def key_path(config: Config, data: Path | None) -> Path | None:
    """The file with the house's keys; none if they are in the settings."""
    if config.key:
        return None
    if config.key_file:
        return Path(config.key_file)
    return None if data is None else data / KEY_NAME


def heads_path(config: Config, data: Path | None) -> Path | None:
    """The file to which heads of the log are appended."""
    if config.heads_file:
        return Path(config.heads_file)
    return None if data is None else data / HEADS_NAME


def proof_environment(config: Config, data: Path | None) -> dict[str, str]:
    """How a child process of this house finds its keys and the heads that it published."""
    path, heads = key_path(config, data), heads_path(config, data)
    found = {} if heads is None else {f"{PREFIX}HEADS_FILE": str(heads.absolute())}
    if path is None:
        return {f"{PREFIX}KEY": config.key, **found}
    return {f"{PREFIX}KEY_FILE": str(path.absolute()), **found}


def house_keys(config: Config, data: Path | None) -> Keyring:
    """The keys of an existing house."""
    found = keys_at_hand(config, data)
    if not found:
        path = key_path(config, data)
        missing = "set CROUPIER_KEY" if path is None else f"there is no {path}"
        raise BadConfig(f"the house's key is not here: {missing}")
    return found


def first_keys(config: Config, data: Path | None) -> tuple[Keyring, Path | None]:
    """The keys at the start of a house, and where to keep a first one once the house has begun."""
    path = key_path(config, data)
    if path is None or path.exists():
        return house_keys(config, data), None
    return Keyring((new_key(),)), path


async def demand_keys_of_log(
    store: EventStore, keys: Keyring, config: Config, data: Path | None
) -> None:
    """The log names the keys that it has used: all of them are needed, and none is created.

    People's secrets are under the first: without it every password would seem wrong.
    """
    named = await store.keys_named()
    ids = list(dict.fromkeys(map(key_id, keys.keys)))
    if missing := [one for one in named if one not in ids]:
        path = key_path(config, data)
        if path is not None and not path.exists():
            has = f"there is no key in {path}; none is made for a house that has one"
        else:
            has = f"this process has {' and '.join(ids)}"
        raise BadConfig(
            f"the house in this database is under the key {missing[0]}, and {has}. Give it the "
            "house's key, and those before it; nothing was changed"
        )
    places = [ids.index(one) for one in named]
    begins_here = await store.archived() is None
    if places != sorted(places) or (begins_here and places and places[0] != 0):
        raise BadConfig(
            f"the keys of the house are to stand in the order of the log, {' before '.join(named)},"
            f" and here they are {' before '.join(ids)}; nothing was changed"
        )


def begun_before(config: Config, data: Path | None) -> str | None:
    """What shows that there was a house here, whatever its database says."""
    key, heads = key_path(config, data), heads_path(config, data)
    try:
        if heads is not None and heads.exists() and heads.stat().st_size:
            return f"{heads} has heads that a house published here"
    except OSError as error:
        raise BadConfig(f"{heads}: it cannot be read: {error.strerror}") from None
    return f"{key} is the key of a house that was begun" if key and key.exists() else None


def keys_at_hand(config: Config, data: Path | None) -> Keyring:
    """The house's keys as far as they are here: a proof can do without them and creates none."""
    if config.key:
        return Keyring(tuple(bytes.fromhex(key) for key in config.key.split(",")))
    path = key_path(config, data)
    if path is None or (not config.key_file and not path.exists()):
        return Keyring()
    try:
        return read_keys(path)
    except BadKeyFile as bad:
        raise BadConfig(str(bad)) from None


@contextmanager
def only_process(config: Config, data: Path | None) -> Iterator[None]:
    """Exclusive use of a house, as SQLite demands; on PostgreSQL several processes share one."""
    if config.database or data is None:
        yield
        return
    with _opened(data) as folder:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadConfig(
                f"another server runs the house in {data}; several share one on PostgreSQL"
            ) from None
        yield


@contextmanager
def _opened(data: Path) -> Iterator[int]:
    """The folder itself is locked, because a file in it could be removed."""
    try:
        folder = os.open(data, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise _unusable(data, error) from None
    try:
        yield folder
    finally:
        os.close(folder)


def prepare(data: Path) -> None:
    """The data folder with its commented settings file, both for this user alone."""
    path = data / FILE_NAME
    try:
        if not data.is_dir():
            private.folder(data)
        if not path.exists():
            private.write(path, TEMPLATE.encode())
    except OSError as error:
        raise _unusable(data, error) from None


def narrow(data: Path) -> None:
    """Restricts what an earlier version, a copy or a person left open to others.

    The data folder itself is left as it is: it may contain more than a house.
    """
    try:
        private.narrow(data / FILE_NAME)
        private.narrow(data / HEADS_NAME)
        private.narrow_database(data / DATABASE_NAME)
        if (data / BACKUPS_NAME).is_dir():
            private.narrow(data / BACKUPS_NAME)
            for path in (data / BACKUPS_NAME).iterdir():
                private.narrow(path)
    except OSError as error:
        raise _unusable(data, error) from None


def _unusable(data: Path, error: OSError) -> BadConfig:
    return BadConfig(
        f"the data folder {data} cannot be used: {error.strerror}; give another with --data, or "
        "make it one that this user may write to"
    )
