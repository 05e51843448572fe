"""The blind box: a second hand, bet without being viewed (CSP 3.7, MEGA 3.4.1).

The player knows the other, viewed hand and the up card. That knowledge is worth
something only if it could ever make folding the blind hand right. It cannot, which
is shown here by a bound for every viewed hand and every up card; so the best blind
play is always to bet, and its price is exactly that of betting every hand.
"""

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.cards import ACE, KING, RANKS
from croupier.money import Cents
from croupier.odds.deck import FULL_DECK, Kinds, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.information import Progress
from croupier.odds.kernels import loop
from croupier.odds.main_game import LOSE, NO_HAND, WIN, MainOdds, nets, own_known, solve
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NOT_QUALIFYING, _ACE_KING, _ABOVE = -1, len(RANKS), len(RANKS) + 1
"""What a dealer's hand is, where it is not a pair of some rank."""
_SIZE = 5
_UNSEEN = FULL_DECK.size - _SIZE - 1
_COMPLETIONS = comb(_UNSEEN, _SIZE - 1)
_BLIND_HANDS = comb(_UNSEEN - (_SIZE - 1), _SIZE)
_FLUSHES_MAX = comb(len(RANKS) - 1, _SIZE - 1)
"""No up card leaves more ways to a flush than four of the other twelve ranks of its suit."""


class BlindBox(Struct, frozen=True, kw_only=True):
    """The value of a hand bet unseen."""

    main: MainOdds
    """The exact odds of betting it, which is the best that can be done."""
    stay_at_least: Fraction
    """Whatever the viewed hand and the up card, staying in is worth at least this."""
    viewed: str
    """The ranks of the viewed hand for which the bound is lowest."""
    up_card: str


def blind_box(
    rulebook: Rulebook, ante: Cents | None = None, progress: Progress | None = None
) -> BlindBox:
    """The blind box of a rulebook that allows one, with the bound that settles its value."""
    import numpy as np

    from croupier.odds import loops

    _check(rulebook)
    kinds = kinds_of(rulebook.hands)
    viewed = _multiplicities(FULL_DECK.multisets(_SIZE))
    drawn = FULL_DECK.multisets(_SIZE - 1)
    completions = _multiplicities(drawn)
    count = loop(loops.blind_counts, len(viewed) * len(drawn))
    lowest = []
    for up_rank in range(len(RANKS)):
        made = np.array([_made(kinds, (*ranks, up_rank)) for ranks in drawn], np.int64)
        counts = np.empty((len(viewed), 2), np.int64)
        count(viewed, up_rank, completions, made, counts)
        bounds = [
            (_bound(rulebook, ante, int(none), int(beaten)), number)
            for number, (none, beaten) in enumerate(counts)
            if none >= 0
        ]
        lowest.append((*min(bounds), up_rank))
        if progress is not None:
            progress(up_rank + 1, len(RANKS))
    bound, number, up_rank = min(lowest)
    if bound <= -1:
        raise CannotPrice("the bound does not settle whether a blind box should ever be folded")
    ranks = FULL_DECK.multisets(_SIZE)[number]
    return BlindBox(
        main=solve(rulebook).price(rulebook, "always", ante),
        stay_at_least=bound,
        viewed="-".join(RANKS[rank] for rank in reversed(ranks)),
        up_card=RANKS[up_rank],
    )


def _check(rulebook: Rulebook) -> None:
    if rulebook.betting.views_per_player.value is None:
        raise CannotPrice(f"{rulebook.name} knows no blind box: a player views every hand held")
    main = rulebook.main
    plain = main.qualifies.value == (ACE, KING) and rulebook.hands.size == _SIZE
    if not plain or own_known(rulebook) != 1:
        raise CannotPrice("the blind box is solved for five cards, one up and ace-king to qualify")


def _bound(rulebook: Rulebook, ante: Cents | None, no_hand: int, beaten: int) -> Fraction:
    """The least that staying in can be worth.

    A dealer's flush was counted by its ranks; there are at most 495, and every one is
    taken off both counts. All that is left over is treated as lost.
    """
    terms = nets(rulebook, ante).values()
    win = min(row[WIN] for row in terms)
    no, lose = (min(row[place] for row in terms) for place in (NO_HAND, LOSE))
    none = Fraction(no_hand - _FLUSHES_MAX, _COMPLETIONS)
    below = Fraction(beaten, _COMPLETIONS * _BLIND_HANDS) - Fraction(_FLUSHES_MAX, _COMPLETIONS)
    return lose + (no - lose) * none + (win - lose) * below


def _made(kinds: Kinds, ranks: tuple[int, ...]) -> int:
    """What a dealer's hand is, by its ranks: the code that the count understands."""
    number = kinds.mixed.get(tuple(sorted(ranks)))
    if number is None:
        return _ABOVE
    value = kinds.kinds[number].value
    if value.hand_class is HandClass.PAIR:
        return value.ranks[0]
    if value.hand_class is not HandClass.ODD_CARDS:
        return _ABOVE
    return _ACE_KING if value.ranks[:2] == (ACE, KING) else _NOT_QUALIFYING


def _multiplicities(multisets: list[tuple[int, ...]]) -> "NDArray[Any]":
    import numpy as np

    return np.array([[ranks.count(rank) for rank in range(13)] for ranks in multisets], np.int64)
