"""The rounds that exercises are about, drawn by chance and played on the engine."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.cards import Card, card_names
from croupier.game import Game
from croupier.money import Cents
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import JackpotSettings
from croupier.rulebooks.wagers import JACKPOTS, WagerKind
from croupier.school.chance import Chance
from croupier.school.hands import as_good, hand_of
from croupier.school.model import HARDEST, HandShown, Laid
from croupier.table.dealing import DEALER
from croupier.table.state import Line

PLAYERS = ("ann", "ben", "cho")
MOST_BOXES = 7
_UNITS = {1: (5, 10, 20), 2: tuple(range(1, 41)), 3: tuple(range(1, 121))}
"""Antes by level, in the smallest ante."""
SMALLEST = 500
_METERS = 900
STAKE = 500


class Seat(Struct, frozen=True):
    """A box of the exercise."""

    box: int
    player: str
    hand: tuple[Card, ...]
    wagers: dict[str, Cents]
    """Before the deal; 0 for a jackpot wager of the prescribed stake."""
    folds: bool = False


class Round(Struct, frozen=True):
    """What is dealt to whom, before anything happens."""

    seats: tuple[Seat, ...]
    dealer: tuple[Card, ...]
    """The last is the up card."""
    meter: Cents

    @property
    def hands(self) -> dict[int | str, str]:
        dealt: dict[int | str, str] = {one.box: card_names(one.hand) for one in self.seats}
        return {**dealt, DEALER: card_names(self.dealer)}


def draw_round(
    rulebook: Rulebook, chance: Chance, level: int, boxes: int, *, unit: Cents = SMALLEST
) -> Round:
    """Boxes with hands of every class; the dealer's is of the first box's class now and then."""
    order = rulebook.hands
    taken: list[Card] = []
    hands: list[tuple[Card, ...]] = []
    for _ in range(boxes):
        hands.append(hand_of(order, chance.of(order.classes), taken, chance))
        taken += hands[-1]
    dealer = _dealers(rulebook, hands[0], taken, chance, level)
    places = sorted(chance.some(range(1, number_of_boxes(rulebook) + 1), boxes))
    folding = level == HARDEST and chance.one_in(2)
    seats = tuple(
        Seat(
            place, player, hand, _wagers(rulebook, chance, level, unit), folding and place != first
        )
        for first in (places[0],)
        for place, player, hand in zip(places, PLAYERS, hands, strict=False)
    )
    return Round(seats, dealer, 20_000_00 + chance.below(_METERS) * 1_234_56)


def _dealers(
    rulebook: Rulebook,
    against: Sequence[Card],
    taken: Sequence[Card],
    chance: Chance,
    level: int,
) -> tuple[Card, ...]:
    """Beyond the first level it is near the player's: of the same class, or a tie."""
    order = rulebook.hands
    if level == 1 or chance.one_in(2):
        return hand_of(order, chance.of(_often(order.classes)), taken, chance)
    tie = as_good(order, against, taken, chance) if chance.one_in(3) else None
    return tie or hand_of(order, order.value(against).hand_class, taken, chance)


def number_of_boxes(rulebook: Rulebook) -> int:
    return max(rulebook.layout.boxes_min, min(MOST_BOXES, rulebook.layout.boxes_max))


def _often(classes: Sequence[HandClass]) -> Sequence[HandClass]:
    """Of a dealer's hands: the low ones, which decide whether there is a hand at all."""
    return classes[:3]


def _wagers(rulebook: Rulebook, chance: Chance, level: int, unit: Cents) -> dict[str, Cents]:
    least = max(unit, SMALLEST)
    laid: dict[str, Cents] = {WagerKind.ANTE.value: chance.of(_UNITS[level]) * least}
    if level == 1:
        return laid
    for side in rulebook.side_wagers:
        if not chance.one_in(3):
            laid[side] = chance.of(_UNITS[1]) * least
    for target in rulebook.progressive.targets.value:
        if not chance.one_in(3):
            laid[target.value] = 0
    return laid


def open_game(rulebook: Rulebook, meter: Cents, **settings: object) -> Game:
    """A table with its progressive, where the game has one."""
    progressive = JackpotSettings(meter=meter, reset=10_000_00, stake=STAKE, increment="0.25")
    linked = None if rulebook.jackpot is None else progressive
    return Game(rulebook, jackpot=linked, boxes=number_of_boxes(rulebook), **settings)


def lay(game: Game, dealt: Round) -> None:
    """Every wager of the round, box by box."""
    for seat in dealt.seats:
        for wager, amount in seat.wagers.items():
            game.wager(wager, seat.box, seat.player, amount or None)


def decide_all(game: Game, dealt: Round) -> None:
    for seat in dealt.seats:
        if seat.folds:
            game.fold(seat.box)
        else:
            game.stay(seat.box)


class Played(Struct, frozen=True):
    """A settled round, and what the meter showed before."""

    lines: tuple[Line, ...]
    meter: Cents | None


def played(rulebook: Rulebook, dealt: Round) -> Played:
    """The round as the engine settles it."""
    game = open_game(rulebook, dealt.meter)
    lay(game, dealt)
    game.deal(dealt.hands)
    decide_all(game, dealt)
    game.reveal()
    meter = game.meter
    return Played(game.settle(), meter)


def shown(rulebook: Rulebook, dealt: Round, lines: Sequence[Line] = ()) -> tuple[HandShown, ...]:
    """Everything face up, with the wagers that were settled."""
    boxes = tuple(
        HandShown(
            seat.box,
            seat.player,
            card_names(seat.hand),
            tuple(
                Laid(one.wager, rulebook.label(one.wager), one.staked)
                for one in lines
                if one.box == seat.box and one.staked
            ),
            "folded" if seat.folds else None,
        )
        for seat in dealt.seats
    )
    return (*boxes, HandShown(None, None, card_names(dealt.dealer)))


def is_jackpot(wager: str) -> bool:
    return wager in JACKPOTS
