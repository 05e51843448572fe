"""The rulebooks that pages ask about: a table's own, and how answers on each are kept apart."""

from hashlib import sha256

from litestar.datastructures import State

from croupier.books import is_carried
from croupier.house.http.security import house_of
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.model import Rulebook


async def rulebook_of_table(state: State, table: str) -> Rulebook:
    """The one that the table uses, with its readings."""
    return (await house_of(state).handler.streams.table(table)).stored.game.rulebook


def key_of(rulebook: Rulebook) -> str:
    """The cache key of its answers: the name for one of ours, the whole text for any other."""
    if is_carried(rulebook):
        return rulebook.edition_name
    return sha256(rulebook_text(rulebook).encode()).hexdigest()
