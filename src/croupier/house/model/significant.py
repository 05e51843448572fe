"""From a record to its line among the significant events, if it has one.

A pure function of the event, the record that carries it and the number of the round, so
that anybody can work the list out again from the log. For ordinary play it costs one
look-up by the type of the event; every other event has a case below.

The words are stored and proved with the rest. Lines from before they were changed stay as they
are: what older programs wrote is in `worded_before`, and proves too.
"""

from collections.abc import Iterable, Mapping
from typing import assert_never

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from croupier.house.model import events as h
from croupier.house.model.cage import events as c
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot.state import OVERFLOW
from croupier.house.model.operation import events as o
from croupier.house.model.people import events as p
from croupier.house.model.records import (
    Record,
    SignificantEvent,
    is_of_department,
    is_of_jackpot,
    is_of_table,
)
from croupier.house.model.significant_kinds import Kind, Ordinary, Summary, in_words, plainly, words
from croupier.jackpot import events as j
from croupier.money import Cents, dollars
from croupier.table import events as e

LARGE_WIN: Cents = 10_000_00
"""Where the settings say nothing else."""

ORDINARY = frozenset(Ordinary.__args__)
"""Events that no auditor looks up, whatever they say."""


def significant(
    record: Record, event: h.LogEvent, number: int | None, large_win: Cents = LARGE_WIN
) -> SignificantEvent | None:
    """The line of a record; `number` is the round that is on the table."""
    summary = _summary(event, large_win)
    if summary is None:
        return None
    kind, _, place = record.stream.partition(":")
    return SignificantEvent(
        record.stream,
        record.version,
        record.at,
        summary.kind.value,
        None if record.by is None else record.by.id,
        place or getattr(event, "table", None),
        summary.round if kind != "table" else number,
        summary.player,
        summary.amount,
        summary.text,
    )


def _summary(event: h.LogEvent, large_win: Cents) -> Summary | None:
    if type(event) in ORDINARY:
        return None
    if is_of_table(event):
        return _of_table(event, large_win)
    if is_of_jackpot(event):
        return _of_jackpot(event)
    assert is_of_department(event)
    return _of_department(event)


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


def _of_table(event: h.TableStreamEvent, large_win: Cents) -> Summary | None:  # noqa: PLR0912 - a case an event
    match event:
        case e.WagerSettled():
            return _large(event, large_win)
        case e.IrregularityDecided():
            return _decided(event)
        case e.MatterOpened():
            return _matter_opened(event)
        case e.MatterDecided():
            return _matter_decided(event)
        case e.ReportNoted():
            text = f"{words(event.report.irregularity)}: noted"
            return Summary(Kind.IRREGULARITY, text, event.report.player)
        case e.RoundVoided():
            return Summary(Kind.VOID, f"round void ({', '.join(event.clauses)})")
        case e.SettlementReversed():
            return Summary(Kind.REVERSAL, "all payments of the round are undone")
        case e.WagerCorrected():
            return _wager_corrected(event)
        case e.HandsCorrected():
            return Summary(Kind.OVERRIDE, "hands corrected")
        case e.UpCardChanged():
            return Summary(Kind.OVERRIDE, "another up card")
        case e.DeclinedHandSeen():
            return Summary(Kind.OVERRIDE, f"the closed hand of box {event.box} was looked at")
        case e.PlayerRestricted():
            return Summary(Kind.PLAYER, "restricted", event.player)
        case e.PlayerBarred():
            return Summary(Kind.PLAYER, "barred", event.player)
        case e.PlayerReadmitted():
            return Summary(Kind.PLAYER, "readmitted", event.player)
        case e.JackpotFailed():
            return Summary(Kind.LINK, "jackpot failure at the table", amount=event.registered)
        case e.JackpotServiceSet():
            taken = "taken" if event.available else "not taken"
            return Summary(Kind.LINK, f"jackpot wagers are {taken} from the next round on")
        case e.TableClosed():
            return Summary(Kind.PAUSE, "table closed")
        case e.TableOpened():
            return Summary(Kind.PAUSE, "table opened")
        case e.BoxesDisallowed():
            boxes = ", ".join(str(one) for one in event.boxes)
            return Summary(Kind.PAUSE, f"boxes {boxes} disallowed")
        case h.TablePaused():
            return Summary(Kind.PAUSE, f"paused: {event.reason}")
        case h.TableResumed():
            return Summary(Kind.PAUSE, "resumed")
        case h.LastRoundAnnounced():
            return Summary(Kind.PAUSE, f"round {event.round} announced as the last")
        case h.ReportRefused():
            return _report_refused(event)
        case h.TableRegistered():
            return _registered(event)
        case h.EditionPlanned():
            text = f"{event.edition} from {event.since.isoformat()} on: {event.reason}"
            return Summary(Kind.PARAMETER, text)
        case h.EditionChanged():
            return Summary(Kind.PARAMETER, f"{event.edition} from round {event.round} on")
        case h.EditionNotChanged():
            return Summary(Kind.PARAMETER, f"{event.edition} not taken up: {event.reason}")
        case h.LimitsPlanned():
            text = f"limits from the next round on: {_limits(event.limits)}: {event.reason}"
            return Summary(Kind.PARAMETER, text)
        case h.LimitsChanged():
            text = f"limits from round {event.round} on: {_limits(event.limits)}"
            return Summary(Kind.PARAMETER, text)
        case h.WrongPayment():
            return _paid_wrongly(event)
        case h.WagerRequestUsed():
            return in_words(Kind.STAFF_WAGER, event)
        case h.LossLimitPassed():
            return in_words(Kind.LIMIT, event)
        case _:
            if not isinstance(event, Ordinary):
                assert_never(event)
            return None


