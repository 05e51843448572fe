"""What staying in gains over folding where more is known than the rules show."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from croupier.cards import RANKS
from croupier.odds.deck import Deck, Kinds, Ranks, kinds_of
from croupier.odds.main_game import nets, scaled
from croupier.odds.remembered import Found, Gains
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEVERAL = 2


class Game:
    """A rulebook's kinds of hand and what each is worth, without a payout limit."""

    def __init__(self, rulebook: Rulebook, deck: Deck) -> None:
        import numpy as np

        self.kinds: Kinds = kinds_of(rulebook.hands, deck)
        self.qualifies = self.kinds.weakest(rulebook.qualifying_strength)
        whole, self.scale = scaled(nets(rulebook))
        classes = np.array([int(kind.value.hand_class) for kind in self.kinds.kinds])
        self._worth = whole[classes].T

    def held(self, rank: int) -> "NDArray[Any]":
        """How many cards of a rank each kind has."""
        import numpy as np

        return np.array([kind.ranks.count(rank) for kind in self.kinds.kinds])

    def into(
        self,
        gains: Gains,
        kinds: "NDArray[Any]",
        hands: "NDArray[Any]",
        weight: "NDArray[Any]",
        total: Any,
    ) -> "NDArray[Any]":
        """Add what the best play gains, and give what always staying in does, by kind."""
        import numpy as np

        gained = weight * self.gains(kinds, hands, total)
        gains.weigh(kinds, gained, weight * total * self.scale)
        gains.best += int(np.maximum(gained, 0).sum())
        by_kind = np.zeros(len(self.kinds), np.int64)
        np.add.at(by_kind, kinds, gained)
        return by_kind

    def by_match(
        self, up_rank: int, by_kind: "NDArray[Any]"
    ) -> Iterator[tuple[str, "NDArray[Any]"]]:
        """Hands that the up card matches, and the others."""
        import numpy as np

        held = self.held(up_rank) > 0
        yield "the up card matches yours", np.where(held, by_kind, 0)
        yield "the up card matches none", np.where(held, 0, by_kind)

    def found(self, gains: Gains, dealt: int) -> Found:
        return gains.found(dealt, self.scale)

    def gains(self, kinds: "NDArray[Any]", hands: "NDArray[Any]", total: Any) -> "NDArray[Any]":
        """Staying in less folding, for kinds of hand and the dealer's hands against each."""
        none, below, equal, above = self._worth[:, kinds]
        gained: NDArray[Any] = (
            hands[0] * (none - above)
            + hands[1] * (below - above)
            + hands[2] * (equal - above)
            + total * (above + self.scale)
        )
        return gained


def marks_seen(marked: Ranks, counts: list[int]) -> str:
    """`1 A, 0 K`, two or more alike."""
    many = [f"{count if count < _SEVERAL else '2 or more'}" for count in counts]
    return ", ".join(f"{of} {RANKS[mark]}" for of, mark in zip(many, marked, strict=True)) or "all"
