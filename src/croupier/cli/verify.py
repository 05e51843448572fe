"""`croupier verify`: the whole log, proved from the first record to the last."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options

if TYPE_CHECKING:
    from croupier.house.log.heads import PublishedHead
    from croupier.house.log.records import Anchor
    from croupier.house.proof.verify import Verification


@click.command()
@house_options
@click.option(
    "--new", is_flag=True, help="Chain, postings and balances of what is new; nothing is replayed."
)
@click.option(
    "--anchor",
    "anchors",
    metavar="SEQ:DIGEST|FILE",
    multiple=True,
    help="Where the log once stood, as the house or an earlier verification said, or a file of "
    "heads that the house or a witness published; any number.",
)
@click.option(
    "--archive",
    "archives",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A file that 'croupier archive' wrote, to be proved as well; all of them.",
)
@click.option(
    "--key-file",
    type=click.Path(exists=True, dir_okay=False),
    help="The file with the house's keys, where it is not in the data folder.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def verify(
    data: Path | None,
    database: str | None,
    new: bool,
    anchors: tuple[str, ...],
    archives: tuple[Path, ...],
    key_file: str | None,
    as_json: bool,
) -> None:
    """Prove a recorded house: chains, signers, shuffles, settlements, meters and ledger.

    Replays every command of the log through the rules and names the first thing that
    is wrong. With the house's key it also proves that the house itself wrote every record.
    Exit status 0 when all is well, 1 when something is wrong.
    """
    import msgspec

    from croupier.house.log.storing import StoreUnavailable
    from croupier.house.operation.config import BadConfig, keys_at_hand, read_config
    from croupier.house.proof.archives import prove_archives
    from croupier.house.proof.verify import check_new
    from croupier.house.proof.verify import verify as prove
    from croupier.house.store import open_store

    if new and anchors:
        raise Trouble("an anchor takes the whole log: leave out --new")
    held, heads = _read(anchors)
    try:
        config = read_config(data, database=database, key_file=key_file)
        keys = keys_at_hand(config, data)
        url = config.url(data)
    except BadConfig as error:
        raise Trouble(str(error)) from None

    async def run() -> "Verification":
        store = await open_store(url)
        try:
            found = await (check_new(store, keys) if new else prove(store, held, keys, heads))
            if archives and found.clean:
                wrong = prove_archives(archives, await store.markers(), keys)
                found = msgspec.structs.replace(found, wrong=wrong)
            return found
        finally:
            await store.close()

    try:
        found = asyncio.run(run())
    except StoreUnavailable as error:
        raise Trouble(str(error)) from None
    if as_json:
        click.echo(msgspec.json.encode({"clean": found.clean, **msgspec.structs.asdict(found)}))
    else:
        _say(found, new=new)
    if not found.clean:
        raise SystemExit(1)


def _read(given: tuple[str, ...]) -> tuple[list["Anchor"], list["PublishedHead"]]:
    """Anchors as they were given, and heads out of files."""
    from croupier.house.log.heads import BadHead, read_heads
    from croupier.house.log.records import Anchor

    anchors, heads = [], []
    for text in given:
        path = Path(text)
        try:
            if path.is_file():
                heads += read_heads(path.read_text(encoding="utf-8").splitlines())
            else:
                anchors.append(Anchor.read(text))
        except BadHead as bad:
            raise Trouble(f"{path}: {bad}") from None
        except (ValueError, OSError):
            raise Trouble(
                "an anchor is SEQ:DIGEST, a number and 64 hexadecimal digits, or a file of heads"
            ) from None
    return anchors, heads


def _say(found: "Verification", *, new: bool) -> None:
    replayed = (
        ""
        if new
        else (
            f": {found.commands} commands decided anew, {found.rounds} rounds, "
            f"{found.shuffles} shuffles opened, {found.postings} postings, "
            f"{found.tables} tables, {found.jackpots} jackpots"
        )
    )
    click.echo(f"{found.records} records{replayed}.")
    if found.chained is None:
        click.echo("The keyed chain was not checked: the house's key is not here (--key-file).")
    else:
        click.echo(f"Keyed chain: {found.chained} records are under the house's key.")
    for stream, version in sorted(found.closed.items()):
        click.echo(
            f"{stream} was not decided anew from version {version} on: a round is running, and "
            "it takes the house's key to read its cards. Hashes and money were checked."
        )
    click.echo(f"Anchor: {found.anchor}")
    click.echo("All is well." if found.clean else f"Wrong: {found.wrong}")
