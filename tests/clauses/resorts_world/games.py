"""Casino Stud and Multi-Link Stud: twins, so what they share is tested once and run for both.

    @both("3.14.1")
    def test_3_14_1_...(game: Game) -> None: ...

runs for each document and proves its own clause: `CSP 3.14.1`, `MLP 3.14.1`.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import pytest

from croupier.books import RULEBOOKS
from croupier.rulebooks.facts import Fact, facts
from croupier.rulebooks.model import Rulebook
from croupier.table.events import OptionsOffered
from croupier.table.views import PUBLIC, TableView, Viewer, view
from tests.playing import House

ACE_KING = "Ad Kc 7h 4s 2c"
"""A dealer who qualifies, with as little as makes the arithmetic easy."""
ACE_QUEEN = "Ad Qc 7h 4s 2c"
"""A dealer who does not qualify."""

ROYAL_FLUSH = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9d 8d 7d 6d 5d"
FOUR_OF_A_KIND = "Tc Td Th Ts 3h"
FULL_HOUSE = "8c 8s 8h Qh Qd"
FLUSH = "Jh 8h 6h 4h 2h"
STRAIGHT = "9c 8s 7s 6d 5s"
TWO_PAIRS = "Jd Jc 6c 6s 5c"
NINE_HIGH = "9s 7c 5h 4d 3d"
"""Loses to any dealer who qualifies."""


GROWING = {"meter": 1_000_000_00, "reset": 100_000_00, "stake": 5_00, "increment": "0.2"}
"""A jackpot that grows by one dollar with every wager."""


class Game(NamedTuple):
    """A document and the rulebook made from it."""

    code: str
    slug: str

    def house(self, **settings: Any) -> House:
        return House(self.slug, **settings)

    def cites(self, *numbers: str) -> set[str]:
        """Full ids of this document's clauses."""
        return {f"{self.code} {number}" for number in numbers}

    @property
    def rulebook(self) -> Rulebook:
        return RULEBOOKS[self.slug]

    def told(self, subject: str) -> Fact:
        """What the page of the rulebook says about it."""
        [fact] = [fact for fact in facts(self.rulebook) if fact.subject == subject]
        return fact


CSP = Game("CSP", "casino-stud")
MLP = Game("MLP", "multi-link-stud")


def _proves(game: Game, *numbers: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*(f"{game.code} {number}" for number in numbers))


def both(*numbers: str) -> pytest.MarkDecorator:
    """Runs a test for both documents; it proves these clauses of each."""
    return pytest.mark.parametrize(
        "game",
        [pytest.param(game, id=game.code, marks=_proves(game, *numbers)) for game in (CSP, MLP)],
    )


def both_rows(names: str, rows: Mapping[str, tuple[Any, ...]]) -> pytest.MarkDecorator:
    """One case for every row, by clause; each proves its clause of both documents."""
    return pytest.mark.parametrize(
        f"game, {names}",
        [
            pytest.param(game, *row, id=f"{game.code} {number}", marks=_proves(game, number))
            for game in (CSP, MLP)
            for number, row in rows.items()
        ],
    )


def dealt(
    game: Game,
    hands: Mapping[int, str],
    dealer: str = ACE_KING,
    *,
    ante: int = 100_00,
    jackpots: Collection[int] = (),
    players: Mapping[int, str] | None = None,
    **settings: Any,
) -> House:
    """A round with an ante on every box that has a hand, up to the deal."""
    t = game.house(**settings)
    take_bets(t, hands, ante=ante, jackpots=jackpots, players=players)
    t.deal(hands, dealer)
    assert not t.refusals
    return t


def take_bets(
    t: House,
    boxes: Collection[int],
    *,
    ante: int = 100_00,
    jackpots: Collection[int] = (),
    players: Mapping[int, str] | None = None,
    **keys: Any,
) -> House:
    """Opening call, antes, jackpot wagers, closing call."""
    t.open(**keys)
    for box in boxes:
        t.ante(box, ante, (players or {}).get(box), **keys)
    for box in jackpots:
        t.jackpot(box, **keys)
    return t.close(**keys)


def played(game: Game, hands: Mapping[int, str], dealer: str = ACE_KING, **settings: Any) -> House:
    """A round in which every box stays in, settled."""
    t = dealt(game, hands, dealer, **settings)
    for box in hands:
        t.bet(box)
    t.finish()
    assert not t.refusals
    return t


def shoe_of(cards: str) -> str:
    """A full deck that begins with these cards; the others follow suit by suit."""
    named = cards.split()
    rest = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    return " ".join([*named, *(card for card in rest if card not in named)])


def decided_by(t: House, box: int, wager: str, **where: Any) -> set[str]:
    """The clauses on a line."""
    return set(t.line(box, wager, **where).clauses)


def offered_to(t: House) -> list[int]:
    """The boxes whose players were given the options of 5.10."""
    return [
        box
        for event in t.events_of(OptionsOffered)
        for option in event.options
        for box in option.boxes
    ]


def seen_by(t: House, player: str | None = None) -> TableView:
    """The table as a player sees it, or anybody who walks by."""
    floor = t.played.floor
    table = floor.tables[next(iter(t.tables))]
    return view(table, floor.link_of(table), Viewer.of_player(player) if player else PUBLIC)


def refusal(t: House) -> tuple[str, str | None]:
    """Code and clause with which the last command was refused."""
    refused = t.refused
    assert refused is not None, "the last command was not refused"
    return refused.code, refused.clause