def _limits(limits: Mapping[str, tuple[Cents, Cents]]) -> str:
    said = [
        f"{words(wager)} {dollars(low)} to {dollars(high)}"
        for wager, (low, high) in sorted(limits.items())
    ]
    return ", ".join(said) or "as they are"


def _large(event: e.WagerSettled, threshold: Cents) -> Summary | None:
    line = event.line
    if line.won < threshold:
        return None
    text = f"{line.wager} of box {line.box} won {dollars(line.won)}"
    return Summary(Kind.LARGE_WIN, text, line.player, line.won)


def _decided(event: e.IrregularityDecided) -> Summary:
    what = words(event.report.irregularity)
    text = f"{what}: {words(event.decision)} ({', '.join(event.clauses)})"
    return Summary(Kind.IRREGULARITY, text, event.report.player)


def _matter_opened(event: e.MatterOpened) -> Summary:
    what = words(event.irregularity)
    text = f"matter {event.number}: {what}, for the {event.decided_by.label} to decide"
    return Summary(Kind.IRREGULARITY, text, event.report.player)


def _matter_decided(event: e.MatterDecided) -> Summary:
    cited = f" ({', '.join(event.clauses)})" if event.clauses else ""
    text = f"matter {event.number}: {words(event.decision)}: {event.reason}{cited}"
    return Summary(Kind.RULING, text)


def _wager_corrected(event: e.WagerCorrected) -> Summary:
    text = f"{event.wager} of box {event.box} corrected to {dollars(event.amount)}"
    return Summary(Kind.OVERRIDE, text, event.player, event.amount)


def _report_refused(event: h.ReportRefused) -> Summary:
    what = "correction" if event.irregularity is None else words(event.irregularity)
    text = f"{what} with cards refused to {event.person}: {event.code.value}"
    return Summary(Kind.IRREGULARITY, text, event.person)


def _paid_wrongly(event: h.WrongPayment) -> Summary:
    much = f"{dollars(abs(event.over))} too {'much' if event.over > 0 else 'little'}"
    after = "stays so" if event.stays else "put right"
    text = f"wrong payout: {much} for {words(event.wager)} of box {event.box}, {after}"
    return Summary(
        Kind.IRREGULARITY, f"{text}: {event.reason}", event.player, event.over, event.round
    )


