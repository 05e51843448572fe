"""The results of a script, for people."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from croupier.cli.console import CLAUSE, QUIET, Cell, heading, indented, sheet, short
from croupier.cli.story import Seat, Told, adjustments, rounds
from croupier.cli.telling import Step, gists, steps, who
from croupier.cli.words import said, visible
from croupier.money import dollars
from croupier.ranking import describe
from croupier.rulebooks.model import Rulebook
from croupier.script import Replay, Result, result_of
from croupier.script.result import MatterResult
from croupier.table.hands import FaceDown, read_hand, whole
from croupier.table.state import Line
from croupier.wagers import Result as Outcome

_COLOURS = {
    Outcome.WON: "green",
    Outcome.LOST: "red",
    Outcome.VOID: "yellow",
    Outcome.PENDING: "yellow",
}

_AMOUNTS = (3, 5, 6)
"""Columns of amounts in a table of lines."""


def print_report(out: Console, played: Replay) -> None:
    """Every finished round, then jackpots, players, refusals and what is still open."""
    result = result_of(played)
    for told in rounds(played):
        print_round(out, played, told)
    if result.jackpots:
        _print_jackpots(out, played, result)
    if result.players:
        _print_players(out, result)
    if result.refusals:
        _print_refusals(out, played, result)
    if result.matters:
        _print_matters(out, played, result.matters)


def print_round(out: Console, played: Replay, told: Told, *, brief: bool = False) -> None:
    """Hands, lines and what else happened; unless brief, with a title and the dealer's calls."""
    table = played.floor.tables[told.table]
    account = steps(told, played.floor.link_of(table), played.script.commands)
    if not brief:
        out.print(_title(told))
    if told.dealer:
        _print_sheet(out, _hands_sheet(told, out.width))
    if not brief:
        _print_calls(out, told)
    if told.lines:
        out.print()
        _print_sheet(out, lines_sheet(told.lines, out.width))
    if account:
        out.print()
        _print_sheet(out, _account_sheet(account, out.width))
    out.print()


def _print_sheet(out: Console, text: Text) -> None:
    out.print(text, soft_wrap=True)


def _title(told: Told) -> Text:
    state = told.state if told.lines or told.state != "running" else "still running"
    if told.number == 0:
        return heading(f"{visible(told.table)}, before the first round")
    text = heading(f"{visible(told.table)}, round {told.number}: {state}")
    text.append(f"  {told.rulebook.edition_name}", style=QUIET)
    return text


def describe_hand(rulebook: Rulebook, cards: str) -> str:
    """`pair of nines, ace kicker`; a hand of the wrong size is counted instead."""
    hand = read_hand(cards, 0)
    if isinstance(hand, FaceDown):
        return "not turned"
    if len(hand) != rulebook.hands.size:
        return f"{len(hand)} cards instead of {rulebook.hands.size}"
    return describe(rulebook.hands.value(hand))


def _hands_sheet(told: Told, width: int) -> Text:
    rows: list[list[Cell]] = []
    for number, cards in sorted(told.hands.items(), key=lambda pair: int(pair[0])):
        seat = told.seats.get(int(number), Seat())
        players = " and ".join(seat.players) or "nobody"
        words = describe_hand(told.rulebook, cards)
        rows.append([*_plain(f"box {number}", players, cards, words), (seat.decision, QUIET)])
    words = describe_hand(told.rulebook, told.dealer)
    rows.append([*_plain("Dealer", "", told.dealer, words), _qualification(told)])
    return sheet(rows, width)


def _plain(*texts: str) -> list[Cell]:
    return [(text, "") for text in texts]


def _qualification(told: Told) -> Cell:
    if not told.revealed:
        return ("not opened", QUIET)
    hand = whole(read_hand(told.dealer, 0), told.rulebook.hands.size)
    if hand is None:
        return ("", "")
    yes = told.rulebook.qualifies(told.rulebook.hands.value(hand))
    words = "qualifies" if yes else "does not qualify"
    return (f"{said(words)}, {short(told.rulebook.main.qualifies.only)}", "bold")


def _print_calls(out: Console, told: Told) -> None:
    spoken = [(f'"{call.text}"', call.clauses) for call in told.calls]
    if spoken:
        out.print(indented(_said("called  ", spoken)))
    for notice in told.notices:
        label = f"shown to {visible(notice.player)}  " if notice.player else "shown   "
        out.print(indented(_said(label, [(f'"{notice.text}"', notice.clauses)])))


