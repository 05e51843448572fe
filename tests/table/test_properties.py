"""Whatever people do, in whatever order: what must always hold.

A floor of two linked tables is played with commands drawn at random: mostly legal
ones, with reports, rulings and nonsense in between. After every command the
invariants are checked; marks prove that the games got somewhere.
"""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.books import RULEBOOKS, find_rulebook
from croupier.cards import DECK, card_name, card_names
from croupier.floor import Floor, play
from croupier.jackpot import meter
from croupier.jackpot.events import JackpotEvent
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Device
from croupier.rulebooks.progressive import MeterShare, Sharing
from croupier.rulebooks.settings import EntryMode, JackpotSettings, Limits, TableSettings
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.replay import _note_lines
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from croupier.table.decide import legal_commands
from croupier.table.evolve import Event, evolve
from croupier.table.hands import known_cards
from croupier.table.state import (
    Betting,
    Choice,
    Dealt,
    Idle,
    Line,
    Revealed,
    Settled,
    Table,
    Voided,
)
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Seat, Viewer, view
from croupier.wagers import Result

PLAYERS = ("ann", "bob", "cat", "dan")
STAFF_ROLES = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
_EVENTS = msgspec.json.Decoder(Event)

RIGGED = {
    5: (
        "As Ks Qs Js Ts",
        "Ah Kh Qh Jh Th",
        "9c 8c 7c 6c 5c",
        "6d 5d 4d 3d 2d",
        "2s 2h 2c Td Tc",
    ),
    3: ("As Ks Qs", "Ah Kh Qh", "9c 8c 7c", "2d 2h 2c", "6d 5s 4h"),
}


