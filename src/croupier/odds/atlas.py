"""What a player could gain by knowing more than the rules let a player know.

Every figure is the expectation of the best play with that knowledge: the dealer's cards are
counted for each thing that can be known, and each is decided by itself. It is exact except for the
cards of whole other boxes, which have an interval.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

from msgspec import Struct

from croupier.cards import ACE, KING
from croupier.money import Cents
from croupier.odds import all_face_down
from croupier.odds.deck import FULL_DECK, Deck, Ranks
from croupier.odds.forfeits import Prizes, other_wagers, with_forfeits
from croupier.odds.information import Progress
from croupier.odds.main_game import own_known, solve
from croupier.odds.other_boxes import BOXES, other_boxes
from croupier.odds.remembered import Found, Gains, Remembered, known_cards
from croupier.odds.rule import simple_rules
from croupier.odds.sheet import USUAL_ANTE
from croupier.odds.side_wagers import JackpotTerms
from croupier.odds.stay_gains import Game, marks_seen
from croupier.ranking import HandClass
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook

_COUNTED = ((5, 1), (3, 0))
"""Cards of a hand, and of the dealer's that are shown, for which a card out of play and marked
backs are counted."""


class Knowledge(Struct, frozen=True, kw_only=True):
    """One kind of knowledge and what it is worth."""

    name: str
    expected: Fraction
    """Of the best play with it, in antes."""
    gain: Fraction
    """Over the game as its rules have it: what it costs the house for each ante."""
    clauses: tuple[str, ...]
    """Of the document, against coming by it."""
    rule: tuple[str, ...]
    """What to stay in with, to remember: a line for each case."""
    cost: Fraction
    """What that rule loses against the best play, in antes."""
    either_way: Fraction = Fraction(0)
    """How far the expectation, and with it gain and cost, may lie to either side; 0 if exact."""
    wagers: Mapping[str, Fraction] = {}
    """What the wagers beside the main game are worth then, in their own stakes."""


class Beside(Struct, frozen=True, kw_only=True):
    """The wagers beside the main game: the jackpot's terms, and the ante that they stand beside."""

    jackpot: JackpotTerms = JackpotTerms()
    ante: Cents = USUAL_ANTE


def atlas(
    rulebook: Rulebook,
    progress: Progress | None = None,
    deals: int | None = None,
    *,
    beside: "Beside | None" = None,
    gpu: bool = False,
) -> tuple[Knowledge, ...]:
    """Every kind of knowledge, and what the document has against it. For the cards of other boxes
    so many deals are drawn; everything else is counted exactly."""
    asked = beside or Beside()
    own = solve(rulebook).price(rulebook).expected
    shown = own_known(rulebook)
    exposed = _clauses(rulebook, Irregularity.DEALER_CARD_EXPOSED, Irregularity.CARDS_EXPOSED)
    # Where a document does not ask for confidentiality, it says that players view their own cards.
    others = _clauses(rulebook, Irregularity.CONFIDENTIALITY) or rulebook.play.decision.clauses
    views = rulebook.betting.views_per_player
    looked = (*others, *(views.clauses if views.value is not None else ()))
    prizes = Prizes(rulebook, asked.jackpot, asked.ante)
    worth = other_wagers(rulebook, asked.jackpot)
    figures = [
        (_dealer_cards(known, shown), () if known <= shown else exposed, found)
        for known, found in _by_known_cards(rulebook, prizes, progress)
    ]
    if (rulebook.hands.size, shown) in _COUNTED:
        dead = dead_card(rulebook, prizes=prizes)
        figures.append(("a card out of play: burnt, or of another box", looked, dead))
        for marked, name in (((ACE,), "aces"), ((ACE, KING), "aces and kings")):
            told = marked_cards(rulebook, marked, prizes=prizes)
            figures.append((f"{name} told by their backs", exposed, told))
    if views.value is not None:
        always = solve(rulebook).price(rulebook, "always").expected
        blind = Found(always, Remembered(("every hand",), always))
        figures.append(("one's other hand, when a blind box is decided", views.clauses, blind))
    exact = [
        Knowledge(
            name=name,
            expected=found.expected,
            gain=found.expected - own,
            clauses=clauses,
            rule=found.rule.lines,
            cost=found.expected - found.rule.expected,
            wagers=with_forfeits(worth, found.forfeited, asked.jackpot, asked.ante),
        )
        for name, clauses, found in figures
    ]
    unforfeited = (frozenset(prizes.classes), worth)
    return (*exact, *_of_other_boxes(rulebook, others, deals, progress, unforfeited, gpu=gpu))


def _of_other_boxes(
    rulebook: Rulebook,
    clauses: tuple[str, ...],
    deals: int | None,
    progress: Progress | None,
    unforfeited: tuple[frozenset[HandClass], Mapping[str, Fraction]],
    *,
    gpu: bool,
) -> Iterator[Knowledge]:
    """The cards of other boxes; the rule to remember is still the one of the game itself. Other
    wagers are left out if a hand with a prize to forfeit was better folded in some deal."""
    rule = simple_rules(rulebook)[-1]
    for boxes in BOXES:
        found = other_boxes(rulebook, boxes, deals, progress, gpu=gpu)
        yield Knowledge(
            name=f"all cards of {boxes} other box{'es' if boxes > 1 else ''}",
            expected=found.expected,
            gain=found.expected - rule.expected - rule.cost,
            clauses=clauses,
            rule=tuple(rule.strategy.spoken()),
            cost=found.expected - rule.expected,
            either_way=found.either_way,
            wagers={} if any(found.overruled[hand] for hand in unforfeited[0]) else unforfeited[1],
        )


