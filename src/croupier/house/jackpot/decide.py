"""What a house makes of commands to a progressive, and of tables that join it."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, structs

from croupier.books import UnknownRulebook
from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.jackpot import state as links
from croupier.house.jackpot.state import HouseJackpot
from croupier.house.refusals import HouseCode, decline, demand_role
from croupier.house.settings import JackpotTerms
from croupier.house.table import state as tables
from croupier.house.table.books import Pinned, pinned
from croupier.house.table.edition import demand_in_force
from croupier.house.table.fingerprint import is_of
from croupier.house.table.state import HouseTable
from croupier.house.table.timing import timer_events
from croupier.jackpot import decide as jackpot_decide
from croupier.jackpot.commands import AdjustJackpot, OrderClaims
from croupier.money import Cents, dollars
from croupier.rulebooks.roles import Role
from croupier.rulebooks.settings import BadSetting, exact_decimal
from croupier.script.format import JackpotEntry
from croupier.table.state import PHASE_NAMES, Betting, Closed, Dealt, Revealed

LinkCommand = AdjustJackpot | OrderClaims | hc.ChangeJackpot | hc.FailLink | hc.RestoreLink


class LinkDecision(Struct, frozen=True):
    """Events of a progressive's stream, and the state that they lead to."""

    events: tuple[h.LogEvent, ...]
    link: HouseJackpot
    other: "LinkDecision | None" = None
    """What happens to another progressive with it."""


def decide_link(
    link: HouseJackpot, linked: Sequence[HouseTable], command: LinkCommand, now: datetime
) -> LinkDecision:
    """A command to a progressive; `linked` are its tables, where they matter."""
    match command:
        case AdjustJackpot():
            events: tuple[h.LogEvent, ...] = jackpot_decide.adjust(link.meter, command)
        case OrderClaims():
            events = jackpot_decide.order_claims(link.in_force, linked[0].game.rulebook, command)
        case hc.ChangeJackpot():
            events = (_changed(link, linked, command),)
        case hc.FailLink():
            demand_role(command.by, Role.PIT_SUPERVISOR)
            if link.failed is not None:
                decline(HouseCode.LINK_FAILED, f"Jackpot {link.name} is down: {link.failed}")
            events = (h.LinkFailed(command.reason),)
        case hc.RestoreLink():
            demand_role(command.by, Role.SHIFT_MANAGER)
            if link.failed is None:
                decline(HouseCode.LINK_WORKS, f"Jackpot {link.name} is working.")
            _demand_sound(link)
            events = (h.LinkRestored(command.reason),)
    for event in events:
        link = links.evolve(link, event, now)
    if link.failed is None:
        link.meter.check()
    return LinkDecision(events, link)


def demand_no_round(linked: Sequence[HouseTable], otherwise: str = ".") -> None:
    """No round is running at any of the tables."""
    for table in linked:
        current = table.game.round
        if isinstance(current, Betting | Closed | Dealt | Revealed):
            decline(
                HouseCode.ROUND_RUNNING,
                f"Round {current.number} of table {table.name} is running "
                f"({PHASE_NAMES[type(current)]}){otherwise}",
            )


def demand_not_retired(link: HouseJackpot) -> None:
    if link.retired is not None:
        decline(HouseCode.RETIRED, f"Jackpot {link.name} is retired: {link.retired}")


def _demand_limit_above(limit: Cents | None, meter: Cents) -> None:
    if limit is not None and limit < meter:
        decline(HouseCode.BAD_SETTING, "A limit is not below the amount on the meter.")


def _demand_sound(link: HouseJackpot) -> None:
    """A meter that does not add up is corrected before it is used again."""
    if link.registered is not None:
        decline(
            HouseCode.METER_BROKEN,
            f"The meter of jackpot {link.name} does not add up: it shows "
            f"{dollars(link.meter.meter)} and would show {dollars(link.registered.meter)} but for "
            "what broke it. Adjust it first.",
        )


def parameters_of(
    link: HouseJackpot, command: hc.ChangeJackpot
) -> tuple[JackpotEntry, JackpotTerms]:
    """The parameters as they are to be; raises `HouseRefused` where they make no sense."""
    wanted = {
        name: value
        for name in ("stake", "reset", "increment", "max_credits")
        if (value := getattr(command, name)) is not None
    }
    entry, terms = structs.replace(link.entry, **wanted), command.terms or link.terms
    _demand_shares(entry, terms)
    return entry, terms


def _demand_shares(entry: JackpotEntry, terms: JackpotTerms) -> None:
    """Meter and reserve together take no more of a wager than there is."""
    try:
        entry.settings()
        reserve = exact_decimal("reserve", terms.reserve)
        if reserve + exact_decimal("increment", entry.increment) > 1:
            raise BadSetting("reserve", "comes to more than a wager, with the increment")
    except BadSetting as error:
        decline(HouseCode.BAD_SETTING, str(error))


def _changed(
    link: HouseJackpot, linked: Sequence[HouseTable], command: hc.ChangeJackpot
) -> h.JackpotParametersChanged:
    demand_role(command.by, Role.SHIFT_MANAGER)
    _demand_sound(link)
    demand_no_round(linked, "; parameters change when no linked round is.")
    entry, terms = parameters_of(link, command)
    _demand_limit_above(terms.limit, link.meter.meter)
    return h.JackpotParametersChanged(
        entry.stake, entry.reset, entry.increment, entry.max_credits, terms, command.reason
    )


def decide_jackpot_registration(command: hc.RegisterJackpot) -> LinkDecision:
    demand_role(command.by, Role.SHIFT_MANAGER)
    _demand_shares(command.entry, command.terms)
    event = h.JackpotRegistered(command.entry, command.terms, command.money)
    link = links.registered(command.name, event)
    _demand_limit_above(command.terms.limit, command.entry.meter)
    return LinkDecision((event,), link)


def decide_table_registration(
    command: hc.RegisterTable,
    link: HouseJackpot | None,
    now: datetime,
    recorded: Pinned | None = None,
) -> tuple[tuple[h.LogEvent, ...], HouseTable, LinkDecision | None]:
    """A new table and, where it is linked, its entry on the jackpot.

    A proof gives what the log has: the fingerprint may be of an earlier kind, and the package
    may have other editions by now.
    """
    demand_role(command.by, Role.SHIFT_MANAGER)
    try:
        by = recorded or pinned(command.entry, now)
        event = h.TableRegistered(
            command.entry, command.dealing, by.rulebook, command.money, by.edition, by.book
        )
        table = tables.registered(command.name, event)
    except (BadSetting, UnknownRulebook) as error:
        decline(HouseCode.BAD_SETTING, str(error))
    if recorded is None:
        demand_in_force(table.game.rulebook, now)
    timers = timer_events(table, now)
    for timer in timers:
        table = tables.evolve(table, timer, now)
    joined = None
    if link is not None:
        demand_not_retired(link)
        _demand_same_money(command, link)
        if link.rulebook is not None and not is_of(table.entry, link.rulebook):
            decline(
                HouseCode.OTHER_RULEBOOK,
                f"The tables of jackpot {link.name} run another rulebook or other readings.",
            )
        linked = h.TableLinked(command.name, by.rulebook)
        joined = LinkDecision((linked,), links.evolve(link, linked, now))
    return (event, *timers), table, joined


def _demand_same_money(command: hc.RegisterTable, link: HouseJackpot) -> None:
    if link.money is not command.money:
        kind = "of the time before wallets" if link.money is None else f"for {link.money} money"
        decline(
            HouseCode.OTHER_MONEY,
            f"Jackpot {link.name} is {kind}; a table for {command.money} money cannot join it.",
        )
