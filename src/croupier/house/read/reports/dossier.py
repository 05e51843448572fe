"""The dossier of a house: as Markdown, and as a PDF made with Typst.

Rules and parameters, return, equipment, access, who pays, and what happens to the money at the end
(Gaming Equipment Regulations 25, 25B).
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from croupier.extras import need
from croupier.house.app import program
from croupier.house.app.house import House
from croupier.house.model.people import powers
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.table.rulebook import named, rulebook_of
from croupier.house.model.table.state import HouseTable
from croupier.house.read.reports.jackpots import Reconciliation, reconciliation
from croupier.house.read.reports.making import Reading
from croupier.money import Cents, dollars
from croupier.odds.report.reader import ENGLISH, Reader, reader_of_pdf
from croupier.rulebooks.progressive import FixedSum, MeterShare, ToOne

Say = Callable[[str], str]

_MARKS = re.compile(r"^(?:#+ |\| )?")
ACCESS = {
    "configure": ("register_jackpot", "change_jackpot", "adjust_jackpot", "retire_jackpot"),
    "confirm a hit": ("pay_jackpot", "return_payment", "approve"),
    "report the link down": ("fail_link",),
    "restore the link": ("restore_link",),
    "order claims": ("order_claims",),
}
TWO_PEOPLE = ("pay_jackpot", "return_payment", "adjust_jackpot", "change_jackpot", "retire_jackpot")
AT_THE_END = (
    "A link is retired by two people, with a reason. Payments that are due are made first. What "
    "meter, reserve and overflow still hold goes to another jackpot that is named, or to the "
    "house; the record of it keeps the actual return to date."
)
HOW = (
    "Each jackpot wager that stands when bets close adds its increment to the meter, exact to "
    "the fraction of a cent, in the same transaction as the round. A hit takes the share that "
    "the rules name; the meter is then reset from the reserve, or by the house. Claims of "
    "several tables are paid in the order of the rules. If the link is down, jackpot wagers are "
    "refused at every table and players are told."
)


class Equipment(Struct, frozen=True):
    table: str
    boxes: int
    device: str
    cards: str
    automatic: bool
    limits: tuple[Cents, Cents]


class Dossier(Struct, frozen=True):
    jackpot: str
    rulebook: str | None
    edition: str | None
    fingerprint: str | None
    """SHA-256 of the rules that its tables use."""
    editions: tuple[tuple[str, str, str], ...]
    """Table, edition, and which rounds or from when: past and planned editions."""
    how: str
    parameters: Mapping[str, str]
    prizes: tuple[tuple[str, str, str], ...]
    """Hand, prize, clause."""
    expected_return: str | None
    """Per cent of the stake by the exact odds, at the displayed meter; pay table alone."""
    break_even: str | None
    equipment: tuple[Equipment, ...]
    program: str
    access: Mapping[str, tuple[str, ...]]
    two_people: tuple[str, ...]
    at_the_end: str
    retired: str | None
    account: Reconciliation


async def dossier(house: "House | Reading", name: str) -> Dossier:
    streams = house.handler.streams
    link = (await streams.jackpot(name)).stored
    tables = [(await streams.table(table)).stored for table in link.tables]
    rulebook = tables[0].game.rulebook if tables else None
    account = await reconciliation(house.store, streams, name, house.handler.calendar.of)
    odds = await asyncio.to_thread(_odds, tables[0].entry, link) if tables else None
    files = await asyncio.to_thread(program.manifest)
    settings = link.meter.settings
    return Dossier(
        name,
        None if rulebook is None else rulebook.slug,
        named(tables[0].entry.rulebook) if tables else None,
        link.rulebook,
        tuple(one for table in tables for one in _editions(table)),
        HOW,
        {
            "stake": dollars(settings.stake),
            "opening amount": dollars(settings.meter),
            "reset amount": dollars(settings.reset),
            "increment": settings.increment,
            "reserve": link.terms.reserve,
            "limit": "none" if link.terms.limit is None else dollars(link.terms.limit),
            "most credits": str(settings.max_credits),
            "money": str(getattr(link, "money", None) or "live"),
        },
        () if rulebook is None else _prizes(rulebook),
        None if odds is None else _percent(1 + odds.pay_table.expected),
        None if odds is None or odds.break_even is None else dollars(int(odds.break_even)),
        tuple(
            Equipment(
                table.name,
                table.game.settings.boxes,
                table.game.settings.device.value,
                table.dealing.cards.value,
                table.dealing.automatic,
                (table.game.settings.ante.minimum, table.game.settings.ante.maximum),
            )
            for table in tables
        ),
        program.digest(files),
        {what: _who(commands) for what, commands in ACCESS.items()},
        TWO_PEOPLE,
        AT_THE_END,
        getattr(link, "retired", None),
        account,
    )


def _editions(table: HouseTable) -> Iterator[tuple[str, str, str]]:
    """Only if there is more than one to report."""
    for before in table.earlier_editions:
        yield table.name, named(before.entry.rulebook), f"to round {before.until}"
    if table.earlier_editions:
        first = table.earlier_editions[-1].until + 1
        yield table.name, named(table.entry.rulebook), f"from round {first}"
    if (planned := table.planned) is not None:
        edition = named(planned.book or planned.edition)
        yield table.name, edition, f"planned from {planned.since.isoformat()}"


def _odds(entry: Any, link: Any) -> Any:
    from croupier.odds import CannotPrice, JackpotTerms, Question, price
    from croupier.rulebooks.wagers import WagerKind

    settings = link.meter.settings
    terms = JackpotTerms(
        meter=link.meter.meter, stake=settings.stake, reset=settings.reset, boxes=entry.boxes
    )
    try:
        return price(rulebook_of(entry), Question(jackpot=terms)).jackpots[WagerKind.JACKPOT]
    except CannotPrice:
        return None


def _prizes(rulebook: Any) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (row.name, _prize(row.prize), str(getattr(row, "clause", "")))
        for row in rulebook.progressive.rows
    )


def _prize(prize: Any) -> str:
    """The prize in words: a share of the meter, a sum, or odds to one."""
    match prize:
        case MeterShare(percent=percent):
            return f"{percent} % of the meter"
        case FixedSum(amount=amount):
            return f"{dollars(amount)}, paid by the house"
        case ToOne(odds=odds):
            return f"{odds} to 1"
    raise AssertionError(prize)


def _who(commands: tuple[str, ...]) -> tuple[str, ...]:
    roles = {role for command in commands for role in powers.POWERS.get(command, ())}
    return tuple(role.label for role in HouseRole if role in roles)


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):.4f}"


def as_markdown(found: Dossier, say: Say = str) -> str:
    """The dossier for people to read, with its words as `say` says them."""
    return "\n".join(_said(line, say) for line in _in_english(found))


def _said(line: str, say: Say) -> str:
    """A heading, a row of a table or a paragraph."""
    words = _MARKS.sub("", line)
    marks = line.removesuffix(words)
    if marks == "| ":
        return f"| {' | '.join(say(cell) for cell in words.removesuffix(' |').split(' | '))} |"
    return line if line.startswith("|") else marks + say(words)


def _in_english(found: Dossier) -> list[str]:
    account = found.account
    return [
        f"# Link dossier: {found.jackpot}",
        "",
        f"Game: {found.edition}." if found.edition else "Game: no table yet.",
        f"SHA-256 of the program: `{found.program}`.",
        f"SHA-256 of the rules: `{found.fingerprint or '-'}`.",
        "",
        *(_table(("Table", "Edition", "Rounds"), found.editions) if found.editions else ()),
        "## How it operates",
        "",
        found.how,
        "",
        "## Parameters",
        "",
        *_table(("Parameter", "Value"), found.parameters.items()),
        "## Prizes",
        "",
        *_table(("Hand", "Prize", "Clause"), found.prizes),
        "## Return to players",
        "",
        f"By the exact odds at the meter displayed: {found.expected_return or '-'} per cent of the "
        f"stake; fair at a meter of {found.break_even or '-'}.",
        f"Actual return to date: {account.actual_return or '-'} per cent "
        f"({dollars(account.wins)} of {dollars(account.amount_in)} in {account.hits} hits).",
        "",
        "## Equipment",
        "",
        *_table(
            ("Table", "Boxes", "Device", "Cards", "Automatic", "Ante"),
            (
                (
                    one.table,
                    one.boxes,
                    one.device,
                    one.cards,
                    "yes" if one.automatic else "no",
                    f"{dollars(one.limits[0])} to {dollars(one.limits[1])}",
                )
                for one in found.equipment
            ),
        ),
        "## Who may",
        "",
        *_table(("What", "Who"), ((what, ", ".join(who)) for what, who in found.access.items())),
        f"Two different people are needed for: {', '.join(found.two_people).replace('_', ' ')}.",
        "",
        "## What becomes of the money at the end",
        "",
        found.at_the_end,
        "",
        "## How the amount came about",
        "",
        *_table(
            ("Part", "Amount"),
            (
                (name, dollars(getattr(account, name)))
                for name in (
                    *("opening", "contributed", "seeded", "adjusted", "paid", "display"),
                    *("ledger", "reserve", "overflow", "payable"),
                )
            ),
        ),
        "The account balances." if account.balanced else "The account DOES NOT BALANCE.",
        "",
    ]


def _table(columns: tuple[str, ...], rows: Any) -> list[str]:
    return [
        f"| {' | '.join(columns)} |",
        f"|{' --- |' * len(columns)}",
        *(f"| {' | '.join(str(cell).replace('|', '/') for cell in row)} |" for row in rows),
        "",
    ]


_PREAMBLE = """
#set page(paper: "a4", margin: 18mm, numbering: "1 / 1")
#set text(font: ("Libertinus Serif", "New Computer Modern"TYPEFACES), size: 10pt)
#set table(stroke: none, inset: (x: 5pt, y: 3pt),
  fill: (_, row) => if row > 0 and calc.even(row) { rgb("f7f5ef") })
