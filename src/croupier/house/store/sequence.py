"""The place of each record in the log of the house, and its link in the keyed chain.

Writers take turns, so that places follow each other without a gap and each link can cover the one
before it, even if several processes share a database.
"""

from typing import Any

from sqlalchemy import Connection, select, text

from croupier.house.keyring import Keyring, key_id
from croupier.house.log.chain import KEY_CHANGED, OPERATION, Link, OtherKey, chained, key_after
from croupier.house.model.records import Anchor
from croupier.house.store.markers import last_marker
from croupier.house.store.rows import read_head
from croupier.house.store.schema import records, streams
from croupier.house.store.statements import Row

_TURN = 0x43524F555057524C
"""The advisory lock of the process that is writing to the log."""
_LAST = "SELECT seq, mac, stream, event FROM records ORDER BY seq DESC LIMIT 1"


def take_turns(connection: Connection) -> None:
    """SQLite admits one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _TURN})


def in_their_places(connection: Connection, keys: Keyring, rows: list[Row]) -> list[Row]:
    """Rows of records to be written next: numbered, and chained if there is a key."""
    try:
        seq, link = last_link(connection)
    except ValueError:
        raise OtherKey("The link of the last record cannot be read: the log is damaged.") from None
    if link is None and not keys:
        return [(place, *row, None) for place, row in enumerate(rows, seq + 1)]
    if link is None:
        link = Link(seq, key_id(keys.current), bytes.fromhex(_heads_digest(connection, seq)))
    return chained(keys, link, rows)


def last_link(connection: Connection) -> tuple[int, Link | None]:
    """The place of the last record, and the state of the chain after it, if it has begun."""
    row: Any = connection.exec_driver_sql(_LAST).first()
    if row is not None:
        return row[0], None if row[1] is None else _after(*row)
    return link_of_archive(connection)


def link_of_archive(connection: Connection) -> tuple[int, Link | None]:
    """The same at the end of the last archive."""
    marker = last_marker(connection)
    if marker is None:
        return 0, None
    kept = marker.link
    return marker.seq, Link.read(marker.seq, kept) if isinstance(kept, str) else None


def link_at(connection: Connection, seq: int) -> Link | None:
    """The state of the chain after one record that is still here."""
    wanted = select(records.c.seq, records.c.mac, records.c.stream, records.c.event)
    row: Any = connection.execute(wanted.where(records.c.seq == seq)).first()
    try:
        return None if row is None or row[1] is None else _after(*row)
    except ValueError:
        return None  # the check of the chain reports it


def keys_named(connection: Connection) -> tuple[str, ...]:
    """The ids of all keys that the log here has used, oldest first."""
    ended, link = link_of_archive(connection)
    found = [] if link is None else [link.key]
    first = select(records.c.mac).where(records.c.mac.is_not(None)).order_by(records.c.seq)
    mac = connection.execute(first.limit(1)).scalar()
    if mac is not None:
        found.append(str(mac).partition(":")[0])
    changes = select(records.c.event).where(
        records.c.stream == OPERATION,
        records.c.seq > ended,
        records.c.event.startswith(KEY_CHANGED, autoescape=True),
    )
    for event in connection.execute(changes.order_by(records.c.seq)).scalars():
        found.append(key_after(OPERATION, event, ""))
    return tuple(dict.fromkeys(found))


def _after(seq: int, stored: str, stream: str, event: str) -> Link:
    found = Link.read(seq, stored)
    return Link(seq, key_after(stream, event, found.key), found.mac)


def _heads_digest(connection: Connection, seq: int) -> str:
    heads = dict(read_head(row) for row in connection.execute(select(streams)))
    return Anchor.at(seq, heads).digest
