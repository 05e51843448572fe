"""Parts add up to the whole, whatever the changes do to one another."""

from fractions import Fraction
from random import Random

from croupier.odds.interactions import GROUP_MAX, Figures, Part, parts_of, plus

KEY = ("optimal", "main")


def amount(value: int) -> Figures:
    return {KEY: Fraction(value)}


def worth(parts: dict[Part, Figures]) -> dict[tuple[int, ...], int]:
    return {tuple(sorted(part)): int(one[KEY]) for part, one in parts.items()}


def test_changes_that_do_not_meet_are_their_own_parts() -> None:
    prices = (3, 0, -5)
    parts = parts_of(3, lambda part: amount(sum(prices[place] for place in part)))
    assert worth(parts) == {(0,): 3, (1,): 0, (2,): -5}


def test_two_that_meet_have_a_part_of_their_own() -> None:
    """A product: 2·3 becomes 4·5, the first alone 4·3, the second alone 2·5; 7 stands beside."""

    def gain(part: Part) -> Figures:
        return amount((4 if 0 in part else 2) * (5 if 1 in part else 3) - 6 + 7 * (2 in part))

    assert worth(parts_of(3, gain)) == {(0,): 6, (1,): 4, (2,): 7, (0, 1): 4}


def test_three_that_meet_two_by_two_and_all_at_once() -> None:
    """A product of (1 + change): each subset of two or three is worth 1 more than its parts."""
    parts = parts_of(3, lambda part: amount(2 ** len(part) - 1))
    assert worth(parts) == {
        (0,): 1, (1,): 1, (2,): 1, (0, 1): 1, (0, 2): 1, (1, 2): 1, (0, 1, 2): 1,
    }  # fmt: skip


def test_what_only_all_together_are_worth_is_the_last_part() -> None:
    """No two of them meet, so no group is found; what is left is named all the same."""
    parts = parts_of(4, lambda part: amount(9 if {0, 1, 2} <= part else 0))
    assert worth(parts) == {(0,): 0, (1,): 0, (2,): 0, (3,): 0, (0, 1, 2, 3): 9}


def test_a_large_group_has_one_part() -> None:
    count = GROUP_MAX + 1
    parts = parts_of(count, lambda part: amount(len(part) ** 2))
    alone: dict[tuple[int, ...], int] = {(place,): 1 for place in range(count)}
    assert worth(parts) == alone | {tuple(range(count)): count**2 - count}


def test_random_worths_are_shared_out_without_a_remainder() -> None:
    joint = large = 0
    for seed in range(60):
        chance = Random(seed)
        count = chance.randint(1, 8)
        table: dict[Part, Figures] = {frozenset(): amount(0)}

        def gain(
            part: Part, chance: Random = chance, table: dict[Part, Figures] = table
        ) -> Figures:
            if part not in table:
                table[part] = amount(chance.randint(-3, 3))
            return table[part]

        parts = parts_of(count, gain)
        assert plus({}, *parts.values()) == gain(frozenset(range(count)))
        joint += any(1 < len(part) <= GROUP_MAX for part in parts)
        large += any(len(part) > GROUP_MAX for part in parts)
    assert joint
    assert large
