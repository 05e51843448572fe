"""The state of a table or a progressive as bytes, so that no stream is folded from its start.

A snapshot is a cache: it can always be rebuilt from the records. It is sealed under the house's
key, so that write access to the database is not enough to forge a state. A table's snapshot is
encrypted, so that read access reveals no closed card.
"""

import hmac
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, structs

from croupier.house.log.stream import DEPARTMENTS, Department, DepartmentState, Ledger, opening
from croupier.house.model.approvals import Proposals
from croupier.house.model.jackpot.payables import Handed, Payable
from croupier.house.model.jackpot.state import Hit, HouseJackpot
from croupier.house.model.ledger.jackpot import JackpotLedger
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.records import Head, Snapshot
from croupier.house.model.settings import Dealing, JackpotTerms, Money, in_whole_seconds
from croupier.house.model.table.parts import (
    Bot,
    Call,
    Commitment,
    Company,
    Earlier,
    Laid,
    Needed,
    Planned,
    Sealing,
    Timer,
    WagerRequest,
)
from croupier.house.model.table.payment import PaidRound, Payment
from croupier.house.model.table.rulebook import recorded, settings_of
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import decrypted_json, encrypted_json, subkey
from croupier.jackpot.meter import Jackpot, LinkRound
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerName
from croupier.script.format import JackpotEntry, Pair, TableEntry
from croupier.table.state import PHASE_NAMES, Matter, Memory, Phase, Table

_PHASES: dict[str, type[Any]] = {name: phase for phase, name in PHASE_NAMES.items()}
_json = msgspec.json
_ENCRYPTED = b"croupier-snapshot/2 "
_STEP = 4096
"""Snapshots are padded to a multiple of this many bytes."""


class _Kept(Struct, frozen=True):
    state: Raw
    ledger: Raw


class _Sealed(_Kept, frozen=True):
    seal: str
    """HMAC-SHA256 under the house's key, in hexadecimal."""


def sealed(key: bytes | None, stream: str, head: Head, kept: bytes) -> Snapshot:
    """A snapshot that only a house with the same key accepts; without a key, nobody does."""
    if key and stream.startswith("table:"):
        place = _place(stream, head)
        kept = _ENCRYPTED + encrypted_json(subkey(key, "snapshot"), place, kept, _STEP)
    elif key:
        plain = _json.decode(kept, type=_Kept)
        seal = _seal(key, stream, head, plain)
        kept = _json.encode(_Sealed(plain.state, plain.ledger, seal))
    return Snapshot(stream, head.version, head.hash, kept)


def opened(keys: Iterable[bytes], snapshot: Snapshot) -> bytes | None:
    """What the house itself kept of this stream at exactly this record; otherwise none."""
    head = Head(snapshot.version, snapshot.hash)
    if is_encrypted(snapshot):
        text, place = snapshot.state[len(_ENCRYPTED) :], _place(snapshot.stream, head)
        found = (decrypted_json(subkey(key, "snapshot"), place, text) for key in keys)
        return next((one for one in found if one is not None), None)
    try:
        kept = _json.decode(snapshot.state, type=_Sealed)
    except msgspec.MsgspecError:
        return None
    wanted = (_seal(key, snapshot.stream, head, kept).encode() for key in keys)
    seal = kept.seal.encode()
    return snapshot.state if any(hmac.compare_digest(one, seal) for one in wanted) else None


def is_encrypted(snapshot: Snapshot) -> bool:
    return snapshot.state.startswith(_ENCRYPTED)


def _place(stream: str, head: Head) -> str:
    return f"{stream} {head.version} {head.hash.hex()}"


def _seal(key: bytes, stream: str, head: Head, kept: _Kept) -> str:
    state, ledger = bytes(kept.state), bytes(kept.ledger)
    where = ["croupier-snapshot/1", stream, head.version, head.hash.hex(), len(state)]
    return hmac.digest(key, _json.encode(where) + state + ledger, "sha256").hex()


