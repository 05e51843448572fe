"""The price of a word: what each changed rule between two rulebooks is worth, exactly.

Each change is made alone, in the first rulebook, and priced. Where several together are worth more
or less than their sum, the remainder is a line of its own, so the lines add up to the whole
difference as fractions. Rules that affect no price are listed with what they govern instead.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec
from msgspec import Struct, structs

from croupier.money import Cents
from croupier.odds.errors import CannotPrice
from croupier.odds.interactions import Figures, Part, minus, parts_of
from croupier.odds.sheet import USUAL_ANTE, Question, Sheet, paying_rules, price
from croupier.odds.side_wagers import JackpotTerms, countable, countable_sides
from croupier.odds.strategy import OPTIMAL, Strategy
from croupier.rulebooks.changes import Change, applied, changes
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.wagers import Award

MAIN = "main"
DRAWS = "draws"
INCLUDED = {Award.ANTE_BONUS.value: MAIN}
"""Figures that are part of another one, and are not added to it."""
ROUNDS = 1_000


class Effect(Struct, frozen=True):
    """What something is worth under one strategy."""

    wagers: Mapping[str, Fraction]
    """To the player, in stakes of each wager; only what moves."""
    player: Fraction
    """Cents a round, on all wagers together."""

    @property
    def house(self) -> Fraction:
        """Cents in a thousand rounds; the meter counts as the house's money."""
        return -ROUNDS * self.player


Effects = Mapping[str, Effect]
"""By strategy."""


class Priced(Struct, frozen=True):
    """A changed rule, and what it is worth alone."""

    change: Change
    pays: bool
    """Whether it affects a price at all; the price may still be 0."""
    effects: Effects | None
    """None if it affects no price, or cannot be separated from the others."""

    @property
    def decides(self) -> str:
        """What it governs if it moves no money."""
        return _DECIDES.get(self.change.rule) or _DECIDES.get(self.change.section, _HAPPENS)

    @property
    def moves(self) -> bool:
        """Whether it is worth something alone."""
        return self.effects is not None and any(one.wagers for one in self.effects.values())


class Interaction(Struct, frozen=True):
    """What several changes are worth together beyond what they and fewer of them are."""

    changes: tuple[Change, ...]
    effects: Effects


class Difference(Struct, frozen=True, kw_only=True):
    """Two rulebooks, every changed rule, and parts that add up to the whole."""

    left: Rulebook
    right: Rulebook
    question: Question
    strategies: tuple[str, ...]
    whole: Effects
    changes: tuple[Priced, ...]
    interactions: tuple[Interaction, ...]
    inseparable: str | None
    """Why no change that moves money has a price of its own."""
    uncounted: tuple[str, ...]
    """Wagers that cannot be counted exactly under one of the two; they are in no figure."""

    @property
    def left_out(self) -> str | None:
        """A sentence on wagers that are in no figure."""
        if not self.uncounted:
            return None
        names = " and ".join(wager.replace("_", " ") for wager in self.uncounted)
        return (
            f"The {names} is in no figure: how often its prizes come is not counted out, "
            "but can be simulated."
        )

    @property
    def paying(self) -> tuple[Priced, ...]:
        return tuple(one for one in self.changes if one.pays)

    @property
    def deciding(self) -> tuple[Priced, ...]:
        return tuple(one for one in self.changes if not one.pays)


def difference(left: Rulebook, right: Rulebook, question: Question | None = None) -> Difference:
    """What happens to every wager between two rulebooks, change by change.

    Under the optimum of each, and under the question's own strategy if it names one.
    """
    question = _at_a_price(question or Question())
    _fits_one(question.jackpot, (left, right))
    found = changes(left, right)
    told = _told_to_the_odds(left, question)
    paying = tuple(
        one for one in found if _told_to_the_odds(applied(left, (one,)), question) != told
    )
    prices = _Prices(left, right, paying, question)
    parts, inseparable = _parts(left, right, prices)
    return Difference(
        left=left,
        right=right,
        question=question,
        strategies=prices.strategies,
        whole=prices.effects(prices.whole),
        changes=tuple(_priced(one, paying, prices, parts) for one in found),
        interactions=tuple(
            Interaction(tuple(paying[place] for place in sorted(part)), prices.effects(worth))
            for part, worth in parts.items()
            if len(part) > 1
        ),
        inseparable=inseparable,
        uncounted=prices.uncounted,
    )


