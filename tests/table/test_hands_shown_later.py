"""Cards keyed when they are turned settle as cards that were known from the deal.

Scripts of the differential families are played twice, side by side: once as written, once with
every hand dealt face down and keyed when play needs it. What lies where at that moment is taken
from the first table, so that hands which were moved or put right meanwhile are keyed as they lie.
"""

from collections import Counter
from typing import Any

import msgspec
import pytest

from croupier.cards import card_name
from croupier.floor import Floor, FloorCommand, play
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.script.format import Script
from croupier.script.replay import opening_floor
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.hands import UNKNOWN, FaceDown, Lying, hand_text
from croupier.table.outcome import awaited
from croupier.table.state import Choice, Deal, Line, Revealed, Settled, Table, Voided
from croupier.wagers import jackpot_row
from tests.oracle import generate

REPLACE = msgspec.structs.replace
NAMES_CARDS = (Irregularity.CARDS_EXPOSED, Irregularity.DEALER_CARD_EXPOSED)


class Pair:
    """The same play at a table that reads its cards and at one where they are keyed late."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.early = opening_floor(script)
        self.late = opening_floor(script)
        self.marks: Counter[str] = Counter()

    def run(self) -> None:
        for command in self.script.commands:
            name = self.script.table_of(command)
            before = self.early
            self.early, told = attempt(before, name, command)
            if told is None:
                continue  # what the rules refuse is no part of play
            self.marks[type(command).__name__] += 1
            self._prepare(name, before.tables[name], command)
            self.late, heard = attempt(self.late, name, self._translated(name, command))
            assert heard is not None, (command, self.trouble)
            if up_card(self.early.tables[name]) != up_card(self.late.tables[name]):
                self.marks["up card drawn together with another"] += 1
                return  # the order of cards that nobody has read is laid, not keyed (CSP 5.14)
            self._compare(name, told, heard)

    trouble: Refused | None = None

    def _deal(self, name: str, command: c.Deal) -> c.Deal:
        """What can be seen of the deal: how many cards lie where, and the up card."""
        deal = lies(self.early.tables[name])
        hands = {str(number): hidden(hand) for number, hand in deal.hands.items()}
        up_card = None if deal.up_card is None else card_name(deal.up_card)
        return REPLACE(
            command, hands={**hands, "dealer": hidden(deal.dealer, up_card)}, shoe=None, burn=True
        )

    def _translated(self, name: str, command: FloorCommand) -> FloorCommand:
        match command:
            case c.Deal():
                return self._deal(name, command)
            case c.RevealDealer():
                known = not isinstance(lies(self.late.tables[name]).dealer, FaceDown)
                cards = hand_text(lies(self.early.tables[name]).dealer)
                return command if known else REPLACE(command, cards=cards)
            case c.Report() if command.order:
                return REPLACE(command, order=None)  # staff lay them so; nobody has read them
            case _:
                return command

    def _prepare(self, name: str, before: Table, command: FloorCommand) -> None:
        """What has to be shown before this: a hand that is claimed, those that are compared."""
        match command:
            case c.ClaimJackpot(box=box):
                self._show(name, before, [box])
            case c.Settle():
                lies = self.late.tables[name].round
                assert isinstance(lies, Revealed)
                self._show(name, before, awaited(before.rulebook, lies.boxes, lies.deal))
                self._show(name, before, worth_showing(before))
            case c.CorrectEntry() if isinstance(before.round, Settled):
                self._show(name, before, sorted(before.round.boxes))
            case c.Rule() | c.Report() if isinstance(before.round, Settled):
                self._show(name, before, sorted(before.round.boxes))
            case _:
                pass

    def _show(self, name: str, before: Table, boxes: list[int]) -> None:
        for box in boxes:
            current = self.late.tables[name].round
            deal = getattr(current, "deal", None)
            if deal is None or not isinstance(deal.hands.get(box), FaceDown):
                continue
            if current.boxes[box].out is not None or not current.boxes[box].in_play:  # type: ignore[union-attr]
                continue
            cards = hand_text(lies(before).hands[box])
            self.late, shown = attempt(self.late, name, c.ShowHand(box=box, cards=cards))
            assert shown is not None
            self.marks[f"shown when {type(current).__name__.lower()}"] += 1

    def _compare(self, name: str, told: tuple[Any, ...], heard: tuple[Any, ...]) -> None:
        early, late = self.early.tables[name], self.late.tables[name]
        assert early.phase == late.phase
        assert matters(early) == matters(late)
        assert early.memory == late.memory
        assert settled(heard) == settled(told)
        if not isinstance(early.round, Settled | Voided):
            return  # until then a claim cannot count hands that nobody has turned (MEGA 3.14)
        assert late.round.lines == early.round.lines  # type: ignore[union-attr]
        self._mark(late)
        for link, jackpot in self.early.jackpots.items():
            other = self.late.jackpots[link]
            assert (other.meter, other.paid, other.seeded) == (
                jackpot.meter,
                jackpot.paid,
                jackpot.seeded,
            )

    def _mark(self, table: Table) -> None:
        current = table.round
        self.marks[f"{table.rulebook.slug} {table.phase}"] += 1
        assert isinstance(current, Settled | Voided)
        self.marks.update(f"{line.wager} {line.result}" for line in current.lines)
        hands = {} if current.deal is None else current.deal.hands
        for number, box in current.boxes.items():
            if isinstance(hands.get(number), FaceDown) and box.out is None:
                self.marks[f"never turned: {box.choice}"] += 1
            elif box.choice is Choice.FOLDED and box.shown:
                self.marks["folded and shown"] += 1


def attempt(
    floor: Floor, table: str, command: FloorCommand
) -> tuple[Floor, tuple[Any, ...] | None]:
    try:
        return play(floor, table, command)
    except Refused as refused:
        Pair.trouble = refused
        return floor, None


def lies(table: Table) -> Deal:
    deal = getattr(table.round, "deal", None)
    assert isinstance(deal, Deal)
    return deal


def up_card(table: Table) -> Any:
    deal = getattr(table.round, "deal", None)
    return None if deal is None else deal.up_card


def matters(table: Table) -> list[Any]:
    return [(one.number, one.irregularity, one.box) for one in table.matters]


def hidden(hand: Lying, up_card: str | None = None) -> str:
    closed = [UNKNOWN] * (len(hand) - (up_card is not None))
    return " ".join([*closed, *([] if up_card is None else [up_card])])


def worth_showing(table: Table) -> list[int]:
    """Folded hands that a player turns for a prize: a row of the jackpot, or the magic card."""
    current = table.round
    assert isinstance(current, Revealed)
    rules, size = table.rulebook, table.rulebook.hands.size
    return [
        number
        for number, box in sorted(current.boxes.items())
        if isinstance(hand := current.deal.hands.get(number), tuple) and len(hand) == size
        if box.choice is Choice.FOLDED and box.enters
        if jackpot_row(rules, hand, rules.hands.value(hand)) or current.draw.magic_card in hand
    ]


def settled(events: tuple[Any, ...]) -> list[Line]:
    return [one.line for one in events if isinstance(one, e.WagerSettled)]


def readable(raw: dict[str, Any]) -> Script | None:
    """Without scripts of several tables, where an early claim is priced before others' hands are
    known, and without reports that name cards which nobody has turned."""
    script = msgspec.convert(raw, Script)
    named = any(
        isinstance(one, c.Report) and (one.irregularity in NAMES_CARDS and one.count is None)
        for one in script.commands
    )
    return None if named or len(script.tables) > 1 else script


def played(family: str, seeds: range) -> Counter[str]:
    marks: Counter[str] = Counter()
    for seed in seeds:
        script = readable(generate.FAMILIES[family](seed))
        if script is not None:
            pair = Pair(script)
            pair.run()
            marks.update(pair.marks)
            marks["scripts"] += 1
    return marks


GAMES = ("casino-stud", "megalink-stud", "multi-link-stud", "singapore-stud", "three-card-poker")
REACHED = {
    "ordinary": (
        *(f"{game} settled" for game in GAMES),
        "shown when revealed",
        "never turned: folded",
        "never turned: stayed",
        "folded and shown",
        "jackpot won",
        "dealer_jackpot won",
        "envy_bonus won",
        "magic_card won",
        "ante standoff",
        "DeclineReveal",
    ),
    "recorded": ("never turned: folded", "ante returned", "shown when revealed"),
    "mistaken": (
        *(f"{game} void" for game in GAMES),
        "ante void",
        "ante returned",
        "jackpot won",
        "shown when settled",
        "Report",
        "Rule",
    ),
    "mistaken_live": ("CorrectEntry", "ante void", "shown when settled"),
    "mended": ("Report", "Choose", "ante won"),
    "shared": ("jackpot won", "ante returned", "shown when dealt"),
}


@pytest.mark.parametrize("family", sorted(REACHED))
def test_hands_shown_later_settle_alike(family: str) -> None:
    marks = played(family, range(100))
    assert not [name for name in REACHED[family] if marks[name] == 0], marks