def snapshot_bytes(
    state: HouseTable | HouseJackpot | DepartmentState, ledger: Ledger | None
) -> bytes:
    match state:
        case HouseTable():
            plain = table_bytes(state)
        case HouseJackpot():
            plain = jackpot_bytes(state)
        case _:
            plain = _json.encode(state)
    return _json.encode(_Kept(Raw(plain), Raw(_json.encode(ledger))))


def read_snapshot(
    stream: str, kept: bytes
) -> tuple[HouseTable | HouseJackpot | DepartmentState, Ledger | None]:
    both = _json.decode(kept, type=_Kept)
    if (department := DEPARTMENTS.get(stream)) is not None:
        return _json.decode(both.state, type=department.kind), None
    if stream.startswith("table:"):
        table, ledger = read_table(both.state), _json.decode(both.ledger, type=TableLedger)
        if ledger.money is not None and ledger.stay is None:  # from before it was kept there
            ledger = structs.replace(ledger, stay=table.game.rulebook.stay.wager)
        return table, ledger
    return read_jackpot(both.state), _json.decode(both.ledger, type=JackpotLedger)


class _Form(Struct, frozen=True):
    payment: Raw | UnsetType = UNSET
    """Of a table."""
    differences: Raw | UnsetType = UNSET
    """Of the cage."""


def is_outdated(stream: str, kept: bytes) -> bool:
    """Whether an older program kept it, without what the records tell about a table, or about
    drawers, by now.

    What it lacks cannot be filled in from the rest: the stream is read from its records.
    """
    if stream != Department.CAGE and not stream.startswith("table:"):
        return False
    try:
        form = _json.decode(_json.decode(kept, type=_Kept).state, type=_Form)
        return (form.differences if stream == Department.CAGE else form.payment) is UNSET
    except msgspec.MsgspecError:
        return False  # whoever reads it will say so


def ledger_text(ledger: Ledger | None) -> str:
    return _json.encode(ledger).decode()


def read_ledger(stream: str, text: str) -> Ledger | None:
    """Reads what `ledger_text` wrote."""
    before = opening(stream)
    return None if before is None else _json.decode(text, type=type(before) | None)


class _Game(Struct, frozen=True):
    phase: str
    round: Raw
    memory: Memory
    matters: tuple[Matter, ...]
    matters_opened: int
    jackpot_available: bool
    jackpot_available_next: bool
    closed: bool
    disallowed: frozenset[int]
    choice_awaited: bool


class _TableState(Struct, frozen=True):
    name: str
    game: _Game
    entry: TableEntry
    dealing: Dealing
    rulebook: str
    paused: datetime | None
    last_round: int | None
    timer: Timer | None
    shuffle: Commitment | None
    bots: dict[int, Bot]
    company: Company = Company()
    dealer: str | None = None
    money: Money | None = None
    play_chips: bool = False
    seeds_due: dict[str, str] = {}
    next_seeds: dict[str, str] = {}
    calls: tuple[Call, ...] = ()
    requests: tuple[WagerRequest, ...] = ()
    placed: dict[str, int] = {}
    timed_out: tuple[int, ...] = ()
    over_limit: tuple[str, ...] = ()
    refused_reports: dict[str, int] = {}
    seats: dict[int, str] = {}
    sharers: dict[int, tuple[str, ...]] = {}
    unknowns: int = 0
    laid_before: tuple[Laid, ...] = ()
    needs: tuple[Needed, ...] = ()
    needs_called: int = 0
    sealing: Sealing | None = None
    planned: Planned | None = None
    earlier: tuple[Earlier, ...] = ()
    planned_limits: dict[WagerName, Pair] = {}
    payment: Payment = Payment()
    paid: tuple[PaidRound, ...] = ()