class Session:
    """One random game, with the invariants checked after every command."""

    def __init__(self, rng: random.Random, rulebook: str, entry: EntryMode) -> None:
        self.rng = rng
        self.marks: Counter[str] = Counter()
        settings = TableSettings(
            rulebook=find_rulebook(rulebook),
            boxes=5,
            device=rng.choice(list(Device)),
            limits={"ante": Limits(500, 30_000)},
            entry=entry,
            jackpot="J",
        )
        jackpot = JackpotSettings(
            meter=rng.randrange(1, 5_000_000), reset=1_000_01, increment="0.137"
        )
        self.floor = Floor.opening({"A": settings, "B": settings}, {"J": jackpot})
        self.lines: dict[tuple[str, int], tuple[Line, ...]] = {}

    # Playing

    def step(self) -> None:
        name = self.rng.choice(("A", "B"))
        table = self.floor.tables[name]
        roll = self.rng.random()
        if roll < 0.10 and table.rulebook.draws and isinstance(table.round, Dealt):
            hands = (*table.round.deal.hands.values(), table.round.deal.dealer)
            card = card_name(self.rng.choice(known_cards([self.rng.choice(hands)])))
            command: TableCommand | None = c.Draw(magic_card=card)
        elif isinstance(table.round, Settled) and roll < 0.25:
            command = self._report(table)
        elif roll < 0.86:
            command = self._legal(table)
        elif roll < 0.95:
            command = self._report(table)
        else:
            command = self._nonsense(table)
        if command is not None:
            self.give(name, command)

    def give(self, name: str, command: TableCommand) -> bool:
        before = self.floor
        frozen = msgspec.json.encode(_plain(before))
        try:
            self.floor, events = play(before, name, command)
        except Refused as caught:
            refused = caught
        else:
            self._check_played(before, name, events)
            return True
        self.marks[f"refused {refused.refusal.code}"] += 1
        assert refused.refusal.message.endswith(".")
        assert msgspec.json.encode(_plain(before)) == frozen
        return False

    def _check_played(self, before: Floor, name: str, events: tuple[Event, ...]) -> None:
        self._check_fold(before, name, events)
        for event in events:
            assert _EVENTS.decode(msgspec.json.encode(event)) == event
            self.marks[type(event).__name__] += 1
            _note_lines(self.lines, self.floor.tables[name], event)
        self.marks[self.floor.tables[name].phase] += 1
        self._check(self.floor.tables[name])

    def _legal(self, table: Table) -> TableCommand | None:
        rng = self.rng
        official = rng.random() < (0.3 if isinstance(table.round, Betting | Dealt) else 0.9)
        role = rng.choice(STAFF_ROLES) if official else Role.PLAYER
        actor = Actor("official" if official else rng.choice(PLAYERS), role)
        allowed = legal_commands(table, self.floor.link_of(table), actor)
        dull = (c.CloseTable, c.Leave, c.SetJackpotService, c.BarPlayer, c.RestrictPlayer)
        rare = (c.WithdrawWager, c.Fold)
        allowed = tuple(
            one
            for one in allowed
            if rng.random()
            < (0.05 if isinstance(one, dull) else 0.3 if isinstance(one, rare) else 1)
        )
        if not allowed:
            return None
        step_on = (c.OpenBets, c.Deal, c.RevealDealer, c.Settle)
        wanted = [one for one in allowed if _is_jackpot(one) or isinstance(one, step_on)]
        command = rng.choice(wanted if wanted and rng.random() < 0.6 else allowed)
        if isinstance(command, c.Deal):
            return self._deal(table)
        if isinstance(command, c.PlaceWager) and command.wager == WagerKind.ANTE:
            return msgspec.structs.replace(command, amount=rng.randrange(500, 12_000))
        return command

    def _deal(self, table: Table) -> c.Deal:
        rng = self.rng
        size = table.rulebook.hands.size
        deck = list(DECK)
        rng.shuffle(deck)
        if rng.random() < 0.3:
            return c.Deal(shoe=card_names(deck))
        assert not isinstance(table.round, Idle)
        boxes = [str(number) for number, box in table.round.boxes.items() if box.enters]
        prizes = list(RIGGED[size])
        rng.shuffle(prizes)
        hands: dict[str, str] = {}
        for name in (*boxes, "dealer"):
            taken = {card for hand in hands.values() for card in hand.split()}
            if prizes and rng.random() < 0.8 and not taken & set(prizes[0].split()):
                hands[name] = prizes.pop(0)
                continue
            free = [card for card in deck if card_name(card) not in taken]
            free = [card for card in free if card_name(card) not in " ".join(prizes)]
            wrong = not table.settings.enforcing and rng.random() < 0.05
            hands[name] = card_names(free[: size - wrong])
        return c.Deal(hands=hands)

    def _report(self, table: Table) -> c.Report:
        rng = self.rng
        kinds = [kind for kind in Irregularity if kind is not Irregularity.LEFT_AFTER_VIEWING]
        if isinstance(table.round, Settled):
            kinds = [Irregularity.FOREIGN_CARD, Irregularity.PLAYER_CARD_COUNT, Irregularity.OTHER]
        round_now = table.round
        dealer = "2c"
        if isinstance(round_now, Dealt | Revealed) and round_now.deal.dealer:
            dealer = card_name(rng.choice(known_cards([round_now.deal.dealer])))
        return c.Report(
            irregularity=rng.choice(kinds),
            by=Actor("official", rng.choice(STAFF_ROLES)),
            box=rng.randrange(1, 6),
            boxes=tuple(rng.sample(range(1, 6), 2)) if rng.random() < 0.5 else None,
            player=rng.choice(PLAYERS),
            counted=rng.choice((51, 52, 53)),
            count=rng.choice((1, 2)),
            moves=rng.choice(({"1": 2, "2": 1}, None)),
            reconstructable=rng.random() < 0.5,
            permit_withdrawal=rng.random() < 0.2,
            card=dealer,
            intentional=rng.choice((True, False, None)),
        )

    def _nonsense(self, table: Table) -> TableCommand:
        rng = self.rng
        by = Actor(rng.choice(PLAYERS), rng.choice(list(Role)))
        box = rng.randrange(1, 7)
        return rng.choice(
            (
                c.PlaceWager(box=box, wager=rng.choice(list(WagerKind)), amount=400, by=by),
                c.WithdrawWager(box=box, wager=WagerKind.ANTE, by=by),
                c.Fold(box=box, by=by),
                c.ViewHand(box=box, by=by),
                c.ClaimJackpot(box=box),
                c.DeclineReveal(box=box),
                c.Settle(by=by),
                c.RevealDealer(),
                c.OpenBets(by=by),
                c.Draw(magic_card=card_name(rng.choice(DECK)), lucky_box=2, lucky_dealer=True),
                c.Draw(lucky_dealer=True),
                c.Leave(player=rng.choice(PLAYERS)),
                c.CorrectEntry(box=box, wager=WagerKind.ANTE, amount=700, by=by),
                c.ReadmitPlayer(player=rng.choice(PLAYERS), by=by),
                c.DisallowBoxes(boxes=(5,), by=by),
                c.OpenTable(by=by),
                c.SetJackpotService(available=True, by=by),
            )
        )

    # What must always hold

    def _check_fold(self, before: Floor, name: str, events: tuple[Event, ...]) -> None:
        """State is the fold of events."""
        table, jackpot = before.tables[name], before.jackpots["J"]
        for event in events:
            if isinstance(event, JackpotEvent):
                jackpot = meter.evolve(jackpot, event)
            else:
                table = evolve(table, event)
        assert table == self.floor.tables[name]
        assert jackpot == self.floor.jackpots["J"]

    def _check(self, table: Table) -> None:
        self.floor.jackpots["J"].check()
        self._check_views(table)
        if isinstance(table.round, Settled | Voided):
            self._check_lines(table, table.round)

    def _check_lines(self, table: Table, over: Settled | Voided) -> None:
        laid = sum(share.laid for box in over.boxes.values() for share in box.shares)
        assert sum(line.staked for line in over.lines) == laid
        for line in over.lines:
            self.marks[f"{line.wager} {line.result}"] += 1
            assert line.clauses, (line, over)
            assert 0 <= line.returned <= line.staked
            assert line.won >= 0
            match line.result:
                case Result.VOID | Result.RETURNED:
                    assert (line.won, line.returned) == (0, line.staked)
                case Result.LOST | Result.STAND_OFF | Result.PENDING:
                    assert line.won == 0
                case Result.WON:
                    assert line.won or line.returned
        assert isinstance(over, Settled) or all(line.result is Result.VOID for line in over.lines)

    def _check_views(self, table: Table) -> None:
        """Nobody's view holds a card they may not see."""
        link = self.floor.link_of(table)
        viewers = (PUBLIC, STAFF, AUDITOR, *(Viewer.of_player(player) for player in PLAYERS))
        for viewer in viewers:
            seen = view(table, link, viewer)
            shown = {box.box: box.hand for box in seen.boxes}
            may_see = _cards_open_to(table, viewer)
            for cards in (seen.dealer, *shown.values()):
                if cards is not None:
                    assert set(cards.cards.split()) <= may_see
            assert seen.up_card is None or seen.up_card in may_see

    def check_money(self) -> None:
        """What winners took of the meter is what left it, to the cent."""
        rules = self.floor.tables["A"].rulebook.progressive
        rows = {row.clause for row in rules.rows if isinstance(row.prize, MeterShare)}
        won = sum(
            line.won
            for lines in self.lines.values()
            for line in lines
            if rows & set(line.clauses) and line.wager in ("jackpot", "dealer_jackpot")
        )
        jackpot = self.floor.jackpots["J"]
        entered = sum(
            winning.amount
            for entry in jackpot.rounds.values()
            if (entry.table, entry.number) not in self.lines
            for winning in entry.winnings
        )
        if rules.sharing.value is Sharing.POOL_WITH_RESETS:
            assert won + entered >= jackpot.paid
        else:
            assert won + entered == jackpot.paid

    def finish(self) -> None:
        """From any state the round can be finished or voided."""
        for name in ("A", "B"):
            for _ in range(60):
                if isinstance(self.floor.tables[name].round, Idle | Settled | Voided):
                    break
                self._push_on(name)
            table = self.floor.tables[name]
            over = isinstance(table.round, Idle | Settled | Voided)
            assert over, (table.matters, getattr(table.round, "options", ()), table.round)

    def _push_on(self, name: str) -> None:
        table = self.floor.tables[name]
        boss = Actor("boss", Role.SHIFT_MANAGER)
        current = table.round
        assert not isinstance(current, Idle)
        for matter in table.matters:
            named = f"{name}/{current.number}/{matter.number}"
            for decision in ("dismiss", "return_wagers"):
                ruling = c.Rule(decision=decision, matter=named, by=boss)  # type: ignore[arg-type]
                if self.give(name, ruling):
                    return
        for option in current.options:
            where, who = option.boxes[0], option.player
            self.give(name, c.Choose(box=where, player=who, option="continue"))
            return
        for number, box in current.boxes.items():
            if isinstance(current, Dealt) and box.must_decide:
                self.give(name, c.Fold(box=number))
                return
        deck = card_names(DECK)
        for command in (c.CloseBets(), c.Deal(shoe=deck), c.RevealDealer(), c.Settle()):
            if self.give(name, command):
                return
        self.give(name, c.Report(irregularity=Irregularity.OTHER, by=boss))
        matter = self.floor.tables[name].matters[-1]
        named = f"{name}/{current.number}/{matter.number}"
        self.give(name, c.Rule(decision="void", matter=named, by=boss))  # type: ignore[arg-type]


