"""What the codes of a round come to in money: every wager and award of every box.

The amounts follow from the rulebook's pay tables and from nothing else; whole cents
throughout. Shares of the meter are priced as a table prices them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from croupier.jackpot.events import Claim
from croupier.jackpot.pricing import Payout, price
from croupier.money import Cents
from croupier.ranking import HandClass
from croupier.rulebooks.model import (
    Award,
    FixedSum,
    MeterShare,
    PayTable,
    Prize,
    Sharing,
    ToOne,
    WagerKind,
)
from croupier.simulation.codes import LUCKY, MAGIC, Against, Box
from croupier.simulation.terms import Terms

Odds = Mapping[HandClass, int]


class Line(NamedTuple):
    """What a wager or an award came to, as a table's settlement would put it."""

    wager: str
    staked: Cents
    result: str
    won: Cents
    returned: Cents

    @property
    def net(self) -> Cents:
        return self.won + self.returned - self.staked


class Payments(Struct, frozen=True, kw_only=True):
    """All that a settlement needs, taken from a rulebook and the stakes."""

    ante: Cents
    stay: Cents
    stay_wager: str
    pays: Odds
    payout_max: Cents | None
    pair_plus: Cents
    pair_plus_pays: Odds
    fold_keeps_pair_plus: bool
    ante_bonus: Odds
    jackpot: Cents
    dealer_jackpot: Cents
    fold_keeps_jackpot: bool
    prizes: tuple[Prize, ...]
    envy: tuple[Cents, ...]
    """What each row of the jackpot pays to the others at the table."""
    draws: Mapping[str, int]
    display: Cents
    reset: Cents
    sharing: Sharing
    lower_first: bool

    @classmethod
    def of(cls, terms: Terms) -> "Payments":
        book = terms.rulebook
        limit, keeps, draws = book.main.payout_max, book.fold.keeps_pair_plus, book.draws
        return cls(
            ante=terms.ante,
            stay=terms.stay,
            stay_wager=book.stay.wager.value,
            pays=dict(book.main.pays.odds),
            payout_max=None if limit is None else limit.value,
            pair_plus=terms.staked(WagerKind.PAIR_PLUS),
            pair_plus_pays=_odds(book.pair_plus),
            fold_keeps_pair_plus=keeps is None or keeps.value,
            ante_bonus=_odds(book.ante_bonus),
            jackpot=terms.staked(WagerKind.JACKPOT),
            dealer_jackpot=terms.staked(WagerKind.DEALER_JACKPOT),
            fold_keeps_jackpot=book.fold.keeps_jackpot.value,
            prizes=tuple(row.prize for row in book.jackpot.rows),
            envy=tuple(
                row.envy.value if row.envy is not None and book.envy else 0
                for row in book.jackpot.rows
            ),
            draws={}
            if draws is None
            else {
                Award.MAGIC_CARD.value: draws.magic_card.value,
                Award.LUCKY_PLAYER.value: draws.lucky_player.value,
                Award.LUCKY_DEALER.value: draws.lucky_dealer.value,
            },
            display=terms.display,
            reset=terms.progressive.reset,
            sharing=book.jackpot.sharing.value,
            lower_first=book.jackpot.lower_first.value,
        )

    def round(self, boxes: Sequence[Box]) -> list[list[Line]]:
        """The lines of a round, box by box, in the order of a settlement."""
        shares = self._shares(boxes)
        return [list(self._box(place, boxes, shares)) for place in range(len(boxes))]

    def _live(self, box: Box) -> bool:
        """Whether the jackpot wagers of a box can still win."""
        return self.fold_keeps_jackpot or box.against is not Against.FOLDED

    def claims(self, boxes: Sequence[Box]) -> list[Claim]:
        """Shares of the meter: on own hands by box, then on the dealer's by box."""
        return [
            Claim(place, "", target, prize.percent, ())
            for target in (WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT)
            for place, box in enumerate(boxes)
            if self._live(box)
            and (prize := self._prize(target, box)) is not None
            and isinstance(prize, MeterShare)
        ]

    def _prize(self, target: WagerKind, box: Box) -> Prize | None:
        own = target is WagerKind.JACKPOT
        staked, row = (self.jackpot, box.row) if own else (self.dealer_jackpot, box.dealer_row)
        return self.prizes[row] if staked and row >= 0 else None

    def row_hit(self, target: WagerKind, box: Box) -> int | None:
        """The row of the jackpot that a wager of a box takes, unless a fold forfeits it."""
        row = box.row if target is WagerKind.JACKPOT else box.dealer_row
        return row if self._live(box) and self._prize(target, box) is not None else None

    def house_prize(self, target: WagerKind, box: Box) -> Cents:
        """What the house pays on such a wager out of its own pocket, the stake included."""
        staked = self.jackpot if target is WagerKind.JACKPOT else self.dealer_jackpot
        if not staked:
            return 0
        line = self._jackpot(target, staked, box, share=0, saved=False)
        return line.won + line.returned

    def priced(self, display: Cents, claims: Sequence[Claim]) -> list[Payout]:
        """What a group of claims takes of a meter that shows so much."""
        return price(display, self.reset, claims, self.sharing, lower_first=self.lower_first)

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
        box = boxes[place]
        yield self._ante(box)
        if self.pair_plus:
            yield self._pair_plus(box)
        if box.against is not Against.FOLDED:
            yield self._stay(box)
        drawn = self._drawn(box)
        for target, staked in (
            (WagerKind.JACKPOT, self.jackpot),
            (WagerKind.DEALER_JACKPOT, self.dealer_jackpot),
        ):
            if staked:
                saved = any(on is target for _, on in drawn)
                yield self._jackpot(target, staked, box, shares.get((place, target), 0), saved)
        yield from self._bonuses(place, boxes)
        for award, odds in self.draws.items():
            amount = sum(
                odds * (self.jackpot if on is WagerKind.JACKPOT else self.dealer_jackpot)
                for name, on in drawn
                if name == award
            )
            if amount:
                yield Line(award, 0, "won", amount, 0)

    def _ante(self, box: Box) -> Line:
        ante = self.ante
        won, returned, result = {
            Against.FOLDED: (0, 0, "lost"),
            Against.NO_HAND: (ante, ante, "won"),
            Against.WINS: (ante, ante, "won"),
            Against.LOSES: (0, 0, "lost"),
            Against.TIES: (0, ante, "standoff"),
        }[box.against]
        return Line(WagerKind.ANTE.value, ante, result, won, returned)

    def _stay(self, box: Box) -> Line:
        stay, won, returned, result = self.stay, 0, 0, "lost"
        match box.against:
            case Against.NO_HAND:
                returned, result = stay, "returned"
            case Against.TIES:
                returned, result = stay, "standoff"
            case Against.WINS:
                won, returned, result = self.pays.get(box.hand_class, 0) * stay, stay, "won"
                if self.payout_max is not None:
                    won = min(won, self.payout_max)
        return Line(self.stay_wager, stay, result, won, returned)

    def _pair_plus(self, box: Box) -> Line:
        stake, odds = self.pair_plus, self.pair_plus_pays.get(box.hand_class)
        alive = self.fold_keeps_pair_plus or box.against is not Against.FOLDED
        if odds is None or not alive:
            return Line(WagerKind.PAIR_PLUS.value, stake, "lost", 0, 0)
        return Line(WagerKind.PAIR_PLUS.value, stake, "won", odds * stake, stake)

    def _jackpot(
        self, target: WagerKind, staked: Cents, box: Box, share: Cents, saved: bool
    ) -> Line:
        won, returned = 0, staked if saved else 0
        prize = self._prize(target, box) if self._live(box) else None
        match prize:
            case MeterShare():
                won = share
            case FixedSum(amount=amount):
                won = amount
            case ToOne(odds=odds):
                won, returned = odds * staked, staked
        result = "lost" if prize is None and not saved else "won"
        return Line(target.value, staked, result, won, returned)

    def _bonuses(self, place: int, boxes: Sequence[Box]) -> Iterator[Line]:
        """Ante bonus of a hand that was played (T4); envy of the others' top hands (T9)."""
        box = boxes[place]
        odds = self.ante_bonus.get(box.hand_class, 0)
        if odds and box.against is not Against.FOLDED:
            yield Line(Award.ANTE_BONUS.value, 0, "won", odds * self.ante, 0)
        if self.jackpot and any(self.envy):
            others = (other for number, other in enumerate(boxes) if number != place)
            envy = sum(self.envy[other.row] for other in others if other.row >= 0)
            if envy:
                yield Line(Award.ENVY_BONUS.value, 0, "won", envy, 0)

    def _drawn(self, box: Box) -> list[tuple[str, WagerKind]]:
        """The draws that favour a box, each with the wager whose stake it saves (X4)."""
        if not self.draws or not self._live(box):
            return []
        hits = (
            (self.jackpot, box.drawn & MAGIC, Award.MAGIC_CARD, WagerKind.JACKPOT),
            (self.jackpot, box.drawn & LUCKY, Award.LUCKY_PLAYER, WagerKind.JACKPOT),
            (
                self.dealer_jackpot,
                box.dealer_drawn & MAGIC,
                Award.MAGIC_CARD,
                WagerKind.DEALER_JACKPOT,
            ),
            (
                self.dealer_jackpot,
                box.dealer_drawn & LUCKY,
                Award.LUCKY_DEALER,
                WagerKind.DEALER_JACKPOT,
            ),
        )
        return [(award.value, target) for staked, hit, award, target in hits if staked and hit]


def _odds(table: PayTable | None) -> Odds:
    return {} if table is None else dict(table.odds)
