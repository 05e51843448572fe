"""`croupier verify`: the whole log, proved from the first record to the last."""

import asyncio
from pathlib import Path

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options


@click.command()
@house_options
@click.option(
    "--new", is_flag=True, help="Chain, postings and balances of what is new; nothing is replayed."
)
@click.option(
    "--anchor",
    "anchors",
    metavar="SEQ:DIGEST",
    multiple=True,
    help="Where the log once stood, as the house or an earlier verification said; any number.",
)
@click.option(
    "--archive",
    "archives",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A file that 'croupier archive' wrote, to be proved as well; all of them.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def verify(
    data: Path | None,
    database: str | None,
    new: bool,
    anchors: tuple[str, ...],
    archives: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Prove a recorded house: chain, shuffles, settlements, meters and ledger.

    Replays every command of the log through the rules and names the first thing that
    is wrong. Exit status 0 when all is well, 1 when something is wrong.
    """
    import msgspec

    from croupier.house.log.records import Anchor
    from croupier.house.log.storing import StoreUnavailable
    from croupier.house.operation.config import BadConfig, read_config
    from croupier.house.proof.archives import prove_archives
    from croupier.house.proof.verify import Verification, check_new
    from croupier.house.proof.verify import verify as prove
    from croupier.house.store import open_store

    if new and anchors:
        raise Trouble("an anchor takes the whole log: leave out --new")
    try:
        held = [Anchor.read(text) for text in anchors]
    except ValueError:
        raise Trouble("an anchor is SEQ:DIGEST, a number and 64 hexadecimal digits") from None

    async def run(url: str) -> Verification:
        store = await open_store(url)
        try:
            found = await (check_new(store) if new else prove(store, held))
            if archives and found.clean:
                wrong = prove_archives(archives, await store.markers())
                found = msgspec.structs.replace(found, wrong=wrong)
            return found
        finally:
            await store.close()

    try:
        found = asyncio.run(run(read_config(data, database=database).url(data)))
    except (BadConfig, StoreUnavailable) as error:
        raise Trouble(str(error)) from None
    if as_json:
        click.echo(msgspec.json.encode({"clean": found.clean, **msgspec.structs.asdict(found)}))
    else:
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
        click.echo(f"Anchor: {found.anchor}")
        click.echo("All is well." if found.clean else f"Wrong: {found.wrong}")
    if not found.clean:
        raise SystemExit(1)