class _JackpotState(Struct, frozen=True):
    name: str
    entry: JackpotEntry
    terms: JackpotTerms
    tables: tuple[str, ...]
    rulebook: str | None
    failed: str | None
    failures: int
    scale: int
    units_per_cent_staked: int
    units: int
    grown: int
    seeded: Cents
    adjusted: Cents
    paid: Cents
    deals: int
    rounds: tuple[LinkRound, ...]
    amount_in: Cents
    reserved: str
    hits: int
    wins: Cents
    overflow: Cents
    raised: Cents
    lowered: Cents
    last_hits: tuple[Hit, ...]
    money: Money | None = None
    payables: tuple[Payable, ...] = ()
    handed: tuple[Handed, ...] = ()
    proposals: Proposals = Proposals()
    retired: str | None = None


_TABLE_FIELDS = tuple(field for field in HouseTable.__struct_fields__ if field != "game")
"""All of them: a field that is left out is lost at the next start."""
_GAME_FIELDS = tuple(name for name in _Game.__struct_fields__ if name not in ("phase", "round"))
_METER_FIELDS = tuple(
    name for name in Jackpot.__struct_fields__ if name in _JackpotState.__struct_fields__
)
_METER_PLAIN = tuple(name for name in _METER_FIELDS if name != "rounds")
_LINK_FIELDS = tuple(
    name
    for name in HouseJackpot.__struct_fields__
    if name in _JackpotState.__struct_fields__ and name != "reserved"
)


def table_bytes(table: HouseTable) -> bytes:
    game = table.game
    kept = _Game(
        phase=game.phase,
        round=Raw(_json.encode(game.round)),
        **{name: getattr(game, name) for name in _GAME_FIELDS},
    )
    return _json.encode(
        _TableState(
            name=table.name,
            game=kept,
            **{name: getattr(table, name) for name in _TABLE_FIELDS},
        )
    )


def read_table(state: bytes) -> HouseTable:
    kept = _json.decode(in_whole_seconds(bytes(state)), type=_TableState)
    kept = structs.replace(kept, entry=recorded(kept.entry, kept.rulebook))
    current: Phase = _json.decode(_as_now(kept.game.round), type=_PHASES[kept.game.phase])
    game = Table(
        kept.name,
        settings_of(kept.entry),
        round=current,
        **{name: getattr(kept.game, name) for name in _GAME_FIELDS},
    )
    return HouseTable(game, **{name: getattr(kept, name) for name in _TABLE_FIELDS})


def _as_now(kept: Raw) -> bytes:
    """A round in its current form: once there was a single side wager, with fields of its own."""
    if b'"pair_plus_out"' not in bytes(kept):
        return bytes(kept)
    current = _json.decode(kept)
    for box in current["boxes"].values():
        for share in box["shares"]:
            laid, out = share.pop("pair_plus"), share.pop("pair_plus_out")
            share["sides"] = {"pair_plus": laid} if laid else {}
            share["sides_out"] = {} if out is None else {"pair_plus": out}
    return _json.encode(current)


def jackpot_bytes(jackpot: HouseJackpot) -> bytes:
    meter = jackpot.meter
    return _json.encode(
        _JackpotState(
            name=jackpot.name,
            rounds=tuple(meter.rounds.values()),
            reserved=str(jackpot.reserved),
            **{name: getattr(meter, name) for name in _METER_PLAIN},
            **{name: getattr(jackpot, name) for name in _LINK_FIELDS},
        )
    )


def read_jackpot(state: bytes) -> HouseJackpot:
    kept = _json.decode(state, type=_JackpotState)
    meter = Jackpot(
        id=kept.name,
        settings=kept.entry.settings(),
        rounds={(entry.table, entry.number): entry for entry in kept.rounds},
        **{name: getattr(kept, name) for name in _METER_PLAIN},
    )
    return HouseJackpot(
        meter=meter,
        reserved=Fraction(kept.reserved),
        **{name: getattr(kept, name) for name in _LINK_FIELDS},
    )
