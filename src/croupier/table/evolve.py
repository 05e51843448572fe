"""The table after an event. There are no rules or refusals here: state is a fold of events.

A `Draft` collects the events of a decision in progress, with the table and jackpot after them.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct, structs

from croupier.cards import Card, parse_card, parse_cards
from croupier.jackpot import meter
from croupier.jackpot.events import JackpotEvent
from croupier.jackpot.meter import Jackpot
from croupier.rulebooks.irregularities import Irregularity
from croupier.table import events as e
from croupier.table import orders
from croupier.table.events import TableEvent
from croupier.table.hands import FaceDown, Lying, known_cards, read_hand
from croupier.table.state import (
    Betting,
    Box,
    Choice,
    Closed,
    Deal,
    Dealt,
    Draw,
    Line,
    Look,
    Phase,
    Revealed,
    Settled,
    Share,
    Table,
    Voided,
)

replace = structs.replace
Wagered = e.WagerPlaced | e.WagerWithdrawn | e.ExcessHandedBack | e.WagerCorrected


def evolve(table: Table, event: e.TableEvent) -> Table:
    """The table after an event."""
    return _AFTER[type(event)](table, event)


def _with_box(table: Table, number: int, box: Box) -> Table:
    current = table.round
    boxes: Mapping[int, Box] = current.boxes  # type: ignore[union-attr]
    return replace(table, round=replace(current, boxes={**boxes, number: box}))


def _box(table: Table, number: int) -> Box:
    return table.round.boxes[number]  # type: ignore[union-attr]


def _change_box(table: Table, number: int, **changes: Any) -> Table:
    return _with_box(table, number, replace(_box(table, number), **changes))


def _nothing_moves(table: Table, event: TableEvent) -> Table:
    """Words and records: they are in the log."""
    return table


# Betting


def _bets_opened(table: Table, event: e.BetsOpened) -> Table:
    return replace(
        table,
        round=Betting(event.round, {}),
        matters=(),
        matters_opened=0,
        jackpot_available=event.jackpot_available,
    )


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
    return replace(table, round=_as(Closed, table.round))


def _limit_advised(table: Table, event: e.LimitAdvised) -> Table:
    return _change_box(table, event.box, advised=True)


def _put(table: Table, box: Box, event: Wagered, amount: int) -> Box:
    """The box with this amount on a wager of a player's."""
    mine = _share(box, event.player)
    return _with_share(box, mine, mine.with_amount(table.rulebook, event.wager, amount))


def _share(box: Box, player: str) -> Share:
    mine = box.share_of(player)
    assert mine is not None
    return mine


def _with_share(box: Box, before: Share, after: Share) -> Box:
    return replace(box, shares=_exchanged(box.shares, before, after))


def _exchanged(shares: tuple[Share, ...], before: Share, after: Share) -> tuple[Share, ...]:
    return tuple([after if share is before else share for share in shares])


def _change_share(box: Box, player: str, **changes: Any) -> Box:
    mine = _share(box, player)
    return _with_share(box, mine, replace(mine, **changes))


def _amount(table: Table, box: Box, event: Wagered) -> int:
    return box.amount(table.rulebook, event.wager, event.player)


def _wager_placed(table: Table, event: e.WagerPlaced) -> Table:
    rulebook, wager = table.settings.rulebook, event.wager
    boxes: Mapping[int, Box] = table.round.boxes  # type: ignore[union-attr]
    box = boxes.get(event.box)
    before = None if box is None else box.share_of(event.player)
    joins = before is None or before.out is not None
    if before is None or joins:
        before = Share(event.player, jackpot_enters=not rulebook.progressive.needs_ante.value)
    after = before.with_more(rulebook, wager, event.amount)
    if box is None:
        return _with_box(table, event.box, Box((after,)))
    shares = (*box.shares, after) if joins else _exchanged(box.shares, before, after)
    if wager == rulebook.stay.wager:
        box = replace(box, shares=shares, choice=Choice.STAYED, handled=True)
    else:
        box = replace(box, shares=shares)
    return _with_box(table, event.box, box)


