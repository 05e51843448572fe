"""Linked tables over simulated time: what a progressive does in years of play.

Each *history* begins at the meter of the file and is played round by round in the order
of time. Between two prizes the meter only grows, so the compiled loop runs until a round
touches it; that round is priced as a table would price it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from msgspec import Struct

from croupier.jackpot.pricing import WHOLE
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerKind
from croupier.simulation.codes import Box
from croupier.simulation.floor_terms import FloorTerms
from croupier.simulation.gpu import Gpu
from croupier.simulation.hands import Numbers
from croupier.simulation.link import Seats, until_hit
from croupier.simulation.plan import Plan
from croupier.simulation.running import Crew, Stretches, added_up, stretches
from croupier.simulation.terms import Terms

GRID = 200
"""Meters are counted in steps of one part in so many of the reset value."""


class Shared(Struct, frozen=True):
    """What every history needs."""

    floor: FloorTerms
    terms: Terms
    plan: Plan
    seats: Seats
    gpu: Gpu | None = None


Hit = tuple[int, Numbers, Numbers]
"""Jackpot wagers laid until a round that needs pricing, the codes of its boxes, and which of
them carry such a wager; no codes where a day ends without one."""


class Account(Struct):
    """The money of one history, in cents but for the meter's fractions."""

    units: int
    scale: int
    reserve: Fraction = Fraction(0)
    staked: Cents = 0
    from_meter: Cents = 0
    seeded: Cents = 0
    house_seeds: Cents = 0
    """What of the reset values the reserve did not cover."""
    house_pools: Cents = 0
    """Resets that the house added to a pool of winners (MEGA 3.15.2)."""
    envy: Cents = 0

    @property
    def meter(self) -> Cents:
        return self.units // self.scale


class FloorTally(Struct, frozen=True, kw_only=True):
    """What histories came to; nothing but sums and counts, all of which add up."""

    histories: int = 0
    rounds: int = 0
    wagers: int = 0
    staked: Cents = 0
    from_meter: Cents = 0
    seeded: Cents = 0
    house_seeds: Cents = 0
    house_pools: Cents = 0
    house_prizes: Cents = 0
    envy: Cents = 0
    meter_end: Cents = 0
    whole_amounts: Cents = 0
    """Sum of what was paid for the whole meter."""
    whole_hits: int = 0
    rows: Counter[int]
    """Hits by row of the pay table."""
    winners: Counter[int]
    """Rounds by how many wagers took a share of the meter in them."""
    amounts: Counter[int]
    """Payments of the whole meter by size, in steps of the grid."""
    meters: Counter[int]
    """The meter at the end of every day, in steps of the grid."""
    house_results: Counter[int]
    """Histories by what the house made of the jackpot, in steps of the grid."""
    meter_most: Cents = 0
    round_most: Cents = 0
    """The most that one round took from the meter."""

    def __add__(self, other: "FloorTally") -> "FloorTally":
        most = ("meter_most", "round_most")
        return FloorTally(
            **{
                name: max(getattr(self, name), getattr(other, name))
                if name in most
                else getattr(self, name) + getattr(other, name)
                for name in self.__struct_fields__
            }
        )


NOTHING = FloorTally(
    rows=Counter(), winners=Counter(), amounts=Counter(), meters=Counter(), house_results=Counter()
)


def prepare(floor: FloorTerms, *, on_gpu: bool = False) -> Shared:
    """A floor made ready to be played."""
    terms = floor.terms()
    plan = Plan.of(terms)
    return Shared(floor, terms, plan, floor.seats(), Gpu(plan) if on_gpu else None)


def play_histories(shared: Shared, first: int, count: int) -> FloorTally:
    """Histories from the first on, as a worker plays them."""
    total = NOTHING
    for number in range(first, first + count):
        total += _History(shared, number).play()
    return total


