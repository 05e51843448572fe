"""Whether there is a house at a URL, found out without making or changing anything there."""

from pathlib import Path

from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from croupier.house.log.storing import Damaged, StoreUnavailable
from croupier.house.store.connecting import connect, read_url
from croupier.house.store.migrating import revision_of
from croupier.house.store.schema import REVISION
from croupier.house.store.shape import shape_findings
from croupier.house.store.trouble import unavailable


def demand_file(url: str) -> None:
    """Raises `Damaged` where SQLite has no file, or an empty one."""
    path = _file(url)
    if path is not None and not path.exists():
        raise Damaged(f"There is no database {path}.")
    if path is not None and path.is_file() and not path.stat().st_size:
        raise Damaged(f"The database {path} is empty.")


def demand_schema(engine: Engine) -> None:
    """Raises `Damaged` where the database is not of the schema that this program proves."""
    try:
        with engine.connect() as connection:
            found = revision_of(connection)
            if found == REVISION:
                return
            if found is None:
                raise Damaged("The database holds no house: there is no alembic_version in it.")
            if found < REVISION and not list(shape_findings(connection)):
                raise Damaged(
                    f"alembic_version says schema {found}, and the tables are those of "
                    f"{REVISION}: it was changed."
                )
    except DBAPIError as error:
        raise unavailable(error) from error
    raise Damaged(
        f"The database has schema {found}, and this program proves schema {REVISION}: prove it "
        "with the program that wrote it. Nothing was changed."
    )


def holds_records(url: str) -> bool:
    """Whether anything was ever recorded there."""
    try:
        demand_file(url)
    except Damaged:
        return False
    engine = connect(url, read_only=True)
    try:
        with engine.connect() as connection:
            tables = set(inspect(connection).get_table_names()) & {"records", "archives"}
            found = (f"SELECT EXISTS (SELECT 1 FROM {one})" for one in sorted(tables))  # noqa: S608
            return any(connection.scalar(text(one)) for one in found)
    except DBAPIError as error:
        raise unavailable(error) from error
    finally:
        engine.dispose()


def _file(url: str) -> Path | None:
    parsed = read_url(url)
    if parsed.drivername != "sqlite":
        return None
    path = Path(parsed.database or "")
    if not path.parent.is_dir():
        raise StoreUnavailable(f"There is no folder {path.parent}.")
    return path
