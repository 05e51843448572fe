"""The question for significant events, as the database is asked it."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select

from croupier.house.log.storing import Search
from croupier.house.store.rows import moment
from croupier.house.store.schema import significant

_c = significant.c


def significant_events(wanted: Search) -> Select[Any]:
    """Newest first; within a moment by stream and version, so that paging misses none."""
    conditions: list[ColumnElement[bool]] = []
    for column, value in (
        (_c.kind, wanted.kind),
        (_c.stream, wanted.stream),
        (_c.place, wanted.place),
    ):
        if value is not None:
            conditions.append(column == value)
    if wanted.person is not None:
        conditions.append(or_(_c.person == wanted.person, _c.player == wanted.person))
    if wanted.text is not None:
        conditions.append(_c.text.icontains(wanted.text, autoescape=True))
    if wanted.since is not None:
        conditions.append(_c.at >= moment(wanted.since))
    if wanted.until is not None:
        conditions.append(_c.at < moment(wanted.until))
    if wanted.before is not None:
        conditions.append(_before(wanted.before[0], wanted.before[1], wanted.before[2]))
    return (
        select(significant)
        .where(*conditions)
        .order_by(_c.at.desc(), _c.stream.desc(), _c.version.desc())
        .limit(wanted.limit)
    )


def _before(at: Any, stream: str, version: int) -> ColumnElement[bool]:
    then = moment(at)
    earlier = and_(_c.stream == stream, _c.version < version)
    return or_(_c.at < then, and_(_c.at == then, or_(_c.stream < stream, earlier)))
