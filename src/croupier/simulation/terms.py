"""What is simulated: a rulebook, the strategy, and the stakes of every round."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from croupier.money import Cents
from croupier.odds.strategy import OPTIMAL, Strategy
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import StakeRule
from croupier.rulebooks.settings import BadSetting, JackpotSettings
from croupier.rulebooks.wagers import Backed, WagerKind
from croupier.simulation.errors import CannotSimulate

SEEDS = 1 << 64
GENERATOR = 2
"""The version by which seeds and indices are turned into rounds: 2 looks whole hands up where
there is one box, where 1 shuffled cards; several boxes are dealt alike by both."""
_BOXES = 7
_MONEY_MAX = 10**12
_EVERY_MAX = 10**9
SIDE_STAKE: Cents = 100_00
"""On a side wager, unless stated otherwise."""


class Terms(Struct, frozen=True, kw_only=True, dict=True):
    """The same wagers in every round: independent rounds, each from the same meter."""

    rulebook: Rulebook
    strategy: Strategy | str = OPTIMAL
    players: int = 1
    """Boxes in play, each with a player of its own."""
    ante: Cents = 100_00
    sides: Mapping[str, Cents] = {}
    """On the side wagers by name; the usual stake where one is not named."""
    jackpot: int = 1
    """Stakes (or credits) on the own hand; 0 for none."""
    dealer_jackpot: int = 1
    """Credits on the dealer's hand, where a rulebook has that target."""
    progressive: JackpotSettings = JackpotSettings(meter=100_000_000, reset=10_000_000)
    magic_every: int = 0
    lucky_every: int = 0
    """One draw in so many rounds; 0 holds none (S6)."""
    tables: int = 1
    """Linked tables, among which the lucky dealer is drawn (S7)."""
    generator: int = GENERATOR
    """Its version; an older one deals the rounds of older results again."""

    def __post_init__(self) -> None:
        self._check_players()
        for name in self.sides:
            if name not in self.rulebook.side_wagers:
                raise CannotSimulate(f"{self.rulebook.name} has no side wager '{name}'")
        for name, staked in (("ante", self.ante), *self.sides.items()):
            least = 1 if name == "ante" else 0
            if not least <= staked <= _MONEY_MAX:
                raise CannotSimulate(f"{name} is {least} to {_MONEY_MAX} cents, not {staked}")
        self._check_jackpots()
        for name in ("magic_every", "lucky_every"):
            if not 0 <= getattr(self, name) <= _EVERY_MAX:
                raise CannotSimulate(f"{name} is 0 for never, or a number of rounds")
            if getattr(self, name) and self.rulebook.draws is None:
                raise CannotSimulate(f"{self.rulebook.name} has no draws")
        if self.tables < 1:
            raise CannotSimulate("a link has at least one table")
        if not 1 <= self.generator <= GENERATOR:
            raise CannotSimulate(
                f"generator is the version that a result names, 1 to {GENERATOR} in this version "
                f"of Croupier, not {self.generator}"
            )

    def _check_players(self) -> None:
        most = self.rulebook.layout.boxes_max
        if not 1 <= self.players <= most:
            raise CannotSimulate(
                f"{self.rulebook.name} has 1 to {most} players at a table, not {self.players}"
            )

    def _check_jackpots(self) -> None:
        by_credits = self.rulebook.progressive.stake.value is StakeRule.CREDITS
        most = self.progressive.max_credits if by_credits else 1
        for name in ("jackpot", "dealer_jackpot"):
            if not 0 <= getattr(self, name) <= most:
                raise CannotSimulate(f"{name} is 0 to {most} stakes of this jackpot")
        if self.progressive.meter > _MONEY_MAX or self.progressive.reset > _MONEY_MAX:
            raise CannotSimulate(f"meter and reset go up to {_MONEY_MAX} cents")

    @cached_property
    def boxes(self) -> int:
        """Boxes of the table: seven, or as many as the layout and the players need."""
        layout = self.rulebook.layout
        return max(self.players, min(max(_BOXES, layout.boxes_min), layout.boxes_max))

    @property
    def stay(self) -> Cents:
        """The wager that keeps a hand in."""
        return self.rulebook.stay.multiple * self.ante

    def staked(self, wager: str) -> Cents:
        """What is on a box at the close of bets; nothing if a game has no such wager."""
        targets = self.rulebook.progressive.targets.value
        if wager in self.rulebook.side_wagers:
            return self.sides.get(wager, SIDE_STAKE)
        match wager:
            case WagerKind.ANTE:
                return self.ante
            case WagerKind.JACKPOT:
                return self.jackpot * self.progressive.stake if wager in targets else 0
            case WagerKind.DEALER_JACKPOT:
                return self.dealer_jackpot * self.progressive.stake if wager in targets else 0
            case _:
                return 0

    @property
    def held_draws(self) -> bool:
        """Whether anything is ever drawn beside the cards."""
        return bool(self.magic_every or self.lucky_every)

    @property
    def at_risk(self) -> Cents:
        """The most that a box can lose in a round."""
        return self.stay + sum(self.staked(wager) for wager in self.rulebook.wagers)

    def stakes_on(self, hand: Backed) -> bool:
        """Whether anything lies on a side wager on that hand."""
        return any(
            self.staked(name)
            for name, side in self.rulebook.side_wagers.items()
            if side.hand.value is hand
        )

    @cached_property
    def display(self) -> Cents:
        """The meter when prizes are paid: the round's own wagers are in it (X6)."""
        settings = self.progressive
        laid = self.staked(WagerKind.JACKPOT) + self.staked(WagerKind.DEALER_JACKPOT)
        units = settings.meter * settings.scale + settings.fraction_units
        units += self.players * laid * settings.units_per_cent_staked
        return units // settings.scale


def read_seed(seed: int) -> int:
    """A seed is any whole number of 64 bits."""
    if not 0 <= seed < SEEDS:
        raise CannotSimulate(f"a seed is a whole number from 0 to {SEEDS - 1}, not {seed}")
    return seed


def read_progressive(
    meter: Cents, reset: Cents, stake: Cents, increment: Fraction | str
) -> JackpotSettings:
    """A progressive; anything wrong with it is reported in a sentence."""
    try:
        return JackpotSettings(meter=meter, reset=reset, stake=stake, increment=str(increment))
    except BadSetting as error:
        raise CannotSimulate(str(error)) from None
