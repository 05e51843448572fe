"""A finished round, step by step as one viewer saw it, with its shuffle opened."""

from collections.abc import Mapping
from datetime import datetime

from litestar import get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from croupier.cards import card_names
from croupier.house.app.house import House
from croupier.house.http.push import LayoutView, layout_of
from croupier.house.http.rounds import demand_look_back, shown_to
from croupier.house.http.security import AnyRequest, house_of
from croupier.house.model import events as h
from croupier.house.model.table.shuffle import commitment, joint, shuffled
from croupier.house.read.history import RoundPlayed, changes_after, rounds_before
from croupier.house.read.rounds import round_end
from croupier.table.events import CallMade, NoticeShown
from croupier.table.views import TableView, Viewer, view


class ReplayStep(Struct, frozen=True):
    """The table after one act, as the viewer saw it, and the dealer's calls."""

    at: datetime
    said: tuple[str, ...]
    view: TableView


class Shuffle(Struct, frozen=True):
    """What was committed before the bets and opened after the round."""

    commitment: str
    seed: str
    holds: bool
    """Whether the seed has the hash that was committed."""
    added: Mapping[str, str]
    """What players added to the seed, each fixed in the previous round."""
    deck: str
    """The order of the cards that results from the seed and what was added."""


class Replay(Struct, frozen=True):
    """A finished round."""

    table: str
    round: int
    edition: str
    void: bool
    layout: LayoutView
    """The felt under the edition that the round was played by."""
    steps: tuple[ReplayStep, ...]
    shuffle: Shuffle | None


async def _find(house: House, table: str, number: int) -> RoundPlayed:
    stream = await house.handler.streams.table(table)
    last = await round_end(house.store, stream.name, stream.version, number)
    for played in await rounds_before(house.store, table, None, last + 1, 1):
        if played.round == number:
            return played
    raise NotFoundException(f"Round {number} of {table} is not over, or never was.")


def _shuffle(played: RoundPlayed) -> Shuffle | None:
    if played.commitment is None or played.seed is None:
        return None
    seed = bytes.fromhex(played.seed)
    return Shuffle(
        played.commitment,
        played.seed,
        commitment(played.table, played.round, seed) == played.commitment,
        played.added,
        card_names(shuffled(joint(seed, played.added))),
    )


def _said(events: tuple[h.LogEvent, ...], viewer: Viewer) -> tuple[str, ...]:
    return tuple(
        event.text
        for event in events
        if isinstance(event, CallMade)
        or (isinstance(event, NoticeShown) and event.player in (None, viewer.player))
    )


@get("/api/tables/{table:str}/rounds/{number:int}", summary="A round again, as the viewer saw it")
async def show_replay(
    request: AnyRequest, state: State, table: FromPath[str], number: FromPath[int]
) -> Replay:
    person = demand_look_back(request, state)
    house, viewer = house_of(state), person.viewer
    played = await _find(house, table, number)
    stream = await house.handler.streams.table(table)
    shown_to(person, stream.stored, [played])
    size = played.last_version - played.first_version + 1
    changes = await changes_after(house.store, stream, played.first_version - 1, size)
    return Replay(
        table=table,
        round=number,
        edition=played.edition,
        void=played.void,
        layout=layout_of(changes[-1].state, house.coach),
        steps=tuple(
            ReplayStep(
                change.records[-1].at,
                _said(change.events, viewer),
                view(change.state.game, None, viewer),
            )
            for change in changes
            if change.records[-1].version <= played.last_version
        ),
        shuffle=_shuffle(played),
    )
