"""What a check says of a file: missing, wrong, contradictory, unreachable, silent."""

import pytest

from croupier.books import RULEBOOKS, check_text, file_text, find_rulebook
from croupier.rulebooks.file.checking import LONGEST
from croupier.rulebooks.file.silence import SILENCES
from croupier.rulebooks.readings import by_id

MINE = 'extends = "casino-stud@6"\nslug = "mine"\ndocument = "MY"\n'
"""Three lines; what a test adds begins on the fourth."""


def wrong(more: str, name: str = MINE) -> list[str]:
    return [str(one) for one in check_text(name + more).wrong]


def idle(more: str, name: str = MINE) -> list[str]:
    checked = check_text(name + more)
    assert checked.wrong == ()
    return [str(one) for one in checked.idle]


@pytest.mark.parametrize("slug", list(RULEBOOKS))
def test_the_five_are_sound_and_silent_on_nothing(slug: str) -> None:
    checked = check_text(file_text(slug))
    assert checked.sound
    assert checked.silent == ()
    assert checked.rulebook == find_rulebook(slug)


RANKS = "two, three, four, five, six, seven, eight, nine, ten, jack, queen, king, ace"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("edition = 0", "line 4, edition: 0 is not a whole number from 1 to 1,000,000"),
        ("edition = true", "line 4, edition: true is not a whole number from 1 to 1,000,000"),
        ('name = ""', "line 4, name: '' is not a text"),
        (
            "effective = 2020-06-28",
            "line 4, effective: 2020-06-28 is not a time with its offset, such as "
            "2020-06-28T08:00:00+08:00",
        ),
        ('hands = "four_cards"', "line 4, hands: 'four_cards' is none of five_cards, three_cards"),
        ("deck = 52", "line 4, deck: 52 is not a table"),
        ('deck = { clause = "" }', "line 4, deck.clause: '' is not the number of a clause"),
        ("deck = { clause = 3 }", "line 4, deck.clause: 3 is not the number of a clause"),
        (
            'deck = { reading = "Z9" }',
            "line 4, deck.reading: there is no reading 'Z9'; readings run X1 to X32, S1 to S20, "
            "C1 to C39, L1 to L5, M1 to M35, T1 to T20",
        ),
        (
            "[layout]\nboxes_max = 51",
            "line 5, layout.boxes_max: 51 is not a whole number from 1 to 50",
        ),
        (
            "[layout]\nnamed = { A = [1, 2, 3] }",
            "line 5, layout.named.A: takes 2 values, not 3",
        ),
        (
            '[layout]\nareas = { value = ["ante", "bet", "ante"] }',
            "line 5, layout.areas.value: names something twice",
        ),
        (
            "[betting]\nboxes_per_player = { value = 0 }",
            "line 5, betting.boxes_per_player.value: 0 is not a whole number from 1 to 50, "
            "nor 'unlimited'",
        ),
        (
            '[main]\nqualifies = { value = ["ace", "1"] }',
            f"line 5, main.qualifies.value: '1' is none of {RANKS}",
        ),
        (
            "[main.pays.rows]\nflush = { pays = 5 }",
            "line 5, main.pays.rows.flush.pays: 5 is not odds such as '50 to 1'",
        ),
        (
            '[main.pays.rows]\nflush = { pays = "1000001 to 1" }',
            "line 5, main.pays.rows.flush.pays: '1000001 to 1' is more than 1,000,000 to 1",
        ),
        (
            '[main]\npayout_max = { value = "1000" }',
            "line 5, main.payout_max.value: '1000' is not a sum of money such as '$1,250' "
            "or '$2.50'",
        ),
        (
            '[jackpot.rows.flush]\nprize = "100"',
            "line 5, jackpot.rows.flush.prize: '100' is not a prize such as "
            "'10 % of the meter', '$500' or '50 to 1'",
        ),
        (
            '[jackpot.rows.flush]\nprize = "101 % of the meter"',
            "line 5, jackpot.rows.flush.prize: "
            "'101 % of the meter' is more than 100 % of the meter",
        ),
        (
            '[jackpot.rows.flush]\nhand = "Flush"',
            "line 5, jackpot.rows.flush.hand: 'Flush' is not a hand such as 'flush' or "
            "'straight_flush, ace high, of spades'",
        ),
        (
            '[jackpot.rows.flush]\nhand = "flush, of stars"',
            "line 5, jackpot.rows.flush.hand: 'stars' is none of clubs, diamonds, hearts, spades",
        ),
        (
            '[people]\nabsent = { value = "stay" }',
            "line 5, people.absent.value: 'stay' is none of fold, return, refer",
        ),
        (
            "[people]\nabset = 1",
            "line 5, people.abset: there is no such key here; did you mean absent?",
        ),
        ("zzz = 1", "line 4, zzz: there is no such key here"),
    ],
)
def test_of_the_wrong_kind(more: str, words: str) -> None:
    assert wrong(more) == [words]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("streets", "several decision stages cannot be said yet: a hand stays in or folds once"),
        ("community_cards", "cards that players share cannot be said yet: every hand is dealt"),
        ("jokers", "jokers cannot be said yet"),
    ],
)
def test_what_cannot_be_said_is_refused_in_a_sentence(key: str, words: str) -> None:
    for where in ("", "[dealing]\n", "[play]\n"):
        [told] = wrong(f"{where}{key} = 2")
        assert f"{key}: {words}" in told


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = wrong("edition = 0\n[stay]\nmultiple = 0\n[fold]\nlosses = 1\n")
    assert [one.partition(":")[0] for one in found] == [
        *("line 4, edition", "line 6, stay.multiple", "line 8, fold.losses")
    ]


