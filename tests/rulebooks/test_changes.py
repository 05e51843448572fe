"""What changes between two rulebooks, rule by rule; each change can be made alone."""

from itertools import permutations
from typing import Any

import pytest
from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.ranking import HandClass
from croupier.rulebooks.changes import Side, applied, changes
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, HandPattern, JackpotRow
from croupier.rulebooks.terms import Cited, Note
from croupier.rulebooks.wagers import PayTable

CSP = RULEBOOKS["casino-stud"]
TCP = RULEBOOKS["three-card-poker"]


def words(side: Side | None) -> str | None:
    return None if side is None else side.words


def told(left: Rulebook, right: Rulebook) -> dict[str, tuple[str | None, str | None]]:
    return {one.rule: (words(one.before), words(one.after)) for one in changes(left, right)}


def with_rows(rulebook: Rulebook, *rows: JackpotRow) -> Rulebook:
    return structs.replace(rulebook, jackpot=structs.replace(rulebook.progressive, rows=rows))


def with_main(rulebook: Rulebook, **rules: Any) -> Rulebook:
    return structs.replace(rulebook, main=structs.replace(rulebook.main, **rules))


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_nothing_changes_between_a_rulebook_and_itself(slug: str) -> None:
    assert changes(RULEBOOKS[slug], RULEBOOKS[slug]) == ()


@pytest.mark.parametrize(("one", "other"), list(permutations(RULEBOOKS, 2)))
def test_all_changes_together_make_the_other_rulebook(one: str, other: str) -> None:
    left, right = RULEBOOKS[one], RULEBOOKS[other]
    found = changes(left, right)
    assert found
    assert changes(applied(left, found), right) == ()
    assert changes(applied(left, reversed(found)), right) == ()
    assert len({change.rule for change in found}) == len(found)


def test_a_change_is_made_alone() -> None:
    keeps, four = changes(CSP, RULEBOOKS["multi-link-stud"])
    made = applied(CSP, [four])
    assert told(CSP, made) == {"jackpot.rows.four of a kind.prize": ("$500.00", "$2,000.00")}
    assert made.fold == CSP.fold
    kept = applied(CSP, [keeps]).fold.keeps_jackpot
    assert kept is not None
    assert kept.clause == "MLP 3.12.1/jackpot"


def test_two_words_part_casino_stud_from_multi_link_stud() -> None:
    keeps, four = changes(CSP, RULEBOOKS["multi-link-stud"])
    assert (keeps.rule, four.rule) == ("fold.keeps_jackpot", "jackpot.rows.four of a kind.prize")
    assert keeps.before is not None
    assert keeps.after is not None
    assert (keeps.before.words, keeps.before.source.clauses) == ("no", ("CSP 3.12.1/jackpot",))
    assert keeps.before.source.reading == "C6"
    assert keeps.after.source.clauses == ("MLP 3.12.1/jackpot", "MLP 4.2.1")
    assert four.before is not None
    assert four.before.source.clauses == ("CSP 4.2/four-of-a-kind",)


def test_notes_clauses_and_names_are_no_rules() -> None:
    fold = structs.replace(
        CSP.fold, keeps_jackpot=Cited("CSP 9.9", ("CSP 9.8",), "X1", value=False)
    )
    other = structs.replace(
        CSP, name="Other", edition=7, fold=fold, notes={"Aim": Note(text="another aim")}
    )
    assert changes(CSP, other) == ()


