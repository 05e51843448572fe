"""Ratings: what each player staked, how long, and what the house keeps of it on average.

A session is play at one table without a rest longer than the house's setting. Theoretical win is
the exact edge of each wager that was made, under best play, and beside it what the player's own
decisions gave away: for each hand the exact value of the better decision less that of the one
that was made, from the cards that the player could see.
"""

import asyncio
from datetime import datetime, timedelta
from fractions import Fraction

from msgspec import Struct

from croupier.cards import parse_cards
from croupier.house.model.ledger.accounts import is_bot
from croupier.house.model.settings import ReportTerms
from croupier.house.read.reports.books import DayBooks, Houses, day_books
from croupier.house.read.reports.played import Decided, Round
from croupier.house.read.reports.sums import Exact, Sums, Terms, signed
from croupier.house.read.reports.tables import TermsOfTable, rounds_of, terms_of
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerKind
from croupier.table.hands import UNKNOWN


class Mistake(Struct, frozen=True):
    """A decision that gave something away."""

    round: int
    box: int
    hand: str
    up_card: str | None
    stayed: bool
    cost: Exact


class Session(Struct, frozen=True):
    """One player at one table."""

    player: str
    table: str
    game: str
    practice: bool
    since: datetime
    until: datetime
    minutes: int
    rounds: int
    hands: int
    """Decisions: a hand in a round."""
    staked: Cents
    average_bet: Cents | None
    won: Cents
    """What the player won; below zero, lost. Prizes from a meter are included."""
    theoretical: Exact
    """Under best play."""
    mistakes: Exact
    """What the player's own decisions gave away beyond that."""
    mistaken: tuple[Mistake, ...]
    unpriced: tuple[str, ...]


class Rating(Struct, frozen=True):
    """A player over a gaming day."""

    player: str
    sessions: int
    minutes: int
    hands: int
    staked: Cents
    average_bet: Cents | None
    won: Cents
    theoretical: Exact
    mistakes: Exact
    comps: Cents
    """The house's share of theoretical win and mistakes together, rounded down."""


class Ratings(Struct, frozen=True):
    day: str
    comp: str
    players: tuple[Rating, ...]
    sessions: tuple[Session, ...]


async def ratings(house: Houses, day: str, player: str | None = None) -> Ratings:
    """Of a gaming day, everybody or one player; demonstration players are not rated."""
    books, terms = await day_books(house, day), house.handler.report_terms
    gap = timedelta(minutes=terms.session_minutes)
    sessions: list[Session] = []
    streams = house.handler.streams
    for name in streams.tables():
        table = (await streams.table(name)).stored
        rounds = [one async for one in rounds_of(house.store, name, books)]
        by = await terms_of(streams, table)
        found = await asyncio.to_thread(
            _sessions, name, rounds, by, gap, practice=table.practice, wanted=player
        )
        sessions += found
    sessions.sort(key=lambda one: (one.player, one.since, one.table))
    names = sorted({one.player for one in sessions})
    return Ratings(
        books.day,
        terms.comp,
        tuple(
            _rating(name, [one for one in sessions if one.player == name], terms) for name in names
        ),
        tuple(sessions),
    )


def _sessions(
    table: str,
    rounds: list[Round],
    terms: TermsOfTable,
    gap: timedelta,
    *,
    practice: bool,
    wanted: str | None,
) -> list[Session]:
    players = sorted(
        {
            line.player
            for one in rounds
            for line, _ in signed(one)
            if not is_bot(line.player) and wanted in (None, line.player)
        }
    )
    found = []
    for player in players:
        own = [one for one in rounds if any(line.player == player for line, _ in signed(one))]
        for part in _parted(own, gap):
            found.append(_session(player, table, part, terms, practice=practice))
    return found


def _parted(rounds: list[Round], gap: timedelta) -> list[list[Round]]:
    """Where the player rested longer, another session begins."""
    parts: list[list[Round]] = []
    for one in rounds:
        if parts and one.opened - _end(parts[-1][-1]) <= gap:
            parts[-1].append(one)
        else:
            parts.append([one])
    return parts


def _end(one: Round) -> datetime:
    return max(one.opened, one.ended or one.opened)


