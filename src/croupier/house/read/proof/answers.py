"""Every command was answered by what it did, and nothing else was answered.

The digest of the command that an answer contains follows from the command's first record; answers
of older houses contain none.
"""

import msgspec

from croupier.house.app.idempotency import Kept, asked_in
from croupier.house.keyring import Keyring
from croupier.house.log.event_store import EventStore
from croupier.house.log.paging import PAGE
from croupier.house.model.events import Proposed
from croupier.house.model.records import Answer, Entry, Record
from croupier.house.read.proof.findings import Wrong


class Answers:
    """The answer that every command must have had: its stream, and the version after it.

    The records of a command are stored together. It is looked up once none of them has come for as
    long as it takes to read a page, so that memory does not grow with the log.
    """

    def __init__(self, store: EventStore, keys: Keyring) -> None:
        self._store = store
        self._key = keys.first
        self._recent: dict[str, tuple[Entry, int, str | None]] = {}
        self._before: dict[str, tuple[Entry, int, str | None]] = {}
        self._read = 0
        self._commands = 0

    async def take(self, entry: Entry) -> None:
        record, command = entry.record, entry.record.command
        due = self._recent.get(command) or self._before.pop(command, None)
        if due is None:
            due = (entry, record.version, None)
        elif due[0].record.stream == record.stream:  # the command's own stream is written first
            due = (due[0], record.version, _proposed(record) or due[2])
        self._recent[command] = due
        self._read += 1
        if self._read % PAGE == 0:
            await self._look_up()

    async def finish(self, kept: int | None) -> None:
        """Every command has its answer; and if the house was at rest, there are no others."""
        try:
            await self._look_up()
        finally:
            await self._look_up()
        if kept is not None and kept != self._commands:
            raise Wrong("answers", f"there are {kept}, and {self._commands} commands were given")

    async def _look_up(self) -> None:
        kept = await self._store.answers(list(self._before))
        wrong = None
        for command, (first, version, proposal) in self._before.items():
            answer = kept.get(command)
            if answer is None or not self._says(answer, first, version, proposal):
                problem = f"command {command} was not answered by what it did"
                wrong = wrong or Wrong.at(first.record.stream, version, problem)
        self._commands += len(self._before)
        self._before, self._recent = self._recent, {}
        if wrong is not None:
            raise wrong

    def _says(self, answer: Answer, entry: Entry, version: int, proposal: str | None) -> bool:
        first = entry.record
        try:
            told = msgspec.json.decode(answer.reply, type=Kept)
        except msgspec.MsgspecError:
            return False
        due = Kept(first.command, first.stream, version, told.asked, proposal)
        if (answer.stream, answer.reply) != (first.stream, msgspec.json.encode(due)):
            return False
        known = asked_in(first, self._key, chained=entry.mac is not None)
        if known is None:
            return told.asked is not None
        if told.asked is None:
            return not (known and entry.mac is not None)
        return told.asked in known


def _proposed(record: Record) -> str | None:
    """The proposal that is pending from now on, if the record says so."""
    if not record.event.startswith(b'{"event":"proposed"'):
        return None
    return msgspec.json.decode(record.event, type=Proposed).proposal
