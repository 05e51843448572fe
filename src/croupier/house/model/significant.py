"""From a record to its line among the significant events, if it has one.

A pure function of the event, the record that carries it and the number of the round, so
that anybody can work the list out again from the log. For ordinary play it costs one
look-up by the type of the event.

The words are stored and proved with the rest: whoever changes them adds a migration that
lists old records anew (`indexing.index_all`), or old lists no longer prove.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from croupier.house.model import events as h
from croupier.house.model.jackpot.state import OVERFLOW
from croupier.house.model.operation import events as o
from croupier.house.model.records import Record, Significant
from croupier.house.model.significant_kinds import BY_TAG, Kind
from croupier.jackpot import events as j
from croupier.money import Cents, dollars
from croupier.table import events as e

LARGE_WIN: Cents = 10_000_00
"""Where the settings say nothing else."""


class Told(Struct, frozen=True):
    """What an event says about itself."""

    kind: Kind
    text: str
    player: str | None = None
    amount: Cents | None = None
    round: int | None = None


Telling = Callable[[Any], Told | None]


def significant(
    record: Record, event: h.LogEvent, number: int | None, large_win: Cents = LARGE_WIN
) -> Significant | None:
    """The line of a record; `number` is the round that is on the table."""
    telling = _TELLINGS.get(type(event))
    if telling is None:
        return None
    won = isinstance(event, e.WagerSettled)
    told = _large(event, large_win) if won else telling(event)  # type: ignore[arg-type]
    if told is None:
        return None
    kind, _, place = record.stream.partition(":")
    return Significant(
        record.stream,
        record.version,
        record.at,
        told.kind.value,
        None if record.by is None else record.by.id,
        place or getattr(event, "table", None),
        told.round if kind != "table" else number,
        told.player,
        told.amount,
        told.text,
    )


def is_large_win(event: h.LogEvent) -> bool:
    """Whether it depends on a setting that the event is listed."""
    return type(event) is e.WagerSettled


def round_after(number: int | None, event: h.LogEvent) -> int | None:
    """The round on a table after an event of its stream."""
    if type(event) is e.BetsOpened:
        return event.round
    if type(event) is h.TableRegistered:
        return event.entry.round - 1
    return number


# Tables


def _won(event: e.WagerSettled) -> Told | None:
    return _large(event, LARGE_WIN)


def _large(event: e.WagerSettled, threshold: Cents) -> Told | None:
    line = event.line
    if line.won < threshold:
        return None
    text = f"{line.wager} of box {line.box} won {dollars(line.won)}"
    return Told(Kind.LARGE_WIN, text, line.player, line.won)


def _decided(event: e.IrregularityDecided) -> Told:
    words = _words(event.report.irregularity)
    text = f"{words}: {_words(event.decision)} ({', '.join(event.clauses)})"
    return Told(Kind.IRREGULARITY, text, event.report.player)


def _matter_opened(event: e.MatterOpened) -> Told:
    words = _words(event.irregularity)
    text = f"matter {event.number}: {words}, for the {event.decided_by.label} to decide"
    return Told(Kind.IRREGULARITY, text, event.report.player)


def _matter_decided(event: e.MatterDecided) -> Told:
    cited = f" ({', '.join(event.clauses)})" if event.clauses else ""
    text = f"matter {event.number}: {_words(event.decision)}: {event.reason}{cited}"
    return Told(Kind.RULING, text)


def _voided(event: e.RoundVoided) -> Told:
    return Told(Kind.VOID, f"round void ({', '.join(event.clauses)})")


def _wager_corrected(event: e.WagerCorrected) -> Told:
    text = f"{event.wager} of box {event.box} corrected to {dollars(event.amount)}"
    return Told(Kind.OVERRIDE, text, event.player, event.amount)


def _report_refused(event: h.ReportRefused) -> Told:
    what = "correction" if event.irregularity is None else _words(event.irregularity)
    text = f"{what} with cards refused to {event.person}: {event.code.value}"
    return Told(Kind.IRREGULARITY, text, event.person)


def _plain(kind: Kind, text: str) -> Telling:
    return lambda event: Told(kind, text)


def _of_player(text: str) -> Telling:
    return lambda event: Told(Kind.PLAYER, text, event.player)


def _service(event: e.JackpotServiceSet) -> Told:
    taken = "taken" if event.available else "not taken"
    return Told(Kind.LINK, f"jackpot wagers are {taken} from the next round on")


def _failed(event: e.JackpotFailed) -> Told:
    return Told(Kind.LINK, "jackpot failure at the table", amount=event.registered)


def _registered(event: h.TableRegistered) -> Told:
    link = "" if event.entry.jackpot is None else f", linked to {event.entry.jackpot}"
    name = event.edition or event.entry.rulebook
    return Told(Kind.PARAMETER, f"table registered: {name}{link}")


def _edition_planned(event: h.EditionPlanned) -> Told:
    text = f"{event.edition} from {event.since.isoformat()} on: {event.reason}"
    return Told(Kind.PARAMETER, text)


def _edition_changed(event: h.EditionChanged) -> Told:
    return Told(Kind.PARAMETER, f"{event.edition} from round {event.round} on")


def _edition_kept(event: h.EditionNotChanged) -> Told:
    return Told(Kind.PARAMETER, f"{event.edition} not taken up: {event.reason}")


def _last_round(event: h.LastRoundAnnounced) -> Told:
    return Told(Kind.PAUSE, f"round {event.round} announced as the last")


# Progressives


def _jackpot_registered(event: h.JackpotRegistered) -> Told:
    return Told(Kind.PARAMETER, "jackpot registered", amount=event.entry.meter)


def _parameters(event: h.JackpotParametersChanged) -> Told:
    text = (
        f"stake {dollars(event.stake)}, reset {dollars(event.reset)}, "
        f"increment {event.increment}: {event.reason}"
    )
    return Told(Kind.PARAMETER, text)


def _hit(event: j.JackpotWon) -> Told:
    winners = ", ".join(dict.fromkeys(one.player for one in event.winnings))
    amount = sum(one.amount for one in event.winnings)
    text = f"won at {event.table} round {event.round} by {winners}: {dollars(amount)}"
    return Told(Kind.HIT, text, winners, amount, event.round)


def _queued(event: j.ClaimsQueued) -> Told:
    winners = ", ".join(dict.fromkeys(one.player for one in event.claims))
    text = f"claims of {winners} at {event.table} round {event.round} wait for their turn"
    return Told(Kind.HIT, text, winners, None, event.round)


def _wins_reversed(event: j.WinsReversed) -> Told:
    text = f"wins of {event.table} round {event.round} undone"
    return Told(Kind.VOID, text, None, event.paid, event.round)


def _adjusted(event: j.JackpotAdjusted) -> Told | None:
    if event.reason == OVERFLOW:
        return None
    return Told(Kind.ADJUSTMENT, f"meter adjusted: {event.reason}", amount=event.amount)


def _topped_up(event: j.JackpotToppedUp) -> Told:
    text = "the house made the meter good"
    return Told(Kind.ADJUSTMENT, text, None, event.amount, event.round)


# Offices


def _office(kind: Kind) -> Telling:
    """The public name of the event and what it carries, in words."""

    def tell(event: Any) -> Told:
        plain = {
            name: getattr(event, name) for name in event.__struct_fields__ if name not in _NOT_SHOWN
        }
        command = getattr(event, "command", None)
        if command is not None:
            plain["command"] = _words(command.__struct_config__.tag)
        shown = ", ".join(
            f"{_words(name)} {_shown(name, value)}"
            for name, value in plain.items()
            if value not in (None, "", (), {}, False)
        )
        player = next((plain[n] for n in ("player", "person", "who") if n in plain), None)
        amount = plain.get("amount")
        return Told(
            kind,
            f"{_words(event.__struct_config__.tag)}: {shown}" if shown else _tag(event),
            player if isinstance(player, str) else None,
            amount if isinstance(amount, int) and not isinstance(amount, bool) else None,
            getattr(event, "round", None),
        )

    return tell


def _opened(event: o.HouseOpened) -> Told:
    changed = f"{len(event.files)} files are not as at the last start" if event.files else ""
    text = f"house opened: version {event.version}, program {event.program}"
    return Told(Kind.PROGRAM, f"{text}; {changed}" if changed else text)


def _checked(event: o.LogChecked) -> Told:
    what = "the whole log" if event.whole else "what is new of the log"
    found = "; ".join(event.findings) or "all is well"
    return Told(Kind.VERIFICATION, f"{what} checked, {event.records} records: {found}")


_NOT_SHOWN = frozenset(
    (
        "files",
        "settings",
        "command",
        "session",
        "hash",
        "step",
        "report",
        "seq",
        "round",
        "key",
        "mark",
        "seal",
        "challenge",
    )
)


def _tag(event: Any) -> str:
    return _words(str(event.__struct_config__.tag))


_AMOUNTS = frozenset(
    (
        "amount",
        "most",
        "lost",
        "limit",
        "large_win",
        "ledger",
        "expected",
        "meter",
        "reserve",
        "overflow",
        "wins",
    )
)


def _shown(name: str, value: Any) -> str:
    if name in _AMOUNTS and isinstance(value, int):
        return dollars(value)
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(str(one) for one in value)
    return str(value)


def _words(name: str) -> str:
    return str(name).replace("_", " ")


_TELLINGS: dict[type, Telling] = {
    e.WagerSettled: _won,
    e.IrregularityDecided: _decided,
    e.MatterOpened: _matter_opened,
    e.MatterDecided: _matter_decided,
    e.ReportNoted: lambda event: Told(
        Kind.IRREGULARITY, f"{_words(event.report.irregularity)}: noted", event.report.player
    ),
    e.RoundVoided: _voided,
    e.SettlementReversed: _plain(Kind.VOID, "all payments of the round are undone"),
    e.WagerCorrected: _wager_corrected,
    e.HandsCorrected: _plain(Kind.OVERRIDE, "hands corrected"),
    e.UpCardChanged: _plain(Kind.OVERRIDE, "another up card"),
    e.DeclinedHandSeen: lambda event: Told(
        Kind.OVERRIDE, f"the closed hand of box {event.box} was looked at"
    ),
    e.PlayerRestricted: _of_player("restricted"),
    e.PlayerBarred: _of_player("barred"),
    e.PlayerReadmitted: _of_player("readmitted"),
    e.JackpotFailed: _failed,
    e.JackpotServiceSet: _service,
    e.TableClosed: _plain(Kind.PAUSE, "table closed"),
    e.TableOpened: _plain(Kind.PAUSE, "table opened"),
    e.BoxesDisallowed: lambda event: Told(
        Kind.PAUSE, f"boxes {', '.join(str(one) for one in event.boxes)} disallowed"
    ),
    h.ReportRefused: _report_refused,
    h.TableRegistered: _registered,
    h.EditionPlanned: _edition_planned,
    h.EditionChanged: _edition_changed,
    h.EditionNotChanged: _edition_kept,
    h.TablePaused: lambda event: Told(Kind.PAUSE, f"paused: {event.reason}"),
    h.TableResumed: _plain(Kind.PAUSE, "resumed"),
    h.LastRoundAnnounced: _last_round,
    h.JackpotRegistered: _jackpot_registered,
    h.TableLinked: lambda event: Told(Kind.PARAMETER, f"table {event.table} joins the link"),
    h.LinkEditionChanged: lambda event: Told(
        Kind.PARAMETER, f"table {event.table} goes over to another edition"
    ),
    h.JackpotParametersChanged: _parameters,
    h.LinkFailed: lambda event: Told(Kind.LINK, f"link failed: {event.reason}"),
    h.LinkRestored: lambda event: Told(Kind.LINK, f"link restored: {event.reason}"),
    j.JackpotWon: _hit,
    j.ClaimsQueued: _queued,
    j.WinsReversed: _wins_reversed,
    j.JackpotAdjusted: _adjusted,
    j.JackpotToppedUp: _topped_up,
    o.HouseOpened: _opened,
    o.LogChecked: _checked,
}


def _add_named() -> None:
    """Events that are listed by their public name."""
    for event in h.LogEvent.__args__:
        kind = BY_TAG.get(event.__struct_config__.tag)
        if kind is not None and event not in _TELLINGS:
            _TELLINGS[event] = _office(kind)


_add_named()


def listed(
    pairs: Iterable[tuple[Record, h.LogEvent]], number: int | None, large_win: Cents = LARGE_WIN
) -> list[Significant]:
    """The lines of records that follow each other in a stream; `number` is the round before."""
    found = []
    for record, event in pairs:
        kind = type(event)
        if kind in _TELLINGS:
            line = significant(record, event, number, large_win)
            if line is not None:
                found.append(line)
        if kind in _NUMBERED:
            number = round_after(number, event)
    return found


_NUMBERED = (e.BetsOpened, h.TableRegistered)