def _dealer_cards(known: int, shown: int) -> str:
    cards = {0: "none of the dealer's cards", 1: "one of the dealer's cards"}
    name = cards.get(known, f"{known} of the dealer's cards")
    return f"{name}, the game itself" if known == shown else name


def _by_known_cards(
    rulebook: Rulebook, prizes: Prizes, progress: Progress | None
) -> Iterator[tuple[int, Found]]:
    for known in range(rulebook.hands.size + 1):
        if known == own_known(rulebook):
            rule = simple_rules(rulebook)[-1]
            lines = tuple(rule.strategy.spoken())
            yield known, Found(rule.expected + rule.cost, Remembered(lines, rule.expected))
        else:
            yield known, known_cards(rulebook, known, prizes=prizes, progress=progress)


def _clauses(rulebook: Rulebook, *kinds: Irregularity) -> tuple[str, ...]:
    rules = [rulebook.irregularities[kind] for kind in kinds if kind in rulebook.irregularities]
    return tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses))


def dead_card(rulebook: Rulebook, deck: Deck = FULL_DECK, prizes: Prizes | None = None) -> Found:
    """The best play of one who has seen a card that is in neither hand, and a rule."""
    import numpy as np

    from croupier.odds.flushes import Flushes
    from croupier.odds.up_card import count_by_ranks, holdings

    if not own_known(rulebook):
        return all_face_down.dead_card(rulebook, deck, prizes)
    game = Game(rulebook, deck)
    of_kind, masks, weights = holdings(game.kinds)
    gains, dealt = Gains(game.kinds, prizes), 0
    total = comb(deck.size - game.kinds.size - 2, game.kinds.size - 1)
    for dead in deck.ranks:
        (by_ranks,) = count_by_ranks(game.kinds, game.qualifies, dead)
        inside = masks >> dead & 1
        outside = deck.suits - 1 - (game.held(dead)[of_kind] - inside)
        for up_rank in deck.ranks:
            flushes = Flushes(game.kinds, (up_rank,), dead=1)
            free = masks >> up_rank & 1 == 0
            in_suit = free & (inside == 0) & (dead != up_rank)
            for chosen, many, mask in (
                (in_suit, np.ones_like(outside), 1 << dead),
                (free & (outside > 0), outside, 0),
            ):
                rows = np.flatnonzero(chosen)
                kinds = of_kind[rows]
                hands = by_ranks[:, up_rank, kinds].astype(np.int64)
                hands += flushes.moved(masks[rows] | mask, kinds, game.qualifies)
                weight = weights[rows].astype(np.int64) * many[rows]
                by_kind = game.into(gains, kinds, hands, weight, total)
                seen = "it matches the up card" if dead == up_rank else _rank_seen(rulebook, dead)
                for matches, those in game.by_match(up_rank, by_kind):
                    gains.add(f"{_up_seen(rulebook, up_rank)}, {seen}", matches, those)
                dealt += int(weight.sum()) * total
    return game.found(gains, dealt)


def _rank_seen(rulebook: Rulebook, rank: int) -> str:
    return "it is an A or K" if rank in rulebook.main.qualifies.value else "it is lower"


def _up_seen(rulebook: Rulebook, rank: int) -> str:
    return "up card A or K" if rank in rulebook.main.qualifies.value else "up card lower"


def marked_cards(
    rulebook: Rulebook, marked: Ranks, deck: Deck = FULL_DECK, prizes: Prizes | None = None
) -> Found:
    """The best play of one who knows the cards of some ranks by their backs, and so sees how many
    of each the dealer has face down; and a rule by how many the dealer has in all."""
    import numpy as np

    from croupier.odds.flushes import Flushes, mask_of
    from croupier.odds.up_card import count_by_ranks, holdings, left_in_deck

    if not own_known(rulebook):
        return all_face_down.marked_cards(rulebook, marked, deck, prizes)
    game = Game(rulebook, deck)
    size = game.kinds.size
    of_kind, masks, weights = holdings(game.kinds)
    parts = count_by_ranks(game.kinds, game.qualifies, marked=marked)
    left = left_in_deck(game.kinds)
    ways = np.array([[comb(n, t) for t in range(size)] for n in range(deck.size)])
    gains, dealt = Gains(game.kinds, prizes), 0
    for up_rank in deck.ranks:
        rows = np.flatnonzero(masks >> up_rank & 1 == 0)
        kinds = of_kind[rows]
        weight = weights[rows].astype(np.int64)
        drawn_sets = {
            sum(size ** marked.index(mark) for mark in some): mask_of(some)
            for many in range(len(marked) + 1)
            for some in combinations(marked, many)
            if up_rank not in some
        }
        for number, part in enumerate(parts):
            drawn = [number // size**place % size for place in range(len(marked))]
            if sum(drawn) >= size:
                continue
            still = [left[mark, kinds] - (mark == up_rank) for mark in marked]
            rest = deck.size - size - 1 - sum(still)
            total = ways[rest, size - 1 - sum(drawn)]
            for cards, many in zip(still, drawn, strict=True):
                total = total * ways[np.maximum(cards, 0), many]
            hands = part[:, up_rank, kinds].astype(np.int64)
            if number in drawn_sets:
                flushes = Flushes(
                    game.kinds, (up_rank,), marked=mask_of(marked), drawn_marks=drawn_sets[number]
                )
                hands += flushes.moved(masks[rows], kinds, game.qualifies)
            by_kind = game.into(gains, kinds, hands, weight, total)
            counts = [many + (mark == up_rank) for mark, many in zip(marked, drawn, strict=True)]
            for matches, those in game.by_match(up_rank, by_kind):
                gains.add(marks_seen(marked, counts), matches, those)
            dealt += int((weight * total).sum())
    return game.found(gains, dealt)