def _at_a_price(question: Question) -> Question:
    return question if question.ante is not None else structs.replace(question, ante=USUAL_ANTE)


def _priced(
    change: Change, paying: tuple[Change, ...], prices: "_Prices", parts: Mapping[Part, Figures]
) -> Priced:
    if change not in paying:
        return Priced(change, pays=False, effects=None)
    alone = parts.get(frozenset({paying.index(change)}))
    return Priced(change, pays=True, effects=None if alone is None else prices.effects(alone))


_HAPPENS = "what happens at the table"
_NOT_SHOWN = "what becomes of a hand that is not shown"
_DECIDES = {
    "layout": "which tables may be set up",
    "betting": "which wagers are taken, and whose they are",
    "dealing": "how the cards are dealt",
    "stay": "which wagers are taken, and whose they are",
    "fold": "what becomes of the wagers of a folded hand",
    "play": "what is called, and when",
    "main": "how a hand is settled",
    "main.payout_max": "the most that a box wins, which only a large ante reaches",
    "main.unrevealed": _NOT_SHOWN,
    "main.unrevealed.loses_to_no_hand": _NOT_SHOWN,
    "main.unrevealed.claim_survives": _NOT_SHOWN,
    "main.unrevealed.seen_by": _NOT_SHOWN,
    "jackpot": "which jackpot wagers are taken, and how they are claimed",
    "jackpot.sharing": "how several winners of one round share the meter",
    "jackpot.lower_first": "in which order the winners of one round are paid",
    "jackpot.order": "which of two winners at different tables is paid first",
    "jackpot.house_order": "who fixes the order of claims",
    "draws": "what the jackpot system draws",
    "envy": "who gets an envy bonus, and how often",
    "people": "what becomes of players who are absent, and who may order what",
    "irregularities": "what is done when something goes wrong, and who decides it",
}
"""By rule, or by section of the rulebook."""


# Parts


def _parts(
    left: Rulebook, right: Rulebook, prices: "_Prices"
) -> tuple[Mapping[Part, Figures], str | None]:
    """What each part of the changes is worth beyond its own parts; they add up to the whole.

    None, and why, if they cannot be separated.
    """
    if left.hands.size != right.hands.size:
        why = (
            f"Hands of {left.hands.size} cards and of {right.hands.size} are two games: "
            "no single change leads from one to the other, so only the whole has a price."
        )
        return {}, why
    return parts_of(prices.count, prices.gain), None


# Prices


class _Prices:
    """The price of the first rulebook with some of the changes; each is computed once."""

    def __init__(
        self, left: Rulebook, right: Rulebook, paying: tuple[Change, ...], question: Question
    ) -> None:
        self._left, self._paying, self._question = left, paying, question
        self._asked: dict[str, Strategy | str] = {OPTIMAL: OPTIMAL}
        own = question.strategy
        self._asked[own.name if isinstance(own, Strategy) else own] = own
        self._kept: dict[bytes, Figures] = {}
        self.uncounted = uncounted(left, right)
        self._sides = {*left.side_wagers, *right.side_wagers}
        self.count = len(paying)
        self.strategies = tuple(self._asked)
        self._base = self._figures(left)
        self.whole = minus(self._figures(right), self._base)

    def gain(self, part: Part) -> Figures:
        """What these changes are worth together."""
        made = applied(self._left, (self._paying[place] for place in sorted(part)))
        return minus(self._figures(made), self._base)

    def _figures(self, rulebook: Rulebook) -> Figures:
        key = _told_to_the_odds(rulebook, self._question)
        if key not in self._kept:
            terms = _usable(self._question.jackpot, rulebook)
            self._kept[key] = {
                (name, wager): expected
                for name, strategy in self._asked.items()
                for wager, expected in figures(
                    price(
                        rulebook,
                        structs.replace(self._question, strategy=strategy, jackpot=terms),
                    ),
                    self.uncounted,
                ).items()
            }
        return self._kept[key]

    def effects(self, worth: Figures) -> Effects:
        return {name: self._effect(name, worth) for name in self.strategies}

    def _effect(self, name: str, worth: Figures) -> Effect:
        wagers = {wager: by for (strategy, wager), by in worth.items() if strategy == name}
        player = sum(
            (self._stake(wager) * by for wager, by in wagers.items() if wager not in INCLUDED),
            Fraction(0),
        )
        return Effect({wager: by for wager, by in wagers.items() if by}, player)

    def _stake(self, wager: str) -> Cents:
        on_the_ante = wager == MAIN or wager in self._sides
        ante = self._question.ante
        assert ante is not None
        return ante if on_the_ante else self._question.jackpot.stake


