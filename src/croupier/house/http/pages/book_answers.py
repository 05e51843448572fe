"""The answers of the book: each rulebook in our words, clause by clause, as JSON.

Everything is derived from the rulebooks, the registry of clauses and the readings; the documents
themselves are authoritative.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any

import msgspec

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.coverage import coverage, evidence, row_of
from croupier.languages.catalogue import ENGLISH, catalogue
from croupier.odds.contract import exact
from croupier.odds.side_wagers import class_frequency, is_counted, row_frequencies
from croupier.odds.what_if import row_slug
from croupier.rulebooks.clauses import ALL, Clause, Honour, find
from croupier.rulebooks.facts import Fact, differences, facts, identity
from croupier.rulebooks.file.citing import cited_in
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, MeterShare
from croupier.rulebooks.readings import READINGS, Reading
from croupier.rulebooks.wagers import Backed, PayTable

encode = msgspec.json.Encoder().encode

HONOURS = {
    Honour.ENFORCED: "the engine decides by it: nothing at a table can go against it",
    Honour.RECORDED: "people report what they saw, did or ruled, and the engine draws the "
    "consequence",
    Honour.SHOWN: "the words, calls and notices appear where people need them",
    Honour.PHYSICAL: "it governs things that exist at a real table only",
}
FOUND_MAX = 60
"""The most search results of each kind."""


def by_document(document: str) -> Rulebook:
    return next(one for one in RULEBOOKS.values() if one.document == document)


def summary(rulebook: Rulebook) -> dict[str, Any]:
    """A rulebook in the list: its identity, and how much it contains."""
    aim = rulebook.notes.get("Aim")
    return {
        **identity(rulebook),
        "aim": "" if aim is None else aim.text,
        "cards": rulebook.hands.size,
        "limits": [
            {"wager": name, "label": rulebook.label(name)} for name in rulebook.entry_wagers
        ],
        "jackpot": rulebook.jackpot is not None,
        "clauses": sum(clause.document == rulebook.document for clause in ALL),
        "readings": sum(rulebook.document in reading.documents for reading in READINGS),
    }


def shelf() -> bytes:
    """The list of rulebooks."""
    return encode([summary(rulebook) for rulebook in (*RULEBOOKS.values(), *ELSEWHERE.values())])


def book(rulebook: Rulebook, *, file: bool = False) -> bytes:
    """A complete rulebook: pay tables with odds, rules in our words, readings, clauses.

    One that came as a file is not an approved document, whatever it calls itself.
    """
    proof = evidence()
    told = groupby(facts(rulebook), key=lambda fact: fact.section)
    return encode(
        {
            **summary(rulebook),
            "file": file,
            "pay_tables": list(_pay_tables(rulebook)),
            "limits": _limits(rulebook),
            "sections": [{"title": title, "facts": list(those)} for title, those in told],
            "readings": [one for one in READINGS if rulebook.document in one.documents],
            "honours": {honour.value: words for honour, words in HONOURS.items()},
            "clauses": [
                row_of(clause, proof) for clause in ALL if clause.document == rulebook.document
            ],
        }
    )


def _limits(rulebook: Rulebook) -> list[Fact]:
    """What limits wagers and winnings."""
    wanted = {
        "Limits",
        "Limits and stakes",
        "Over the maximum",
        "Under the minimum",
        "Boxes",
        "Boxes of one player",
        "Most that the stay-in wager wins",
        "Stake",
    }
    return [fact for fact in facts(rulebook) if fact.subject in wanted]


def _pay_tables(rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    """Each table with how often its hands are dealt."""
    yield _odds_table(rulebook, rulebook.stay.wager, rulebook.main.pays)
    if rulebook.ante_bonus is not None:
        yield _odds_table(rulebook, "ante_bonus", rulebook.ante_bonus)
    for name, side in rulebook.side_wagers.items():
        yield _odds_table(rulebook, name, side.pays, side.hand.value)
    rules = rulebook.jackpot
    if rules is None:
        return
    yield {
        "wager": "jackpot",
        "label": "Jackpot",
        "on": None,
        "clause": rules.pay_table.clause,
        "rows": [
            _row(row_slug(row), row.name, prize_words(row.prize), row.clause, frequency)
            | {"envy": row.envy.value if row.envy else None}
            for row, frequency in zip(rules.rows, row_frequencies(rulebook), strict=True)
        ],
    }


def _odds_table(
    rulebook: Rulebook, wager: str, table: PayTable, backed: Backed | None = None
) -> dict[str, Any]:
    """`on` is the hand that a side wager is on."""
    hand_paid = backed or Backed.PLAYER
    return {
        "wager": wager,
        "label": rulebook.label(wager).capitalize(),
        "on": None if backed is None else backed.name.lower(),
        "clause": table.clause,
        "rows": [
            _row(
                hand.slug,
                hand.label,
                f"{table.odds[hand]} to 1",
                table.clauses[hand],
                class_frequency(rulebook, hand_paid, hand)
                if is_counted(rulebook, hand_paid)
                else None,
            )
            for hand in reversed(rulebook.order_of(hand_paid).classes)
            if hand in table.odds
        ],
    }


def _row(
    name: str, label: str, pays: str, clause: str, frequency: Fraction | None
) -> dict[str, Any]:
    return {
        "row": name,
        "hand": label,
        "pays": pays,
        "clause": clause,
        "dealt": None if frequency is None else exact(frequency),
        "one_in": float(1 / frequency) if frequency else None,
    }


def prize_words(prize: Any) -> str:
    match prize:
        case MeterShare(percent):
            return f"{percent} % of the meter"
        case FixedSum(amount):
            return f"${amount // 100:,}" + (f".{amount % 100:02d}" if amount % 100 else "")
        case _:
            return f"{prize.odds} to 1"


def clause_answer(cited: str) -> bytes:
    """One clause: what it says, how it is honoured, by which code, and which tests prove it."""
    clause = find(cited)
    return encode(
        {
            **msgspec.to_builtins(row_of(clause, evidence())),
            "rulebook": by_document(clause.document).slug,
            "how": HONOURS[clause.honoured],
            "facts": [
                fact for fact in facts(by_document(clause.document)) if clause.id in fact.clauses
            ],
            "readings": [reading for reading in READINGS if clause.id in reading.clauses],
            "rules_within": [other.id for other in ALL if other.id.startswith(f"{clause.id}/")],
        }
    )


def citations_answer(rulebook: Rulebook, cited: str) -> bytes:
    """A clause of a document without a registry: what the rulebook itself says under it."""
    return encode(cited_in(rulebook, cited))


def has_registry(document: str) -> bool:
    return any(one.document == document for one in RULEBOOKS.values())


def of_other_place(document: str) -> Rulebook | None:
    return next((one for one in ELSEWHERE.values() if one.document == document), None)


def reading_answer(reading: Reading) -> bytes:
    return encode(reading)


def differences_answer(left: Rulebook, right: Rulebook) -> bytes:
    """What really differs between two rulebooks; a clause number alone is not a difference."""
    found = differences(left, right)
    shared = len(facts(left)) - sum(one.left is not None for one in found)
    return encode(
        {
            "a": summary(left),
            "b": summary(right),
            "shared": shared,
            "sections": [
                {"title": title, "differences": list(those)}
                for title, those in groupby(found, key=lambda one: one.section)
            ],
        }
    )


def coverage_answer() -> bytes:
    """One line per clause, and the totals by document."""
    covered = coverage(evidence())
    return encode(
        {
            "total": covered.total,
            "documents": covered.documents,
            "missing": covered.missing,
            "honours": {honour.value: words for honour, words in HONOURS.items()},
            "rulebooks": {one.document: one.slug for one in RULEBOOKS.values()},
            "rows": [
                {
                    "clause": row.clause,
                    "document": row.document,
                    "number": row.number,
                    "kind": row.kind,
                    "gist": row.gist,
                    "honoured": row.honoured,
                    "code": len(row.code),
                    "tests": len(row.tests),
                }
                for row in covered.rows
            ],
        }
    )


def search_answer(text: str, tag: str) -> bytes:
    """Clauses, rules and readings that contain every word, in English or the reader's language."""
    words = text.casefold().split()

    def holds(line: str) -> bool:
        return all(word in line for word in words)

    clauses = [clause for clause, line in _clause_lines(tag) if holds(line)]
    told = [(slug, fact) for slug, fact, line in _fact_lines(tag) if holds(line)]
    readings = [reading for reading, line in _reading_lines(tag) if holds(line)]
    return encode(
        {
            "clauses": [
                {
                    "clause": clause.id,
                    "rulebook": by_document(clause.document).slug,
                    "gist": clause.gist,
                    "kind": clause.kind.value,
                    "honoured": clause.honoured.value,
                }
                for clause in clauses[:FOUND_MAX]
            ],
            "facts": [
                {"rulebook": slug, **msgspec.to_builtins(fact)} for slug, fact in told[:FOUND_MAX]
            ],
            "readings": readings[:FOUND_MAX],
            "found": {"clauses": len(clauses), "facts": len(told), "readings": len(readings)},
        }
    )


def _line(tag: str, name: str, *parts: str) -> str:
    """What is searched: the name and its words, in both languages."""
    said = () if tag == ENGLISH else map(catalogue(tag).say, parts)
    return " ".join((name, *parts, *said)).casefold()


@cache
def _clause_lines(tag: str) -> tuple[tuple[Clause, str], ...]:
    return tuple(
        (clause, _line(tag, clause.id, clause.gist, clause.kind, clause.honoured)) for clause in ALL
    )


@cache
def _fact_lines(tag: str) -> tuple[tuple[str, Fact, str], ...]:
    return tuple(
        (rulebook.slug, fact, _line(tag, "", fact.section, fact.subject, fact.value))
        for rulebook in RULEBOOKS.values()
        for fact in facts(rulebook)
    )


@cache
def _reading_lines(tag: str) -> tuple[tuple[Reading, str], ...]:
    return tuple(
        (one, _line(tag, f"{one.id} {one.name}", one.question, one.choice, one.reason))
        for one in READINGS
    )
