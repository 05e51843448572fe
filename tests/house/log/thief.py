"""What somebody can do who owns the file of a house and knows its format, without its key.

They take the guards down and put them up again, and work out anew every hash that takes no key.
"""

import base64
import json
import sqlite3
from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import sha256
from typing import Any

from croupier.house.model.records import GENESIS
from croupier.house.read.archive_file import read_record
from tests.house.tampering import record_by_record

Database = sqlite3.Connection
Tampering = Callable[[Database], object]
COLUMNS = 'stream, version, at, "by", command, event, previous'


def run(*statements: str) -> Tampering:
    """Plain SQL, each statement of which must change something."""

    def tamper(db: Database) -> None:
        if any(" records" in statement for statement in statements):
            with record_by_record(db):
                _execute(db, statements)
        else:
            _execute(db, statements)

    return tamper


def in_rows(*statements: str) -> Tampering:
    """The same, on the rows of the log as they are stored."""

    def tamper(db: Database) -> None:
        _execute(db, statements)

    return tamper


def _execute(db: Database, statements: Sequence[str]) -> None:
    for statement in statements:
        changed = db.execute(statement).rowcount
        assert changed != 0, statement


def on_records(tamper: Tampering) -> Tampering:
    """What is done to single records, whatever row they lie in."""

    @wraps(tamper)
    def wrapped(db: Database) -> None:
        with record_by_record(db):
            tamper(db)

    return wrapped


def rechained(*statements: str) -> Tampering:
    """The same, and the chain of hashes worked out anew."""

    @on_records
    def tamper(db: Database) -> None:
        run(*statements)(db)
        rechain(db)

    return tamper


@on_records
def rechain(db: Database) -> None:
    """Every stream from its first record on, or from where its archive ended."""
    ended = _heads_of_archive(db)
    for (stream,) in db.execute("SELECT DISTINCT stream FROM records").fetchall():
        version, previous = ended.get(stream, (0, GENESIS))
        found = f"SELECT seq, {COLUMNS} FROM records WHERE stream = ? ORDER BY version"
        for seq, *row in db.execute(found, (stream,)).fetchall():
            version += 1
            record = read_record([*row[:1], version, *row[2:-1], previous.hex()])
            db.execute(
                "UPDATE records SET version = ?, previous = ?, hash = ? WHERE seq = ?",
                (version, previous.hex(), record.hash.hex(), seq),
            )
            previous = record.hash
        db.execute(
            "INSERT OR REPLACE INTO streams VALUES (?, ?, ?)", (stream, version, previous.hex())
        )


def _heads_of_archive(db: Database) -> dict[str, tuple[int, bytes]]:
    row = db.execute("SELECT body FROM archives ORDER BY seq DESC LIMIT 1").fetchone()
    if row is None:
        return {}
    heads = json.loads(row[0])["heads"]
    return {name: (one["version"], base64.b64decode(one["hash"])) for name, one in heads.items()}


def one(db: Database, question: str, *values: object) -> Any:
    row = db.execute(question, values).fetchone()
    assert row is not None, question
    return row[0] if len(row) == 1 else row


def write_record(
    db: Database,
    stream: str,
    event: str,
    by: str | None,
    command: str,
    mac: str | None,
) -> int:
    """One record more at the end of the log, hashed as it should be; its version."""
    version, previous = one(db, "SELECT version, hash FROM streams WHERE id = ?", stream)
    at = one(db, "SELECT max(at) FROM records")
    row = [stream, version + 1, at, by, command, event, previous]
    db.execute(
        f"INSERT INTO records (seq, {COLUMNS}, hash, mac) VALUES "
        "((SELECT max(seq) + 1 FROM records), ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, read_record(row).hash.hex(), mac),
    )
    db.execute(
        "UPDATE streams SET version = ?, hash = ? WHERE id = ?",
        (version + 1, read_record(row).hash.hex(), stream),
    )
    return int(version) + 1


def answer(db: Database, stream: str, version: int, command: str, asked: str | None = None) -> None:
    reply = {"command": command, "stream": stream, "version": version}
    if asked is not None:
        reply["asked"] = asked
    text = json.dumps(reply, separators=(",", ":"))
    db.execute("INSERT INTO answers VALUES (?, ?, ?)", (command, stream, text))