def _registered(event: h.TableRegistered) -> Summary:
    link = "" if event.entry.jackpot is None else f", linked to {event.entry.jackpot}"
    name = event.edition or event.entry.rulebook
    return Summary(Kind.PARAMETER, f"table registered: {name}{link}")


# Progressives


def _of_jackpot(event: h.JackpotStreamEvent) -> Summary | None:
    match event:
        case j.JackpotWon():
            return _hit(event)
        case j.ClaimsQueued():
            return _queued(event)
        case j.WinsReversed():
            text = f"wins of {event.table} round {event.round} undone"
            return Summary(Kind.REVERSAL, text, None, event.paid, event.round)
        case j.JackpotAdjusted(reason=reason, amount=amount):
            if reason == OVERFLOW:
                return None
            return Summary(Kind.ADJUSTMENT, f"meter adjusted: {reason}", amount=amount)
        case j.JackpotToppedUp():
            text = "the house made the meter good"
            return Summary(Kind.ADJUSTMENT, text, None, event.amount, event.round)
        case hj.JackpotRegistered():
            return Summary(Kind.PARAMETER, "jackpot registered", amount=event.entry.meter)
        case hj.TableLinked():
            return Summary(Kind.PARAMETER, f"table {event.table} joins the link")
        case hj.LinkEditionChanged():
            return Summary(Kind.PARAMETER, f"table {event.table} goes over to another edition")
        case hj.JackpotParametersChanged():
            return _parameters(event)
        case hj.JackpotRetired():
            return in_words(Kind.PARAMETER, event)
        case hj.LinkFailed():
            return Summary(Kind.LINK, f"link failed: {event.reason}")
        case hj.LinkRestored():
            return Summary(Kind.LINK, f"link restored: {event.reason}")
        case hj.PrizeReleased() | hj.JackpotPaid() | hj.PaymentReturned():
            return in_words(Kind.PAYMENT, event)
        case h.Proposed() | h.ProposalApproved() | h.ProposalDeclined():
            return in_words(Kind.PROPOSAL, event)
        case _:
            if not isinstance(event, Ordinary):
                assert_never(event)
            return None


def _parameters(event: hj.JackpotParametersChanged) -> Summary:
    text = (
        f"stake {dollars(event.stake)}, reset {dollars(event.reset)}, "
        f"increment {event.increment}: {event.reason}"
    )
    return Summary(Kind.PARAMETER, text)


def _hit(event: j.JackpotWon) -> Summary:
    winners = ", ".join(dict.fromkeys(one.player for one in event.winnings))
    amount = sum(one.amount for one in event.winnings)
    text = f"won at {event.table} round {event.round} by {winners}: {dollars(amount)}"
    return Summary(Kind.HIT, text, winners, amount, event.round)


def _queued(event: j.ClaimsQueued) -> Summary:
    winners = ", ".join(dict.fromkeys(one.player for one in event.claims))
    text = f"claims of {winners} at {event.table} round {event.round} wait for their turn"
    return Summary(Kind.HIT, text, winners, None, event.round)


# Departments


