"""Connections and what they follow: tables, their person, their wallet."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, get_args

from croupier.house.app.audience import Announcement
from croupier.house.log.stream import Change, Department
from croupier.house.model import events as h
from croupier.house.model.commands import AnyCommand
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people import events as pe
from croupier.house.model.people.person import Person
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.table.state import HouseTable
from croupier.table import events as e
from croupier.table.commands import PlaceWager, PlayersAct
from croupier.table.state import Idle
from croupier.table.views import Viewer

Callback = Callable[[], None]
_PLAYERS_ACTS: frozenset[type] = frozenset(get_args(PlayersAct))


class Callbacks:
    """Who is connected, and how to reach them."""

    def __init__(self) -> None:
        self._here: dict[str, set[Callback]] = {}

    def come(self, person: str, back: Callback) -> None:
        self._here.setdefault(person, set()).add(back)

    def go(self, person: str, back: Callback) -> None:
        here = self._here.get(person, set())
        here.discard(back)
        if not here:
            self._here.pop(person, None)

    def call(self, person: str) -> None:
        for back in tuple(self._here.get(person, ())):
            back()


class Presence(Callbacks):
    """Connections by person; they are closed when the person is suspended or logs out."""

    def on_change(self, stream: str, change: Change[Any]) -> None:
        """A change is on disk: those it concerns look again."""
        for event in change.events:
            for person in self._concerned(event):
                self.call(person)

    def _concerned(self, event: Any) -> list[str]:
        if isinstance(event, pe.TokenRevoked):
            return list(self._here)  # the owner of a personal token is not named
        person = getattr(event, "person", None)
        return [] if person is None else [person]


_BY_BOX = (e.HandFolded, e.HandInvalidated, e.RoundSettled, e.RoundVoided, e.SettlementReversed)
"""Events that move the money of players whom they do not name."""


class WalletWatchers(Callbacks):
    """Those who are viewing their wallet, by person."""

    def on_change(self, stream: str, change: Change[Any]) -> None:
        """A change is on disk: notify those whose money it moved."""
        if not self._here:
            return
        for person in set(_concerned(stream, change)) & self._here.keys():
            self.call(person)


def _concerned(stream: str, change: Change[Any]) -> Iterator[str]:
    by_box = False
    for event in change.events:
        if isinstance(event, h.CommandGiven):
            continue
        by_box = by_box or isinstance(event, _BY_BOX)
        if isinstance(event, e.WagerSettled):
            yield event.line.player
        elif stream == Department.CAGE or isinstance(event, hj.JackpotPaid | e.TableEvent):
            name = getattr(event, "player", None)
            if isinstance(name, str):
                yield name
    state = change.state
    if by_box and isinstance(state, HouseTable) and not isinstance(state.game.round, Idle):
        for box in state.game.round.boxes.values():
            for share in box.shares:
                yield share.player


def demand_place(person: Person, table: HouseTable, command: AnyCommand) -> None:
    """Guests use play money; where chips and cards are handled by hand, only staff record it.

    Otherwise a player could take a wager back, look at a hand or give it up on a telephone, and
    point to the record when the chips still lie there.
    """
    if person.guest and not table.practice and isinstance(command, PlaceWager):
        decline(HouseCode.OTHER_MONEY, "Guests play at practice tables only.")
    if person.is_staff or type(command) not in _PLAYERS_ACTS:
        return
    if table.in_person:
        decline(
            HouseCode.NOT_YOUR_POWER,
            f"Table {table.name} is played with chips: the dealer writes down what you do.",
        )


BYTES_WAITING_MAX = 4_000_000
"""What may be queued for one slow viewer; beyond this the viewer has to reconnect and resume."""


EVERYTHING = "*"
"""Stands for all streams, for a watcher of every change."""


class Mailbox:
    """What is queued for one connection."""

    __slots__ = ("_size", "_waiting", "fell_behind", "followed", "ready", "viewer")

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.ready = asyncio.Event()
        self.fell_behind = False
        self.followed: set[str] = set()
        self._waiting: deque[bytes] = deque()
        self._size = 0

    def put(self, message: bytes) -> None:
        if self.fell_behind:
            return
        self._waiting.append(message)
        self._size += len(message)
        if self._size > BYTES_WAITING_MAX:
            self.fell_behind = True
            self._waiting.clear()
        self.ready.set()

    async def take(self) -> bytes | None:
        """Everything queued, as one JSON array; none if the viewer has fallen behind."""
        await self.ready.wait()
        self.ready.clear()
        if self.fell_behind:
            return None
        frame = b"[%b]" % b",".join(self._waiting)
        self._waiting.clear()
        self._size = 0
        return frame


class Hub:
    """Who follows which stream."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Mailbox]] = {}
        self._watchers: dict[str, set[Callable[[str], None]]] = {}

    def on_change(self, stream: str, change: Change[Any]) -> None:
        if self._watchers:
            for watched in (stream, EVERYTHING):
                for watcher in self._watchers.get(watched, ()):
                    watcher(stream)
        followers = self._followers.get(stream)
        if not followers:
            return
        announcement = Announcement(stream, change)
        for mailbox in followers:
            message = announcement.message(mailbox.viewer)
            if message is not None:
                mailbox.put(message)

    def followed(self, stream: str) -> bool:
        return stream in self._followers or bool(self._watchers.keys() & {stream, EVERYTHING})

    def count(self) -> int:
        """Viewers who follow or watch something."""
        mailboxes = {one for followers in self._followers.values() for one in followers}
        watchers = {one for watchers in self._watchers.values() for one in watchers}
        return max(len(mailboxes), len(watchers))

    def watch(self, stream: str, watcher: Callable[[str], None]) -> None:
        """Call the watcher with the name of the stream after each change to it."""
        self._watchers.setdefault(stream, set()).add(watcher)

    def unwatch(self, stream: str, watcher: Callable[[str], None]) -> None:
        watchers = self._watchers.get(stream, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(stream, None)

    def follow(self, stream: str, mailbox: Mailbox) -> None:
        self._followers.setdefault(stream, set()).add(mailbox)
        mailbox.followed.add(stream)

    def unfollow(self, stream: str, mailbox: Mailbox) -> None:
        mailbox.followed.discard(stream)
        followers = self._followers.get(stream, set())
        followers.discard(mailbox)
        if not followers:
            self._followers.pop(stream, None)

    def leave(self, mailbox: Mailbox) -> None:
        for stream in tuple(mailbox.followed):
            self.unfollow(stream, mailbox)
