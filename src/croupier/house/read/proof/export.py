"""Recorded play as table scripts that anybody can replay to the same lines.

A script starts from the recorded state: the number of the round, what the table remembers of
players, the meter with its fraction. What other tables did to the meter in between becomes
adjustments. If a claim had to wait for earlier-dealt rounds elsewhere (CSP 4.5.2), a second table
stands for them, and an order of the House pays the claim at the time it was paid. Every script is
played as it is written and compared with what was recorded.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal

import msgspec
from msgspec import Struct, structs

from croupier.floor import FloorCommand, play
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.recorded import Given, Late, Round
from croupier.jackpot.commands import AdjustJackpot, OrderClaims, PendingClaim
from croupier.jackpot.events import JackpotWon, Winning
from croupier.jackpot.meter import Jackpot
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.settings import USUAL_LIMITS
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import FORMAT, JackpotEntry, MemoryEntry, Script, TableEntry
from croupier.script.replay import opening_floor
from croupier.table import commands as c
from croupier.table.events import TableEvent
from croupier.table.evolve import Event
from croupier.table.state import Memory

replace = structs.replace
OTHERS = Actor("other tables", Role.SHIFT_MANAGER)
_TABLE_EVENTS = TableEvent.__args__
_WITHOUT_METER = (c.PlaceWager, c.WithdrawWager, c.HandleHand, c.ViewHand)


class CannotExport(ValueError):
    """What was asked for cannot be made into a script; the sentence says why."""


class Exported(Struct, frozen=True):
    """A script, and the table's own events as they were recorded."""

    name: str
    script: Script
    events: tuple[TableEvent, ...]


def scripts(rounds: Sequence[Round]) -> list[Exported]:
    """Scripts of consecutive rounds at one table; a new one begins where the terms changed."""
    exported: list[Exported] = []
    together: list[Round] = []
    for one in rounds:
        if together and _terms(one) != _terms(together[-1]):
            exported.append(_script(together))
            together = []
        together.append(one)
    if together:
        exported.append(_script(together))
    return exported


def _terms(one: Round) -> tuple[JackpotEntry | None, TableEntry]:
    first = one.given[0]
    return (None if first.link is None else first.link.entry), first.table.entry


def _script(rounds: Sequence[Round]) -> Exported:
    first = rounds[0].given[0]
    table, link = first.table, first.link
    name = table.name
    entry = replace(table.entry, round=rounds[0].number, memory=_memory(table.game.memory))
    tables = {name: entry}
    if any(one.waits for one in rounds):
        tables[_other_name(name)] = TableEntry(
            entry.rulebook, readings=entry.readings, jackpot=entry.jackpot
        )
    jackpots = {} if link is None else {link.name: _jackpot(link.meter, link.entry)}
    script = Script(FORMAT, tables, jackpots)  # type: ignore[arg-type]
    writer = _Writer(script)
    writer.restore(table, first.at)
    writer.write(rounds)
    last = rounds[-1].number
    span = f"{rounds[0].number}" if len(rounds) == 1 else f"{rounds[0].number}-{last}"
    return Exported(
        f"{name}-round-{span}",
        replace(script, commands=tuple(writer.commands)),
        tuple(event for one in rounds for given in one.given for event in given.events),
    )


def _other_name(table: str) -> str:
    return "other tables" if table != "other tables" else "tables beside"


def _memory(memory: Memory) -> MemoryEntry:
    return MemoryEntry(
        tuple(sorted(memory.under_minimum)),
        tuple(sorted(memory.restricted)),
        tuple(sorted(memory.barred)),
    )


def _jackpot(meter: Jackpot, entry: JackpotEntry) -> JackpotEntry:
    fraction = Decimal(meter.units % meter.scale) / Decimal(meter.scale)
    return replace(entry, meter=meter.meter, fraction=str(fraction.normalize()))


