"""A round at a house over its service: a dealer and a player, each with a token of their own.

    python examples/play_a_round.py http://127.0.0.1:8000 T1 DEALER_TOKEN PLAYER_TOKEN

The dealer has signed on at the table. The player stakes an ante of 10.00 in box 1, looks at the
hand, stays in, and is shown what came of it while it happens.
"""

import asyncio
import sys

from croupier.house.client import Client, Events, NotDone, Subscribed
from croupier.table.commands import (
    CloseBets,
    Deal,
    OpenBets,
    PlaceWager,
    RevealDealer,
    Settle,
    ViewHand,
)


async def main(address: str, table: str, dealer_token: str, player_token: str) -> None:
    async with Client(address, dealer_token) as dealer, Client(address, player_token) as player:
        me = (await player.me()).person
        assert me is not None
        try:
            await player.give(PlaceWager(box=1, wager="ante", amount=10_00), table)
        except NotDone as refused:
            print(refused.trouble.code, refused.trouble.clause)
        async with player.stream() as streaming:
            await streaming.subscribe({f"table:{table}": None})
            heard = streaming.events()
            assert isinstance(await anext(heard), Subscribed)
            await dealer.give(OpenBets(), table)
            ante = PlaceWager(box=1, wager="ante", amount=10_00)
            first = await player.give(ante, table, key="my-first-ante")
            again = await player.give(ante, table, key="my-first-ante")
            assert first == again  # the same key is carried out once
            await dealer.give(CloseBets(), table)
            await dealer.give(Deal(), table)
            await player.give(ViewHand(box=1), table)
            await streaming.give(PlaceWager(box=1, wager="bet"), table)
            await dealer.give(RevealDealer(), table)
            await dealer.give(Settle(), table)
            async for told in heard:
                if isinstance(told, Events):
                    names = [one.event["event"] for one in told.events]
                    if "wager_settled" in names:
                        print("heard:", *names)
                        break
        async for one in player.own_rounds(table):
            for line in one.lines:
                print(me.id, line.wager, line.result, *line.clauses)
            return


if __name__ == "__main__":
    try:
        address, table, dealer, player = sys.argv[1:]
    except ValueError:
        sys.exit(__doc__)
    asyncio.run(main(address, table, dealer, player))
