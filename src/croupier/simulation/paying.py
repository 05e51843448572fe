"""The codes of a round as money: every wager and award of every box.

`croupier.wagers` settles each wager; shares of the meter are priced as a
table prices them. Whole cents throughout.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from croupier import wagers
from croupier.jackpot.events import Claim
from croupier.jackpot.pricing import Payout, price
from croupier.money import Cents
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import JackpotRow, MeterShare
from croupier.rulebooks.wagers import JACKPOTS, Award, WagerKind
from croupier.simulation.codes import LUCKY, MAGIC, Box
from croupier.simulation.hands import NO_ROW
from croupier.simulation.terms import Terms
from croupier.wagers import Case, MeterPart, Paid

DRAWN = (
    (WagerKind.JACKPOT, MAGIC, Award.MAGIC_CARD),
    (WagerKind.JACKPOT, LUCKY, Award.LUCKY_PLAYER),
    (WagerKind.DEALER_JACKPOT, MAGIC, Award.MAGIC_CARD),
    (WagerKind.DEALER_JACKPOT, LUCKY, Award.LUCKY_DEALER),
)
"""Which draw falls on which wager."""


class Line(NamedTuple):
    """The result of a wager or an award, as a table's settlement would state it."""

    wager: str
    staked: Cents
    result: str
    won: Cents
    returned: Cents

    @property
    def net(self) -> Cents:
        return self.won + self.returned - self.staked


def _line(wager: str, staked: Cents, paid: Paid) -> Line:
    return Line(wager, staked, paid.result.value, paid.won, paid.returned)


