"""Every command was answered by what it did, and nothing else was answered.

The digest of the command that an answer carries follows from the command's first record;
answers of older houses carry none.
"""

import msgspec

from croupier.house.keeping.asked import asked_in
from croupier.house.keeping.once import Kept
from croupier.house.log.paging import PAGE
from croupier.house.log.records import Answer, Record
from croupier.house.log.storing import EventStore
from croupier.house.proof.wrong import Wrong


class Answers:
    """What every command must have been answered: its stream, and the version after it.

    The records of a command are stored together. It is looked up once none of them has come
    for as long as it takes to read a page, so that memory does not grow with the log.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._recent: dict[str, tuple[Record, int]] = {}
        self._before: dict[str, tuple[Record, int]] = {}
        self._read = 0
        self._commands = 0

    async def take(self, record: Record) -> None:
        command = record.command
        due = self._recent.get(command) or self._before.pop(command, None)
        if due is None:
            due = (record, record.version)
        elif due[0].stream == record.stream:  # the command's own stream is written first
            due = (due[0], record.version)
        self._recent[command] = due
        self._read += 1
        if self._read % PAGE == 0:
            await self._look_up()

    async def finish(self, kept: int | None) -> None:
        """Every command has its answer; and where the house stood still, nothing else has."""
        await self._look_up()
        await self._look_up()
        if kept is not None and kept != self._commands:
            raise Wrong("answers", f"there are {kept}, and {self._commands} commands were given")

    async def _look_up(self) -> None:
        kept = await self._store.answers(list(self._before))
        for command, (first, version) in self._before.items():
            answer = kept.get(command)
            if answer is None or not _says(answer, first, version):
                raise Wrong.at(
                    first.stream, version, f"command {command} was not answered by what it did"
                )
        self._commands += len(self._before)
        self._before, self._recent = self._recent, {}


def _says(answer: Answer, first: Record, version: int) -> bool:
    try:
        told = msgspec.json.decode(answer.reply, type=Kept)
    except msgspec.MsgspecError:
        return False
    due = Kept(first.command, first.stream, version, told.asked)
    if (answer.stream, told) != (first.stream, due):
        return False
    return told.asked is None or told.asked in asked_in(first)
