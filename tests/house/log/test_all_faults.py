"""An honest house proves, and in one that is not whole no fault hides another."""

from datetime import UTC, datetime
from pathlib import Path

from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.settings import Cards, Dealing
from croupier.house.store import database_url
from croupier.script.format import TableEntry
from tests.house.log.played import OLD_RING, Clock, Floor, opened, proved
from tests.house.tampering import defenceless, record_by_record

AUTOMATIC = Dealing(cards=Cards.ELECTRONIC, automatic=True)


async def begun(folder: Path) -> None:
    """A house whose automatic table two people registered, under a clock that never stands."""
    async with opened(
        database_url(folder), OLD_RING, Clock(datetime(2026, 3, 1, tzinfo=UTC))
    ) as house:
        floor = Floor(house)
        entry = TableEntry("casino-stud", boxes=6)
        await floor.register(hc.RegisterTable(name="A1", entry=entry, dealing=AUTOMATIC))
        await floor.person("ann")
        await floor.give("cora", None, cc.BuyIn(player="ann", amount=100_00))


async def test_an_automatic_table_that_two_people_registered_proves(tmp_path: Path) -> None:
    await begun(tmp_path)
    found = await proved(tmp_path, OLD_RING)
    assert found.wrong is None
    assert found.tables == 1


async def test_one_fault_hides_no_other(tmp_path: Path) -> None:
    """The clock of the table, a forged payment and a line taken out: three hands in one house."""
    await begun(tmp_path)
    [database] = tmp_path.glob("*.db")
    with defenceless(database) as connection:
        with record_by_record(connection):
            connection.execute(
                "UPDATE records SET event = replace(event, '2026-03-01', '2026-03-02') "
                "WHERE stream = 'table:A1' AND event LIKE '%timer_set%'"
            )
        connection.execute("UPDATE postings SET amount = amount + 777 WHERE credit = 'player:ann'")
        connection.execute("UPDATE balances SET amount = amount + 777 WHERE account = 'player:ann'")
        connection.execute("UPDATE balances SET amount = amount - 777 WHERE account = 'cash'")
        connection.execute("DELETE FROM significant WHERE stream = 'cage'")
    found = await proved(tmp_path, OLD_RING)
    said = "\n".join(found.findings)
    assert "table:A1 2: the record was changed: its hash does not fit" in said
    assert "table:A1 version 2: the rules lead to another event here" in said
    assert "account player:ann: holds 10777, and its events come to 10000" in said
    assert "its postings are not those of its event" in said
    assert "its line among what matters is missing or changed" in said


async def test_of_each_kind_the_first_few_are_named(tmp_path: Path) -> None:
    await begun(tmp_path)
    [database] = tmp_path.glob("*.db")
    with defenceless(database) as connection:
        for number in range(12):
            connection.execute("INSERT INTO balances VALUES (?, 5)", (f"player:x{number:02}",))
    found = await proved(tmp_path, OLD_RING)
    named = [one for one in found.findings if "and its events come to 0" in one]
    assert len(named) == 5
    assert "accounts: 7 more like these" in found.findings
