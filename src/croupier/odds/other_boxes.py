"""What the cards of other boxes are worth, as an interval that holds with a stated chance.

There are too many sets of cards to see for an exact count. Take any strategy that does not look at
them: its expectation is known exactly. Whoever sees the cards gains over it just where it decides
wrongly for what is left of the deck. That gain is never negative and mostly 0, and for one deal
with its seen cards it is counted exactly; only its average over deals is drawn by chance, and
bounded by the empirical Bernstein inequality (Maurer and Pontil 2009), which assumes nothing of
the distribution but its bounds.

What was drawn on a GPU for the approved rules is kept in `drawn.json`, as sums of whole numbers;
anyone can draw the same deals again.
"""

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from importlib import import_module, resources
from itertools import combinations_with_replacement
from math import ceil, comb, log, sqrt
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from croupier.cards import RANKS
from croupier.odds.deck import FULL_DECK, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.information import Progress
from croupier.odds.main_game import nets, own_known, scaled, solve
from croupier.odds.strategy import Strategy, statement
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHANCE = Fraction(1, 10**6)
"""That an interval does not hold."""
BOXES = range(1, 7)
DEALS, GPU_DEALS = 200_000, 1 << 29
"""Drawn if no number is given and none were before, on a processor and on a GPU."""
SEED = 2026
_BLOCK, _LAUNCH = 20_000, 1 << 24
"""So many deals are drawn at once, on a processor and on a GPU."""
_STUD, _THREE = 5, 3
_WHOLE_MAX = 1 << 62
_FINE = 10**9

Sums = list[list[int]]
"""For each class of hand, the wrong decisions, what they lose in all, and the squares of that."""
Adds = Callable[..., None]


class Drawn(Struct, frozen=True):
    """Deals that were drawn: from the first on, so many."""

    deals: int
    sums: Sums


class Interval(Struct, frozen=True, kw_only=True):
    """An expectation in antes, and how far it may lie to either side."""

    expected: Fraction
    either_way: Fraction
    deals: int
    """So many were drawn."""
    overruled: Mapping[HandClass, Fraction]
    """By class of hand, the share of deals drawn in which the strategy was wrong."""


def other_boxes(
    rulebook: Rulebook,
    boxes: int,
    deals: int | None = None,
    progress: Progress | None = None,
    *,
    gpu: bool = False,
) -> Interval:
    """The best play of one who sees all cards of some other boxes before deciding; on a processor
    by deals that were drawn before, if no number is given."""
    drawing = Drawing(rulebook, statement(rulebook.hands.size))
    drawn = None if gpu or deals else drawing.kept(boxes)
    if drawn is None:
        usual = GPU_DEALS if gpu else DEALS
        drawn = drawing.draw(boxes, usual if deals is None else deals, progress, gpu=gpu)
    return drawing.interval(boxes, drawn)