def forged_administrator(mac: str | None) -> Tampering:
    """Somebody new, by the house itself, answered and listed as it should be."""

    @on_records
    def tamper(db: Database) -> None:
        event = (
            '{"event":"person_registered","person":"eva","name":"Eva","roles":["administrator"],'
            '"guest":false,"until":null}'
        )
        link = mac
        if mac == "copied":
            link = one(db, "SELECT mac FROM records ORDER BY seq DESC LIMIT 1")
        elif mac == "made up":
            link = one(db, "SELECT mac FROM records ORDER BY seq DESC LIMIT 1")[:9] + "5a" * 32
        version = write_record(db, "people", event, None, "people:forged", link)
        answer(db, "people", version, "people:forged")
        db.execute(
            "INSERT INTO significant VALUES ('people', ?, (SELECT max(at) FROM records), "
            "'account', NULL, NULL, NULL, 'eva', NULL, "
            "'person registered: person eva, name Eva, roles administrator')",
            (version,),
        )

    return tamper


def cut_off(keep: int) -> Tampering:
    """All records after one, with everything that was derived from them, as if never written."""

    @on_records
    def tamper(db: Database) -> None:
        gone = db.execute(
            "SELECT stream, version, command FROM records WHERE seq > ?", (keep,)
        ).fetchall()
        assert gone
        for stream, version, command in gone:
            place = (stream, version)
            for debit, credit, amount in db.execute(
                "SELECT debit, credit, amount FROM postings WHERE stream = ? AND version = ?", place
            ).fetchall():
                move_money(db, debit, amount)
                move_money(db, credit, -amount)
            for table in ("postings", "significant"):
                db.execute(f"DELETE FROM {table} WHERE stream = ? AND version = ?", place)
            db.execute("DELETE FROM answers WHERE command = ?", (command,))
        db.execute("DELETE FROM records WHERE seq > ?", (keep,))
        for (stream,) in {(stream,) for stream, _, _ in gone}:
            head = db.execute(
                "SELECT version, hash FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1",
                (stream,),
            ).fetchone()
            if head is None:
                db.execute("DELETE FROM streams WHERE id = ?", (stream,))
                continue
            db.execute("UPDATE streams SET version = ?, hash = ? WHERE id = ?", (*head, stream))
        db.execute("DELETE FROM proofs")
        db.execute("DELETE FROM checkpoints")
        db.execute("DELETE FROM snapshots")

    return tamper


def move_money(db: Database, account: str, amount: int) -> None:
    db.execute("UPDATE balances SET amount = amount + ? WHERE account = ?", (amount, account))


def marker_changed(which: str, **changes: object) -> Tampering:
    """A marker of an archive written anew, with its digest: the newest or the oldest."""

    def tamper(db: Database) -> None:
        order = "DESC" if which == "newest" else "ASC"
        seq, kept = one(db, f"SELECT seq, marker FROM archives ORDER BY seq {order} LIMIT 1")
        _write_marker(db, seq, kept, changes)

    return tamper


def marker_body_changed(**changes: object) -> Tampering:
    """The body of the newest marker written anew, with its digest and that of the marker."""

    def tamper(db: Database) -> None:
        seq, kept, body = one(
            db, "SELECT seq, marker, body FROM archives ORDER BY seq DESC LIMIT 1"
        )
        text = _changed(body, changes)
        db.execute("UPDATE archives SET body = ? WHERE seq = ?", (text, seq))
        _write_marker(db, seq, kept, {"body": sha256(text).hexdigest()})

    return tamper


def _write_marker(db: Database, seq: int, kept: bytes, changes: dict[str, object]) -> None:
    text = _changed(kept, changes)
    db.execute(
        "UPDATE archives SET marker = ?, digest = ? WHERE seq = ?",
        (text, sha256(text).hexdigest(), seq),
    )


def _changed(kept: bytes, changes: dict[str, object]) -> bytes:
    found = json.loads(kept) | changes
    assert found != json.loads(kept)
    return json.dumps(found, separators=(",", ":"), sort_keys=True).encode()


@on_records
def checkpoint_forged(db: Database) -> None:
    """A checkpoint that says that more was checked, with its digest as it was made without key."""
    seq, at, heads, balances = one(db, "SELECT seq, at, heads, balances FROM checkpoints")
    link = one(db, "SELECT mac FROM records WHERE seq = ?", seq)
    said = f"{seq}\n{at}\n{heads}\n{balances} \n{link}".encode()
    db.execute(
        "UPDATE checkpoints SET balances = balances || ' ', digest = ?",
        (sha256(said).hexdigest(),),
    )


def schema_rewritten(table: str, old: str, new: str) -> Tampering:
    """The definition of a table changed in place."""

    def tamper(db: Database) -> None:
        db.execute("PRAGMA writable_schema = ON")
        before = one(db, "SELECT sql FROM sqlite_master WHERE name = ?", table)
        assert old in before, before
        db.execute(
            "UPDATE sqlite_master SET sql = ? WHERE name = ?", (before.replace(old, new), table)
        )
        db.execute("PRAGMA writable_schema = OFF")

    return tamper
