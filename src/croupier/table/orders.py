"""The table after what was reported, decided or offered, and after an order to a player or a table.

Wagers and cards are in `evolve`.
"""

from msgspec import structs

from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.table import events as e
from croupier.table.commands import Report
from croupier.table.state import Matter, Table

replace = structs.replace


def matter_opened(table: Table, event: e.MatterOpened) -> Table:
    matter = Matter(
        event.number,
        event.irregularity,
        event.decided_by,
        event.by,
        event.report,
        event.box,
        event.registered,
    )
    return replace(table, matters=(*table.matters, matter), matters_opened=event.number)


def matter_decided(table: Table, event: e.MatterDecided) -> Table:
    [matter] = [matter for matter in table.matters if matter.number == event.number]
    matters = tuple(other for other in table.matters if other is not matter)
    return _exposed(replace(table, matters=matters), matter.report, event.decision)


def irregularity_decided(table: Table, event: e.IrregularityDecided) -> Table:
    return _exposed(table, event.report, event.decision)


_EXPOSED = (Irregularity.CARDS_EXPOSED, Irregularity.DEALER_CARD_EXPOSED)
_NOT_COUNTED = (Decision.DISMISS, Decision.UP_CARD)


def _exposed(table: Table, report: Report, decision: Decision) -> Table:
    """The round with what a decided report adds to its exposed cards."""
    if report.irregularity not in _EXPOSED or decision in _NOT_COUNTED:
        return table
    exposed: tuple[Report, ...] = table.round.exposed  # type: ignore[union-attr]
    return table.with_round(exposed=(*exposed, report))


def misdeal_reported(table: Table, event: e.MisdealReported) -> Table:
    return table.with_round(misdeal_reported=True)


def options_offered(table: Table, event: e.OptionsOffered) -> Table:
    options = table.round.options  # type: ignore[union-attr]
    return table.with_round(options=(*options, *event.options))


def option_taken(table: Table, event: e.OptionTaken) -> Table:
    current = table.round
    taken = tuple(
        option
        for option in current.options  # type: ignore[union-attr]
        if event.player in (None, option.player) and set(event.boxes) & set(option.boxes)
    )
    options = tuple(
        option
        for option in current.options  # type: ignore[union-attr]
        if option not in taken
    )
    answered = (*current.answered, *taken)  # type: ignore[union-attr]
    return table.with_round(options=options, answered=answered)


def player_restricted(table: Table, event: e.PlayerRestricted) -> Table:
    memory = table.memory
    return replace(table, memory=replace(memory, restricted=memory.restricted | {event.player}))


def player_barred(table: Table, event: e.PlayerBarred) -> Table:
    memory = table.memory
    return replace(table, memory=replace(memory, barred=memory.barred | {event.player}))


def player_readmitted(table: Table, event: e.PlayerReadmitted) -> Table:
    memory = table.memory
    return replace(
        table,
        memory=replace(
            memory,
            barred=memory.barred - {event.player},
            restricted=memory.restricted - {event.player},
        ),
    )


def jackpot_failed(table: Table, event: e.JackpotFailed) -> Table:
    if event.registered is not None:
        table = table.with_round(registered=event.registered)
    return replace(table, choice_awaited=True)


def jackpot_service_set(table: Table, event: e.JackpotServiceSet) -> Table:
    return replace(table, jackpot_available_next=event.available, choice_awaited=False)


def table_closed(table: Table, event: e.TableClosed) -> Table:
    return replace(table, closed=True, choice_awaited=False)


def table_opened(table: Table, event: e.TableOpened) -> Table:
    return replace(table, closed=False, disallowed=frozenset())


def boxes_disallowed(table: Table, event: e.BoxesDisallowed) -> Table:
    return replace(table, disallowed=table.disallowed | set(event.boxes), choice_awaited=False)
