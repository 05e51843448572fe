"""Shapes that types alone do not express: facts of a report, cards, boxes of the table."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from croupier.books import RULEBOOKS
from croupier.cards import NoSuchCard, parse_card
from croupier.floor import FloorCommand
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook
from croupier.table.commands import (
    Choose,
    CorrectEntry,
    Deal,
    DisallowBoxes,
    Draw,
    PlaceWager,
    Report,
    RevealDealer,
    ShowHand,
)
from croupier.table.hands import UNKNOWN

DEALER = "dealer"


class BadFact(ValueError):
    """A field that is wrong in any state of the table."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(problem)
        self.field = field


_NEEDED = {
    Irregularity.COUNT_IN_DOUBT: "counted",
    Irregularity.PLAYER_CARD_COUNT: "box",
    Irregularity.DEALER_CARD_EXPOSED: "card",
    Irregularity.EXTRA_HAND_VIEWED: "box",
    Irregularity.CONFIDENTIALITY: "player",
    Irregularity.MULTIPLE_POSITIONS: "player",
    Irregularity.OVER_LIMIT: "box",
    Irregularity.UNDER_LIMIT: "box",
}


def is_wager(name: str, played: Iterable[Rulebook], *, entry: bool = False) -> bool:
    """Whether some game has this wager, or has it before the deal: a wager that a table lacks is
    refused, but one that no game has is bad input."""
    if name in _names(entry):
        return True
    return any(name in (game.entry_wagers if entry else game.wagers) for game in played)


@cache
def _names(entry: bool) -> frozenset[str]:
    games = RULEBOOKS.values()
    return frozenset(
        name for game in games for name in (game.entry_wagers if entry else game.wagers)
    )


def check_command(command: FloorCommand, boxes: int, played: Iterable[Rulebook]) -> None:
    """Raise `BadFact` for what is wrong in any state of the table."""
    wager = getattr(command, "wager", None)
    if wager is not None and not is_wager(wager, played):
        raise BadFact("wager", f"there is no wager '{wager}'")
    number = getattr(command, "box", None)
    if isinstance(number, int):
        _check_box("box", number, boxes)
    check = _CHECKS.get(type(command))
    if check is not None:
        check(command, boxes, played)


def _check_card(field: str, name: str | None) -> None:
    if name is not None:
        try:
            parse_card(name)
        except NoSuchCard as error:
            raise BadFact(field, str(error)) from None


def _check_cards(field: str, text: str | None) -> None:
    for name in (text or "").split():
        _check_card(field, name)


def _check_lying(field: str, text: str) -> None:
    """Cards, some of which may lie face down."""
    _check_cards(field, " ".join(name for name in text.split() if name != UNKNOWN))


def _check_box(field: str, number: int, boxes: int) -> None:
    if not 1 <= number <= boxes:
        raise BadFact(field, f"there is no box {number}; the table has boxes 1 to {boxes}")


def _check_boxes(field: str, numbers: Iterable[int], boxes: int) -> None:
    for number in numbers:
        _check_box(field, number, boxes)


def _check_hands(hands: Mapping[str, str], boxes: int) -> None:
    for key, cards in hands.items():
        if key != DEALER:
            _check_key("hands", key, boxes)
        _check_lying("hands", cards)


def _check_key(field: str, key: str, boxes: int) -> None:
    if not (key.isascii() and key.isdigit()) or key != str(int(key)):
        raise BadFact(field, f"'{key}' is not the number of a box")
    _check_box(field, int(key), boxes)


def _check_wager(command: PlaceWager, boxes: int, played: Iterable[Rulebook]) -> None:
    if command.amount is None and is_wager(command.wager, played, entry=True):
        raise BadFact("amount", f"say the amount of the {command.wager}")


def _check_shown(command: ShowHand | RevealDealer, boxes: int, played: Iterable[Rulebook]) -> None:
    _check_cards("cards", command.cards)


def _check_draw(command: Draw, boxes: int, played: Iterable[Rulebook]) -> None:
    _check_card("magic_card", command.magic_card)
    if command.lucky_box is not None:
        _check_box("lucky_box", command.lucky_box, boxes)


def _check_choice(command: Choose, boxes: int, played: Iterable[Rulebook]) -> None:
    if command.box is None and command.player is None:
        raise BadFact("box", "say the box or the player")


def _check_disallowed(command: DisallowBoxes, boxes: int, played: Iterable[Rulebook]) -> None:
    _check_boxes("boxes", command.boxes, boxes)


def _check_deal(command: Deal, boxes: int, played: Iterable[Rulebook]) -> None:
    if (command.hands is None) == (command.shoe is None):
        raise BadFact("hands", "give either 'hands' or 'shoe'")
    if command.hands is not None:
        _check_hands(command.hands, boxes)
    _check_cards("shoe", command.shoe)


def _check_report(command: Report, boxes: int, played: Iterable[Rulebook]) -> None:
    kind = command.irregularity
    if kind is Irregularity.LEFT_AFTER_VIEWING:
        raise BadFact("irregularity", f"'{kind}' follows from 'leave' and is never reported")
    needed = _NEEDED.get(kind)
    if needed is not None and getattr(command, needed) is None:
        raise BadFact(needed, f"a report of {kind} needs it")
    if kind is Irregularity.CARDS_EXPOSED:
        _check_exposed(command)
    _check_boxes("boxes", command.boxes or (), boxes)
    for source, target in (command.moves or {}).items():
        _check_key("moves", source, boxes)
        _check_box("moves", target, boxes)
    if command.hands is not None:
        _check_hands(command.hands, boxes)
    _check_card("card", command.card)
    _check_cards("order", command.order)


def _check_exposed(command: Report) -> None:
    """How many cards, and of which boxes; or their names, which imply both."""
    if command.cards is None and command.count is None:
        raise BadFact("count", "say how many cards were exposed, or name them in 'cards'")
    if command.cards is None:
        return
    if command.count is not None or command.boxes is not None:
        raise BadFact("cards", "stands in place of 'count' and 'boxes'")
    if not command.cards.split():
        raise BadFact("cards", "name at least one card")
    _check_cards("cards", command.cards)


def _check_correction(command: CorrectEntry, boxes: int, played: Iterable[Rulebook]) -> None:
    if isinstance(command.box, str) and command.box != DEALER:
        raise BadFact("box", f"'{command.box}' is neither a number nor 'dealer'")
    if command.cards is not None:
        if command.wager is not None or command.amount is not None:
            raise BadFact("cards", "correct either cards or a wager, not both")
        _check_lying("cards", command.cards)
    elif command.wager is None or command.amount is None or command.box == DEALER:
        raise BadFact("cards", "give 'cards', or 'wager' and 'amount' of a box")


_CHECKS: Mapping[type, Callable[[Any, int, Iterable[Rulebook]], None]] = {
    PlaceWager: _check_wager,
    Deal: _check_deal,
    ShowHand: _check_shown,
    RevealDealer: _check_shown,
    Draw: _check_draw,
    Report: _check_report,
    Choose: _check_choice,
    DisallowBoxes: _check_disallowed,
    CorrectEntry: _check_correction,
}
"""Commands of which there is more to check."""
