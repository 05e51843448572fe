"""Exercises for a dealer school, generated without end from a rulebook and a seed.

Dealers read a hand, say who wins, pay every wager in order, cut chips and make the calls;
supervisors say what the document prescribes for an irregularity, and who decides it. Every exercise
is a round at a table of the engine, and its answer is what the engine made of it, with the clauses
that it cites: nothing here knows a rule.

    task = solve(find_rulebook("casino-stud"), Kind.PAY, "42", level=2)
    task.exercise                       what is shown and asked
    mark(task, {"ante1": "100"})        each answer, right or wrong, and the clause
"""

from croupier.school.generating import solve
from croupier.school.marking import BadAnswer, mark
from croupier.school.model import LEVELS, Ask, Exercise, Form, Kind, Mark, Marked, Solved

__all__ = [
    "LEVELS",
    "Ask",
    "BadAnswer",
    "Exercise",
    "Form",
    "Kind",
    "Mark",
    "Marked",
    "Solved",
    "mark",
    "solve",
]
