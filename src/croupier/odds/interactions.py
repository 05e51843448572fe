"""What several changes are worth, shared out among them so that nothing is left over.

Each change alone is a part; several that interact make a further part, worth their joint effect
beyond what they and smaller groups of them are worth (inclusion and exclusion). The parts add up
exactly to the effect of all changes, whatever they change.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations

Figures = Mapping[tuple[str, str], Fraction]
"""Amounts by strategy and wager; what is not there is 0."""
Part = frozenset[int]
"""Some of the changes, by their place."""
Gain = Callable[[Part], Figures]
"""What some changes are worth together."""

GROUP_MAX = 6
"""The most interacting changes for which every group among them has a part of its own."""


def parts_of(count: int, gain: Gain) -> dict[Part, Figures]:
    """The parts that are worth something, and each single change even if it is not."""
    parts = {frozenset({place}): gain(frozenset({place})) for place in range(count)}
    for group in _groups(count, gain):
        if len(group) <= GROUP_MAX:
            joint = {part: _beyond(part, gain) for part in _of_two_or_more(group)}
        else:
            alone = [parts[frozenset({place})] for place in group]
            joint = {group: minus(gain(group), *alone)}
        parts |= {part: worth for part, worth in joint.items() if any(worth.values())}
    everything = frozenset(range(count))
    rest = minus(gain(everything), *parts.values())
    if any(rest.values()):
        parts[everything] = plus(parts.get(everything, {}), rest)
    return parts


def _beyond(part: Part, gain: Gain) -> Figures:
    """What it is worth beyond its smaller parts."""
    total: Figures = {}
    for size in range(1, len(part) + 1):
        take = plus if (len(part) - size) % 2 == 0 else minus
        total = take(total, *(gain(frozenset(some)) for some in combinations(part, size)))
    return total


def _groups(count: int, gain: Gain) -> list[Part]:
    """Groups of changes that affect each other's worth, found in pairs and joined."""
    groups: list[Part] = []
    for pair in map(frozenset, combinations(range(count), 2)):
        if any(_beyond(pair, gain).values()):
            joined = [group for group in groups if group & pair]
            groups = [group for group in groups if group not in joined]
            groups.append(pair.union(*joined))
    return groups


def _of_two_or_more(group: Part) -> Iterable[Part]:
    places = sorted(group)
    for size in range(2, len(places) + 1):
        yield from map(frozenset, combinations(places, size))


def plus(first: Figures, *others: Figures) -> Figures:
    return _combined(first, others, 1)


def minus(first: Figures, *others: Figures) -> Figures:
    return _combined(first, others, -1)


def _combined(first: Figures, others: Iterable[Figures], sign: int) -> Figures:
    total = dict(first)
    for one in others:
        for key, value in one.items():
            total[key] = total.get(key, Fraction(0)) + sign * value
    return total