class _History:
    """One history in the making."""

    def __init__(self, shared: Shared, number: int) -> None:
        self.floor, self.terms, self.plan = shared.floor, shared.terms, shared.plan
        self.seats, self.gpu = shared.seats, shared.gpu
        self.rounds = self.floor.rounds_per_day * self.floor.days
        self.first = number * self.rounds
        settings = self.terms.progressive
        self.laid = self.terms.staked(WagerKind.JACKPOT) + self.terms.staked(
            WagerKind.DEALER_JACKPOT
        )
        self.growth = self.laid * settings.units_per_cent_staked
        self.reserve_share = Fraction(self.floor.jackpot.reserve)
        self.step = max(1, settings.reset // GRID)
        self.account = Account(settings.meter * settings.scale, settings.scale)
        self.counts = np.zeros(self.plan.coding.size, np.int64)
        self.wagers = self.whole_amounts = self.whole_hits = 0
        self.winners: Counter[int] = Counter()
        self.amounts: Counter[int] = Counter()
        self.meters: Counter[int] = Counter()
        self.meter_most = self.round_most = 0

    def play(self) -> FloorTally:
        days = self._days() if self.gpu is None else self._scanned_days(self.gpu)
        for hits in days:
            for wagers, codes, plays in hits:
                self._grow(wagers)
                if len(codes):
                    self._pay(codes, plays)
            self.meters[self.account.meter // self.step] += 1
        return self._tally()

    def _days(self) -> Iterator[Iterator[Hit]]:
        for day in range(self.floor.days):
            at = day * self.floor.rounds_per_day
            yield self._hits(at, at + self.floor.rounds_per_day, self.counts)

    def _hits(self, at: int, end: int, counts: Numbers) -> Iterator[Hit]:
        """Round after round, up to each whose prizes need pricing, and to the end."""
        codes = np.empty((1, self.plan.players), np.int64)
        plays = np.empty(self.plan.players, np.bool_)
        while at < end:
            at, wagers, players = until_hit(
                np.uint64(self.first),
                at,
                end,
                np.uint64(self.floor.seed),
                self.plan.size,
                self.plan.table,
                self.plan.rules,
                self.seats,
                (counts, self.plan.money[1], codes, plays),
            )
            yield wagers, codes[0, :players], plays[:players]

    def _scanned_days(self, gpu: Gpu) -> Iterator[Iterator[Hit]]:
        """The same from a GPU, which has played the whole history at once."""
        days, per_day = self.floor.days, self.floor.rounds_per_day
        by_day, counts, hits = gpu.scan(self.first, days, per_day, self.floor.seed, self.seats)
        self.counts += counts
        ends = np.searchsorted(hits[:, 0], np.arange(1, days + 1) * per_day)
        for day, (start, end) in enumerate(pairwise([0, *map(int, ends)])):
            yield self._scanned_hits(hits[start:end], int(by_day[day]))

    def _scanned_hits(self, hits: Numbers, whole: int) -> Iterator[Hit]:
        laid, unused = 0, np.zeros_like(self.counts)
        for number, upto in hits.tolist():
            for _, codes, plays in self._hits(number, number + 1, unused):
                yield upto - laid, codes, plays
            laid = upto
        yield whole - laid, np.empty(0, np.int64), np.empty(0, np.bool_)

    def _grow(self, wagers: int) -> None:
        self.wagers += wagers
        account = self.account
        account.units += wagers * self.growth
        account.staked += wagers * self.laid
        account.reserve += wagers * self.laid * self.reserve_share
        self.meter_most = max(self.meter_most, account.meter)

    def _pay(self, codes: Numbers, plays: Numbers) -> None:
        """A round that affects the meter or pays envy bonuses."""
        boxes = [self.plan.coding.box(int(code)) for code in codes]
        self.account.envy += self._envy(boxes, plays)
        claims = [claim for claim in self.plan.payments.claims(boxes) if plays[claim.box]]
        if not claims:
            return
        account, payments = self.account, self.plan.payments
        percents = {(claim.box, claim.target): claim.percent for claim in claims}
        taken = 0
        for payout in payments.priced(account.meter, claims):
            won = sum(winning.amount for winning in payout.winnings)
            account.units += (payout.seeded - payout.paid) * account.scale
            account.house_pools += won - payout.paid
            account.from_meter += payout.paid
            self._seed(payout.seeded)
            taken += won
            for winning in payout.winnings:
                if percents[winning.box, winning.target] == WHOLE:
                    self.whole_hits += 1
                    self.whole_amounts += winning.amount
                    self.amounts[winning.amount // self.step] += 1
        self.winners[len(claims)] += 1
        self.round_most = max(self.round_most, taken)

    def _envy(self, boxes: Sequence[Box], plays: Numbers) -> Cents:
        """Every top hand, paid to each of the others with a jackpot wager (T9)."""
        jackpots = int(plays.sum())
        return sum(
            self.plan.payments.envy_of(box) * (jackpots - int(own))
            for box, own in zip(boxes, plays, strict=True)
        )

    def _seed(self, amount: Cents) -> None:
        """A reset value comes from the reserve as far as that goes, then from the house."""
        account = self.account
        covered = min(amount, int(account.reserve))
        account.reserve -= covered
        account.seeded += amount
        account.house_seeds += amount - covered

    def _tally(self) -> FloorTally:
        account = self.account
        rows: Counter[int] = Counter()
        prizes = 0
        for code in np.flatnonzero(self.counts):
            count, box = int(self.counts[code]), self.plan.coding.box(int(code))
            prizes += count * self._fixed(int(code))
            for target in (WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT):
                row = self.plan.payments.row_hit(target, box)
                if row is not None:
                    rows[row] += count
        kept = account.staked - self._into_meter() - self.reserve_share * account.staked
        house = int(kept) - prizes - account.envy - account.house_seeds - account.house_pools
        return FloorTally(
            histories=1,
            rounds=self.rounds,
            wagers=self.wagers,
            staked=account.staked,
            from_meter=account.from_meter,
            seeded=account.seeded,
            house_seeds=account.house_seeds,
            house_pools=account.house_pools,
            house_prizes=prizes,
            envy=account.envy,
            meter_end=account.meter,
            whole_amounts=self.whole_amounts,
            whole_hits=self.whole_hits,
            rows=rows,
            winners=self.winners,
            amounts=self.amounts,
            meters=self.meters,
            house_results=Counter({house // self.step: 1}),
            meter_most=self.meter_most,
            round_most=self.round_most,
        )

    def _into_meter(self) -> Fraction:
        return Fraction(self.wagers * self.growth, self.account.scale)

    def _fixed(self, code: int) -> Cents:
        """What the house pays on a code by itself: prizes that are no share of the meter, and
        stakes that come back with them."""
        box = self.plan.coding.box(code)
        return sum(
            self.plan.payments.house_prize(target, box)
            for target in (WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT)
        )


def simulate(
    crew: Crew, floor: FloorTerms, watch: Callable[[FloorTally], None] | None = None
) -> tuple[FloorTally, float, bool]:
    """All histories: their results, the seconds it took, and whether the run was stopped."""
    work = Stretches(crew, play_histories, stretches(1, floor.histories))
    return added_up(work, NOTHING, watch)
