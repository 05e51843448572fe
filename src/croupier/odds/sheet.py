"""The whole answer: every wager of a rulebook priced under one set of circumstances."""

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from croupier import wagers
from croupier.books import UnknownRulebook, find_edition
from croupier.money import Cents
from croupier.odds.economics import JackpotEconomics, Traffic, economics
from croupier.odds.errors import CannotPrice
from croupier.odds.information import Progress, with_known_cards
from croupier.odds.main_game import MainOdds, own_known, solve
from croupier.odds.side_wagers import (
    Draw,
    JackpotOdds,
    JackpotTerms,
    WagerOdds,
    countable,
    draws,
    envy_bonus,
    jackpot,
    jackpot_alive,
    side_wagers,
)
from croupier.odds.strategy import OPTIMAL, Strategy, statement
from croupier.odds.what_if import in_words
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.wagers import WagerKind

USUAL_ANTE: Cents = 100_00
"""Where amounts of money stand beside each other and none is given."""
_ANTE_MAX = 10**9


class Question(Struct, frozen=True, kw_only=True):
    """The circumstances under which a rulebook is priced."""

    strategy: Strategy | str = OPTIMAL
    ante: Cents | None = None
    """Needed only if a payout limit may take effect."""
    known: int | None = None
    """Dealer's cards that the player knows; the rulebook's own number by default."""
    jackpot: JackpotTerms = JackpotTerms()
    traffic: Traffic = Traffic()

    def __post_init__(self) -> None:
        if self.ante is not None and not 0 < self.ante <= _ANTE_MAX:
            raise CannotPrice(f"the ante is between 1 and {_ANTE_MAX} cents")


class Statement(Struct, frozen=True):
    """A rule in words and what it costs against the optimum."""

    strategy: Strategy
    expected: Fraction
    cost: Fraction
    """Antes a deal lost against the optimum; 0 proves the two equal in value."""


class Sheet(Struct, frozen=True, kw_only=True):
    """Every wager of a rulebook, priced exactly."""

    rulebook: Rulebook
    question: Question
    main: MainOdds
    side_wagers: Mapping[str, WagerOdds]
    """Those that can be counted exactly."""
    jackpots: Mapping[WagerKind, JackpotOdds]
    draws: Mapping[str, Draw]
    envy: Fraction | None

    @property
    def strategy(self) -> str:
        return self.main.strategy

    @property
    def at_the_table(self) -> bool:
        """Whether the player knows what the rulebook lets a player know."""
        return self.question.known in (None, own_known(self.rulebook))

    @property
    def what_if(self) -> tuple[str, ...]:
        """Differences from the approved rules in a rulebook named as an approved edition."""
        try:
            approved = find_edition(self.rulebook.edition_name)
        except UnknownRulebook:
            return ()
        return in_words(approved, self.rulebook)

    @property
    def title(self) -> str:
        """`Casino Stud Poker, edition 6`, and what was changed in it."""
        named = f"{self.rulebook.name}, edition {self.rulebook.edition}"
        return f"{named}, what if {'; '.join(self.what_if)}" if self.what_if else named

    def rows(self) -> list[dict[str, Any]]:
        """Every outcome of every wager: how often it occurs, and its net in units of the wager."""
        rows = [
            _row("main", one.outcome, Fraction(one.deals, self.main.deals), one.net)
            for one in self.main.outcomes
        ]
        wagers = {**self.side_wagers}
        wagers |= {target.value: odds.pay_table for target, odds in self.jackpots.items()}
        for name, odds in wagers.items():
            for prize in odds.prizes:
                net = prize.pays - (not prize.returns_stake)
                rows.append(_row(name, prize.name, prize.frequency, net))
        return rows

    def to_dataframe(self) -> Any:
        """The rows as a table of pandas, which is not installed with Croupier."""
        try:
            import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError:
            raise CannotPrice("to_dataframe() needs pandas: python -m pip install pandas") from None
        return pandas.DataFrame(self.rows())


def _row(wager: str, outcome: str, frequency: Fraction, net: Fraction) -> dict[str, Any]:
    return {
        "wager": wager,
        "outcome": outcome,
        "frequency": float(frequency),
        "one_in": float(1 / frequency) if frequency else None,
        "net": float(net),
        "exact_frequency": frequency,
        "exact_net": net,
    }


