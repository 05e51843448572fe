"""One settlement: hands valued once, then every wager and award looked at alone."""

from collections.abc import Iterator, Mapping

from msgspec import Struct, structs

from croupier.jackpot.events import Claim
from croupier.jackpot.pricing import whole_last
from croupier.money import Cents
from croupier.rulebooks.model import (
    Award,
    Envy,
    EnvyPer,
    EnvySeated,
    FixedSum,
    JackpotRow,
    MeterShare,
    Rulebook,
    ToOne,
    WagerKind,
)
from croupier.table.draft import Draft
from croupier.table.outcome import (
    Values,
    ante_line,
    back,
    compare,
    counted_stakes,
    in_order,
    jackpot_row,
    pair_plus_line,
    stakes_of,
    stay_line,
    value_hands,
)
from croupier.table.state import (
    Box,
    Choice,
    Closed,
    Deal,
    Dealt,
    Draw,
    Hand,
    Line,
    Result,
    Revealed,
    Share,
)

Amounts = Mapping[tuple[int, WagerKind], Cents | None]
"""What each share of the meter comes to; none where it waits its turn."""

Returned = Mapping[tuple[int, str], tuple[str, ...]]
"""Parts of boxes (box, player) that go back at settlement, with the clauses by which they do."""


class JackpotWager(Struct, frozen=True):
    """A jackpot wager in force at settlement, and what its hand makes of it."""

    box: int
    player: str
    target: WagerKind
    laid: Cents
    counts: Cents
    hand: Hand
    row: JackpotRow | None
    lost_by: tuple[str, ...] = ()
    """Clauses by which it has lost whatever the cards."""


class Awarded(Struct, frozen=True):
    """An award that is no wager."""

    box: int
    player: str
    award: Award
    amount: Cents
    clauses: tuple[str, ...]
    saves: WagerKind | None = None
    """The jackpot wager whose stake comes back with it (X4)."""


