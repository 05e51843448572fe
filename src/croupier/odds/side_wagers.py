"""Wagers that depend on hands alone: side wagers, the jackpots, and the drawn awards.

Each is a short list of (probability, net result); expectation and variance follow
exactly. Only where a fold forfeits a wager does the strategy of the main game enter.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt

from msgspec import Struct

from croupier import wagers
from croupier.jackpot.events import Claim
from croupier.jackpot.pricing import price
from croupier.money import MOST_CENTS, Cents
from croupier.odds import beside, together
from croupier.odds.deck import FULL_DECK, Kinds, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.main_game import MainOdds, own_known
from croupier.ranking import HandClass, OrderOfHands
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import HandPattern, JackpotRow, MeterShare
from croupier.rulebooks.wagers import Award, Backed, WagerKind
from croupier.wagers import Against, Case, Result

_WHOLE = 100
_MIXED = -1
"""The suit of a hand of several suits: none that a row could name."""

Live = Callable[[int], Fraction | int]
"""For the number of a kind, the share of its deals in which a wager is still alive."""


def _always(_: int) -> int:
    return 1


class Prize(Struct, frozen=True, kw_only=True):
    """One row of a pay table, with how often it is hit."""

    name: str
    clause: str
    frequency: Fraction
    """Hits of a wager, less those that a fold forfeits."""
    pays: Fraction
    """Winnings in stakes, the stake itself not counted."""
    returns_stake: bool

    @property
    def one_in(self) -> Fraction | None:
        return 1 / self.frequency if self.frequency else None


class WagerOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of a wager, in units of its own stake."""

    expected: Fraction
    variance: Fraction
    prizes: tuple[Prize, ...]

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        return sum((prize.frequency for prize in self.prizes), Fraction(0))


class Draw(Struct, frozen=True, kw_only=True):
    """An award drawn for a jackpot wager (SSP 4.3-4.5)."""

    clauses: tuple[str, ...]
    odds: int
    every: int
    """The draw is held once in this many rounds."""
    frequency: Fraction

    @property
    def expected(self) -> Fraction:
        """Winnings in stakes; a returned stake belongs to the wager, and is counted there."""
        return self.odds * self.frequency


class JackpotOdds(Struct, frozen=True, kw_only=True):
    """A jackpot wager at one reading of the meter."""

    target: WagerKind
    pay_table: WagerOdds
    """The rows of the pay table alone."""
    expected_with_awards: Fraction
    """With the draws and the envy bonus; the stake is returned once (X4)."""
    meter: Cents
    stake: Cents
    break_even: Fraction | None
    """The meter in cents at which the pay table alone is fair; none if no meter is."""
    return_per_cent_of_meter: Fraction
    """Stakes that each further cent on the meter returns."""
    forfeited: Fraction
    """How often a folded hand held a prize and lost it."""


MOST_TABLES = 10_000


