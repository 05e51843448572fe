"""The outcome of each single wager: from rulebook, stake, hand and draw.

Nothing else determines what a hand wins. The table settles by these functions; the exact odds and
the simulation call them once for every case and count how often each case occurs.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum

from msgspec import Struct

from croupier.cards import Card
from croupier.money import Cents
from croupier.ranking import HandClass, HandValue
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, JackpotRow, MeterShare, ToOne
from croupier.rulebooks.wagers import Award, Backed, SideWager, WagerKind

Clauses = tuple[str, ...]


class Result(StrEnum):
    """How a wager came out."""

    WON = "won"
    LOST = "lost"
    STAND_OFF = "standoff"
    RETURNED = "returned"
    VOID = "void"
    PENDING = "pending"


class Against(IntEnum):
    """The main hand against the dealer."""

    FOLDED = 0
    NO_HAND = 1
    WINS = 2
    LOSES = 3
    TIES = 4
    NOT_SHOWN = 5
    NOT_SHOWN_TO_NO_HAND = 6


class Case(Struct, frozen=True, kw_only=True):
    """Everything that the wagers on a hand depend on, except its jackpot row."""

    hand: HandClass | None
    """None where it was never turned."""
    against: Against
    dealer: HandClass | None = None
    both: HandClass | None = None
    """Classes of the dealer's hand and of both together, if a side wager is on them."""
    qualified: bool = True
    """Whether the dealer qualifies; it decides what is cited even if nothing is compared."""
    folded_by: Clauses = ()
    declined: bool = False
    """Whether its player declined to show it."""
    claimed: bool = False

    @property
    def folded(self) -> bool:
        return self.against is Against.FOLDED

    def backed(self, hand: Backed) -> HandClass | None:
        """The class of the hand that a side wager is on."""
        return {Backed.PLAYER: self.hand, Backed.DEALER: self.dealer, Backed.BOTH: self.both}[hand]


class Paid(Struct, frozen=True):
    """What a wager or an award comes to, with the clauses that decide it."""

    result: Result
    clauses: Clauses
    won: Cents = 0
    returned: Cents = 0

    @property
    def back(self) -> Cents:
        """All that the player gets for it."""
        return self.won + self.returned


class MeterPart(Struct, frozen=True):
    """What a share of the meter comes to; no amount while it waits its turn."""

    amount: Cents | None
    shared_by: Clauses = ()
    """Clauses that apply to several winners at one table in one round."""


NO_PART = MeterPart(0)


def compare(
    rulebook: Rulebook, hand: HandValue | None, dealer: HandValue, *, folded: bool, declined: bool
) -> Against:
    """Fold first, then whether the dealer qualifies at all, then the comparison (S15).

    Only the comparison takes the hand itself.
    """
    if folded:
        return Against.FOLDED
    if not rulebook.qualifies(dealer):
        unrevealed = rulebook.main.unrevealed
        if declined and unrevealed is not None and unrevealed.loses_to_no_hand.value:
            return Against.NOT_SHOWN_TO_NO_HAND
        return Against.NO_HAND
    if declined:
        return Against.NOT_SHOWN
    assert hand is not None, "a hand that is compared has been turned"
    if hand.strength > dealer.strength:
        return Against.WINS
    return Against.LOSES if hand.strength < dealer.strength else Against.TIES


# The main game


def ante(rulebook: Rulebook, stake: Cents, case: Case) -> Paid:
    main = rulebook.main
    match case.against:
        case Against.FOLDED:
            return Paid(Result.LOST, case.folded_by)
        case Against.NO_HAND:
            return Paid(Result.WON, main.no_hand_ante.clauses, stake, stake)
        case Against.WINS:
            return Paid(Result.WON, main.win.clauses + main.win_ante.clauses, stake, stake)
        case Against.LOSES:
            return Paid(Result.LOST, main.lose.clauses)
        case Against.TIES:
            return Paid(Result.STAND_OFF, main.stand_off.clauses, 0, stake)
        case Against.NOT_SHOWN | Against.NOT_SHOWN_TO_NO_HAND:
            return Paid(Result.LOST, _not_shown(rulebook))


def stay(rulebook: Rulebook, stake: Cents, case: Case) -> Paid:
    """Bet or play; where there is a limit, a box has one player, so the limit applies per box."""
    main = rulebook.main
    match case.against:
        case Against.NO_HAND | Against.NOT_SHOWN_TO_NO_HAND:
            return Paid(Result.RETURNED, main.no_hand_stay.clauses, 0, stake)
        case Against.WINS:
            assert case.hand is not None
            clauses = (*main.win.clauses, main.pays.clauses.get(case.hand, main.pays.clause))
            won = main.pays.odds.get(case.hand, 0) * stake
            if main.payout_max is not None and won > main.payout_max.value:
                won, clauses = main.payout_max.value, clauses + main.payout_max.clauses
            return Paid(Result.WON, clauses, won, stake)
        case Against.LOSES:
            return Paid(Result.LOST, main.lose.clauses)
        case Against.TIES:
            return Paid(Result.STAND_OFF, main.stand_off.clauses, 0, stake)
        case Against.NOT_SHOWN:
            return Paid(Result.LOST, _not_shown(rulebook))
        case Against.FOLDED:
            raise AssertionError("a folded hand has no wager that keeps it in")


def _not_shown(rulebook: Rulebook) -> Clauses:
    unrevealed = rulebook.main.unrevealed
    assert unrevealed is not None
    return unrevealed.loses.clauses


