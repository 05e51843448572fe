"""Somebody reads every byte of a house but its key, while rounds run: no closed card is found."""

import asyncio
import sqlite3
import subprocess
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from click.testing import CliRunner
from msgspec import structs

from croupier.cards import DECK, Card, card_name, card_names, parse_cards
from croupier.cli.verify import verify as verify_command
from croupier.house import sealing
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import asked_by
from croupier.house.log.event_store import CardsClosed
from croupier.house.log.stream import BrokenStream
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.records import CARD_COMMANDS, CARD_EVENTS, Record, encode_event
from croupier.house.model.settings import Cards, Dealing, Money
from croupier.house.model.table import decide
from croupier.house.model.table import state as tables
from croupier.house.model.table.state import HouseTable
from croupier.house.operate.backup import back_up, restore
from croupier.house.operate.key_file import take_up_key
from croupier.house.read.archive_file import read_record
from croupier.house.read.proof.cards import prove_sealing
from croupier.house.read.proof.findings import Wrong
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.proof.replaying import Proof
from croupier.house.read.proof.running import self_check
from croupier.house.read.proof.verify import Verification, verify
from croupier.house.sealing import Keyring, key_id, read_sealed
from croupier.house.store import database_url, open_store
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.script.format import TableEntry
from croupier.table import commands as c
from croupier.table.events import CardsDealt, HandShown, UpCardChanged
from croupier.table.state import Betting, Closed, Settled
from tests.house.columns import columns_of, in_plain
from tests.house.houses import (
    BY_HAND,
    KEY,
    ante,
    do,
    jackpot,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.postgres import Postgres
from tests.house.tampering import defenceless, flat_records, record_by_record

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LIVE = Dealing(cards=Cards.LIVE)
ANN, BOB = Actor("p1", Role.PLAYER), Actor("p2", Role.PLAYER)
DEALT = {"1": "4c Qd 7h 2s Jd", "2": "9s 3h Kc 6d Td", "dealer": "8d As 5h Qc 3c"}
PUT_RIGHT = {"1": "4c Qd 7h 2s Jd", "2": "9s 3h Kc 6d 9d", "dealer": "8d As 5h Qc 3c"}
CONTROL = {"1": "5s 9h Ac 8c 2d", "2": "Kh 7s 4d Jc Ts", "dealer": "6h 2c Qh 9d 3s"}
OTHER_KEY = bytes(range(64, 96))


@asynccontextmanager
async def opened(url: str, keys: Keyring) -> AsyncIterator[CommandHandler]:
    store = await open_store(url)
    try:
        handler = CommandHandler(store, keys)
        await handler.streams.open()
        yield handler
    finally:
        await store.close()


async def begin(handler: CommandHandler, dealing: Dealing, game: str = "casino-stud") -> None:
    await register_jackpot(handler)
    await register_table(handler, dealing=dealing, rulebook=game)


def the_round(hands: dict[str, str] | None) -> list[tuple[hc.AnyCommand, Actor | None]]:
    """From the opening call to the reveal: one stays and one folds."""
    dealt: list[tuple[hc.AnyCommand, Actor | None]] = [
        (c.OpenBets(), None),
        (ante(1), ANN),
        (ante(2), BOB),
        (jackpot(1), ANN),
        (c.CloseBets(), None),
        (c.Deal(hands=hands), None),
        (c.HandleHand(box=1), ANN),
        (c.ViewHand(box=1), ANN),
    ]
    if hands is DEALT:
        wrong = Irregularity.DEALING_ERROR
        report = c.Report(irregularity=wrong, reconstructable=True, hands=PUT_RIGHT)
        dealt.append((report, Actor("sue", Role.PIT_SUPERVISOR)))
    words = "my neighbour says Kc Td"
    called = c.Report(irregularity=Irregularity.OTHER, description=words)
    return [
        *dealt,
        (called, ANN),
        (c.PlaceWager(box=1, wager="bet"), ANN),
        (c.ViewHand(box=2), BOB),
        (c.Fold(box=2), BOB),
    ]


async def give(handler: CommandHandler, command: hc.AnyCommand, by: Actor | None) -> None:
    await (do(handler, "T1", command) if by is None else do(handler, "T1", command, by))


async def lying(handler: CommandHandler) -> list[tuple[Card, ...]]:
    """Every hand on the table."""
    deal = getattr((await handler.streams.table("T1")).stored.game.round, "deal", None)
    return [] if deal is None else [*deal.hands.values(), deal.dealer]


# Searching


def spellings(hand: Sequence[Card]) -> set[bytes]:
    """A hand as any part of the program writes it, by names also three cards in a row."""
    found = {msgspec.json.encode(hand)[1:-1]}
    for start in range(len(hand) - 2):
        some = hand[start : start + 3]
        found |= {card_names(some).encode(), ",".join(map(card_name, some)).encode()}
        found.add(msgspec.json.encode([card_name(card) for card in some])[1:-1])
    return found


def taken(folder: Path, to: Path) -> bytes:
    """Every byte of every file, copied by another process: SQLite's locks are this process's."""
    subprocess.run(["cp", "-r", str(folder), str(to)], check=True)
    files = sorted(one for one in to.rglob("*") if one.is_file())
    return b"\n".join(one.read_bytes() for one in files)


def all_there_is(url: str, folder: Path, to: Path) -> bytes:
    """What somebody reads who has the files and the database."""
    text = taken(folder, to)
    copies = to.glob("*.db")
    databases = [f"sqlite:///{one}" for one in copies] + ([] if "sqlite" in url else [url])
    return b"\n".join((text, *map(columns_of, databases)))


def given_away(text: bytes, hands: Iterable[Sequence[Card]]) -> list[bytes]:
    return [one for hand in hands for one in sorted(spellings(hand)) if one in text]


async def searched(
    url: str, house: Path, keys: Keyring, dealing: Dealing, hands: dict[str, str] | None
) -> list[bytes]:
    """Play a round up to its end; what of its cards stood anywhere at any stage of it."""
    found: list[bytes] = []
    stages = 0
    async with opened(url, keys) as handler:
        await begin(handler, dealing)
        for command, by in (*the_round(hands), (c.RevealDealer(), None)):
            await give(handler, command, by)
            await handler.streams.save_snapshots(every=1)
            cards = await lying(handler)
            if not cards:
                continue
            assert len(cards) == 3
            stages += 1
            back_up(url, house / f"backup-{stages}.db")
            text = all_there_is(url, house, house.with_name(f"taken-{stages}"))
            assert b"cards_dealt" in text
            found += given_away(text, cards)
        assert stages >= 7
        await do(handler, "T1", c.Settle())
    return found


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The data folder; what is taken from it lies beside it."""
    folder = tmp_path / "house"
    folder.mkdir()
    return folder


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def house_url(request: pytest.FixtureRequest, house: Path) -> str:
    if request.param == "sqlite":
        return database_url(house)
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.mark.parametrize(
    ("dealing", "hands"), [(BY_HAND, None), (LIVE, DEALT)], ids=["electronic", "live"]
)
async def test_no_closed_card_is_in_any_file_while_the_round_runs(
    house_url: str, house: Path, dealing: Dealing, hands: dict[str, str] | None
) -> None:
    assert await searched(house_url, house, Keyring((KEY,)), dealing, hands) == []


async def test_the_search_finds_cards_that_are_not_sealed(house_url: str, house: Path) -> None:
    """A house without a key seals nothing: names in the log, numbers in snapshots."""
    found = await searched(house_url, house, Keyring(), LIVE, CONTROL)
    assert b"5s 9h Ac" in found
    assert msgspec.json.encode(parse_cards(CONTROL["dealer"]))[1:-1] in found


async def test_the_search_finds_cards_of_a_shuffle_that_are_not_sealed(
    house_url: str, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "sealing_events", lambda table, chance: ())
    found = await searched(house_url, house, Keyring((KEY,)), BY_HAND, None)
    assert len({one for one in found if one.count(b" ") == 2}) == 9  # three of each hand


async def test_a_card_that_is_drawn_stays_closed_too(house_url: str, house: Path) -> None:
    """The magic card of SSP 4.3, which nobody is told before the reveal (S6)."""
    async with opened(house_url, Keyring((KEY,))) as handler:
        await begin(handler, Dealing(magic_every=1), "singapore-stud")
        for command, by in ((c.OpenBets(), None), (ante(1), ANN), (c.CloseBets(), None)):
            await give(handler, command, by)
        await do(handler, "T1", c.Draw())
        await handler.streams.save_snapshots(every=1)
        current = (await handler.streams.table("T1")).stored.game.round
        assert isinstance(current, Closed)
        assert current.draw.magic_card is not None
        text = all_there_is(house_url, house, house.with_name("taken"))
    assert b'{"event":"draw_made","sealed":"' in text
    assert b"magic_card" not in text


@pytest.mark.slow
async def test_the_files_of_postgresql_hold_no_closed_card_either(
    postgres: Postgres, postgres_url: str, tmp_path: Path
) -> None:
    """Its own write-ahead log too."""
    async with opened(postgres_url, Keyring((KEY,))) as handler:
        await begin(handler, BY_HAND)
        for command, by in the_round(None):
            await give(handler, command, by)
        await handler.streams.save_snapshots(every=1)
        cards = await lying(handler)
        names = [one for hand in cards for one in spellings(hand) if b" " in one]
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("CHECKPOINT")  # the log alone may have a row in two pieces
            rows = connection.execute("SELECT events FROM records ORDER BY seq").fetchall()
        before = taken(postgres.folder, tmp_path / "taken")
        assert all(row[0] in before for row in rows)  # as they are stored, so that all is searched
        plain = b"\n".join((before, *(in_plain(row[0]) for row in rows)))
        assert b"cards_dealt" in plain
        assert not [one for one in names if one in plain]
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())


# Guessing


@pytest.mark.parametrize("keys", [Keyring((KEY,)), Keyring()], ids=["sealed", "plain"])
async def test_no_hash_gives_a_hand_away(sqlite_url: str, keys: Keyring) -> None:
    """Who knows all cards but the dealer's last two tries what they may be.

    39 cards are left for the two places, and each guess is hashed as the house would.
    """
    async with opened(sqlite_url, keys) as handler:
        await begin(handler, LIVE)
        for command, by in the_round(CONTROL):
            await give(handler, command, by)
    dealt = _row(sqlite_url, "cards_dealt")
    answers = columns_of(sqlite_url).decode(errors="replace")
    named = {card for hand in CONTROL.values() for card in hand.split()}
    left = [card_name(card) for card in DECK if card_name(card) not in named - {"9d", "3s"}]
    by_hash, by_answer = set(), set()
    for pair in permutations(left, 2):
        hands = {**CONTROL, "dealer": " ".join(("6h 2c Qh", *pair))}
        boxes = {name: hand for name, hand in hands.items() if name != "dealer"}
        event = encode_event(CardsDealt(boxes, hands["dealer"]))
        if structs.replace(dealt[0], event=event, sealed=None).hash.hex() == dealt[1]:
            by_hash.add(pair)
        if asked_by("T1", c.Deal(hands=hands)) in answers:
            by_answer.add(pair)
    wanted = set() if keys else {("9d", "3s")}
    assert len(left) == 39
    assert (by_hash, by_answer) == (wanted, wanted)


def _row(url: str, name: str, *, sealed: bool = False) -> tuple[Record, str]:
    """The first record of an event, or the first that is sealed, as stored, and its hash."""
    begins = f'{{"event":"{name}",' + ('"sealed":' if sealed else "")
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
        row = next(row for row in flat_records(database) if row[6].startswith(begins))
    return read_record(row[1:8]), row[8]


async def test_a_length_tells_nothing(sqlite_url: str) -> None:
    """Ten is one letter or two figures, as it is keyed; what is stored is as long either way."""
    lengths = set()
    async with opened(sqlite_url, Keyring((KEY,))) as handler:
        await begin(handler, LIVE)
        for hand in ("Th 9h 8c 7c 2d", "10h 9h 8c 7c 2d"):
            for command, by in the_round({**CONTROL, "1": hand}):
                await give(handler, command, by)
            await do(handler, "T1", c.RevealDealer())
            await do(handler, "T1", c.Settle())
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as database:
        given = [row[6] for row in flat_records(database)]
    sealed = [one for one in given if one.startswith('{"event":"command_given","sealed":"')]
    lengths = {len(one) for one in sealed}
    assert len(sealed) == 4
    assert len(lengths) == 2


# Which events


NAMES_OF_CARDS = frozenset(
    ("hands", "dealer", "shoe", "burnt", "card", "cards", "order", "moves", "magic_card")
)
"""Fields that hold cards; `dealer` is also a person's name, in two events."""
FREE_WORDS = frozenset(("words", "description"))
"""What people say of a round that is running."""
WITHOUT_CARDS = frozenset(
    """account accounts acts address alarm answers asked at barred before book box by cashier
    challenge clauses commitment day dealers digest drawer edition file files findings fraction hash
    house id
    increment issued_by jackpot key language layout limits link mac manager mark marker matter name
    need next
    nonce option owner passkey person place player process program proposal readings reason
    received_by remarks remembered requested_by reserve restricted results returned rulebook schema
    seal sealed seed session slip
    settings site starts strategy table tables text time_zone to token under under_minimum version
    wager what""".split()  # noqa: SIM905
)
"""Names, reasons of rulings, clauses, hashes, and words that the program itself speaks."""
OPEN_BY_NATURE = {h.DealerSignedOn, h.DealerSignedOff, UpCardChanged, HandShown}
"""The dealer as a person; cards that lie face up."""
TURNED_UP = {c.ShowHand, c.RevealDealer}
"""Commands that name cards as they are turned face up for everybody."""


def test_every_event_that_may_bear_a_card_is_sealed() -> None:
    for event in h.LogEvent.__args__:
        if event is h.CommandGiven:
            continue
        may = bool(_fields(event) & (NAMES_OF_CARDS | FREE_WORDS))
        assert may == (event in CARD_EVENTS or event in OPEN_BY_NATURE), event


def test_every_command_that_may_bear_a_card_is_sealed() -> None:
    commands = hc.AnyCommand.__args__
    bearing = {one for one in commands if _fields(one) & (NAMES_OF_CARDS | FREE_WORDS)}
    assert bearing - TURNED_UP == CARD_COMMANDS


def test_no_field_is_of_a_kind_that_nobody_has_thought_of() -> None:
    """Every text in an event or command is known to hold cards, or not to."""
    every = (*h.LogEvent.__args__, *hc.AnyCommand.__args__)
    texts = {name for one in every for name in _fields(one)}
    unknown = texts - NAMES_OF_CARDS - FREE_WORDS - WITHOUT_CARDS
    assert not unknown, "Do these hold cards? Say so here, and in CARD_EVENTS where they do."


def _fields(kind: type) -> set[str]:
    """The names of all fields with a text, of those within too; numbers and choices hold none."""
    return set(_texts(msgspec.inspect.type_info(kind), ""))


def _texts(found: Any, name: str) -> Iterator[str]:
    match found:
        case msgspec.inspect.StructType(fields=fields):
            for field in fields:
                yield from _texts(field.type, field.name)
        case msgspec.inspect.UnionType(types=types):
            for one in types:
                yield from _texts(one, name)
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            yield from _texts(key, name)
            yield from _texts(value, name)
        case (
            msgspec.inspect.VarTupleType(item_type=item)
            | msgspec.inspect.ListType(item_type=item)
            | msgspec.inspect.FrozenSetType(item_type=item)
        ):
            yield from _texts(item, name)
        case msgspec.inspect.TupleType(item_types=items):
            for one in items:
                yield from _texts(one, name)
        case msgspec.inspect.StrType() | msgspec.inspect.AnyType() | msgspec.inspect.BytesType():
            yield name


# Keys


async def halfway(handler: CommandHandler, dealing: Dealing = BY_HAND) -> None:
    """A round whose cards are dealt, and nobody has decided."""
    await begin(handler, dealing)
    for command, by in the_round(None if dealing is BY_HAND else DEALT)[:8]:
        await give(handler, command, by)


async def to_the_end(handler: CommandHandler) -> None:
    for command, by in ((c.PlaceWager(box=1, wager="bet"), ANN), (c.Fold(box=2), BOB)):
        await give(handler, command, by)
    await do(handler, "T1", c.RevealDealer())
    await do(handler, "T1", c.Settle())


async def proved(url: str, keys: Keyring) -> Verification:
    store = await open_store(url)
    try:
        return await verify(store, keys=keys)
    finally:
        await store.close()


DEALINGS = [
    pytest.param(BY_HAND, id="electronic"),
    pytest.param(LIVE, id="live", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("dealing", DEALINGS)
async def test_rounds_that_are_over_are_proved_without_the_key(
    store_url: str, dealing: Dealing
) -> None:
    keys = Keyring((KEY,))
    async with opened(store_url, keys) as handler:
        await halfway(handler, dealing)
        await to_the_end(handler)
        await handler.streams.save_snapshots(every=1)
    for at_hand in (Keyring(), keys):
        found = await proved(store_url, at_hand)
        assert (found.wrong, found.rounds, dict(found.closed)) == (None, 1, {})
    store = await open_store(store_url)
    try:
        [one] = await recorded_rounds(store)
        assert any(isinstance(given.command, c.Deal) for given in one.given)
    finally:
        await store.close()


@pytest.mark.parametrize("dealing", DEALINGS)
async def test_of_a_running_round_a_proof_without_the_key_says_what_it_leaves_out(
    store_url: str, dealing: Dealing
) -> None:
    keys = Keyring((KEY,))
    async with opened(store_url, keys) as handler:
        await begin(handler, dealing)
        for command, by in the_round(None if dealing is BY_HAND else DEALT):
            await give(handler, command, by)
        await do(handler, "T1", c.RevealDealer())
        await register_table(handler, "T2")
        await play_round(handler, "T2")
        await handler.streams.save_snapshots(every=1)
        stream = await handler.store.read("table:T1")
        first = next(record.version for record in stream if record.sealed is not None)
    without = await proved(store_url, Keyring())
    assert (without.wrong, dict(without.closed)) == (None, {"table:T1": first})
    assert without.rounds == 1
    assert without.records == (await proved(store_url, keys)).records
    store = await open_store(store_url)
    try:
        assert [one.table for one in await recorded_rounds(store)] == ["T2"]
        with pytest.raises(CardsClosed, match=f"table:T1 version {first} is sealed under"):
            await store.read("table:T1")
    finally:
        await store.close()


def test_the_command_says_which_tables_it_leaves_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(database_url(tmp_path), Keyring((KEY,))) as handler:
            await halfway(handler)

    asyncio.run(play())
    done = CliRunner().invoke(verify_command, ["--data", str(tmp_path)])
    assert done.exit_code == 3, done.output
    assert "table:T1 was not decided again from version" in done.output
    assert "Nothing is wrong, as far as can be told without the key" in done.output


async def test_the_key_is_changed_and_the_house_restarted_in_the_middle_of_a_round(
    store_url: str,
) -> None:
    old, new = Keyring((KEY,)), Keyring((KEY, OTHER_KEY))
    async with opened(store_url, old) as handler:
        await halfway(handler, LIVE)
        await handler.streams.save_snapshots(every=1)
        cards = await lying(handler)
    async with opened(store_url, new) as handler:
        assert await take_up_key(handler, new) == key_id(KEY)
        assert await lying(handler) == cards
        await to_the_end(handler)
        for command, by in the_round(CONTROL):
            await give(handler, command, by)
        labels = {
            read_sealed(record.sealed).under
            for record in await handler.store.read("table:T1")
            if record.sealed is not None
        }
        assert labels == {key_id(KEY), key_id(OTHER_KEY)}
    assert (await proved(store_url, new)).wrong is None
    assert (await proved(store_url, Keyring())).wrong is None


async def test_another_key_opens_no_running_round_and_says_so(store_url: str) -> None:
    async with opened(store_url, Keyring((KEY,))) as handler:
        await halfway(handler)
    async with opened(store_url, Keyring((OTHER_KEY,))) as handler:
        found = await self_check(handler.store, handler.streams, Keyring((OTHER_KEY,)))
        said = next(one for one in found.findings if one.startswith("table T1"))
        assert f"is sealed under the house's key {key_id(KEY)}, which is not here" in said
    wrong = (await proved(store_url, Keyring((OTHER_KEY,)))).wrong
    assert wrong is not None
    assert f"under the key {key_id(KEY)}, which is not at hand" in wrong


async def test_a_running_round_goes_on_from_a_backup(sqlite_url: str, tmp_path: Path) -> None:
    async with opened(sqlite_url, Keyring((KEY,))) as handler:
        await halfway(handler, LIVE)
        cards = await lying(handler)
    back_up(sqlite_url, tmp_path / "backup.db")
    (tmp_path / "restored").mkdir()
    url = f"sqlite:///{tmp_path / 'restored' / 'house.db'}"
    restore(tmp_path / "backup.db", url)
    async with opened(url, Keyring((KEY,))) as handler:
        assert await lying(handler) == cards
        await to_the_end(handler)
    assert (await proved(url, Keyring())).wrong is None


# Tampering


def test_what_is_sealed_opens_in_its_place_alone() -> None:
    seal = sealing.Seal("12345678", "ab" * 16, KEY)
    sealed = read_sealed(seal.close("table:T1 version 7", b'{"event":"draw_made"}'))
    assert sealed.opened(KEY, "table:T1 version 7") == b'{"event":"draw_made"}'
    for key, place in ((KEY, "table:T1 version 8"), (OTHER_KEY, "table:T1 version 7")):
        with pytest.raises(ValueError, match="does not open"):
            sealed.opened(key, place)


async def test_a_sealed_row_that_was_changed_or_moved_is_found(sqlite_url: str) -> None:
    async with opened(sqlite_url, Keyring((KEY,))) as handler:
        await halfway(handler, LIVE)
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    record, _ = _row(sqlite_url, "cards_dealt")
    assert record.sealed is not None
    text = record.sealed.decode()
    place = text.rindex(":") + 40
    changed = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
    with defenceless(path) as database, record_by_record(database):
        database.execute("UPDATE records SET event = ? WHERE event = ?", (changed, text))
    await demand_found(sqlite_url, record.version)
    other, _ = _row(sqlite_url, "command_given", sealed=True)
    assert other.sealed is not None
    with defenceless(path) as database, record_by_record(database):
        database.execute(
            "UPDATE records SET event = ? WHERE event = ?", (other.sealed.decode(), changed)
        )
    await demand_found(sqlite_url, record.version)


async def demand_found(url: str, version: int) -> None:
    for keys in (Keyring((KEY,)), Keyring()):
        wrong = (await proved(url, keys)).wrong
        assert wrong is not None
        assert f"table:T1 {version}: the record was changed" in wrong


@pytest.mark.parametrize("what", ["another key", "another nonce", "too early", "never"])
async def test_a_key_that_was_not_committed_to_proves_nothing(what: str) -> None:
    """Also not where the house itself, with all its keys, writes the log anew."""
    nonce, key = "ab" * 16, bytes(32)
    sealed = h.CardsSealed(1, "12345678", nonce, sealing.commitment(key))
    opening = h.CardsOpened(1, nonce, key.hex())
    table = _table(Betting(1, {}) if what == "too early" else Settled(1, {}))
    table = tables.evolve(table, sealed, NOW)
    record = Record("table:T1", 9, NOW, None, "k", b"", bytes(32))
    match what:
        case "another key":
            event: h.LogEvent = structs.replace(opening, key=bytes(31).hex() + "01")
            said = "not the one that was committed to"
        case "another nonce":
            event, said = structs.replace(opening, nonce="cd" * 16), "were not sealed"
        case "too early":
            event, said = opening, "while the round was running"
        case _:
            event, said = h.CommandGiven(c.OpenBets()), "was not published"
    with pytest.raises(BrokenStream, match=said):
        prove_sealing(table, record, event)
    if what != "too early":
        prove_sealing(table, record, opening)


async def test_a_round_cannot_end_and_keep_its_cards(sqlite_url: str) -> None:
    """Without the house's key too it shows that the key of a round is withheld."""
    async with opened(sqlite_url, Keyring((KEY,))) as handler:
        await halfway(handler, LIVE)
        await to_the_end(handler)
        records = [entry.record for entry in await handler.store.scan()]
    closed = [structs.replace(one, event=one.sealed or one.event) for one in records]
    proof = Proof()
    with pytest.raises(Wrong, match="no key was published for its cards"):
        deque(map(proof.take, closed))


def _table(current: Betting | Settled) -> HouseTable:
    entry = TableEntry("casino-stud", boxes=6)
    house = tables.registered("T1", h.TableRegistered(entry, LIVE, "", Money.LIVE))
    return structs.replace(house, game=structs.replace(house.game, round=current))
