"""The ledger against random games: what must hold after every command."""

import random
from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from croupier.books import RULEBOOKS
from croupier.floor import Floor, play
from croupier.house.log.stream import Ledger, post
from croupier.house.model.events import LogEvent, TableRegistered
from croupier.house.model.jackpot import payables
from croupier.house.model.jackpot.events import (
    JackpotPaid,
    JackpotParametersChanged,
    JackpotRegistered,
    TableLinked,
)
from croupier.house.model.jackpot.payables import Handed, Payable
from croupier.house.model.jackpot.state import OVERFLOW
from croupier.house.model.ledger.accounts import account_of
from croupier.house.model.records import GENESIS, Posting, Record, encode_event
from croupier.house.model.settings import Dealing, JackpotTerms, Money
from croupier.jackpot.commands import OrderClaims, PendingClaim
from croupier.jackpot.events import (
    Claim,
    ClaimsQueued,
    Contribution,
    ContributionsReturned,
    JackpotAdjusted,
    JackpotEvent,
    JackpotGrew,
    JackpotWon,
    Winning,
    WinsReversed,
)
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.settings import EntryMode, JackpotSettings
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.script.replay import _note_lines
from croupier.table import commands as c
from croupier.table.evolve import Event
from croupier.table.state import Idle, Settled, Voided
from tests.table.test_properties import Session

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
BOSS = Actor("boss", Role.SHIFT_MANAGER)


class Books:
    """Every posting so far, and what each account holds."""

    def __init__(self) -> None:
        self.ledgers: dict[str, Ledger] = {}
        self.versions: Counter[str] = Counter()
        self.balances: Counter[str] = Counter()
        self.postings: list[Posting] = []
        self.commands = 0

    def enter(self, *events: tuple[str, LogEvent]) -> tuple[Posting, ...]:
        """The events of one command, each with its stream."""
        self.commands += 1
        postings: list[Posting] = []
        for stream, event in events:
            self.versions[stream] += 1
            version = self.versions[stream]
            key = f"command {self.commands}"
            written = encode_event(event)
            record = Record(stream, version, NOON, None, key, written, GENESIS)
            posted = post(stream, self.ledgers.get(stream), [(record, event)])
            if posted.ledger is not None:
                self.ledgers[stream] = posted.ledger
            postings += posted.postings
        for posting in postings:
            assert posting.amount > 0
            self.balances[posting.debit] -= posting.amount
            self.balances[posting.credit] += posting.amount
        self.postings += postings
        return tuple(postings)


def entry_of(jackpot: JackpotSettings) -> JackpotEntry:
    return JackpotEntry(
        meter=jackpot.meter,
        reset=jackpot.reset,
        stake=jackpot.stake,
        increment=jackpot.increment,
    )


