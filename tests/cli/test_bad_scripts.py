"""Scripts that cannot be read: one sentence that names the command and the field."""

import json
from typing import Any

import pytest

from croupier.script import BadScript, read_script

TABLE: dict[str, Any] = {"rulebook": "casino-stud"}


def complaint(*commands: Any, **house: Any) -> str:
    script = {
        "format": "croupier-script/1",
        "tables": {"T1": TABLE},
        "commands": list(commands),
        **house,
    }
    with pytest.raises(BadScript) as caught:
        read_script(json.dumps(script))
    return str(caught.value)


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ({"do": "draw", "magic_card": ""}, "command 0 (draw), field 'magic_card': "),
        (
            {"do": "report", "irregularity": "dealer_card_exposed", "card": ""},
            "command 0 (report), field 'card': ",
        ),
        ({"do": "deal", "shoe": "As Xd"}, "command 0 (deal), field 'shoe': 'Xd' is not a card"),
        ({"do": "place_wager", "box": 1, "wager": "ante"}, "command 0 (place_wager), field 'amou"),
        ({"do": "open_bets", "by": {"role": "dealer"}}, "command 0 (open_bets), field 'by.id': "),
        ({"do": "open_bets", "by": {"id": "", "role": "dealer"}}, "command 0 (open_bets), field"),
        ({"do": "open_bets", "by": {"id": "sue"}}, "command 0 (open_bets), field 'by.role': "),
        (
            {"do": "report", "irregularity": "cards_exposed"},
            "command 0 (report), field 'count': say how many",
        ),
        (
            {"do": "report", "irregularity": "cards_exposed", "cards": "As", "count": 1},
            "command 0 (report), field 'cards': stands in place of",
        ),
        (
            {"do": "report", "irregularity": "cards_exposed", "cards": " "},
            "command 0 (report), field 'cards': name at least one",
        ),
        (
            {"do": "report", "irregularity": "cards_exposed", "cards": "As 1x"},
            "command 0 (report), field 'cards': '1x' is not a card",
        ),
        ({"do": "disallow_boxes", "boxes": []}, "command 0 (disallow_boxes), field 'boxes': "),
        ({"do": "fold", "box": 8}, "command 0 (fold), field 'box': there is no box 8"),
        ({"do": "open_bets", "at": "yesterday"}, "command 0 (open_bets), field 'at': "),
        ({"do": "open_bets", "at": "9999-12-31T23:59:59"}, "command 0 (open_bets), field 'at': "),
    ],
)
def test_a_bad_command_is_named(command: dict[str, Any], place: str) -> None:
    assert complaint(command).startswith(place)


@pytest.mark.parametrize("amount", [0, -1, 1.5, True, "5", None, 10**15 + 1, 10**30])
def test_an_amount_is_a_positive_whole_number(amount: Any) -> None:
    command = {"do": "place_wager", "box": 1, "player": "ann", "wager": "ante", "amount": amount}
    assert complaint(command).startswith("command 0 (place_wager), field 'amount': ")


def test_an_endless_number_is_no_traceback() -> None:
    text = '{"format": "croupier-script/1", "tables": {"T1": {"rulebook": "casino-stud"}}, '
    text += '"commands": [{"do": "fold", "box": 1' + "0" * 5000 + "}]}"
    with pytest.raises(BadScript, match=r"^command 0"):
        read_script(text)


@pytest.mark.parametrize("text", ["0_1", " 0.2", "1E+0", "٠.٢", ".5", "0.", "-0.1", "nan", "2"])
def test_an_increment_is_a_plain_decimal(text: str) -> None:
    jackpots = {"J1": {"meter": 1, "reset": 1, "increment": text}}
    assert complaint(jackpots=jackpots).startswith("jackpot J1, field 'increment': ")


def test_the_table_that_is_wrong_is_named() -> None:
    tables = {"T1": TABLE, "T2": {**TABLE, "boxes": True}}
    assert complaint(tables=tables).startswith("table T2, field 'boxes': ")


def test_a_key_that_stands_twice_is_refused() -> None:
    text = json.dumps(
        {
            "format": "croupier-script/1",
            "tables": {"T1": TABLE},
            "commands": [{"do": "open_bets"}, {"do": "deal", "hands": {"1": "As", "2": "Kd"}}],
        }
    )
    with pytest.raises(BadScript, match=r"^command 1 \(deal\): the key '1' stands there twice$"):
        read_script(text.replace('"2": "Kd"', '"1": "Kd"'))


def test_times_never_go_back() -> None:
    at = "2026-01-01T10:00:00Z"
    opening = {"do": "open_bets", "at": at}
    assert complaint(opening, {"do": "close_bets"}, {"do": "settle", "at": at}) == (
        "command 2 (settle), field 'at': earlier than the command before"
    )
