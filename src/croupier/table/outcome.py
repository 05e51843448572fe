"""How each wager of a box comes out: the rules of settlement, one wager at a time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from operator import le

from msgspec import Struct

from croupier.money import Cents, shares_in_proportion
from croupier.ranking import HandClass, HandValue
from croupier.rulebooks.model import Award, JackpotRow, PayTable, Rulebook, WagerKind
from croupier.rulebooks.settings import TableSettings
from croupier.table.state import Box, Choice, Deal, Hand, Line, Result, Share


class Against(Enum):
    """The main hand against the dealer."""

    FOLDED = auto()
    NO_HAND = auto()
    WINS = auto()
    LOSES = auto()
    TIES = auto()
    NOT_SHOWN = auto()
    NOT_SHOWN_TO_NO_HAND = auto()


class Values(Struct, frozen=True):
    """The hands of a round, valued once."""

    dealer: HandValue
    qualified: bool
    boxes: Mapping[int, HandValue]


def value_hands(rulebook: Rulebook, deal: Deal, boxes: Sequence[int]) -> Values:
    dealer = rulebook.hands.value(deal.dealer)
    return Values(
        dealer,
        rulebook.qualifies(dealer),
        {number: rulebook.hands.value(deal.hands[number]) for number in boxes},
    )


def compare(rulebook: Rulebook, box: Box, value: HandValue, values: Values) -> Against:
    """Fold first, then whether the dealer has a hand at all, then the comparison (S15)."""
    if box.choice is Choice.FOLDED:
        return Against.FOLDED
    if not values.qualified:
        unrevealed = rulebook.main.unrevealed
        if box.declined and unrevealed is not None and unrevealed.loses_to_no_hand.value:
            return Against.NOT_SHOWN_TO_NO_HAND
        return Against.NO_HAND
    if box.declined:
        return Against.NOT_SHOWN
    if value.strength > values.dealer.strength:
        return Against.WINS
    if value.strength < values.dealer.strength:
        return Against.LOSES
    return Against.TIES


class Stakes(Struct, frozen=True):
    """What counts of each player's wagers on a box; the rest is excess and goes back."""

    ante: Sequence[Cents]
    stay: Sequence[Cents]
    pair_plus: Sequence[Cents]


def counted_stakes(settings: TableSettings, box: Box) -> Stakes:
    """Wagers up to the maximum, and a stay-in wager up to its multiple of that ante (C9, M15)."""
    on = [share if share.out is None else Share(share.player) for share in box.shares]
    ante_counts = min(box.ante, settings.ante.maximum)
    stay_counts = min(box.stay, settings.rulebook.stay.multiple * ante_counts)
    pair_plus_counts = min(box.pair_plus, settings.pair_plus.maximum)
    return Stakes(
        shares_in_proportion(ante_counts, [share.ante_on for share in on]),
        # One proportion for the whole box, that of the antes (M6).
        _shares(stay_counts, on),
        shares_in_proportion(pair_plus_counts, [share.pair_plus_on for share in on]),
    )


def _shares(counts: Cents, on: Sequence[Share]) -> list[Cents]:
    """In proportion of the antes, unless left-over cents would make more of a part than it is."""
    parts = shares_in_proportion(counts, [share.ante for share in on])
    laid = [share.stay for share in on]
    return parts if all(map(le, parts, laid)) else shares_in_proportion(counts, laid)


def ante_line(
    rulebook: Rulebook, number: int, box: Box, share: Share, counts: Cents, against: Against
) -> Line:
    main = rulebook.main
    clauses: tuple[str, ...]
    won = returned = 0
    match against:
        case Against.FOLDED:
            result, clauses = Result.LOST, box.folded_by
        case Against.NO_HAND:
            result, clauses, won, returned = Result.WON, main.no_hand_ante.clauses, counts, counts
        case Against.WINS:
            clauses = main.win.clauses + main.win_ante.clauses
            result, won, returned = Result.WON, counts, counts
        case Against.LOSES:
            result, clauses = Result.LOST, main.lose.clauses
        case Against.TIES:
            result, clauses, returned = Result.STAND_OFF, main.stand_off.clauses, counts
        case Against.NOT_SHOWN | Against.NOT_SHOWN_TO_NO_HAND:
            result, clauses = Result.LOST, _not_shown(rulebook)
    excess = share.ante - counts
    if excess:
        clauses += rulebook.betting.over_maximum.clauses
    return Line(
        number, share.player, WagerKind.ANTE, share.ante, result, won, returned + excess, clauses
    )


