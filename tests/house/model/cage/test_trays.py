"""A tray holds the chips that were taken to it: whoever counts it finds what the books have."""

from croupier.house.log.stream import Department
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.state import Cage
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.settings import EntryMode
from tests.house.funding import balance
from tests.house.houses import keeping
from tests.house.model.cage.test_closing import SHIFT, Clock, give
from tests.house.model.cage.test_payments import clean, play, register

LOSES = "Qs Jh 8c 6h 2d"
"""To the dealer's ace and king: ante 10.00, bet 20.00 and jackpot wager 5.00."""


async def test_a_linked_tray_agrees_with_the_books(store_url: str) -> None:
    """Fill 1,000.00, and 35.00 taken: that 1.00 of it is the meter's and 0.50 the reserve's moves
    no chip, and the win is before what is the link's."""
    async with keeping(store_url) as handler:
        handler.now = Clock()
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await give(handler, cc.Fill(table="T1", amount=1_000_00))
        await play(handler, LOSES, player="unknown 1")
        assert await balance(handler, "float:T1") == 1_035_00
        assert await balance(handler, "jackpot:J1") == 100_001_00
        assert await balance(handler, "reserve:J1") == 50
        await give(handler, cc.CountFloat(table="T1", amount=1_035_00), SHIFT)
        await give(handler, cc.CloseDay(day="2026-03-01"), SHIFT)
        cage: Cage = (await handler.streams.department(Department.CAGE)).state
        assert cage.last_report is not None
        [table] = cage.last_report.tables
        assert (table.counted, table.ledger, table.variance) == (1_035_00, 1_035_00, 0)
        assert (table.closing, table.win, table.jackpots) == (1_035_00, 35_00, 0)
        await clean(handler)
        assert (await verify(handler.store)).wrong is None
