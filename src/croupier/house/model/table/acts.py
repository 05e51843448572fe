"""What is left to be done with chips for a round that is over: by player, box and wager.

One derivation, from the lines that the ledger posts and the acts that the dealer has confirmed. The
console shows it, the opening call waits for it, and what a confirmation records comes out of it.

For each wager of a player, `laid` is the stake that lay on the table and `got` what the player has
been handed so far. What is still due to the player is `returned + won - staked` less `got - laid`:
their result by the ledger less their result in chips. A stake that is lost is taken and what it won
is paid, though both are the same wager's: a jackpot wager is not given back with its prize. Where
that no longer adds up with what was done before, the stake is given back as far as it still lies
there; the rest is paid out of the tray, or collected from the player where it is below zero. What
is neither given back nor was taken before is taken.

After a settlement was undone the same holds, with what was confirmed before in `got`. Payments and
collections of a player are then one net act.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.model.jackpot.payables import Payable
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.table import is_prize, meter_clauses
from croupier.house.model.settings import OddMoney
from croupier.house.model.table.payment import ActDone, ActKind, Confirmed, Odd, WagerKey
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.events import Winning
from croupier.money import Cents
from croupier.table.state import Line, Settled, Voided
from croupier.wagers import Result


class Act(Struct, frozen=True):
    """One thing that the dealer does, and confirms."""

    id: str
    player: str
    kind: ActKind
    amount: Cents
    """To the cent of the ledger."""
    parts: tuple[ActDone, ...]
    """Of one wager; a net act has several."""
    clauses: tuple[str, ...]
    stakes: Cents = 0
    """Of a payment, the stakes that were taken and go back out of the tray."""

    @property
    def box(self) -> int | None:
        """None: of all boxes of the player."""
        return None if self.is_net else self.parts[0].box

    @property
    def wager(self) -> str | None:
        return None if self.is_net else self.parts[0].wager

    @property
    def is_net(self) -> bool:
        return self.id.endswith("/net")


class Prize(Struct, frozen=True):
    """A share of the meter."""

    box: int
    player: str
    target: str
    amount: Cents
    clauses: tuple[str, ...]
    before: Cents = 0
    """What the player has got of it already."""
    waits: bool = False
    """Not released yet: two people verify it."""
    queued: bool = False
    """Nor known yet: an earlier hand of another table may change the meter."""


class _Wager(Struct, frozen=True):
    """A player's wager, all its lines together."""

    key: WagerKey
    staked: Cents
    returned: Cents
    won: Cents
    clauses: tuple[str, ...]


class _Hands(Struct, frozen=True):
    """What has changed hands for it."""

    laid: Cents
    taken: Cents = 0
    given_back: Cents = 0
    paid: Cents = 0
    """Less what was collected."""


def open_acts(
    table: HouseTable, link: HouseJackpot | None, *, stakes_apart: bool = True
) -> tuple[Act, ...]:
    """What the dealer has left to do; nothing where there are no chips."""
    return acts_of(table, link, stakes_apart=stakes_apart) if is_paid_in_chips(table) else ()


def acts_of(
    table: HouseTable, link: HouseJackpot | None, *, stakes_apart: bool = True
) -> tuple[Act, ...]:
    """What is left of a round that is over, in the order of settlement.

    `stakes_apart` is not so for what was confirmed in logs from before: there a stake that was lost
    counted towards what its wager won.
    """
    current, payment = table.game.round, table.payment
    if not isinstance(current, Settled | Voided):
        return ()
    done = _by_wager(payment.confirmed)
    changed = {one.act.player for one in payment.before}
    single: list[Act] = []
    net: dict[str, list[_Part]] = {}
    for wager in _wagers(table, link, current.lines, done):
        for kind, amount in _due(wager, done.get(wager.key, ()), stakes_apart=stakes_apart):
            act = ActDone(*wager.key, kind, amount, wager.staked)
            stakes = 0
            if kind is ActKind.PAY:
                stakes = min(amount, _taken_wrongly(wager, done.get(wager.key, ())))
            if act.player in changed and kind in (ActKind.PAY, ActKind.COLLECT):
                net.setdefault(act.player, []).append((act, wager.clauses, stakes))
            else:
                name = f"{payment.settlement}/{act.box}/{act.player}/{act.wager}/{kind}"
                single.append(Act(name, act.player, kind, amount, (act,), wager.clauses, stakes))
    return (*single, *_net(payment.settlement, net))


