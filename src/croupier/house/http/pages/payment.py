"""What a console shows of a round that is over: acts with their chips, totals and prizes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import cut
from croupier.house.model import commands as hc
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.roles import Signature
from croupier.house.model.settings import ChipSet
from croupier.house.model.table.acts import (
    Act,
    Handed,
    Prize,
    acts_of,
    in_chips,
    is_paid_in_chips,
    prizes,
    stakes_back,
)
from croupier.house.model.table.payment import ActDone, ActKind, Confirmed, Payment, WagerKey
from croupier.house.model.table.state import HouseTable
from croupier.money import Cents
from croupier.table.state import Settled, Voided


class ActView(Struct, frozen=True):
    """Something that the dealer does, or has done."""

    id: str | None
    """What a confirmation names; none once it is done."""
    player: str
    box: int | None
    """None: of all the player's boxes together."""
    wager: str | None
    kind: ActKind
    amount: Cents
    """To the cent of the ledger."""
    chips: Cents
    """What changes hands."""
    odd: Cents = 0
    """What no chip can pay of it."""
    at_cage: bool = False
    """The cage pays that; otherwise the player is given it."""
    set_off: Cents = 0
    """What the player was given earlier in the round for want of a chip, and gives now."""
    cut: tuple[tuple[Cents, int], ...] = ()
    """Value and number of chips, highest first."""
    clauses: tuple[str, ...] = ()
    parts: tuple[ActDone, ...] = ()
    """Of a net act, what it comes from."""
    stakes: Cents = 0
    """Of a payment, the stakes that were taken before and go back."""
    by: str | None = None
    at: datetime | None = None
    wrong: bool = False
    """What was found to be handed over too much, or too little where it is to be collected."""


class Sums(Struct, frozen=True):
    """By kind of act, to the cent of the ledger."""

    take: Cents = 0
    give_back: Cents = 0
    pay: Cents = 0
    put_back: Cents = 0
    """Stakes that were taken before, out of the tray."""
    collect: Cents = 0
    comes_to: Cents = 0
    """More for the player, or less below zero: a stake given back from the layout is neither."""


class PlayerSums(Struct, frozen=True):
    """What a player's acts come to. What has changed hands already, what is done for this
    settlement and what is left come to what is due now, to the cent."""

    player: str
    boxes: tuple[int, ...]
    left: Sums
    """Of the acts that the dealer has still to do."""
    done: Sums
    """Of those that are confirmed for this settlement."""
    already: Sums | None = None
    """What had changed hands when the round was settled anew."""
    now_due: Sums | None = None
    """What the round says now, as if nothing had."""


class PrizeView(Struct, frozen=True):
    """A share of the meter: two people verify it before anything is handed over."""

    prize: Prize
    jackpot: str
    proposed_by: Signature | None
    """Who has verified it first."""


class PaymentView(Struct, frozen=True):
    in_chips: bool
    """The dealer moves chips; otherwise the house has moved it in wallets."""
    settlement: int
    """How often the round was settled, or declared void."""
    changed: bool
    """Something had changed hands for an earlier settlement of the round."""
    acts: tuple[ActView, ...]
    players: tuple[PlayerSums, ...]
    prizes: tuple[PrizeView, ...]


def payment_of(table: HouseTable, link: HouseJackpot | None, chips: ChipSet) -> PaymentView | None:
    """None while the round is under way."""
    if not isinstance(table.game.round, Settled | Voided):
        return None
    payment, moved = table.payment, is_paid_in_chips(table)
    left = acts_of(table, link)
    handed = in_chips(left, chips.smallest, chips.odd_money, payment.rounded)
    views = [_view(act, handed[act.id], chips) for act in left]
    if not moved:  # the house has moved it all
        views = [replace(one, id=None, by="house") for one in views]
    rows = _in_order(table, [*_done_rows(table, link, chips), *views])
    return PaymentView(
        in_chips=moved,
        settlement=payment.settlement,
        changed=bool(payment.before),
        acts=rows,
        players=tuple(_players(table, link, rows)),
        prizes=tuple(_prizes(table, link)),
    )


def _view(act: Act, handed: Handed, chips: ChipSet) -> ActView:
    return ActView(
        id=act.id,
        player=act.player,
        box=act.box,
        wager=act.wager,
        kind=act.kind,
        amount=act.amount,
        chips=handed.chips,
        odd=handed.odd,
        at_cage=handed.at_cage,
        set_off=handed.set_off,
        cut=cut(handed.chips, chips.values),
        clauses=act.clauses,
        parts=act.parts if act.is_net else (),
        stakes=act.stakes,
    )


def _done_rows(table: HouseTable, link: HouseJackpot | None, chips: ChipSet) -> Iterator[ActView]:
    """What is confirmed for this settlement, as it was listed: a net act is one row again."""
    payment = table.payment
    changed = {one.act.player for one in payment.before}
    back = stakes_back(table, link)
    net: dict[tuple[str, str, datetime], list[ActDone]] = {}
    single: list[Confirmed] = []
    for one in payment.confirmed:
        if one.settlement != payment.settlement:
            continue
        is_net = one.act.player in changed and one.act.kind in _SIGN and not one.wrong
        if is_net:
            net.setdefault((one.act.player, one.by, one.at), []).append(one.act)
        else:
            single.append(one)
    acts = {one: _act_of(one) for one in single}
    handed = in_chips([*acts.values()], chips.smallest, chips.odd_money)
    for one, act in acts.items():
        moved = act.amount if one.wrong else handed[act.id].chips
        yield _done(one, moved, 0 if one.wrong else back.get(one.act.key, 0))
    for (player, by, at), parts in net.items():
        yield _net_done(player, by, at, tuple(parts), back)


