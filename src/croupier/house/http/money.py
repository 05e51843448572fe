"""Money over HTTP: wallets, what waits for a second person, jackpot payments that are due."""

import re
from datetime import datetime

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import ValidationException
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.http.paging import PAGE_MAX, After, Cut, Limit, moment_name, page
from croupier.house.http.proposed import ProposedFigures, figures_of
from croupier.house.http.security import AnyRequest, demand, house_of
from croupier.house.log.event_store import Movement
from croupier.house.log.stream import Department
from croupier.house.model import approvals
from croupier.house.model.cage.day import first_day
from croupier.house.model.commands import ReturnPayment, TwoPersonCommand
from croupier.house.model.jackpot.payables import Handed, Payable
from croupier.house.model.jackpot.paying import in_chips
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.accounts import chips, owed, owed_chips, remainder, wallet
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.settings import Money
from croupier.house.model.table.state import HouseTable
from croupier.house.read.hand_pay import Slip, slips_of
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerKind
from croupier.table.hands import Lying
from croupier.table.state import Settled
from croupier.table.views import HandView, hand_view

STAFF = (
    HouseRole.CAGE,
    HouseRole.PIT_SUPERVISOR,
    HouseRole.PIT_MANAGER,
    HouseRole.SHIFT_MANAGER,
    HouseRole.AUDITOR,
)
SECOND = (*STAFF, HouseRole.ADMINISTRATOR)
MOVEMENTS_MAX = 200


class LimitView(Struct, frozen=True):
    """A voluntary loss limit, and what of it is used."""

    amount: Cents | None
    period: str
    lost_so_far: Cents
    since: datetime
    next_amount: Cents | None = None
    next_period: str | None = None
    next_since: datetime | None = None
    """What is still to come, if anything is."""


class WalletPage(Struct, frozen=True):
    """What somebody has, and how it came about."""

    player: str
    balance: Cents
    practice: Cents
    reserved: Cents
    """Set aside at tables for stay-in wagers, live and practice together."""
    chips: Cents
    """Physical chips, relative to zero: bought, won and paid, less lost and redeemed."""
    remainder: Cents
    """What no chip could pay, due at the cage."""
    owed: Cents
    """Has to be given back, out of a payment that was undone."""
    limit: LimitView | None
    movements: list[Movement]
    practice_movements: list[Movement]


class ProposalView(Struct, frozen=True):
    """Something that waits for a second person."""

    id: str
    stream: str
    command: TwoPersonCommand
    by: Signature
    at: datetime
    needs: tuple[HouseRole, ...]
    """Who may approve it; never the person who proposed it."""
    summary: str
    figures: ProposedFigures = ProposedFigures()
    """What whoever approves it has to know beside."""


class PayableView(Struct, frozen=True):
    """A jackpot payment that is due."""

    jackpot: str
    table: str
    round: int
    box: int
    target: WagerKind
    player: str
    amount: Cents
    before: Cents
    """What the player has been paid of it already."""
    at: datetime
    practice: bool
    proposal: str | None
    """Where one person has confirmed it."""
    proposed_by: str | None
    hand: HandView | None
    """The cards that won it; none once the table has gone on."""
    meter_before: Cents | None
    """As the table found it; none once the table has gone on."""
    meter_after: Cents | None
    in_chips: bool
    """Paid in chips, or in cash at the cage; otherwise into a wallet."""
    chips: Cents | None = None
    """What is handed over if it is paid in chips."""
    remainder: Cents = 0
    """What no chip can pay of it then, and the cage pays in coin."""
    slip: str | None = None
    """Released by two people: the hand-pay slip on which the cage pays it in cash."""


class ReturnView(Struct, frozen=True):
    """Chips of a jackpot payment that was undone, and that have not come back."""

    jackpot: str
    table: str
    round: int
    player: str
    amount: Cents
    """By the ledger."""
    chips: Cents
    """What is handed back: with what the player was given for want of a chip."""
    proposal: str | None
    """Where one person has said that some of them are back."""
    proposed_by: str | None


async def limit_of(house: House, player: str) -> LimitView | None:
    """The loss limit of a player, with what is lost of it."""
    handler = house.handler
    cage = (await handler.streams.department(Department.CAGE)).stored
    now = handler.now()
    held = cage.limit(player, now)
    coming = [one for one in cage.limits.get(player, ()) if one.since > now]
    if held is None and not coming:
        return None
    later = coming[-1] if coming else None
    shown = held or coming[-1]
    day = handler.calendar.of(now)
    lost = await house.store.lost(player, first_day(day, shown.period), day)
    return LimitView(
        None if held is None else held.amount,
        shown.period.value,
        lost,
        shown.since,
        None if later is None else later.amount,
        None if later is None else later.period.value,
        None if later is None else later.since,
    )


