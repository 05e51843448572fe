"""A table of the house as a fold of its stream."""

from datetime import datetime
from typing import assert_never

from msgspec import structs

from croupier.house.model import events as h
from croupier.house.model.table import payment as paying
from croupier.house.model.table.beside import beside, given
from croupier.house.model.table.house_table import HouseTable
from croupier.house.model.table.parts import (
    UNKNOWN,
    Bot,
    Call,
    Commitment,
    Company,
    Earlier,
    Needed,
    Planned,
    Sealing,
    Timer,
    WagerRequest,
    answered,
    got_up,
    sat_down,
    used,
)
from croupier.house.model.table.rulebook import entry_of, settings_of
from croupier.script.format import TableEntry
from croupier.table import events as e
from croupier.table.evolve import evolve as evolve_game
from croupier.table.state import Idle, Table

__all__ = ["HouseTable", "evolve", "registered", "with_edition_of"]

replace = structs.replace


def registered(name: str, event: h.TableRegistered) -> HouseTable:
    """A table at the beginning of its stream."""
    entry = entry_of(event)
    game = Table(
        name, settings_of(entry), round=Idle(entry.round - 1), memory=entry.memory.memory()
    )
    return HouseTable(
        game,
        entry,
        event.dealing,
        event.rulebook,
        money=event.money,
        play_chips=event.play_chips is True,
    )


def with_edition_of(table: HouseTable, now: HouseTable, number: int) -> HouseTable:
    """A table at an earlier time, with the edition that a round of it was opened with."""
    gone_by = (one for one in now.earlier if number <= one.until)
    by = next(gone_by, now)
    return _goes_by(table, by.entry, by.rulebook)


def _goes_by(table: HouseTable, entry: TableEntry, rulebook: str) -> HouseTable:
    game = replace(table.game, settings=settings_of(entry))
    return replace(table, game=game, entry=entry, rulebook=rulebook)


def evolve(table: HouseTable, event: h.TableStreamEvent, at: datetime) -> HouseTable:  # noqa: PLR0912 - a case an event
    """The table after an event of its stream; those of every round stand first."""
    match event:
        case e.TableEventBase():
            return beside(replace(table, game=evolve_game(table.game, event)), table, event, at)
        case h.CommandGiven():
            return given(table, event.command, at)
        case h.ShuffleCommitted():
            return _committed(table, event, at)
        case h.ShuffleOpened():
            return _opened(table, event, at)
        case h.CardsSealed():
            return _cards_sealed(table, event, at)
        case h.CardsOpened():
            return _cards_opened(table, event, at)
        case h.TableRegistered():
            return registered(table.name, event)
        case h.TimerSet():
            return replace(table, timer=Timer(event.step, event.round, event.due))
        case h.TimerCleared():
            return replace(table, timer=None)
        case h.EditionPlanned():
            return _edition_planned(table, event, at)
        case h.EditionChanged():
            return _edition_changed(table, event, at)
        case h.EditionNotChanged():
            return replace(table, planned=None)
        case h.LimitsPlanned():
            return replace(table, planned_limits=event.limits)
        case h.LimitsChanged():
            return _limits_changed(table, event, at)
        case h.SeedAdded():
            return _seed_added(table, event, at)
        case h.DealerSignedOn():
            return replace(table, dealer=event.dealer)
        case h.DealerSignedOff():
            return replace(table, dealer=None)
        case h.TablePaused():
            return replace(table, paused=at)
        case h.TableResumed():
            return replace(table, paused=None)
        case h.LastRoundAnnounced():
            return replace(table, last_round=event.round)
        case h.BotSeated():
            return _bot_seated(table, event, at)
        case h.BotUnseated():
            return _bot_unseated(table, event, at)
        case h.BotsSatOut() | h.BotsSatDown():
            return _company_changed(table, event, at)
        case h.StaffCalled():
            return _staff_called(table, event, at)
        case h.CallAnswered():
            return _call_answered(table, event, at)
        case h.FloorCalled():
            return _floor_called(table, event, at)
        case h.FloorAnswered():
            return _floor_answered(table, event, at)
        case h.SeatTaken():
            return _seat_taken(table, event, at)
        case h.SeatLeft():
            return _seat_left(table, event, at)
        case h.WagerRequested():
            return _requested(table, event, at)
        case h.WagerRequestUsed():
            return _request_used(table, event, at)
        case h.LossLimitPassed():
            return _limit_passed(table, event, at)
        case h.ReportRefused():
            return _report_refused(table, event, at)
        case h.ActsConfirmed():
            return _acts_confirmed(table, event, at)
        case h.WrongPayment():
            return _paid_wrongly(table, event, at)
        case _:
            assert_never(event)


def _edition_planned(table: HouseTable, event: h.EditionPlanned, at: datetime) -> HouseTable:
    planned = Planned(event.edition, event.book, event.rulebook, event.since, event.reason)
    return replace(table, planned=planned)


def _edition_changed(table: HouseTable, event: h.EditionChanged, at: datetime) -> HouseTable:
    before = Earlier(event.round - 1, table.entry, table.rulebook)
    after = _goes_by(table, event.entry, event.rulebook)
    return replace(after, planned=None, earlier=(*table.earlier, before))


