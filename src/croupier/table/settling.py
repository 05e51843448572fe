"""One settlement: hands are valued once, then every wager and award is settled on its own."""

from collections.abc import Iterator, Mapping

from msgspec import Struct, structs

from croupier import wagers
from croupier.jackpot.events import Claim
from croupier.jackpot.pricing import whole_last
from croupier.money import Cents
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import Envy, EnvyPer, EnvySeated, JackpotRow, MeterShare
from croupier.rulebooks.wagers import Award, WagerKind
from croupier.table.evolve import Draft
from croupier.table.hands import FaceDown, Hand, whole
from croupier.table.outcome import (
    Values,
    awaited,
    award_line,
    back,
    cases_of,
    counted_stakes,
    in_order,
    line,
    places_of_lines,
    value_hands,
)
from croupier.table.state import Box, Choice, Closed, Deal, Dealt, Draw, Idle, Line, Revealed, Share
from croupier.wagers import NO_PART, MeterPart, Paid, Result, jackpot_row

Amounts = Mapping[tuple[int, WagerKind], Cents | None]
"""The amount of each share of the meter; none while it waits its turn."""

Returned = Mapping[tuple[int, str], tuple[str, ...]]
"""Parts of boxes (box, player) that are returned at settlement, with the clauses that say so."""


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
    """Clauses under which it has lost whatever the cards."""


class Awarded(Struct, frozen=True):
    """What a draw pays on a jackpot wager."""

    wager: JackpotWager
    award: Award
    paid: Paid


