"""A house that lies about its shuffles: `lying_house LIE serve ...`.

It is the real house with one function replaced, by which it cheats as whoever owns it could.
"""

import sys
from collections.abc import Callable
from hashlib import sha256

from msgspec import structs

from croupier.cli.main import main
from croupier.house.http import shapes
from croupier.house.http.pages import replay
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.table import cards, decide, life, shuffle
from croupier.house.model.table.parts import Commitment
from croupier.house.model.table.state import HouseTable
from croupier.house.read.history import RoundPlayed
from croupier.house.sealing import Keyring
from croupier.jackpot.meter import Jackpot
from croupier.table import views
from croupier.table.state import Table
from croupier.table.views import TableView, Viewer


def choose_another_seed() -> None:
    """Commits to one seed before the bets, deals from another, and tells that one's fingerprint."""
    honest = replay._shuffle

    def chosen(table: HouseTable, keys: Keyring) -> bytes:
        return sha256(f"chosen {table.name} {table.game.round.number}".encode()).digest()

    def told(played: RoundPlayed) -> replay.Shuffle | None:
        assert played.seed is not None
        fitting = shuffle.commitment(played.table, played.round, bytes.fromhex(played.seed))
        return honest(structs.replace(played, commitment=fitting))

    cards.committed_seed = decide.committed_seed = chosen  # type: ignore[attr-defined]
    replay._shuffle = told


def turn_parts_away() -> None:
    """Refuses to take a part that a player opens."""
    honest = life.add_seed

    def add_seed(table: HouseTable, command: hc.AddSeed) -> tuple[h.TableStreamEvent, ...]:
        if command.seed is not None:
            decline(HouseCode.BAD_SEED, "Bets are closed, and with them the shuffle.")
        return honest(table, command)

    life.add_seed = add_seed


def forget_parts() -> None:
    """Says that no part is due, though one was fixed."""
    honest = shapes._shuffle_view

    def shown(state: HouseTable, kept: Commitment, player: str) -> shapes.ShuffleView:
        true = honest(state, kept, player)
        return true if true.due is None else structs.replace(true, due=None, fixed=True)

    shapes._shuffle_view = shown


def show_another_card() -> None:
    """In play the dealer's card lies there as another one than the record has afterwards."""

    def view(table: Table, link: Jackpot | None, viewer: Viewer) -> TableView:
        seen = views.view(table, link, viewer)
        if seen.up_card is None:
            return seen
        return structs.replace(seen, up_card="2c" if seen.up_card != "2c" else "2d")

    shapes.view = view  # type: ignore[attr-defined]


LIES: dict[str, Callable[[], None]] = {
    "another-seed": choose_another_seed,
    "parts-turned-away": turn_parts_away,
    "parts-forgotten": forget_parts,
    "another-card": show_another_card,
}

if __name__ == "__main__":
    LIES[sys.argv.pop(1)]()
    main()
