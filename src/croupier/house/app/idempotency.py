"""A command is carried out once, however often it is given: its key is answered alike.

A key is for one command: with another one it is refused, and nothing is done.
Where another process was faster, the command is decided anew on what that one stored.

It is kept with the answer, and follows from the first record of the command alone, so that it
can be proved like the rest of the log. A command that bears cards has a digest under the house's
key: a hand has so few possibilities that another would give it away.
"""

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from croupier.house.keyring import subkey
from croupier.house.log.event_store import Conflict, EventStore
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import DepartmentCommand
from croupier.house.model.records import Answer, Record
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.table.cards import CARD_COMMANDS
from croupier.refusal import Refused
from croupier.table import commands as c

ATTEMPTS = 100
ANSWERS_KEPT = 20_000

_encode = msgspec.json.Encoder().encode


class Accepted(Struct, frozen=True, omit_defaults=True):
    """A command was carried out and is on disk."""

    command: str
    """Its idempotency key."""
    stream: str
    version: int
    """Of the stream, after it."""
    proposal: str | None = None
    """Nothing was carried out yet: it waits under this name for a second person."""


class Kept(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer as it is stored: what was told, and what had been asked (`asked.py`)."""

    command: str
    stream: str
    version: int
    asked: str | None = None
    """The digest of the command; older answers and what is no command have none."""
    proposal: str | None = None


_decode = msgspec.json.Decoder(Kept).decode

Attempt = Callable[[], Awaitable[Accepted]]


class VersionConflict(Exception):
    """The caller expected the stream at another version; nothing has happened."""

    def __init__(self, expected: int, version: int) -> None:
        super().__init__(
            f"It is at version {version}, not at {expected}: look again and decide anew."
        )
        self.version = version


class Contended(Exception):
    """Other processes kept being faster; nothing has happened and it may be tried again."""


def as_answer(accepted: Accepted, asked: str | None) -> Answer:
    """What is stored with the command."""
    kept = Kept(accepted.command, accepted.stream, accepted.version, asked, accepted.proposal)
    return Answer(accepted.command, accepted.stream, _encode(kept))


def demand_same(asked: str | None, before: str | None) -> None:
    """A repetition asks for what was asked before."""
    if asked is not None and before is not None and asked != before:
        decline(
            HouseCode.KEY_USED,
            "This key was given with another command before; nothing was done. "
            "Give each command a key of its own.",
        )


def demand_version(expected: int | None, version: int) -> None:
    """The stream stands where the caller believes it to stand, where that matters to them."""
    if expected is not None and expected != version:
        raise VersionConflict(expected, version)


class InFlight:
    """A command that is being carried out, and whoever waits for it beside its giver."""

    __slots__ = ("_told", "asked")

    def __init__(self, asked: str | None) -> None:
        self.asked = asked
        self._told: asyncio.Future[Accepted] | None = None

    async def landed(self) -> Accepted:
        """What came of it."""
        if self._told is None:
            self._told = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._told)

    def land(self, accepted: Accepted) -> None:
        if self._told is not None:
            self._told.set_result(accepted)

    def fail(self, error: BaseException) -> None:
        if self._told is None:
            return
        if isinstance(error, Exception):
            self._told.set_exception(error)
            self._told.exception()  # nobody may be waiting any more
        else:
            self._told.cancel()


class Idempotency:
    """The commands that this process carries out, and the answers that it remembers."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._in_flight: dict[str, InFlight] = {}
        self._answers: OrderedDict[str, tuple[str | None, Accepted]] = OrderedDict()

    async def carry_out(self, key: str, attempt: Attempt, asked: str | None = None) -> Accepted:
        """Carry out what has not been answered yet, and let repetitions wait for it."""
        if (known := self._answers.get(key)) is not None:
            demand_same(asked, known[0])
            return known[1]
        if (running := self._in_flight.get(key)) is not None:
            demand_same(asked, running.asked)
            return await running.landed()
        flight = self._in_flight[key] = InFlight(asked)
        try:
            accepted = await self._until_stored(key, attempt, asked)
        except BaseException as error:
            flight.fail(error)
            raise
        finally:
            del self._in_flight[key]
        self._remember(asked, accepted)
        flight.land(accepted)
        return accepted

    def asked(self, key: str) -> str | None:
        """The digest of the command that is being carried out under a key."""
        running = self._in_flight.get(key)
        return None if running is None else running.asked

    async def _until_stored(self, key: str, attempt: Attempt, asked: str | None) -> Accepted:
        for number in range(ATTEMPTS):
            if number:
                await asyncio.sleep(min(0.001 * number, 0.02))
            try:
                return await attempt()
            except (Refused, HouseRefused, VersionConflict):
                if (answer := await self._answered(key, asked)) is not None:
                    return answer
                raise
            except Conflict:
                if (answer := await self._answered(key, asked)) is not None:
                    return answer
        raise Contended("Others kept changing the same table or jackpot; try again.")

    async def _answered(self, key: str, asked: str | None) -> Accepted | None:
        found = await self._store.answered(key)
        if found is None:
            return None
        kept = _decode(found.reply)
        demand_same(asked, kept.asked)
        return Accepted(kept.command, kept.stream, kept.version, kept.proposal)

    def _remember(self, asked: str | None, accepted: Accepted) -> None:
        self._answers[accepted.command] = asked, accepted
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)


DIGEST_BYTES = 12

_canonical = msgspec.json.Encoder(order="deterministic").encode
replace = structs.replace


class _Registered(Struct, frozen=True):
    dealing: Raw
    """To the letter, as older houses spelled the same seconds `15` or `15.0`."""


def asked_by(table: str | None, command: hc.AnyCommand, key: bytes = b"") -> str:
    """The digest of a command, whoever gives it, and of the table that it is for.

    `key` is the first that the house had, none in a house without.
    """
    if not isinstance(command, DepartmentCommand):
        command = replace(command, by=None, table=None, at=None)
    place = table if hc.is_for_table(command) else None
    said = _canonical((place, command))
    if key and type(command) in CARD_COMMANDS:
        return hmac.digest(subkey(key, "asked"), said, "sha256")[:DIGEST_BYTES].hex()
    return sha256(said).digest()[:DIGEST_BYTES].hex()


def asked_in(first: Record, key: bytes, *, chained: bool) -> frozenset[str] | None:
    """The digests that the first record of a command bears out; none where it takes the key.

    To a command without cards an electronic table adds those of its shuffle. Houses from before
    cards were sealed kept the digest of every command in the open.
    """
    if first.closed:
        return None
    kind, _, name = first.stream.partition(":")
    event = h.decode_event(first.event)
    match event:
        case h.CommandGiven(command=command):
            pass
        case h.TableRegistered(money=money) if money is not None:
            dealing: Any = msgspec.json.decode(first.event, type=_Registered).dealing
            command = hc.RegisterTable(name=name, entry=event.entry, dealing=dealing, money=money)
        case h.JackpotRegistered(money=money) if money is not None:
            command = hc.RegisterJackpot(
                name=name, entry=event.entry, terms=event.terms, money=money
            )
        case _:
            return frozenset()
    table = name if kind == "table" else None
    given = [command]
    if isinstance(command, c.Deal):
        given.append(replace(command, shoe=None))
    elif isinstance(command, c.Draw):
        given.append(replace(command, magic_card=None, lucky_box=None, lucky_dealer=None))
    found = {asked_by(table, one) for one in given}
    if type(command) in CARD_COMMANDS:
        if chained and not key:
            return None
        found |= {asked_by(table, one, key) for one in given}
    return frozenset(found)
