"""Exact odds: the mathematics of every wager, from the same rulebooks that the tables run.

    >>> from croupier.odds import Question, price
    >>> from croupier.books import find_rulebook
    >>> sheet = price(find_rulebook("three-card-poker"), Question(strategy="q64"))
    >>> sheet.main.expected
    Fraction(-686689, 20358520)

Everything returned is a frozen value with exact fractions. Nothing numerical is
imported until something is asked for. The method is explained in `docs/odds.md`.
"""

from croupier.extras import need
from croupier.odds.advice import Advice, DealerHands, advise
from croupier.odds.decisions import Decision, decisions
from croupier.odds.economics import JackpotEconomics, Traffic, economics
from croupier.odds.errors import CannotPrice
from croupier.odds.information import with_known_cards
from croupier.odds.main_game import MainOdds, Outcome, Solution, solve
from croupier.odds.notebook import sheet
from croupier.odds.rule import simple_rules
from croupier.odds.sheet import Question, Sheet, Statement, fingerprint, price, stated
from croupier.odds.side_wagers import JackpotOdds, JackpotTerms, Prize, WagerOdds
from croupier.odds.strategy import StayWhen, Strategy, named_strategies, read_strategy
from croupier.odds.what_if import what_if, with_pays

need("odds", "croupier.odds")

__all__ = [
    "Advice",
    "CannotPrice",
    "DealerHands",
    "Decision",
    "JackpotEconomics",
    "JackpotOdds",
    "JackpotTerms",
    "MainOdds",
    "Outcome",
    "Prize",
    "Question",
    "Sheet",
    "Solution",
    "Statement",
    "StayWhen",
    "Strategy",
    "Traffic",
    "WagerOdds",
    "advise",
    "decisions",
    "economics",
    "fingerprint",
    "named_strategies",
    "price",
    "read_strategy",
    "sheet",
    "simple_rules",
    "solve",
    "stated",
    "what_if",
    "with_known_cards",
    "with_pays",
]
