"""Rules that all five documents have alike, changed: the table does what the book then says."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.floor import Floor, play
from croupier.refusal import Code, Refused
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import ClaimOrder, Sharing
from croupier.rulebooks.settings import EntryMode, JackpotSettings, TableSettings
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table.events import JackpotWagerInvalidated, WagerReturned, WagerSettled
from croupier.table.evolve import Event
from croupier.table.state import Line
from croupier.wagers import Result

TCP, CSP, SSP = (RULEBOOKS[slug] for slug in ("three-card-poker", "casino-stud", "singapore-stud"))


def with_rule(rulebook: Rulebook, section: str, rule: str, value: Any) -> Rulebook:
    """The rulebook with one rule changed."""
    part = getattr(rulebook, section)
    changed = structs.replace(getattr(part, rule), value=value)
    book: Rulebook = structs.replace(
        rulebook, **{section: structs.replace(part, **{rule: changed})}
    )
    return book


def with_pair_plus(rule: str, value: bool) -> Rulebook:
    side = TCP.side_wagers["pair_plus"]
    changed = structs.replace(getattr(side, rule), value=value)
    sides = {"pair_plus": structs.replace(side, **{rule: changed})}
    book: Rulebook = structs.replace(TCP, side_wagers=sides)
    return book


class Playing:
    """One table by a rulebook, linked to a meter of 1,000.00 that resets to 100.00."""

    def __init__(self, rulebook: Rulebook, entry: EntryMode = EntryMode.ENFORCING) -> None:
        settings = TableSettings(rulebook=rulebook, jackpot="J", entry=entry)
        meter = JackpotSettings(meter=1_000_00, reset=100_00)
        self.floor = Floor.opening({"T": settings}, {"J": meter})
        self.events: list[Event] = []

    def __call__(self, *commands: c.TableCommand) -> "Playing":
        for command in commands:
            self.floor, events = play(self.floor, "T", command)
            self.events += events
        return self

    def place(self, box: int, wager: str, amount: int | None = None) -> "Playing":
        return self(c.PlaceWager(box=box, wager=wager, amount=amount, player=f"p{box}"))

    def refused(self, command: c.TableCommand) -> Code:
        with pytest.raises(Refused) as refused:
            self(command)
        return refused.value.refusal.code

    def line(self, box: int, wager: str) -> Line:
        [line] = [
            event.line
            for event in self.events
            if isinstance(event, WagerSettled)
            and (event.line.box, event.line.wager) == (box, wager)
        ]
        return line

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def deal(dealer: str, **hands: str) -> c.Deal:
    return c.Deal(hands={**{box[1:]: cards for box, cards in hands.items()}, "dealer": dealer})


FINISH = (c.RevealDealer(), c.Settle())


@pytest.mark.parametrize(
    ("rulebook", "hand", "dealer", "won"),
    [
        # A flush pays 100.00 flat (CSP 4.2), three of a kind 150.00 (TCP 4.4).
        (CSP, "2h 5h 9h Jh Kh", "Jd 9c 7d 4c 2c", 100_00),
        (TCP, "9c 9d 9h", "Jd 8s 4c", 150_00),
    ],
)
def test_a_jackpot_wager_that_needs_no_ante_has_a_hand_of_its_own(
    rulebook: Rulebook, hand: str, dealer: str, won: int
) -> None:
    t = Playing(with_rule(rulebook, "jackpot", "needs_ante", False))
    t(c.OpenBets()).place(1, WagerKind.JACKPOT)
    t(c.CloseBets(), deal(dealer, b1=hand), *FINISH)
    line = t.line(1, WagerKind.JACKPOT)
    assert (line.result, line.won) == (Result.WON, won)
    assert not t.of(JackpotWagerInvalidated)


def test_as_approved_it_is_refused() -> None:
    t = Playing(CSP)(c.OpenBets())
    wager = c.PlaceWager(box=1, wager=WagerKind.JACKPOT, player="p1")
    assert t.refused(wager) is Code.ANTE_FIRST


def test_an_ante_that_a_jackpot_wager_does_not_need_is_withdrawn_alone() -> None:
    t = Playing(with_rule(CSP, "jackpot", "needs_ante", False))
    t(c.OpenBets()).place(1, WagerKind.ANTE, 1000).place(1, WagerKind.JACKPOT)
    t(c.WithdrawWager(box=1, wager=WagerKind.ANTE, player="p1"), c.CloseBets())
    t(deal("Jd 9c 7d 4c 2c", b1="2h 5h 9h Jh Kh"), *FINISH)
    assert t.line(1, WagerKind.JACKPOT).won == 100_00


@pytest.mark.parametrize(
    ("keeps", "result", "won"), [(True, Result.WON, 50_00), (False, Result.LOST, 0)]
)
def test_a_fold_takes_the_pair_plus_along_or_not(keeps: bool, result: Result, won: int) -> None:
    t = Playing(with_pair_plus("kept_on_fold", keeps))
    t(c.OpenBets()).place(1, WagerKind.ANTE, 1000).place(1, "pair_plus", 1000)
    # A straight pays 5 to 1 (TCP 4.3).
    t(c.CloseBets(), deal("Jd 9s 4c", b1="5c 6d 7s"), c.Fold(box=1), *FINISH)
    line = t.line(1, "pair_plus")
    assert (line.result, line.won) == (result, won)
    assert ("TCP 3.9" in line.clauses) is (not keeps)


def test_a_pair_plus_that_needs_an_ante_is_refused_without_one() -> None:
    t = Playing(with_pair_plus("alone", False))(c.OpenBets())
    bare = c.PlaceWager(box=1, wager="pair_plus", amount=1000, player="p1")
    assert t.refused(bare) is Code.ANTE_FIRST
    t.place(1, WagerKind.ANTE, 1000)(bare)


def test_a_recorded_one_goes_back_at_the_close() -> None:
    t = Playing(with_pair_plus("alone", False), EntryMode.RECORDING)
    t(c.OpenBets()).place(1, "pair_plus", 1000)(c.CloseBets())
    assert t.of(WagerReturned) == [
        WagerReturned(1, "p1", "pair_plus", ("TCP 3.4",)),
    ]


def test_credits_may_be_added_where_a_second_wager_is_not_refused() -> None:
    t = Playing(with_rule(SSP, "jackpot", "second_refused", False))
    t(c.OpenBets()).place(1, WagerKind.ANTE, 1000)
    t.place(1, WagerKind.JACKPOT, 1000).place(1, WagerKind.JACKPOT, 1500)
    sixth = c.PlaceWager(box=1, wager=WagerKind.JACKPOT, amount=500, player="p1")
    assert t.refused(sixth) is Code.WRONG_AMOUNT
    t(c.CloseBets(), deal("Jd 9c 7d 4c 2c", b1="2h 5h 9h Jh Kh"))
    t(c.Fold(box=1), *FINISH)
    # Five credits of 5.00, a flush at 50 to 1 (SSP 4.2).
    assert t.line(1, WagerKind.JACKPOT).won == 50 * 25_00


def test_who_may_bet_for_a_player_is_the_rulebooks_to_say() -> None:
    t = Playing(with_rule(CSP, "betting", "proxy", Role.PIT_MANAGER))(c.OpenBets())

    def placed_by(role: Role) -> c.PlaceWager:
        by = Actor("staff", role)
        return c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=1000, player="p1", by=by)

    assert t.refused(placed_by(Role.PIT_SUPERVISOR)) is Code.ROLE_TOO_LOW
    t(placed_by(Role.PIT_MANAGER))


SHARED: list[tuple[Callable[[Rulebook], Rulebook], list[int]]] = [
    # As approved: all of it to box 1, then a tenth of the 100.00 put back (CSP 4.5.1).
    (lambda book: book, [1_000_00, 10_00]),
    # The straight flush first: a tenth of 1,000.00, then the 900.00 that are left.
    (lambda book: with_rule(book, "jackpot", "lower_first", True), [900_00, 100_00]),
]


@pytest.mark.parametrize(("change", "won"), SHARED)
def test_a_lower_hand_is_paid_before_the_whole_meter_or_in_its_turn(
    change: Callable[[Rulebook], Rulebook], won: list[int]
) -> None:
    t = _two_winners(change(CSP), "Tc Jc Qc Kc Ac", "2s 3s 4s 5s 6s")
    assert [t.line(box, WagerKind.JACKPOT).won for box in (1, 2)] == won


def test_winners_share_a_pool_where_the_hand_dealt_first_is_paid_first() -> None:
    pooled = with_rule(CSP, "jackpot", "sharing", Sharing.POOL_RUNNING)
    assert pooled.progressive.order.value is ClaimOrder.BY_DEAL
    t = _two_winners(pooled, "2s 3s 4s 5s 6s", "2d 3d 4d 5d 6d")
    # A tenth of 1,000.00 and a tenth of the 900.00 left, together 190.00, halved.
    assert [t.line(box, WagerKind.JACKPOT).won for box in (1, 2)] == [95_00, 95_00]


def _two_winners(rulebook: Rulebook, first: str, second: str) -> Playing:
    t = Playing(rulebook)(c.OpenBets())
    for box in (1, 2):
        t.place(box, WagerKind.ANTE, 1000).place(box, WagerKind.JACKPOT)
    t(c.CloseBets(), deal("Jd 9c 7d 4h 2c", b1=first, b2=second))
    return t.place(1, "bet").place(2, "bet")(*FINISH)
