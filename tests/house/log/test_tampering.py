"""The log convicts: whatever somebody does to the file of a house without its key is found.

Each tampering is carried out on a copy of a house that was played for years, with every hash that
takes no key worked out anew where that helps the thief. What only cuts off the end of the log is
found by what was published of it elsewhere.
"""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.log.chain import next_mac
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.model.records import Anchor
from croupier.house.sealing import Keyring, key_id
from tests.house.log import thief as t
from tests.house.log.played import FIRST, RING, play, proved
from tests.house.tampering import copied, record_by_record

PAUSE = "stream = 'table:T1' AND event LIKE '%a spill%'"
LAST_OF = "version = (SELECT max(version) FROM records WHERE stream = '{0}') AND stream = '{0}'"
LINKED = "(SELECT min(seq) FROM records WHERE seq >= 150 AND mac IS NOT NULL)"
"""A record with a link: the last of its row."""
BUY_IN = "stream = 'cage' AND event LIKE '{\"event\":\"bought_in\"%'"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Anchor]:
    folder = tmp_path_factory.mktemp("original")
    return folder, asyncio.run(play(folder))


def verdict(folder: Path, keys: Keyring = RING, *anchors: Anchor) -> str | None:
    """What is found wrong, also where the file cannot be opened any more."""
    try:
        return asyncio.run(proved(folder, keys, anchors)).wrong
    except StoreUnavailable as error:
        return str(error)


def test_nothing_is_wrong_with_the_original(original: tuple[Path, Anchor]) -> None:
    folder, anchor = original
    assert verdict(folder, RING, anchor) is None
    assert verdict(folder, Keyring(), anchor) is None


def _swap(one: int, other: int, column: str = "seq") -> t.Tampering:
    """Two records change places in the log of the house."""

    @t.on_records
    def tamper(db: sqlite3.Connection) -> None:
        first, second = (
            t.one(db, "SELECT seq FROM records WHERE seq = ?", seq) for seq in (one, other)
        )
        for before, after in ((first, -1), (second, first), (-1, second)):
            db.execute("UPDATE records SET seq = ? WHERE seq = ?", (after, before))
        if column == "mac":
            macs = [
                t.one(db, "SELECT mac FROM records WHERE seq = ?", seq) for seq in (first, second)
            ]
            for seq, mac in zip((second, first), macs, strict=True):
                db.execute("UPDATE records SET mac = ? WHERE seq = ?", (mac, seq))

    return tamper


def _without_command(like: str) -> t.Tampering:
    """A command taken out whole, with its answer and lines; versions and places closed up."""

    @t.on_records
    def tamper(db: sqlite3.Connection) -> None:
        command = t.one(db, "SELECT command FROM records WHERE event LIKE ?", like)
        rows = db.execute(
            "SELECT stream, version FROM records WHERE command = ?", (command,)
        ).fetchall()
        for place in rows:
            db.execute("DELETE FROM significant WHERE stream = ? AND version = ?", place)
        db.execute("DELETE FROM records WHERE command = ?", (command,))
        db.execute("DELETE FROM answers WHERE command = ?", (command,))
        left = db.execute("SELECT seq, stream, version FROM records ORDER BY seq").fetchall()
        first = left[0][0]
        for place, (seq, _, _) in enumerate(left):
            db.execute("UPDATE records SET seq = ? WHERE seq = ?", (first + place, seq))
        for stream, version in sorted(rows, reverse=True):
            for table in ("records", "significant", "postings"):
                db.execute(
                    f"UPDATE {table} SET version = -version WHERE stream = ? AND version > ?",
                    (stream, version),
                )
                db.execute(
                    f"UPDATE {table} SET version = -version - 1 WHERE stream = ? AND version < 0",
                    (stream,),
                )
        db.execute("DELETE FROM snapshots")
        db.execute("DELETE FROM checkpoints")
        t.rechain(db)

    return tamper


