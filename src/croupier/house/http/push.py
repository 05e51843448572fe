"""Watched tables: each viewer is shown the newest view and what they may do, never a backlog.

`watch` with the names of tables pushes `table` messages; the name `*` stands for the
lobby, a line for every table. A push is made when the connection is ready to send,
from the state as it is then: a slow viewer misses steps, and never waits for old ones.
"""

import asyncio
from datetime import datetime
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from croupier.cards import card_name
from croupier.house.app.house import House
from croupier.house.app.subscriptions import Mailbox
from croupier.house.http.shapes import HouseTableView, table_summary, table_view
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import BrokenStream, Stream
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.people.person import Person
from croupier.house.model.people.powers import actor_at
from croupier.house.model.records import jackpot_stream, table_stream
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.table.decide import legal_at
from croupier.house.model.table.state import HouseTable
from croupier.money import Cents
from croupier.rulebooks.model import DealPattern
from croupier.rulebooks.settings import TableSettings
from croupier.rulebooks.wagers import JACKPOTS
from croupier.table.commands import PlaceWager, TableCommand
from croupier.table.dealing import burns
from croupier.table.state import Idle, Revealed, Settled

LOBBY = "*"
SECONDS_BETWEEN_PUSHES = 0.05
SHORTEST_REST, LONGEST_REST = 0.002, 0.1
"""How long a viewer is given to take what was sent before it is looked again."""
SECONDS_BETWEEN_METERS = 0.15
SECONDS_BETWEEN_LOBBY_PUSHES = 0.15
"""Everything is shown within 200 ms; what comes faster is shown together."""

_encode = msgspec.json.Encoder().encode


class LayoutView(Struct, frozen=True):
    """The felt of a table: what a page needs to draw it, so that pages know no game."""

    game: str
    """The rulebook's name for people."""
    document: str
    boxes: int
    wagers: tuple[str, ...]
    labels: dict[str, str]
    """What people call each wager."""
    sides: tuple[str, ...]
    """The side wagers."""
    beside_ante: tuple[str, ...]
    """The wagers that go back where the ante does."""
    stay: str
    """The wager that keeps a hand in: `bet` or `play`."""
    stay_multiple: int
    hand_size: int
    up_card: bool
    burns: bool
    """The first card of the shuffle goes to nobody."""
    singly: bool
    """Cards come one by one around the table, not as whole hands."""
    disallowed: tuple[int, ...]
    limits: dict[str, tuple[Cents, Cents]]
    entry: Cents
    """What the smallest ante takes from a wallet, with what is kept for staying in."""
    coach: bool


class DrawView(Struct, frozen=True):
    """What the jackpot system picked, shown with the dealer's hand (SSP 4.3-4.4)."""

    magic_card: str | None
    lucky_box: int | None
    lucky_dealer: bool | None


class TablePush(Struct, frozen=True, tag_field="type", tag="table"):
    """A table as one viewer may see it now."""

    table: str
    view: HouseTableView
    legal: tuple[TableCommand, ...]
    costs: dict[int, Cents]
    """What staying in costs this viewer, by box, where it is legal now."""
    kept: dict[int, Cents]
    """What is set aside of this viewer's money to stay in, by box."""
    layout: LayoutView
    draw: DrawView | None
    at: datetime


class LobbyPush(Struct, frozen=True, tag_field="type", tag="lobby"):
    """Lines of tables that have changed; the first push has them all."""

    tables: tuple[msgspec.Raw, ...]
    """Each a TableSummary."""
    jackpots: dict[str, Cents]
    failed: tuple[str, ...]
    """Jackpots whose link is down."""
    at: datetime


