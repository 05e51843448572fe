"""The settlement of a box around its wagers: what counts of each, and the resulting lines."""

from collections.abc import Iterable, Mapping, Sequence
from operator import le

from msgspec import Struct

from croupier.money import Cents, shares_in_proportion
from croupier.ranking import HandClass, HandValue
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import TableSettings
from croupier.rulebooks.wagers import Award, Backed
from croupier.table.hands import FaceDown, Hand, whole
from croupier.table.state import Box, Choice, Deal, Line
from croupier.wagers import Case, Paid, Result, compare


class Values(Struct, frozen=True):
    """The hands of a round, valued once."""

    dealer: HandValue
    qualified: bool
    boxes: Mapping[int, HandValue]
    """Without those that were never turned."""
    both: Mapping[int, HandClass]
    """Of each box's hand and the dealer's together, where a side wager is on that."""


def value_hands(rulebook: Rulebook, dealer: Hand, hands: Mapping[int, Hand]) -> Values:
    value = rulebook.hands.value(dealer)
    together = hands if rulebook.backs(Backed.BOTH) else {}
    order = rulebook.order_of(Backed.BOTH)
    return Values(
        value,
        rulebook.qualifies(value),
        {number: rulebook.hands.value(hand) for number, hand in hands.items()},
        {number: order.best(hand + dealer).hand_class for number, hand in together.items()},
    )


def awaited(rulebook: Rulebook, boxes: Mapping[int, Box], deal: Deal) -> list[int]:
    """Boxes whose hand lies face down although a wager there goes by its cards.

    A folded hand is never turned, unless a side wager is still on it: a jackpot hand among them is
    its player's to show (X22). Nor is one that only a dealer who does not qualify plays against.
    """
    closed = [number for number, hand in deal.hands.items() if type(hand) is FaceDown]
    if not closed:
        return []
    dealer = whole(deal.dealer, rulebook.hands.size)
    qualified = dealer is None or rulebook.qualifies(rulebook.hands.value(dealer))
    return [
        number
        for number in sorted(closed)
        if (box := boxes.get(number)) is not None
        and box.enters
        and _by_cards(rulebook, box, qualified=qualified)
    ]


def _by_cards(rulebook: Rulebook, box: Box, *, qualified: bool) -> bool:
    folded = box.choice is Choice.FOLDED
    for name, wager in rulebook.side_wagers.items():
        kept = not folded or wager.kept_on_fold.value
        if kept and wager.hand.value is not Backed.DEALER and box.side(name):
            return True
    if folded or box.declined:
        return False
    compared = qualified or rulebook.ante_bonus is not None
    return bool(box.jackpot or (box.ante and compared))


def cases_of(rulebook: Rulebook, live: Mapping[int, Box], values: Values) -> dict[int, Case]:
    """Everything that the wagers of each box with a hand depend on."""
    return {
        number: _case_of(rulebook, box, values.boxes.get(number), values, values.both.get(number))
        for number, box in live.items()
    }


def _case_of(
    rulebook: Rulebook, box: Box, value: HandValue | None, values: Values, both: HandClass | None
) -> Case:
    folded = box.choice is Choice.FOLDED
    return Case(
        hand=None if value is None else value.hand_class,
        against=compare(rulebook, value, values.dealer, folded=folded, declined=box.declined),
        dealer=values.dealer.hand_class,
        both=both,
        qualified=values.qualified,
        folded_by=box.folded_by,
        declined=box.declined,
        claimed=box.claimed,
    )


class Stakes(Struct, frozen=True):
    """What counts of each player's wagers on a box; the rest is excess and is returned."""

    ante: Sequence[Cents]
    stay: Sequence[Cents]
    sides: Mapping[str, Sequence[Cents]]
    beyond: Cents
    """What the stay-in wager of the box has more than its multiple of the ante that counts."""
    over_maximum: bool
    """The ante of the box is above the largest."""


def counted_stakes(settings: TableSettings, box: Box) -> Stakes:
    """Wagers up to the maximum, and a stay-in wager up to its multiple of that ante (C9, M15)."""
    antes = [share.ante_on for share in box.shares]
    ante_counts = min(sum(antes), settings.ante.maximum)
    stays = [share.stay if share.out is None else 0 for share in box.shares]
    due, stay = settings.rulebook.stay.multiple * ante_counts, sum(stays)
    return Stakes(
        shares_in_proportion(ante_counts, antes),
        # One proportion for the whole box, that of the antes (M6).
        _shares(min(stay, due), box, stays) if stay else stays,
        {
            name: shares_in_proportion(
                min(box.side(name), settings.limits_of(name).maximum),
                [one.side_on(name) for one in box.shares],
            )
            for share in box.shares
            for name in share.sides
        },
        stay - due,
        over_maximum=sum(antes) > ante_counts,
    )


def _shares(counts: Cents, box: Box, stays: Sequence[Cents]) -> Sequence[Cents]:
    """In proportion to the antes, unless left-over cents would make a part exceed its stake."""
    antes = [share.ante if share.out is None else 0 for share in box.shares]
    parts = shares_in_proportion(counts, antes)
    return parts if all(map(le, parts, stays)) else shares_in_proportion(counts, stays)


def line(number: int, player: str, wager: str, laid: Cents, counts: Cents, paid: Paid) -> Line:
    """A settled wager; any excess is returned."""
    returned = paid.returned + laid - counts
    return Line(number, player, wager, laid, paid.result, paid.won, returned, paid.clauses)


def award_line(number: int, player: str, award: Award, paid: Paid) -> Line:
    return line(number, player, award, 0, 0, paid)


def in_order(places: Mapping[str, int], box: Box, lines: Iterable[Line]) -> list[Line]:
    """The lines of a box by player in the order of joining, then by wager; a player may have
    come twice, after a first wager had gone back."""
    if len(box.shares) == 1:
        return sorted(lines, key=lambda line: places[line.wager])
    joined = [share.player for share in box.shares]
    return sorted(lines, key=lambda line: (joined.index(line.player), places[line.wager]))


def back(
    number: int, player: str, wager: str, staked: Cents, result: Result, clauses: tuple[str, ...]
) -> Line:
    """A wager returned in full, without a result."""
    return Line(number, player, wager, staked, result, 0, staked, clauses)
