"""No answer depends on a card that the asker may not see.

Every command of every kind is given at every stage, in every role, to two tables that differ
only in cards that lie closed to whoever asks. What is answered, what is offered, what a console
lists and what a decision is said to do beforehand is the same.

Staff of a live table enter its cards, and name them in reports: such a report is held against the
cards, on record. Nothing else that they ask is.
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import get_args

import pytest
from msgspec import structs

from croupier.cards import DECK, Card, NoSuchCard, card_name, card_names
from croupier.house.http.pages.console import console
from croupier.house.model import commands as hc
from croupier.house.model.cage.day import Period
from croupier.house.model.jackpot.decide import (
    decide_jackpot_registration,
    decide_table_registration,
)
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Cards, ChipSet, Dealing
from croupier.house.model.table.acts import open_acts
from croupier.house.model.table.cards import Chance, names_cards
from croupier.house.model.table.decide import decide_table, legal_at
from croupier.house.model.table.foresight import Foreseen, foresee
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import Keyring
from croupier.refusal import Code, Refused
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from croupier.table.decide import decide as decide_game
from croupier.table.hands import known_cards
from croupier.table.state import Deal, Dealt, Draw, Revealed, Settled
from croupier.table.views import STAFF, Viewer, sees_hand, view

NOW = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)
CHANCE = Chance(Keyring((bytes(32),)), bytes(range(32)), bytes(16))
PLAYERS = tuple(Actor(name, Role.PLAYER) for name in ("ann", "bob", "eve"))
OFFICIALS = tuple(
    Actor(f"the-{role.value}", role)
    for role in (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
)
DEALER, SUE = OFFICIALS[:2]
ANN, BOB, EVE = PLAYERS
ROYAL = frozenset(card for card in DECK if card % 4 == 3 and card // 4 >= 8)


class World:
    """A table with its link, which commands move on."""

    def __init__(self, rulebook: str, cards: Cards, mode: EntryMode) -> None:
        entry = JackpotEntry(meter=1_000_000_00, reset=100_000_00, increment="0.23")
        link = decide_jackpot_registration(
            hc.RegisterJackpot(name="J", entry=entry, by=OFFICIALS[-1])
        ).link
        register = hc.RegisterTable(
            name="T",
            entry=TableEntry(rulebook=rulebook, boxes=4, jackpot="J", entry=mode),
            dealing=Dealing(cards=cards),
            by=OFFICIALS[-1],
        )
        _, table, joined = decide_table_registration(register, link, NOW)
        assert joined is not None
        self.table: HouseTable = table
        self.link: HouseJackpot = joined.link

    def give(self, command: c.TableCommand, by: Actor) -> None:
        decided = decide_table(self.table, self.link, structs.replace(command, by=by), NOW, CHANCE)
        assert decided.link is not None
        self.table, self.link = decided.table, decided.link


def stages(
    rulebook: str, cards: Cards, mode: EntryMode = EntryMode.ENFORCING
) -> Iterator[tuple[str, World]]:
    """One world that moves on: each stage is looked at before the next."""
    world = World(rulebook, cards, mode)
    stay = world.table.game.rulebook.stay.wager
    yield "idle", world
    world.give(c.OpenBets(), DEALER)
    for number, player in enumerate((ANN, BOB), start=1):
        ante = c.PlaceWager(box=number, wager=WagerKind.ANTE, player=player.id, amount=25_00)
        world.give(ante, player)
        world.give(c.PlaceWager(box=number, wager=WagerKind.JACKPOT, player=player.id), player)
    yield "betting", world
    world.give(c.CloseBets(), DEALER)
    yield "closed", world
    if cards is Cards.ELECTRONIC and world.table.game.rulebook.draws is not None:
        world.give(c.Draw(), DEALER)
        yield "drawn", world
    if cards is Cards.ELECTRONIC:
        world.give(c.Deal(), DEALER)
    else:
        order = random.Random(5).sample(DECK, len(DECK))
        world.give(c.Deal(shoe=card_names(order)), DEALER)
    yield "dealt", world
    world.give(c.ViewHand(box=1), ANN)
    world.give(c.Report(irregularity=Irregularity.OTHER, description="Something fell.", box=2), SUE)
    yield "viewed", world
    world.give(c.Rule(decision=Decision.CONTINUE, reason="Nothing came of it."), OFFICIALS[-1])
    world.give(c.PlaceWager(box=1, wager=stay), ANN)
    world.give(c.Fold(box=2), BOB)
    yield "decided", world
    world.give(c.RevealDealer(), DEALER)
    yield "revealed", world
    world.give(c.Settle(), DEALER)
    yield "settled", world


def viewer_of(actor: Actor) -> Viewer:
    return STAFF if actor.role.is_staff else Viewer.of_player(actor.id)


def other_world(table: HouseTable, viewer: Viewer, rng: random.Random) -> HouseTable:
    """The same table with other cards wherever they lie closed to the viewer."""
    current = table.game.round
    deal: Deal | None = getattr(current, "deal", None)
    if deal is None:
        return table
    is_open = {
        number: sees_hand(table.game, viewer, current.boxes[number])  # type: ignore[union-attr]
        for number in deal.hands
    }
    dealer_open = isinstance(current, Revealed | Settled)
    seen = set(known_cards(hand for number, hand in deal.hands.items() if is_open[number]))
    if dealer_open:
        seen.update(known_cards([deal.dealer]))
    elif deal.up_card is not None:
        seen.add(deal.up_card)
    closed = [card for card in DECK if card not in seen]
    rng.shuffle(closed)
    size = table.game.rulebook.hands.size
    royal: list[Card] = [card for card in closed if card in ROYAL][:size]
    if rng.random() < 0.5 and len(royal) == size:  # what a claim would give away
        closed = royal + [card for card in closed if card not in royal]
    left = iter(closed)
    hands = {
        number: hand if is_open[number] else tuple(next(left) for _ in known_cards([hand]))
        for number, hand in deal.hands.items()
    }
    dealer = deal.dealer
    if not dealer_open:
        cards = known_cards([dealer])
        dealer = tuple(card if card == deal.up_card else next(left) for card in cards)
    shoe = None if deal.shoe is None else tuple(rng.sample(DECK, len(deal.shoe)))
    changes = {"deal": structs.replace(deal, hands=hands, dealer=dealer, shoe=shoe)}
    if isinstance(current, Dealt) and current.draw.made:
        changes["draw"] = Draw(  # type: ignore[assignment]
            rng.choice([None, *DECK]), rng.choice([None, 1, 2]), rng.choice([None, True]), made=True
        )
    game = structs.replace(table.game, round=structs.replace(current, **changes))
    return structs.replace(table, game=game)


def commands(
    by: Actor, rng: random.Random, acts: tuple[str, ...] = ("1/1/ann/ante/take",)
) -> Iterator[hc.TableStreamCommand]:
    """Every kind of command, with facts that guess at cards."""
    yield from (c.OpenBets(), c.CloseBets(), c.RevealDealer(), c.Settle(), c.Draw(), c.Deal())
    yield c.Deal(burn=False)
    yield c.Deal(shoe=card_names(DECK))
    yield c.Deal(hands={"1": "? ? ? ? ?", "2": "? ? ? ? ?", "dealer": "? ? ? ? As"})
    yield c.Draw(magic_card="As")
    yield c.RevealDealer(cards=card_names(rng.sample(DECK, 5)))
    for box in (1, 2, 3):
        yield c.ShowHand(box=box)
        yield c.ShowHand(box=box, cards=card_names(rng.sample(DECK, 5)))
        for kind in (c.HandleHand, c.ViewHand, c.Fold, c.ClaimJackpot, c.DeclineReveal):
            yield kind(box=box)
        for wager in WagerKind:
            yield c.PlaceWager(box=box, wager=wager, player=by.id, amount=25_00)
            yield c.PlaceWager(box=box, wager=wager)
            yield c.WithdrawWager(box=box, wager=wager, player=by.id)
        for option in ("continue", "withdraw"):
            yield c.Choose(option=option, box=box)
    for player in ("ann", "bob", "eve"):
        yield c.Leave(player=player)
        yield c.RestrictPlayer(player=player)
        yield c.BarPlayer(player=player)
        yield c.ReadmitPlayer(player=player)
    for decision in Decision:
        yield c.Rule(decision=decision)
    yield from (c.CloseTable(), c.OpenTable(), c.SetJackpotService(available=False))
    yield c.DisallowBoxes(boxes=(3,))
    yield from (hc.SignOn(), hc.SignOff(), hc.AnnounceLastRound(), hc.PauseTable(reason="why"))
    yield from (hc.ResumeTable(), hc.AnswerCall(call=1), hc.UnseatBot(box=1))
    for stays in (False, True):
        yield hc.ReportPayment(
            round=1, box=1, player="ann", wager="ante", over=5_00, reason="seen", stays=stays
        )
    yield hc.ChangeLimits(limits={"ante": (50_00, 500_00)}, reason="a busy evening")
    yield hc.SeatBot(box=3, name="x-bot", strategy="basic", ante=25_00)
    yield from (hc.TakeSeat(box=3), hc.TakeSeat(box=2, player="bob"), hc.LeaveSeat(box=1))
    yield from (hc.CallFor(need=hc.Need.FILL, words="fives"), hc.AnswerNeed(call=1))
    yield hc.ConfirmActs(acts=acts, smallest_chip=1)
    yield hc.RequestWager(box=1, wager=WagerKind.ANTE, amount=25_00)
    yield from (hc.AddSeed(next="0" * 64), hc.PlayAlone())
    yield hc.NoteLossLimit(player="ann", lost=2, limit=1, period=Period.DAY)
    yield hc.NoteRefusedReport(person="ann", code=Code.WRONG_HANDS)
    for place in (1, 2, "dealer"):
        yield c.CorrectEntry(box=place, cards=card_names(rng.sample(DECK, 5)))
    yield c.CorrectEntry(box=1, wager=WagerKind.ANTE, amount=50_00, player="ann")
    for irregularity in Irregularity:
        yield c.Report(irregularity=irregularity)
        yield c.Report(irregularity=irregularity, description="It looked wrong.", box=2)
        for _ in range(3):
            yield _guess(irregularity, rng)
    for card in DECK:
        yield c.Report(irregularity=Irregularity.DEALER_CARD_EXPOSED, card=card_name(card))
        yield c.Report(irregularity=Irregularity.CARDS_EXPOSED, cards=card_name(card))


def _guess(irregularity: Irregularity, rng: random.Random) -> c.Report:
    some = card_names(rng.sample(DECK, 5))
    return c.Report(
        irregularity=irregularity,
        box=rng.choice([None, 1, 2]),
        player=rng.choice([None, "ann", "bob"]),
        counted=rng.choice([None, 51, 52]),
        count=rng.choice([None, 1, 2]),
        card=rng.choice([None, some[:2]]),
        cards=rng.choice([None, some]),
        order=rng.choice([None, some]),
        moves=rng.choice([None, {"1": 3}]),
        hands=rng.choice([None, {"1": some}, {"dealer": some}]),
        reconstructable=rng.choice([None, True, False]),
    )


def answer(table: HouseTable, link: HouseJackpot, command: hc.TableStreamCommand) -> object:
    """What the giver is told at once: yes, or a reason."""
    try:
        decide_table(table, link, command, NOW, CHANCE)
    except (Refused, HouseRefused) as refused:
        return structs.astuple(refused.refusal)
    return "accepted"


def would_tell(table: HouseTable, link: HouseJackpot, command: hc.AnyCommand) -> object:
    """What the rules alone would answer, whoever asks."""
    try:
        decide_game(table.game, link.meter, command)  # type: ignore[arg-type]
    except Refused as refused:
        return structs.astuple(refused.refusal)
    except NoSuchCard:
        return "no card"  # the house reads the facts before the rules do
    return "accepted"


GAMES = [
    "casino-stud",
    "singapore-stud",
    "three-card-poker",
    # Their cards are dealt, viewed and turned as those of the first two are.
    pytest.param("multi-link-stud", marks=pytest.mark.slow),
    pytest.param("megalink-stud", marks=pytest.mark.slow),
]


def is_told_the_cards(table: HouseTable, command: hc.TableStreamCommand, by: Actor) -> bool:
    """Cards of a live table lie in front of its staff, who enter them and what was drawn."""
    live = by.role.is_staff and table.dealing.cards is Cards.LIVE
    return live and (names_cards(command) or isinstance(command, c.Draw))


@pytest.mark.parametrize("cards", list(Cards))
@pytest.mark.parametrize("rulebook", GAMES)
def test_closed_cards_are_in_no_answer(rulebook: str, cards: Cards) -> None:
    rng = random.Random(f"{rulebook} {cards}")
    told: Counter[tuple[str, bool]] = Counter()
    betrayed = 0
    for stage, world in stages(rulebook, cards):
        table, link = world.table, world.link
        for actor in (*PLAYERS, *(OFFICIALS if cards is Cards.ELECTRONIC else OFFICIALS[-1:])):
            viewer = viewer_of(actor)
            worlds = [table, *(other_world(table, viewer, rng) for _ in range(2))]
            assert len({repr(view(one.game, link.meter, viewer)) for one in worlds}) == 1
            offered = [legal_at(one, link, actor) for one in worlds]
            assert offered.count(offered[0]) == len(offered), (stage, actor)
            for asked in commands(actor, rng):
                if is_told_the_cards(table, asked, actor):
                    continue
                command = structs.replace(asked, by=actor)
                answers = [answer(one, link, command) for one in worlds]
                assert answers.count(answers[0]) == len(answers), (stage, command, answers)
                told[type(asked).__name__, answers[0] == "accepted"] += 1
                if isinstance(asked, c.TableCommand):
                    raw = [would_tell(one, link, command) for one in worlds]
                    betrayed += raw.count(raw[0]) != len(raw)
    accepted = {name for name, yes in told if yes}
    assert accepted >= {"PlaceWager", "WithdrawWager", "ViewHand", "Fold", "Leave", "Report"}
    assert accepted >= {"ShowHand", "Rule", "CallFor"}
    assert betrayed > 50, "the cards of the worlds must matter to the rules"


@pytest.mark.parametrize("rulebook", ["casino-stud", "three-card-poker"])
def test_closed_cards_are_in_no_answer_where_chips_are_recorded(rulebook: str) -> None:
    rng = random.Random(f"{rulebook} recorded")
    accepted: set[str] = set()
    for stage, world in stages(rulebook, Cards.LIVE, EntryMode.RECORDING):
        table, link = world.table, world.link
        acts = tuple(act.id for act in open_acts(table, link)) or ("1/1/ann/ante/take",)
        for actor in (ANN, EVE, DEALER):
            worlds = [table, *(other_world(table, viewer_of(actor), rng) for _ in range(2))]
            for asked in commands(actor, rng, acts):
                if is_told_the_cards(table, asked, actor):
                    continue
                command = structs.replace(asked, by=actor)
                answers = [answer(one, link, command) for one in worlds]
                assert answers.count(answers[0]) == len(answers), (stage, command, answers)
                accepted.update({type(asked).__name__} if answers[0] == "accepted" else ())
    assert accepted >= {"TakeSeat", "ConfirmActs", "ShowHand", "CallFor"}


def preview(table: HouseTable, link: HouseJackpot, command: Foreseen) -> object:
    try:
        return foresee(table, link, command, NOW)
    except (Refused, HouseRefused) as refused:
        return structs.astuple(refused.refusal)


@pytest.mark.parametrize("cards", list(Cards))
@pytest.mark.parametrize("rulebook", GAMES)
def test_closed_cards_are_in_no_preview_and_no_list_of_a_console(
    rulebook: str, cards: Cards
) -> None:
    """Of staff at live tables too: what is only looked at leaves no trace."""
    rng = random.Random(f"{rulebook} {cards} beforehand")
    mode = EntryMode.RECORDING if cards is Cards.LIVE else EntryMode.ENFORCING
    foreseen: Counter[type[object]] = Counter()
    for stage, world in stages(rulebook, cards, mode):
        table, link = world.table, world.link
        for actor in (DEALER, OFFICIALS[-1]):
            worlds = [table, *(other_world(table, STAFF, rng) for _ in range(2))]
            listed = [console(one, link, actor, 1, (), ChipSet((1, 100))) for one in worlds]
            assert listed.count(listed[0]) == len(listed), (stage, actor)
            for asked in commands(actor, rng):
                if isinstance(asked, Foreseen):
                    command = structs.replace(asked, by=actor)
                    told = [preview(one, link, command) for one in worlds]
                    assert told.count(told[0]) == len(told), (stage, command, told)
                    foreseen[type(told[0])] += 1
    assert min(foreseen.values()) > 50, foreseen


def test_every_kind_of_command_is_tried() -> None:
    """A new one fails here until it is among those that are given to both worlds."""
    tried = {type(one) for one in commands(ANN, random.Random(1))}
    assert tried == set(get_args(hc.TableStreamCommand))
