"""What a dealer's console is sent besides the view of its table, so that it contains no rules.

In which order cards are dealt, which entries the rules would accept now, what can be reported in
this game and which facts each report needs.
"""

from collections.abc import Iterator

from msgspec import Struct

from croupier.house.http.pages.payment import PaymentView, payment_of
from croupier.house.model.cage.rotation import Relief
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.settings import Cards, ChipSet
from croupier.house.model.table.decide import known_to
from croupier.house.model.table.parts import Laid, Needed
from croupier.house.model.table.payment import Ruling
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.meter import Jackpot
from croupier.money import Cents
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Irregularity, IrregularityRule, Remedy
from croupier.rulebooks.model import Device
from croupier.rulebooks.progressive import StakeRule
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerName
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from croupier.table.dealing import DEALER, burns
from croupier.table.decide import is_legal
from croupier.table.hands import FaceDown
from croupier.table.irregular.facts import demand_timely, kind_of
from croupier.table.outcome import awaited
from croupier.table.state import Box, Closed, Deal, Dealt, Idle, Revealed, Settled, Table, Voided

NEWCOMER = "somebody new"
"""Stands for a player who is not at the table yet when the rules are asked beforehand."""


class Fact(Struct, frozen=True):
    """Something that a report states; `name` is the command's field."""

    name: str
    required: bool = False


class ReportChoice(Struct, frozen=True):
    """A kind of irregularity that this table's rules cover."""

    irregularity: Irregularity
    clauses: tuple[str, ...]
    decided_by: Role
    at_once: bool
    """Whether a report by this person is decided at once, because the clause leaves no choice."""
    asks: tuple[Fact, ...]
    when: str
    """`now`; `noted` if it can no longer change anything; `early` if it is not possible yet."""
    why: str | None = None


class WagerEntry(Struct, frozen=True):
    """A wager that staff could record now, with the smallest amount."""

    box: int
    wager: WagerName
    least: Cents | None


class Console(Struct, frozen=True):
    """What a console needs to know about a table."""

    table: str
    version: int
    dealer: str | None
    """Who is signed on."""
    must_sign_on: bool
    """Whether this person has to sign on before dealing."""
    live: bool
    shoe: bool
    """Whether a card-reading shoe deals here: then no card is keyed."""
    recording: bool
    practice: bool
    burns: bool
    order: tuple[str, ...]
    """The box or `dealer` for each card that is to be keyed now, as they are turned."""
    due: tuple[int, ...]
    """Boxes that get a hand in the deal to come."""
    closed: tuple[int, ...]
    """Boxes whose hand lies face down, its cards not known."""
    seats: dict[int, str]
    sharers: dict[int, tuple[str, ...]]
    """Who shares a box with whoever sits there."""
    shares: bool
    """Whether boxes are shared in this game."""
    laid_before: tuple[Laid, ...]
    """The wagers of the round before, of players who still sit there."""
    needs: tuple[Needed, ...]
    """What pit and cage were asked for."""
    wagers: tuple[WagerEntry, ...]
    credits: int
    """The most credits of one jackpot wager; 1 where its stake is prescribed, 0 without a link."""
    acts: tuple[TableCommand, ...]
    """Players' acts that staff could record now."""
    stays: dict[int, Cents]
    """The cost of staying in, by box, where it could be recorded now."""
    draws: bool
    reports: tuple[ReportChoice, ...]
    corrects: bool
    restricted: tuple[str, ...]
    barred: tuple[str, ...]
    choice_awaited: bool
    payment: PaymentView | None
    """What is to be paid, taken and given back, once the round is over."""
    rulings: tuple[Ruling, ...]
    """What officials have decided in this round."""
    said: tuple[str, ...] = ()
    day_closed: str | None = None
    """The gaming day, where its books are closed: no round is opened on it."""
    relief: Relief | None = None
    """By the rotation of dealers: when this one moves on, who comes, and where they go."""


_ASKS: dict[Irregularity, tuple[Fact, ...]] = {
    Irregularity.DECK_COUNT: (Fact("counted"),),
    Irregularity.COUNT_IN_DOUBT: (Fact("counted", required=True),),
    Irregularity.MISDEAL: (Fact("moves"), Fact("hands_by_box")),
    Irregularity.DEALER_CARD_COUNT: (Fact("reconstructable"), Fact("hands")),
    Irregularity.PLAYER_CARD_COUNT: (
        Fact("box", required=True),
        Fact("reconstructable"),
        Fact("hands"),
    ),
    Irregularity.CARDS_EXPOSED: (Fact("cards"), Fact("count"), Fact("boxes")),
    Irregularity.DEALER_CARD_EXPOSED: (Fact("card", required=True),),
    Irregularity.BURN_OMITTED: (Fact("reconstructable"),),
    Irregularity.SIMULTANEOUS_DRAW: (Fact("order"),),
    Irregularity.DEALING_ERROR: (Fact("boxes"), Fact("hands_by_box")),
    Irregularity.EXTRA_HAND_VIEWED: (Fact("box", required=True), Fact("intentional")),
    Irregularity.CONFIDENTIALITY: (Fact("player", required=True),),
    Irregularity.MULTIPLE_POSITIONS: (Fact("player", required=True),),
    Irregularity.OVER_LIMIT: (Fact("box", required=True),),
    Irregularity.UNDER_LIMIT: (Fact("box", required=True),),
    Irregularity.OTHER: (Fact("description", required=True), Fact("box")),
}