def _of_department(event: h.DepartmentEvent) -> Summary | None:
    match event:
        case (
            p.PersonRegistered()
            | p.PersonRenamed()
            | p.GuestMadeWay()
            | p.PersonSuspended()
            | p.PersonRestored()
            | p.PasswordChanged()
            | p.PasswordReset()
            | p.SecondFactorSet()
            | p.SecondFactorRemoved()
            | p.PasskeyAdded()
            | p.PasskeyCountedBack()
            | p.PasskeyRemoved()
            | p.ShoeAdmitted()
            | p.ShoeWithdrawn()
            | p.TokenMade()
            | p.TokenDoubted()
            | p.TokenVouched()
            | p.TokenRevoked()
        ):
            return in_words(Kind.ACCOUNT, event)
        case p.RolesGiven() | p.RolesTaken() | p.ActingRoleGiven() | p.ActingRoleEnded():
            return in_words(Kind.ROLE, event)
        case p.LoggedIn() | p.ProvedAgain() | p.LoggedOut() | p.LoggedOutEverywhere():
            return in_words(Kind.LOG_IN, event)
        case p.LogInFailed() | p.LogInThrottled():
            return in_words(Kind.FAILED_LOG_IN, event)
        case p.PersonExcluded() | p.ExclusionLifted() | c.LossLimitSet():
            return in_words(Kind.LIMIT, event)
        case (
            c.BoughtIn()
            | c.CashedOut()
            | c.ChipsBought()
            | c.ChipsRedeemed()
            | c.RemainderPaid()
            | c.PrizePaid()
            | c.DrawerOpened()
            | c.DrawerClosed()
            | c.BankrollMoved()
            | c.BuyInCorrected()
            | c.TableBoughtIn()
            | c.Recovered()
        ):
            return in_words(Kind.CAGE, event)
        case (
            c.FloatFilled()
            | c.FloatCredited()
            | c.TransferRequested()
            | c.TransferIssued()
            | c.TransferReceived()
            | c.TransferCancelled()
            | c.FloatCounted()
            | c.DropCounted()
            | c.DropRecounted()
        ):
            return in_words(Kind.FILL, event)
        case c.DayClosed() | c.DayReopened() | c.ShiftOpened() | c.ShiftClosed():
            return in_words(Kind.DAY, event)
        case c.CageConfigured():
            return in_words(Kind.PARAMETER, event)
        case (
            o.HouseStopped()
            | o.BackupMade()
            | o.ArchiveMade()
            | o.SumsRepaired()
            | o.KeyChanged()
            | o.AlarmRaised()
            | o.AlarmCleared()
        ):
            return in_words(Kind.PROGRAM, event)
        case o.ClockStepped():
            return in_words(Kind.CLOCK, event)
        case o.HeadRefused():
            return in_words(Kind.VERIFICATION, event)
        case o.HouseOpened():
            return _opened(event)
        case o.LogChecked():
            return _checked(event)
        case _:
            if not isinstance(event, Ordinary):
                assert_never(event)
            return None


def _opened(event: o.HouseOpened) -> Summary:
    changed = f"{len(event.files)} files are not as at the last start" if event.files else ""
    text = f"house opened: version {event.version}, program {event.program}"
    return Summary(Kind.PROGRAM, f"{text}; {changed}" if changed else text)


def _checked(event: o.LogChecked) -> Summary:
    what = "the whole log" if event.whole else "what is new of the log"
    found = "; ".join(event.findings) or "all is well"
    return Summary(Kind.VERIFICATION, f"{what} checked, {event.records} records: {found}")


def worded_before(line: SignificantEvent, event: h.LogEvent) -> SignificantEvent:
    """A line as programs up to 0.2 wrote it: values within values as Python shows them, chips by
    the cents of each, and what is undone as a void."""
    if isinstance(event, e.SettlementReversed | j.WinsReversed):
        return replace(line, kind=Kind.VOID.value)
    chips = getattr(event, "chips", None)
    if isinstance(chips, tuple) and chips:
        text = line.text
        for one in chips:
            was = f"value {one.value}, count {one.count}"
            text = text.replace(f"{one.count} × {dollars(one.value)}", was, 1)
        return replace(line, text=text)
    values = (getattr(event, name) for name in event.__struct_fields__)
    if not any(isinstance(one, Struct | UnsetType) for one in values):
        return line
    return replace(line, text=in_words(Kind(line.kind), event, plainly).text)


def listed(
    pairs: Iterable[tuple[Record, h.LogEvent]], number: int | None, large_win: Cents = LARGE_WIN
) -> list[SignificantEvent]:
    """The lines of records that follow each other in a stream; `number` is the round before."""
    found = []
    for record, event in pairs:
        kind = type(event)
        if kind not in ORDINARY:
            line = significant(record, event, number, large_win)
            if line is not None:
                found.append(line)
        if kind in NUMBERED:
            number = round_after(number, event)
    return found


NUMBERED = frozenset({e.BetsOpened, h.TableRegistered})
"""Events after which another round is on the table."""
