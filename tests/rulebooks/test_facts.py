"""Every rule told as a fact: what the five documents say, and what really differs."""

import pytest

from croupier.books import RULEBOOKS, find_rulebook
from croupier.rulebooks.clauses import BY_ID
from croupier.rulebooks.facts import Fact, differences, facts
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.readings import by_id

SSP, MEGA, TCP, CSP, MLP = (
    find_rulebook(slug)
    for slug in (
        "singapore-stud",
        "megalink-stud",
        "three-card-poker",
        "casino-stud",
        "multi-link-stud",
    )
)
ALL_FIVE = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)

Row = tuple[str | None, ...]


def all_say(aspect: str, subject: str, value: str) -> Row:
    return (aspect, subject, value, value, value, value, value)


# Aspect, fact, and what SSP, MEGA, TCP, CSP and MLP say; None where no such rule exists.
ASPECTS: tuple[Row, ...] = (
    ("1", "Cards of a hand", "5", "5", "3", "5", "5"),
    ("2", "Takes part with", "ante", "ante", "ante or pair plus", "ante", "ante"),
    ("3", "To stay in", *(["a bet exactly 2 times the ante"] * 2), "a play equal to the ante",
     *(["a bet exactly 2 times the ante"] * 2)),
    ("4", "Rides on", "own hand and the dealer's hand", *(["own hand"] * 4)),
    ("5", "Stake", "one or more credits", *(["one prescribed amount"] * 4)),
    all_say("6", "Needs an ante", "yes"),
    ("7", "Laid by", "the automatic device below each area",
     "the progressive jackpot wagering system", "the progressive jackpot area",
     *(["chips on the lit coin spot above the box"] * 2)),
    ("8", "Fold: jackpot wager", *(["stays in and can win"] * 3), "is lost",
     "stays in and can win"),
    ("9", "Fold: pair plus", None, None, "stays in and can win", None, None),
    ("10", "Burnt card", "none", "none", "none", *(["one, before a deal from a shoe"] * 2)),
    ("11", "Deal from a shoe", "whole hands", "one card at a time", "whole hands",
     *(["one card at a time"] * 2)),
    all_say("11", "Deal from a shuffler", "whole hands"),
    ("12", "Dealer's card face up", *(["the last one dealt"] * 2), "none",
     *(["the last one dealt"] * 2)),
    ("13", "Dealer qualifies with", *(["ace-king or better"] * 2), "queen high or better",
     *(["ace-king or better"] * 2)),
    all_say("14", "Not qualified: ante", "1 to 1, unless folded"),
    all_say("15", "Not qualified: stay-in wager", "returned"),
    ("16", "Bet: royal flush", "250 to 1", "250 to 1", None, "250 to 1", "250 to 1"),
    ("16", "Bet: straight flush", "50 to 1", "50 to 1", None, "50 to 1", "50 to 1"),
    ("16", "Bet: pair or less", "1 to 1", "1 to 1", None, "1 to 1", "1 to 1"),
    ("16", "Play: any winning hand", None, None, "1 to 1", None, None),
    ("17", "Most that the stay-in wager wins", None, None, None, *(["100,000.00 a box"] * 2)),
    ("18", "Ante bonus: straight flush", None, None, "5 to 1", None, None),
    ("18", "Pair plus: straight flush", None, None, "40 to 1", None, None),
    ("18", "Envy bonus: A-K-Q of spades", None, None, "$250.00", None, None),
    ("19", "Magic card", "5 to 1, in the hand that the wager backs", *([None] * 4)),
    ("19", "Lucky player", "5 to 1", *([None] * 4)),
    ("19", "Lucky dealer", "5 to 1", *([None] * 4)),
    ("20", "Prize: royal flush", *(["100 % of the meter"] * 2), None,
     *(["100 % of the meter"] * 2)),
    ("20", "Prize: A-K-Q of spades", None, None, "100 % of the meter", None, None),
    ("21", "Prize: A-K-Q of another suit", None, None, "$1,250.00", None, None),
    ("21", "Prize: straight flush", *(["10 % of the meter"] * 2), "$175.00",
     *(["10 % of the meter"] * 2)),
    ("22", "Prize: four of a kind", "500 to 1, stake returned", "$2,000.00", None, "$500.00",
     "$2,000.00"),
    ("22", "Prize: full house", "100 to 1, stake returned", "$200.00", None, "$200.00",
     "$200.00"),
    ("22", "Prize: flush", "50 to 1, stake returned", "$100.00", None, "$100.00", "$100.00"),
    ("22", "Prize: three of a kind", None, None, "$150.00", None, None),
    ("22", "Prize: straight", None, None, "$15.00", None, None),
    ("23", "Shares of the meter are called", None, None, None,
     *(["major; the fixed prizes minor"] * 2)),
    ("25", "Several winners at a table", "pooled: what each would be paid in turn, added up",
     "pooled: the display and one reset for each further winner, or the prize's percentage of "
     "each",
     *(["one after another, each on the value then displayed"] * 3)),
    ("26", "Lower hands beside the top prize", *(["paid before the whole meter"] * 2),
     *(["paid in their turn"] * 3)),
    ("27", "Winners at different tables", *(["the hand entered first is paid first"] * 3),
     *(["the hand dealt first is paid first"] * 2)),
    ("27", "The House may fix the order", None, None, None, *(["yes, conclusively"] * 2)),
    all_say("28", "Result against the dealer", "never matters to the prize"),
    ("30", "Hand not shown", None, "ranks below the dealer's hand", None,
     "loses where it must be compared", "counts as folded where it must be compared"),
    ("31", "Rank 1", "royal flush", "royal flush", "straight flush", "royal flush",
     "royal flush"),
    ("31", "Rank 3", "four of a kind", "four of a kind", "straight", "four of a kind",
     "four of a kind"),
    ("31", "Rank 10", "odd cards", "odd cards", None, "odd cards", "odd cards"),
    all_say("34", "Equal classes", "grouped ranks first, then the other cards downwards"),
    ("35", "Tie", *(["stand-off: ante and bet go back"] * 2), "stand-off: ante and play go back",
     *(["stand-off: ante and bet go back"] * 2)),
    ("36", "Players on one box", "one only", "several may fund one box, pro rata",
     *(["one only"] * 3)),
    ("37", "Boxes of one player", "at most 1", "any number that is free", "at most 1",
     *(["any number that is free"] * 2)),
    ("37", "Hands a player may look at", "each of their own",
     "one of them; the others play blind", "each of their own",
     *(["one of them; the others play blind"] * 2)),
    ("38", "multiple positions", None, "viewed hands play, the others are out (pit supervisor)",
     None, None, None),
    ("38", "extra hand viewed", None, None, None,
     *(["on purpose: the extra hand is out (pit supervisor)"] * 2)),
    ("38", "May stop a player with several hands", None, "shift manager", None, None, None),
    ("39", "confidentiality", None, "the player may be barred (shift manager)", None, None, None),
    all_say("40", "Limits and stakes", "shown at the table"),
    ("42", "Under the minimum", "plays as it lies",
     "plays until one has won or lost; later ones are returned",
     *(["plays as it lies"] * 3)),
    all_say("43", "Of another size", "the excess goes back; a short one plays as it lies"),
    ("44", "Without an ante", "returned at the close", "returned at the end of the round",
     *(["returned at the close"] * 3)),
    ("45", "Absent, undecided", "counts as folded, the jackpot wager stays in",
     "the hand is out, its wagers go back", "counts as folded, the jackpot wager stays in",
     "counts as folded, the jackpot wager is lost",
     "counts as folded, the jackpot wager stays in"),
    ("46", "Absent, nothing to decide", *(["what was decided is settled as usual"] * 3),
     *(["the House settles the wager"] * 2)),
    all_say("47", "Wager after the close", "refused"),
    ("48", "Withdrawal after the close", *(["not allowed; the wager plays anyway"] * 3),
     *(["refused"] * 2)),
    all_say("49", "foreign card", "void (pit supervisor)"),
    all_say("50", "deck count", "void unless 52 cards are counted (pit supervisor)"),
    ("50", "count in doubt", None, "void unless 52 cards are counted (pit supervisor)", None,
     None, None),
    ("51", "unshuffled", None, "void (pit supervisor)", None, *(["void (pit supervisor)"] * 2)),
    ("52", "insufficient cards", None, None, None, *(["void (pit supervisor)"] * 2)),
    ("53", "misdeal",
     *(["move whole hands, or void, while nobody has handled cards (pit supervisor)"] * 3),
     *(["move whole hands, or void, while nobody has seen cards (pit supervisor)"] * 2)),
    all_say("54", "dealer card count", "reconstruct, or void (pit supervisor)"),
    ("55", "player card count", "reconstruct, or take the hand out (pit supervisor)",
     "reconstruct, or take the hand out (pit supervisor); "
     "others may be let withdraw (shift manager)",
     *(["reconstruct, or take the hand out (pit supervisor)"] * 3)),
    ("56", "cards exposed", *(["two or more exposed: void (pit supervisor)"] * 3),
     *(["exposed: void, go on or options, by what was seen (pit supervisor)"] * 2)),
    ("57", "dealer card exposed", *(["counts as one exposed card (pit supervisor)"] * 3),
     *(["the first becomes the up card, further ones count as exposed (pit supervisor)"] * 2)),
    ("58", "burn omitted", None, None, None,
     *(["deal again with the burn, or void (shift manager)"] * 2)),
    ("58", "simultaneous draw", None, None, None,
     *(["the order is decided, then options for all (pit supervisor)"] * 2)),
    ("58", "face up in shoe", None, None, None, *(["play goes on (dealer)"] * 2)),
    ("58", "dealing error", None, None, None,
     *(["options for the players affected (pit supervisor)"] * 2)),
    ("59, 60", "technical interruption",
     *(["outcome established: go on, else all may withdraw (pit supervisor)"] * 3),
     *(["outcome established: go on, else void (pit supervisor)"] * 2)),
    ("61", "jackpot failure",
     *(["nobody saw cards: void, else go on at the registered value (shift manager)"] * 3),
     *(["nobody saw cards: void, else go on at the registered value (pit supervisor)"] * 2)),
    all_say("62", "A void round", "every wager goes back; nothing is won or lost"),
    all_say("63", "Error found in a later round", "earlier results stand"),
    all_say("65", "Who may bet for a player", "staff, when asked"),
    ("66", "Decides what is not covered", *(["Gaming Shift Manager"] * 3),
     *(["Table Game Shift Manager or above"] * 2)),
    ("68", "Layouts", "A: 1 to 9 boxes", "A, B: 5 to 7 boxes; C, D: 4 to 6 boxes",
     "A: 1 to 16 boxes", *(["A, B, C, D: 1 to 9 boxes"] * 2)),
    all_say("69", "Opening call", '"Place your bets, please"'),
    all_say("69", "Closing call", '"No more bets"'),
    ("69", "Called at the reveal", "the value of the dealer's hand", None,
     "the value of the dealer's hand", None, None),
    ("69", "Called when not qualified", '"No hand"', '"No hand"', None, None, None),
    ("69", "Called at a tie", None, None, '"Stand-off"', None, None),
    ("70", "Cards of a hand that stays in", None, "face down under the bet",
     "face down under the play", None, None),
    all_say("71", "The round ends", "when every wager is settled"),
    ("72", "Cards", *(["one deck of 52 cards, no jokers, uniform backs"] * 3),
     *(["one deck of 52 cards"] * 2)),
)  # fmt: skip

