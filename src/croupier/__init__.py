"""Croupier: house-banked casino poker by the book.

Five approved rulebooks as data with a clause on every value, a pure engine that
plays and settles them, linked progressive jackpots, and the exact mathematics of
every wager. The front door:

    Game("casino-stud")                         a table whose acts are methods
    Table(id, TableSettings(rulebook=…))        a table before its first round
    decide(table, link, command) -> Decided     events of a command, or `Refused`
    evolve(table, event) -> Table               the fold of events
    read_script, replay, result_of              the exchange format
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.books import RULEBOOKS, find_rulebook
    from croupier.cards import card_names, parse_cards
    from croupier.floor import Floor, play
    from croupier.game import Game
    from croupier.jackpot.meter import Jackpot
    from croupier.refusal import Refusal, Refused
    from croupier.rulebooks.settings import JackpotSettings, TableSettings
    from croupier.rulebooks.wagers import WagerKind
    from croupier.table.decide import decide, legal_commands
    from croupier.table.evolve import evolve
    from croupier.table.state import Table
    from croupier.table.views import view


__all__ = [
    "RULEBOOKS",
    "Floor",
    "Game",
    "Jackpot",
    "JackpotSettings",
    "Refusal",
    "Refused",
    "Table",
    "TableSettings",
    "WagerKind",
    "__version__",
    "card_names",
    "decide",
    "evolve",
    "find_rulebook",
    "legal_commands",
    "parse_cards",
    "play",
    "view",
]

_HOMES = {
    "Floor": "croupier.floor",
    "Game": "croupier.game",
    "Jackpot": "croupier.jackpot.meter",
    "JackpotSettings": "croupier.rulebooks.settings",
    "RULEBOOKS": "croupier.books",
    "Refusal": "croupier.refusal",
    "Refused": "croupier.refusal",
    "Table": "croupier.table.state",
    "TableSettings": "croupier.rulebooks.settings",
    "WagerKind": "croupier.rulebooks.wagers",
    "card_names": "croupier.cards",
    "decide": "croupier.table.decide",
    "evolve": "croupier.table.evolve",
    "find_rulebook": "croupier.books",
    "legal_commands": "croupier.table.decide",
    "parse_cards": "croupier.cards",
    "play": "croupier.floor",
    "view": "croupier.table.views",
}


def __getattr__(name: str) -> Any:
    """A name of the front door, imported when it is first asked for: a command that needs the
    odds does not wait for the tables."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
