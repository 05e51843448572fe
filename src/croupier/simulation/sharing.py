"""Rounds in which boxes depend on each other, through a shared meter or an envy bonus.

What such a round pays beside the boxes' own results depends only on which boxes hold the hands
that touch the others, and on where they sit. These patterns are few: each is settled once, as a
whole, and the other boxes' own results are added to it.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from croupier.simulation.codes import Coding
from croupier.simulation.hands import Numbers
from croupier.simulation.paying import Line, Payments
from croupier.simulation.tally import Sums, Tally

_NOTHING = -1


class Priced(Protocol):
    """What a plan knows of money."""

    @property
    def players(self) -> int: ...

    @property
    def wagers(self) -> tuple[str, ...]: ...

    @property
    def coding(self) -> Coding: ...

    @property
    def payments(self) -> Payments: ...

    @property
    def money(self) -> tuple[Numbers, Numbers, list[int]]: ...

    @property
    def patterns(self) -> dict[tuple[int, ...], list[tuple[int, ...]]]: ...

    def nets(self, lines: Sequence[Line]) -> tuple[int, ...]: ...

    def code_nets(self, code: int) -> tuple[int, ...]: ...


def settled(plan: Priced, rounds: Numbers) -> Tally:
    """What rounds came to, given by the codes of their boxes."""
    total = Tally(0, 0, {}, {})
    _, unlike, _ = plan.money
    for pattern, alike in _by_pattern(rounds, unlike):
        total += _pattern(plan, pattern, alike)
    return total


def _by_pattern(rounds: Numbers, unlike: Numbers) -> Iterator[tuple[tuple[int, ...], Numbers]]:
    """Codes of the boxes that touch the others (or nothing), with the rounds that have them."""
    patterns = np.where(unlike[rounds], rounds, _NOTHING)
    alone = (patterns != _NOTHING).sum(axis=1) == 1
    keys = patterns.max(axis=1) * rounds.shape[1] + patterns.argmax(axis=1)
    # One such box is the rule, and its place and code a number; several are compared in full.
    if not alone.all():
        several = np.unique(patterns[~alone], axis=0, return_inverse=True)[1].reshape(-1)
        keys[~alone] = -1 - several
    order = np.argsort(keys, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(keys[order])) + 1, len(order))
    start = 0
    for end in map(int, ends):
        own = order[start:end]
        yield tuple(map(int, patterns[own[0]])), rounds[own]
        start = end


def _pattern(plan: Priced, pattern: tuple[int, ...], rounds: Numbers) -> Tally:
    """Rounds of one pattern: sums of what varies from round to round, and what is fixed."""
    nets, _, units = plan.money
    fixed = _fixed(plan, pattern)
    count, varying = len(rounds), nets[rounds]
    together = varying.sum(axis=1)
    wagers = {}
    for place, (name, unit) in enumerate(zip(plan.wagers, units, strict=True)):
        by_box = [_sums(unit, varying[:, box, place]) for box in range(plan.players)]
        own = [net[place] for net in fixed]
        wagers[name] = Sums(
            sum(net for net, _ in by_box) + count * sum(own),
            sum(_squares(*one, count, add) for one, add in zip(by_box, own, strict=True)),
            _squares(*_sums(unit, together[:, place]), count, sum(own)),
        )
    codes, times = np.unique(rounds, return_counts=True)
    ends = (int(end) * units[-1] + sum(net[-1] for net in fixed) for end in _ends(together[:, -1]))
    counts = dict(zip(map(int, codes), map(int, times), strict=True))
    return Tally(count, count * plan.players, counts, wagers, *ends)


def _ends(numbers: Numbers) -> tuple[int, int]:
    return int(numbers.min()), int(numbers.max())


def _sums(unit: int, numbers: Numbers) -> tuple[int, int]:
    return unit * int(numbers.sum()), unit**2 * int((numbers * numbers).sum())


def _squares(net: int, squares: int, count: int, added: int) -> int:
    """The sum of squares after something has been added to each number."""
    return squares + 2 * added * net + count * added**2


def _fixed(plan: Priced, pattern: tuple[int, ...]) -> list[tuple[int, ...]]:
    """By box, what does not vary: the whole result of a box of the pattern, and what it brings
    the others."""
    known = plan.patterns
    if pattern not in known:
        _, unlike, _ = plan.money
        other = int(np.flatnonzero(~unlike)[0])
        codes = [other if code == _NOTHING else code for code in pattern]
        lines = plan.payments.round([plan.coding.box(code) for code in codes])
        known[pattern] = [
            tuple(
                net - (alone if own == _NOTHING else 0)
                for net, alone in zip(plan.nets(box), plan.code_nets(other), strict=True)
            )
            for own, box in zip(pattern, lines, strict=True)
        ]
    return known[pattern]
