"""What a house makes of commands to a progressive, some of which take two people."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from msgspec import UNSET, Struct, UnsetType, structs

from croupier.books import UnknownRulebook
from croupier.house.model import approvals
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot import state as links
from croupier.house.model.jackpot.paying import due, paid, payable_of, returned
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import jackpot_stream
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.settings import JackpotTerms, Money
from croupier.house.model.table import state as tables
from croupier.house.model.table.edition import demand_in_force
from croupier.house.model.table.rulebook import Pinned, is_of, pinned
from croupier.house.model.table.state import HouseTable
from croupier.house.model.table.unattended import timer_events
from croupier.jackpot import decide as jackpot_decide
from croupier.jackpot import events as j
from croupier.jackpot.commands import AdjustJackpot, OrderClaims
from croupier.money import Cents, dollars
from croupier.rulebooks.settings import BadSetting, EntryMode, exact_decimal
from croupier.rulebooks.terms import Role
from croupier.script.format import JackpotEntry
from croupier.table.state import PHASE_NAMES, Betting, Closed, Dealt, Revealed

LinkCommand = AdjustJackpot | OrderClaims | hc.ChangeJackpot | hc.FailLink | hc.RestoreLink


class LinkDecision(Struct, frozen=True):
    """Events of a progressive's stream, and the state that they lead to."""

    events: tuple[h.JackpotStreamEvent, ...]
    link: HouseJackpot
    other: "LinkDecision | None" = None
    """What happens to another progressive with it."""


def decide_link(
    link: HouseJackpot, linked: Sequence[HouseTable], command: LinkCommand, now: datetime
) -> LinkDecision:
    """A command to a progressive; `linked` are its tables, where they matter."""
    match command:
        case AdjustJackpot():
            events: tuple[h.JackpotStreamEvent, ...] = jackpot_decide.adjust(link.meter, command)
        case OrderClaims():
            events = jackpot_decide.order_claims(link.in_force, linked[0].game.rulebook, command)
        case hc.ChangeJackpot():
            events = (_changed(link, linked, command),)
        case hc.FailLink():
            demand_role(command.by, Role.PIT_SUPERVISOR)
            if link.failed is not None:
                decline(HouseCode.LINK_FAILED, f"Jackpot {link.name} is down: {link.failed}")
            events = (hj.LinkFailed(command.reason),)
        case hc.RestoreLink():
            demand_role(command.by, Role.SHIFT_MANAGER)
            if link.failed is None:
                decline(HouseCode.LINK_WORKS, f"Jackpot {link.name} is working.")
            _demand_sound(link)
            events = (hj.LinkRestored(command.reason),)
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
) -> hj.JackpotParametersChanged:
    demand_role(command.by, Role.SHIFT_MANAGER)
    _demand_sound(link)
    demand_no_round(linked, "; parameters change when no linked round is.")
    entry, terms = parameters_of(link, command)
    _demand_limit_above(terms.limit, link.meter.meter)
    return hj.JackpotParametersChanged(
        entry.stake, entry.reset, entry.increment, entry.max_credits, terms, command.reason
    )


def decide_jackpot_registration(command: hc.RegisterJackpot) -> LinkDecision:
    demand_role(command.by, Role.SHIFT_MANAGER)
    _demand_shares(command.entry, command.terms)
    event = hj.JackpotRegistered(command.entry, command.terms, command.money)
    link = links.registered(command.name, event)
    _demand_limit_above(command.terms.limit, command.entry.meter)
    return LinkDecision((event,), link)


