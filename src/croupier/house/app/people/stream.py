"""The people's stream: read with what other processes have stored, and written to by signature."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import uuid4

from msgspec import structs

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.stream import PEOPLE, Department
from croupier.house.model.people.checks import demand_signed, giver
from croupier.house.model.people.events import PeopleEvent
from croupier.house.model.people.roles import Signature
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseRefused

Decide = Callable[[People, datetime], Sequence[PeopleEvent]]
_WAITS = 50


class PeopleStream:
    """Reads the newest state and writes down what was decided on it."""

    def __init__(self, handler: CommandHandler) -> None:
        self._handler = handler
        self._held = handler.streams.held
        self._reading = asyncio.Lock()
        self._read_at = -1.0

    async def people(self) -> People:
        """As they are on disk, as far as this process has heard."""
        state = (await self._handler.streams.department(Department.PEOPLE)).stored
        assert isinstance(state, People)
        return state

    def held(self) -> People | None:
        """The same, if this process has them in memory."""
        stream = self._held(PEOPLE)
        return None if stream is None else stream.stored

    async def newest(self) -> People:
        """With all that other processes have stored before this moment."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        async with self._reading:
            if self._read_at <= asked:  # nobody else began to read after this was asked
                self._read_at = loop.time()
                await self._read_on()
        return await self.people()

    async def _read_on(self) -> None:
        streams = self._handler.streams
        for _ in range(_WAITS):
            stream = await streams.department(Department.PEOPLE)
            if not stream.waiting:
                await streams.catch_up({Department.PEOPLE: stream.head.version + 1}, lambda _: True)
                return
            await asyncio.sleep(0.01)

    async def record(self, decide: Decide, by: Signature | None, key: str | None = None) -> None:
        """Decided on the newest state; a refusal that rests on an old one is asked again."""
        name = key or f"people:{uuid4().hex}"

        def signed(people: People, at: datetime) -> Sequence[PeopleEvent]:
            events = [_by(event, by) for event in decide(people, at)]
            for event in events:
                demand_signed(people, event, by, at)
            return events

        try:
            await self._handler.record(Department.PEOPLE, signed, by, name)
        except HouseRefused:
            await self.newest()
            await self._handler.record(Department.PEOPLE, signed, by, name)

    def now(self) -> datetime:
        return self._handler.now()


def _by(event: PeopleEvent, by: Signature | None) -> PeopleEvent:
    """With the hand that did it, where the event says so."""
    hand = giver(event, by)
    return event if hand is None else structs.replace(event, by=hand)