_SIGN = {ActKind.PAY: 1, ActKind.COLLECT: -1}


def _act_of(one: Confirmed) -> Act:
    act = one.act
    name = f"{one.settlement}/{act.box}/{act.player}/{act.wager}/{act.kind}"
    return Act(name, act.player, act.kind, act.amount, (act,), ())


def _done(one: Confirmed, moved: Cents, back: Cents) -> ActView:
    act = one.act
    return ActView(
        id=None,
        player=act.player,
        box=act.box,
        wager=act.wager,
        kind=act.kind,
        amount=act.amount,
        chips=moved,
        stakes=min(act.amount, back) if act.kind is ActKind.PAY else 0,
        by=one.by,
        at=one.at,
        wrong=one.wrong,
    )


def _net_done(
    player: str, by: str, at: datetime, parts: tuple[ActDone, ...], back: Mapping[WagerKey, Cents]
) -> ActView:
    total = sum(_SIGN[act.kind] * act.amount for act in parts)
    stakes = sum(min(a.amount, back.get(a.key, 0)) for a in parts if a.kind is ActKind.PAY)
    return ActView(
        id=None,
        player=player,
        box=None,
        wager=None,
        kind=ActKind.PAY if total > 0 else ActKind.COLLECT,
        amount=abs(total),
        chips=abs(total),
        parts=parts,
        stakes=max(0, min(total, stakes)),
        by=by,
        at=at,
    )


_KINDS = tuple(ActKind)


def _in_order(table: HouseTable, acts: Iterable[ActView]) -> tuple[ActView, ...]:
    """In the order of settlement; a row keeps its place, and its clauses, when it is done."""
    current = table.game.round
    assert isinstance(current, Settled | Voided)
    places: dict[tuple[int | None, str, str | None], int] = {}
    clauses: dict[tuple[int | None, str, str | None], tuple[str, ...]] = {}
    for place, line in enumerate(current.lines):
        key = (line.box, line.player, line.wager)
        places.setdefault(key, place)
        clauses.setdefault(key, line.clauses)

    players = list(dict.fromkeys([line.player for line in current.lines]))

    def position(act: ActView) -> tuple[int, int, int]:
        place = places.get((act.box, act.player, act.wager), len(current.lines))
        player = players.index(act.player) if act.player in players else len(players)
        return place, 0 if act.box is not None else player, _KINDS.index(act.kind)

    def cited(act: ActView) -> tuple[str, ...]:
        if not act.parts:
            return clauses.get((act.box, act.player, act.wager), ())
        found = (one for part in act.parts for one in clauses.get(part.key, ()))
        return tuple(dict.fromkeys(found))

    return tuple(
        replace(act, clauses=act.clauses or cited(act)) for act in sorted(acts, key=position)
    )


def _players(
    table: HouseTable, link: HouseJackpot | None, rows: tuple[ActView, ...]
) -> Iterator[PlayerSums]:
    current = table.game.round
    assert isinstance(current, Settled | Voided)
    payment = table.payment
    afresh = acts_of(replace(table, payment=Payment()), link)
    named = [*(line.player for line in current.lines), *(act.player for act in rows)]
    for player in dict.fromkeys(named):
        changed = any(one.act.player == player for one in payment.before)
        had = [
            one.act
            for one in payment.confirmed
            if one.act.player == player and (one.settlement < payment.settlement or one.wrong)
        ]
        boxes = {line.box for line in current.lines if line.player == player}
        mine = [one for one in rows if one.player == player and not one.wrong]
        now = _sums((one.kind, one.amount, one.stakes) for one in afresh if one.player == player)
        yield PlayerSums(
            player,
            tuple(sorted(boxes | {one.box for one in had})),
            _sums((one.kind, one.amount, one.stakes) for one in mine if one.by is None),
            _sums((one.kind, one.amount, one.stakes) for one in mine if one.by is not None),
            _sums((one.kind, one.amount, 0) for one in had) if changed else None,
            now if changed else None,
        )


def _sums(acts: Iterable[tuple[ActKind, Cents, Cents]]) -> Sums:
    """Of kinds, amounts, and the stakes in them that were taken before."""
    found: Counter[ActKind] = Counter()
    put_back = 0
    for kind, amount, stakes in acts:
        found[kind] += amount
        put_back += stakes
    taken, paid, collected = found[ActKind.TAKE], found[ActKind.PAY], found[ActKind.COLLECT]
    return Sums(
        take=taken,
        give_back=found[ActKind.GIVE_BACK],
        pay=paid - put_back,
        put_back=put_back,
        collect=collected,
        comes_to=paid - taken - collected,
    )


def _prizes(table: HouseTable, link: HouseJackpot | None) -> Iterator[PrizeView]:
    for prize in prizes(table, link):
        assert link is not None
        place = (table.name, table.game.round.number, prize.box, prize.target)
        proposed = [
            one.by
            for one in link.proposals.open
            if isinstance(one.command, hc.PayJackpot)
            and (one.command.table, one.command.round, one.command.box, one.command.target) == place
        ]
        yield PrizeView(prize, link.name, proposed[0] if proposed else None)