async def wallet_page(house: House, player: str, limit: int) -> WalletPage:
    live, practice = wallet(Money.LIVE, player), wallet(Money.PRACTICE, player)
    debts = (owed(Money.LIVE, player), owed_chips(player))
    store = house.store
    return WalletPage(
        player,
        (await store.balances(live)).get(live, 0),
        (await store.balances(practice)).get(practice, 0),
        await _reserved(house, player),
        (await store.balances(chips(player))).get(chips(player), 0),
        (await store.balances(remainder(player))).get(remainder(player), 0),
        -sum([(await store.balances(debt)).get(debt, 0) for debt in debts]),
        await limit_of(house, player),
        await store.movements(live, limit),
        await store.movements(practice, limit),
    )


async def _reserved(house: House, player: str) -> Cents:
    total = 0
    streams = house.handler.streams
    for name in streams.tables():
        ledger = (await streams.table(name)).stored_ledger
        if isinstance(ledger, TableLedger):
            total += sum(
                amount
                for place, amount in ledger.reserved.items()
                if place.partition("/")[2] == player
            )
    return total


@get("/api/wallet", summary="What the caller has")
async def show_own_wallet(request: AnyRequest, state: State, limit: Limit = 50) -> WalletPage:
    by = demand(request, HouseRole.PLAYER)
    return await wallet_page(house_of(state), by.id, limit)


@get("/api/wallets/{player:str}", summary="What a player has")
async def show_wallet(
    request: AnyRequest, state: State, player: FromPath[str], limit: Limit = 50
) -> WalletPage:
    demand(request, *STAFF)
    return await wallet_page(house_of(state), player, limit)


@get("/api/wallet/movements", summary="Movements of the caller's wallet, newest first")
async def list_own_movements(
    request: AnyRequest,
    state: State,
    money: FromQuery[Money] = Money.LIVE,
    after: After = None,
    limit: Limit = 100,
) -> Response[list[Movement]]:
    by = demand(request, HouseRole.PLAYER)
    return await _movements(request, state, by.id, money, Cut(after, limit))


@get("/api/wallets/{player:str}/movements", summary="Movements of a wallet, newest first")
async def list_movements(
    request: AnyRequest,
    state: State,
    player: FromPath[str],
    money: FromQuery[Money] = Money.LIVE,
    after: After = None,
    limit: Limit = 100,
) -> Response[list[Movement]]:
    demand(request, *STAFF)
    return await _movements(request, state, player, money, Cut(after, limit))


async def _movements(
    request: AnyRequest, state: State, player: str, money: Money, cut: Cut
) -> Response[list[Movement]]:
    before = None if cut.after is None else _place(cut.after)
    account = wallet(money, player)
    found = await house_of(state).store.movements(account, cut.limit + 1, before)
    shown = found[: cut.limit]
    seq, line = shown[-1].place if len(found) > len(shown) else (0, 0)
    return page(request, shown, f"{seq}.{line}" if seq else None)


def _place(cursor: str) -> tuple[int, int]:
    found = _PLACE.fullmatch(cursor)
    if found is None:
        raise ValidationException("'after' is the cursor of another list; follow `Link`.")
    return int(found[1]), int(found[2])


_PLACE = re.compile(r"(\d{1,15})\.(\d{1,6})")


@get("/api/proposals", summary="What waits for a second person")
async def list_proposals(
    request: AnyRequest, state: State, after: After = None, limit: Limit = PAGE_MAX
) -> Response[list[ProposalView]]:
    by = demand(request, *SECOND)
    house = house_of(state)
    streams = house.handler.streams
    found = [
        (stream.name, stream.stored.proposals)
        for stream in [await streams.jackpot(name) for name in streams.jackpots()]
    ]
    found.append(
        (Department.CAGE.value, (await streams.department(Department.CAGE)).stored.proposals)
    )
    views = [
        ProposalView(
            one.id,
            stream,
            one.command,
            one.by,
            one.at,
            approvals.may_approve(one.command),
            approvals.summary(one),
            await figures_of(house, one, by),
        )
        for stream, waiting in found
        for one in waiting.open
    ]
    named = Cut(after, limit).of(views, lambda one: moment_name(one.at, one.stream, one.id))
    return page(request, *named)


