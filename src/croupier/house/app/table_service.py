"""Commands to a table: decided with the meter it is linked to, stored in both streams at once."""

import asyncio
import os
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.house.app.idempotency import Accepted, demand_version
from croupier.house.app.recording import Beginning
from croupier.house.keyring import Keyring
from croupier.house.log.event_store import Conflict
from croupier.house.log.stream import Stream, Write
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot.decide import decide_table_registration
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.roles import Signature
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.table.cards import Chance, refused_report
from croupier.house.model.table.decide import HOUSE_MANAGER, decide_table
from croupier.house.model.table.edition import decide_edition
from croupier.house.model.table.requests import demand_few_wagers
from croupier.house.model.table.rulebook import pinned
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Code
from croupier.rulebooks.roles import Actor
from croupier.rulebooks.settings import BadSetting
from croupier.script.format import TableEntry
from croupier.table.commands import OpenBets

if TYPE_CHECKING:
    from croupier.house.app.command_handler import CommandHandler


class TableService:
    """Carries out commands to tables, and prepares new ones."""

    def __init__(self, handler: "CommandHandler", keys: Keyring) -> None:
        self._keeper = handler
        self._keys = keys
        self._no_seed = Chance(keys, b"", b"")

    async def attempt(
        self,
        name: str,
        command: hc.AnyCommand,
        by: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        handler = self._keeper
        table = await handler.streams.table(name)
        link: Stream[HouseJackpot] | None = None
        if table.state.jackpot is not None:
            link = await handler.streams.jackpot(table.state.jackpot)
            if table.dead:
                raise Conflict
        demand_version(expected_version, table.head.version)
        demand_few_wagers(table.state, command)
        at = max(handler.now(), table.last_at)
        state = None if link is None else link.state
        try:
            decision = decide_table(table.state, state, command, at, self._chance(command))
        except BrokenMeter as broken:
            assert link is not None
            await handler.links.lose(link, str(broken))
            raise Conflict from None
        given = h.CommandGiven(decision.command)
        writes = [Write(table, (given, *decision.table_events), decision.table)]
        reads = []
        if link is not None and decision.link_events:
            assert decision.link is not None
            writes.append(Write(link, decision.link_events, decision.link))
        elif link is not None and decision.on_link:
            reads.append(link)
        return await handler.write(writes, reads, at, by, key)

    async def note_refused(self, name: str, command: hc.AnyCommand, code: Code) -> None:
        """That cards were named and refused is on disk before anybody is told so."""
        table = await self._keeper.streams.table(name)
        note = refused_report(table.state, command, code)
        if note is not None:
            note = replace(note, by=HOUSE_MANAGER)
            key = f"refused-report:{os.urandom(16).hex()}"  # each of several at once counts
            await self._keeper.command(name, note, HOUSE_MANAGER, key)

    def _chance(self, command: hc.AnyCommand) -> Chance:
        if isinstance(command, OpenBets):
            return Chance(self._keys, self._keeper.seed(), os.urandom(16))
        return self._no_seed

    async def beginning(self, command: hc.RegisterTable, by: Actor | None) -> Beginning:
        """What a new table will write, to its stream and to the jackpot that it joins."""
        holding = self._keeper.streams
        await _read_aside(command.entry, self._keeper.now())
        stream = await holding.new(h.table_stream(command.name))
        link = None
        if command.entry.jackpot is not None:
            link = await holding.jackpot(command.entry.jackpot)

        def decide(at: datetime) -> list[Write]:
            events, table, joined = decide_table_registration(
                replace(command, by=by), None if link is None else link.state, at
            )
            begun = [Write(stream, events, table)]
            if link is not None and joined is not None:
                begun.append(Write(link, joined.events, joined.link))
            return begun

        return Beginning(decide, () if link is None else (link,))

    async def going_over(self, command: hc.ChangeEdition) -> Beginning:
        """What a table will write that is to run another edition."""
        holding = self._keeper.streams
        table = await holding.table(command.table)
        wanted = replace(table.state.entry, rulebook=command.rulebook)
        await _read_aside(wanted, command.since)
        if table.dead:
            raise Conflict
        link = None
        if table.state.jackpot is not None:
            link = await holding.jackpot(table.state.jackpot)

        def decide(at: datetime) -> list[Write]:
            joined = None if link is None else link.state
            events, planned = decide_edition(table.state, joined, command, at)
            return [Write(table, events, planned)]

        reads = () if link is None else (link,)
        return Beginning(decide, (table, *reads), reads)


async def _read_aside(entry: TableEntry, at: datetime) -> None:
    """The text of a file is read, or refused, beside the work of the house.

    What is decided afterwards finds it read.
    """
    if "\n" not in entry.rulebook:
        return
    try:
        await asyncio.to_thread(pinned, entry, at)
    except BadSetting as error:
        decline(HouseCode.BAD_SETTING, str(error))
