"""Frames that are read at once are read as they would be value by value, and no others are."""

import json
import random
from typing import Any

import msgspec
import pytest

from croupier.house.http.bodies import BadBody, read_json
from croupier.house.http.frames import _read_plain, read_frame
from croupier.house.http.shapes import Give, Message
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c

WAGER = '{"do":"place_wager","box":1,"wager":"ante","amount":1000}'
GIVE = '{"type":"command","key":"a-good-key","table":"T1","command":%s}'
GOOD = GIVE % WAGER
PLAIN = (
    GOOD,
    f"[{GOOD}]",
    f"[{GOOD}, {GOOD}]",
    GOOD.replace(",", ",\n  ").replace(":", ": "),
    GIVE % '{"do":"deal","burn":false}',
    GIVE % '{"do":"open_bets","table":null,"by":null,"at":null}',
    '{"type":"command","key":"18e8f419a2e1452147","until":"2030-01-01T00:00:00.5Z","round":3,'
    '"command":{"do":"leave","player":"Renée 玩家"},"table":"T1"}',
    '{"type":"command","key":"a-good-key","else":[[]],"command":{"do":"fold","box":7}}',
    GIVE % '{"do":"deal","hands":{"1":"AS KS QS JS TS","dealer":"2C 3C 4C 5C 7D"}}',
    GOOD.replace("a-good-key", "a:good:key, 1.5e3 [{}]"),
    f"[{', '.join([GOOD] * 40)}]",
)
HOSTILE = {
    "a name twice": GOOD.replace('"type":', '"type":"command","type":'),
    "a name twice in a command": GIVE % '{"do":"fold","box":1,"box":2}',
    "a name twice in what nobody asked for": GOOD[:-1] + ',"else":{"a":1,"a":2}}',
    "a name twice, once in other letters": GOOD[:-1] + ',"t\\u0061ble":"T2"}',
    "a control character": GIVE % '{"do":"leave","player":"a\\u0000b"}',
    "a control character as such": GIVE % '{"do":"leave","player":"a\x01b"}',
    "the last of the control characters": GIVE % '{"do":"leave","player":"a\x7fb"}',
    "a line break as such": GIVE % '{"do":"leave","player":"a\nb"}',
    "a line break": GIVE % '{"do":"leave","player":"a\\nb"}',
    "a mark of direction": GIVE % '{"do":"leave","player":"a\u202eb"}',
    "a separator of lines": GIVE % '{"do":"leave","player":"a\u2028b"}',
    "a character of a terminal": GIVE % '{"do":"leave","player":"a\x9bb"}',
    "half a character": GIVE % '{"do":"leave","player":"a\\ud800b"}',
    "half a character as such": GIVE % '{"do":"leave","player":"a\ud800b"}',
    "a long name": GIVE % ('{"do":"leave","player":"%s"}' % ("x" * 201)),
    "a long name that nobody asked for": GOOD[:-1] + ',"%s":1}' % ("x" * 201),
    "a fraction that nobody asked for": GOOD[:-1] + ',"else":1.5}',
    "an exponent that nobody asked for": GOOD[:-1] + ',"else":1e3}',
    "another exponent that nobody asked for": GOOD[:-1] + ',"else":1E3}',
    "no number that nobody asked for": GOOD[:-1] + ',"else":NaN}',
    "twenty digits": GOOD[:-1] + ',"round":10000000000000000000}',
    "nineteen digits and a sign": GOOD[:-1] + ',"else":-1000000000000000000}',
    "depth that nobody asked for": GOOD[:-1] + ',"else":' + "[" * 33 + "]" * 33 + "}",
    "depth in objects": GOOD[:-1] + ',"else":' + '{"a":' * 32 + "1" + "}" * 32 + "}",
    "quotation marks": "[" + '"' * 60_000,
    "depth without an end": '{"a":' * 3_000,
    "depth that ends": '{"a":' * 1_500 + "1" + ',"b":""}' * 1_500,
    "depth beside what is no command": '{"type":"ping","x":' + '{"a":' * 1_100,
    "depth beside many commands": f'[{GOOD[:-1]},"else":{"[" * 33 + "]" * 33}}},{GOOD},{GOOD}]',
    "a name twice and another left out": GIVE % '{"do":"fold","box":1,"do":"fold"}',
    "a name twice in hands": GIVE % '{"do":"deal","hands":{"1":"AS KS","1":"AS KS"}}',
    "no type": GOOD.replace('"type":"command",', ""),
    "a name twice beside what is no command": '{"type":"ping","command":"ab","x":{"a":1,"a":2}}',
    "two frames": GOOD + GOOD,
    "two commands without a list": f"{GOOD},{GOOD}",
    "a short key": GOOD.replace("a-good-key", "short"),
    "an unknown field": GIVE % '{"do":"fold","box":1,"boxes":1}',
    "text for a number": GIVE % '{"do":"fold","box":"1"}',
}