class LedgerSession(Session):
    """A random game that is posted as it is played."""

    def __init__(
        self,
        rng: random.Random,
        rulebook: str,
        entry: EntryMode,
        money: Money | None = Money.LIVE,
    ) -> None:
        self.books = Books()
        super().__init__(rng, rulebook, entry)
        self.money, self.recording = money, entry is EntryMode.RECORDING
        self.payables: tuple[Payable, ...] = ()
        self.handed: tuple[Handed, ...] = ()
        jackpot = self.floor.jackpots["J"].settings
        registered = JackpotRegistered(entry_of(jackpot), JackpotTerms(reserve="0.05"), money)
        self.books.enter(("jackpot:J", registered))
        for name, table in self.floor.tables.items():
            entry_ = TableEntry(rulebook, boxes=table.settings.boxes, jackpot="J", entry=entry)
            event = TableRegistered(entry_, Dealing(), "", money)
            self.books.enter((f"table:{name}", event))

    def step(self) -> None:
        if self.payables and self.rng.random() < 0.3:
            self.release(self.rng.choice(self.payables))
        waiting = self.floor.jackpots["J"].pending()
        if waiting and self.rng.random() < 0.3:
            self.order(*self.rng.choice(waiting))
        super().step()

    def release(self, due: Payable) -> None:
        """Two people confirm a win."""
        account = account_of(self.money, due.player, recording=self.recording)
        before = due.before if self.recording else UNSET
        paid = JackpotPaid(*due.place, due.player, due.amount, account, before)
        self.books.enter(("jackpot:J", paid))
        self.note(paid)
        self.marks["released"] += 1
        self._check_books()

    def note(self, event: payables.Event) -> None:
        self.payables, self.handed = payables.after(
            self.payables, self.handed, event, self.money, NOON
        )

    def order(self, entry: object, claim: object) -> None:
        """The house orders that a waiting claim be paid now."""
        wanted = PendingClaim(entry.table, claim.box, entry.number)  # type: ignore[attr-defined]
        before = self.floor
        try:
            self.floor, events = play(before, wanted.table, OrderClaims((wanted,), by=BOSS))
        except Refused:
            return
        for event in events:
            _note_lines(self.lines, self.floor.tables[wanted.table], event)
        self.marks["claim ordered"] += 1
        self._post(wanted.table, events)

    def _check_played(self, before: Floor, name: str, events: tuple[Event, ...]) -> None:
        super()._check_played(before, name, events)
        self._post(name, events)

    def _post(self, name: str, events: tuple[Event, ...]) -> None:
        self.books.enter(
            *(
                ("jackpot:J" if isinstance(event, JackpotEvent) else f"table:{name}", event)
                for event in events
            )
        )
        for event in events:
            if isinstance(event, payables.Event):
                self.note(event)
        self._check_books()

    def _check_books(self) -> None:
        held = self.books.balances
        assert sum(held.values()) == 0
        jackpot = self.floor.jackpots["J"]
        assert held["jackpot:J"] == jackpot.meter
        for name, table in self.floor.tables.items():
            current = table.round
            over = isinstance(current, Idle | Settled | Voided)
            laid = 0 if over else self._laid(name)
            assert held[f"layout:{name}"] == laid, (current, held)
            assert held[f"reserved:{name}"] == self._due(name), (current, held)
            self.marks["set aside"] += held[f"reserved:{name}"] > 0
        assert held["payable:J"] == sum(one.amount for one in self.payables)
        owed = sum(amount for name, amount in held.items() if name.startswith("owed-chips:"))
        assert -owed == sum(one.unreturned for one in self.handed)
        self.marks["set off"] += any(one.before for one in self.payables)
        if all(
            isinstance(table.round, Idle | Settled | Voided) for table in self.floor.tables.values()
        ):
            self._check_players()

    def _due(self, name: str) -> int:
        """What hands that are still to be decided need to stay in."""
        table = self.floor.tables[name]
        current = table.round
        if self.money is None or self.recording or isinstance(current, Idle | Settled | Voided):
            return 0
        undecided = [box for box in current.boxes.values() if box.must_decide]
        return table.rulebook.stay.multiple * sum(box.ante for box in undecided)

    def _laid(self, name: str) -> int:
        current = self.floor.tables[name].round
        assert not isinstance(current, Idle)
        return sum(share.laid for box in current.boxes.values() for share in box.shares)

    def _check_players(self) -> None:
        """With no round running, a player is up or down by exactly what the lines say."""
        expected: Counter[str] = Counter()
        for lines in self.lines.values():
            for line in lines:
                expected[f"player:{line.player}"] += line.won + line.returned - line.staked
        players: Counter[str] = Counter()
        for account, amount in self.books.balances.items():
            kind, _, name = account.partition(":")
            if kind in ("player", "owed", "chips", "owed-chips"):
                players[f"player:{name}"] += amount
        for one in self.payables:
            players[f"player:{one.player}"] += one.amount
        assert {account: amount for account, amount in players.items() if amount} == {
            account: amount for account, amount in expected.items() if amount
        }
        self.marks["players checked"] += 1


def random_books(
    rng: random.Random,
    rulebook: str,
    entry: EntryMode,
    steps: int,
    money: Money | None = Money.LIVE,
) -> LedgerSession:
    session = LedgerSession(rng, rulebook, entry, money)
    for _ in range(steps):
        session.step()
    session.finish()
    session._check_players()
    return session


@pytest.mark.parametrize("entry", list(EntryMode))
@pytest.mark.parametrize("rulebook", list(RULEBOOKS))
@settings(
    max_examples=5,
    suppress_health_check=list(HealthCheck),
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
@given(rng=st.randoms(use_true_random=False))
def test_accounts_of_any_game(rulebook: str, entry: EntryMode, rng: random.Random) -> None:
    random_books(rng, rulebook, entry, steps=40)


REACHED = (
    *("SettlementReversed", "WinsReversed", "JackpotWon", "ContributionsReturned"),
    *("set aside", "released"),
)

REACHED_BY_GAME = {"multi-link-stud": ("claim ordered",)}


LONG = set(RULEBOOKS) - {"singapore-stud"}
"""One game shows it in `make test`; the others in `make test-all`."""


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(slug, marks=pytest.mark.slow if slug in LONG else ()) for slug in RULEBOOKS],
)
def test_random_games_reach_every_kind_of_posting(rulebook: str) -> None:
    marks: Counter[str] = Counter()
    memos: Counter[str] = Counter()
    wanted = (*REACHED, "players checked", *REACHED_BY_GAME.get(rulebook, ()))
    for seed in range(200):
        if seed >= 45 and all(marks[mark] for mark in wanted):
            break
        session = random_books(random.Random(seed), rulebook, list(EntryMode)[seed % 2], steps=220)
        marks += session.marks
        memos += Counter(posting.memo.split(",")[0] for posting in session.books.postings)
    assert not [mark for mark in wanted if not marks[mark]]
    for memo in (
        *("ante placed", "ante withdrawn", "ante won", "stake back: ante won", "ante lost"),
        *("opening amount", "contributions", "contributions returned", "reserve: contributions"),
        *("jackpot won", "reset", "undone: ante lost", "undone: jackpot won"),
        *("set aside", "released"),
    ):
        assert memos[memo], memo


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", list(RULEBOOKS))
def test_accounts_of_long_games(rulebook: str) -> None:
    for seed in range(1000, 1200):
        random_books(random.Random(seed), rulebook, list(EntryMode)[seed % 2], steps=250)