class Payments(Struct, frozen=True, kw_only=True):
    """The stakes of every box, and the rulebook by which they are settled."""

    rulebook: Rulebook
    ante: Cents
    stay: Cents
    sides: Mapping[str, Cents]
    """What lies on each side wager."""
    jackpots: Mapping[WagerKind, Cents]
    """What lies on each jackpot target."""
    display: Cents
    reset: Cents

    @classmethod
    def of(cls, terms: Terms) -> "Payments":
        return cls(
            rulebook=terms.rulebook,
            ante=terms.ante,
            stay=terms.stay,
            sides={
                name: staked
                for name in terms.rulebook.side_wagers
                if (staked := terms.staked(name))
            },
            jackpots={target: staked for target in JACKPOTS if (staked := terms.staked(target))},
            display=terms.display,
            reset=terms.progressive.reset,
        )

    def round(self, boxes: Sequence[Box]) -> list[list[Line]]:
        """The lines of a round, box by box, in the order of a settlement."""
        shares = self._shares(boxes)
        return [list(self._box(place, boxes, shares)) for place in range(len(boxes))]

    def claims(self, boxes: Sequence[Box]) -> list[Claim]:
        """Shares of the meter: on own hands by box, then on the dealer's by box."""
        return [
            Claim(place, "", target, prize.percent, ())
            for target in self.jackpots
            for place, box in enumerate(boxes)
            if (row := self.row_hit(target, box)) is not None
            and isinstance(prize := self.rulebook.progressive.rows[row].prize, MeterShare)
        ]

    def _row(self, target: WagerKind, box: Box) -> JackpotRow | None:
        number = _number_of_row(target, box)
        return None if number is None else self.rulebook.progressive.rows[number]

    def row_hit(self, target: WagerKind, box: Box) -> int | None:
        """The row of the jackpot that a wager of a box takes, unless a fold forfeits it."""
        forfeited = wagers.jackpot_forfeited(self.rulebook, folded=_case(box).folded)
        return None if forfeited or target not in self.jackpots else _number_of_row(target, box)

    def envy_of(self, box: Box) -> Cents:
        """What each of the others with a jackpot wager is paid for this hand."""
        if WagerKind.JACKPOT not in self.jackpots:
            return 0
        paid = wagers.envy(self.rulebook, [self._row(WagerKind.JACKPOT, box)])
        return 0 if paid is None else paid.won

    def side_hit(self, name: str, box: Box) -> HandClass | None:
        """The class that wins a side wager of a box, if one does."""
        case = _case(box)
        paid = wagers.side(self.rulebook, name, self.sides[name], case)
        hand = case.backed(self.rulebook.side_wagers[name].hand.value)
        return hand if paid.result is wagers.Result.WON else None

    def house_prize(self, target: WagerKind, box: Box) -> Cents:
        """What the house itself pays on such a wager, the stake included."""
        staked = self.jackpots.get(target, 0)
        row = self._row(target, box)
        return wagers.jackpot(self.rulebook, staked, _case(box), row).back if staked else 0

    def priced(self, display: Cents, claims: Sequence[Claim]) -> list[Payout]:
        """What a group of claims takes from a meter with this display."""
        rules = self.rulebook.progressive
        return price(
            display, self.reset, claims, rules.sharing.value, lower_first=rules.lower_first.value
        )

    def _shares(self, boxes: Sequence[Box]) -> dict[tuple[int, WagerKind], Cents]:
        claims = self.claims(boxes)
        if not claims:
            return {}
        return {
            (winning.box, winning.target): winning.amount
            for payout in self.priced(self.display, claims)
            for winning in payout.winnings
        }

    def _box(
        self, place: int, boxes: Sequence[Box], shares: Mapping[tuple[int, WagerKind], Cents]
    ) -> Iterator[Line]:
        book, box = self.rulebook, boxes[place]
        case = _case(box)
        yield _line(WagerKind.ANTE, self.ante, wagers.ante(book, self.ante, case))
        for name, staked in self.sides.items():
            yield _line(name, staked, wagers.side(book, name, staked, case))
        if not case.folded:
            yield _line(book.stay.wager, self.stay, wagers.stay(book, self.stay, case))
        drawn = list(self._drawn(box))
        for target, staked in self.jackpots.items():
            part = MeterPart(shares.get((place, target), 0))
            fell = [paid for _, on, paid in drawn if on == target]
            row = self._row(target, box)
            paid = wagers.jackpot(book, staked, case, row, part=part, drawn=fell)
            yield _line(target, staked, paid)
        yield from self._awards(place, boxes, case)
        for award in (Award.MAGIC_CARD, Award.LUCKY_PLAYER, Award.LUCKY_DEALER):
            won = [paid.won for name, _, paid in drawn if name is award]
            if won:
                yield Line(award, 0, wagers.Result.WON.value, sum(won), 0)

    def _awards(self, place: int, boxes: Sequence[Box], case: Case) -> Iterator[Line]:
        """Ante bonus of the own hand; envy of the others'."""
        bonus = wagers.ante_bonus(self.rulebook, self.ante, case)
        if bonus is not None:
            yield _line(Award.ANTE_BONUS, 0, bonus)
        if WagerKind.JACKPOT in self.jackpots:
            rows = [self._row(WagerKind.JACKPOT, box) for box in boxes]
            envy = wagers.envy(self.rulebook, rows[:place] + rows[place + 1 :])
            if envy is not None:
                yield _line(Award.ENVY_BONUS, 0, envy)

    def _drawn(self, box: Box) -> Iterator[tuple[Award, WagerKind, Paid]]:
        """The draws that favour a box, each with the wager whose stake it saves (X4)."""
        if wagers.jackpot_forfeited(self.rulebook, folded=_case(box).folded):
            return
        for target, bit, award in DRAWN:
            fell = box.drawn if target == WagerKind.JACKPOT else box.dealer_drawn
            if fell & bit and target in self.jackpots:
                staked = self.jackpots[target]
                yield award, target, wagers.drawn(self.rulebook, award, target, staked)


def _number_of_row(target: WagerKind, box: Box) -> int | None:
    number = box.row if target == WagerKind.JACKPOT else box.dealer_row
    return None if number == NO_ROW else number


def _case(box: Box) -> Case:
    return Case(hand=box.hand_class, against=box.against, dealer=box.dealer_class, both=box.both)
