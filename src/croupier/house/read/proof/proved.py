"""How far a log was proved, and everything that a proof knew there, so that the next one goes on.

It is encrypted under the house's key for its place in the keyed chain: nobody without the key can
make one, or move one to another place. A proof of the whole log trusts none of them: it proves what
lies between each and the next, and that the one leads to the other.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from croupier.house.app.clock import Calendar
from croupier.house.log.chain import Link
from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import is_outdated, read_snapshot, snapshot_bytes
from croupier.house.log.stream import BrokenStream, Department, events_of, fold
from croupier.house.model.cage.day import GamingDay
from croupier.house.model.people.state import People
from croupier.house.model.records import Head
from croupier.house.read.proof.findings import Wrong
from croupier.house.read.proof.postings import KnownResults
from croupier.house.read.proof.replaying import Proof
from croupier.house.sealing import Keyring, decrypted_json, encrypted_json, subkey
from croupier.table.commands import Draw

_STEP = 4096
"""Padded to a multiple of this many bytes."""


class PeopleBefore(Struct, frozen=True):
    """The people before their last changes: what was signed then may be recorded later."""

    version: int
    people: People


class Proved(Struct, frozen=True):
    """A place in the log between two commands, and what the proof knew there."""

    seq: int
    heads: Mapping[str, Head]
    balances: Mapping[str, int]
    states: Mapping[str, bytes]
    """Every stream as a snapshot of that moment."""
    results: KnownResults
    calendar: tuple[str, str]
    """By which gaming days went: time zone and start."""
    dealt: Mapping[str, tuple[str | None, Draw | None]]
    """What was dealt and drawn in running rounds (`Shuffles`)."""
    bound: frozenset[str]
    """Streams whose payment proposals state what is due (`Expected`)."""
    before: PeopleBefore | None
    answers: int
    """Of all commands up to here that are in the database."""
    significant: int
    """The same for significant events."""


def proved(proof: Proof, seq: int, answers: int, significant: int) -> Proved | None:
    """What a clean proof knows at its end; none if it cannot know all of it."""
    results = proof.results.known()
    if results is None or proof.closed or proof.lost:
        return None
    try:
        standing = proof.standing()
    except Wrong:
        return None
    before = proof.signers.known_before()
    return Proved(
        seq,
        standing.heads,
        standing.balances,
        {name: snapshot_bytes(*kept) for name, kept in standing.states.items()},
        results,
        standing.calendar,
        dict(proof.shuffles.dealt),
        frozenset(proof.decisions.expected.bound),
        None if before is None else PeopleBefore(*before),
        answers,
        significant,
    )


async def resume(store: EventStore, proof: Proof, known: Proved) -> None:
    """Let a proof go on from where another ended; raises `Wrong`."""
    proof.heads = dict(known.heads)
    proof.wallets.held.update(known.balances)
    proof.calendar = Calendar(GamingDay(*known.calendar))
    proof.results.go_on(known.results)
    proof.begin(known.states)
    proof.shuffles.dealt.update(known.dealt)
    proof.decisions.expected.bound.update(known.bound)
    if known.before is not None:
        await _learn_again(store, proof, known.before, known.heads)


async def _learn_again(
    store: EventStore, proof: Proof, before: PeopleBefore, heads: Mapping[str, Head]
) -> None:
    people = before.people
    proof.signers.resume(people)
    until = heads[Department.PEOPLE].version
    async for record, event in events_of(store, Department.PEOPLE, before.version, until):
        after = fold(Department.PEOPLE, people, event, record.at)
        proof.signers.learn(record, event, people, after)
        people = after
    if people != proof.departments[Department.PEOPLE]:
        raise Wrong(Department.PEOPLE, "its last records before the proof are not what they were")


# How it is kept


def sealed(known: Proved, keys: Keyring, link: Link) -> bytes:
    """As it is stored: only a house with the key that was in use can have made it."""
    key = keys.find(link.key) or keys.current
    return encrypted_json(
        subkey(key, "proof"), _place(known.seq, link), msgspec.json.encode(known), _STEP
    )


def opened(text: bytes, keys: Keyring, seq: int, link: Link) -> Proved | None:
    """What the house itself kept for this place in this log; none if an older program did.

    Raises `Wrong` if nobody with one of the keys did.
    """
    found = (decrypted_json(subkey(key, "proof"), _place(seq, link), text) for key in keys)
    plain = next((one for one in found if one is not None), None)
    if plain is None:
        raise Wrong("proofs", f"what was kept up to record {seq} is not sealed by the house")
    try:
        known = msgspec.json.decode(plain, type=Proved)
    except msgspec.MsgspecError:
        return None
    older = any(is_outdated(name, kept) for name, kept in known.states.items())
    return None if older else known


def _place(seq: int, link: Link) -> str:
    return f"proof {seq} {link}"


async def last_proved(store: EventStore, keys: Keyring) -> list[int]:
    """The last place up to which the log was proved, if there is one; raises `Wrong`."""
    for seq in reversed(await store.proofs()):
        if await _known(store, keys, seq) is not None:
            return [seq]
    return []


async def proved_places(store: EventStore, keys: Keyring) -> list[int]:
    """All such places, each of which must be the house's own; raises `Wrong`."""
    return [seq for seq in await store.proofs() if await _known(store, keys, seq) is not None]


async def proved_at(store: EventStore, keys: Keyring, seq: int) -> Proved:
    """Raises `Wrong`."""
    known = await _known(store, keys, seq)
    if known is None:
        raise Wrong("proofs", f"what was kept up to record {seq} cannot be read")
    return known


async def _known(store: EventStore, keys: Keyring, seq: int) -> Proved | None:
    """None if an older program kept it."""
    link, kept = await store.link_at(seq), await store.proof_at(seq)
    if link is None or kept is None:
        raise Wrong("proofs", f"the log was proved up to record {seq}, which is not there")
    return opened(kept, keys, seq, link)


def differs(one: Proved, other: Proved) -> str | None:
    """The first thing in which two that were kept for the same place differ."""
    for name in one.states.keys() | other.states.keys():
        kept, wanted = one.states.get(name), other.states.get(name)
        if kept is None or wanted is None or _read(name, kept) != _read(name, wanted):
            return name
    for field in one.__struct_fields__:
        if field != "states" and getattr(one, field) != getattr(other, field):
            return field
    return None


def _read(stream: str, kept: bytes) -> Any:
    try:
        return read_snapshot(stream, kept)
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise BrokenStream(f"{stream}: {error}") from None