def console(
    table: HouseTable,
    link: HouseJackpot | None,
    actor: Actor,
    version: int,
    said: tuple[str, ...],
    chips: ChipSet,
    *,
    shoe: bool = False,
) -> Console:
    game = known_to(table, actor)
    meter = None if link is None else link.meter
    memory = game.memory
    acts = () if table.paused else tuple(_acts(game, meter, actor))
    return Console(
        table=table.name,
        version=version,
        dealer=table.dealer,
        must_sign_on=actor.role is Role.DEALER and table.dealer != actor.id,
        live=table.dealing.cards is Cards.LIVE,
        shoe=shoe,
        recording=not game.settings.enforcing,
        practice=table.practice,
        burns=burns(game),
        order=cards_due(game) if table.dealing.cards is Cards.LIVE else (),
        due=hands_due(game),
        closed=hands_closed(game),
        seats=dict(table.seats),
        sharers=dict(table.sharers),
        shares=game.rulebook.betting.shared_boxes.value,
        laid_before=tuple(one for one in table.laid_before if _repeatable(table, one)),
        needs=table.needs,
        wagers=() if table.paused else tuple(_wagers(game, meter, actor)),
        credits=_credits(game, meter),
        acts=acts,
        stays=_stays(game, acts),
        draws=not table.paused and _may_draw(game, meter, actor),
        reports=tuple(_reports(game, actor)),
        corrects=actor.role.may_act_as(Role.PIT_SUPERVISOR)
        and not game.settings.enforcing
        and not isinstance(game.round, Idle | Voided),
        restricted=tuple(sorted(memory.restricted)),
        barred=tuple(sorted(memory.barred)),
        choice_awaited=game.choice_awaited,
        payment=payment_of(table, link, chips),
        rulings=table.payment.rulings,
        said=said,
    )


def cards_due(table: Table) -> tuple[str, ...]:
    """The place of each card that is turned now: the up card at the deal, the dealer's others once
    every hand is decided, then the hands that are compared."""
    size = table.rulebook.hands.size
    match table.round:
        case Closed():
            return (DEALER,) if table.rulebook.dealing.up_card.value else ()
        case Dealt(deal=deal, boxes=boxes) if isinstance(deal.dealer, FaceDown):
            decided = not any(box.must_decide for box in boxes.values())
            return (DEALER,) * (len(deal.dealer) - len(deal.dealer.seen)) if decided else ()
        case Revealed(deal=deal, boxes=boxes):
            awaits = awaited(table.rulebook, boxes, deal)
            return tuple(str(number) for number in awaits for _ in range(size))
        case _:
            return ()


def hands_due(table: Table) -> tuple[int, ...]:
    """Boxes that get a hand, while a deal is due."""
    current = table.round
    if not isinstance(current, Closed):
        return ()
    return tuple(number for number, box in sorted(current.boxes.items()) if box.enters)


def hands_closed(table: Table) -> tuple[int, ...]:
    deal: Deal | None = getattr(table.round, "deal", None)
    hands = {} if deal is None else deal.hands
    return tuple(number for number, hand in sorted(hands.items()) if isinstance(hand, FaceDown))


def _repeatable(table: HouseTable, laid: Laid) -> bool:
    """Whoever has left, or lays something of the kind already, is not repeated."""
    sits = laid.player in (*table.seats.values(), *table.sharers.get(laid.box, ()))
    box = _boxes(table.game).get(laid.box)
    return sits and (box is None or not box.amount(table.game.rulebook, laid.wager, laid.player))


def _boxes(table: Table) -> dict[int, Box]:
    return {} if isinstance(table.round, Idle) else dict(table.round.boxes)


def _wagers(table: Table, meter: Jackpot | None, actor: Actor) -> Iterator[WagerEntry]:
    boxes = _boxes(table)
    for number in range(1, table.settings.boxes + 1):
        box = boxes.get(number)
        player = NEWCOMER if box is None else box.seated
        for wager in table.rulebook.layout.areas.value:
            if wager == table.rulebook.stay.wager:
                continue
            least = None
            if wager in table.rulebook.entry_wagers:
                laid = 0 if box is None else box.amount(table.rulebook, wager, player)
                least = max(1, table.settings.limits_of(wager).minimum - laid)
            command = c.PlaceWager(box=number, wager=wager, amount=least, player=player, by=actor)
            if is_legal(table, meter, command):
                yield WagerEntry(number, wager, least)