def uncounted(*rulebooks: Rulebook) -> tuple[str, ...]:
    """The wagers that cannot be counted exactly in every one of these rulebooks that has them."""
    found: dict[str, None] = {}
    for rulebook in rulebooks:
        counted = (*countable_sides(rulebook), *countable(rulebook))
        wagers = (*rulebook.side_wagers, *rulebook.progressive.targets.value)
        found |= dict.fromkeys(str(wager) for wager in wagers if wager not in counted)
    return tuple(found)


def figures(sheet: Sheet, without: Iterable[str] = ()) -> dict[str, Fraction]:
    """The expectation of every wager and award of a sheet, in stakes; they add up.

    What draws add to a jackpot wager includes the stake, which is returned once (X4).
    """
    found = {MAIN: sheet.main.expected}
    if sheet.main.ante_bonus is not None:
        found[Award.ANTE_BONUS.value] = sheet.main.ante_bonus
    for name, side in sheet.side_wagers.items():
        if name not in without:
            found[name] = side.expected
    awards = Fraction(0)
    for target, odds in sheet.jackpots.items():
        if target in without:
            continue
        found[target.value] = odds.pay_table.expected
        awards += odds.expected_with_awards - odds.pay_table.expected
    if sheet.envy is not None:
        found[Award.ENVY_BONUS.value] = sheet.envy
        awards -= sheet.envy
    if sheet.draws:
        found[DRAWS] = awards
    return found


def _told_to_the_odds(rulebook: Rulebook, question: Question) -> bytes:
    """Everything that a price depends on: rulebooks that agree in it have the same price."""
    told = (
        paying_rules(rulebook),
        rulebook.envy is not None,
        structs.astuple(_usable(question.jackpot, rulebook)),
    )
    return msgspec.json.encode(told, order="deterministic")


# Terms


def _usable(terms: JackpotTerms, rulebook: Rulebook) -> JackpotTerms:
    """The terms without those a rulebook does not use: draws, other players, number of boxes."""
    layout = rulebook.layout
    boxes = min(max(terms.boxes, layout.boxes_min), layout.boxes_max)
    fewer = structs.replace(terms, boxes=boxes)
    alone = structs.replace(fewer, players=0)
    undrawn = structs.replace(fewer, magic_every=0, lucky_every=0)
    neither = structs.replace(alone, magic_every=0, lucky_every=0)
    usable = (one for one in (fewer, alone, undrawn) if _misfit(one, rulebook) is None)
    return next(usable, neither)


def _fits_one(terms: JackpotTerms, rulebooks: Iterable[Rulebook]) -> None:
    """Refuse terms that neither rulebook uses."""
    misfits = [_misfit(terms, rulebook) for rulebook in rulebooks]
    if all(misfit is not None for misfit in misfits):
        raise CannotPrice(str(misfits[0]))


def _misfit(terms: JackpotTerms, rulebook: Rulebook) -> CannotPrice | None:
    try:
        terms.fit(rulebook)
    except CannotPrice as misfit:
        return misfit
    return None