@pytest.mark.parametrize(
    ("one", "other", "rule", "said"),
    [
        ("singapore-stud", "casino-stud", "betting.boxes_per_player", ("1", "any number")),
        ("singapore-stud", "casino-stud", "main.payout_max", (None, "$100,000.00")),
        ("singapore-stud", "casino-stud", "layout.named.B", (None, "1, 9")),
        ("singapore-stud", "three-card-poker", "main.qualifies", ("A K", "Q")),
        ("singapore-stud", "three-card-poker", "hands", ("hands of 5 cards", "hands of 3 cards")),
        ("singapore-stud", "three-card-poker", "main.pays.flush", ("5 to 1", "1 to 1")),
        (
            "singapore-stud",
            "three-card-poker",
            "jackpot.rows.A-K-Q of spades",
            (None, "100 % of the meter, envy bonus $250.00"),
        ),
        (
            "singapore-stud",
            "three-card-poker",
            "ante_bonus",
            (None, "straight flush 5 to 1, straight 1 to 1, three of a kind 4 to 1"),
        ),
        (
            "singapore-stud",
            "casino-stud",
            "irregularities.dealing_error",
            (None, "remedy options for the players affected, decided by pit supervisor"),
        ),
    ],
)
def test_values_in_words(one: str, other: str, rule: str, said: tuple[str, str]) -> None:
    assert told(RULEBOOKS[one], RULEBOOKS[other])[rule] == said
    assert told(RULEBOOKS[other], RULEBOOKS[one])[rule] == said[::-1]


def test_a_value_without_a_clause_has_the_one_beside_it() -> None:
    found = {one.rule: one for one in changes(RULEBOOKS["singapore-stud"], TCP)}
    for rule, clauses in {
        "layout.boxes_max": ("TCP 2.2",),
        "layout.named.A": ("TCP diagram-A",),
        "stay.multiple": ("TCP 3.10", "TCP 1.1.6"),
        "hands": tuple(f"TCP 3.18.{place}" for place in range(1, 7)),
    }.items():
        after = found[rule].after
        assert after is not None
        assert after.source.clauses == clauses


def test_pay_tables_are_compared_row_by_row() -> None:
    pays = CSP.main.pays
    odds = {**pays.odds, HandClass.FLUSH: 6}
    del odds[HandClass.ROYAL_FLUSH]
    other = with_main(CSP, pays=PayTable(odds, pays.clauses, pays.clause))
    assert told(CSP, other) == {
        "main.pays.royal_flush": ("250 to 1", None),
        "main.pays.flush": ("5 to 1", "6 to 1"),
    }
    royal, flush = changes(CSP, other)
    assert HandClass.ROYAL_FLUSH not in applied(CSP, [royal]).main.pays.clauses
    assert applied(CSP, [flush]).main.pays.odds[HandClass.ROYAL_FLUSH] == 250


def test_rows_come_in_where_both_orders_have_them() -> None:
    """A-K-Q of spades must be looked for before A-K-Q of any suit (T10)."""
    spades, others, *rest = TCP.progressive.rows
    without = with_rows(TCP, others, *rest)
    [added] = changes(without, TCP)
    assert applied(without, [added]).progressive.rows == TCP.progressive.rows
    [gone] = changes(TCP, without)
    assert applied(TCP, [gone]).progressive.rows == (others, *rest)
    assert (gone.before is not None, gone.after) == (True, None)
    assert spades not in applied(TCP, [gone]).progressive.rows


def test_rows_in_another_order_are_one_change() -> None:
    turned = with_rows(TCP, *reversed(TCP.progressive.rows))
    [change] = changes(TCP, turned)
    assert change.rule == "jackpot.rows"
    assert applied(TCP, [change]).progressive.rows == turned.progressive.rows


def test_two_rows_for_one_hand_are_one_change() -> None:
    again = structs.replace(TCP.progressive.rows[0], prize=FixedSum(1_00))
    assert [one.rule for one in changes(TCP, with_rows(TCP, again, *TCP.progressive.rows))] == [
        "jackpot.rows"
    ]


def test_a_row_of_another_hand_is_another_row() -> None:
    first, *rest = CSP.progressive.rows
    wheel = structs.replace(
        first, name="steel wheel", hand=HandPattern(HandClass.STRAIGHT_FLUSH, 3)
    )
    assert told(CSP, with_rows(CSP, wheel, *rest)) == {
        "jackpot.rows.steel wheel": (None, "100 % of the meter"),
        "jackpot.rows.royal flush": ("100 % of the meter", None),
    }