#show table.cell.where(y: 0): set text(weight: "bold")
"""


def as_pdf(found: Dossier, reader: Reader = ENGLISH) -> bytes:
    """The PDF's bytes."""
    need("report", "A PDF")
    import typst

    reader, typefaces = reader_of_pdf(reader)
    preamble = _PREAMBLE.replace("TYPEFACES", "".join(f', "{one}"' for one in typefaces))
    with TemporaryDirectory() as folder:
        page = Path(folder, "dossier.typ")
        page.write_text(
            preamble + "\n".join(_lines(as_markdown(found, reader.say))), encoding="utf-8"
        )
        return bytes(typst.compile(str(page), format="pdf"))


def _lines(markdown: str) -> list[str]:
    """Headings, paragraphs and tables: nothing else occurs in a dossier."""
    out: list[str] = []
    rows: list[list[str]] = []
    for line in (*markdown.splitlines(), ""):
        if line.startswith("|"):
            if not set(line) <= set("|- "):  # not the rule under a table's header
                rows.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        if rows:
            cells = ", ".join(f"[{_text(cell)}]" for row in rows for cell in row)
            out.append(f"#table(columns: {len(rows[0])}, {cells})")
            rows = []
        if line.startswith("#"):
            marks, _, title = line.partition(" ")
            out.append(f"{'=' * len(marks)} {_text(title)}")
        else:
            out.append(_text(line.replace("`", "")))
    return out


def _text(words: str) -> str:
    """Escapes what Typst would read as markup."""
    return "".join(f"\\{mark}" if mark in "\\#$*_`<>@[]~=-+/'\"" else mark for mark in words)
