"""The collector is called when it is quiet, and in the end whatever is going on."""

import asyncio
import gc

import pytest

from croupier.house.operation import collecting


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

    monkeypatch.setattr(collecting, "OFTEN", 2)
    monkeypatch.setattr(collecting, "SELDOM", 6)
    monkeypatch.setattr("asyncio.sleep", pause)
    monkeypatch.setattr("gc.collect", collect)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(collecting.collect_when_quiet(lambda: looks * busy))
    assert (collected, gc.isenabled()) == (wanted, True)
