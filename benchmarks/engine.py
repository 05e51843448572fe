"""Rounds a second through the full engine, beside a hand of pokerkit in the same run."""

import random
import time
from collections.abc import Callable

from pokerkit import Automation, Mode, NoLimitTexasHoldem

from croupier.books import RULEBOOKS
from croupier.cards import DECK, card_names
from croupier.floor import Floor, FloorCommand, play
from croupier.rulebooks.settings import JackpotSettings, TableSettings
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c

BOXES = range(1, 8)
SECONDS = 3.0


def rate(once: Callable[[], None], seconds: float = SECONDS) -> float:
    """Calls a second, measured over whole calls for about this long."""
    once()
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        once()
        done += 1
    return done / spent


def seven_boxes(rulebook: str) -> Callable[[], None]:
    """A full round at a 7-box table: antes, jackpot wagers, decisions, every event."""
    rng = random.Random(1)
    settings = TableSettings(rulebook=RULEBOOKS[rulebook], jackpot="J")
    jackpot = JackpotSettings(meter=100_000_000, reset=10_000_000, increment="0.2")
    floor = Floor.opening({"T": settings}, {"J": jackpot})
    stay = RULEBOOKS[rulebook].stay.wager

    def once() -> None:
        nonlocal floor
        deck = list(DECK)
        rng.shuffle(deck)
        decisions = [
            c.PlaceWager(box=box, wager=stay) if rng.random() < 0.5 else c.Fold(box=box)
            for box in BOXES
        ]
        round_of_play: list[FloorCommand] = [c.OpenBets()]
        for box in BOXES:
            player = f"p{box}"
            round_of_play += [
                c.PlaceWager(box=box, player=player, wager=WagerKind.ANTE, amount=10_000),
                c.PlaceWager(box=box, wager=WagerKind.JACKPOT),
            ]
        round_of_play += [c.CloseBets(), c.Deal(shoe=card_names(deck)), *decisions]
        round_of_play += [c.RevealDealer(), c.Settle()]
        for command in round_of_play:
            floor, _ = play(floor, "T", command)

    return once


def pokerkit_hand() -> None:
    """A hand of hold'em for seven that goes to showdown by checks and calls."""
    state = NoLimitTexasHoldem.create_state(
        tuple(one for one in Automation if one is not Automation.RUNOUT_COUNT_SELECTION),
        True,
        0,
        (5, 10),
        10,
        (1000,) * 7,
        7,
        mode=Mode.CASH_GAME,
    )
    while state.status:
        if state.can_check_or_call():
            state.check_or_call()
        else:
            break


def run() -> None:
    """Print the table of engine figures."""
    peer = rate(pokerkit_hand)
    print(f"{'pokerkit, a seven-handed hand':44}{peer:12,.0f} hands/s")
    for rulebook in RULEBOOKS:
        ours = rate(seven_boxes(rulebook), SECONDS / 2)
        name = f"{rulebook}, a round of seven boxes"
        print(f"{name:44}{ours:12,.0f} rounds/s {ours / peer:8.1f} x pokerkit")


if __name__ == "__main__":
    run()
