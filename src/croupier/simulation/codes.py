"""The code of a box: one small number for its whole outcome in a round.

What is paid on a box depends on the class of its hand, the jackpot row it takes, how it
came out against the dealer, and, where such wagers exist, on the dealer's own class and
row, on both hands together and on the draws. These few hundred or thousand combinations are
numbered; a compiled loop counts them, and money is computed from the counts in whole numbers.
"""

from msgspec import Struct

from croupier.ranking import HandClass
from croupier.simulation.hands import HandCase
from croupier.wagers import Against

FLAGS = 4
MAGIC, LUCKY = 1, 2
"""Bits of the draws that fell on a hand."""


AGAINST = 1 + max((Against.FOLDED, Against.NO_HAND, Against.WINS, Against.LOSES, Against.TIES))
"""Ways in which a hand comes out against the dealer; in a simulation every hand is shown."""


class Box(Struct, frozen=True):
    """A decoded code."""

    hand_class: HandClass
    row: int
    against: Against
    drawn: int = 0
    """Magic card in the hand, lucky player."""
    dealer_row: int = -1
    dealer_drawn: int = 0
    """Magic card in the dealer's hand, lucky dealer."""
    dealer_class: HandClass | None = None
    both: HandClass | None = None
    """Of the best five cards of both hands."""


class Coding(Struct, frozen=True):
    """How codes are numbered for a game."""

    cases: tuple[HandCase, ...]
    with_dealer: bool
    """Whether the dealer's class and row and the draws are part of the code."""
    with_both: bool = False
    """Whether the class of both hands together is."""

    @property
    def dealer_codes(self) -> int:
        return len(self.cases) * FLAGS

    @property
    def size(self) -> int:
        return self.dealt * len(HandClass) if self.with_both else self.dealt

    @property
    def dealt(self) -> int:
        """How many codes there are, both hands together aside."""
        plain = len(self.cases) * AGAINST
        return plain * FLAGS * self.dealer_codes if self.with_dealer else plain

    def box(self, code: int) -> Box:
        """What a code stands for."""
        drawn, dealer_row, dealer_drawn, dealer_class, both = 0, -1, 0, None, None
        if self.with_both:
            both, code = divmod(code, self.dealt)
        if self.with_dealer:
            code, dealer = divmod(code, self.dealer_codes)
            code, drawn = divmod(code, FLAGS)
            case, dealer_drawn = divmod(dealer, FLAGS)
            dealer_class, dealer_row = self.cases[case]
        case, against = divmod(code, AGAINST)
        hand_class, row = self.cases[case]
        return Box(
            hand_class,
            row,
            Against(against),
            drawn,
            dealer_row,
            dealer_drawn,
            dealer_class,
            None if both is None else HandClass(both),
        )
