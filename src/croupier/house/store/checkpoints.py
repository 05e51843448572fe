"""Checkpoints: how far a clean check went, where each stream stood, and what accounts held there.

With the house's key a checkpoint is sealed, and one without a seal is ignored: write access to the
database alone must not decide what a start may skip.
"""

import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, delete, insert, select

from croupier.house.log.chain import Link
from croupier.house.log.event_store import Finding
from croupier.house.model.records import Anchor, Head
from croupier.house.sealing import Keyring, subkey
from croupier.house.store.batch import link_at, link_of_archive
from croupier.house.store.markers import newest_place
from croupier.house.store.schema import checkpoints
from croupier.house.store.statements import moment


class Standing(Struct, frozen=True):
    """The log at one moment: its length, the heads of its streams, what accounts hold."""

    seq: int
    heads: Mapping[str, Head]
    balances: Mapping[str, int]
    ledgers: Mapping[str, str] = {}
    """The ledger of each stream whose postings were derived up to this point."""
    broken: tuple[Finding, ...] = ()
    """Stored sums that are not valid sums."""

    @property
    def anchor(self) -> Anchor:
        return Anchor.at(self.seq, self.heads)


class _Stood(Struct, frozen=True, array_like=True):
    """A stream as stored in a checkpoint."""

    version: int
    hash: str
    ledger: str | None = None
    """None if written by a version that summed postings instead of deriving them."""


class TamperedCheckpoint(Exception):
    """The checkpoint is not as it was written."""

    def __init__(self) -> None:
        super().__init__("the checkpoint was changed: its digest does not fit")


def last_checkpoint(connection: Connection, keys: Keyring) -> Standing | None:
    """Where the last clean check ended, if that can be trusted."""
    last = select(checkpoints).order_by(checkpoints.c.seq.desc()).limit(1)
    row = connection.execute(last).first()
    if row is None:
        return None
    link = _link(connection, row.seq)
    plain = _digest(row, link) == row.digest
    if keys and not plain and not _is_sealed(keys, row, link):
        raise TamperedCheckpoint
    if not keys and not plain:
        if link is None:
            raise TamperedCheckpoint
        return None  # only the key can tell
    if keys and plain:
        return None  # anybody could have written it
    stood = msgspec.json.decode(row.heads, type=dict[str, _Stood])
    return Standing(
        row.seq,
        {name: Head(one.version, bytes.fromhex(one.hash)) for name, one in stood.items()},
        msgspec.json.decode(row.balances, type=dict[str, int]),
        {name: one.ledger for name, one in stood.items() if one.ledger is not None},
    )


def demand_checkpoints(connection: Connection, keys: Keyring) -> None:
    """All of them are the house's own, as far as can be told."""
    for row in connection.execute(select(checkpoints)):
        link = _link(connection, row.seq)
        if keys:
            sound = _is_sealed(keys, row, link)
        else:
            sound = link is not None or _digest(row, link) == row.digest
        if not sound:
            raise TamperedCheckpoint


def remember(engine: Engine, now: Standing, keys: Keyring, link: Link | None) -> None:
    """Remember a clean check. Without the key of a chained log nothing is kept, and nothing either
    if the record with which it ended was archived meanwhile: none could begin there."""
    if link is not None and not keys:
        return
    heads = {
        name: _Stood(head.version, head.hash.hex(), now.ledgers.get(name))
        for name, head in sorted(now.heads.items())
    }
    row = _Row(
        now.seq,
        moment(datetime.now(UTC)),
        msgspec.json.encode(heads).decode(),
        msgspec.json.encode(dict(sorted(now.balances.items()))).decode(),
    )
    digest = _seal(_in_use(keys, link), row, link) if keys else _digest(row, link)
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            if now.seq < newest_place(connection):
                return
            connection.execute(delete(checkpoints).where(checkpoints.c.seq <= now.seq))
            connection.execute(
                insert(checkpoints).values(**msgspec.structs.asdict(row), digest=digest)
            )


def _in_use(keys: Keyring, link: Link | None) -> bytes:
    """The key that the log names: a newer one counts only once a record has introduced it."""
    named = None if link is None else keys.find(link.key)
    return named or keys.current


class _Row(Struct, frozen=True):
    seq: int
    at: str
    heads: str
    balances: str


def _link(connection: Connection, seq: int) -> Link | None:
    ended, link = link_of_archive(connection)
    return link if ended == seq else link_at(connection, seq)


def _written(row: Any, link: Link | None) -> bytes:
    return f"{row.seq}\n{row.at}\n{row.heads}\n{row.balances}\n{link or ''}".encode()


def _digest(row: Any, link: Link | None) -> str:
    return sha256(_written(row, link)).hexdigest()


def _seal(key: bytes, row: Any, link: Link | None) -> str:
    return hmac.digest(subkey(key, "checkpoint"), _written(row, link), "sha256").hex()


def _is_sealed(keys: Keyring, row: Any, link: Link | None) -> bool:
    return any(_seal(key, row, link) == row.digest for key in keys)