@get("/api/payables", summary="Jackpot payments that are due")
async def list_payables(
    request: AnyRequest, state: State, after: After = None, limit: Limit = PAGE_MAX
) -> Response[list[PayableView]]:
    demand(request, *STAFF)
    streams = house_of(state).handler.streams
    chip_set = (await streams.department(Department.CAGE)).stored.chips
    found = []
    for name in streams.jackpots():
        link = (await streams.jackpot(name)).stored
        for due in link.payables:
            proposal = next((one for one in link.proposals.open if _is_for(one, due.place)), None)
            table = (await streams.table(due.table)).stored
            shown_before, shown_after = meter_around(link, due)
            handed = None
            if table.recording:
                handed = in_chips(link, due, chip_set.smallest, chip_set.odd_money)
            found.append(
                PayableView(
                    name,
                    due.table,
                    due.round,
                    due.box,
                    due.target,
                    due.player,
                    due.amount,
                    due.before,
                    due.at,
                    link.money is Money.PRACTICE,
                    None if proposal is None else proposal.id,
                    None if proposal is None else proposal.by.id,
                    hand_view(table.game, winning_hand(table, due)),
                    shown_before,
                    shown_after,
                    table.recording and table.money is Money.LIVE,
                    None if handed is None else handed.chips,
                    handed.odd if handed is not None and handed.at_cage else 0,
                    due.slip,
                )
            )
    return page(request, *Cut(after, limit).of(found, _payable_name))


def _payable_name(one: PayableView) -> str:
    return moment_name(one.at, one.jackpot, one.table, one.round, one.box, one.target)


@get("/api/returns", summary="Chips of undone jackpot payments that have not come back")
async def list_returns(
    request: AnyRequest, state: State, after: After = None, limit: Limit = PAGE_MAX
) -> Response[list[ReturnView]]:
    demand(request, *STAFF)
    streams = house_of(state).handler.streams
    smallest = (await streams.department(Department.CAGE)).stored.chips.smallest
    found = []
    for name in streams.jackpots():
        link = (await streams.jackpot(name)).stored
        for handed in link.handed:
            if handed.unreturned:
                waiting = [one for one in link.proposals.open if _returns(one, handed)]
                found.append(
                    ReturnView(
                        name,
                        *handed.key,
                        handed.unreturned,
                        handed.to_give_back(smallest),
                        waiting[0].id if waiting else None,
                        waiting[0].by.id if waiting else None,
                    )
                )
    return page(request, *Cut(after, limit).of(found, _return_name))


def _return_name(one: ReturnView) -> str:
    return f"{one.jackpot} {one.table} {one.round:015} {one.player}"


def _returns(proposal: approvals.Proposal, handed: Handed) -> bool:
    wanted = proposal.command
    return (
        isinstance(wanted, ReturnPayment)
        and (wanted.table, wanted.round, wanted.player) == handed.key
    )


def winning_hand(table: HouseTable, due: Payable) -> Lying | None:
    """The cards behind a win, while its round is on the table: it is over, and they lie open."""
    current = table.game.round
    if current.number != due.round or not isinstance(current, Settled) or current.deal is None:
        return None
    if due.target is WagerKind.DEALER_JACKPOT:
        return current.deal.dealer
    return current.deal.hands.get(due.box)


def meter_around(link: HouseJackpot, due: Payable) -> tuple[Cents | None, Cents | None]:
    """What the meter showed before the wins of the round were taken from it, and after."""
    entry = link.meter.rounds.get((due.table, due.round))
    hits = [hit for hit in link.last_hits if (hit.table, hit.round) == (due.table, due.round)]
    if entry is None or not hits:
        return None, None
    after = hits[-1].meter_after
    return after + entry.paid - entry.seeded, after


def _is_for(proposal: approvals.Proposal, place: tuple[str, int, int, WagerKind]) -> bool:
    wanted = proposal.command
    return (
        approvals.is_payment(wanted)
        and (wanted.table, wanted.round, wanted.box, wanted.target) == place
    )


@get(
    "/api/slips/{jackpot:str}/{table:str}/{number:int}",
    summary="The hand-pay slips of a round's jackpot prizes",
)
async def list_slips(
    request: AnyRequest,
    state: State,
    jackpot: FromPath[str],
    table: FromPath[str],
    number: FromPath[int],
) -> list[Slip]:
    demand(request, *STAFF, HouseRole.DEALER)
    house = house_of(state)
    stream = await house.handler.streams.jackpot(jackpot)
    return await slips_of(house.store, jackpot, stream.stored_head.version, table, number)


ROUTES = (
    show_own_wallet,
    show_wallet,
    list_own_movements,
    list_movements,
    list_proposals,
    list_payables,
    list_returns,
    list_slips,
)