class _Writer:
    """Plays along as it writes, and makes sure that the result is what was recorded."""

    def __init__(self, script: Script) -> None:
        self.commands: list[FloorCommand] = []
        self._table, *others = script.tables
        self._others = _OtherTables(others[0]) if others else None
        self._floor = opening_floor(script)
        self._now = datetime.min.replace(tzinfo=UTC)

    def restore(self, table: HouseTable, at: datetime) -> None:
        """Orders of earlier rounds that still apply."""
        game = table.game
        if game.disallowed:
            self._add(c.DisallowBoxes(boxes=tuple(sorted(game.disallowed)), by=OTHERS), at)
        if game.settings.jackpot is not None and not game.jackpot_available_next:
            self._add(c.SetJackpotService(available=False, by=OTHERS), at)

    def write(self, rounds: Sequence[Round]) -> None:
        """Everything in the order of the log: a late payment may fall in a later round."""
        acts: list[tuple[Round, Given | Late]] = []
        for one in rounds:
            acts += [(one, given) for given in one.given]
            acts += [(one, late) for late in one.late]
        for one, act in sorted(acts, key=lambda pair: pair[1].seq):
            try:
                if isinstance(act, Given):
                    self._give(one, act)
                else:
                    self._pay(one, act)
            except Refused as refused:
                raise CannotExport(
                    f"round {one.number} of table {one.table}: played on its own it would be "
                    f"refused: {refused}"
                ) from None

    def _give(self, one: Round, given: Given) -> None:
        if self._others is not None:
            if isinstance(given.command, c.Deal) and one.waits:
                self._add_elsewhere(self._others.deal(), given.at)
            elif given.queues and not given.waits:
                self._add_elsewhere(self._others.end(), given.at)
        if given.link is not None and not isinstance(given.command, _WITHOUT_METER):
            self._match_meter(given.link, given.at)
        came = self._add(given.command, given.at)  # type: ignore[arg-type]
        self._compare(one, given.events, [event for event in came if _is_of_table(event)])
        self._compare(one, _winnings(one, given.movements), _winnings(one, came))

    def _pay(self, one: Round, late: Late) -> None:
        """The House orders a claim to be paid when it was, from the meter as it was."""
        self._match_meter(late.link, late.at)
        claims = tuple(
            PendingClaim(one.table, winning.box, one.number) for winning in late.event.winnings
        )
        came = self._add(OrderClaims(claims=claims, by=OTHERS), late.at)
        self._compare(one, _winnings(one, [late.event]), _winnings(one, came))

    def _compare(self, one: Round, recorded: Sequence[object], came: Sequence[object]) -> None:
        if list(recorded) != list(came):
            raise CannotExport(
                f"round {one.number} of table {one.table}: played on its own it would not come "
                "to what was recorded"
            )

    def _match_meter(self, link: HouseJackpot, at: datetime) -> None:
        difference = link.meter.meter - self._floor.jackpots[link.name].meter
        if difference:
            reason = "what other tables did to the meter"
            self._add(
                AdjustJackpot(jackpot=link.name, amount=difference, reason=reason, by=OTHERS), at
            )

    def _add_elsewhere(self, commands: Iterable[c.TableCommand], at: datetime) -> None:
        assert self._others is not None
        for command in commands:
            self._add(command, at, self._others.name)

    def _add(
        self, command: FloorCommand, at: datetime, table: str | None = None
    ) -> tuple[Event, ...]:
        """The clocks of different processes may differ, but a script's times never go back."""
        self._now = max(self._now, at)
        where = (table or self._table) if self._others is not None else None
        if isinstance(command, OrderClaims | AdjustJackpot):
            where = None
        self.commands.append(replace(command, table=where, at=self._now.isoformat()))
        self._floor, events = play(self._floor, table or self._table, command)
        return events


class _OtherTables:
    """A table that stands for all rounds of the link that a claim had to wait for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._running = False

    def deal(self) -> Iterator[c.TableCommand]:
        """A round of its own is on the table before the next one is dealt; it moves no meter."""
        if self._running:
            return
        self._running = True
        yield c.OpenBets(by=OTHERS)
        yield c.PlaceWager(
            box=1, player=OTHERS.id, wager=WagerKind.ANTE, amount=USUAL_LIMITS.minimum, by=OTHERS
        )
        yield c.CloseBets(by=OTHERS)
        hands = {"1": "2c 3d 5h 7s 9c", "dealer": "2d 4h 6s 8c Td"}
        yield c.Deal(hands=hands, by=OTHERS)

    def end(self) -> Iterator[c.TableCommand]:
        """Nothing is left to wait for."""
        if not self._running:
            return
        self._running = False
        yield c.Report(
            irregularity=Irregularity.OTHER,
            description="this round stood for rounds of other tables, which are over",
            by=OTHERS,
        )
        yield c.Rule(decision=Decision.VOID, reason="those rounds are over", by=OTHERS)


def _is_of_table(event: Event) -> bool:
    return isinstance(event, _TABLE_EVENTS)


def _winnings(one: Round, events: Iterable[object]) -> list[tuple[Winning, ...]]:
    """What the claims of a round were paid."""
    return [
        event.winnings
        for event in events
        if isinstance(event, JackpotWon) and (event.table, event.round) == (one.table, one.number)
    ]


def script_json(script: Script) -> bytes:
    """The script for people to read: keys without information are left out."""
    plain = msgspec.to_builtins(script)
    plain["commands"] = [
        {key: value for key, value in command.items() if value is not None}
        for command in plain["commands"]
    ]
    return msgspec.json.format(msgspec.json.encode(plain), indent=2)