def _session(
    player: str, table: str, rounds: list[Round], terms: TermsOfTable, *, practice: bool
) -> Session:
    sums, won = Sums(), 0
    mistaken: list[Mistake] = []
    for one in rounds:
        by = terms(one.number)
        sums.take(one, by, player)
        won += sum(
            sign * (line.won + line.returned - line.staked)
            for line, sign in signed(one)
            if line.player == player
        )
        mistaken += _mistakes(one, by, player)
    since, until = rounds[0].opened, _end(rounds[-1])
    return Session(
        player=player,
        table=table,
        game=terms(rounds[-1].number).rulebook.slug,
        practice=practice,
        since=since,
        until=until,
        minutes=round((until - since).total_seconds() / 60),
        rounds=sums.rounds,
        hands=sums.hands,
        staked=sums.handle,
        average_bet=sums.average_bet,
        won=won,
        theoretical=Exact.of(sums.theoretical),
        mistakes=Exact.of(sum((Fraction(one.cost.exactly) for one in mistaken), Fraction(0))),
        mistaken=tuple(mistaken),
        unpriced=tuple(sorted(sums.unpriced)),
    )


def _mistakes(one: Round, terms: Terms, player: str) -> list[Mistake]:
    """Decisions on the player's antes that were not the best."""
    antes: dict[int, Cents] = {}
    for line in one.lines:
        if line.wager == WagerKind.ANTE and line.player == player:
            antes[line.box] = antes.get(line.box, 0) + line.staked
    found = []
    for box, ante in antes.items():
        made = one.decided.get(box)
        if made is None or made.absent or not one.settled:
            continue
        hand = made.hand or one.hands.get(str(box))
        if hand is None or UNKNOWN in hand.split():  # folded, and never turned
            continue
        cost = cost_of(terms, hand, made, ante)
        if cost:
            found.append(Mistake(one.number, box, hand, made.up_card, made.stayed, Exact.of(cost)))
    return found


def cost_of(terms: Terms, hand: str, made: Decided, ante: Cents) -> Fraction | None:
    """What a decision gave away on average, in cents; none where it cannot be priced."""
    from croupier.odds import CannotPrice, advise

    shows = terms.rulebook.dealing.up_card.value and made.up_card is not None
    up_card = parse_cards(made.up_card) if shows and made.up_card is not None else ()
    try:
        advice = advise(terms.rulebook, parse_cards(hand), up_card, ante)
    except CannotPrice:
        return None
    right = (advice.decision == "stay") is made.stayed
    return Fraction(0) if right else advice.margin * ante


def _rating(player: str, sessions: list[Session], terms: ReportTerms) -> Rating:
    """Play money is rated for training, and earns no comps."""
    theoretical = sum((Fraction(one.theoretical.exactly) for one in sessions), Fraction(0))
    mistakes = sum((Fraction(one.mistakes.exactly) for one in sessions), Fraction(0))
    earned = sum(
        (
            Fraction(one.theoretical.exactly) + Fraction(one.mistakes.exactly)
            for one in sessions
            if not one.practice
        ),
        Fraction(0),
    )
    staked, hands = sum(one.staked for one in sessions), sum(one.hands for one in sessions)
    return Rating(
        player=player,
        sessions=len(sessions),
        minutes=sum(one.minutes for one in sessions),
        hands=hands,
        staked=staked,
        average_bet=round(Fraction(staked, hands)) if hands > 0 else None,
        won=sum(one.won for one in sessions),
        theoretical=Exact.of(theoretical),
        mistakes=Exact.of(mistakes),
        comps=max(0, int(earned * Fraction(terms.comp))),
    )


class DealerWork(Struct, frozen=True):
    """What a dealer dealt at one table on a gaming day."""

    dealer: str
    table: str
    rounds: int
    since: datetime
    until: datetime
    minutes: int
    """At the table while rounds were dealt; longer rests are not counted."""
    rounds_per_hour: float | None


class DealersReport(Struct, frozen=True):
    day: str
    dealers: tuple[DealerWork, ...]


async def dealers(house: Houses, day: str) -> tuple[DealerWork, ...]:
    """Who dealt where, by the opening calls of rounds."""
    books: DayBooks = await day_books(house, day)
    found = []
    streams = house.handler.streams
    for name in streams.tables():
        rounds = [one async for one in rounds_of(house.store, name, books)]
        for dealer in sorted({one.by for one in rounds if one.by is not None}):
            own = [one for one in rounds if one.by == dealer]
            sums = Sums()
            for one in own:
                sums.time(one)
            seconds = sums.played.total_seconds()
            dealt = sum(1 for one in own if one.settled > 0 or one.voided)
            pace = round((len(own) - 1) * 3600 / seconds, 1) if seconds > 0 else None
            since, until = own[0].opened, _end(own[-1])
            found.append(DealerWork(dealer, name, dealt, since, until, round(seconds / 60), pace))
    return tuple(sorted(found, key=lambda one: (one.dealer, one.since)))
