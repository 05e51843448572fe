"""`croupier export --day`: the gaming day of the house, as reports have it."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli.export import export
from croupier.house.store import database_url
from tests.house.houses import keeping, play_round, register_table

BEFORE_SIX = datetime(2026, 3, 2, 10, 59, 59, tzinfo=UTC)
AT_SIX = datetime(2026, 3, 2, 11, 0, 0, tzinfo=UTC)
"""In New York, five hours behind; in Singapore, eight ahead, it is around 19:00."""


async def _played(data: Path) -> None:
    """Round 1 a second before six in New York, round 2 at six."""
    async with keeping(database_url(data)) as handler:
        handler.now = lambda: BEFORE_SIX
        await register_table(handler, jackpot=None)
        await play_round(handler)
        handler.now = lambda: AT_SIX
        await play_round(handler, seed=1)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    asyncio.run(_played(tmp_path))
    return tmp_path


def _exported(data: Path, *arguments: str) -> list[str]:
    out = data / "scripts"
    result = CliRunner().invoke(export, ["--data", str(data), "--out", str(out), *arguments])
    assert (result.exit_code == 0) is out.exists(), result.output
    return sorted(path.name for path in out.iterdir()) if out.exists() else []


@pytest.mark.parametrize(
    ("starts", "day", "names"),
    [
        ("06:00", "2026-03-01", ["T1-round-1.json"]),
        ("06:00", "2026-03-02", ["T1-round-2.json"]),
        ("06:01", "2026-03-01", ["T1-round-1-2.json"]),
        ("06:01", "2026-03-02", []),
    ],
)
def test_a_day_goes_by_the_settings_of_the_house(
    house: Path, starts: str, day: str, names: list[str]
) -> None:
    settings = f'time_zone = "America/New_York"\nday_starts = "{starts}"\n'
    (house / "croupier.toml").write_text(settings)
    assert _exported(house, "--day", day) == names


def test_a_day_of_a_house_without_settings_is_one_in_singapore(house: Path) -> None:
    assert _exported(house, "--day", "2026-03-02") == ["T1-round-1-2.json"]


def test_a_day_from_midnight_where_a_time_zone_is_named(house: Path) -> None:
    """In Auckland, 13 hours ahead in summer, the second before six is the last before midnight."""
    assert _exported(house, "--day", "2026-03-02", "--zone", "Pacific/Auckland") == [
        "T1-round-1.json"
    ]
