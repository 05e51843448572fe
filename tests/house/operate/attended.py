"""A house with its supervisor, opened and stopped as a server does it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from croupier.house.app.house import House
from croupier.house.operate.supervisor import Supervisor, SupervisorSettings
from croupier.house.store import open_store
from tests.house.houses import KEY


@asynccontextmanager
async def attended(url: str, **care: object) -> AsyncIterator[tuple[House, Supervisor]]:
    house = House(await open_store(url), KEY)
    await house.start()
    attendance = Supervisor(house, SupervisorSettings(url=url, **care))  # type: ignore[arg-type]
    await attendance.open()
    try:
        yield house, attendance
    finally:
        await house.stop()
