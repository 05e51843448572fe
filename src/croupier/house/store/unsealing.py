"""Opening sealed rows: with the house's key, or with the key that their round published."""

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection

from croupier.house.log.event_store import CardsClosed
from croupier.house.model.records import Record
from croupier.house.sealing import Keyring, key_of, place_of, read_sealed
from croupier.house.store.runs import runs_after

_OPENED = b'{"event":"cards_opened"'


class _Opened(Struct, frozen=True):
    nonce: str
    key: str


class Opener:
    """Knows the house's keys, if available, and those published so far."""

    def __init__(self) -> None:
        self.keys = Keyring()
        self._published: dict[str, bytes] = {}

    def learn(self, nonce: str, key: str) -> None:
        """Take in the key of a finished round."""
        self._published[nonce] = bytes.fromhex(key)

    def learn_from(self, event: bytes) -> None:
        """The same, if the event publishes one."""
        if event.startswith(_OPENED):
            opened = msgspec.json.decode(event, type=_Opened)
            self.learn(opened.nonce, opened.key)

    def opened(self, connection: Connection | None, record: Record) -> Record:
        """A record with its event opened, otherwise unchanged; raises `ValueError`.

        It stays sealed if its round is still running and the house's key is not available.
        """
        if record.sealed is None:
            return record
        sealed = read_sealed(record.sealed)
        key = key_of(self.keys, record.stream, sealed.under, sealed.nonce)
        if key is None and connection is not None:
            self.look_up(connection, record.stream, record.version, sealed.nonce)
        key = key or self._published.get(sealed.nonce)
        if key is None:
            return record
        plain = sealed.opened(key, place_of(record.stream, record.version))
        return structs.replace(record, event=plain)

    def demanded(self, connection: Connection, record: Record) -> Record:
        """The same; raises `CardsClosed` if it stays sealed."""
        found = self.opened(connection, record)
        if found.closed and found.sealed is not None:
            raise CardsClosed(
                f"{place_of(found.stream, found.version)} is sealed under the house's key "
                f"{read_sealed(found.sealed).under}, which is not here, and its round is not over."
            )
        return found

    def look_up(self, connection: Connection, stream: str, version: int, nonce: str) -> str | None:
        """The key of a finished round, published after one of its versions."""
        if nonce not in self._published:
            after = (record for _, run in runs_after(connection, stream, version) for record in run)
            for record in after:
                if record.version > version and record.event.startswith(_OPENED):
                    self.learn_from(record.event)
                    break
        key = self._published.get(nonce)
        return None if key is None else key.hex()
