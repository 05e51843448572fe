"""Strategies as tables: the optimum decides as exact advice does, down to the suits."""

import random

import numpy as np
import pytest
from msgspec import structs

from croupier.books import RULEBOOKS, find_rulebook
from croupier.cards import DECK, Card, rank_of, suit_of
from croupier.odds import advise, what_if
from croupier.odds.deck import kinds_of
from croupier.simulation.deciding import ALWAYS, NEVER, optimum, stay_table
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.hands import Numbers
from croupier.simulation.plan import Plan
from croupier.simulation.rounds import rounds
from croupier.wagers import Against
from tests.simulation.games import terms

CASINO_STUD = find_rulebook("casino-stud")
ANTE = 100_00


def answer(table: Numbers, hand: list[Card], up: Card) -> bool:
    """The table's answer for a hand, looked up the slow way."""
    kinds = kinds_of(CASINO_STUD.hands)
    suited = len({suit_of(card) for card in hand}) == 1
    entry = int(table[kinds.index(map(rank_of, hand), suited), rank_of(up)])
    ranks = sorted({rank_of(card) for card in hand})
    held = {rank_of(card) for card in hand if suit_of(card) == suit_of(up)}
    return bool(entry >> sum(1 << ranks.index(rank) for rank in held) & 1)


def torn(table: Numbers) -> list[tuple[int, int]]:
    places = np.argwhere((table != ALWAYS) & (table != NEVER))
    return [(int(kind), int(rank)) for kind, rank in places]


def test_where_suits_decide_the_optimum_follows_them() -> None:
    """All 69 pairs of hand and up card in which suits decide, some suits of each."""
    table = optimum(CASINO_STUD, ANTE)
    places = torn(table)
    assert len(places) == 69
    rng = random.Random(1)
    answers = set()
    for kind, up_rank in places:
        ranks = kinds_of(CASINO_STUD.hands).kinds[kind].ranks
        up = Card(up_rank * 4 + rng.randrange(4))
        for _ in range(3):
            hand = [Card(rank * 4 + rng.randrange(4)) for rank in ranks]
            if up in hand or len({suit_of(card) for card in hand}) == 1:
                continue
            given = advise(CASINO_STUD, hand, [up], ANTE)
            assert answer(table, hand, up) == (given.decision == "stay"), (hand, up)
            answers.add(given.decision)
    assert answers == {"stay", "fold"}


def test_random_hands_are_decided_as_advised() -> None:
    table = optimum(CASINO_STUD, ANTE)
    rng = random.Random(2)
    for _ in range(60):
        *hand, up = rng.sample(DECK, 6)
        advised = advise(CASINO_STUD, hand, [up], ANTE).decision == "stay"
        assert answer(table, hand, up) == advised


@pytest.mark.parametrize("slug", ["casino-stud", "three-card-poker"])
def test_played_rounds_follow_the_optimum(slug: str) -> None:
    game = terms(slug, strategy="optimal", magic_every=0, lucky_every=0)
    book = RULEBOOKS[slug]
    for played in rounds(Plan.of(game), list(range(80)), 11):
        hand, dealer = played.hands
        seen = dealer[-1:] if book.dealing.up_card.value else ()
        advised = advise(book, hand, seen, game.ante).decision == "stay"
        assert played.stayed == (advised,)


def test_torn_rounds_are_found_and_follow_the_optimum() -> None:
    """Rounds of a long run in which suits decide, picked out by their ranks."""
    game = terms("casino-stud", strategy="optimal")
    plan = Plan.of(game)
    wanted = set(torn(optimum(CASINO_STUD, game.ante)))
    kinds = kinds_of(CASINO_STUD.hands)
    _, decks = plan.again(np.arange(60_000), 5)
    found = []
    for index, deck in enumerate(decks):
        hand, dealer = plan.hands(deck)
        ranks = tuple(sorted(map(rank_of, hand)))
        if (kinds.mixed[ranks], rank_of(dealer[-1])) in wanted:
            found.append(index)
    decisions = set()
    for played in rounds(plan, found[:40], 5):
        hand, dealer = played.hands
        advised = advise(CASINO_STUD, hand, dealer[-1:], game.ante).decision == "stay"
        assert played.stayed == (advised,)
        decisions.add(advised)
    assert decisions == {True, False}


def test_the_optimum_knows_the_limit_on_a_payout() -> None:
    """A limit so low that bets win next to nothing: then suits decide for pairs too."""
    book = what_if(CASINO_STUD, {"main": {"payout_max": {"value": "$1"}}})
    table = optimum(book, ANTE)
    assert (table != optimum(CASINO_STUD, ANTE)).any()
    kinds, rng, checked = kinds_of(book.hands).kinds, random.Random(4), 0
    for kind, up_rank in rng.sample(torn(table), 60):
        up = Card(up_rank * 4 + rng.randrange(4))
        hand = [Card(rank * 4 + rng.randrange(4)) for rank in kinds[kind].ranks]
        distinct = len({up, *hand}) == 6
        if distinct and (len({suit_of(card) for card in hand}) == 1) is kinds[kind].suited:
            advised = advise(book, hand, [up], ANTE).decision == "stay"
            assert answer(table, hand, up) == advised, (hand, up)
            checked += 1
    assert checked > 20


def test_always_stays_and_never_folds() -> None:
    game = structs.replace(terms("casino-stud"), strategy="always")
    plan = Plan.of(game)
    assert not any(
        plan.coding.box(code).against is Against.FOLDED for code in plan.play(0, 5_000, 1).counts
    )


def test_a_strategy_that_needs_an_up_card_is_refused_without_one() -> None:
    with pytest.raises(CannotSimulate, match="there is no strategy 'akj83' for 3 cards"):
        stay_table(find_rulebook("three-card-poker"), "akj83", ANTE)