# Worked out by hand


def moved(postings: tuple[Posting, ...]) -> list[tuple[str, str, int]]:
    return [(posting.debit, posting.credit, posting.amount) for posting in postings]


def registered(reserve: str = "0") -> Books:
    """A meter of 1,000.00 that takes 1.5 % of each jackpot wager of 5.00: 7.5 cents."""
    books = Books()
    entry = JackpotEntry(meter=100_000, reset=50_000, increment="0.015")
    posted = books.enter(("jackpot:J", JackpotRegistered(entry, JackpotTerms(reserve=reserve))))
    assert moved(posted) == [("house", "jackpot:J", 100_000)]
    return books


def grew(units: int, table: str = "A", number: int = 1) -> JackpotGrew:
    return JackpotGrew("J", table, number, (Contribution(1, WagerKind.JACKPOT, units),))


def test_fractions_of_a_cent_are_posted_when_they_fill_one() -> None:
    books = registered()
    first = books.enter(("jackpot:J", grew(7_500)))
    second = books.enter(("jackpot:J", grew(7_500, "B")))
    assert moved(first) == [("float:A", "jackpot:J", 7)]
    assert moved(second) == [("float:B", "jackpot:J", 8)]


def test_chips_in_a_tray_stay_there_and_the_house_passes_on_what_is_the_links() -> None:
    """5.00 staked: 1.5 % for the meter, 1 % for the reserve. Table B is of an older log."""
    books = registered(reserve="0.01")
    for table, tray in (("A", True), ("B", UNSET)):
        assert not books.enter(("jackpot:J", TableLinked(table, "f", UNSET, tray)))
    assert moved(books.enter(("jackpot:J", grew(7_500)))) == [
        ("house", "jackpot:J", 7),
        ("house", "reserve:J", 5),
    ]
    assert moved(books.enter(("jackpot:J", grew(7_500, "B")))) == [
        ("float:B", "jackpot:J", 8),
        ("float:B", "reserve:J", 5),
    ]
    back = ContributionsReturned("J", "A", 1, grew(7_500).contributions)
    assert moved(books.enter(("jackpot:J", back))) == [
        ("jackpot:J", "house", 8),
        ("reserve:J", "house", 5),
    ]


def test_the_reserve_takes_its_share_of_the_wagers() -> None:
    """5.00 was staked; 0.1 % of it is half a cent, so every second wager moves one."""
    books = registered(reserve="0.001")
    first = books.enter(("jackpot:J", grew(7_500)))
    second = books.enter(("jackpot:J", grew(7_500)))
    assert moved(first) == [("float:A", "jackpot:J", 7)]
    assert moved(second) == [("float:A", "jackpot:J", 8), ("float:A", "reserve:J", 1)]


def test_what_is_above_the_limit_goes_to_the_overflow_and_corrections_to_the_house() -> None:
    books = registered()
    over = books.enter(("jackpot:J", JackpotAdjusted("J", -300, OVERFLOW, BOSS)))
    up = books.enter(("jackpot:J", JackpotAdjusted("J", 40, "counted anew", BOSS)))
    assert moved(over) == [("jackpot:J", "overflow:J", 300)]
    assert moved(up) == [("house", "jackpot:J", 40)]


def test_a_finer_increment_keeps_the_fraction() -> None:
    """7.5 cents are in, half of one not yet posted; then 0.25 % of 5.00 is 1.25 cents."""
    books = registered()
    books.enter(("jackpot:J", grew(7_500)))
    changed = JackpotParametersChanged(500, 50_000, "0.0025", 5, JackpotTerms(), "a slower meter")
    assert not books.enter(("jackpot:J", changed))
    assert moved(books.enter(("jackpot:J", grew(12_500)))) == [("float:A", "jackpot:J", 1)]
    assert moved(books.enter(("jackpot:J", grew(12_500)))) == [("float:A", "jackpot:J", 2)]


