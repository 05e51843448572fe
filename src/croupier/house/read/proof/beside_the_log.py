"""What is stored beside the log and must agree with it.

Every command was answered by what it did, and nothing else was answered. The digest of the command
that an answer contains follows from the command's first record; answers of older houses contain
none.

People's secrets are those that the log means: each is sealed by the house, for its owner. The log
records a password change before the hash is stored; so in a running house a mismatch is checked
again, with what the log has recorded since.
"""

import asyncio
from collections.abc import Mapping

import msgspec

from croupier.house.app.idempotency import Kept, asked_in
from croupier.house.app.people import second_factor
from croupier.house.log.credentials import Credential
from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import PAGE, Department, events_of, fold
from croupier.house.model.events import Proposed
from croupier.house.model.people.credentials import Seals
from croupier.house.model.people.roles import Account
from croupier.house.model.people.state import People
from croupier.house.model.records import Answer, Entry, Record
from croupier.house.read.proof.findings import Wrong
from croupier.house.sealing import Keyring


class Answers:
    """The answer that every command must have had: its stream, and the version after it.

    The records of a command are stored together. It is looked up once none of them has come for as
    long as it takes to read a page, so that memory does not grow with the log.
    """

    def __init__(self, store: EventStore, keys: Keyring, before: int = 0) -> None:
        """`before`: how many commands were answered before the first record that is taken."""
        self._store = store
        self._key = keys.first
        self._recent: dict[str, tuple[Entry, int, str | None]] = {}
        self._before: dict[str, tuple[Entry, int, str | None]] = {}
        self._read = 0
        self.commands = before

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
        if kept is not None and kept != self.commands:
            raise Wrong("answers", f"there are {kept}, and {self.commands} commands were given")

    async def _look_up(self) -> None:
        kept = await self._store.answers(list(self._before))
        wrong = None
        for command, (first, version, proposal) in self._before.items():
            answer = kept.get(command)
            if answer is None or not self._says(answer, first, version, proposal):
                problem = f"command {command} was not answered by what it did"
                wrong = wrong or Wrong.at(first.record.stream, version, problem)
        self.commands += len(self._before)
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
        known = asked_in(first, self._key, chained=entry.chained)
        if known is None:
            return told.asked is not None
        if told.asked is None:
            return not (known and entry.chained)
        return told.asked in known


def _proposed(record: Record) -> str | None:
    """The proposal that is pending from now on, if the record says so."""
    if not record.event.startswith(b'{"event":"proposed"'):
        return None
    return msgspec.json.decode(record.event, type=Proposed).proposal


# Credentials


ATTEMPTS = 5
BETWEEN_SECONDS = 0.1


async def prove_credentials(store: EventStore, people: People, version: int, keys: Keyring) -> None:
    """`version`: how far the people are known. Without keys only missing secrets are found."""
    for attempt in range(ATTEMPTS):
        if attempt:
            await asyncio.sleep(BETWEEN_SECONDS)
            async for record, event in events_of(store, Department.PEOPLE, after=version):
                people = fold(Department.PEOPLE, people, event, record.at)
                version = record.version
        wrong = _wrong(await store.credentials.all(), people, keys)
        if wrong is None:
            return
    assert wrong is not None
    raise wrong


def _wrong(kept: Mapping[str, Credential], people: People, keys: Keyring) -> Wrong | None:
    for person in sorted(kept.keys() | people.accounts.keys()):
        account, secrets = people.accounts.get(person), kept.get(person, Credential())
        problem = "there is nobody of that name"
        if account is not None:
            problem = _missing(account, secrets)
            if keys and not problem:
                problem = _unsealed(account, secrets, keys)
        if problem:
            return Wrong(f"credentials of {person}", problem)
    return None


def _missing(account: Account, secrets: Credential) -> str:
    if account.mark and secrets.password is None:
        return "the password that the log speaks of is missing"
    if account.second_factor and secrets.second_factor is None:
        return "the second factor that the log speaks of is missing"
    return ""


def _unsealed(account: Account, secrets: Credential, keys: Keyring) -> str:
    """Secrets are under the first key, whatever keys have followed."""
    seals, hashed, sealed = Seals(keys.first), secrets.password, secrets.second_factor
    holds = seals.holds_password(secrets.seal, account.id, account.mark, hashed or "")
    if not holds and (hashed is not None or secrets.seal is not None):
        return "the house did not keep this password, or the log speaks of another"
    if sealed is not None and second_factor.unseal(keys.first, account.id, sealed) is None:
        return "the house did not keep this second factor"
    return ""