def _is_jackpot(command: TableCommand) -> bool:
    if isinstance(command, c.ClaimJackpot):
        return True
    targets = (WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT)
    return isinstance(command, c.PlaceWager) and command.wager in targets


def _plain(floor: Floor) -> list[Any]:
    """The state of a floor as plain data, for comparing before and after."""
    return [
        [repr(table.round), repr(table.memory), repr(table.matters), table.closed]
        for table in floor.tables.values()
    ] + [[jackpot.units, jackpot.paid, repr(jackpot.rounds)] for jackpot in floor.jackpots.values()]


def _cards_open_to(table: Table, viewer: Viewer) -> set[str]:
    """The rule of who may see what, written a second time."""
    current = table.round
    deal = getattr(current, "deal", None)
    if deal is None or isinstance(current, Idle):
        return set()
    cards = [] if deal.up_card is None else [deal.up_card]
    over = isinstance(current, Settled | Voided)
    if isinstance(current, Revealed | Settled):
        cards += deal.dealer
    for number, box in current.boxes.items():
        shown_at_the_end = (
            isinstance(current, Settled) and box.choice is Choice.STAYED and not box.declined
        )
        own = viewer.seat is Seat.PLAYER and viewer.player == box.seated
        if (
            box.claimed
            or shown_at_the_end
            or (own and (box.viewed or isinstance(current, Settled)))
            or (viewer.seat is Seat.AUDITOR and over)
        ):
            cards += deal.hands.get(number, ())
    return set(card_names(cards).split())


