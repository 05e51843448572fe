"""Ratings: sessions, exact theoretical win, and mistakes priced by hand."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

from croupier.books import find_rulebook
from croupier.cards import parse_cards
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model.settings import ReportTerms
from croupier.house.read.ratings import dealers, ratings
from croupier.house.read.reports.books import Reading
from croupier.odds import price
from croupier.ranking import describe
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.houses import ante, do, keeping, register_table
from tests.house.read.live import LIVE

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
QUEEN_SIX_FOUR = "Qs 6d 4c"
"""The weakest hand that stays in at Three Card Poker."""
QUEEN_SIX_THREE = "Qs 6d 3c"
PAIR = "9s 9d 4c"
DEALER_HAND = "Kh 8s 2d"


class Clock:
    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at


async def round_of(
    handler: CommandHandler, clock: Clock, hand: str, *, stay: bool, amount: int = 1000
) -> None:
    """One hand of p1 at T1; every round takes a minute."""
    ann = Actor("p1", Role.PLAYER)
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1, amount), ann)
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal(hands={"1": hand, "dealer": DEALER_HAND}))
    await do(handler, "T1", c.ViewHand(box=1), ann)
    decide = c.PlaceWager(box=1, wager="play") if stay else c.Fold(box=1)
    await do(handler, "T1", decide, ann)
    await do(handler, "T1", c.RevealDealer())
    await do(handler, "T1", c.Settle())
    clock.at += timedelta(minutes=1)


def value_of_staying(hand: str) -> Fraction:
    """All 18,424 hands of the dealer, one by one, with a readable comparison.

    Staying in at Three Card Poker: dealer below queen high, the ante wins and play stands off;
    otherwise both win, lose or stand off. No hand here has an ante bonus.
    """
    from itertools import combinations

    book = find_rulebook("three-card-poker")
    own = parse_cards(hand)
    strength = book.hands.value(own).strength
    total = count = 0
    for dealt in combinations([card for card in range(52) if card not in own], 3):
        value = book.hands.value(dealt)  # type: ignore[arg-type]
        count += 1
        if value.strength < book.qualifying_strength:
            total += 1
        elif value.strength != strength:
            total += 2 if value.strength < strength else -2
    return Fraction(total, count)


async def test_a_session_with_a_mistake_priced_by_hand(sqlite_url: str) -> None:
    """Three rounds at 10.00, 10.00 and 50.00. A pair stays in, as it should. Queen-six-three
    stays in for 10.00, which folding would lose: it costs 10.00 + what staying is worth.
    Queen-six-four is folded for 50.00: it costs what staying is worth, + 50.00."""
    async with keeping(sqlite_url) as handler:
        clock = Clock()
        handler.now = clock
        await register_table(handler, rulebook="three-card-poker", jackpot=None, dealing=LIVE)
        await round_of(handler, clock, PAIR, stay=True)
        await round_of(handler, clock, QUEEN_SIX_THREE, stay=True)
        await round_of(handler, clock, QUEEN_SIX_FOUR, stay=False, amount=5000)
        handler.report_terms = ReportTerms("0.25")
        found = await ratings(Reading(handler.store, handler), "2026-03-01")
    [session], [rating] = found.sessions, found.players
    assert (session.player, session.table, session.game) == ("p1", "T1", "three-card-poker")
    assert (session.rounds, session.hands, session.minutes) == (3, 3, 2)
    # 10 + 10, 10 + 10 and 50: 90.00 in three hands
    assert (session.staked, session.average_bet) == (90_00, 30_00)
    # The pair beats king high, which qualifies: +20.00; queen high loses 20.00; 50.00 is folded.
    assert session.won == 20_00 - 20_00 - 50_00
    edge = -price(find_rulebook("three-card-poker")).main.expected
    assert session.theoretical.exactly == str(70_00 * edge)
    first, second = session.mistaken
    stays, folds = value_of_staying(QUEEN_SIX_THREE), value_of_staying(QUEEN_SIX_FOUR)
    assert stays < -1 < folds
    assert (first.stayed, first.cost.exactly) == (True, str(10_00 * (-1 - stays)))
    assert (second.stayed, second.cost.exactly) == (False, str(50_00 * (folds + 1)))
    given = Fraction(first.cost.exactly) + Fraction(second.cost.exactly)
    assert rating.mistakes.exactly == str(given)
    assert rating.comps == int((70_00 * edge + given) / 4)
    assert describe(find_rulebook("three-card-poker").hands.value(parse_cards(PAIR)))


async def test_hands_keyed_when_they_are_turned_are_rated_and_folded_ones_are_not(
    sqlite_url: str,
) -> None:
    """Box 1 stays in on queen-six-three, which is keyed at the reveal: a mistake of 10.00 + what
    staying is worth. Box 2 is folded and never turned: nobody can tell whether that was right."""
    closed = "? ? ?"
    async with keeping(sqlite_url) as handler:
        await register_table(handler, rulebook="three-card-poker", jackpot=None, dealing=LIVE)
        handler.now = Clock()
        ann, ben = Actor("p1", Role.PLAYER), Actor("p2", Role.PLAYER)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1, 1000), ann)
        await do(handler, "T1", ante(2, 1000), ben)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal(hands={"1": closed, "2": closed, "dealer": closed}))
        await do(handler, "T1", c.ViewHand(box=1), ann)
        await do(handler, "T1", c.PlaceWager(box=1, wager="play"), ann)
        await do(handler, "T1", c.ViewHand(box=2), ben)
        await do(handler, "T1", c.Fold(box=2), ben)
        await do(handler, "T1", c.RevealDealer(cards=DEALER_HAND))
        await do(handler, "T1", c.ShowHand(box=1, cards=QUEEN_SIX_THREE))
        await do(handler, "T1", c.Settle())
        own, other = (await ratings(Reading(handler.store, handler), "2026-03-01")).sessions
    [mistake] = own.mistaken
    assert (mistake.box, mistake.hand, mistake.stayed) == (1, QUEEN_SIX_THREE, True)
    assert mistake.cost.exactly == str(10_00 * (-1 - value_of_staying(QUEEN_SIX_THREE)))
    assert (other.player, other.hands, other.mistaken) == ("p2", 1, ())


async def test_a_long_rest_begins_another_session(sqlite_url: str) -> None:
    """Thirty minutes after the last round it is the same session, a minute more is another."""
    async with keeping(sqlite_url) as handler:
        clock = Clock()
        handler.now = clock
        await register_table(handler, rulebook="three-card-poker", jackpot=None, dealing=LIVE)
        for rest in (0, 30, 31):
            clock.at += timedelta(minutes=max(0, rest - 1))
            await round_of(handler, clock, PAIR, stay=True)
        house = Reading(handler.store, handler)
        found = await ratings(house, "2026-03-01")
        assert [one.rounds for one in found.sessions] == [2, 1]
        handler.report_terms = ReportTerms(session_minutes=31)
        [one] = (await ratings(house, "2026-03-01")).sessions
        assert one.rounds == 3
        [rating] = found.players
        assert (rating.sessions, rating.hands) == (2, 3)
        [work] = await dealers(house, "2026-03-01")
        assert (work.dealer, work.table, work.rounds) == ("dan", "T1", 3)
