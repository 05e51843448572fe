"""The collector is called when it is quiet, and in the end whatever is going on."""

import asyncio
import gc

import pytest

from croupier.house.operate import process


@pytest.mark.parametrize(("busy", "wanted"), [(20, 3), (21, 1)])
def test_it_waits_for_a_quiet_second(
    busy: int, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six looks: a quiet house is tidied at each second one, a busy one only at the sixth."""
    looks = collected = 0

    async def pause(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks > 6:
            raise asyncio.CancelledError

    def collect() -> int:
        nonlocal collected
        assert not gc.isenabled()
        collected += 1
        return 0

    monkeypatch.setattr(process, "OFTEN", 2)
    monkeypatch.setattr(process, "SELDOM", 6)
    monkeypatch.setattr("asyncio.sleep", pause)
    monkeypatch.setattr("gc.collect", collect)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(process.collect_when_quiet(lambda: looks * busy))
    assert (collected, gc.isenabled()) == (wanted, True)


def test_much_that_was_left_is_looked_at_whatever_is_going_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A busy house, twelve looks with 100,001 objects more: ten at the young ones, then all, and
    again the young ones; at 100,000 none."""
    looks = 0
    looked: list[int] = []

    async def pause(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks > 13:
            raise asyncio.CancelledError

    monkeypatch.setattr("asyncio.sleep", pause)
    monkeypatch.setattr("gc.get_count", lambda: (100_000 if looks == 1 else 100_001, 0, 0))
    monkeypatch.setattr("gc.collect", lambda generation=2: looked.append(generation))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(process.collect_when_quiet(lambda: looks * 1_000))
    assert looked == [1] * 10 + [2] + [1]