def stakes_back(table: HouseTable, link: HouseJackpot | None) -> dict[WagerKey, Cents]:
    """For each wager what was taken of its stake and is not lost, as the round stands."""
    current, done = table.game.round, _by_wager(table.payment.confirmed)
    if not isinstance(current, Settled | Voided):
        return {}
    wagers = _wagers(table, link, current.lines, done)
    return {one.key: _taken_wrongly(one, done.get(one.key, ())) for one in wagers}


def is_paid_in_chips(table: HouseTable) -> bool:
    """A dealer moves physical chips; a wallet is paid by the house."""
    return table.recording and table.money is not None and not table.dealing.automatic


_Part = tuple[ActDone, tuple[str, ...], Cents]
"""Of a net act: what it is for one wager, its clauses, and the stake in it that goes back."""


def _net(settlement: int, parts: Mapping[str, Sequence[_Part]]) -> Iterator[Act]:
    """For each player what their corrections come to together, where they do not cancel out."""
    for player, acts in parts.items():
        total = sum(act.amount if act.kind is ActKind.PAY else -act.amount for act, _, _ in acts)
        if total == 0:
            continue
        yield Act(
            f"{settlement}/{player}/net",
            player,
            ActKind.PAY if total > 0 else ActKind.COLLECT,
            abs(total),
            tuple(act for act, _, _ in acts),
            tuple(dict.fromkeys(clause for _, clauses, _ in acts for clause in clauses)),
            max(0, min(total, sum(stakes for _, _, stakes in acts))),
        )


def _by_wager(confirmed: Iterable[Confirmed]) -> dict[WagerKey, list[ActDone]]:
    found: dict[WagerKey, list[ActDone]] = {}
    for one in confirmed:
        found.setdefault(one.act.key, []).append(one.act)
    return found


def _wagers(
    table: HouseTable,
    link: HouseJackpot | None,
    lines: Iterable[Line],
    done: Mapping[WagerKey, Sequence[ActDone]],
) -> Iterator[_Wager]:
    """The wagers that have lines, then those that only had some in an earlier settlement."""
    from_meter = meter_clauses(table.game.rulebook)
    found: dict[WagerKey, _Wager] = {}
    for line in lines:
        key = (line.box, line.player, line.wager)
        before = found.get(key) or _Wager(key, 0, 0, 0, ())
        won = 0 if is_prize(line, from_meter) else line.won
        found[key] = _Wager(
            key,
            before.staked + line.staked,
            before.returned + line.returned + _late_excess(table, link, line),
            before.won + won,
            tuple(dict.fromkeys(before.clauses + line.clauses)),
        )
    for key in done:
        found.setdefault(key, _Wager(key, 0, 0, 0, ()))
    yield from found.values()


def _late_excess(table: HouseTable, link: HouseJackpot | None, line: Line) -> Cents:
    """What goes back with a claim that waited, where more lay there than counts (C25)."""
    won = _late_win(table, link, line)
    return 0 if won is None else won.returned


def _late_win(table: HouseTable, link: HouseJackpot | None, line: Line) -> Winning | None:
    """What became of a claim that waited for its turn when the round was settled."""
    if link is None or line.result is not Result.PENDING:
        return None
    entry = link.meter.round(table.name, table.game.round.number)
    place = (line.box, line.wager)
    return next((one for one in entry.winnings if (one.box, one.target) == place), None)


def _hands(wager: _Wager, done: Sequence[ActDone]) -> _Hands:
    def total(kind: ActKind) -> Cents:
        return sum(act.amount for act in done if act.kind is kind)

    taken, given_back = total(ActKind.TAKE), total(ActKind.GIVE_BACK)
    laid, moved = wager.staked, taken + given_back
    if moved:
        # Where all of the stake had gone, what is recorded otherwise since lies nowhere.
        last = [act for act in done if act.kind in (ActKind.TAKE, ActKind.GIVE_BACK)][-1]
        laid = moved if moved == last.laid else max(wager.staked, moved)
    paid = total(ActKind.PAY) - total(ActKind.COLLECT)
    return _Hands(laid, taken, given_back, paid)


def _taken_wrongly(wager: _Wager, done: Sequence[ActDone]) -> Cents:
    """What was taken of a stake and is not lost."""
    taken = sum(act.amount for act in done if act.kind is ActKind.TAKE)
    return max(0, taken - max(0, wager.staked - wager.returned))


