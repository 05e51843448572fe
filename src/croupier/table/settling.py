"""One settlement: hands are valued once, then every wager and award is settled on its own."""

from collections.abc import Mapping, Sequence

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
    Stakes,
    Values,
    awaited,
    award_line,
    back,
    cases_of,
    counted_stakes,
    in_order,
    line,
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
        self.deal: Deal | None = None if type(current) is Closed else current.deal
        self.returned = returned
        self.left = current.left
        self.live = {number: box for number, box in self.boxes if box.enters}
        self.values = None if self.deal is None or not self.live else self._values(self.deal)
        self.cases = {} if self.values is None else cases_of(self.rulebook, self.live, self.values)
        self.jackpots: list[JackpotWager] = []
        for number, box in self.live.items():
            share = box.jackpot_share
            if share is not None and (number, share.player) not in returned:
                self.jackpots += self._jackpots(number, box, share)
        self.in_force = {(wager.box, wager.target): wager for wager in self.jackpots}
        self.awards = [] if self.rulebook.draws is None else self._draw_awards()
        self.top_hands: Sequence[tuple[str, JackpotRow]] = ()

    def _values(self, deal: Deal) -> Values | None:
        """None while a hand that counts is not whole or not turned, before a settlement."""
        size = self.rulebook.hands.size
        dealer = whole(deal.dealer, size)
        lying = {number: deal.hands.get(number, ()) for number in self.live}
        hands = {number: hand for number in lying if (hand := whole(lying[number], size))}
        closed = [number for number, hand in lying.items() if type(hand) is FaceDown]
        if dealer is None or len(hands) + len(closed) < len(lying):
            return None
        if closed and awaited(self.rulebook, dict(self.boxes), deal):
            return None
        return value_hands(self.rulebook, dealer, hands)

    @property
    def boxes_returning_jackpots(self) -> list[int]:
        """Boxes whose jackpot wager turns out not to be valid."""
        if not self.returned:
            return []
        return [
            number
            for number, box in self.boxes
            if (share := box.jackpot_share) and (number, share.player) in self.returned
        ]

    # Jackpot wagers

    def _jackpots(self, number: int, box: Box, share: Share) -> list[JackpotWager]:
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
        found = []
        for target, laid, hand in (
            (WagerKind.JACKPOT, share.jackpot, self.deal.hands.get(number, ())),
            (WagerKind.DEALER_JACKPOT, share.dealer_jackpot, self.deal.dealer),
        ):
            counts = settings.counted(laid, rule) if laid else 0
            if counts:
                cards = hand if isinstance(hand, tuple) else ()
                row = self._row(number, target, cards)
                found.append(
                    JackpotWager(number, share.player, target, laid, counts, cards, row, lost_by)
                )
        return found

    def _row(self, number: int, target: WagerKind, hand: Hand) -> JackpotRow | None:
        """What a hand wins; an incomplete one, or one not turned, wins nothing as it is."""
        if len(hand) != self.rulebook.hands.size:
            return None
        if self.values is None:
            value = self.rulebook.hands.value(hand)
        elif target is WagerKind.JACKPOT:
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
        if not winners:
            return []
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
        drawn = [one.paid for one in self.awards if one.wager is wager] if self.awards else ()
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
        if type(current) is Idle or current.registered is None:
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

    def _draw_awards(self) -> list[Awarded]:
        """Magic card, lucky player, lucky dealer: on each jackpot wager that they fall on."""
        awards = []
        magic = self.draw.magic_card
        for wager in self.jackpots:
            if wager.lost_by:
                continue
            own = wager.target == WagerKind.JACKPOT
            if magic is not None and magic in wager.hand:
                awards.append(self._award(wager, Award.MAGIC_CARD))
            if own and self.draw.lucky_box == wager.box:
                awards.append(self._award(wager, Award.LUCKY_PLAYER))
            if not own and self.draw.lucky_dealer:
                awards.append(self._award(wager, Award.LUCKY_DEALER))
        return awards

    def _award(self, wager: JackpotWager, award: Award) -> Awarded:
        paid = wagers.drawn(self.rulebook, award, wager.target, wager.counts)
        return Awarded(wager, award, paid)

    def _ante_bonus(self, number: int, player: str, ante: Cents) -> list[Line]:
        paid = wagers.ante_bonus(self.rulebook, ante, self.cases[number])
        return [] if paid is None else [award_line(number, player, Award.ANTE_BONUS, paid)]

    def _top_hands(self, values: Values) -> list[tuple[str, JackpotRow]]:
        """The hands that an ante has made, with their players, for which others get a bonus."""
        assert self.deal is not None
        hands = self.deal.hands
        rows = [
            (box.seated, jackpot_row(self.rulebook, hand, values.boxes[number]))
            for number, box in self.live.items()
            if box.ante and isinstance(hand := hands[number], tuple)
        ]
        return [(player, row) for player, row in rows if row is not None and row.envy is not None]

    def _envy(self, number: int, player: str, rules: Envy) -> list[Line]:
        """A flat sum for every top hand that another player's ante has made (T9)."""
        others = [row for seated, row in self.top_hands if seated != player]
        if not others or not self._envies(rules, number, player):
            return []
        paid = wagers.envy(self.rulebook, others)
        return [] if paid is None else [award_line(number, player, Award.ENVY_BONUS, paid)]

    def _envies(self, rules: Envy, number: int, player: str) -> bool:
        """A box with a jackpot wager whose player is seated, or the first such of a player."""
        held = [wager.box for wager in self.jackpots if wager.player == player]
        if rules.per.value is EnvyPer.PLAYER:
            held = held[:1]
        present = player not in self.left or rules.seated.value is EnvySeated.ALL
        return number in held and present

    # Lines

    def lines(self, amounts: Amounts) -> list[Line]:
        places, lines = self.rulebook.places_of_lines, []
        if self.values is not None and self.rulebook.envy is not None:
            self.top_hands = self._top_hands(self.values)
        for number, box in self.boxes:
            if number in self.cases:
                of_box = self._played(number, box, amounts)
            else:
                of_box = self._whole_box_back(number, box)
            lines += in_order(places, box, of_box)
        return lines

    def _whole_box_back(self, number: int, box: Box) -> list[Line]:
        lines: list[Line] = []
        for share in box.shares:
            lines += self._part_back(number, share, share.out or box.out or ())
        return lines

    def _played(self, number: int, box: Box, amounts: Amounts) -> list[Line]:
        stakes, seated = counted_stakes(self.table.settings, box), box.seated
        lines: list[Line] = []
        for place, share in enumerate(box.shares):
            gone = self.returned.get((number, share.player)) if share.out is None else share.out
            if gone is not None:
                lines += self._part_back(number, share, gone)
                continue
            lines += self._main_lines(number, share, stakes, place)
            for name in share.sides:
                lines.append(self._side_line(number, share, name, stakes.sides[name][place]))
            if share.jackpot or share.dealer_jackpot:
                lines += self._jackpot_lines(number, share, amounts)
            if share.player == seated:
                lines += self._awards(number, seated, stakes.ante[place])
        return lines

    def _awards(self, number: int, player: str, ante: Cents) -> list[Line]:
        """What the player seated at a box gets beside their wagers."""
        lines, rules = [], self.rulebook
        if rules.ante_bonus is not None:
            lines += self._ante_bonus(number, player, ante)
        if rules.envy is not None:
            lines += self._envy(number, player, rules.envy)
        if self.awards:
            lines += self._drawn(number)
        return lines

    def _main_lines(self, number: int, share: Share, stakes: Stakes, place: int) -> list[Line]:
        rules, case, lines = self.rulebook, self.cases[number], []
        if share.ante and share.ante_out is None:
            ante = stakes.ante[place]
            paid = wagers.ante(rules, ante, case)
            over = rules.betting.over_maximum.clauses if share.ante > ante else ()
            lines.append(self._line(number, share, WagerKind.ANTE, share.ante, ante, paid, over))
        elif share.ante:
            lines.append(self._back(number, share, WagerKind.ANTE, share.ante))
        if share.stay:
            stay = stakes.stay[place]
            paid = wagers.stay(rules, stay, case)
            wrong = self._wrong_size(stakes) if stakes.beyond else ()
            lines.append(self._line(number, share, rules.stay.wager, share.stay, stay, paid, wrong))
        return lines

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

    def _wrong_size(self, stakes: Stakes) -> tuple[str, ...]:
        """Clauses on a stay-in wager that is not the multiple of the ante that counts."""
        if stakes.beyond < 0:
            return self.rulebook.stay.short.clauses
        over = self.rulebook.betting.over_maximum.clauses if stakes.over_maximum else ()
        return over + self.rulebook.stay.over.clauses

    def _part_back(self, number: int, share: Share, clauses: tuple[str, ...]) -> list[Line]:
        return [
            self._back(number, share, wager, staked, clauses)
            for wager, staked in share.stakes(self.rulebook)
        ]

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

    def _jackpot_lines(self, number: int, share: Share, amounts: Amounts) -> list[Line]:
        lines = []
        for target, laid in (
            (WagerKind.JACKPOT, share.jackpot),
            (WagerKind.DEALER_JACKPOT, share.dealer_jackpot),
        ):
            wager = self.in_force.get((number, target)) if laid else None
            if wager is not None and wager.player == share.player:
                lines.append(self._jackpot_line(wager, amounts))
            elif laid:
                rules = self.rulebook.progressive
                clauses = rules.stake.clauses or rules.needs_ante.only
                lines.append(self._back(number, share, target, laid, clauses))
        return lines

    def _drawn(self, number: int) -> list[Line]:
        lines = []
        for award in (Award.MAGIC_CARD, Award.LUCKY_PLAYER, Award.LUCKY_DEALER):
            hits = [one for one in self.awards if one.wager.box == number and one.award is award]
            if hits:
                total = sum(hit.paid.won for hit in hits)
                paid = structs.replace(hits[0].paid, won=total)
                lines.append(award_line(number, hits[0].wager.player, award, paid))
        return lines