def layout_of(table: HouseTable, coach: bool) -> LayoutView:
    settings = table.game.settings
    rules = settings.rulebook
    return LayoutView(
        game=rules.title,
        document=rules.document,
        boxes=settings.boxes,
        wagers=tuple(
            wager
            for wager in rules.layout.areas.value
            if table.jackpot is not None or wager not in JACKPOTS
        ),
        labels={wager: rules.label(wager) for wager in rules.layout.areas.value},
        sides=tuple(rules.side_wagers),
        beside_ante=rules.beside_ante,
        stay=rules.stay.wager,
        stay_multiple=rules.stay.multiple,
        hand_size=rules.hands.size,
        up_card=rules.dealing.up_card.value,
        burns=burns(table.game),
        singly=rules.dealing.patterns[settings.device].value is DealPattern.SINGLY,
        disallowed=tuple(sorted(table.game.disallowed)),
        limits={
            wager: (limits.minimum, limits.maximum)
            for wager in rules.entry_wagers
            for limits in (settings.limits_of(wager),)
        },
        entry=settings.ante.minimum * (1 + (rules.stay.multiple if settings.enforcing else 0)),
        coach=coach,
    )


def _draw(table: HouseTable) -> DrawView | None:
    current = table.game.round
    if table.game.rulebook.draws is None or not isinstance(current, Revealed | Settled):
        return None
    draw = current.draw
    magic = None if draw.magic_card is None else card_name(draw.magic_card)
    return DrawView(magic, draw.lucky_box, draw.lucky_dealer)


def _costs(
    table: HouseTable, legal: tuple[TableCommand, ...], player: str | None
) -> dict[int, Cents]:
    current, stay = table.game.round, table.game.rulebook.stay
    if isinstance(current, Idle):
        return {}
    costs = {}
    for command in legal:
        if isinstance(command, PlaceWager) and command.wager == stay.wager:
            box = current.boxes[command.box]
            share = None if player is None else box.share_of(player)
            costs[command.box] = stay.multiple * (box.ante if share is None else share.ante)
    return costs


def _kept(ledger: object, player: str | None) -> dict[int, Cents]:
    if player is None or not isinstance(ledger, TableLedger):
        return {}
    places = ((place.partition("/"), amount) for place, amount in ledger.reserved.items())
    return {int(box): amount for (box, _, name), amount in places if name == player}