def _wager_withdrawn(table: Table, event: e.WagerWithdrawn) -> Table:
    """A box on which nothing is left is free again (CSP 3.7)."""
    box = _put(table, _box(table, event.box), event, 0)
    staying = tuple(share for share in box.shares if share.in_play or share.out is not None)
    if staying:
        return _with_box(table, event.box, replace(box, shares=staying))
    boxes: Mapping[int, Box] = table.round.boxes  # type: ignore[union-attr]
    return table.with_round(
        boxes={number: boxes[number] for number in boxes if number != event.box}
    )


def _excess_handed_back(table: Table, event: e.ExcessHandedBack) -> Table:
    box = _box(table, event.box)
    left = _amount(table, box, event) - event.amount
    return _with_box(table, event.box, _put(table, box, event, left))


def _wager_corrected(table: Table, event: e.WagerCorrected) -> Table:
    box = _put(table, _box(table, event.box), event, event.amount)
    return _with_box(table, event.box, box)


def _jackpot_wager_invalidated(table: Table, event: e.JackpotWagerInvalidated) -> Table:
    box = _change_share(_box(table, event.box), event.player, jackpot_out=event.clauses)
    return _with_box(table, event.box, box)


def _wager_returned(table: Table, event: e.WagerReturned) -> Table:
    box = _box(table, event.box)
    mine = _share(box, event.player)
    after = mine.returned(table.rulebook, event.wager, event.clauses)
    return _with_box(table, event.box, _with_share(box, mine, after))


def _share_returned(table: Table, event: e.ShareReturned) -> Table:
    early = isinstance(table.round, Betting) and not event.by_option
    box = _box(table, event.box)
    box = _change_share(box, event.player, out=event.clauses, out_early=early)
    return _with_box(table, event.box, box)


def _hand_invalidated(table: Table, event: e.HandInvalidated) -> Table:
    return _change_box(table, event.box, out=event.clauses)


# Cards


def _hands(hands: Mapping[str, str]) -> dict[int, Lying]:
    return {(number := int(box)): read_hand(cards, number) for box, cards in hands.items()}


def _last(dealer: Lying) -> Card | None:
    """The dealer's last card, where it lies face up."""
    cards = known_cards([dealer])
    return cards[-1] if cards else None


def _cards_dealt(table: Table, event: e.CardsDealt) -> Table:
    dealer = read_hand(event.dealer, 0)
    boxes: Mapping[int, Box] = table.round.boxes  # type: ignore[union-attr]
    deal = Deal(
        hands=_hands(event.hands),
        dealer=dealer,
        up_card=_last(dealer) if table.rulebook.dealing.up_card.value else None,
        shoe=None if event.shoe is None else parse_cards(event.shoe),
        burnt=event.burnt is not None,
        boxes=frozenset([number for number, box in boxes.items() if box.enters]),
    )
    return replace(table, round=_as(Dealt, table.round, deal=deal))


def _hands_corrected(table: Table, event: e.HandsCorrected) -> Table:
    deal: Deal = table.round.deal  # type: ignore[union-attr, assignment]
    dealer = read_hand(event.dealer, 0)
    up_card = deal.up_card
    stays = deal.up_card_fixed and up_card in known_cards([dealer])
    if table.rulebook.dealing.up_card.value and not stays:
        up_card = _last(dealer)
    corrected = replace(
        deal,
        hands=_hands(event.hands),
        dealer=dealer,
        up_card=up_card,
        burnt=deal.burnt or event.burnt,
    )
    return table.with_round(deal=corrected)


def _up_card_changed(table: Table, event: e.UpCardChanged) -> Table:
    deal: Deal = table.round.deal  # type: ignore[union-attr, assignment]
    card, dealer = parse_card(event.card), deal.dealer
    if isinstance(dealer, FaceDown) and card not in dealer.seen:
        dealer = replace(dealer, seen=(*dealer.seen, card))
    return table.with_round(deal=replace(deal, dealer=dealer, up_card=card, up_card_fixed=True))


def _hand_handled(table: Table, event: e.HandHandled) -> Table:
    return _change_box(table, event.box, handled=True)