def test_no_toml() -> None:
    [told] = wrong("a = \n", name="")
    assert told == "line 1: this is not TOML: Invalid value"
    [told] = wrong('a = "', name="")
    assert told.startswith("this is not TOML")
    [told] = wrong("a = [[[[", name="")
    assert told.startswith("this is not TOML")


def test_a_text_of_any_length_is_not_read() -> None:
    assert wrong("#" * LONGEST) == [f"a rulebook has at most {LONGEST:,} characters"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            '[layout]\nareas = { value = ["bet", "jackpot"] }',
            "line 5, layout.areas: The layout has no area for the ante.",
        ),
        (
            "[layout]\nboxes_min = 8\nboxes_max = 7\nnamed = { A = [1, 1] }",
            "line 5, layout.boxes_min: The fewest boxes are more than the most.",
        ),
        # Ten boxes and the dealer: 11 hands of 5 are 55 cards.
        (
            "[layout]\nboxes_max = 10",
            "line 5, layout.boxes_max: The deck has too few cards for 10 boxes and the dealer.",
        ),
        (
            '[main]\nqualifies = { value = ["king", "ace"] }',
            "line 5, main.qualifies: The dealer qualifies with ranks that fall from the highest.",
        ),
        (
            '[main]\nqualifies = { value = ["six"] }',  # 6-5-4-3-2 is a straight
            "line 5, main.qualifies: The dealer qualifies with ranks that lead no hand of odd "
            "cards.",
        ),
        (
            '[irregularities.other]\nremedy = "void"',
            "line 5, irregularities.other.remedy: other: the remedy does not suit it; "
            "there are refer.",
        ),
        (
            '[people]\nabsent = { value = "refer" }',
            "line 5, people.absent: Absence is referred to an official, but no rule says to whom.",
        ),
        # Of two rules that do not go together, the one that this file says: the other is CSP's.
        (
            '[stay]\nsize = { clause = "1" }\nwager = "raise"',
            "line 6, stay.wager: The layout needs an area for the raise, the wager that keeps a "
            "hand in.",
        ),
        (
            '[layout]\nareas = { value = ["ante", "jackpot"] }',
            "line 5, layout.areas: The layout needs an area for the bet, the wager that keeps a "
            "hand in.",
        ),
        (
            '[jackpot.rows."royal flush"]\nprize = "$1"\nenvy = { value = "$5" }',
            'line 6, jackpot.rows."royal flush".envy: A row pays an envy bonus, but nothing says '
            "who gets it.",
        ),
    ],
)
def test_contradictions(more: str, words: str) -> None:
    assert words in wrong(more)


def test_nine_boxes_and_a_burnt_card_are_51_of_52() -> None:
    assert wrong("[layout]\nboxes_max = 9") == []


def test_other_rules_need_another_name() -> None:
    found = wrong("[stay]\nmultiple = 3", name='extends = "casino-stud@6"\n')
    assert found == [
        "slug: casino-stud@6 says something else; give a slug or an edition of its own"
    ]
    assert wrong("[stay]\nmultiple = 3", name='extends = "casino-stud@6"\nedition = 7\n') == []


def test_clauses_of_our_documents_are_looked_up() -> None:
    ours = 'extends = "casino-stud@6"\nedition = 7\n'
    [told] = wrong('deck = { clause = "2.2.7" }', name=ours)
    assert told.startswith(
        "line 3, deck.clause: there is no clause 'CSP 2.2.7'; did you mean CSP 2.2"
    )
    assert wrong('deck = { clause = "2.2.7" }') == []  # nobody can look up a clause of MY


def test_a_row_behind_another_that_takes_its_hands() -> None:
    row = '[jackpot.rows."black flush"]\nhand = "flush, of clubs or spades"\nprize = "$1"\n'
    assert idle(f'{row}clause = "9"') == [
        'line 4, jackpot.rows."black flush": every hand that meets the row is taken before it, '
        "by flush"
    ]


