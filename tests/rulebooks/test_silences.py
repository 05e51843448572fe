"""Where SSP and TCP are silent, their pages name the reading that fills the gap."""

import pytest

from croupier.rulebooks.facts import facts
from croupier.rulebooks.readings import by_id
from tests.clauses.marina_bay import SSP, TCP, rulebook, told

BOTH = {
    "Boxes": "X15",
    "Layouts": "X15",
    "Limits": "X14",
    "Limits and stakes": "X14",
    "Over the maximum": "X14",
    "Under the minimum": "X14",
    "Players on one box": "S8",
    "Boxes of one player": "S8",
    "Low ace": "X9",
    "Equal classes": "X10",
    "A void round": "X1",
    "Error found in a later round": "X17",
    "Of another size": "S12",
    "The meter grows": "X6",
    "The meter resets": "X6",
    "Failure of the system": "S20",
    "foreign card": "X18",
    "misdeal": "X18",
    "jackpot failure": "S20",
    "over limit": "X14",
    "other": "S19",
    "Absent, undecided": "S10",
    "Acting staff": "X18",
    "Decides what is not covered": "S19",
}
SILENT = {
    SSP: BOTH
    | {
        "Order of cards": "X10",
        "Who may bet for a player": "X18",
        "Dealer's card face up": "X11",
        "Fold: jackpot wager": "S1",
        "Without an ante": "S13",
        "Wagers of a box": "S3",
        "Prize: flush": "X4",
        "Several winners at a table": "S4",
        "Winners at different tables": "S4",
        "Claim": "S2",
        "player card count": "S9",
        "dealer card exposed": "S14",
        "technical interruption": "S11",
        "Who has chosen to go on": "S11",
    },
    TCP: BOTH
    | {
        "Order of cards": "T12",
        "Who may bet for a player": "T17",
        "Fold: pair plus": "T5",
        "Dealer qualifies with": "T3",
        "Not qualified: ante": "T2",
        "Not qualified: stay-in wager": "T1",
        "Stake": "X26",
        "Without an ante": "T8",
        "Envy bonus: who has left": "T9",
        "Envy bonus of one player": "T19",
        "Winners at different tables": "T15",
        "Claim": "X22",
        "player card count": "T17",
        "dealer card exposed": "X28",
        "technical interruption": "T17",
        "Who has chosen to go on": "T17",
    },
}


@pytest.mark.parametrize(
    ("name", "subject", "reading"),
    [(name, subject, reading) for name in SILENT for subject, reading in SILENT[name].items()],
)
def test_a_silence_names_its_reading(name: str, subject: str, reading: str) -> None:
    assert told(name, subject).reading == reading


SPOKEN = [
    (SSP, "Takes part with"),
    (SSP, "Wager after the close"),
    (SSP, "Withdrawal after the close"),
    (SSP, "To stay in"),
    (SSP, "Dealer qualifies with"),
    (SSP, "Not qualified: stay-in wager"),
    (SSP, "Tie"),
    (SSP, "Prize: royal flush"),
    (SSP, "Lucky dealer"),
    (TCP, "Takes part with"),
    (TCP, "To stay in"),
    (TCP, "Fold: jackpot wager"),
    (TCP, "Needs an ante"),
    (TCP, "Tie"),
    (TCP, "Prize: A-K-Q of spades"),
]


@pytest.mark.parametrize(("name", "subject"), SPOKEN)
def test_what_the_text_says_needs_no_reading(name: str, subject: str) -> None:
    fact = told(name, subject)
    assert fact.clauses
    assert fact.reading is None


@pytest.mark.parametrize("name", [SSP, TCP])
def test_a_reading_named_is_one_of_that_document(name: str) -> None:
    book = rulebook(name)
    read = [by_id(told.reading) for told in facts(book) if told.reading is not None]
    assert read
    assert all(book.document in reading.documents for reading in read)