def _hand_viewed(table: Table, event: e.HandViewed) -> Table:
    return _looked(table, event.box)


def _looked(table: Table, number: int) -> Table:
    look = Look(number, _box(table, number).seated)
    looks: tuple[Look, ...] = table.round.looks  # type: ignore[union-attr]
    if look not in looks:
        table = table.with_round(looks=(*looks, look))
    return _change_box(table, number, handled=True, viewed=True)


def _hand_shown(table: Table, event: e.HandShown) -> Table:
    """A player's hand that is shown counts as looked at."""
    current = table.round
    deal: Deal = current.deal  # type: ignore[union-attr, assignment]
    cards = parse_cards(event.cards)
    if event.box is None:
        return table.with_round(deal=replace(deal, dealer=cards))
    table = table.with_round(deal=replace(deal, hands={**deal.hands, event.box: cards}))
    return _change_box(_looked(table, event.box), event.box, shown=True)


def _hand_folded(table: Table, event: e.HandFolded) -> Table:
    handled = _box(table, event.box).handled or not event.absent
    return _change_box(
        table, event.box, choice=Choice.FOLDED, handled=handled, folded_by=event.clauses
    )


def _player_left(table: Table, event: e.PlayerLeft) -> Table:
    return table.with_round(left=table.round.left | {event.player})  # type: ignore[union-attr]


def _jackpot_claimed(table: Table, event: e.JackpotClaimed) -> Table:
    """A hand that is shown counts as looked at."""
    return _change_box(_looked(table, event.box), event.box, claimed=True)


def _draw_made(table: Table, event: e.DrawMade) -> Table:
    draw: Draw = replace(table.round.draw, made=True)  # type: ignore[union-attr]
    if event.magic_card is not None:
        draw = replace(draw, magic_card=parse_card(event.magic_card))
    if event.lucky_box is not None:
        draw = replace(draw, lucky_box=event.lucky_box)
    if event.lucky_dealer is not None:
        draw = replace(draw, lucky_dealer=event.lucky_dealer)
    return table.with_round(draw=draw)


# The end of a round


def _dealer_revealed(table: Table, event: e.DealerRevealed) -> Table:
    return replace(table, round=_as(Revealed, table.round))


def _reveal_declined(table: Table, event: e.RevealDeclined) -> Table:
    return _change_box(table, event.box, declined=True)


def _wager_settled(table: Table, event: e.WagerSettled) -> Table:
    return _with_lines(table, [event.line])


def _with_lines(table: Table, lines: Sequence[Line]) -> Table:
    return table.with_round(lines=(*table.round.lines, *lines))  # type: ignore[union-attr]


def _round_settled(table: Table, event: e.RoundSettled) -> Table:
    memory = table.memory
    if event.remembered:
        memory = replace(memory, under_minimum=memory.under_minimum | set(event.remembered))
    settled = _as(Settled, table.round, remembered=event.remembered, options=())
    return replace(table, round=settled, memory=memory)


def _settlement_reversed(table: Table, event: e.SettlementReversed) -> Table:
    settled = table.round
    assert isinstance(settled, Settled)
    memory = table.memory
    memory = replace(memory, under_minimum=memory.under_minimum - set(settled.remembered))
    before = Closed if settled.deal is None else Revealed
    return replace(table, round=_as(before, settled, lines=()), memory=memory)


def _round_voided(table: Table, event: e.RoundVoided) -> Table:
    """What was to be decided about the round falls away; the jackpot system is still down."""
    failures = [one for one in table.matters if one.irregularity is Irregularity.JACKPOT_FAILURE]
    voided = _as(Voided, table.round, options=())
    return replace(table, round=voided, matters=tuple(failures))


P = TypeVar("P", bound=Phase)


def _as(phase: type[P], before: Phase, **changes: Any) -> P:
    """The round in another phase, with every field that exists in both."""
    fields, values = _IN_BOTH[type(before), phase]
    return phase(**{**dict(zip(fields, values(before), strict=True)), **changes})


