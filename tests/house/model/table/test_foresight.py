"""What a ruling will do is said before it is given, and is what then happens."""

import pytest
from msgspec.structs import replace

from croupier.house.model.table.foresight import Consequences, Foreseen, ForPlayer, foresee
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.model.table.room import (
    DEALER,
    KINGS,
    MANAGER,
    NOTHING,
    QUALIFIED,
    ROYAL,
    Room,
    casino_round,
    lay,
)
from tests.house.model.table.test_two_worlds import NOW

SUPERVISOR = Actor("sue", Role.PIT_SUPERVISOR)


def said(room: Room, command: Foreseen, by: Actor = MANAGER) -> Consequences:
    return foresee(room.table, room.link, replace(command, by=by), NOW)


def dealt(*boxes: int) -> Room:
    """Boxes of ben with 25 each and a jackpot wager on the first; nobody has decided."""
    room = Room("casino-stud")
    room.give(c.OpenBets())
    for box in boxes:
        lay(room, box, "ben", "ante", 25_00)
    lay(room, boxes[0], "ben", "jackpot")
    room.give(c.CloseBets())
    hands = [KINGS, NOTHING, "2s 3s 4h 6h 8h"]
    named = {str(box): hand for box, hand in zip(boxes, hands, strict=False)}
    room.give(c.Deal(hands={**named, "dealer": QUALIFIED}))
    return room


def test_a_hand_that_is_taken_out_names_what_goes_back() -> None:
    """CSP 5.15: 25 of the ante and 5 of the jackpot wager on box 2 go back to ben; box 5 plays."""
    room = dealt(2, 5)
    facts = c.Report(irregularity=Irregularity.PLAYER_CARD_COUNT, box=2, reconstructable=False)
    told = said(room, facts, SUPERVISOR)
    assert told == Consequences(out=(2,), players=(ForPlayer("ben", back=30_00),))
    assert said(room, facts, DEALER) == Consequences(waits_for=Role.PIT_SUPERVISOR)
    room.give(facts)
    rule = c.Rule(decision=Decision.INVALIDATE, matter="T/1/1", reason="six cards")
    assert said(room, rule, SUPERVISOR) == told
    room.give(rule, SUPERVISOR)
    box = room.table.game.round.boxes[2]  # type: ignore[union-attr]
    assert box.out is not None


def test_dismissed_and_nothing_happens() -> None:
    room = dealt(2)
    room.give(c.Report(irregularity=Irregularity.OTHER, description="a draught"))
    dismiss = c.Rule(decision=Decision.DISMISS, matter="T/1/1", reason="nothing")
    assert said(room, dismiss) == Consequences()


def test_a_void_while_hands_are_decided_returns_every_wager() -> None:
    room = dealt(2, 5)
    room.give(c.Report(irregularity=Irregularity.OTHER, description="a torn card"))
    told = said(room, c.Rule(decision=Decision.VOID, matter="T/1/1", reason="torn"))
    assert (told.void, told.settled) == (True, True)
    assert told.players == (ForPlayer("ben", back=55_00),)


def test_a_correction_after_settlement_says_what_changes_for_whom() -> None:
    """Three kings won 25 + 150 and lost 5; a hand of nothing loses 25 + 50 + 5."""
    room = casino_round()
    told = said(room, c.CorrectEntry(box=2, cards="Kd 4s Qh 2c 3d"), SUPERVISOR)
    assert told.settled_anew
    assert told.players == (ForPlayer("ann", net=-250_00),)


def test_a_prize_that_falls_away_is_said() -> None:
    room = Room("casino-stud")
    room.give(c.OpenBets())
    lay(room, 2, "ann", "ante", 10_00)
    lay(room, 2, "ann", "jackpot")
    room.give(c.CloseBets())
    room.give(c.Deal(hands={"2": ROYAL, "dealer": "Ac Kd 9s 4d 3c"}))
    room.give(c.PlaceWager(box=2, wager="bet"))
    room.give(c.RevealDealer())
    room.give(c.Settle())
    told = said(room, c.CorrectEntry(box=2, cards="4c 7d 9h Jd 3h"), SUPERVISOR)
    [ann] = told.players
    assert ann.prize == -1_000_001_15
    assert ann.net == -(10_00 + 5_000_00) - 30_00


def test_what_would_be_refused_is_refused() -> None:
    room = dealt(2)
    with pytest.raises(Refused):
        said(room, c.Rule(decision=Decision.VOID, matter="T/1/1", reason="x"))