def decide_table_registration(
    command: hc.RegisterTable,
    link: HouseJackpot | None,
    now: datetime,
    recorded: Pinned | None = None,
    play_chips: bool | UnsetType = UNSET,
    tray: bool | UnsetType = UNSET,
) -> tuple[tuple[h.TableStreamEvent, ...], HouseTable, LinkDecision | None]:
    """A new table and, where it is linked, its entry on the jackpot.

    A proof gives what the log has: the fingerprint may be of an earlier kind, and the package
    may have other editions by now.
    """
    demand_role(command.by, Role.SHIFT_MANAGER)
    try:
        by = recorded or pinned(command.entry, now)
        if recorded is None and command.entry.entry is EntryMode.RECORDING:
            tray = True
            play_chips = True if command.money is Money.PRACTICE else UNSET
        event = h.TableRegistered(
            command.entry,
            command.dealing,
            by.rulebook,
            command.money,
            by.edition,
            by.book,
            play_chips,
            tray,
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
        linked = hj.TableLinked(command.name, by.rulebook, play_chips, tray)
        joined = LinkDecision((linked,), links.evolve(link, linked, now))
    return (event, *timers), table, joined


def _demand_same_money(command: hc.RegisterTable, link: HouseJackpot) -> None:
    if link.money is not command.money:
        kind = "of the time before wallets" if link.money is None else f"for {link.money} money"
        decline(
            HouseCode.OTHER_MONEY,
            f"Jackpot {link.name} is {kind}; a table for {command.money} money cannot join it.",
        )


LinkProposal = (
    hc.PayJackpot | hc.ReturnPayment | AdjustJackpot | hc.ChangeJackpot | hc.RetireJackpot
)
AnyLinkCommand = LinkCommand | LinkProposal | hc.Approve | hc.Decline


def decide_link_command(
    link: HouseJackpot,
    linked: Sequence[HouseTable],
    target: HouseJackpot | None,
    command: AnyLinkCommand,
    by: Signature | None,
    now: datetime,
) -> LinkDecision:
    """A command to a progressive by somebody; `target` is the one that a retired one goes to."""
    match command:
        case (
            hc.PayJackpot()
            | hc.ReturnPayment()
            | AdjustJackpot()
            | hc.ChangeJackpot()
            | hc.RetireJackpot()
        ):
            return _after(link, (_proposed(link, linked, command, by),), now)
        case hc.Approve():
            return _approved(link, linked, target, command, by, now)
        case hc.Decline():
            refused = approvals.refuse(link.proposals, command.proposal, command.reason, by)
            return _after(link, (refused,), now)
        case _:
            return decide_link(link, linked, command, now)


def _proposed(
    link: HouseJackpot,
    linked: Sequence[HouseTable],
    command: LinkProposal,
    by: Signature | None,
) -> h.Proposed:
    """Looked at now, as far as it can be; decided when it is approved."""
    agreed: h.Due | UnsetType = UNSET
    if isinstance(command, hc.ReturnPayment):
        returned(link, command)
    else:
        demand_not_retired(link)
    if isinstance(command, hc.PayJackpot):
        agreed = due(link, linked, payable_of(link, command), command)
    elif isinstance(command, hc.ChangeJackpot):
        parameters_of(link, command)
    plain = structs.replace(command, at=None) if hasattr(command, "at") else command
    proposed = approvals.propose(link.proposals, jackpot_stream(link.name), plain, by)
    return structs.replace(proposed, due=agreed)


def _after(
    link: HouseJackpot, events: tuple[h.JackpotStreamEvent, ...], now: datetime
) -> LinkDecision:
    for event in events:
        link = links.evolve(link, event, now)
    return LinkDecision(events, link)


def _approved(
    link: HouseJackpot,
    linked: Sequence[HouseTable],
    target: HouseJackpot | None,
    command: hc.Approve,
    by: Signature | None,
    now: datetime,
) -> LinkDecision:
    """What was proposed, decided as things now stand; refused, the proposal stays open."""
    proposal, approved = approvals.approve(link.proposals, command.proposal, by)
    link = links.evolve(link, approved, now)
    wanted = proposal.command
    other = None
    match wanted:
        case hc.PayJackpot():
            done = _after(link, (paid(link, linked, wanted, proposal),), now)
        case hc.ReturnPayment():
            done = _after(link, (returned(link, wanted),), now)
        case hc.RetireJackpot():
            done, other = _retired(link, linked, target, wanted, proposal.by, now)
        case AdjustJackpot() | hc.ChangeJackpot():
            done = decide_link(link, linked, wanted, now)
        case _:
            raise AssertionError("this is no matter of a jackpot")
    return LinkDecision((approved, *done.events), done.link, other)


# The end of a link


def _retired(
    link: HouseJackpot,
    linked: Sequence[HouseTable],
    target: HouseJackpot | None,
    command: hc.RetireJackpot,
    proposed_by: Signature,
    now: datetime,
) -> tuple[LinkDecision, LinkDecision | None]:
    demand_not_retired(link)
    demand_no_round(linked)
    if link.meter.pending():
        decline(HouseCode.CLAIM_PENDING, f"A claim waits on jackpot {link.name}.")
    if link.payables:
        [first, *_] = link.payables
        decline(
            HouseCode.CLAIM_PENDING,
            f"{dollars(first.amount)} is still payable to {first.player}.",
        )
    returned = Fraction(link.wins, link.amount_in) if link.amount_in else Fraction(0)
    event = hj.JackpotRetired(
        command.reason,
        command.to,
        link.meter.meter,
        link.reserve,
        link.overflow,
        link.amount_in,
        link.wins,
        str(returned),
    )
    done = _after(link, (event,), now)
    if command.to is None:
        return done, None
    return done, _given_on(event, link, target, proposed_by, now)


def _given_on(
    event: hj.JackpotRetired,
    link: HouseJackpot,
    target: HouseJackpot | None,
    proposed_by: Signature,
    now: datetime,
) -> LinkDecision | None:
    """What the link held goes to another; what the house advanced for resets is set off."""
    assert target is not None
    demand_not_retired(target)
    if target.money is not link.money or target.name == link.name:
        decline(HouseCode.OTHER_MONEY, f"Jackpot {target.name} cannot take over this money.")
    amount = max(0, event.meter + event.reserve + event.overflow)
    actor = proposed_by.actor
    assert actor is not None
    if target.terms.limit is not None and target.meter.meter + amount > target.terms.limit:
        decline(
            HouseCode.BAD_SETTING,
            f"Jackpot {target.name} would be above its limit of {dollars(target.terms.limit)}.",
        )
    if not amount:
        return None
    reason = f"from retired jackpot {link.name}"
    return _after(target, (j.JackpotAdjusted(target.name, amount, reason, actor),), now)
