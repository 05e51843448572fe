"""What a table's felt has printed on it: pay tables, the qualifying hand, the jackpot's prizes."""

from collections.abc import Iterator

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from croupier.house.http.pages.book_answers import prize_words
from croupier.house.http.security import house_of
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import MeterShare, Prize
from croupier.rulebooks.wagers import Award, Backed, PayTable, WagerKind


class PrintedRow(Struct, frozen=True):
    """A hand and what it pays."""

    hand: str
    pays: str


class PrintedTable(Struct, frozen=True):
    """A pay table, the highest hand first."""

    wager: str
    rows: tuple[PrintedRow, ...]


class PrintedFelt(Struct, frozen=True):
    """As the rulebook of the table has it."""

    qualifies: str
    """The least with which the dealer has a hand: `ace-king or better`."""
    tables: tuple[PrintedTable, ...]
    """The wager that keeps a hand in first, the jackpot last."""


def printed(rulebook: Rulebook, *, jackpot: bool) -> PrintedFelt:
    return PrintedFelt(rulebook.qualifying_hand, tuple(_tables(rulebook, jackpot)))


def _tables(rulebook: Rulebook, jackpot: bool) -> Iterator[PrintedTable]:
    yield _at_odds(rulebook, rulebook.stay.wager, rulebook.main.pays, Backed.PLAYER)
    if rulebook.ante_bonus is not None:
        yield _at_odds(rulebook, Award.ANTE_BONUS, rulebook.ante_bonus, Backed.PLAYER)
    for name, side in rulebook.side_wagers.items():
        yield _at_odds(rulebook, name, side.pays, side.hand.value)
    if jackpot and rulebook.jackpot is not None:
        rows = [PrintedRow(row.name, _prize(row.prize)) for row in rulebook.jackpot.rows]
        yield PrintedTable(WagerKind.JACKPOT, tuple(rows))


def _prize(prize: Prize) -> str:
    """A share of the meter stands below the meter itself."""
    return f"{prize.percent} %" if isinstance(prize, MeterShare) else prize_words(prize)


def _at_odds(rulebook: Rulebook, wager: str, table: PayTable, backed: Backed) -> PrintedTable:
    classes = reversed(rulebook.order_of(backed).classes)
    rows = [
        PrintedRow(one.label, f"{table.odds[one]} to 1") for one in classes if one in table.odds
    ]
    return PrintedTable(wager, tuple(rows))


@get("/api/tables/{table:str}/felt", summary="What the felt of a table has printed on it")
async def show_felt(state: State, table: FromPath[str]) -> PrintedFelt:
    stored = (await house_of(state).handler.streams.table(table)).stored
    return printed(stored.game.rulebook, jackpot=stored.jackpot is not None)