def _limits_changed(table: HouseTable, event: h.LimitsChanged, at: datetime) -> HouseTable:
    before = Earlier(event.round - 1, table.entry, table.rulebook)
    entry = replace(table.entry, limits={**table.entry.limits, **event.limits})
    after = _goes_by(table, entry, table.rulebook)
    return replace(after, planned_limits={}, earlier=(*table.earlier, before))


def _committed(table: HouseTable, event: h.ShuffleCommitted, at: datetime) -> HouseTable:
    shuffle = Commitment(event.round, event.commitment, event.nonce, event.sealed)
    return replace(table, shuffle=shuffle, seeds_due=table.next_seeds, next_seeds={})


def _seed_added(table: HouseTable, event: h.SeedAdded, at: datetime) -> HouseTable:
    kept = table.shuffle
    if event.seed is not None:
        assert kept is not None
        kept = replace(kept, added={**kept.added, event.player: event.seed})
    return replace(table, shuffle=kept, next_seeds={**table.next_seeds, event.player: event.next})


def _opened(table: HouseTable, event: h.ShuffleOpened, at: datetime) -> HouseTable:
    assert table.shuffle is not None
    return replace(table, shuffle=replace(table.shuffle, seed=event.seed))


def _cards_sealed(table: HouseTable, event: h.CardsSealed, at: datetime) -> HouseTable:
    kept = Sealing(event.round, event.under, event.nonce, event.commitment)
    return replace(table, sealing=kept)


def _cards_opened(table: HouseTable, event: h.CardsOpened, at: datetime) -> HouseTable:
    assert table.sealing is not None
    return replace(table, sealing=replace(table.sealing, key=event.key))


def _bot_seated(table: HouseTable, event: h.BotSeated, at: datetime) -> HouseTable:
    bot = Bot(event.name, event.strategy, event.ante, event.jackpot, event.pace)
    return replace(table, bots={**table.bots, event.box: bot})


def _bot_unseated(table: HouseTable, event: h.BotUnseated, at: datetime) -> HouseTable:
    return replace(table, bots={box: bot for box, bot in table.bots.items() if box != event.box})


def _company_changed(
    table: HouseTable, event: h.BotsSatOut | h.BotsSatDown, at: datetime
) -> HouseTable:
    number = table.game.round.number
    asked = table.company.asked_in(number) + 1
    alone = isinstance(event, h.BotsSatOut)
    return replace(table, company=Company(alone, event.player, number, asked))


def _staff_called(table: HouseTable, event: h.StaffCalled, at: datetime) -> HouseTable:
    call = Call(event.number, event.player, event.irregularity, event.box, event.words)
    return replace(table, calls=(*table.calls, call))


def _call_answered(table: HouseTable, event: h.CallAnswered, at: datetime) -> HouseTable:
    return replace(table, calls=answered(table.calls, event.number, event.by))


def _floor_called(table: HouseTable, event: h.FloorCalled, at: datetime) -> HouseTable:
    needed = Needed(event.number, event.need, event.words, event.by, at)
    return replace(table, needs=(*table.needs, needed), needs_called=event.number)


def _floor_answered(table: HouseTable, event: h.FloorAnswered, at: datetime) -> HouseTable:
    return replace(table, needs=tuple(one for one in table.needs if one.number != event.number))


def _seat_taken(table: HouseTable, event: h.SeatTaken, at: datetime) -> HouseTable:
    unknowns = table.unknowns + event.player.startswith(UNKNOWN)
    seats, sharers = sat_down(table.seats, table.sharers, event.box, event.player)
    return replace(table, seats=seats, sharers=sharers, unknowns=unknowns)


def _seat_left(table: HouseTable, event: h.SeatLeft, at: datetime) -> HouseTable:
    seats, sharers = got_up(table.seats, table.sharers, event.box, event.player)
    return replace(table, seats=seats, sharers=sharers)


def _requested(table: HouseTable, event: h.WagerRequested, at: datetime) -> HouseTable:
    asked = WagerRequest(event.player, event.box, event.wager, event.most)
    return replace(table, requests=(*table.requests, asked))


def _request_used(table: HouseTable, event: h.WagerRequestUsed, at: datetime) -> HouseTable:
    asked = event.player, event.box, event.wager
    return replace(table, requests=used(table.requests, asked))


def _limit_passed(table: HouseTable, event: h.LossLimitPassed, at: datetime) -> HouseTable:
    others = tuple(name for name in table.over_limit if name != event.player)
    return replace(table, over_limit=(*others, event.player))


def _report_refused(table: HouseTable, event: h.ReportRefused, at: datetime) -> HouseTable:
    count = table.refused_reports.get(event.person, 0) + 1
    return replace(table, refused_reports={**table.refused_reports, event.person: count})


def _acts_confirmed(table: HouseTable, event: h.ActsConfirmed, at: datetime) -> HouseTable:
    done = paying.confirmed(table.payment, event.settlement, event.acts, event.by, at)
    return replace(table, payment=paying.rounded(done, event.odd))


def _paid_wrongly(table: HouseTable, event: h.WrongPayment, at: datetime) -> HouseTable:
    """Where it is put right at the table, its acts follow."""
    if event.stays or event.settlement is None:
        return table
    wager = event.box, event.player, event.wager
    found = paying.found_wrong(table.payment, wager, event.over, event.settlement, event.by, at)
    return replace(table, payment=found)