def test_a_claim_that_waited_is_paid_when_its_turn_comes_and_can_be_undone() -> None:
    """CSP 4.5.2: the line of its round is pending, so the payment comes from the link."""
    books = registered()
    claim = Claim(4, "ann", WagerKind.JACKPOT, 10, ("CSP 4.3",))
    won = Winning(4, "ann", WagerKind.JACKPOT, 10_000)
    assert not books.enter(("jackpot:J", ClaimsQueued("J", "B", 7, (claim,))))
    paid = books.enter(("jackpot:J", JackpotWon("J", "B", 7, (won,), 10_000, 0, ("CSP 4.3",))))
    assert moved(paid) == [("jackpot:J", "float:B", 10_000), ("float:B", "player:ann", 10_000)]
    undone = books.enter(("jackpot:J", WinsReversed("J", "B", 7, 10_000, 0)))
    assert moved(undone) == [("player:ann", "float:B", 10_000), ("float:B", "jackpot:J", 10_000)]


def test_a_claim_paid_by_its_own_settlement_leaves_the_payment_to_the_line() -> None:
    books = registered()
    claim = Claim(4, "ann", WagerKind.JACKPOT, 100, ("CSP 4.3",))
    won = Winning(4, "ann", WagerKind.JACKPOT, 100_000)
    paid = books.enter(
        ("jackpot:J", ClaimsQueued("J", "B", 7, (claim,))),
        ("jackpot:J", JackpotWon("J", "B", 7, (won,), 100_000, 50_000, ("CSP 4.3",))),
    )
    assert moved(paid) == [("jackpot:J", "float:B", 100_000), ("reserve:J", "jackpot:J", 50_000)]


def live() -> Books:
    """The same meter in a house with wallets."""
    books = Books()
    entry = JackpotEntry(meter=100_000, reset=50_000, increment="0.015")
    registered = JackpotRegistered(entry, JackpotTerms(), Money.LIVE)
    books.enter(("jackpot:J", registered))
    return books


def test_a_win_is_payable_then_released_then_undone_through_what_is_owed() -> None:
    books = live()
    won = Winning(4, "ann", WagerKind.JACKPOT, 100_000)
    paid = books.enter(("jackpot:J", JackpotWon("J", "B", 7, (won,), 100_000, 50_000, ("CSP",))))
    assert moved(paid) == [("jackpot:J", "payable:J", 100_000), ("reserve:J", "jackpot:J", 50_000)]
    given = JackpotPaid("B", 7, 4, WagerKind.JACKPOT, "ann", 100_000, "player:ann")
    assert moved(books.enter(("jackpot:J", given))) == [("payable:J", "player:ann", 100_000)]
    undone = books.enter(("jackpot:J", WinsReversed("J", "B", 7, 100_000, 50_000)))
    assert moved(undone) == [
        ("owed:ann", "payable:J", 100_000),
        ("jackpot:J", "reserve:J", 50_000),
        ("payable:J", "jackpot:J", 100_000),
    ]


def test_what_several_winners_get_beyond_the_meter_is_payable_too() -> None:
    books = live()
    winnings = tuple(Winning(box, f"p{box}", WagerKind.JACKPOT, 7_500) for box in (1, 2))
    paid = books.enter(("jackpot:J", JackpotWon("J", "A", 1, winnings, 10_000, 0, ("MEGA",))))
    assert moved(paid) == [("jackpot:J", "payable:J", 10_000), ("house", "payable:J", 5_000)]


def test_what_winners_get_beyond_the_meter_is_paid_by_the_house() -> None:
    """MEGA 3.15.2: two straight flushes share 10 % of the display and 10 % of a reset."""
    books = registered()
    winnings = tuple(Winning(box, f"p{box}", WagerKind.JACKPOT, 7_500) for box in (1, 2))
    paid = books.enter(("jackpot:J", JackpotWon("J", "A", 1, winnings, 10_000, 0, ("MEGA",))))
    assert moved(paid) == [("jackpot:J", "float:A", 10_000), ("house", "float:A", 5_000)]


def test_a_void_round_leaves_every_account_as_it_was() -> None:
    session = LedgerSession(random.Random(3), "three-card-poker", EntryMode.ENFORCING)
    before = +session.books.balances
    by = Actor("ann", Role.PLAYER)
    session.give("A", c.OpenBets())
    session.give("A", c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=1_000, by=by))
    session.give("A", c.PlaceWager(box=1, wager=WagerKind.JACKPOT, by=by))
    session.give("A", c.CloseBets())
    assert session.books.balances["layout:A"] == 1_500
    assert session.books.balances["reserved:A"] == 1_000
    assert session.books.balances["player:ann"] == -2_500
    session.give("A", c.Report(irregularity=Irregularity.OTHER, by=BOSS))
    session.give("A", c.Rule(decision=Decision.VOID, matter="A/1/1", by=BOSS))
    assert isinstance(session.floor.tables["A"].round, Voided)
    assert +session.books.balances == before