class Settling:
    """One settlement: hands are valued once, then every wager is settled on its own."""

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
        self.values = None if self.deal is None or not self.live else self._values(self.deal)
        self.cases = (
            {}
            if self.values is None
            else cases_of(self.rulebook, current.boxes, self.live, self.values)
        )
        self.jackpots = [
            wager for number, box in self.boxes for wager in self._jackpots(number, box)
        ]
        self.awards = list(self._draw_awards())

    def _values(self, deal: Deal) -> Values | None:
        """None while a hand that counts is not whole or not turned, before a settlement."""
        size = self.rulebook.hands.size
        dealer = whole(deal.dealer, size)
        lying = {number: deal.hands.get(number, ()) for number in self.live}
        hands = {number: hand for number in lying if (hand := whole(lying[number], size))}
        closed = [number for number, hand in lying.items() if isinstance(hand, FaceDown)]
        if dealer is None or len(hands) + len(closed) < len(lying):
            return None
        if closed and awaited(self.rulebook, dict(self.boxes), deal):
            return None
        return value_hands(self.rulebook, dealer, hands)

    @property
    def boxes_returning_jackpots(self) -> list[int]:
        """Boxes whose jackpot wager turns out not to be valid."""
        return [
            number
            for number, box in self.boxes
            if (share := box.jackpot_share) and (number, share.player) in self.returned
        ]

    # Jackpot wagers

    def _jackpots(self, number: int, box: Box) -> Iterator[JackpotWager]:
        share = box.jackpot_share
        if share is None or number not in self.live or (number, share.player) in self.returned:
            return
        assert self.deal is not None
        assert self.draft.link is not None
        settings = self.draft.link.settings
        rule = self.rulebook.progressive.stake.value
        lost_by = wagers.jackpot_forfeited(
            self.rulebook,
            folded=box.choice is Choice.FOLDED,
            declined=box.declined,
            claimed=box.claimed,
        )
        for target, laid, hand in (
            (WagerKind.JACKPOT, share.jackpot, self.deal.hands.get(number, ())),
            (WagerKind.DEALER_JACKPOT, share.dealer_jackpot, self.deal.dealer),
        ):
            counts = settings.counted(laid, rule)
            if counts:
                cards = () if isinstance(hand, FaceDown) else hand
                row = self._row(number, target, cards)
                yield JackpotWager(number, share.player, target, laid, counts, cards, row, lost_by)

    def _row(self, number: int, target: WagerKind, hand: Hand) -> JackpotRow | None:
        """What a hand wins; an incomplete one, or one not turned, wins nothing as it is."""
        if len(hand) != self.rulebook.hands.size:
            return None
        if self.values is None:
            value = self.rulebook.hands.value(hand)
        elif target == WagerKind.JACKPOT:
            value = self.values.boxes[number]
        else:
            value = self.values.dealer
        return jackpot_row(self.rulebook, hand, value)

    def claims(self) -> list[Claim]:
        """Shares of the meter: wagers on own hands by box, then on the dealer's by box."""
        winners = [
            (wager, wager.row)
            for wager in self.jackpots
            if wager.row is not None and not wager.lost_by
        ]
        winners.sort(key=lambda pair: (pair[0].target == WagerKind.DEALER_JACKPOT, pair[0].box))
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
        return whole_last(claims) if self.rulebook.progressive.lower_first.value else claims

    def _jackpot_line(self, wager: JackpotWager, amounts: Amounts) -> Line:
        drawn = [one.paid for one in self.awards if one.wager is wager]
        part = NO_PART
        if wager.row is not None and (wager.box, wager.target) in amounts:
            shared_by = self._shared_by(wager.row) if len(amounts) > 1 else ()
            part = MeterPart(amounts[wager.box, wager.target], shared_by + self._priced_by)
        case = self.cases[wager.box]
        paid = wagers.jackpot(self.rulebook, wager.counts, case, wager.row, part=part, drawn=drawn)
        # The excess of a waiting wager is returned with its share.
        laid = wager.counts if paid.result is Result.PENDING else wager.laid
        settled = line(wager.box, wager.player, wager.target, laid, wager.counts, paid)
        return settled if laid == wager.laid else structs.replace(settled, staked=wager.laid)

    @property
    def _priced_by(self) -> tuple[str, ...]:
        """The clauses that price a share on what was registered before a failure (CSP 5.18.1)."""
        current = self.table.round
        if isinstance(current, Idle) or current.registered is None:
            return ()
        rule = self.rulebook.irregularities[Irregularity.JACKPOT_FAILURE]
        return () if rule.goes_on is None else rule.goes_on.clauses

    def _shared_by(self, row: JackpotRow) -> tuple[str, ...]:
        """The clauses for several shares of the meter at one table and round."""
        rules = self.rulebook.progressive
        rows = [wager.row for wager in self.jackpots if wager.row and not wager.lost_by]
        clauses = rules.sharing.only
        if rows.count(row) > 1:
            clauses += row.shared_by.clauses
        if rules.lower_first.value and row == rules.rows[0] and len(set(rows)) > 1:
            clauses += rules.lower_first.clauses
        return clauses

    # Awards

    def _draw_awards(self) -> Iterator[Awarded]:
        """Magic card, lucky player, lucky dealer: on each jackpot wager that they fall on."""
        if self.rulebook.draws is None:
            return
        magic = self.draw.magic_card
        for wager in self.jackpots:
            if wager.lost_by:
                continue
            own = wager.target == WagerKind.JACKPOT
            if magic is not None and magic in wager.hand:
                yield self._award(wager, Award.MAGIC_CARD)
            if own and self.draw.lucky_box == wager.box:
                yield self._award(wager, Award.LUCKY_PLAYER)
            if not own and self.draw.lucky_dealer:
                yield self._award(wager, Award.LUCKY_DEALER)

    def _award(self, wager: JackpotWager, award: Award) -> Awarded:
        paid = wagers.drawn(self.rulebook, award, wager.target, wager.counts)
        return Awarded(wager, award, paid)

    def _ante_bonus(self, number: int, share: Share, ante: Cents) -> Iterator[Line]:
        paid = wagers.ante_bonus(self.rulebook, ante, self.cases[number])
        if paid is not None:
            yield award_line(number, share.player, Award.ANTE_BONUS, paid)

    def _envy(self, number: int, box: Box, values: Values) -> Iterator[Line]:
        """A flat sum for every top hand that another player's ante has made (T9)."""
        rules = self.rulebook.envy
        if rules is None or not self._envies(rules, number, box):
            return
        assert self.deal is not None
        others = [
            jackpot_row(self.rulebook, hand, values.boxes[other])
            for other, held in self.boxes
            if held.seated != box.seated and held.ante and held.enters
            if not isinstance(hand := self.deal.hands[other], FaceDown)
        ]
        paid = wagers.envy(self.rulebook, others)
        if paid is not None:
            yield award_line(number, box.seated, Award.ENVY_BONUS, paid)

    def _envies(self, rules: Envy, number: int, box: Box) -> bool:
        """A box with a jackpot wager whose player is seated, or the first such of a player."""
        held = [wager.box for wager in self.jackpots if wager.player == box.seated]
        if rules.per.value is EnvyPer.PLAYER:
            held = held[:1]
        present = box.seated not in self.left or rules.seated.value is EnvySeated.ALL
        return number in held and present

    # Lines

    def lines(self, amounts: Amounts) -> Iterator[Line]:
        places, values = places_of_lines(self.rulebook), self.values
        for number, box in self.boxes:
            if values is not None and number in self.cases:
                of_box = self._played(number, box, values, amounts)
            else:
                of_box = self._whole_box_back(number, box)
            yield from in_order(places, box, of_box)

    def _whole_box_back(self, number: int, box: Box) -> Iterator[Line]:
        for share in box.shares:
            yield from self._part_back(number, share, share.out or box.out or ())

    def _played(self, number: int, box: Box, values: Values, amounts: Amounts) -> Iterator[Line]:
        stakes = counted_stakes(self.table.settings, box)
        for place, share in enumerate(box.shares):
            gone = self.returned.get((number, share.player)) if share.out is None else share.out
            if gone is not None:
                yield from self._part_back(number, share, gone)
                continue
            yield from self._main_lines(number, box, share, stakes.ante[place], stakes.stay[place])
            for name in share.sides:
                yield self._side_line(number, share, name, stakes.sides[name][place])
            yield from self._jackpot_lines(number, share, amounts)
            if share.player == box.seated:
                yield from self._ante_bonus(number, share, stakes.ante[place])
                yield from self._envy(number, box, values)
                yield from self._drawn(number)

    def _main_lines(
        self, number: int, box: Box, share: Share, ante: Cents, stay: Cents
    ) -> Iterator[Line]:
        case = self.cases[number]
        if share.ante_on:
            paid = wagers.ante(self.rulebook, ante, case)
            over = self.rulebook.betting.over_maximum.clauses if share.ante > ante else ()
            yield self._line(number, share, WagerKind.ANTE, share.ante, ante, paid, over)
        elif share.ante:
            yield self._back(number, share, WagerKind.ANTE, share.ante)
        if share.stay:
            paid = wagers.stay(self.rulebook, stay, case)
            wager, wrong = self.rulebook.stay.wager, self._wrong_size(box)
            yield self._line(number, share, wager, share.stay, stay, paid, wrong)

    def _side_line(self, number: int, share: Share, name: str, counts: Cents) -> Line:
        if not share.side_on(name):
            return self._back(number, share, name, share.sides[name])
        paid = wagers.side(self.rulebook, name, counts, self.cases[number])
        return line(number, share.player, name, share.sides[name], counts, paid)

    @staticmethod
    def _line(
        number: int,
        share: Share,
        wager: str,
        laid: Cents,
        counts: Cents,
        paid: Paid,
        also: tuple[str, ...],
    ) -> Line:
        if also:
            paid = structs.replace(paid, clauses=paid.clauses + also)
        return line(number, share.player, wager, laid, counts, paid)

    def _wrong_size(self, box: Box) -> tuple[str, ...]:
        """Clauses on a stay-in wager that is not the multiple of the ante that counts."""
        ante = min(box.ante, self.table.settings.ante.maximum)
        due, stay = self.rulebook.stay.multiple * ante, box.stay
        if stay < due:
            return self.rulebook.stay.short.clauses
        if stay == due:
            return ()
        over = self.rulebook.betting.over_maximum.clauses if ante < box.ante else ()
        return over + self.rulebook.stay.over.clauses

    def _part_back(self, number: int, share: Share, clauses: tuple[str, ...]) -> Iterator[Line]:
        for wager, staked in share.stakes(self.rulebook):
            yield self._back(number, share, wager, staked, clauses)

    @staticmethod
    def _back(
        number: int, share: Share, wager: str, staked: Cents, clauses: tuple[str, ...] = ()
    ) -> Line:
        """A wager returned under clauses of its own, or with all of its part of the box."""
        own: Mapping[str, tuple[str, ...] | None] = {
            **share.sides_out,
            WagerKind.ANTE: share.ante_out,
            WagerKind.JACKPOT: share.jackpot_out,
            WagerKind.DEALER_JACKPOT: share.jackpot_out,
        }
        return back(number, share.player, wager, staked, Result.RETURNED, own.get(wager) or clauses)

    def _jackpot_lines(self, number: int, share: Share, amounts: Amounts) -> Iterator[Line]:
        in_force = {
            wager.target: wager
            for wager in self.jackpots
            if wager.box == number and wager.player == share.player
        }
        for target, laid in (
            (WagerKind.JACKPOT, share.jackpot),
            (WagerKind.DEALER_JACKPOT, share.dealer_jackpot),
        ):
            if target in in_force:
                yield self._jackpot_line(in_force[target], amounts)
            elif laid:
                rules = self.rulebook.progressive
                clauses = rules.stake.clauses or rules.needs_ante.only
                yield self._back(number, share, target, laid, clauses)

    def _drawn(self, number: int) -> Iterator[Line]:
        if not self.awards:
            return
        for award in (Award.MAGIC_CARD, Award.LUCKY_PLAYER, Award.LUCKY_DEALER):
            hits = [one for one in self.awards if one.wager.box == number and one.award is award]
            if hits:
                total = sum(hit.paid.won for hit in hits)
                paid = structs.replace(hits[0].paid, won=total)
                yield award_line(number, hits[0].wager.player, award, paid)
