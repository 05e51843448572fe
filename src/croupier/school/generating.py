"""From rulebook, kind, seed and level to one exercise with its answers."""

from collections.abc import Sequence

from croupier.chips import CHIPS
from croupier.money import Cents
from croupier.rulebooks.model import Rulebook
from croupier.school.calls import what_to_say
from croupier.school.chance import Chance
from croupier.school.dealers import Task, cut_chips, pay, read_hand, who_wins
from croupier.school.model import Exercise, Kind, Solved
from croupier.school.supervisors import irregularity


def solve(
    rulebook: Rulebook, kind: Kind, seed: str, level: int = 1, chips: Sequence[Cents] = CHIPS
) -> Solved:
    """The exercise that a seed stands for; always the same one, whoever asks."""
    chance = Chance(f"{rulebook.edition_name} {kind.value} {level} {seed}")
    told, hands, asks = _task(rulebook, kind, chance, level, chips)
    exercise = Exercise(
        kind=kind,
        rulebook=rulebook.edition_name,
        game=rulebook.title,
        seed=seed,
        level=level,
        told=told,
        hands=hands,
        asks=tuple(ask for ask, _ in asks),
    )
    return Solved(exercise, tuple(key for _, key in asks))


def _task(
    rulebook: Rulebook, kind: Kind, chance: Chance, level: int, chips: Sequence[Cents]
) -> Task:
    match kind:
        case Kind.HAND:
            return read_hand(rulebook, chance, level)
        case Kind.WINNER:
            return who_wins(rulebook, chance, level)
        case Kind.PAY:
            return pay(rulebook, chance, level)
        case Kind.CHIPS:
            return cut_chips(rulebook, chance, level, chips)
        case Kind.CALL:
            return what_to_say(rulebook, chance, level)
        case Kind.IRREGULARITY:
            return irregularity(rulebook, chance, level)