class Shared:
    """What everybody is shown alike, made once and not for each viewer."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[int, msgspec.Raw]] = {}
        self._layouts: dict[str, tuple[TableSettings, frozenset[int], LayoutView]] = {}

    def line(self, table: Stream[HouseTable]) -> msgspec.Raw:
        """A line of the lobby as JSON, made once a version."""
        version, line = self._lines.get(table.name, (0, msgspec.Raw()))
        if version != table.version:
            line = msgspec.Raw(_encode(table_summary(table)))
            self._lines[table.name] = table.version, line
        return line

    def layout(self, table: HouseTable, coach: bool) -> LayoutView:
        """The felt, until the table is set otherwise."""
        settings, disallowed = table.game.settings, table.game.disallowed
        made = self._layouts.get(table.name)
        if (
            made is None
            or made[0] is not settings
            or made[1] != disallowed
            or made[2].coach is not coach
        ):
            made = settings, disallowed, layout_of(table, coach)
            self._layouts[table.name] = made
        return made[2]


_shared: WeakKeyDictionary[House, Shared] = WeakKeyDictionary()


async def table_push(house: House, name: str, person: Person, shared: Shared) -> TablePush:
    """What one person is shown of a table now."""
    stream, link = await house.table_and_link(name)
    table = stream.stored
    legal = _legal(table, link, person)
    return TablePush(
        table=name,
        view=table_view(stream, link, person.viewer),
        legal=legal,
        costs=_costs(table, legal, person.viewer.player),
        kept=_kept(stream.stored_ledger, person.viewer.player),
        layout=shared.layout(table, house.coach),
        draw=_draw(table),
        at=house.handler.now(),
    )


def _legal(
    table: HouseTable, link: HouseJackpot | None, person: Person
) -> tuple[TableCommand, ...]:
    actor = actor_at(person, table)
    return () if actor is None else legal_at(table, link, actor)


class Watching:
    """What one connection watches."""

    def __init__(self, house: House, person: Person, mailbox: Mailbox) -> None:
        self._house = house
        self._person = person
        self._mailbox = mailbox
        self._shared = _shared.setdefault(house, Shared())
        self._tables: dict[str, str | None] = {}
        """Watched tables, with the jackpot that each is linked to."""
        self._lobby: set[str] | None = None
        """Streams that changed since the lobby was last pushed; none: it is not watched."""
        self._changed: set[str] = set()
        self._later: asyncio.TimerHandle | None = None
        self._wake = asyncio.Event()
        self._pushing: asyncio.Task[None] | None = None

    async def watch(self, names: tuple[str, ...]) -> None:
        """Push these tables now and after each change."""
        for name in names:
            if name == LOBBY:
                streams = self._house.handler.streams
                self._lobby = {table_stream(table) for table in streams.tables()}
                self._house.hub.watch(LOBBY, self._lobby_stream)
                continue
            stream = await self._house.handler.streams.table(name)
            self._tables[name] = stream.stored.jackpot
            self._house.hub.watch(table_stream(name), self._table_stream)
            if stream.stored.jackpot is not None:
                self._house.hub.watch(jackpot_stream(stream.stored.jackpot), self._jackpot_stream)
            self._changed.add(name)
        if self._pushing is None:
            self._pushing = asyncio.create_task(self._push())
        self._wake.set()

    def unwatch(self, names: tuple[str, ...]) -> None:
        hub = self._house.hub
        for name in names:
            if name == LOBBY:
                self._lobby = None
                hub.unwatch(LOBBY, self._lobby_stream)
            elif name in self._tables:
                jackpot = self._tables.pop(name)
                hub.unwatch(table_stream(name), self._table_stream)
                if jackpot is not None and jackpot not in self._tables.values():
                    hub.unwatch(jackpot_stream(jackpot), self._jackpot_stream)

    def leave(self) -> None:
        """The connection is gone."""
        self.unwatch((LOBBY, *self._tables))
        if self._later is not None:
            self._later.cancel()
        if self._pushing is not None:
            self._pushing.cancel()

    # What the hub says

    def _table_stream(self, stream: str) -> None:
        self._changed.add(stream.partition(":")[2])
        self._wake.set()

    def _jackpot_stream(self, stream: str) -> None:
        """Meters of a busy link move all the time: they are shown a little later, together."""
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(SECONDS_BETWEEN_METERS, self._meters_moved)

    def _meters_moved(self) -> None:
        self._later = None
        self._changed.update(name for name, jackpot in self._tables.items() if jackpot is not None)
        self._wake.set()

    def _lobby_stream(self, stream: str) -> None:
        if self._lobby is not None:
            self._lobby.add(stream)
            self._wake.set()

    # Pushing

    async def _push(self) -> None:
        """Until cancelled: one message with the newest state, then a rest."""
        lobby_next = 0.0
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            rest = SHORTEST_REST
            while self._mailbox.ready.is_set():  # the viewer has yet to take what was pushed
                await asyncio.sleep(rest)
                rest = min(2 * rest, LONGEST_REST)
            changed, self._changed = self._changed, set()
            try:
                for name in sorted(changed & self._tables.keys()):
                    push = await table_push(self._house, name, self._person, self._shared)
                    self._mailbox.put(_encode(push))
                if self._lobby and loop.time() >= lobby_next:
                    await self._push_lobby()
                    lobby_next = loop.time() + SECONDS_BETWEEN_LOBBY_PUSHES
            except (StoreUnavailable, BrokenStream, HouseRefused):
                self._changed |= changed  # shown again once the house can
                await asyncio.sleep(1)
                self._wake.set()
            await asyncio.sleep(SECONDS_BETWEEN_PUSHES)
            if self._lobby:
                self._wake.set()

    async def _push_lobby(self) -> None:
        changed, self._lobby = self._lobby or set(), set()
        streams = self._house.handler.streams
        tables = [
            self._shared.line(await streams.table(name.partition(":")[2]))
            for name in sorted(changed)
            if name.startswith("table:")
        ]
        jackpots = {name: (await streams.jackpot(name)) for name in streams.jackpots()}
        shown = {name: one.stored.meter.meter for name, one in jackpots.items()}
        failed = tuple(name for name, one in jackpots.items() if one.stored.failed is not None)
        self._mailbox.put(
            _encode(LobbyPush(tuple(tables), shown, failed, self._house.handler.now()))
        )
