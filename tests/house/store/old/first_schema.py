"""Writes `schema_0001.sql`: a small house of the first schema, kept as it was.

    python -m tests.house.store.old.first_schema

Run only if the fixture is lost: later programs must read what earlier ones wrote.
"""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.house.store.batch import made_ready
from croupier.house.store.connecting import connect
from croupier.house.store.migrating import migrate_engine
from croupier.house.store.writer import Writer
from tests.house.store.writing import Author

COMMANDS = 6
VERSIONS = {"table:T1": 6, "jackpot:J1": 6}
BALANCES = {"player:ann": -1200, "layout:table:T1": 600, "layout:jackpot:J1": 600}


def dump() -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        engine = connect(f"sqlite:///{path}")
        migrate_engine(engine, to="0001")
        author = Author()
        writer = Writer(engine, lambda moved: None)
        assert (
            writer.store(
                [made_ready(author.write("table:T1", "jackpot:J1")) for _ in range(COMMANDS)]
            )
            == [None] * COMMANDS
        )
        writer.close()
        engine.dispose()
        connection = sqlite3.connect(path)
        text = "\n".join(connection.iterdump())
        connection.close()
    return text + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / "schema_0001.sql").write_text(dump())