def _said(label: str, spoken: Iterable[tuple[str, tuple[str, ...]]]) -> Text:
    text = Text(style=QUIET).append(label, style=QUIET)
    for place, (words, clauses) in enumerate(spoken):
        text.append(", " if place else "")
        text.append(visible(words))
        if clauses:
            text.append(f" {short(clauses[:1])}", style=CLAUSE)
    return text


def lines_sheet(lines: Iterable[Line], width: int) -> Text:
    """One line per wager or award, as it was settled."""
    columns = ("box", "player", "wager", "staked", "result", "won", "returned", "clauses")
    rows: list[list[Cell]] = [[(name, QUIET) for name in columns]]
    for line in lines:
        before = _plain(str(line.box), line.player, str(line.wager).replace("_", " "))
        rows.append(
            [
                *before,
                (dollars(line.staked), ""),
                (line.result.value, _COLOURS.get(line.result, "")),
                *_plain(dollars(line.won), dollars(line.returned)),
                (short(line.clauses), CLAUSE),
            ]
        )
    return sheet(rows, width, right=_AMOUNTS)


def _account_sheet(account: list[Step], width: int) -> Text:
    """What was reported, prescribed and decided, and what moved, by command."""
    rows: list[list[Cell]] = []
    before = None
    for step in account:
        cited = "" if step.prescribes or not step.clauses else f" {short(step.clauses)}"
        label = "" if step.command == before else f"command {step.command}"
        rows.append([(label, QUIET), (step.text + cited, "")])
        if step.prescribes:
            rows += [
                [("", ""), (f"{clause}: {gist}", CLAUSE)] for clause, gist in gists(step.clauses)
            ]
        before = step.command
    return sheet(rows, width)


def _print_jackpots(out: Console, played: Replay, result: Result) -> None:
    out.print(heading("Jackpots"))
    accounts = result.jackpots
    opening = [dollars(played.script.jackpots[name].meter) for name in accounts]
    rows = [[("", ""), *((name, QUIET) for name in accounts)], _plain("opening", *opening)]
    for words, term in (
        ("+ contributed", "contributed"),
        ("+ seeded by the House", "seeded"),
        ("+ adjusted", "adjusted"),
        ("- paid to winners", "paid"),
        ("= meter", "meter"),
    ):
        amounts = (dollars(getattr(account, term)) for account in accounts.values())
        rows.append(_plain(words, *amounts))
    _print_sheet(out, sheet(rows, out.width, right=range(1, len(accounts) + 1)))
    for name, account in accounts.items():
        for claim in account.pending:
            where = f"table {claim.table}, round {claim.round}, box {claim.box}"
            _print_note(out, f"{name}: the claim of {where} waits for its turn.")
    for adjusted in adjustments(played):
        moved, by = dollars(adjusted.amount), who(adjusted.by)
        _print_note(out, f'{adjusted.jackpot}: {moved} adjusted by {by}, "{adjusted.reason}".')
    out.print()


def _print_note(out: Console, words: str, clauses: tuple[str, ...] = ()) -> None:
    text = Text(visible(words))
    if clauses:
        text.append(f" {short(clauses)}", style=CLAUSE)
    out.print(indented(text))


def _print_players(out: Console, result: Result) -> None:
    out.print(heading("Players"))
    rows: list[list[Cell]] = [[(name, QUIET) for name in ("player", "staked", "received", "net")]]
    for name, player in result.players.items():
        net = (dollars(player.net), "red" if player.net < 0 else "")
        rows.append([*_plain(name, dollars(player.staked), dollars(player.received)), net])
    _print_sheet(out, sheet(rows, out.width, right=range(1, 4)))
    out.print()


def _print_refusals(out: Console, played: Replay, result: Result) -> None:
    out.print(heading(f"Refused: {len(result.refusals)}"))
    rows: list[list[Cell]] = []
    for refused in result.refusals:
        asked = str(played.script.commands[refused.command].__struct_config__.tag)
        clause = (refused.clause or "no clause", CLAUSE if refused.clause else QUIET)
        number = (f"command {refused.command}", QUIET)
        rows.append([number, (asked, ""), clause, (refused.message, "")])
    _print_sheet(out, sheet(rows, out.width))
    out.print()


def _print_matters(out: Console, played: Replay, matters: Iterable[MatterResult]) -> None:
    out.print(heading("Open matters"))
    for matter in matters:
        rulebook = played.floor.tables[matter.table].rulebook
        clauses = rulebook.irregularities[matter.irregularity].clauses
        kind = matter.irregularity.value.replace("_", " ")
        choices = ", ".join(decision.value for decision in matter.decisions)
        words = f"{matter.matter}: {kind} waits for a {matter.decided_by.label}: {choices}."
        _print_note(out, words, clauses)
    out.print()