@t.on_records
def _forged_buy_in(db: sqlite3.Connection) -> None:
    """Money for ann, complete: command, event, posting, balances, answer, line."""
    by = t.one(db, f'SELECT "by" FROM records WHERE {BUY_IN} ORDER BY seq DESC LIMIT 1')
    given = (
        '{"event":"command_given","command":{"do":"buy_in","player":"ann","amount":20000,'
        '"money":"live"}}'
    )
    asked = t.one(
        db,
        "SELECT json_extract(reply, '$.asked') FROM answers JOIN records USING (command) "
        "WHERE event = ? LIMIT 1",
        given,
    )
    bought = '{"event":"bought_in","player":"ann","amount":20000,"day":"2026-03-03"}'
    t.write_record(db, "cage", given, by, "key-forged", None)
    version = t.write_record(db, "cage", bought, by, "key-forged", None)
    t.answer(db, "cage", version, "key-forged", asked)
    before = "(SELECT max(version) FROM postings WHERE stream = 'cage' AND memo = 'bought in')"
    lines = db.execute(
        "SELECT line, debit, credit, amount, memo FROM postings WHERE stream = 'cage' AND version ="
        f" {before}"
    ).fetchall()
    for line, debit, credit, amount, memo in lines:
        row = ("cage", version, line, debit, credit, amount, memo)
        db.execute("INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        t.move_money(db, debit, -amount)
        t.move_money(db, credit, amount)
    db.execute(
        "INSERT INTO significant SELECT stream, ?, (SELECT max(at) FROM records), kind, person, "
        "place, round, player, amount, text FROM significant WHERE kind = 'cage' LIMIT 1",
        (version,),
    )


RECORDS: dict[str, t.Tampering] = {
    "an event": t.run(f"UPDATE records SET event = replace(event, 'spill', 'chill') WHERE {PAUSE}"),
    "an event, rehashed": t.rechained(
        f"UPDATE records SET event = replace(event, 'spill', 'chill') WHERE {PAUSE}"
    ),
    "amount of a buy-in, rehashed": t.rechained(
        "UPDATE records SET event = replace(event, '20000', '90000') WHERE stream = 'cage'"
    ),
    "re-signed by another": t.rechained(
        f"""UPDATE records SET "by" = replace("by", 'pia', 'mia') WHERE {PAUSE}"""
    ),
    "re-signed, command and all": t.rechained(
        'UPDATE records SET "by" = replace("by", \'"pia"\', \'"mia"\'), '
        f"event = replace(event, '\"pia\"', '\"mia\"') WHERE {PAUSE}"
    ),
    "in another role": t.rechained(
        "UPDATE records SET \"by\" = replace(\"by\", 'pit_supervisor', 'shift_manager') "
        f"WHERE {PAUSE}"
    ),
    "unsigned": t.rechained(f'UPDATE records SET "by" = NULL WHERE {PAUSE}'),
    "signed by the house": t.rechained(
        """UPDATE records SET "by" = '{"id":"house","role":"shift_manager"}' """ f"WHERE {PAUSE}"
    ),
    "in another session": t.rechained(
        'UPDATE records SET "by" = (SELECT "by" FROM records WHERE "by" LIKE \'%"mia"%\' LIMIT 1) '
        f"WHERE {PAUSE}"
    ),
    "without its session": t.rechained(
        """UPDATE records SET "by" = '{"id":"pia","role":"pit_supervisor"}' """ f"WHERE {PAUSE}"
    ),
    "re-dated": t.rechained(f"UPDATE records SET at = replace(at, 'T04:', 'T05:') WHERE {PAUSE}"),
    "a day re-dated": t.rechained(
        "UPDATE records SET at = replace(at, '2026-03-02T', '2026-03-03T')"
    ),
    "a time in other words": t.run(f"UPDATE records SET at = replace(at, 'T', ' ') WHERE {PAUSE}"),
    "a command's key": t.rechained(
        f"UPDATE answers SET reply = replace(reply, command, 'x'), command = 'x' WHERE command = "
        f"(SELECT command FROM records WHERE {PAUSE} LIMIT 1)",
        f"UPDATE records SET command = 'x' WHERE {PAUSE}",
    ),
    "a hash": t.run(f"UPDATE records SET hash = previous WHERE {PAUSE}"),
    "a hash in letters": t.in_rows("UPDATE records SET hash = lower(hex(hash)) WHERE seq > 200"),
    "events that are not packed": t.in_rows("UPDATE records SET events = x'7b7d' WHERE seq > 200"),
    "events packed in another way": t.in_rows("UPDATE records SET events = x'02' || events"),
    "a row said to be longer": t.in_rows("UPDATE records SET length = length + 1"),
    "a hash before": t.run(f"UPDATE records SET previous = hash WHERE {PAUSE}"),
    "a version": t.run(f"UPDATE records SET version = version + 1000 WHERE {PAUSE}"),
    "a stream": t.rechained(
        "UPDATE records SET stream = 'table:T9' WHERE stream = 'table:T1'",
        "UPDATE postings SET stream = 'table:T9' WHERE stream = 'table:T1'",
    ),
    "one deleted": t.run(f"DELETE FROM records WHERE {PAUSE}"),
    "one deleted, rehashed": t.rechained(f"DELETE FROM records WHERE {PAUSE}"),
    "a command taken out": _without_command("%a spill%"),
    "a suspension taken out": _without_command("%on leave%"),
    "a change of the key taken out": _without_command('{"event":"key_changed"%'),
    "the end of one stream cut off": t.rechained(
        f"DELETE FROM records WHERE {LAST_OF.format('people')}"
    ),
    "one appended": t.forged_administrator(None),
    "one appended with a copied link": t.forged_administrator("copied"),
    "one appended with a made-up link": t.forged_administrator("made up"),
    "a buy-in appended": _forged_buy_in,
    "two change places": _swap(302, 303),
    "two change places with their links": _swap(302, 303, "mac"),
    "the last one further behind": t.run(
        "UPDATE records SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM records)"
    ),
    "one far behind": t.run(f"UPDATE records SET seq = 100000 + seq WHERE {PAUSE}"),
    "a link": t.run(
        "UPDATE records SET mac = substr(mac, 1, 72) || "
        f"CASE WHEN mac LIKE '%0' THEN '1' ELSE '0' END WHERE seq = {LINKED}"
    ),
    "a link removed": t.run(f"UPDATE records SET mac = NULL WHERE seq = {LINKED}"),
    "the last link removed": t.run(
        "UPDATE records SET mac = NULL WHERE seq = (SELECT max(seq) FROM records)"
    ),
    "all links removed": t.run("UPDATE records SET mac = NULL", "DELETE FROM checkpoints"),
    "links removed up to one": t.run("UPDATE records SET mac = NULL WHERE seq <= 150"),
    "a link in letters": t.in_rows("UPDATE records SET mac = lower(hex(mac)) WHERE seq > 150"),
    "a link under another key": t.run(
        "UPDATE records SET mac = (SELECT substr(mac, 1, 8) FROM records ORDER BY seq LIMIT 1) || "
        "substr(mac, 9) WHERE seq = (SELECT max(seq) FROM records)"
    ),
    "a link that is none": t.run(f"UPDATE records SET mac = 'nonsense' WHERE seq = {LINKED}"),
    "sessions no longer asked for": t.rechained(
        "UPDATE records SET event = replace(event, '\"sessions\":true', '\"sessions\":false')"
    ),
    "another calendar": t.rechained(
        "UPDATE records SET event = replace(event, 'Asia/Singapore', 'UTC')"
    ),
    "a session lengthened": t.rechained(
        "UPDATE records SET event = replace(event, '2026-03-01T16', '2026-03-09T16') "
        "WHERE stream = 'people'"
    ),
    "a log-in of another": t.rechained(
        "UPDATE records SET event = replace(event, '\"eve\"', '\"mia\"'), "
        '"by" = replace("by", \'"eve"\', \'"mia"\') WHERE event LIKE \'%logged_in%\''
    ),
    "a role given for longer": t.rechained(
        "UPDATE records SET event = replace(event, '2026-03-03T04', '2026-03-23T04') "
        "WHERE event LIKE '%acting_role_given%'"
    ),
    "the day of a closing": t.rechained(
        'UPDATE records SET event = replace(event, \'"day":"2026-03-02"\', '
        "'\"day\":\"2026-03-03\"') WHERE event LIKE '%day_closed%'"
    ),
}
BESIDE: dict[str, t.Tampering] = {
    "a head moved back": t.run("UPDATE streams SET version = version - 1 WHERE id = 'people'"),
    "a head's hash": t.run("UPDATE streams SET hash = upper(hash) WHERE id = 'people'"),
    "a head that is no hash": t.run("UPDATE streams SET hash = 'zz' WHERE id = 'people'"),
    "a head taken out": t.run("DELETE FROM streams WHERE id = 'table:T2'"),
    "a stream of nothing": t.run(f"INSERT INTO streams VALUES ('table:T9', 0, '{'0' * 64}')"),
    "an answer taken out": t.run(
        "DELETE FROM answers WHERE command = "
        "(SELECT command FROM answers WHERE stream = 'table:T2' LIMIT 1)"
    ),
    "an answer with another version": t.run(
        "UPDATE answers SET reply = replace(reply, '\"version\":', '\"version\":1') "
        "WHERE stream = 'table:T2'"
    ),
    "an answer that forgot the question": t.run(
        "UPDATE answers SET reply = json_remove(reply, '$.asked') WHERE stream = 'table:T2'"
    ),
    "an answer to another question": t.run(
        "UPDATE answers SET reply = json_set(reply, '$.asked', '00112233445566778899aabb') "
        "WHERE stream = 'table:T2'"
    ),
    "an answer to nothing": t.run(
        "INSERT INTO answers SELECT 'forged', stream, reply FROM answers LIMIT 1"
    ),
    "an answer elsewhere": t.run("UPDATE answers SET stream = 'cage' WHERE stream = 'table:T2'"),
    "a posting's amount": t.run(
        "UPDATE postings SET amount = amount + 100 WHERE credit = 'player:ann'"
    ),
    "a posting to another, balances and all": t.run(
        "UPDATE postings SET credit = 'player:bob' WHERE stream = 'cage' AND credit = 'player:ann'",
        "UPDATE balances SET amount = amount - 40000 WHERE account = 'player:ann'",
        "UPDATE balances SET amount = amount + 40000 WHERE account = 'player:bob'",
    ),
    "a posting taken out": t.run(
        "DELETE FROM postings WHERE stream = 'cage' AND credit = 'player:ann'"
    ),
    "a posting of nothing": t.run(
        "INSERT INTO postings VALUES ('table:T9', 1, 1, 'house', 'player:ann', 100, 'gift')",
        "UPDATE balances SET amount = amount + 100 WHERE account = 'player:ann'",
        "UPDATE balances SET amount = amount - 100 WHERE account = 'house'",
    ),
    "a posting added to a record": t.run(
        "INSERT INTO postings SELECT stream, version, 99, 'house', 'player:ann', 100, 'gift' "
        "FROM postings LIMIT 1",
        "UPDATE balances SET amount = amount + 100 WHERE account = 'player:ann'",
        "UPDATE balances SET amount = amount - 100 WHERE account = 'house'",
    ),
    "a posting's words": t.run("UPDATE postings SET memo = 'gift' WHERE stream = 'cage'"),
    "postings in another order": t.run("UPDATE postings SET line = line + 100"),
    "a posting of another record": t.run(
        "UPDATE postings SET version = version - 1 WHERE stream = 'cage'"
    ),
    "a wallet": t.run("UPDATE balances SET amount = amount + 1 WHERE account = 'player:ann'"),
    "from wallet to wallet": t.run(
        "UPDATE balances SET amount = amount + 1 WHERE account = 'player:ann'",
        "UPDATE balances SET amount = amount - 1 WHERE account = 'player:bob'",
    ),
    "a wallet more": t.run(
        "INSERT INTO balances VALUES ('player:eva', 500)",
        "UPDATE balances SET amount = amount - 500 WHERE account = 'house'",
    ),
    "a wallet of nobody with nothing": t.run("INSERT INTO balances VALUES ('player:eva', 0)"),
    "a wallet taken out": t.run("DELETE FROM balances WHERE account = 'player:ann'"),
    "a wallet with a fraction": t.run(
        "UPDATE balances SET amount = amount + 0.5 WHERE account = 'player:ann'"
    ),
    "a wallet of words": t.run(
        "UPDATE balances SET amount = 'plenty' WHERE account = 'player:ann'"
    ),
    "a result on another day": t.run(
        "UPDATE results SET day = '2026-03-09' WHERE player = 'ann' AND day = '2026-03-01'"
    ),
    "results moved between days": t.run(
        "UPDATE results SET amount = amount + 100 WHERE player = 'ann' AND day = '2026-03-01'",
        "UPDATE results SET amount = amount - 100 WHERE player = 'ann' AND day = '2026-03-02'",
    ),
    "results moved into archived days": t.run(
        "UPDATE results SET amount = amount + 100 WHERE player = 'ann' AND day = '2020-07-01'",
        "UPDATE results SET amount = amount - 100 WHERE player = 'ann' AND day = '2026-03-02'",
    ),
    "results moved between players": t.run(
        "UPDATE results SET amount = amount + 100 WHERE player = 'ann' AND day = '2026-03-01'",
        "UPDATE results SET amount = amount - 100 WHERE player = 'bob' AND day = '2026-03-01'",
    ),
    "a result taken out": t.run("DELETE FROM results WHERE player = 'bob' AND day = '2026-03-03'"),
    "results that cancel out": t.run(
        "INSERT INTO results VALUES ('ann', '2026-02-01', 100), ('ann', '2026-02-02', -100)"
    ),
    "a line taken out": t.run("DELETE FROM significant WHERE kind = 'large-win'"),
    "a line's words": t.run(
        "UPDATE significant SET text = replace(text, 'spill', 'chill') WHERE text LIKE '%spill%'"
    ),
    "a line's kind": t.run("UPDATE significant SET kind = 'cage' WHERE kind = 'large-win'"),
    "a line's person": t.run("UPDATE significant SET person = 'eve' WHERE kind = 'large-win'"),
    "a line's moment": t.run(
        "UPDATE significant SET at = replace(at, '2026-03-03', '2026-03-01') "
        "WHERE kind = 'large-win'"
    ),
    "a line's amount": t.run("UPDATE significant SET amount = 1 WHERE kind = 'large-win'"),
    "a line of nothing": t.run(
        "INSERT INTO significant SELECT 'table:T9', 1, at, kind, person, place, round, player, "
        "amount, text FROM significant LIMIT 1"
    ),
    "a line behind the end": t.run(
        "INSERT INTO significant SELECT stream, version + 5000, at, kind, person, place, round, "
        "player, amount, text FROM significant LIMIT 1"
    ),
    "a snapshot": t.run(
        "UPDATE snapshots SET state = CAST(replace(CAST(state AS TEXT), '\"player\"', "
        "'\"cage\"') AS BLOB) WHERE stream = 'people'"
    ),
    "a snapshot's version": t.run("UPDATE snapshots SET version = version - 1"),
    "a snapshot's hash": t.run(f"UPDATE snapshots SET hash = '{'0' * 64}'"),
    "a snapshot of another stream": t.run(
        "UPDATE snapshots SET stream = 'table:T3' WHERE stream = 'table:T2'"
    ),
    "a snapshot without its seal": t.run(
        "UPDATE snapshots SET state = CAST(json_remove(CAST(state AS TEXT), '$.seal') AS BLOB) "
        "WHERE stream NOT LIKE 'table:%'"
    ),
    "a table's snapshot": t.run(
        "UPDATE snapshots SET state = substr(state, 1, length(state) - 1) "
        "WHERE stream LIKE 'table:%'"
    ),
    "sealed cards": t.run(
        "UPDATE records SET event = replace(event, substr(event, 100, 4), 'AAAA') "
        'WHERE event LIKE \'{"event":"cards_dealt","sealed":%\''
    ),
    "the key of sealed cards": t.run(
        'UPDATE records SET event = replace(event, \'"key":"\', \'"key":"00\') '
        'WHERE event LIKE \'{"event":"cards_opened"%\''
    ),
    "a checkpoint further on": t.run("UPDATE checkpoints SET seq = seq + 100"),
    "a checkpoint's moment": t.run(
        "UPDATE checkpoints SET at = '2026-01-01T00:00:00.000000+00:00'"
    ),
    "a checkpoint's figures": t.run(
        "UPDATE checkpoints SET balances = replace(balances, '\"cash\":', '\"cash\":1')"
    ),
    "a checkpoint with its digest": t.checkpoint_forged,
    "a second checkpoint": t.run(
        "INSERT INTO checkpoints SELECT seq - 100, at, heads, balances, digest FROM checkpoints"
    ),
    "somebody else's password": t.run(
        "INSERT INTO credentials SELECT 'boss', password, second_factor, seal "
        "FROM credentials WHERE person = 'eve'"
    ),
    "a password": t.run(
        "UPDATE credentials SET password = replace(password, '$argon2id$', '$argon2i$')"
    ),
    "a password taken out": t.run("DELETE FROM credentials WHERE person = 'eve'"),
    "a second factor": t.run("UPDATE credentials SET second_factor = '00ff'"),
    "credentials without their seal": t.run("UPDATE credentials SET seal = NULL"),
    "the newest marker": t.marker_changed("newest", records=1),
    "a balance in the newest marker": t.marker_body_changed(balances={"house": 0}),
    "days in the newest marker": t.marker_body_changed(days={}),
    "the body of the newest marker": t.run(
        "UPDATE archives SET body = replace(body, '\"house\":', '\"house\":1') "
        "WHERE body IS NOT NULL"
    ),
    "the body of the newest marker taken out": t.run("UPDATE archives SET body = NULL"),
    "the newest body at the oldest marker": t.run(
        "UPDATE archives SET body = (SELECT max(body) FROM archives) WHERE body IS NULL"
    ),
    "the body that the oldest marker names": t.marker_changed("oldest", body="00" * 32),
    "the oldest marker": t.marker_changed("oldest", records=1),
    "the file of the oldest marker": t.marker_changed("oldest", file="other.gz"),
    "the newest marker taken out": t.run(
        "DELETE FROM archives WHERE seq = (SELECT max(seq) FROM archives)"
    ),
    "the oldest marker taken out": t.run(
        "DELETE FROM archives WHERE seq = (SELECT min(seq) FROM archives)"
    ),
    "a marker's digest": t.run("UPDATE archives SET digest = upper(digest)"),
    "a marker's place": t.run("UPDATE archives SET seq = seq - 1"),
    "a marker more": t.run(
        "INSERT INTO archives SELECT seq - 1, marker, digest, body FROM archives"
    ),
    "another schema": t.run("UPDATE alembic_version SET version_num = '0005'"),
    "no schema": t.run("DELETE FROM alembic_version"),
}
SCHEMA: dict[str, t.Tampering] = {
    "an index dropped": lambda db: db.execute("DROP INDEX significant_at_index"),
    "a trigger more": lambda db: db.execute(
        "CREATE TRIGGER helpful AFTER INSERT ON postings BEGIN "
        "UPDATE balances SET amount = amount + 1 WHERE account = 'player:ann'; END"
    ),
    "a table more": lambda db: db.execute("CREATE TABLE helpful (id INTEGER)"),
    "a view more": lambda db: db.execute("CREATE VIEW helpful AS SELECT 1"),
    "a type": t.schema_rewritten("balances", "amount BIGINT", "amount REAL"),
    "a constraint": t.schema_rewritten("records", "stream TEXT NOT NULL", "stream TEXT"),
}
TRIGGERS = ("records_no_update", "records_no_delete", "postings_no_update", "answers_no_delete")
DOES_NOTHING = "CREATE TRIGGER {} BEFORE UPDATE ON {} BEGIN SELECT 1; END"
ALL = {**RECORDS, **BESIDE, **SCHEMA}


def test_there_are_enough_of_them() -> None:
    assert len(ALL) + 2 * len(TRIGGERS) >= 68


@pytest.mark.parametrize("what", ALL)
def test_tampering_is_found(original: tuple[Path, Anchor], tmp_path: Path, what: str) -> None:
    with copied(original[0], tmp_path / "copy") as db:
        ALL[what](db)
    assert verdict(tmp_path / "copy") is not None


@pytest.mark.parametrize("trigger", TRIGGERS)
@pytest.mark.parametrize(
    "instead", ["", "CREATE TRIGGER {} BEFORE UPDATE ON {} BEGIN SELECT 1; END"]
)
def test_a_guard_cannot_be_taken_down_unseen(
    original: tuple[Path, Anchor], tmp_path: Path, trigger: str, instead: str
) -> None:
    with copied(original[0], tmp_path / "copy"):
        pass
    db = sqlite3.connect(tmp_path / "copy" / "house.db")
    db.execute(f"DROP TRIGGER {trigger}")
    if instead:
        db.execute(instead.format(trigger, trigger.partition("_")[0]))
    db.commit()
    db.close()
    found = verdict(tmp_path / "copy")
    assert found is not None
    assert trigger in found


# The end cut off


def _last_acts(db: sqlite3.Connection) -> int:
    """Where the log stood before the last opening, which moved no money and made no results."""
    stopped = 'SELECT max(seq) FROM records WHERE event LIKE \'{"event":"house_stopped"%\''
    with record_by_record(db):
        return int(t.one(db, stopped)) - 3


def test_an_end_that_is_cut_off_is_found_by_what_was_published(
    original: tuple[Path, Anchor], tmp_path: Path
) -> None:
    folder, anchor = original
    with copied(folder, tmp_path / "copy") as db:
        t.cut_off(_last_acts(db))(db)
    assert verdict(tmp_path / "copy") is None  # nothing in the file can tell
    cut = verdict(tmp_path / "copy", RING, anchor)
    assert cut is not None
    assert f"it ends at {anchor.seq - 3}, and went to {anchor.seq} at the anchor" in cut


def test_the_old_key_writes_nothing_after_it_was_changed(
    original: tuple[Path, Anchor], tmp_path: Path
) -> None:
    """Somebody who has the file and a key that was given up: what they append is found."""
    with copied(original[0], tmp_path / "copy") as db, record_by_record(db):
        t.forged_administrator(None)(db)
        seq, digest = t.one(db, "SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1")
        before = t.one(db, "SELECT mac FROM records WHERE seq = ?", seq - 1)
        mac = next_mac(FIRST, bytes.fromhex(before[9:]), seq, bytes.fromhex(digest))
        db.execute(
            "UPDATE records SET mac = ? WHERE seq = ?", (f"{key_id(FIRST)}:{mac.hex()}", seq)
        )
    found = verdict(tmp_path / "copy")
    assert found is not None
    assert "was in use" in found


# At random

FAST, SLOW = 20, 1_000
TABLES = (
    "records",
    "postings",
    "balances",
    "streams",
    "answers",
    "results",
    "significant",
    "snapshots",
    "checkpoints",
    "proofs",
    "credentials",
    "archives",
)


def _plausible(db: sqlite3.Connection, table: str, column: str, chance: random.Random) -> object:
    """What stands in that column of another row, or a little something else."""
    values = [row[0] for row in db.execute(f'SELECT DISTINCT "{column}" FROM {table}')]
    value = chance.choice(values)
    if len(values) > 1 and chance.random() < 0.5:
        return value
    match value:
        case int():
            return value + chance.choice([-100, -1, 1, 100])
        case str() if value:
            place = chance.randrange(len(value))
            return value[:place] + chance.choice("0123456789abcdef") + value[place + 1 :]
        case bytes() if value:
            place = chance.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
        case _:
            return "x"


def _at_random(db: sqlite3.Connection, chance: random.Random) -> str | None:
    """One row changed in one column, or taken out; none where that came to nothing."""
    table = chance.choice(TABLES)
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    keys = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[5]]
    row = dict(
        zip(columns, chance.choice(db.execute(f"SELECT * FROM {table}").fetchall()), strict=True)
    )
    where = " AND ".join(f'"{key}" = ?' for key in keys)
    place = tuple(row[key] for key in keys)
    if chance.random() < 0.1:
        if row.get("amount") == 0 or table in ("snapshots", "checkpoints", "proofs"):
            return None  # nothing is lost with it
        db.execute(f"DELETE FROM {table} WHERE {where}", place)
        return f"{table}: {place} was taken out"
    column = chance.choice(columns)
    value = _plausible(db, table, column, chance)
    if value == row[column]:
        return None
    try:
        db.execute(f'UPDATE {table} SET "{column}" = ? WHERE {where}', (value, *place))
    except sqlite3.IntegrityError:
        return None
    kept = db.execute(f'SELECT "{column}" FROM {table} WHERE {where}', place).fetchone()
    if kept is not None and kept[0] == row[column]:
        return None
    derived = column in ("version", "previous", "hash")  # which would be put right again
    if table == "records" and not derived and chance.random() < 0.5:
        try:
            t.rechain(db)
        except (ValueError, TypeError, sqlite3.IntegrityError, AttributeError):
            return None
    return f"{table}.{column} of {place}: {row[column]!r} became {value!r}"


def _tampered(folder: Path, places: Path, count: int) -> Iterator[tuple[str, Path]]:
    number = done = 0
    while done < count:
        number += 1
        target = places / f"{number}"
        with copied(folder, target) as db:
            what = _at_random(db, random.Random(f"tampering/{number}"))
        if what is not None:
            done += 1
            yield what, target
        for file in target.iterdir():
            file.unlink()


def _all_found(original: tuple[Path, Anchor], tmp_path: Path, count: int) -> None:
    folder, anchor = original
    missed = [
        what
        for what, target in _tampered(folder, tmp_path, count)
        if verdict(target, RING, anchor) is None
    ]
    assert missed == []


def test_twenty_tamperings_at_random_are_found(
    original: tuple[Path, Anchor], tmp_path: Path
) -> None:
    _all_found(original, tmp_path, FAST)


@pytest.mark.slow
def test_a_thousand_tamperings_at_random_are_found(
    original: tuple[Path, Anchor], tmp_path: Path
) -> None:
    _all_found(original, tmp_path, SLOW)
