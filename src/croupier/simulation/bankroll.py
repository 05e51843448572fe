"""Bankroll and risk of ruin: many sessions of one player, each played out round by round.

A player is *ruined* when the bankroll no longer covers a full round: ante, the wager to
stay in, and every side wager. Round r of session s is the simulated round s·n + r.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from croupier.money import Cents
from croupier.odds import solve
from croupier.rulebooks.wagers import Backed
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.hands import Numbers
from croupier.simulation.plan import Plan
from croupier.simulation.result import strategy_name
from croupier.simulation.running import Crew, Stretches, added_up, stretches
from croupier.simulation.sessions import REACHED, RUINED
from croupier.simulation.terms import Terms

ROUNDS_MAX = 10**7
SESSIONS_MAX = 10**9
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_PERIODS = 200
"""Parts of a session in which ruins are counted."""
BLOCK_ROUNDS = 1 << 21
_FAR = 1 << 62
_EXACT_STEPS_MAX = 2 * 10**9


class Purse(Struct, frozen=True, kw_only=True):
    """The bankroll that a session begins with and when it ends."""

    bankroll: Cents
    rounds: int
    target: Cents | None = None
    """Leave when the bankroll has grown to this."""

    def check(self, terms: Terms) -> None:
        if terms.stakes_on(Backed.BOTH):
            raise CannotSimulate(
                "a bankroll is simulated without wagers on both hands together: stake 0 on them"
            )
        if terms.players != 1:
            raise CannotSimulate("a bankroll is one player's: leave the number of players at 1")
        if not terms.at_risk <= self.bankroll <= _FAR:
            raise CannotSimulate(
                f"a bankroll must cover one full round, here {terms.at_risk} cents; "
                f"{self.bankroll} does not"
            )
        if not 1 <= self.rounds <= ROUNDS_MAX:
            raise CannotSimulate(f"a session has 1 to {ROUNDS_MAX} rounds, not {self.rounds}")
        if self.target is not None and self.target <= self.bankroll:
            raise CannotSimulate("the target must be above the bankroll")

    @property
    def period(self) -> int:
        """Rounds in each of the parts in which ruins are counted."""
        return max(1, -(-self.rounds // _PERIODS))


class SessionTally(Struct, frozen=True, kw_only=True):
    """The results of many sessions; sums are in cents."""

    sessions: int = 0
    ruined: int = 0
    reached: int = 0
    rounds: int = 0
    result: int = 0
    squares: int = 0
    results: Counter[int]
    """Sessions by result in whole antes, rounded down."""
    ruins: Counter[int]
    """Ruins by the part of the session in which they occurred."""
    rounds_to_ruin: int = 0

    def __add__(self, other: "SessionTally") -> "SessionTally":
        return SessionTally(
            **{name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__}
        )

    @property
    def risk(self) -> float:
        return self.ruined / self.sessions

    @property
    def risk_error(self) -> float:
        return sqrt(self.risk * (1 - self.risk) / self.sessions)

    @property
    def mean(self) -> float:
        return self.result / self.sessions

    @property
    def standard_deviation(self) -> float:
        return sqrt(max(0.0, self.squares / self.sessions - self.mean**2))


class Player(Protocol):
    """Who plays sessions: a plan on the processor, or the GPU that has taken it over."""

    def sessions(
        self, first: int, count: int, seed: int, nets: Numbers, purse: tuple[int, int, int, int]
    ) -> Numbers: ...


Shared = tuple[Plan, Player, int, tuple[int, int, int, int], int, Cents]


def play_sessions(shared: Shared, first: int, count: int) -> SessionTally:
    """Sessions from the first on, as a worker plays them."""
    plan, played_on, seed, purse, period, ante = shared
    nets = np.array([plan.code_nets(code)[-1] for code in range(plan.coding.size)], np.int64)
    result, played, how = played_on.sessions(first, count, seed, nets, purse).T
    ruined = how == RUINED
    values, times = np.unique(result, return_counts=True)
    return SessionTally(
        sessions=count,
        ruined=int(ruined.sum()),
        reached=int((how == REACHED).sum()),
        rounds=int(played.sum()),
        result=sum(int(v) * int(n) for v, n in zip(values, times, strict=True)),
        squares=sum(int(v) ** 2 * int(n) for v, n in zip(values, times, strict=True)),
        results=_counted(result // ante),
        ruins=_counted((played[ruined] - 1) // period),
        rounds_to_ruin=int(played[ruined].sum()),
    )


def _counted(numbers: Numbers) -> Counter[int]:
    values, times = np.unique(numbers, return_counts=True)
    return Counter({int(v): int(n) for v, n in zip(values, times, strict=True)})


def shared_by_sessions(
    terms: Terms, plan: Plan, purse: Purse, seed: int, player: Player | None = None
) -> Shared:
    """What every worker needs to know."""
    purse.check(terms)
    target = _FAR if purse.target is None else purse.target
    limits = (purse.bankroll, terms.at_risk, target, purse.rounds)
    return plan, player or plan, seed, limits, purse.period, terms.ante


def blocks(purse: Purse, sessions: int, block: int = BLOCK_ROUNDS) -> Iterable[tuple[int, int]]:
    if not 1 <= sessions <= SESSIONS_MAX:
        raise CannotSimulate(f"sessions is a number from 1 to {SESSIONS_MAX}, not {sessions}")
    return stretches(max(1, block // purse.rounds), sessions)


def simulate(
    crew: Crew,
    purse: Purse,
    sessions: int,
    watch: Callable[[SessionTally], None] | None = None,
    block: int = BLOCK_ROUNDS,
) -> tuple[SessionTally, float, bool]:
    """Many sessions: their results, the seconds it took, and whether the run was stopped."""
    work = Stretches(crew, play_sessions, iter(blocks(purse, sessions, block)))
    return added_up(work, SessionTally(results=Counter(), ruins=Counter()), watch)


def exact_ruin(terms: Terms, purse: Purse) -> float | None:
    """The exact risk of ruin, step by step, if only the main game is played.

    The distribution of the bankroll is carried from round to round. Levels that the
    remaining rounds cannot ruin need not be distinguished.
    """
    if terms.at_risk != terms.ante + terms.stay or purse.target is not None:
        return None
    steps = _steps(terms)
    unit = _unit([net for net, _ in steps], terms, purse)
    if unit is None:
        return None
    moves = [(int(net * terms.ante) // unit, chance) for net, chance in steps]
    needs, start = -(-terms.at_risk // unit), purse.bankroll // unit
    size = needs - min(move for move, _ in moves) * purse.rounds + 1
    if size * len(moves) * purse.rounds > _EXACT_STEPS_MAX:
        return None
    return _carried(moves, min(start, size - 1), needs, size, purse.rounds)


def _steps(terms: Terms) -> list[tuple[Fraction, float]]:
    """The results of a round of the main game in antes, with their probabilities."""
    odds = solve(terms.rulebook).price(terms.rulebook, terms.strategy, terms.ante)
    chances: dict[Fraction, int] = {}
    for outcome in odds.outcomes:
        chances[outcome.net] = chances.get(outcome.net, 0) + outcome.deals
    return [(net, deals / odds.deals) for net, deals in chances.items()]


def _unit(moves: list[Fraction], terms: Terms, purse: Purse) -> Cents | None:
    """The step of the grid: an ante, if every result and the bankroll are whole antes."""
    whole = all(move.denominator == 1 for move in moves)
    return terms.ante if whole and purse.bankroll % terms.ante == 0 else None


def _carried(
    moves: list[tuple[int, float]], start: int, needs: int, size: int, rounds: int
) -> float:
    chances = np.zeros(size)
    chances[start] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        after = np.zeros(size)
        for move, chance in moves:
            if move >= 0:
                kept = max(0, size - move)
                after[size - kept :] += chance * chances[:kept]
                after[-1] += chance * chances[kept:].sum()
            else:
                after[:move] += chance * chances[-move:]
        ruined += float(after[:needs].sum())
        after[:needs] = 0.0
        chances = after
    return ruined


def quantiles(counted: Counter[int], shares: Iterable[float] = QUANTILES) -> dict[str, int]:
    """The least value at or below which each share of the counts lies."""
    values = sorted(counted)
    running = np.cumsum([counted[value] for value in values])
    if not len(running):
        return {}
    return {
        f"{share:.0%}": values[int(np.searchsorted(running, share * running[-1]))]
        for share in shares
    }


def as_json(
    terms: Terms, purse: Purse, seed: int, tally: SessionTally, exact: float | None
) -> dict[str, Any]:
    """The answer for programs; results in cents, quantiles of results in antes."""
    return {
        "rulebook": terms.rulebook.slug,
        "strategy": strategy_name(terms),
        "seed": seed,
        "generator": terms.generator,
        "bankroll_cents": purse.bankroll,
        "session_rounds": purse.rounds,
        "target_cents": purse.target,
        "at_risk_cents": terms.at_risk,
        "ante_cents": terms.ante,
        "sessions": tally.sessions,
        "rounds": tally.rounds,
        "risk_of_ruin": {
            "mean": tally.risk,
            "standard_error": tally.risk_error,
            "exact": exact,
        },
        "reached_target": tally.reached / tally.sessions,
        "result_cents": {
            "mean": tally.mean,
            "standard_error": tally.standard_deviation / sqrt(tally.sessions),
            "standard_deviation": tally.standard_deviation,
        },
        "result_antes": quantiles(tally.results),
        "rounds_to_ruin": {
            "mean": tally.rounds_to_ruin / tally.ruined if tally.ruined else None,
            "quantiles": {
                share: (part + 1) * purse.period for share, part in quantiles(tally.ruins).items()
            },
        },
    }