def random_session(rng: random.Random, rulebook: str, entry: EntryMode, steps: int) -> Session:
    session = Session(rng, rulebook, entry)
    for _ in range(steps):
        session.step()
    session.finish()
    session.check_money()
    return session


@pytest.mark.parametrize("entry", list(EntryMode))
@pytest.mark.parametrize("rulebook", list(RULEBOOKS))
@settings(max_examples=5, suppress_health_check=list(HealthCheck), deadline=None)
@given(rng=st.randoms(use_true_random=False))
def test_any_sequence_of_commands(rulebook: str, entry: EntryMode, rng: random.Random) -> None:
    random_session(rng, rulebook, entry, steps=40)


REACHED_EVERYWHERE = (
    *("betting", "closed", "dealt", "revealed", "settled", "void"),
    *("ante won", "ante lost", "ante void", "ante returned", "jackpot won", "jackpot lost"),
    *("HandFolded", "HandViewed", "JackpotClaimed", "MatterOpened", "MatterDecided"),
    *("IrregularityDecided", "RoundVoided", "HandInvalidated", "JackpotGrew", "JackpotWon"),
    *("ContributionsReturned", "OptionsOffered", "OptionTaken", "PlayerLeft", "ReportNoted"),
    *("refused matter-open", "refused role-too-low", "refused bets-closed", "JackpotFailed"),
    *("SettlementReversed", "WinsReversed", "HandsCorrected"),
)
REACHED_BY_GAME = {
    "casino-stud": ("jackpot pending", "ClaimsQueued", "RevealDeclined", "UpCardChanged"),
    "multi-link-stud": ("jackpot pending", "ClaimsQueued", "RevealDeclined", "UpCardChanged"),
    "megalink-stud": ("PlayerBarred", "RevealDeclined", "NoticeShown"),
    "singapore-stud": ("magic_card won", "lucky_dealer won", "dealer_jackpot won", "DrawMade"),
    "three-card-poker": ("pair_plus won", "ante_bonus won", "envy_bonus won"),
}


LONG = set(RULEBOOKS) - {"singapore-stud"}
"""One game shows it in `make test`; the others in `make test-all`."""


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(slug, marks=pytest.mark.slow if slug in LONG else ()) for slug in RULEBOOKS],
)
def test_random_games_reach_what_they_claim(rulebook: str) -> None:
    marks: Counter[str] = Counter()
    for seed in range(60):
        entry = list(EntryMode)[seed % 2]
        session = random_session(random.Random(seed), rulebook, entry, steps=220)
        marks += session.marks
    missing = [mark for mark in REACHED_EVERYWHERE + REACHED_BY_GAME[rulebook] if not marks[mark]]
    assert not missing, (missing, marks)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", list(RULEBOOKS))
def test_long_random_games(rulebook: str) -> None:
    for seed in range(1000, 1300):
        random_session(random.Random(seed), rulebook, list(EntryMode)[seed % 2], steps=250)
