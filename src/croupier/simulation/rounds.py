"""Any simulated round, by its index: its cards, and the commands that play it.

The full engine can play these commands; that it gives the same lines proves that the
loops play the game of the documents.
"""

from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from croupier.books import RULEBOOKS
from croupier.cards import Card, card_name, card_names
from croupier.floor import Floor, FloorCommand
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import USUAL_LIMITS, Limits, Overrides, TableSettings
from croupier.simulation.dealing import draw
from croupier.simulation.paying import Line
from croupier.simulation.plan import Plan
from croupier.simulation.terms import Terms
from croupier.table import commands as c
from croupier.wagers import Against

TABLE, JACKPOT = "T1", "J1"


class Draw(Struct, frozen=True):
    """What the jackpot system picked in a round."""

    magic_card: Card | None
    lucky_box: int | None
    lucky_dealer: bool


class Round(Struct, frozen=True):
    """A simulated round in full."""

    index: int
    seed: int
    hands: tuple[tuple[Card, ...], ...]
    """The boxes' in turn, then the dealer's."""
    stayed: tuple[bool, ...]
    draw: Draw | None
    lines: tuple[tuple[Line, ...], ...]
    """What the simulation made of each box."""

    def commands(self, terms: Terms) -> list[FloorCommand]:
        """The commands that play the round at a table."""
        told: list[FloorCommand] = [c.OpenBets()]
        boxes = range(1, len(self.stayed) + 1)
        for box in boxes:
            told += [
                c.PlaceWager(box=box, player=f"p{box}", wager=wager, amount=amount)
                for wager in terms.rulebook.wagers
                if (amount := terms.staked(wager))
            ]
        told.append(c.CloseBets())
        if self.draw is not None:
            magic = self.draw.magic_card
            told.append(
                c.Draw(
                    magic_card=None if magic is None else card_name(magic),
                    lucky_box=self.draw.lucky_box,
                    lucky_dealer=self.draw.lucky_dealer,
                )
            )
        hands = {str(box): card_names(self.hands[box - 1]) for box in boxes}
        told.append(c.Deal(hands={**hands, "dealer": card_names(self.hands[-1])}))
        stay = terms.rulebook.stay.wager
        told += [
            c.PlaceWager(box=box, wager=stay) if self.stayed[box - 1] else c.Fold(box=box)
            for box in boxes
        ]
        return [*told, c.RevealDealer(), c.Settle()]


def rounds(plan: Plan, indices: list[int], seed: int) -> list[Round]:
    """The rounds of these indices."""
    codes, decks = plan.again(indices, seed)
    return [
        _round(plan, index, seed, list(map(int, own)), deck)
        for index, own, deck in zip(indices, codes, decks, strict=True)
    ]


def _round(plan: Plan, index: int, seed: int, codes: list[int], deck: Any) -> Round:
    boxes = [plan.coding.box(code) for code in codes]
    return Round(
        index,
        seed,
        tuple(plan.hands(deck)),
        tuple(box.against is not Against.FOLDED for box in boxes),
        _draw(plan, index, seed),
        tuple(tuple(lines) for lines in plan.payments.round(boxes)),
    )


def _draw(plan: Plan, index: int, seed: int) -> Draw | None:
    if not (plan.coding.with_dealer and plan.payments.rulebook.draws):
        return None
    magic, lucky_box, lucky_dealer = draw(np.uint64(index), np.uint64(seed), plan.rules)
    drawn = Draw(Card(magic - 1) if magic else None, lucky_box or None, bool(lucky_dealer))
    return drawn if any((drawn.magic_card is not None, lucky_box, lucky_dealer)) else None


def table_settings(terms: Terms) -> TableSettings:
    """The table that plays these terms."""
    return TableSettings(
        rulebook=terms.rulebook,
        boxes=terms.boxes,
        limits={
            wager: _limits(terms.staked(wager) or USUAL_LIMITS.minimum)
            for wager in terms.rulebook.entry_wagers
        },
        jackpot=None if terms.rulebook.jackpot is None else JACKPOT,
    )


def _limits(amount: int) -> Limits:
    return Limits(min(amount, USUAL_LIMITS.minimum), max(amount, USUAL_LIMITS.maximum))


def opening_floor(terms: Terms) -> Floor:
    """A house with that one table, before the round."""
    return Floor.opening({TABLE: table_settings(terms)}, {JACKPOT: terms.progressive})


def script(terms: Terms, played: Round, readings: Overrides | None = None) -> dict[str, Any]:
    """The round as a table script, `croupier-script/1`, which replays to the same lines."""
    named = _named(terms.rulebook, readings or {})
    settings, progressive = table_settings(terms), terms.progressive
    return {
        "format": "croupier-script/1",
        "simulated": {
            "generator": terms.generator,
            "seed": played.seed,
            "round": played.index,
        },
        "tables": {
            TABLE: {
                **named,
                "boxes": settings.boxes,
                "limits": {
                    wager: [limits.minimum, limits.maximum]
                    for wager, limits in settings.limits.items()
                },
                **({} if settings.jackpot is None else {"jackpot": settings.jackpot}),
            }
        },
        "jackpots": {}
        if settings.jackpot is None
        else {
            JACKPOT: {
                "meter": progressive.meter,
                "reset": progressive.reset,
                "stake": progressive.stake,
                "max_credits": progressive.max_credits,
                "increment": progressive.increment,
                "fraction": progressive.fraction,
            }
        },
        "commands": [_told(command) for command in played.commands(terms)],
    }


def _named(book: Rulebook, readings: Overrides) -> dict[str, Any]:
    """How a script names a rulebook: by its edition, or by its text where that is nobody's."""
    if book.slug not in RULEBOOKS:
        return {"rulebook": rulebook_text(book)}
    return {"rulebook": book.edition_name, **({"readings": dict(readings)} if readings else {})}


def _told(command: FloorCommand) -> dict[str, Any]:
    """A command without empty keys."""
    keys = msgspec.to_builtins(command)
    return {key: value for key, value in keys.items() if value is not None and key != "burn"}
