"""Proves an archive: replays its records and compares the result with the marker.

The marker from which a log begins is proved by its digest in that log.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from croupier.house.log.chain import Following, Link
from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import read_snapshot, snapshot_bytes
from croupier.house.log.stream import BrokenStream, Department, events_of
from croupier.house.model.operation.events import ArchiveMade
from croupier.house.model.records import (
    Anchor,
    Marker,
    MarkerNote,
    Posting,
)
from croupier.house.read.archive_file import (
    Archive,
    ArchivedRecord,
    BadArchive,
    Reading,
    demand_file,
    file_digest,
    whole,
)
from croupier.house.read.proof.collector import collect_seldom
from croupier.house.read.proof.findings import Wrong
from croupier.house.read.proof.replaying import Proof, Standing
from croupier.house.sealing import Keyring
from croupier.house.store.checking import NO_KEYS
from croupier.house.store.markers import marker_digest

_encode = msgspec.json.Encoder().encode


class _File(NamedTuple):
    """A file to be proved, between the notes of two markers."""

    path: Path
    before: MarkerNote | None
    marker: MarkerNote
    following: Path | None
    """The file after it."""
    keys: Keyring


def prove_archives(
    files: Sequence[Path],
    markers: Sequence[MarkerNote],
    keys: Keyring = NO_KEYS,
    processes: int = 1,
) -> str | None:
    """What is wrong with the archives of a database, oldest first; none if nothing is.

    Each leads from the marker before it to its own, so they can be proved at the same time.
    """
    try:
        paths = _by_digest(files, markers)
    except BadArchive as error:
        return str(error)
    for marker in markers:
        if marker.digest not in paths:
            return f"{marker.file}: this archive is not at hand"
    begins = (None, *markers)
    following = (*(paths[one.digest] for one in markers[1:]), None)
    work = [
        _File(paths[marker.digest], before, marker, after, keys)
        for before, marker, after in zip(begins, markers, following, strict=False)
    ]
    if processes == 1 or len(work) == 1:
        return next((wrong for wrong in map(_problem, work) if wrong is not None), None)
    with ProcessPoolExecutor(processes, get_context("spawn"), collect_seldom) as pool:
        return next((wrong for wrong in pool.map(_problem, work) if wrong is not None), None)


def _by_digest(files: Sequence[Path], markers: Sequence[MarkerNote]) -> dict[str, Path]:
    """The files by their SHA-256, each of which is a marker's: files in two folders may have the
    same name, and one may have been given another. Raises `BadArchive` for the first that is no
    marker's; nothing is unpacked."""
    digests = {marker.digest for marker in markers}
    named = {marker.file for marker in markers}
    found = {}
    for path in files:
        digest = _digest(path)
        if digest in digests:
            found[digest] = path
        elif path.name in named:
            raise BadArchive(
                f"{path}: the file is not the one that was written: its SHA-256 does not fit"
            )
        else:
            raise BadArchive(
                f"{path.name}: no marker of this log names this file; it was not looked at"
            )
    return found


def _digest(file: Path) -> str:
    demand_file(file)
    with Reading(file):
        return file_digest(file)


def _problem(file: _File) -> str | None:
    path, before, marker, following, keys = file
    try:
        found = Archive(path)
        begin = None if before is None else whole(before, path)
        prove_archive(found, begin, _own(marker, following), keys)
    except (BadArchive, Wrong, BrokenStream) as error:
        return f"{path.name}: {error}" if path.name not in str(error) else str(error)
    return None


def _own(marker: MarkerNote, following: Path | None) -> Marker:
    """The marker at the end of a file, whose body is here or begins the file after it."""
    if isinstance(marker, Marker):
        return marker
    if following is None:
        raise BadArchive("the body of its marker is missing")
    return whole(marker, following)


def prove_archive(
    found: Archive, before: Marker | None, marker: Marker, keys: Keyring = NO_KEYS
) -> None:
    """Raises `BadArchive` or `Wrong` at the first thing that does not follow."""
    if found.header.after != (0 if before is None else before.seq):
        raise BadArchive("it does not begin where the archive before it ends")
    proof = Proof()
    if before is not None:
        proof.resume(before)
    posted = _Posted()
    chain = _chain(keys, before)
    led_to = False
    for line in found.lines():
        if isinstance(line, Posting):
            posted.kept(line)
            continue
        record = line.entry.record
        if line.entry.seq > marker.seq and not led_to:
            _demand_marker(proof.standing(), chain, marker)
            led_to = True
        problem = _link_problem(chain, line, proof)
        if problem is not None:
            raise Wrong.at(record.stream, record.version, problem)
        proof.take(record)
        if proof.looked is not None:
            posted.due(proof.looked.postings or ())
    posted.demand_same()
    if not led_to:
        _demand_marker(proof.standing(), chain, marker)


class _Posted:
    """What the records of each stream post, and the postings of the file: only digests are held,
    because a day of a large house has millions."""

    def __init__(self) -> None:
        self._due: defaultdict[str, Any] = defaultdict(sha256)
        self._kept: defaultdict[str, Any] = defaultdict(sha256)

    def due(self, postings: Iterable[Posting]) -> None:
        for posting in postings:
            self._due[posting.stream].update(_encode(posting))

    def kept(self, posting: Posting) -> None:
        self._kept[posting.stream].update(_encode(posting))

    def demand_same(self) -> None:
        if self._kept.keys() - self._due.keys():
            raise BadArchive("it has postings that follow from no record")
        for stream, due in self._due.items():
            if self._kept[stream].digest() != due.digest():
                raise Wrong(stream, "its postings are not its own")


def _demand_marker(standing: Standing, chain: Following, marker: Marker) -> None:
    """What the records up to the marker's place lead to is what it says."""
    if (standing.heads, standing.balances) != (dict(marker.heads), dict(marker.balances)):
        raise BadArchive("its records do not lead to where the marker stands")
    if marker.days not in (UNSET, standing.days):
        raise BadArchive("its rounds come to other results of days than the marker's")
    if isinstance(marker.link, str) and marker.link != str(chain.link):
        raise BadArchive("its keyed chain does not lead to where the marker's stands")
    if marker.results not in (UNSET, standing.results):
        raise BadArchive("its rounds come to other results of players than the marker's")
    for stream, (state, ledger) in standing.states.items():
        plain = snapshot_bytes(state, ledger)
        if read_snapshot(stream, plain) != read_snapshot(stream, marker.states[stream]):
            raise BadArchive(f"{stream}: its records lead to another state than the marker's")


def _link_problem(chain: Following, line: ArchivedRecord, proof: Proof) -> str | None:
    entry, stored = line
    try:
        link = None if stored is None else Link.read(entry.seq, stored)
    except ValueError:
        return "its link of the keyed chain cannot be read"
    return chain.problem(entry.seq, [entry.record], link, lambda: Anchor.at(0, proof.heads).digest)


def _chain(keys: Keyring, before: Marker | None) -> Following:
    if before is None:
        return Following(keys)
    link = before.link
    return Following(
        keys, before.seq, Link.read(before.seq, link) if isinstance(link, str) else None
    )


async def prove_marker(store: EventStore, marker: Marker | None) -> None:
    """The marker from which the store begins is the one whose digest is in the log."""
    if marker is None:
        return
    digest = marker_digest(marker)
    async for _, event in events_of(store, Department.OPERATION):
        if isinstance(event, ArchiveMade) and event.marker == digest:
            return
    raise Wrong("archive", "the marker from which the log begins is not the one that was recorded")