class Drawing:
    """What a strategy loses by not looking at the cards of others, deal by deal."""

    def __init__(self, rulebook: Rulebook, strategy: Strategy) -> None:
        import numpy as np

        self._rulebook, self._strategy = rulebook, strategy
        self.size, self.known = rulebook.hands.size, own_known(rulebook)
        if (self.size, self.known) not in ((_STUD, 1), (_THREE, 0)):
            raise CannotPrice(
                "the cards of other boxes are drawn for five cards with one up, or three with none"
            )
        self._kinds = kinds_of(rulebook.hands)
        self._classes = rulebook.hands.classes
        self._nets = nets(rulebook)
        whole, self._scale = scaled(self._nets)
        self._pays: NDArray[Any] = whole[[int(hand) for hand in self._classes]] + self._scale
        place = {hand: number for number, hand in enumerate(self._classes)}
        self._class_of: NDArray[Any] = np.array(
            [place[kind.value.hand_class] for kind in self._kinds.kinds], np.int8
        )
        stays = strategy.stays(self._kinds)
        self._stays: NDArray[Any] = np.ascontiguousarray(np.broadcast_to(stays, (len(stays), 13)))
        worth = self._pays[self._class_of]
        missed = worth[~self._stays.all(axis=1)].max(initial=0)
        wasted = -worth[self._stays.any(axis=1)].min()
        self._most = int(max(missed, wasted))

    @property
    def most(self) -> Fraction:
        """The most that one decision can lose, in antes."""
        return Fraction(self._most, self._scale)

    def shape(self, boxes: int) -> tuple[int, int, int, int]:
        """Cards of a hand, cards up, cards seen, and how many hands the dealer can have."""
        seen = self.size * boxes
        left = FULL_DECK.size - self.size - self.known - seen
        return self.size, self.known, seen, comb(left, self.size - self.known)

    @cached_property
    def game(self) -> tuple[Any, ...]:
        """The tables that the loops read."""
        import numpy as np

        kinds, ranks = self._kinds, range(len(RANKS))
        places = np.array([[comb(r + below, below + 1) for r in ranks] for below in range(_STUD)])

        def place(some: tuple[int, ...]) -> int:
            return sum(int(places[below, rank]) for below, rank in enumerate(some))

        of_ranks = np.full(comb(len(RANKS) + self.size - 1, self.size), -1, np.int16)
        for some, number in kinds.mixed.items():
            of_ranks[place(some)] = number
        with_up = np.full((len(RANKS), comb(len(RANKS) + self.size - 2, self.size - 1)), -1)
        for up in ranks:
            for some in combinations_with_replacement(ranks, self.size - 1):
                with_up[up, place(some)] = kinds.mixed.get(tuple(sorted((*some, up))), -1)
        mixed, suited = np.full((2, 1 << len(RANKS)), -1, np.int16)
        for some, number in kinds.suited.items():
            mask = sum(1 << rank for rank in some)
            mixed[mask], suited[mask] = kinds.mixed[some], number
        qualifies = kinds.weakest(self._rulebook.qualifying_strength)
        tables = (places, of_ranks, with_up.astype(np.int16), mixed, suited, self._class_of)
        return (*tables, self._pays.astype(np.int64), self._stays, qualifies)

    @cached_property
    def _name(self) -> str:
        """The same for all rules in which the same is drawn."""
        pays = [[hand.slug, *map(str, self._nets[hand])] for hand in self._classes]
        qualifies = self._rulebook.qualifying_strength
        drawn = (self.size, self.known, qualifies, pays, self._strategy.spoken(), SEED)
        return hashlib.sha256(repr(drawn).encode()).hexdigest()

    def kept(self, boxes: int) -> Drawn | None:
        """Deals that were drawn before, if any were for these rules."""
        text = resources.files(__package__).joinpath("drawn.json").read_bytes()
        found = msgspec.json.decode(text, type=dict[str, dict[str, Drawn]])
        return found.get(self._name, {}).get(str(boxes))

    def draw(
        self, boxes: int, deals: int, progress: Progress | None = None, *, gpu: bool = False
    ) -> Drawn:
        """The first deals, in blocks."""
        if deals < _BLOCK:
            raise CannotPrice(f"an interval takes at least {_BLOCK:,} deals")
        add_up, block = (_on_gpu(), _LAUNCH) if gpu else (_on_processor(), _BLOCK)
        most = self._most * self.shape(boxes)[3]
        block = min(block, _WHOLE_MAX // (most * most + 1))
        sums = [[0, 0, 0] for _ in self._classes]
        for first in range(0, deals, block):
            some = self.summed(boxes, first, min(block, deals - first), add_up)
            sums = [
                [a + b for a, b in zip(*rows, strict=True)] for rows in zip(sums, some, strict=True)
            ]
            if progress is not None:
                progress(first // block + 1, -(-deals // block))
        return Drawn(deals, sums)

    def summed(self, boxes: int, first: int, deals: int, add_up: Adds) -> Sums:
        """Consecutive deals, few enough that no sum overflows."""
        import numpy as np

        sums = np.zeros((len(self._classes), 3), np.int64)
        add_up(np.uint64(first), deals, np.uint64(SEED + boxes), self.shape(boxes), self.game, sums)
        found: Sums = sums.tolist()
        return found

    def interval(self, boxes: int, drawn: Drawn) -> Interval:
        """What the sums of deals say of the expectation."""
        deals = drawn.deals
        unit = self.shape(boxes)[3] * self._scale
        lost, squares = (sum(row[place] for row in drawn.sums) for place in (1, 2))
        mean = Fraction(lost, deals * unit)
        variance = (Fraction(squares, unit * unit) - deals * mean * mean) / (deals - 1)
        likely = log(4 / CHANCE)
        width = sqrt(2 * variance * likely / deals) + 7 * self.most * likely / (3 * (deals - 1))
        base = solve(self._rulebook).price(self._rulebook, self._strategy).expected
        return Interval(
            expected=base + mean,
            either_way=Fraction(ceil(width * _FINE), _FINE),
            deals=deals,
            overruled={
                hand: Fraction(row[0], deals)
                for hand, row in zip(self._classes, drawn.sums, strict=True)
            },
        )


def _on_processor() -> Adds:
    from croupier.odds.drawn_deals import add_up

    return add_up


def _on_gpu() -> Adds:
    import numpy as np

    from croupier.gpu import NO_GPU, usable_cuda

    cuda = usable_cuda()
    if cuda is None:
        raise CannotPrice(NO_GPU)
    kernel = import_module("croupier.odds.cuda_deals").add_up
    blocks = 16 * int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
    tables: list[Any] = []

    def add_up(
        first: Any, deals: int, seed: Any, shape: Any, game: tuple[Any, ...], sums: Any
    ) -> None:
        if not tables:
            tables.append((*map(cuda.to_device, game[:-1]), game[-1]))
        there = cuda.to_device(sums)
        kernel[blocks, 128](first, np.uint64(deals), seed, shape, tables[0], there)
        there.copy_to_host(sums)

    return add_up