def _credits(table: Table, meter: Jackpot | None) -> int:
    rules = table.rulebook.progressive
    if meter is None:
        return 0
    return meter.settings.max_credits if rules.stake.value is StakeRule.CREDITS else 1


def _acts(table: Table, meter: Jackpot | None, actor: Actor) -> Iterator[TableCommand]:
    for command in _possible_acts(table, actor):
        if is_legal(table, meter, command):
            yield command
    yield from _claims(table, meter, actor)


def _claims(table: Table, meter: Jackpot | None, actor: Actor) -> Iterator[TableCommand]:
    """A jackpot hand may be shown at every box with that wager: to offer it where one lies would
    tell what lies there."""
    current = table.round
    if not isinstance(current, Dealt | Revealed):
        return
    for number, box in sorted(current.boxes.items()):
        if box.jackpot and not box.claimed and number in current.deal.hands:
            recorded = not table.settings.enforcing
            if recorded and not box.shown and box.seated not in current.left:
                yield c.ShowHand(box=number, by=actor)
            elif is_legal(table, meter, claim := c.ClaimJackpot(box=number, by=actor)):
                yield claim


def _possible_acts(table: Table, actor: Actor) -> Iterator[TableCommand]:
    for number, box in sorted(_boxes(table).items()):
        if not (box.viewed and isinstance(table.round, Dealt)):
            yield c.ViewHand(box=number, by=actor)
        yield c.PlaceWager(box=number, wager=table.rulebook.stay.wager, by=actor)
        yield c.Fold(box=number, by=actor)
        yield c.DeclineReveal(box=number, by=actor)
        for option in table.round.options if not isinstance(table.round, Idle) else ():
            for answer in ("continue", "withdraw"):
                if number in option.boxes:
                    player = option.player
                    yield c.Choose(box=number, player=player, option=answer, by=actor)
        for share in box.shares:
            for wager in table.rulebook.layout.areas.value:
                if wager != table.rulebook.stay.wager:
                    yield c.WithdrawWager(box=number, wager=wager, player=share.player, by=actor)
    for player in sorted({one.player for box in _boxes(table).values() for one in box.shares}):
        yield c.Leave(player=player, by=actor)


def _stays(table: Table, acts: tuple[TableCommand, ...]) -> dict[int, Cents]:
    boxes, stay = _boxes(table), table.rulebook.stay
    return {
        act.box: stay.multiple * boxes[act.box].ante
        for act in acts
        if isinstance(act, c.PlaceWager) and act.wager == stay.wager
    }


def _may_draw(table: Table, meter: Jackpot | None, actor: Actor) -> bool:
    """At live tables, staff record what the jackpot system picked (SSP 4.3-4.4)."""
    if table.rulebook.draws is None or not isinstance(table.round, Closed | Dealt | Revealed):
        return False
    return is_legal(table, meter, c.Draw(lucky_dealer=False, by=actor)) or is_legal(
        table, meter, c.Draw(lucky_box=1, by=actor)
    )


def _reports(table: Table, actor: Actor) -> Iterator[ReportChoice]:
    for kind, rule in table.rulebook.irregularities.items():
        if kind is Irregularity.LEFT_AFTER_VIEWING or not _possible(table, kind):
            continue
        when, why = _timely(table, kind)
        yield ReportChoice(
            irregularity=kind,
            clauses=rule.clauses,
            decided_by=rule.decided_by,
            at_once=actor.role.may_act_as(rule.decided_by),
            asks=_asks(kind, rule),
            when=when,
            why=why,
        )


def _possible(table: Table, kind: Irregularity) -> bool:
    if kind is Irregularity.JACKPOT_FAILURE:
        return table.settings.jackpot is not None
    if kind is Irregularity.SIMULTANEOUS_DRAW:
        return table.settings.device is Device.SHOE
    return kind is not Irregularity.BURN_OMITTED or burns(table)


def _asks(kind: Irregularity, rule: IrregularityRule) -> tuple[Fact, ...]:
    asked = _ASKS.get(kind, ())
    if rule.remedy is Remedy.MOVE_UNHANDLED:
        asked = asked[:1]  # later the shift manager decides; hands are moved, never dealt again
    return (*asked, Fact("permit_withdrawal")) if rule.permit_withdrawal else asked


def _timely(table: Table, kind: Irregularity) -> tuple[str, str | None]:
    report = c.Report(irregularity=kind)
    try:
        timely = demand_timely(table, report, kind_of(table, report))
    except Refused as refused:
        return "early", refused.refusal.message
    over = isinstance(table.round, Settled | Voided)
    return ("now", None) if timely or not over else ("noted", None)