def _due(
    wager: _Wager, done: Sequence[ActDone], *, stakes_apart: bool
) -> Iterator[tuple[ActKind, Cents]]:
    hands = _hands(wager, done)
    lies = hands.laid - hands.taken - hands.given_back
    lost, back = wager.staked - wager.returned - hands.taken, wager.returned - hands.given_back
    won = wager.won - hands.paid
    if stakes_apart and min(lost, back, won) >= 0 and lost + back == lies:
        for kind, amount in (
            (ActKind.TAKE, lost),
            (ActKind.GIVE_BACK, back),
            (ActKind.PAY, won),
        ):
            if amount:
                yield kind, amount
        return
    result = wager.returned + wager.won - wager.staked
    to_player = result - (hands.given_back + hands.paid - hands.laid)
    back = min(lies, max(to_player, 0))
    if lies - back:
        yield ActKind.TAKE, lies - back
    if back:
        yield ActKind.GIVE_BACK, back
    if to_player > lies:
        yield ActKind.PAY, to_player - lies
    if to_player < 0:
        yield ActKind.COLLECT, -to_player


# Chips


class Handed(Struct, frozen=True):
    """An act in chips."""

    chips: Cents
    """What changes hands."""
    odd: Cents = 0
    """What no chip can pay."""
    at_cage: bool = False
    """The cage pays it; otherwise the player is given it."""
    set_off: Cents = 0
    """What the player was given earlier in the round for want of a chip, and gives now."""

    def of(self, player: str) -> Iterator[Odd]:
        """What goes on record."""
        if self.set_off:
            yield Odd(player, -self.set_off)
        if self.odd:
            yield Odd(player, self.odd, self.at_cage)


def in_chips(
    acts: Sequence[Act],
    smallest: Cents,
    odd_money: OddMoney,
    rounded: Mapping[str, Cents] | None = None,
) -> dict[str, Handed]:
    """Each act as chips can do it, by its id; what is odd is never to the player's loss.

    `rounded` is what each player was given in the round before for want of a chip. It counts
    against a net act: rounded anew with every correction, chips would be made out of nothing.
    """
    before = rounded or {}
    handed = {
        act.id: _net_in_chips(act, smallest, odd_money, before[act.player])
        if act.is_net and before.get(act.player)
        else _in_chips(act, smallest, odd_money)
        for act in acts
    }
    for act in acts:
        if act.kind is ActKind.TAKE:  # the rest of a stake, part of which goes back
            back = handed.get(act.id.removesuffix(ActKind.TAKE) + ActKind.GIVE_BACK)
            if back is not None and back.odd:
                less = -back.odd if back.at_cage else back.odd
                handed[act.id] = Handed(act.amount - less)
    return handed


def _in_chips(act: Act, smallest: Cents, odd_money: OddMoney) -> Handed:
    over = act.amount % smallest
    whole_stake = act.kind is ActKind.GIVE_BACK and act.parts[0].laid % smallest != 0
    if not over or act.kind is ActKind.TAKE or whole_stake:
        return Handed(act.amount)
    if act.kind is ActKind.COLLECT:
        return Handed(act.amount - over, over)
    return rounded_up(act.amount, smallest, odd_money)


def _net_in_chips(act: Act, smallest: Cents, odd_money: OddMoney, before: Cents) -> Handed:
    """Less what the player was given before, which is never collected by itself."""
    if act.kind is ActKind.COLLECT:
        over = (act.amount + before) % smallest
        return Handed(act.amount + before - over, over, set_off=before)
    set_off = min(before, act.amount)
    handed = rounded_up(act.amount - set_off, smallest, odd_money)
    return replace(handed, set_off=set_off)


def rounded_up(amount: Cents, smallest: Cents, odd_money: OddMoney) -> Handed:
    """What a player gets, as chips can pay it."""
    over = amount % smallest
    if not over:
        return Handed(amount)
    if odd_money is OddMoney.CAGE:
        return Handed(amount - over, over, at_cage=True)
    return Handed(amount + smallest - over, smallest - over)


# Prizes


def prizes(table: HouseTable, link: HouseJackpot | None) -> tuple[Prize, ...]:
    """The shares of the meter that the round won, and whether they are released."""
    current = table.game.round
    if link is None or not isinstance(current, Settled | Voided):
        return ()
    from_meter = meter_clauses(table.game.rulebook)
    due: dict[tuple[str, int, int, str], Payable] = {one.place: one for one in link.payables}
    found = []
    for line in current.lines:
        payable = due.get((table.name, current.number, line.box, line.wager))
        if is_prize(line, from_meter):
            found.append(_prize(line, line.won, payable))
        elif line.result is Result.PENDING:
            won = _late_win(table, link, line)
            found.append(_prize(line, None if won is None else won.amount, payable))
    return tuple(found)


def _prize(line: Line, amount: Cents | None, payable: Payable | None) -> Prize:
    return Prize(
        line.box,
        line.player,
        line.wager,
        amount or 0,
        line.clauses,
        before=0 if payable is None else payable.before,
        waits=(payable is not None and payable.slip is None) or amount is None,
        queued=amount is None,
    )
