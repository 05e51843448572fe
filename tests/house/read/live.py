"""Rounds at a live table, with cards that a test names."""

from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.settings import Cards, Dealing
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.funding import CASHIER, by_two
from tests.house.houses import ante, do, jackpot, key, register_jackpot, register_table

LIVE = Dealing(cards=Cards.LIVE)
ACE_KING = "As Kd 9h 5c 2d"
PAIR_OF_QUEENS = "Qs Qd 8h 7c 3s"
ROYAL = "Ah Kh Qh Jh Th"


async def live_house(handler: CommandHandler) -> None:
    """Casino Stud at T1, linked to J1."""
    await register_jackpot(handler)
    await register_table(handler, rulebook="casino-stud@6", dealing=LIVE)


async def live_round(
    handler: CommandHandler,
    hand: str = PAIR_OF_QUEENS,
    *,
    amount: int = 1000,
    on_jackpot: bool = True,
    settle: bool = True,
) -> None:
    """One player at box 1 stays in against a dealer who qualifies with ace and king."""
    ann = Actor("p1", Role.PLAYER)
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1, amount), ann)
    if on_jackpot:
        await do(handler, "T1", jackpot(1), ann)
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal(hands={"1": hand, "dealer": ACE_KING}))
    await do(handler, "T1", c.ViewHand(box=1), ann)
    await do(handler, "T1", c.PlaceWager(box=1, wager="bet"), ann)
    await do(handler, "T1", c.RevealDealer())
    if settle:
        await do(handler, "T1", c.Settle())


async def pay_prizes(handler: CommandHandler) -> None:
    """Two people release what is payable."""
    supervisor = Signature("eve", HouseRole.PIT_SUPERVISOR)
    for due in (await handler.streams.jackpot("J1")).state.payables:
        pay = hc.PayJackpot(jackpot="J1", table=due.table, round=due.round, box=due.box)
        await by_two(handler, pay, supervisor, CASHIER, key())