def test_a_hand_that_the_game_does_not_have() -> None:
    mine = 'extends = "three-card-poker@4"\nslug = "mine"\ndocument = "MY"\n'
    assert idle('[ante_bonus.rows]\ntwo_pairs = { pays = "9 to 1", clause = "9" }', mine) == [
        "line 5, ante_bonus.rows.two_pairs: no hand of 3 cards is a two pairs"
    ]


def test_a_rule_without_a_case() -> None:
    assert idle("[dealing]\nburn = { value = false }") == [
        "irregularities.burn_omitted: no card is burnt before a deal"
    ]
    draws = "\n".join(
        f'{name} = {{ value = "5 to 1", clause = "9" }}'
        for name in ("magic_card", "lucky_player", "lucky_dealer")
    )
    assert idle(f'[draws]\n{draws}\nmagic_card_dealer = {{ clause = "9" }}') == [
        "line 7, draws.lucky_dealer: no wager of the layout backs the dealer's hand"
    ]


SILENT_GAME = """
slug = "bare-stud"
name = "Bare Stud"
document = "BARE"
operator = "Nobody"
edition = 1
effective = 2026-01-01T00:00:00+00:00
hands = "three_cards"
layout = { boxes_min = 1, boxes_max = 7, areas = { value = ["ante", "play", "jackpot"] } }
stay = { wager = "play", multiple = 1 }
dealing = { up_card = { value = false } }

[main]
qualifies = { value = ["queen"], clause = "1" }
win = { clause = "2" }
win_ante = { clause = "2" }
lose = { clause = "2" }
pays = { clause = "3", rows = { pair = { pays = "1 to 1", clause = "3" } } }

[jackpot]
targets = { value = ["jackpot"], clause = "4" }
either_way = { no_hand = "4", hand = "4" }
pay_table = { clause = "4" }
rows = { "straight flush" = { hand = "straight_flush", prize = "$100", clause = "4" } }
"""


def test_what_is_silent_is_filled_by_named_readings() -> None:
    checked = check_text(SILENT_GAME)
    assert checked.wrong == ()
    assert checked.rulebook is not None
    filled = {".".join(one.path): one.reading for one in checked.silent}
    assert filled["betting.boxes_per_player"] == "S8"
    assert filled["people.absent"] == "S10"
    assert filled["irregularities.other"] == "S19"
    assert "dealing.up_card" not in filled
    assert checked.rulebook.betting.boxes_per_player.value == 1
    assert checked.rulebook.people.absent.reading == "S10"
    told = [str(one) for one in checked.silent]
    assert "people.absent: silent; reading S10, absent, fills it" in told


def test_what_no_reading_fills_is_missing() -> None:
    without_rows = SILENT_GAME.replace('win = { clause = "2" }\n', "")
    assert wrong("", name=without_rows) == ["line 13, main.win: missing, and no reading fills it"]


def test_a_silence_that_is_broken_is_not_filled() -> None:
    said = SILENT_GAME + '[people]\nabsent = { value = "return", clause = "5" }\n'
    checked = check_text(said)
    assert checked.rulebook is not None
    assert checked.rulebook.people.absent.value == "return"
    assert checked.rulebook.people.absent.reading is None
    assert ("people", "absent") not in {one.path for one in checked.silent}
    assert ("people", "acting") in {one.path for one in checked.silent}


def test_every_filling_names_a_reading() -> None:
    def readings(value: object) -> list[str]:
        if not isinstance(value, dict):
            return []
        if "reading" in value:
            return [value["reading"]]
        assert value, "a section of silences"
        return [one for inner in value.values() for one in readings(inner)]

    found = readings(dict(SILENCES))
    assert len(found) > 50
    assert all(by_id(one).id == one for one in found)


@pytest.mark.parametrize(
    "mark", ["\\u001b[31m", "\\u0007", "\\u0000", "\\n", "\\u202e", "\\u2066", "\\u009b", "\\u2028"]
)
def test_names_hold_nothing_that_terminals_and_pages_obey(mark: str) -> None:
    said = "a control character, a line break or a mark that turns text round"
    assert wrong(f'name = "My {mark} Poker"') == [f"line 4, name: {said}"]
    assert f"line 5, notes.Aim.text: {said}" in wrong(f'[notes.Aim]\ntext = "{mark}"\nclause = "1"')
    [told] = wrong(f'[jackpot.rows."suited {mark}"]\nhand = "flush"\nprize = "$5"\nclause = "1"')
    assert told.startswith("line 4, jackpot.rows: 'suited ")
    assert told.endswith("is a key with a control character in it")
    assert told.isprintable()


@pytest.mark.parametrize("number", ["0x" + "f" * 6000, "0b" + "1" * 20_000, "9" * 4000])
def test_a_number_that_cannot_be_written_out(number: str) -> None:
    assert wrong(f"edition = {number}") == [
        "line 4, edition: a number of very many digits is not a whole number from 1 to 1,000,000"
    ]