def ante_bonus(rulebook: Rulebook, stake: Cents, case: Case) -> Paid | None:
    """On the ante of a hand that was played, whatever the dealer holds (T4)."""
    table = rulebook.ante_bonus
    if table is None or case.hand is None or case.folded:
        return None
    odds = table.odds.get(case.hand, 0)
    if not odds or not stake:
        return None
    return Paid(Result.WON, table.paid_by(case.hand, case.qualified), odds * stake)


# Side wagers


def side(rulebook: Rulebook, name: str, stake: Cents, case: Case) -> Paid:
    """A wager on the class of a hand, whatever the outcome of the ante."""
    wager = rulebook.side_wagers[name]
    table, hand = wager.pays, case.backed(wager.hand.value)
    odds = None if hand is None else table.odds.get(hand)
    lost_by = _forfeited(rulebook, wager, case)
    if hand is None or odds is None or lost_by:
        return Paid(Result.LOST, lost_by or (table.clause,))
    return Paid(Result.WON, table.paid_by(hand, case.qualified), odds * stake, stake)


def _forfeited(rulebook: Rulebook, wager: SideWager, case: Case) -> Clauses:
    """Clauses by which a fold forfeits a side wager."""
    if not case.folded or wager.kept_on_fold.value:
        return ()
    return wager.kept_on_fold.clauses or rulebook.fold.loses_ante.clauses


# The jackpot


def jackpot_row(rulebook: Rulebook, hand: Sequence[Card], value: HandValue) -> JackpotRow | None:
    """The highest row that the hand fits: one prize per wager (X20)."""
    for row in rulebook.progressive.rows_of.get(value.hand_class, ()):
        if row.hand.matches(value, hand[0] % 4):
            return row
    return None


def jackpot_forfeited(
    rulebook: Rulebook, *, folded: bool, declined: bool = False, claimed: bool = False
) -> Clauses:
    """Clauses by which the jackpot wagers of a hand have lost, whatever the cards."""
    fold = rulebook.fold
    keeps = fold.keeps_jackpot
    if folded and keeps is not None and not keeps.value:
        return keeps.clauses or fold.loses_ante.clauses
    unrevealed = rulebook.main.unrevealed
    if declined and unrevealed is not None:
        survives = unrevealed.claim_survives.value and claimed
        return () if survives else unrevealed.jackpot.clauses
    return ()


def jackpot(
    rulebook: Rulebook,
    stake: Cents,
    case: Case,
    row: JackpotRow | None,
    *,
    part: MeterPart = NO_PART,
    drawn: Sequence[Paid] = (),
) -> Paid:
    """A jackpot wager on a hand that fits a row or none; a draw for it saves its stake (X4)."""
    lost_by = jackpot_forfeited(
        rulebook, folded=case.folded, declined=case.declined, claimed=case.claimed
    )
    saved_by = tuple(clause for award in drawn for clause in award.clauses) if drawn else ()
    saved = stake if drawn else 0
    if row is None or lost_by:
        clauses = (lost_by or rulebook.progressive.pay_table.clauses) + saved_by
        return Paid(Result.WON if drawn else Result.LOST, clauses, 0, saved)
    clauses = (row.clause, *_paid_by(rulebook, case))
    match row.prize:
        case MeterShare():
            if part.amount is None:
                clauses += rulebook.progressive.order.only + saved_by
                return Paid(Result.PENDING, clauses, 0, saved)
            clauses += part.shared_by + saved_by
            return Paid(Result.WON, clauses, part.amount, saved)
        case FixedSum(amount=amount):
            return Paid(Result.WON, clauses + saved_by, amount, saved)
        case ToOne(odds=odds):
            return Paid(Result.WON, clauses + saved_by, odds * stake, stake)


def _paid_by(rulebook: Rulebook, case: Case) -> Clauses:
    """The clause that pays a jackpot hand: for a folded hand, or by what the dealer holds."""
    keeps = rulebook.fold.keeps_jackpot
    if case.folded and keeps is not None and keeps.only:
        return keeps.only
    return (rulebook.progressive.either_way.paid_by(case.qualified),)


def drawn(rulebook: Rulebook, award: Award, target: WagerKind, stake: Cents) -> Paid:
    """What a draw pays on the jackpot wager that it favours (SSP 4.3-4.5)."""
    draws = rulebook.draws
    assert draws is not None
    match award:
        case Award.MAGIC_CARD:
            rule = draws.magic_card
            own = target == WagerKind.JACKPOT
            clauses = rule.clauses if own else draws.magic_card_dealer.clauses
        case Award.LUCKY_PLAYER:
            rule, clauses = draws.lucky_player, draws.lucky_player.clauses
        case Award.LUCKY_DEALER:
            rule, clauses = draws.lucky_dealer, draws.lucky_dealer.clauses
        case _:
            raise AssertionError(f"the {award.value} is not drawn")
    return Paid(Result.WON, clauses, rule.value * stake)


def envy(rulebook: Rulebook, others: Iterable[JackpotRow | None]) -> Paid | None:
    """A flat sum for each hand of another player whose row pays one (T9)."""
    if rulebook.envy is None:
        return None
    rules = [row.envy for row in others if row is not None and row.envy is not None]
    total = sum(rule.value for rule in rules)
    clauses = tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses))
    return Paid(Result.WON, clauses, total) if total else None