class Settling:
    """One settlement: hands valued once, then every wager looked at alone."""

    def __init__(self, draft: Draft, returned: Returned) -> None:
        self.draft = draft
        self.table = draft.table
        self.rulebook: Rulebook = draft.table.rulebook
        current = draft.table.round
        assert isinstance(current, Revealed | Dealt | Closed)
        self.boxes = sorted(current.boxes.items())
        self.draw: Draw = current.draw
        self.deal: Deal | None = None if isinstance(current, Closed) else current.deal
        self.returned = returned
        self.left = current.left
        self.live = [number for number, box in self.boxes if box.enters]
        self.values: Values | None = None
        if self.deal is not None and self.live and self._is_whole(self.deal):
            self.values = value_hands(self.rulebook, self.deal, self.live)
        self.jackpots = [
            wager for number, box in self.boxes for wager in self._jackpots(number, box)
        ]
        self.awards = list(self._draw_awards())

    def _is_whole(self, deal: Deal) -> bool:
        """Every hand has its cards; before a settlement a recording table may have others."""
        hands = (deal.dealer, *(deal.hands.get(number, ()) for number in self.live))
        return all(len(hand) == self.rulebook.hands.size for hand in hands)

    @property
    def boxes_returning_jackpots(self) -> list[int]:
        """Boxes whose jackpot wager turns out not to stand."""
        return [
            number
            for number, box in self.boxes
            if (share := box.jackpot_share) and (number, share.player) in self.returned
        ]

    # Jackpot wagers

    def _jackpots(self, number: int, box: Box) -> Iterator[JackpotWager]:
        share = box.jackpot_share
        if share is None or not box.enters or (number, share.player) in self.returned:
            return
        assert self.deal is not None
        assert self.draft.link is not None
        settings = self.draft.link.settings
        rule = self.rulebook.jackpot.stake.value
        lost_by = self._forfeited(box)
        for target, laid, hand in (
            (WagerKind.JACKPOT, share.jackpot, self.deal.hands.get(number, ())),
            (WagerKind.DEALER_JACKPOT, share.dealer_jackpot, self.deal.dealer),
        ):
            counts = settings.counted(laid, rule)
            if counts:
                row = self._row(number, target, hand)
                yield JackpotWager(number, share.player, target, laid, counts, hand, row, lost_by)

    def _row(self, number: int, target: WagerKind, hand: Hand) -> JackpotRow | None:
        """What a hand wins; one that has not its cards wins nothing as it lies."""
        if len(hand) != self.rulebook.hands.size:
            return None
        if self.values is None:
            value = self.rulebook.hands.value(hand)
        elif target is WagerKind.JACKPOT:
            value = self.values.boxes[number]
        else:
            value = self.values.dealer
        return jackpot_row(self.rulebook, hand, value)

    def _forfeited(self, box: Box) -> tuple[str, ...]:
        fold = self.rulebook.fold
        if box.choice is Choice.FOLDED and not fold.keeps_jackpot.value:
            return fold.keeps_jackpot.clauses or fold.loses_ante.clauses
        unrevealed = self.rulebook.main.unrevealed
        if box.declined and unrevealed is not None:
            survives = unrevealed.claim_survives.value and box.claimed
            return () if survives else unrevealed.jackpot.clauses
        return ()

    def _forfeits_pair_plus(self, box: Box) -> tuple[str, ...]:
        """Clauses by which a fold takes the pair plus along."""
        fold = self.rulebook.fold
        keeps = fold.keeps_pair_plus
        if box.choice is not Choice.FOLDED or keeps is None or keeps.value:
            return ()
        return keeps.clauses or fold.loses_ante.clauses

    def claims(self) -> list[Claim]:
        """Shares of the meter: wagers on own hands by box, then on the dealer's by box."""
        winners = [
            (wager, wager.row)
            for wager in self.jackpots
            if wager.row is not None and not wager.lost_by
        ]
        winners.sort(key=lambda pair: (pair[0].target is WagerKind.DEALER_JACKPOT, pair[0].box))
        claims = [
            Claim(
                wager.box,
                wager.player,
                wager.target,
                row.prize.percent,
                (row.clause,),
                wager.laid - wager.counts,
            )
            for wager, row in winners
            if isinstance(row.prize, MeterShare)
        ]
        return whole_last(claims) if self.rulebook.jackpot.lower_first.value else claims

    def _jackpot_line(self, wager: JackpotWager, amounts: Amounts) -> Line:
        saved = [
            award for award in self.awards if award.box == wager.box and award.saves is wager.target
        ]
        excess = wager.laid - wager.counts
        stake_back = wager.counts if saved else 0
        result = Result.WON if saved else Result.LOST
        won = 0
        clauses = wager.lost_by or self.rulebook.jackpot.pay_table.clauses
        if wager.row is not None and not wager.lost_by:
            clauses = (wager.row.clause, *self._paid_by(wager.box))
            result = Result.WON
            match wager.row.prize:
                case MeterShare():
                    share = amounts[wager.box, wager.target]
                    if share is None:
                        result, excess = Result.PENDING, 0
                        clauses += self.rulebook.jackpot.order.only
                    else:
                        won = share
                        if len(amounts) > 1:
                            clauses += self._shared_by(wager.row)
                case FixedSum(amount=amount):
                    won = amount
                case ToOne(odds=odds):
                    won, stake_back = odds * wager.counts, wager.counts
        clauses += tuple(clause for award in saved for clause in award.clauses)
        return Line(
            wager.box,
            wager.player,
            wager.target,
            wager.laid,
            result,
            won,
            stake_back + excess,
            clauses,
        )

    def _shared_by(self, row: JackpotRow) -> tuple[str, ...]:
        """The clauses for several shares of the meter at one table and round."""
        rules = self.rulebook.jackpot
        rows = [wager.row for wager in self.jackpots if wager.row and not wager.lost_by]
        clauses = rules.sharing.only
        if rows.count(row) > 1:
            clauses += row.shared_by.clauses
        if rules.lower_first.value and row == rules.rows[0] and len(set(rows)) > 1:
            clauses += rules.lower_first.clauses
        return clauses

    def _paid_by(self, number: int) -> tuple[str, ...]:
        """The clause that pays a jackpot hand: for a folder, or by what the dealer has."""
        assert self.values is not None
        fold = self.rulebook.fold
        if dict(self.boxes)[number].choice is Choice.FOLDED and fold.keeps_jackpot.only:
            return fold.keeps_jackpot.only
        return (self.rulebook.jackpot.either_way.paid_by(self.values.qualified),)

    # Awards

    def _draw_awards(self) -> Iterator[Awarded]:
        """Magic card, lucky player, lucky dealer: on each jackpot wager that they favour."""
        draws = self.rulebook.draws
        if draws is None:
            return
        magic = self.draw.magic_card
        for wager in self.jackpots:
            if wager.lost_by:
                continue
            own = wager.target is WagerKind.JACKPOT
            if magic is not None and magic in wager.hand:
                clauses = draws.magic_card.clauses if own else draws.magic_card_dealer.clauses
                yield self._award(wager, Award.MAGIC_CARD, draws.magic_card.value, clauses)
            if own and self.draw.lucky_box == wager.box:
                lucky = draws.lucky_player
                yield self._award(wager, Award.LUCKY_PLAYER, lucky.value, lucky.clauses)
            if not own and self.draw.lucky_dealer:
                lucky = draws.lucky_dealer
                yield self._award(wager, Award.LUCKY_DEALER, lucky.value, lucky.clauses)

    @staticmethod
    def _award(wager: JackpotWager, award: Award, odds: int, clauses: tuple[str, ...]) -> Awarded:
        return Awarded(
            wager.box, wager.player, award, odds * wager.counts, clauses, saves=wager.target
        )

    def _ante_bonus(self, number: int, box: Box, share: Share, ante: Cents) -> Iterator[Line]:
        """Paid to a hand that was played, whatever the dealer has (T4)."""
        table = self.rulebook.ante_bonus
        if table is None or self.values is None or box.choice is not Choice.STAYED or not ante:
            return
        hand_class = self.values.boxes[number].hand_class
        odds = table.odds.get(hand_class)
        if odds:
            clauses = table.paid_by(hand_class, self.values.qualified)
            yield _award_line(number, share.player, Award.ANTE_BONUS, odds * ante, clauses)

    def _envy(self, number: int, box: Box, values: Values) -> Iterator[Line]:
        """A flat sum for every top hand that another player's ante has made (T9)."""
        rules = self.rulebook.envy
        if rules is None or not self._envies(rules, number, box):
            return
        assert self.deal is not None
        total = 0
        clauses: list[str] = []
        for other, held in self.boxes:
            if held.seated == box.seated or not held.ante or not held.enters:
                continue
            row = jackpot_row(self.rulebook, self.deal.hands[other], values.boxes[other])
            if row is not None and row.envy is not None:
                total += row.envy.value
                clauses += [clause for clause in row.envy.clauses if clause not in clauses]
        if total:
            yield _award_line(number, box.seated, Award.ENVY_BONUS, total, tuple(clauses))

    def _envies(self, rules: Envy, number: int, box: Box) -> bool:
        """A box with a jackpot wager whose player is seated, or the first such of a player."""
        held = [wager.box for wager in self.jackpots if wager.player == box.seated]
        if rules.per.value is EnvyPer.PLAYER:
            held = held[:1]
        present = box.seated not in self.left or rules.seated.value is EnvySeated.ALL
        return number in held and present

    # Lines

    def lines(self, amounts: Amounts) -> Iterator[Line]:
        for number, box in self.boxes:
            if box.enters and self.values is not None:
                of_box = self._played(number, box, self.values, amounts)
            else:
                of_box = self._whole_box_back(number, box)
            yield from in_order(box, of_box)

    def _whole_box_back(self, number: int, box: Box) -> Iterator[Line]:
        for share in box.shares:
            yield from self._part_back(number, share, share.out or box.out or ())

    def _played(
        self,
        number: int,
        box: Box,
        values: Values,
        amounts: Amounts,
    ) -> Iterator[Line]:
        value = values.boxes[number]
        against = compare(self.rulebook, box, value, values)
        stakes = counted_stakes(self.table.settings, box)
        jackpots = [wager for wager in self.jackpots if wager.box == number]
        for place, share in enumerate(box.shares):
            gone = self.returned.get((number, share.player)) if share.out is None else share.out
            if gone is not None:
                yield from self._part_back(number, share, gone)
                continue
            if share.ante_on:
                yield ante_line(self.rulebook, number, box, share, stakes.ante[place], against)
            elif share.ante:
                yield self._back(number, share, WagerKind.ANTE, share.ante)
            pays = self.rulebook.pair_plus
            if share.pair_plus and not share.pair_plus_on:
                yield self._back(number, share, WagerKind.PAIR_PLUS, share.pair_plus)
            elif share.pair_plus and pays is not None:
                counts, folded = stakes.pair_plus[place], self._forfeits_pair_plus(box)
                row = value.hand_class, values.qualified
                yield pair_plus_line(pays, number, share, counts, row, folded)
            if share.stay:
                counts = stakes.stay[place]
                line = stay_line(self.rulebook, number, share, counts, against, value)
                yield structs.replace(line, clauses=line.clauses + self._wrong_size(box))
            yield from self._jackpot_lines(number, share, jackpots, amounts)
            if share.player == box.seated:
                yield from self._ante_bonus(number, box, share, stakes.ante[place])
                yield from self._envy(number, box, values)
                yield from self._drawn(number)

    def _wrong_size(self, box: Box) -> tuple[str, ...]:
        """Clauses on a stay-in wager that is not the multiple of the ante that counts."""
        ante = min(box.ante, self.table.settings.ante.maximum)
        due = self.rulebook.stay.multiple * ante
        if box.stay < due:
            return self.rulebook.stay.short.clauses
        if box.stay == due:
            return ()
        over = self.rulebook.betting.over_maximum.clauses if ante < box.ante else ()
        return over + self.rulebook.stay.over.clauses

    def _part_back(self, number: int, share: Share, clauses: tuple[str, ...]) -> Iterator[Line]:
        for wager, staked in stakes_of(self.rulebook, share):
            yield self._back(number, share, wager, staked, clauses)

    @staticmethod
    def _back(
        number: int, share: Share, wager: WagerKind, staked: Cents, clauses: tuple[str, ...] = ()
    ) -> Line:
        """A wager that goes back by clauses of its own, or with all of its part of the box."""
        own = {
            WagerKind.ANTE: share.ante_out,
            WagerKind.PAIR_PLUS: share.pair_plus_out,
            WagerKind.JACKPOT: share.jackpot_out,
            WagerKind.DEALER_JACKPOT: share.jackpot_out,
        }.get(wager)
        return back(number, share.player, wager, staked, Result.RETURNED, own or clauses)

    def _jackpot_lines(
        self,
        number: int,
        share: Share,
        jackpots: list[JackpotWager],
        amounts: Amounts,
    ) -> Iterator[Line]:
        in_force = {wager.target: wager for wager in jackpots if wager.player == share.player}
        for target, laid in (
            (WagerKind.JACKPOT, share.jackpot),
            (WagerKind.DEALER_JACKPOT, share.dealer_jackpot),
        ):
            if target in in_force:
                yield self._jackpot_line(in_force[target], amounts)
            elif laid:
                rules = self.rulebook.jackpot
                clauses = rules.stake.clauses or rules.needs_ante.only
                yield self._back(number, share, target, laid, clauses)

    def _drawn(self, number: int) -> Iterator[Line]:
        for award in (Award.MAGIC_CARD, Award.LUCKY_PLAYER, Award.LUCKY_DEALER):
            hits = [one for one in self.awards if one.box == number and one.award is award]
            if hits:
                total = sum(hit.amount for hit in hits)
                yield _award_line(number, hits[0].player, award, total, hits[0].clauses)


def _award_line(
    number: int, player: str, award: Award, amount: Cents, clauses: tuple[str, ...]
) -> Line:
    return Line(number, player, award, 0, Result.WON, amount, 0, clauses)