_PHASES = (Betting, Closed, Dealt, Revealed, Settled, Voided)
_IN_BOTH: Mapping[tuple[type, type], tuple[Sequence[str], Callable[[Any], tuple[Any, ...]]]] = {
    (before, after): (both, attrgetter(*both))
    for before in _PHASES
    for after in _PHASES
    for both in [[one for one in after.__struct_fields__ if one in before.__struct_fields__]]
}


_AFTER: Mapping[type, Callable[[Table, Any], Table]] = {
    e.BetsOpened: _bets_opened,
    e.CallMade: _nothing_moves,
    e.NoticeShown: _nothing_moves,
    e.WagerPlaced: _wager_placed,
    e.WagerWithdrawn: _wager_withdrawn,
    e.LateWithdrawalNoted: _nothing_moves,
    e.ExcessHandedBack: _excess_handed_back,
    e.LimitAdvised: _limit_advised,
    e.BetsClosed: _bets_closed,
    e.HandInvalidated: _hand_invalidated,
    e.JackpotWagerInvalidated: _jackpot_wager_invalidated,
    e.WagerReturned: _wager_returned,
    e.ShareReturned: _share_returned,
    e.CardsDealt: _cards_dealt,
    e.HandsCorrected: _hands_corrected,
    e.UpCardChanged: _up_card_changed,
    e.HandHandled: _hand_handled,
    e.HandViewed: _hand_viewed,
    e.HandShown: _hand_shown,
    e.HandFolded: _hand_folded,
    e.PlayerLeft: _player_left,
    e.JackpotClaimed: _jackpot_claimed,
    e.DrawMade: _draw_made,
    e.DealerRevealed: _dealer_revealed,
    e.RevealDeclined: _reveal_declined,
    e.DeclinedHandSeen: _nothing_moves,
    e.WagerSettled: _wager_settled,
    e.RoundSettled: _round_settled,
    e.SettlementReversed: _settlement_reversed,
    e.RoundVoided: _round_voided,
    e.ReportNoted: _nothing_moves,
    e.IrregularityDecided: orders.irregularity_decided,
    e.MatterOpened: orders.matter_opened,
    e.MatterDecided: orders.matter_decided,
    e.MisdealReported: orders.misdeal_reported,
    e.OptionsOffered: orders.options_offered,
    e.OptionTaken: orders.option_taken,
    e.PlayerRestricted: orders.player_restricted,
    e.PlayerBarred: orders.player_barred,
    e.PlayerReadmitted: orders.player_readmitted,
    e.JackpotFailed: orders.jackpot_failed,
    e.JackpotServiceSet: orders.jackpot_service_set,
    e.TableClosed: orders.table_closed,
    e.TableOpened: orders.table_opened,
    e.BoxesDisallowed: orders.boxes_disallowed,
    e.WagerCorrected: _wager_corrected,
}
"""One look-up: every round and every replay comes through here, and to ask a class after the other
takes longer than to fold the event."""


Event = TableEvent | JackpotEvent


class Decided(Struct, frozen=True):
    """What the rules made of a command: its events, and the states that follow from them."""

    events: tuple[Event, ...]
    table: Table
    link: Jackpot | None


class Draft:
    """Collects the events of one command; exists only while it is decided."""

    __slots__ = ("events", "link", "table")

    def __init__(self, table: Table, link: Jackpot | None) -> None:
        self.table = table
        self.link = link
        self.events: list[Event] = []

    def emit(self, event: TableEvent) -> None:
        self.events.append(event)
        self.table = _AFTER[type(event)](self.table, event)

    def emit_lines(self, events: Sequence[TableEvent], lines: Sequence[Line]) -> None:
        """Settled wagers, with what is said between them: their lines are folded together, as one
        after the other would copy the round for each."""
        self.events += events
        self.table = _with_lines(self.table, lines)

    def move(self, event: JackpotEvent) -> None:
        assert self.link is not None
        self.events.append(event)
        self.link = meter.evolve(self.link, event)

    def decided(self) -> Decided:
        if self.link is not None:
            self.link.check()
        return Decided(tuple(self.events), self.table, self.link)