def careful(frame: str) -> Any:
    """The messages, or the sentence that says what is wrong."""
    try:
        read = msgspec.convert(
            read_json(frame, bounded=True), Message | list[Message], str_keys=True
        )
    except (BadBody, msgspec.ValidationError) as error:
        return str(error)
    return read if isinstance(read, list) else [read]


def heard(frame: str) -> Any:
    try:
        return read_frame(frame)
    except (BadBody, msgspec.ValidationError) as error:
        return str(error)


@pytest.mark.parametrize("frame", PLAIN)
def test_commands_with_nothing_to_find_in_them_are_read_at_once(frame: str) -> None:
    assert _read_plain(frame) == careful(frame) != []


@pytest.mark.parametrize("frame", HOSTILE.values(), ids=HOSTILE)
def test_what_is_refused_is_refused_with_the_same_sentence(frame: str) -> None:
    assert _read_plain(frame) is None
    sentence = careful(frame)
    assert isinstance(sentence, str)
    assert heard(frame) == sentence


def test_commands_as_clients_write_them_are_read_at_once() -> None:
    """No command has a number that is no whole one, so none can stand in such a frame."""
    give = Give("a-good-key", c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=1000), "T1")
    for said in (give, [give, give]):
        frame = msgspec.json.encode(said).decode()
        assert _read_plain(frame) == careful(frame) == ([give] if said is give else said)
    assert not _has_float(msgspec.inspect.type_info(Give), set())


def _has_float(info: Any, seen: set[type]) -> bool:
    if isinstance(info, msgspec.inspect.StructType):
        if info.cls in seen:
            return False
        seen.add(info.cls)
        return any(_has_float(field.type, seen) for field in info.fields)
    if isinstance(info, msgspec.inspect.FloatType | msgspec.inspect.AnyType):
        return True
    names = ("types", "item_types", "item_type", "key_type", "value_type", "type")
    inner = [getattr(info, name) for name in names if hasattr(info, name)]
    flat = [one for part in inner for one in (part if isinstance(part, tuple) else (part,))]
    return any(_has_float(one, seen) for one in flat)


def test_other_messages_are_read_too() -> None:
    for frame in ('[{"type":"ping"}]', f'[{{"type":"watch","tables":["*"]}},{GOOD}]', "[]"):
        assert heard(frame) == careful(frame)


def test_frames_that_were_tampered_with_are_read_alike() -> None:
    """Pieces of hostile frames put anywhere into good ones."""
    chance = random.Random(7)
    pieces = ['"', "\\", ":", ",", "{", "}", "[", "]", "1", ".", "e5", "-", "null", " ", "\n"]
    pieces += ['"a":1,', '"box":2,', "9" * 19, '"table":"T2",', "\u2028", "\\u0061", "x" * 190]
    at_once = 0
    for _ in range(4_000):
        frame = chance.choice(PLAIN)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(frame) + 1)
            frame = frame[:place] + chance.choice(pieces) + frame[place + chance.randint(0, 1) :]
        plain = _read_plain(frame)
        at_once += plain is not None
        if plain is not None:
            assert plain == careful(frame), json.dumps(frame)
        assert heard(frame) == careful(frame), json.dumps(frame)
    assert at_once > 40
