"""The records of a log taken in order: each has to follow from those before it."""

from typing import Any

import msgspec
from msgspec import Struct, UnsetType

from croupier.house import events as h
from croupier.house.jackpot.state import HouseJackpot
from croupier.house.ledger.posting import Ledger, post
from croupier.house.log.records import Anchor, Head, Marker, Record, Snapshot
from croupier.house.log.storing import Bound
from croupier.house.people.signing import demand_signed
from croupier.house.proof.decisions import Decisions
from croupier.house.proof.money import CageProof, Wallets
from croupier.house.proof.results import Results
from croupier.house.proof.shuffles import Shuffles
from croupier.house.proof.wrong import Wrong
from croupier.house.refusals import HouseRefused
from croupier.house.settings import Money
from croupier.house.streams.offices import OFFICES, Office
from croupier.house.streams.snapshots import read_snapshot, snapshot_bytes
from croupier.house.streams.stream import (
    BrokenStream,
    demand_chained,
    fold,
    fold_jackpot,
    fold_table,
)
from croupier.house.table.state import HouseTable
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refused
from croupier.table import events as e


class Standing(Struct, frozen=True):
    """Where a log, or a part of it, leads to."""

    heads: dict[str, Head]
    balances: dict[str, int]
    states: dict[str, tuple[Any, Ledger | None]]
    results: dict[str, int] | UnsetType


class Proof:
    """Takes the records of a log in order and raises `Wrong` at the first that does not follow."""

    def __init__(self) -> None:
        self.tables: dict[str, HouseTable] = {}
        self.jackpots: dict[str, HouseJackpot] = {}
        self.offices: dict[str, Any] = {name: kept.kind() for name, kept in OFFICES.items()}
        self.records = self.rounds = self.postings = 0
        self.decisions = Decisions(self.tables, self.jackpots)
        self.shuffles = Shuffles()
        self.cage = CageProof()
        self.wallets = Wallets()
        self.results = Results()
        self.ledgers: dict[str, Ledger] = {}
        self._heads: dict[str, Head] = {}

    def resume(self, marker: Marker) -> None:
        """Go on from where an archive ends."""
        self._heads = dict(marker.heads)
        self.wallets.held.update(marker.balances)
        self.results.resume(marker.results)
        for stream, kept in marker.states.items():
            state, ledger = read_snapshot(stream, kept)
            if ledger is not None:
                self.ledgers[stream] = ledger
            kind, _, name = stream.partition(":")
            if isinstance(state, HouseTable):
                self.tables[name] = state
            elif isinstance(state, HouseJackpot):
                self.jackpots[name] = state
            else:
                self.offices[kind] = state

    def take(self, record: Record) -> None:
        try:
            before = self._heads.get(record.stream, Head())
            self._heads[record.stream] = demand_chained(record, before)
            event = h.decode_event(record.event)
            bounds = self._follow(record, event)
            self._post(record, event)
            self.wallets.demand(bounds)
        except (BrokenStream, BrokenMeter) as error:
            problem = str(error)
        except (Refused, HouseRefused) as refused:
            problem = f"the rules refuse this command: {refused}"
        except msgspec.MsgspecError as error:
            problem = f"no event of this program: {error}"
        except (KeyError, AttributeError, AssertionError, ValueError) as error:
            problem = f"does not fit what was before it: {error!r}"
        else:
            self.records += 1
            return
        raise Wrong.at(record.stream, record.version, problem)

    def _follow(self, record: Record, event: h.LogEvent) -> tuple[Bound, ...]:
        """Decide and fold a record; returns what accounts have to keep to once it is posted."""
        kind, _, name = record.stream.partition(":")
        match kind:
            case "table":
                self.decisions.take(record, event)
                self._fold_table(name, record, event)
            case "jackpot":
                self.decisions.take(record, event)
                link = fold_jackpot(name, self.jackpots.get(name), event, record.at)
                link.meter.check()
                self.jackpots[name] = link
            case _:
                return self._in_office(record, event)
        return ()

    def _fold_table(self, name: str, record: Record, event: h.LogEvent) -> None:
        before = self.tables.get(name)
        match event:
            case h.CommandGiven():
                self.shuffles.note(name, event.command)
            case h.ShuffleOpened() if before is not None:
                self.shuffles.prove(before, event)
            case e.RoundSettled() | e.RoundVoided():
                self.rounds += 1
            case _:
                pass
        table = self.tables[name] = fold_table(name, before, event, record.at)
        if isinstance(event, e.RoundSettled):
            self.shuffles.prove_settled(table)

    def _in_office(self, record: Record, event: h.LogEvent) -> tuple[Bound, ...]:
        office = self.offices[record.stream]
        bounds: tuple[Bound, ...] = ()
        if record.stream == Office.CAGE:
            bounds = self.cage.take(office, record, event, self.tables, self.jackpots)
        elif record.stream == Office.PEOPLE:
            demand_signed(office, event, record.by, record.at)
        self.offices[record.stream] = fold(record.stream, office, event, record.at)
        return bounds

    def _post(self, record: Record, event: h.LogEvent) -> None:
        posted = post(self.ledgers, [(record, event)])
        self.ledgers = dict(posted.ledgers)
        self.postings += len(posted.postings)
        ledger = posted.ledgers.get(record.stream)
        relative = getattr(ledger, "money", Money.LIVE) is None
        self.wallets.take(record.command, posted.postings, relative=relative)
        self.results.take(posted.postings, relative=relative)

    def compare(self, kept: Snapshot) -> None:
        """A house starts from its snapshots: each is where the records up to it lead."""
        state = self._state(kept.stream)
        plain = snapshot_bytes(state, self.ledgers.get(kept.stream))
        try:
            same = read_snapshot(kept.stream, kept.state) == read_snapshot(kept.stream, plain)
        except (msgspec.MsgspecError, KeyError, ValueError) as error:
            raise Wrong.at(kept.stream, kept.version, f"its snapshot: {error}") from None
        if not same:
            raise Wrong.at(kept.stream, kept.version, "its snapshot is not what the records say")

    def _state(self, stream: str) -> Any:
        kind, _, name = stream.partition(":")
        by_kind: dict[str, Any] = {"table": self.tables, "jackpot": self.jackpots}
        return by_kind[kind][name] if name else self.offices[kind]

    def demand(self, anchor: Anchor, seq: int) -> None:
        """The log up to here, its record `seq`, is what it was when the anchor was taken."""
        if seq < anchor.seq:
            raise Wrong("log", f"it ends at {seq}, and went to {anchor.seq} at the anchor")
        if Anchor.at(anchor.seq, self._heads) != anchor:
            raise Wrong("log", f"up to {anchor.seq} it is not what it was at the anchor")

    def finish(self, heads: dict[str, Head]) -> None:
        """Nothing that follows from a command is missing, and every stream ends here."""
        self.decisions.finish()
        try:
            self.cage.finish()
            self.wallets.finish()
        except BrokenStream as error:
            raise Wrong("money", str(error)) from None
        for stream, head in heads.items():
            if self._heads.get(stream, Head()) != head:
                raise Wrong(stream, "does not end where the store says that it ends")

    def standing(self) -> Standing:
        """Where the records lead to; nothing that follows from a command may be missing."""
        self.finish(self._heads)
        states: dict[str, Any] = {}
        for stream in self._heads:
            states[stream] = (self._state(stream), self.ledgers.get(stream))
        held = dict(self.wallets.held)
        return Standing(dict(self._heads), held, states, self.results.standing())
