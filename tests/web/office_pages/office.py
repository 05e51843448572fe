"""A house with live money: an administrator who has not logged in yet, staff, players, a round."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from croupier.house.app.recovery import ITSELF
from croupier.house.app.set_up import MANAGER
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import BuyIn, ConfigureCage, Fill
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import CageLimits, Dealing, JackpotTerms, Money
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from tests.house.serving import session_of
from tests.web.floor_pages.floor import Floor
from tests.web.playing_pages.visiting import Visit, visiting

TABLE, OTHER, PRACTICE = "CSP-1", "TCP-1", "DEMO-1"
JACKPOT = "CASINO"
PASSWORD = "a quiet evening at the cage"


class Office(Floor):
    """Two players have played one round at `TABLE`: ann looked and bet, ben looked and folded."""

    def open(self) -> None:
        super().open()
        self.wait(self._people())
        self._play()
        self.wait(self._as_served())

    async def _as_served(self) -> None:
        """Chips go by slip and two people close a day, as in a house that is served."""
        handler = self.house.handler
        wanted = ConfigureCage(limits=CageLimits(two_people=True), days=handler.calendar.days)
        await handler.command(None, wanted, ITSELF, "as served")

    async def _people(self) -> None:
        self.administrator = await self.house.registry.open()
        for person, role in (
            ("cora", HouseRole.CAGE),
            ("ada", HouseRole.AUDITOR),
            ("root", HouseRole.ADMINISTRATOR),
        ):
            self.tokens[person] = await session_of(self.house, person, role)

    async def _furnish(self) -> None:
        handler = self.house.handler
        jackpot = hc.RegisterJackpot(
            name=JACKPOT,
            entry=JackpotEntry(meter=187_654_32, reset=50_000_00, stake=500, increment="0.25"),
            terms=JackpotTerms(),
            money=Money.LIVE,
            by=MANAGER,
        )
        await handler.command(None, jackpot, MANAGER, f"jackpot:{JACKPOT}")
        for name, rulebook, linked, money in (
            (TABLE, "casino-stud", JACKPOT, Money.LIVE),
            (OTHER, "three-card-poker", None, Money.LIVE),
            (PRACTICE, "casino-stud", None, Money.PRACTICE),
        ):
            table = hc.RegisterTable(
                name=name,
                entry=TableEntry(
                    rulebook,
                    boxes=6,
                    limits={"ante": (1000, 100_000), "pair_plus": (1000, 100_000)},
                    jackpot=linked,
                ),
                dealing=Dealing(),
                money=money,
                by=MANAGER,
            )
            await handler.command(None, table, MANAGER, f"table:{name}")

    def _play(self) -> None:
        for player in ("ann", "ben"):
            self.give("cora", None, BuyIn(player=player, amount=500_00), f"first buy-in:{player}")
        self.give("cora", None, Fill(table=TABLE, amount=20_000_00), "first fill")
        self._round(
            (None, c.OpenBets()),
            ("ann", c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=1000)),
            ("ann", c.PlaceWager(box=1, wager=WagerKind.JACKPOT)),
            ("ben", c.PlaceWager(box=2, wager=WagerKind.ANTE, amount=2000)),
            (None, c.CloseBets()),
            (None, c.Deal()),
            ("ann", c.ViewHand(box=1)),
            ("ben", c.ViewHand(box=2)),
            ("ann", c.PlaceWager(box=1, wager="bet")),
            ("ben", c.Fold(box=2)),
            (None, c.RevealDealer()),
            (None, c.Settle()),
        )

    def _round(self, *acts: tuple[str | None, Any]) -> None:
        for place, (person, command) in enumerate(acts):
            self.give(person or "kim", TABLE, command, f"round one:{place}")

    def newcomer(self, browser: Browser, size: tuple[int, int] = (1280, 800)) -> Any:
        """Somebody who is not logged in."""
        return visiting(browser, self.address, size)


def log_in(visit: Visit, name: str, password: str) -> Page:
    page = visit.go("/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()
    return page


def refused(visit: Visit, status: int) -> None:
    """The browser itself notes on its console that an answer was a refusal, and nothing else."""
    assert visit.complaints
    assert all(f"status of {status}" in one for one in visit.complaints), visit.complaints
    visit.complaints.clear()


def change_password(page: Page, old: str, new: str) -> None:
    expect(page.get_by_role("heading", name="Choose your own password")).to_be_visible()
    page.get_by_label("Present password").fill(old)
    page.get_by_label("New password", exact=True).fill(new)
    page.get_by_label("New password again").fill(new)
    page.get_by_role("button", name="Change the password").click()
    expect(page.locator(".said")).to_have_text("Your password is changed. You can go on now.")
