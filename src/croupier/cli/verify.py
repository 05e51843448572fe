"""`croupier verify`: the log, proved from the first record or from the last proof to the end."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import tell

if TYPE_CHECKING:
    from croupier.house.log.event_store import EventStore
    from croupier.house.model.operation.events import PublishedHead
    from croupier.house.model.records import Anchor
    from croupier.house.read.proof.verify import Verification
    from croupier.house.sealing import Keyring

UNPROVED = 3
"""The status if nothing is wrong but the key needed to be sure is not available."""


@click.command()
@house_options
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="Prove everything again. Otherwise the proof goes on where the last one that the house "
    "noted ended, if the house's key shows that it is the house's own.",
)
@click.option(
    "--new", is_flag=True, help="Check only chain, postings and balances since the last check."
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=lambda: len(os.sched_getaffinity(0)),
    show_default="one for each core",
    help="With --all or --archive: how many parts of the log are proved at a time. The parts lie "
    "between the ends of earlier proofs, or are archives.",
)
@click.option(
    "--anchor",
    "anchors",
    metavar="SEQ:DIGEST|FILE",
    multiple=True,
    help="Where the log once stood, as given by the house or an earlier verification, or a file of "
    "heads published by the house or a witness; may be repeated.",
)
@click.option(
    "--archive",
    "archives",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A file that 'croupier archive' wrote, to be proved as well; give all of them.",
)
@click.option(
    "--key-file",
    type=click.Path(exists=True, dir_okay=False),
    help="The file with the house's keys, if it is not in the data folder.",
)
@click.option(
    "--without-key",
    is_flag=True,
    help="Deliberately leave out what needs the house's key: status 0 although it is not proved.",
)
@click.option(
    "--remember",
    is_flag=True,
    help="Note a clean result in the database, so that the next start and the next proof begin "
    "there. A running house does so; without this option nothing is written.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def verify(*, as_json: bool, **given: Any) -> None:
    """Prove a recorded house: chains, signers, shuffles, settlements, meters and ledger.

    Replays every command of the log through the rules, compares it with the heads that the
    house published to its data folder, and names what is wrong, the first few findings of each
    kind. With the house's key it also proves that the house itself wrote every record, and
    leaves out what an earlier proof covered (--all proves it again). The database is only read.

    \b
    Exit status
      0  all is well
      1  something is wrong, or there is no log
      2  bad arguments, or the database cannot be reached
      3  nothing is wrong, but without the house's key it is not proved who wrote the log
    """
    import msgspec

    asked = _Asked(**given)
    if asked.new and asked.anchors:
        raise Trouble("an anchor takes the whole log: leave out --new")
    if asked.new and asked.whole:
        raise Trouble("--new and --all contradict each other")
    if asked.without_key and asked.key_file:
        raise Trouble("--key-file and --without-key contradict each other")
    found = _proved(asked)
    if as_json:
        told = {"clean": found.clean, "unproved": found.unproved, "wrong": found.wrong}
        said = {**told, **msgspec.structs.asdict(found)}
        click.echo(msgspec.json.encode(said))
    else:
        _say(found, new=asked.new)
        tell(_verdict(found, new=asked.new, on_purpose=asked.without_key))
    if not found.clean:
        raise SystemExit(1)
    if found.unproved and not asked.without_key:
        raise SystemExit(UNPROVED)


class _Asked(NamedTuple):
    """The options of one call."""

    data: Path | None
    database: str | None
    whole: bool
    new: bool
    processes: int
    anchors: tuple[str, ...]
    archives: tuple[Path, ...]
    key_file: str | None
    without_key: bool
    remember: bool


def _proved(asked: _Asked) -> "Verification":
    """The outcome, even if there is nothing that could be opened."""
    from croupier.house.log.chain import BadHead
    from croupier.house.log.event_store import StoreUnavailable, Unreadable
    from croupier.house.operate.config import BadConfig, read_config
    from croupier.house.operate.data_folder import heads_path, keys_at_hand
    from croupier.house.read.proof.verify import Verification
    from croupier.house.sealing import Keyring

    anchors, heads = _read(asked.anchors)
    try:
        config = read_config(asked.data, database=asked.database, key_file=asked.key_file)
        keys = Keyring() if asked.without_key else keys_at_hand(config, asked.data)
        url = config.url(asked.data)
        own = heads_path(config, asked.data)
        if not asked.new and own is not None and own.exists():
            heads += _heads_in(own)
        found = asyncio.run(_prove(asked, url, keys, anchors, heads))
        return found if own is None else _with_heads(found, own, heads)
    except Unreadable as error:
        return Verification.broken(f"store: {error}")
    except BadHead as bad:
        return Verification.broken(str(bad))
    except (BadConfig, StoreUnavailable) as error:
        raise Trouble(str(error)) from None


async def _prove(
    asked: _Asked,
    url: str,
    keys: "Keyring",
    anchors: list["Anchor"],
    heads: list["PublishedHead"],
) -> "Verification":
    from msgspec import structs

    from croupier.house.read.proof.archives import prove_archives
    from croupier.house.read.proof.collector import collect_seldom
    from croupier.house.read.proof.processes import in_processes
    from croupier.house.read.proof.verify import check_new, verify
    from croupier.house.store import open_as_it_is

    collect_seldom()
    store = await open_as_it_is(url, remember=asked.remember)
    try:
        if asked.new:
            found = await check_new(store, keys)
        else:
            whole = asked.whole or bool(asked.anchors)
            with in_processes(url, keys, asked.processes) as elsewhere:
                found = await verify(store, anchors, keys, heads, whole=whole, elsewhere=elsewhere)
            if found.clean:
                found = structs.replace(found, notes=await _notes(store, keys))
        if asked.archives and found.clean:
            markers = await store.markers()
            wrong = prove_archives(asked.archives, markers, keys, asked.processes)
            found = (
                structs.replace(found, archived=markers[-1].seq)
                if wrong is None
                else structs.replace(found, findings=(wrong,))
            )
        return found
    finally:
        await store.close()


async def _notes(store: "EventStore", keys: "Keyring") -> tuple[str, ...]:
    """What the log itself does not tell: where a part of it comes from, and keys at hand that it
    does not name."""
    from croupier.house.sealing import key_id

    marker = await store.archived()
    if await store.is_part():
        first = 1 if marker is None else marker.seq + 1
        return (
            f"this is a part of a log, from record {first} on; what came before is believed as the "
            "house had it when this was unpacked",
        )
    named = await store.keys_named()
    if not named or marker is not None:  # archived records may name it
        return ()
    return tuple(
        f"no record names the key {spare}, which is among the house's keys: it was made for the "
        "next start, or put there"
        for spare in dict.fromkeys(map(key_id, keys.keys))
        if spare not in named
    )


def _with_heads(found: "Verification", path: Path, heads: list["PublishedHead"]) -> "Verification":
    """Where the log says that heads went to the file, they are in it; after a crash or on a full
    disk the last may not have come there."""
    from msgspec import structs

    there = {head.seq for head in heads}
    missing = [seq for seq in found.filed if seq not in there]
    if not missing:
        return found
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    note = (
        f"{path} does not have the head of record {missing[0]}{more}, which the log says went "
        "there: hold the log against heads that are kept elsewhere (--anchor)"
    )
    return structs.replace(found, notes=(*found.notes, note))


def _read(given: tuple[str, ...]) -> tuple[list["Anchor"], list["PublishedHead"]]:
    """Anchors as they were given, and heads out of files."""
    from croupier.house.log.chain import BadHead
    from croupier.house.model.records import Anchor

    anchors, heads = [], []
    for text in given:
        path = Path(text)
        try:
            if path.is_file():
                found = _heads_in(path)
                if not found:
                    raise Trouble(f"{path}: there is no head of a log in it")
                heads += found
            else:
                anchors.append(Anchor.read(text))
        except BadHead as bad:
            raise Trouble(str(bad)) from None
        except (ValueError, OSError):
            raise Trouble(
                "an anchor is SEQ:DIGEST, a number from 1 on and 64 hexadecimal digits, or a file "
                "of heads"
            ) from None
    return anchors, heads


def _heads_in(path: Path) -> list["PublishedHead"]:
    """Raises `BadHead`, which names the file."""
    from croupier.house.log.chain import BadHead, read_heads

    try:
        return read_heads(path.read_text(encoding="utf-8").splitlines())
    except (BadHead, UnicodeDecodeError) as bad:
        raise BadHead(f"{path}: {bad}") from None
    except OSError as error:
        raise BadHead(f"{path}: it cannot be read: {error.strerror}") from None


def _say(found: "Verification", *, new: bool) -> None:
    if found.anchor is None:
        return  # the log could not even be opened
    if new:
        tell(f"{found.records} records.")
    else:
        tell(
            f"{found.records} records: {found.commands} commands decided again, "
            f"{found.rounds} rounds, {found.shuffles} shuffles opened, {found.postings} postings, "
            f"{found.tables} tables, {found.jackpots} jackpots."
        )
    if found.chained is None:
        tell("The keyed chain was not checked: the house's key is not here (--key-file).")
    else:
        tell(f"Keyed chain: {found.chained} records are under the house's key.")
    for stream, version in sorted(found.closed.items()):
        tell(
            f"{stream} was not decided again from version {version} on: a round is running, and "
            "it takes the house's key to read its cards. Hashes and money were checked."
        )
    if found.earlier:
        tell(
            f"{found.earlier} anchors or heads are of records in an archive and were not compared."
        )
    if found.archived:
        tell(
            f"The records 1 to {found.archived} were proved from the archives: they lead to the "
            "state from which the database begins."
        )
    for note in found.notes:
        tell(f"Note: {note}.")
    if new:
        tell(_left_out(found))
    elif found.since:
        tell(f"The records up to {found.since} were proved before; --all proves them again.")
    tell(f"Anchor: {found.anchor}")


def _left_out(found: "Verification") -> str:
    """What a check of the new records alone leaves out."""
    before = f"the records up to {found.since}, which an earlier check found clean; " * bool(
        found.since
    )
    return (
        f"Not checked: {before}what the rules make of commands, who signed them, "
        "shuffles, answers, results, the list of significant events, and credentials."
    )


def _verdict(found: "Verification", *, new: bool, on_purpose: bool) -> str:
    if not found.clean:
        return "\n".join(f"Wrong: {finding}" for finding in found.findings)
    if not found.unproved:
        return "All is well, as far as was checked." if new else "All is well."
    if on_purpose:
        return "Nothing is wrong, as far as can be told without the key."
    return (
        "Nothing is wrong, as far as can be told without the key; that the house itself wrote "
        "these records is not proved. Give the key (--key-file), or say that this is on purpose "
        "(--without-key)."
    )
