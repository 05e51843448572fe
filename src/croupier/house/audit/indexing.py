"""The list of significant events for a log that was written before there was one."""

import msgspec
from sqlalchemy import Connection, insert, select

from croupier.house import events as h
from croupier.house.audit.significant import listed, round_after
from croupier.house.store.rows import RECORD, read_record, significant_row
from croupier.house.store.schema import records, significant

PAGE = 5_000
_NAMES = [column.name for column in significant.c]


def index_all(connection: Connection) -> int:
    """List what matters in all records; returns how many lines there are."""
    count = 0
    numbers: dict[str, int | None] = {}
    after = 0
    while True:
        page = connection.execute(
            select(records.c.seq, *RECORD)
            .where(records.c.seq > after)
            .order_by(records.c.seq)
            .limit(PAGE)
        ).all()
        if not page:
            return count
        after = page[-1][0]
        rows = []
        for row in page:
            record = read_record(row[1:])
            try:
                event = h.decode_event(record.event)
            except msgspec.MsgspecError:
                continue  # the check of the log says so
            number = numbers.get(record.stream)
            rows += [significant_row(line) for line in listed([(record, event)], number)]
            numbers[record.stream] = round_after(number, event)
        if rows:
            count += len(rows)
            connection.execute(
                insert(significant), [dict(zip(_NAMES, row, strict=True)) for row in rows]
            )
