"""Cards of a round were sealed under the one key that it committed to, which its end published."""

from collections.abc import Mapping

from croupier.house import events as h
from croupier.house.log.records import Record
from croupier.house.proof.wrong import Wrong
from croupier.house.sealing import commitment, read_sealed
from croupier.house.streams.stream import BrokenStream
from croupier.house.table.state import HouseTable
from croupier.table.state import Betting, Settled, Voided


def prove_sealing(table: HouseTable | None, record: Record, event: h.LogEvent | None) -> None:
    """Before a record of a table is folded; `event` is none where it lies closed."""
    if table is None:
        return
    if record.sealed is not None:
        _prove_sealed(table, record.sealed)
    match event:
        case h.CommandGiven():
            demand_published(table)
        case h.CardsSealed():
            current = table.game.round
            if not isinstance(current, Betting) or current.number != event.round:
                raise BrokenStream("cards are sealed from the opening call of their round on")
        case h.CardsOpened():
            _prove_opened(table, event)
        case _:
            pass


def _prove_sealed(table: HouseTable, sealed: bytes) -> None:
    kept, found = table.sealing, read_sealed(sealed)
    if kept is None or (kept.under, kept.nonce, kept.key) != (found.under, found.nonce, None):
        raise BrokenStream("it is not sealed under the key of its round")


def _prove_opened(table: HouseTable, event: h.CardsOpened) -> None:
    kept = table.sealing
    if not _is_over(table):
        raise BrokenStream("the key of the cards was published while the round was running")
    if kept is None or (kept.round, kept.nonce, kept.key) != (event.round, event.nonce, None):
        raise BrokenStream("the cards that it opens were not sealed")
    if commitment(bytes.fromhex(event.key)) != kept.commitment:
        raise BrokenStream("the key of the cards is not the one that was committed to")


def demand_published(table: HouseTable) -> None:
    """Once a round is over, everybody has the key of its cards."""
    kept = table.sealing
    if kept is not None and kept.key is None and _is_over(table):
        raise BrokenStream(f"the key of the cards of round {kept.round} was not published")


def demand_all_published(tables: Mapping[str, HouseTable]) -> None:
    for table in tables.values():
        try:
            demand_published(table)
        except BrokenStream as broken:
            raise Wrong(h.table_stream(table.name), str(broken)) from None


def _is_over(table: HouseTable) -> bool:
    return isinstance(table.game.round, Settled | Voided)
