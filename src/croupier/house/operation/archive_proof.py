"""An archive proved: its records replayed, and what they lead to compared with the marker."""

from collections.abc import Sequence
from pathlib import Path

from croupier.house import events as h
from croupier.house.ledger import Ledger, post
from croupier.house.log import Marker, Posting
from croupier.house.operation.archive_file import Archive, BadArchive, read
from croupier.house.snapshots import snapshot_bytes
from croupier.house.stream import BrokenStream
from croupier.house.verify import Proof, Wrong


def prove_archives(files: Sequence[Path], markers: Sequence[Marker]) -> str | None:
    """What is wrong with the archives of a database, oldest first; none where nothing is."""
    before: Marker | None = None
    for marker in markers:
        path = next((one for one in files if one.name == marker.file), None)
        if path is None:
            return f"{marker.file}: this archive is not at hand"
        try:
            prove_archive(read(path), before, marker)
        except (BadArchive, Wrong, BrokenStream) as error:
            return f"{path.name}: {error}" if path.name not in str(error) else str(error)
        before = marker
    return None


def prove_archive(found: Archive, before: Marker | None, marker: Marker) -> None:
    """Raises `BadArchive` or `Wrong` at the first thing that does not follow."""
    if found.digest != marker.digest:
        raise BadArchive("the file is not the one that was written: its SHA-256 does not fit")
    if found.header.after != (0 if before is None else before.seq):
        raise BadArchive("it does not begin where the archive before it ends")
    proof = Proof()
    if before is not None:
        proof.resume(before)
    ledgers: dict[str, Ledger] = dict(proof.ledgers)
    kept: dict[tuple[str, int], list[Posting]] = {}
    for posting in found.postings:
        kept.setdefault((posting.stream, posting.version), []).append(posting)
    for _, record in found.records:
        proof.take(record)
        posted = post(ledgers, [(record, h.decode_event(record.event))])
        ledgers = dict(posted.ledgers)
        if list(posted.postings) != kept.pop((record.stream, record.version), []):
            raise Wrong(f"{record.stream} version {record.version}", "its postings are not its own")
    if kept:
        raise BadArchive("it has postings that follow from no record")
    standing = proof.standing()
    if (standing.heads, standing.balances) != (dict(marker.heads), dict(marker.balances)):
        raise BadArchive("its records do not lead to where the marker stands")
    for stream, (state, ledger) in standing.states.items():
        if snapshot_bytes(state, ledger) != marker.states[stream]:
            raise BadArchive(f"{stream}: its records lead to another state than the marker's")