def stay_line(
    rulebook: Rulebook,
    number: int,
    share: Share,
    counts: Cents,
    against: Against,
    value: HandValue,
) -> Line:
    """Bet or play; at the tables with a cap a box has one player, so the cap is the box's."""
    assert against is not Against.FOLDED
    main = rulebook.main
    clauses: tuple[str, ...]
    won = returned = 0
    match against:
        case Against.NO_HAND | Against.NOT_SHOWN_TO_NO_HAND:
            result, clauses, returned = Result.RETURNED, main.no_hand_stay.clauses, counts
        case Against.WINS:
            result, returned = Result.WON, counts
            clauses = (*main.win.clauses, main.pays.clauses[value.hand_class])
            won = main.pays.odds[value.hand_class] * counts
            if main.payout_max is not None and won > main.payout_max.value:
                won = main.payout_max.value
                clauses += main.payout_max.clauses
        case Against.LOSES:
            result, clauses = Result.LOST, main.lose.clauses
        case Against.TIES:
            result, clauses, returned = Result.STAND_OFF, main.stand_off.clauses, counts
        case Against.NOT_SHOWN:
            result, clauses = Result.LOST, _not_shown(rulebook)
    excess = share.stay - counts
    return Line(
        number,
        share.player,
        rulebook.stay.wager,
        share.stay,
        result,
        won,
        returned + excess,
        clauses,
    )


def _not_shown(rulebook: Rulebook) -> tuple[str, ...]:
    unrevealed = rulebook.main.unrevealed
    assert unrevealed is not None
    return unrevealed.loses.clauses


def pair_plus_line(
    table: PayTable,
    number: int,
    share: Share,
    counts: Cents,
    row: tuple[HandClass, bool],
    lost_by: tuple[str, ...],
) -> Line:
    """The wager on the own hand: its class, whether the dealer qualifies, and the clauses by
    which a fold has forfeited it."""
    odds = table.odds.get(row[0])
    excess = share.pair_plus - counts
    if odds is None or lost_by:
        clauses = lost_by or (table.clause,)
        result, won, returned = Result.LOST, 0, excess
    else:
        result, won, returned = Result.WON, odds * counts, counts + excess
        clauses = table.paid_by(*row)
    return Line(
        number,
        share.player,
        WagerKind.PAIR_PLUS,
        share.pair_plus,
        result,
        won,
        returned,
        clauses,
    )


def jackpot_row(rulebook: Rulebook, hand: Hand, value: HandValue) -> JackpotRow | None:
    """The highest row that the hand fits: one prize a wager (X20)."""
    suit = hand[0] % 4
    for row in rulebook.jackpot.rows:
        if row.hand.matches(value, suit):
            return row
    return None


def stakes_of(rulebook: Rulebook, share: Share) -> Iterator[tuple[WagerKind, Cents]]:
    """Every wager of a player's part of a box, in the order in which lines list them."""
    if share.ante:
        yield WagerKind.ANTE, share.ante
    if share.pair_plus:
        yield WagerKind.PAIR_PLUS, share.pair_plus
    if share.stay:
        yield rulebook.stay.wager, share.stay
    if share.jackpot:
        yield WagerKind.JACKPOT, share.jackpot
    if share.dealer_jackpot:
        yield WagerKind.DEALER_JACKPOT, share.dealer_jackpot


LINE_ORDER = {str(name): place for place, name in enumerate((*WagerKind, *Award))}


def in_order(box: Box, lines: Iterable[Line]) -> list[Line]:
    """The lines of a box by player in the order of joining, then by wager; a player may have
    come twice, after a first wager had gone back."""
    joined = [share.player for share in box.shares]
    return sorted(lines, key=lambda line: (joined.index(line.player), LINE_ORDER[line.wager]))


def back(
    number: int, player: str, wager: str, staked: Cents, result: Result, clauses: tuple[str, ...]
) -> Line:
    """A wager that goes back whole, without a result."""
    return Line(number, player, wager, staked, result, 0, staked, clauses)