class JackpotTerms(Struct, frozen=True, kw_only=True):
    """The circumstances of a jackpot wager: the meter, and who else plays."""

    meter: Cents = 1_000_000_00
    reset: Cents = 100_000_00
    stake: Cents = 5_00
    players: int = 0
    """Other players at the table with an ante and the same jackpot wager."""
    magic_every: int = 0
    lucky_every: int = 0
    """One draw in this many rounds; 0 for none."""
    boxes: int = 7
    tables: int = 1

    def __post_init__(self) -> None:
        for name in ("stake", "boxes", "tables"):
            if getattr(self, name) < 1:
                raise CannotPrice(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("meter", "reset", "players", "magic_every", "lucky_every"):
            if getattr(self, name) < 0:
                raise CannotPrice(f"{name} cannot be negative, and {getattr(self, name)} is")
        for name in ("meter", "reset", "stake"):
            if getattr(self, name) > MOST_CENTS:
                raise CannotPrice(f"{name} is at most {MOST_CENTS} cents")
        if self.tables > MOST_TABLES:
            raise CannotPrice(f"tables is at most {MOST_TABLES}")

    def fit(self, rulebook: Rulebook) -> None:
        """Refuse terms that the rulebook does not use."""
        layout = rulebook.layout
        if not layout.boxes_min <= self.boxes <= layout.boxes_max:
            raise CannotPrice(
                f"{rulebook.name} is played at {layout.boxes_min} to {layout.boxes_max} boxes, "
                f"not {self.boxes}"
            )
        shares_dealer = WagerKind.DEALER_JACKPOT in rulebook.progressive.targets.value
        if self.players and not (rulebook.envy or shares_dealer):
            raise CannotPrice(
                f"other players change nothing in {rulebook.name}: no envy, no wager on the "
                "dealer's hand"
            )
        if self.players >= layout.boxes_max:
            raise CannotPrice(f"a table has at most {layout.boxes_max - 1} other players")
        if (self.magic_every or self.lucky_every) and rulebook.draws is None:
            raise CannotPrice(f"{rulebook.name} has no draws")


def side_wagers(rulebook: Rulebook, main: MainOdds) -> dict[str, WagerOdds]:
    return {name: _side_wager(rulebook, name, main) for name in countable_sides(rulebook)}


def countable_sides(rulebook: Rulebook) -> tuple[str, ...]:
    """The side wagers that can be counted exactly; the others can be simulated.

    Where a fold forfeits one that is not on the player's own hand, it is counted how often its
    rows and a fold come together: in games of three cards in which no card of the dealer's is seen
    before the decision. Ten cards together are not counted.
    """
    told = rulebook.hands.size == beside.SIZE and not own_known(rulebook)
    return tuple(
        name
        for name, side in rulebook.side_wagers.items()
        if side.hand.value is Backed.PLAYER
        or ((side.kept_on_fold.value or told) and is_counted(rulebook, side.hand.value))
    )


def is_counted(rulebook: Rulebook, backed: Backed) -> bool:
    """Whether it is known how often such a hand is of each class."""
    return backed is not Backed.BOTH or 2 * rulebook.hands.size == together.CARDS


def _side_wager(rulebook: Rulebook, name: str, main: MainOdds) -> WagerOdds:
    side = rulebook.side_wagers[name]
    prizes = []
    for hand in side.pays.odds:
        paid, folded = (
            wagers.side(rulebook, name, 1, Case(hand=hand, against=against, dealer=hand, both=hand))
            for against in (Against.LOSES, Against.FOLDED)
        )
        live = _live(kinds_of(rulebook.hands), main, survives_fold=folded.result is Result.WON)
        prizes.append(
            Prize(
                name=hand.label,
                clause=side.pays.clauses[hand],
                frequency=class_frequency(rulebook, side.hand.value, hand, live),
                pays=Fraction(paid.won),
                returns_stake=bool(paid.returned),
            )
        )
    return _priced(tuple(prizes))


def class_frequency(
    rulebook: Rulebook, backed: Backed, hand: HandClass, live: Live | None = None
) -> Fraction:
    """How often the hand that a side wager is on is of a class, while the wager is alive."""
    kinds = kinds_of(rulebook.hands)
    if live not in (None, _always) and backed is not Backed.PLAYER:
        deals = beside.classes_beside(rulebook.hands, backed)[hand]
        rest = comb(FULL_DECK.size - kinds.size, kinds.size)
        return _while_alive(enumerate(deals), live) / (kinds.hands * rest)
    if backed is Backed.BOTH:
        counts = together.classes_of_six()
        return Fraction(counts[hand], sum(counts.values()))
    hands = (
        (number, kind.hands)
        for number, kind in enumerate(kinds.kinds)
        if kind.value.hand_class is hand
    )
    return _while_alive(hands, live) / kinds.hands


def _while_alive(counts: Iterable[tuple[int, int]], live: Live | None) -> Fraction:
    """The sum of counts by kind, of each the share that is alive."""
    alive = live or _always
    return Fraction(sum(count * alive(number) for number, count in counts if count))


def _priced(
    prizes: tuple[Prize, ...], draws: Iterable[Draw] = (), forfeited: Fraction = Fraction(0)
) -> WagerOdds:
    """Expectation and variance over every combination of a prize and the draws; a wager that a
    fold has forfeited has neither."""
    lost = 1 - forfeited - sum((prize.frequency for prize in prizes), Fraction(0))
    results = [(p.frequency, p.pays, p.returns_stake) for p in prizes]
    results.append((lost, Fraction(0), False))
    for draw in draws:
        if draw.frequency:
            hit, missed = draw.frequency, 1 - draw.frequency
            results = [(p * missed, won, back) for p, won, back in results] + [
                (p * hit, won + draw.odds, True) for p, won, _ in results
            ]
    results.append((forfeited, Fraction(0), False))
    nets = [(p, won - 1 + back) for p, won, back in results]
    expected = sum((p * net for p, net in nets), Fraction(0))
    variance = sum((p * net**2 for p, net in nets), Fraction(0)) - expected**2
    return WagerOdds(expected=expected, variance=variance, prizes=prizes)


def _live(kinds: Kinds, main: MainOdds, survives_fold: bool) -> Live:
    if survives_fold:
        return _always
    dealt = main.deals // kinds.hands

    def live(number: int) -> Fraction | int:
        stayed, deals = main.stayed_by_kind[number], dealt * kinds.kinds[number].hands
        return 1 if stayed == deals else Fraction(stayed, deals)

    return live


def row_frequencies(rulebook: Rulebook, live: Live | None = None) -> list[Fraction]:
    """How often each jackpot row is hit; a hand takes the first row that fits (X20, T10)."""
    patterns = tuple(row.hand for row in rulebook.progressive.rows)
    hits: list[Fraction | int] = [0] * len(patterns)
    for row, number, hands in row_hits(rulebook.hands, patterns):
        hits[row] += hands if live is None else hands * live(number)
    return [Fraction(count, kinds_of(rulebook.hands).hands) for count in hits]


@lru_cache(maxsize=16)
def row_hits(
    order: OrderOfHands, patterns: tuple[HandPattern, ...]
) -> tuple[tuple[int, int, int], ...]:
    """Which rows the kinds take: row, number of the kind, and how many of its hands."""
    rows: dict[HandClass, list[tuple[int, HandPattern]]] = {}
    for row, pattern in enumerate(patterns):
        rows.setdefault(pattern.hand_class, []).append((row, pattern))
    hits: dict[tuple[int, int], int] = {}
    for number, kind in enumerate(kinds_of(order).kinds):
        if fitting := rows.get(kind.value.hand_class):
            apart = kind.suited and any(pattern.suits is not None for _, pattern in fitting)
            hands = 1 if apart else kind.hands
            for suit in range(FULL_DECK.suits) if apart else (_MIXED,):
                taken = (row for row, pattern in fitting if pattern.matches(kind.value, suit))
                if (first := next(taken, None)) is not None:
                    hits[first, number] = hits.get((first, number), 0) + hands
    return tuple((row, number, hands) for (row, number), hands in hits.items())


def jackpot_alive(rulebook: Rulebook, main: MainOdds) -> Fraction:
    """How often a jackpot wager is still alive at settlement."""
    forfeited = wagers.jackpot_forfeited(rulebook, folded=True)
    return main.stay_frequency if forfeited else Fraction(1)


def countable(rulebook: Rulebook) -> tuple[WagerKind, ...]:
    """The jackpot wagers that can be counted exactly. Not one on the dealer's hand that a fold
    forfeits: how often a dealer's row and a fold coincide is not counted, but can be simulated."""
    targets = rulebook.progressive.targets.value
    if wagers.jackpot_forfeited(rulebook, folded=True):
        return tuple(target for target in targets if target == WagerKind.JACKPOT)
    return targets


def jackpot(
    rulebook: Rulebook, target: WagerKind, terms: JackpotTerms, main: MainOdds
) -> JackpotOdds:
    """A jackpot wager on the player's own hand, or on the dealer's (SSP 3.5).

    Several players with a wager on the dealer's hand win together and share (S4). Two
    players' own hands that both take a share of the meter in one round are left out:
    `docs/odds.md` bounds what that is worth.
    """
    own = target == WagerKind.JACKPOT
    kinds = kinds_of(rulebook.hands)
    dealt = frequencies = row_frequencies(rulebook)
    if wagers.jackpot_forfeited(rulebook, folded=True):
        frequencies = row_frequencies(rulebook, _live(kinds, main, survives_fold=False))
    winners = 1 if own else 1 + terms.players
    prizes = tuple(
        _prize(rulebook, row, frequency, terms, winners)
        for row, frequency in zip(rulebook.progressive.rows, frequencies, strict=True)
    )
    plain = _priced(prizes)
    slope = _slope(rulebook, frequencies, winners) / terms.stake
    forfeited = 1 - jackpot_alive(rulebook, main)
    drawn = _priced(prizes, draws(rulebook, target, terms).values(), forfeited)
    envy = envy_bonus(rulebook, terms) if own else None
    return JackpotOdds(
        target=target,
        pay_table=plain,
        expected_with_awards=drawn.expected + (envy or 0),
        meter=terms.meter,
        stake=terms.stake,
        break_even=_break_even(plain.expected, slope, terms.meter),
        return_per_cent_of_meter=slope,
        forfeited=sum(dealt, Fraction(0)) - sum(frequencies, Fraction(0)),
    )


def _prize(
    rulebook: Rulebook, row: JackpotRow, frequency: Fraction, terms: JackpotTerms, winners: int
) -> Prize:
    case = Case(hand=row.hand.hand_class, against=Against.LOSES)
    paid = wagers.jackpot(rulebook, terms.stake, case, row)
    share = _share(rulebook, row, terms.meter, terms.reset, winners)
    return Prize(
        name=row.name,
        clause=row.clause,
        frequency=frequency,
        pays=(paid.won + share) / terms.stake,
        returns_stake=bool(paid.returned),
    )


def _share(
    rulebook: Rulebook, row: JackpotRow, meter: Cents, reset: Cents, winners: int
) -> Fraction:
    """What each of several winners of a row gets of the meter on average, in cents."""
    if not isinstance(row.prize, MeterShare):
        return Fraction(0)
    rules = rulebook.progressive
    claims = [Claim(box, "", WagerKind.JACKPOT, row.prize.percent, ()) for box in range(winners)]
    fine = _WHOLE**winners  # fine enough that no percentage leaves a remainder
    payouts = price(
        meter * fine,
        reset * fine,
        claims,
        rules.sharing.value,
        lower_first=rules.lower_first.value,
    )
    won = sum(winning.amount for payout in payouts for winning in payout.winnings)
    return Fraction(won, winners * fine)


def _slope(rulebook: Rulebook, frequencies: Sequence[Fraction], winners: int) -> Fraction:
    """Cents that each further cent on the meter returns."""
    return sum(
        (
            frequency * _share(rulebook, row, 1, 0, winners)
            for row, frequency in zip(rulebook.progressive.rows, frequencies, strict=True)
        ),
        Fraction(0),
    )


def _break_even(expected: Fraction, slope: Fraction, meter: Cents) -> Fraction | None:
    if slope == 0:
        return None
    return max(Fraction(0), meter - expected / slope)


def envy_bonus(rulebook: Rulebook, terms: JackpotTerms) -> Fraction | None:
    """Expected envy bonus in stakes: every other hand is as likely as one's own (T9)."""
    if not rulebook.envy:
        return None
    each = sum(
        (
            frequency * paid.won
            for row, frequency in zip(
                rulebook.progressive.rows, row_frequencies(rulebook), strict=True
            )
            if (paid := wagers.envy(rulebook, [row])) is not None
        ),
        Fraction(0),
    )
    return terms.players * each / terms.stake


def draws(
    rulebook: Rulebook, target: WagerKind, terms: JackpotTerms, alive: Fraction = Fraction(1)
) -> dict[str, Draw]:
    """The draws in which a wager on this target takes part while it is alive, at the
    frequencies given.

    The magic card is any of 52 and counts when the hand holds it (S6); the lucky player
    is one of the table's boxes, the lucky dealer one of the linked tables (S7). None of them
    knows the cards, so that they fall on a live hand as often as on any other.
    """
    if rulebook.draws is None:
        return {}
    held = Fraction(rulebook.hands.size, FULL_DECK.size)
    own = target == WagerKind.JACKPOT
    magic = wagers.drawn(rulebook, Award.MAGIC_CARD, target, 1)
    by_luck = Award.LUCKY_PLAYER if own else Award.LUCKY_DEALER
    lucky = wagers.drawn(rulebook, by_luck, target, 1)
    among = terms.boxes if own else terms.tables
    return {
        Award.MAGIC_CARD.value: Draw(
            clauses=magic.clauses,
            odds=magic.won,
            every=terms.magic_every,
            frequency=_once_in(terms.magic_every) * held * alive,
        ),
        by_luck.value: Draw(
            clauses=lucky.clauses,
            odds=lucky.won,
            every=terms.lucky_every,
            frequency=_once_in(terms.lucky_every) / among * alive,
        ),
    }


def _once_in(rounds: int) -> Fraction:
    return Fraction(1, rounds) if rounds else Fraction(0)
