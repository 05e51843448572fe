"""A command is carried out once, however often it is sent: a repeated key gets the same answer.

A key belongs to one command: with a different one it is refused, and nothing is done. If another
process was faster, the command is decided again on what that process stored.

The command's digest is kept with the answer and follows from the command's first record alone, so
that it can be proved like the rest of the log. The digest of a command with cards is keyed with the
house's key: there are so few possible hands that a plain one would give the hand away.
"""

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any, get_args

import msgspec
from msgspec import Raw, Struct, structs

from croupier.house.log.event_store import Conflict, EventStore, Moved
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import (
    CloseDay,
    CloseDrawer,
    ConfigureCage,
    CountFloat,
    DepartmentCommand,
)
from croupier.house.model.jackpot import events as hj
from croupier.house.model.records import CARD_COMMANDS, Answer, Record, decode_event
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.sealing import subkey
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
    """The version of the stream after it."""
    proposal: str | None = None
    """If set, nothing was carried out yet: it awaits a second person under this name."""


class Kept(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer as stored: what was replied, and what had been asked (`asked_by`)."""

    command: str
    stream: str
    version: int
    asked: str | None = None
    """The digest of the command; older answers have none, nor does what is not a command."""
    proposal: str | None = None


_decode = msgspec.json.Decoder(Kept).decode

Attempt = Callable[..., Awaitable[Accepted]]


class VersionConflict(Exception):
    """The caller expected the stream at another version; nothing happened."""

    def __init__(self, expected: int, version: int) -> None:
        super().__init__(
            f"It is at version {version}, not at {expected}: look again and decide anew."
        )
        self.expected = expected
        self.version = version


class Contended(Exception):
    """Other processes were faster every time; nothing happened, and it can be tried again."""


_FINAL = (Refused, HouseRefused, VersionConflict, Moved)
"""Why an attempt stored nothing, and another one would not either."""
_NOT_STORED = (*_FINAL, Conflict)


def as_answer(accepted: Accepted, asked: str | None) -> Answer:
    """What is stored with the command."""
    kept = Kept(accepted.command, accepted.stream, accepted.version, asked, accepted.proposal)
    return Answer(accepted.command, accepted.stream, _encode(kept))


def demand_same(asked: str | None, before: str | None) -> None:
    """A repetition must ask for the same as before."""
    if asked is not None and before is not None and asked != before:
        decline(
            HouseCode.KEY_USED,
            "This key was given with another command before; nothing was done. "
            "Give each command a key of its own.",
        )


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """What a command takes for granted: where that no longer holds, nothing is done.

    A command that was carried out is answered all the same when it is repeated, however late.
    """

    version: int | None = None
    """Of the stream."""
    round: int | None = None
    """Of the table: a command that somebody gave in one round never counts in another."""
    until: datetime | None = None
    """By the house's clock: what a slow connection delivers later is not carried out."""

    def demand_version(self, version: int) -> None:
        if self.version is not None and self.version != version:
            raise VersionConflict(self.version, version)

    def demand_round(self, number: int) -> None:
        if self.round is not None and self.round != number:
            decline(
                HouseCode.OTHER_ROUND,
                f"This was meant for round {self.round}, which "
                f"{'is over' if self.round < number else 'has not begun'}. Nothing was done.",
            )

    def demand_time(self, now: datetime) -> None:
        if self.until is not None and now > self.until:
            decline(HouseCode.TOO_LATE, "This reached the house too late. Nothing was done.")


NOTHING_EXPECTED = Expected()


class InFlight:
    """A command being carried out, and those who wait for it besides its sender."""

    __slots__ = ("_told", "asked")

    def __init__(self, asked: str | None) -> None:
        self.asked = asked
        self._told: asyncio.Future[Accepted] | None = None

    async def landed(self) -> Accepted:
        """Its outcome."""
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
            self._told.exception()  # perhaps nobody is waiting any more
        else:
            self._told.cancel()


class Idempotency:
    """The commands that this process is carrying out, and the answers it remembers."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._in_flight: dict[str, InFlight] = {}
        self._answers: OrderedDict[str, tuple[str | None, Accepted]] = OrderedDict()

    async def carry_out(
        self, key: str, asked: str | None, attempt: Attempt, *given: Any
    ) -> Accepted:
        """Carry out what has not been answered yet, and let repetitions wait for it."""
        if (known := self._answers.get(key)) is not None:
            demand_same(asked, known[0])
            return known[1]
        if (running := self._in_flight.get(key)) is not None:
            demand_same(asked, running.asked)
            return await running.landed()
        flight = self._in_flight[key] = InFlight(asked)
        try:
            try:
                accepted = await attempt(*given)
            except _NOT_STORED as error:
                accepted = await self._after(error, key, asked, attempt, *given)
        except BaseException as error:
            flight.fail(error)
            raise
        finally:
            del self._in_flight[key]
        self._remember(asked, accepted)
        flight.land(accepted)
        return accepted

    def asked(self, key: str) -> str | None:
        """The digest of the command being carried out under a key."""
        running = self._in_flight.get(key)
        return None if running is None else running.asked

    async def _after(
        self, error: Exception, key: str, asked: str | None, attempt: Attempt, *given: Any
    ) -> Accepted:
        """The answer that another process stored, or the outcome of further attempts."""
        for number in range(1, ATTEMPTS + 1):
            if (answer := await self.answered(key, asked)) is not None:
                return answer
            if isinstance(error, _FINAL):
                raise error
            if number < ATTEMPTS:
                await asyncio.sleep(min(0.001 * number, 0.02))
                try:
                    return await attempt(*given)
                except _NOT_STORED as again:
                    error = again
        raise Contended("Others kept changing the same table or jackpot; try again.")

    async def answered(self, key: str, asked: str | None) -> Accepted | None:
        """The answer that is on disk under a key; raises `HouseRefused` if it is another
        command's."""
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
_AT_TABLES: frozenset[type] = frozenset(get_args(hc.TableStreamCommand))
IN_DEPARTMENTS: frozenset[type] = frozenset(
    kind for kind in get_args(hc.AnyCommand) if issubclass(kind, DepartmentCommand)
)
"""As sets: to ask a union of fifty whether something is one of them takes as long as a digest."""

_canonical = msgspec.json.Encoder(order="deterministic").encode
replace = structs.replace


ADDED_LATER: dict[type[Struct], tuple[str, ...]] = {
    c.RevealDealer: ("cards",),
    c.CorrectEntry: ("reason",),
    ConfigureCage: ("chips",),
    hc.PayJackpot: ("cash", "smallest_chip", "odd_money", "at_desk"),
    hc.ReturnPayment: ("smallest_chip",),
    CountFloat: ("chips", "sheet"),
    CloseDay: ("reason",),
    CloseDrawer: ("adds_up",),
    hc.ConfirmActs: ("rounds_once", "remembered", "stakes_apart", "waits_for_prizes"),
    hc.ReportPayment: ("second_person_above", "by_two"),
    hc.TakeSeat: ("shares",),
    hc.LeaveSeat: ("player",),
}
"""Fields that a command did not have when the first houses kept its digest. Where one holds its
default it is left out of the digest, so that answers of all houses can be proved and repeated."""


FILLED_IN = (hc.ConfirmActs, hc.ReportPayment, hc.PayJackpot, hc.ReturnPayment, CloseDrawer)
"""Commands that have something which only the house says."""


def _as_first(place: str | None, command: Struct) -> bytes:
    """A command as it was written before these fields existed, unless they say something."""
    kind = type(command)
    defaults = _defaults(kind)
    plain: dict[str, Any] = msgspec.to_builtins(command, order="deterministic")
    for name in ADDED_LATER[kind]:
        if getattr(command, name) == defaults[name]:
            del plain[name]
    if isinstance(command, ConfigureCage) and not command.limits.two_people:
        del plain["limits"]["two_people"]
    return _encode((place, plain))


@cache
def _defaults(kind: type[Struct]) -> dict[str, Any]:
    """Looked up once: to find the fields of a type takes as long as to decide a wager."""
    return {field.name: field.default for field in structs.fields(kind)}


class _Registered(Struct, frozen=True):
    dealing: Raw
    """Kept verbatim, because older houses wrote the same seconds as `15` or `15.0`."""


def asked_by(table: str | None, command: hc.AnyCommand, key: bytes = b"") -> str:
    """The digest of a command and of the table it is for, whoever gives it.

    `key` is the first key the house had, empty in a house without one.
    """
    kind = type(command)
    given: Any = command
    if kind not in IN_DEPARTMENTS and (
        given.by is not None or given.table is not None or given.at is not None
    ):
        command = replace(command, by=None, table=None, at=None)
    place = table if kind in _AT_TABLES else None
    said = _as_first(place, command) if kind in ADDED_LATER else _canonical((place, command))
    if key and kind in CARD_COMMANDS:
        return hmac.digest(subkey(key, "asked"), said, "sha256")[:DIGEST_BYTES].hex()
    return sha256(said).digest()[:DIGEST_BYTES].hex()


def as_sent(command: hc.AnyCommand) -> hc.AnyCommand:
    """A command without what the house fills in."""
    if type(command) not in FILLED_IN:
        return command
    match command:
        case hc.ConfirmActs():
            return hc.ConfirmActs(
                acts=command.acts, by=command.by, table=command.table, at=command.at
            )
        case hc.ReportPayment():
            return replace(command, second_person_above=None, by_two=False)
        case hc.PayJackpot():
            return replace(command, smallest_chip=None, odd_money=None, at_desk=False)
        case hc.ReturnPayment():
            return replace(command, smallest_chip=None)
        case CloseDrawer():
            return replace(command, adds_up=False)
        case _:
            return command


def asked_in(first: Record, key: bytes, *, chained: bool) -> frozenset[str] | None:
    """The digests that fit the first record of a command; none if that takes the key.

    An electronic table adds the cards of its shuffle to a command without cards, and the house its
    chips and limits to acts and reports. Before cards were sealed, houses kept the plain digest of
    all commands.
    """
    if first.closed:
        return None
    kind, _, name = first.stream.partition(":")
    event = decode_event(first.event)
    match event:
        case h.CommandGiven(command=command):
            pass
        case h.TableRegistered(money=money) if money is not None:
            dealing: Any = msgspec.json.decode(first.event, type=_Registered).dealing
            command = hc.RegisterTable(name=name, entry=event.entry, dealing=dealing, money=money)
        case hj.JackpotRegistered(money=money) if money is not None:
            command = hc.RegisterJackpot(
                name=name, entry=event.entry, terms=event.terms, money=money
            )
        case _:
            return frozenset()
    table = name if kind == "table" else None
    if isinstance(command, hc.ReportPayment):  # one that takes two is proposed at the cage
        table = table or command.table
    given = [command]
    if isinstance(command, c.Deal):
        given.append(replace(command, shoe=None))
    elif isinstance(command, FILLED_IN):
        given.append(as_sent(command))
    elif isinstance(command, c.Draw):
        given.append(replace(command, magic_card=None, lucky_box=None, lucky_dealer=None))
    found = {asked_by(table, one) for one in given}
    if type(command) in CARD_COMMANDS:
        if chained and not key:
            return None
        found |= {asked_by(table, one, key) for one in given}
    return frozenset(found)