AS_APPROVED = Question()
"""Best play, and a million on the meter."""


def price(
    rulebook: Rulebook, question: Question = AS_APPROVED, progress: Progress | None = None
) -> Sheet:
    """The sheet of a rulebook."""
    terms = question.jackpot
    terms.fit(rulebook)
    main = _main(rulebook, question, progress)
    drawn: dict[str, Draw] = {}
    for target in rulebook.progressive.targets.value:
        for name, draw in draws(rulebook, target, terms, jackpot_alive(rulebook, main)).items():
            drawn.setdefault(name, draw)
    return Sheet(
        rulebook=rulebook,
        question=question,
        main=main,
        side_wagers=side_wagers(rulebook, main),
        jackpots={target: jackpot(rulebook, target, terms, main) for target in countable(rulebook)},
        draws=drawn,
        envy=envy_bonus(rulebook, terms),
    )


def _main(rulebook: Rulebook, question: Question, progress: Progress | None) -> MainOdds:
    known = question.known
    if known is None or known == own_known(rulebook):
        return solve(rulebook).price(rulebook, question.strategy, question.ante)
    if isinstance(question.strategy, Strategy):
        raise CannotPrice("a strategy from a file is for the rulebook's own number of known cards")
    return with_known_cards(
        rulebook,
        known,
        strategy=question.strategy,
        ante=question.ante,
        progress=progress,
    )


def stated(rulebook: Rulebook, ante: Cents | None = None) -> Statement:
    """The short strategy in words, measured exactly against the optimum."""
    solution = solve(rulebook)
    best = solution.price(rulebook, ante=ante).expected
    strategy = statement(rulebook.hands.size)
    expected = solution.price(rulebook, strategy, ante).expected
    return Statement(strategy, expected, best - expected)


def sheet_economics(sheet: Sheet) -> JackpotEconomics:
    """The long run of the sheet's jackpot."""
    odds = sheet.jackpots.get(WagerKind.JACKPOT)
    if odds is None:
        raise CannotPrice(f"{sheet.rulebook.name} has no jackpot wager on the player's hand")
    return economics(sheet.rulebook, odds, sheet.question.jackpot, sheet.question.traffic)


def fingerprint(rulebook: Rulebook) -> str:
    """SHA-256 of everything that determines the odds: rulebooks that pay alike share it."""
    encoded = msgspec.json.encode(paying_rules(rulebook), order="deterministic")
    return hashlib.sha256(encoded).hexdigest()


def paying_rules(rulebook: Rulebook) -> dict[str, Any]:
    """Everything in a rulebook that affects the odds."""
    limit = rulebook.main.payout_max
    drawn = rulebook.draws
    return {
        "hands": [rulebook.hands.size, [hand.slug for hand in rulebook.hands.classes]],
        "up_card": rulebook.dealing.up_card.value,
        "qualifies": list(rulebook.main.qualifies.value),
        "stay_multiple": rulebook.stay.multiple,
        "pays": _odds(rulebook.main.pays.odds),
        "payout_max": limit.value if limit else None,
        "ante_bonus": _odds(rulebook.ante_bonus.odds) if rulebook.ante_bonus else None,
        "side_wagers": {
            name: [side.hand.value.name, side.kept_on_fold.value, _odds(side.pays.odds)]
            for name, side in rulebook.side_wagers.items()
        },
        "fold_keeps_jackpot": not wagers.jackpot_forfeited(rulebook, folded=True),
        "jackpot_targets": [target.value for target in rulebook.progressive.targets.value],
        "jackpot_sharing": rulebook.progressive.sharing.value.name,
        "jackpot_rows": [
            {
                "name": row.name,
                "class": row.hand.hand_class.slug,
                "top": row.hand.top,
                "suits": sorted(row.hand.suits) if row.hand.suits is not None else None,
                "prize": [type(row.prize).__name__, *msgspec.structs.astuple(row.prize)],
                "envy": row.envy.value if row.envy else None,
            }
            for row in rulebook.progressive.rows
        ],
        "draws": [drawn.magic_card.value, drawn.lucky_player.value, drawn.lucky_dealer.value]
        if drawn
        else None,
    }


def _odds(odds: Mapping[Any, int]) -> dict[str, int]:
    return {hand.slug: value for hand, value in sorted(odds.items())}