IN_OTHER_WORDS = {
    "24": ("The meter grows", "The meter resets"),
    "29": ("Claim",),
    "32": ("Order of cards",),
    "33": ("Low ace",),
    "41": ("Over the maximum",),
    "64": ("What position counts",),
    "67": ("Acting staff",),
}
"""Aspects that each document tells in words of its own."""


def told(rulebook: Rulebook) -> dict[str, Fact]:
    return {fact.subject: fact for fact in facts(rulebook)}


@pytest.mark.parametrize("row", ASPECTS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_an_aspect_in_all_five_documents(row: Row) -> None:
    _, subject, *expected = row
    found = [told(rulebook).get(str(subject)) for rulebook in (SSP, MEGA, TCP, CSP, MLP)]
    assert [fact.value if fact else None for fact in found] == expected


@pytest.mark.parametrize("subjects", IN_OTHER_WORDS.values(), ids=IN_OTHER_WORDS)
@ALL_FIVE
def test_an_aspect_that_every_document_tells_in_its_own_words(
    rulebook: Rulebook, subjects: tuple[str, ...]
) -> None:
    for subject in subjects:
        assert told(rulebook)[subject].value


def test_all_72_aspects_are_told() -> None:
    numbers = {number for row in ASPECTS for number in str(row[0]).split(", ")} | set(
        IN_OTHER_WORDS
    )
    assert numbers == {str(number) for number in range(1, 73)}


@ALL_FIVE
def test_a_fact_cites_clauses_or_a_reading_that_exist(rulebook: Rulebook) -> None:
    for fact in facts(rulebook):
        assert fact.clauses or fact.reading, fact
        assert all(clause in BY_ID for clause in fact.clauses), fact
        assert all(clause.startswith(f"{rulebook.document} ") for clause in fact.clauses), fact
        if fact.reading is not None:
            by_id(fact.reading)


@pytest.mark.parametrize("rulebook", [CSP, MLP], ids=["CSP", "MLP"])
@pytest.mark.parametrize(
    ("subject", "reading"),
    [
        ("Boxes", "X15"),
        ("Layouts", "X15"),
        ("Low ace", "X9"),
        ("Equal classes", "X10"),
        ("Limits", "X14"),
        ("Over the maximum", "C9"),
        ("Dealer's card face up", "X11"),
        ("Error found in a later round", "C22"),
        ("Not qualified: ante", "X16"),
        ("Most that the stay-in wager wins", "C8"),
        ("Hand not shown: jackpot wager", "C39"),
        ("Wrong amount", "C25"),
        ("Without an ante", "C12"),
        ("The meter resets", "C1"),
        ("foreign card", "X18"),
        ("player card count", "C35"),
        ("cards exposed", "C15"),
        ("burn omitted", "C23"),
        ("technical interruption", "X13"),
        ("jackpot failure", "C19"),
        # What the text says itself.
        ("Takes part with", None),
        ("Hands a player may look at", None),
        ("simultaneous draw", None),
        ("other", None),
    ],
)
def test_what_the_text_leaves_open_names_its_reading(
    rulebook: Rulebook, subject: str, reading: str | None
) -> None:
    assert told(rulebook)[subject].reading == reading


@ALL_FIVE
def test_a_fact_is_told_once(rulebook: Rulebook) -> None:
    keys = [fact.key for fact in facts(rulebook)]
    assert len(keys) == len(set(keys))


@ALL_FIVE
def test_a_rulebook_does_not_differ_from_itself(rulebook: Rulebook) -> None:
    assert differences(rulebook, rulebook) == ()


def test_casino_stud_and_multi_link_stud_differ_in_four_rules_and_in_name() -> None:
    found = {
        one.subject: (one.left and one.left.value, one.right and one.right.value)
        for one in differences(CSP, MLP)
    }
    assert found == {
        "Game": ("Casino Stud Poker", "Multi-Link Progressive Casino Stud Poker"),
        "Document": ("CSP", "MLP"),
        "Edition": ("version 6", "version 2"),
        "Approval": (
            "Gambling Regulatory Authority of Singapore, Casino Control Act 2006, section 100(1)",
            None,
        ),
        "Fold: jackpot wager": ("is lost", "stays in and can win"),
        "Prize: four of a kind": ("$500.00", "$2,000.00"),
        "Hand not shown": (
            "loses where it must be compared",
            "counts as folded where it must be compared",
        ),
        "Absent, undecided": (
            "counts as folded, the jackpot wager is lost",
            "counts as folded, the jackpot wager stays in",
        ),
    }


def test_another_reading_tells_another_fact() -> None:
    read = read_as(SSP, {"fold_keeps_jackpot": False})
    [fold, absent] = differences(SSP, read)
    assert fold.subject == "Fold: jackpot wager"
    assert fold.right is not None
    assert (fold.right.value, fold.right.reading) == ("is lost", "S1")
    assert absent.subject == "Absent, undecided"
