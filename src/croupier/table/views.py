"""What one person may see of a table, built up from what that person may know.

A view is never made by removing things from the full state: a card gets into it only by
a rule that lets this viewer see it. Nobody is ever shown the shoe.

A refusal must not reveal a card either. So a command is first decided on the table as that person
knows it (`as_known`): cards that are face down to them are replaced by others, which depend only on
the visible ones. Two tables that differ only in what is hidden from a person are the same table
here, and give the same answer.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, structs

from croupier.cards import DECK, Card, card_name, card_names, parse_cards
from croupier.jackpot.meter import Jackpot
from croupier.money import Cents
from croupier.ranking import describe
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import JACKPOTS, WagerKind
from croupier.table.commands import Report
from croupier.table.hands import FaceDown, Lying, known_cards, whole
from croupier.table.irregular.reporting import decisions, matter_id
from croupier.table.state import (
    Box,
    Choice,
    Deal,
    Dealt,
    Draw,
    Idle,
    Line,
    Option,
    Revealed,
    Settled,
    Table,
    Voided,
)


class Seat(StrEnum):
    """In what capacity somebody looks at a table."""

    PUBLIC = "public"
    PLAYER = "player"
    STAFF = "staff"
    AUDITOR = "auditor"


class Viewer(Struct, frozen=True):
    """Somebody who looks at a table."""

    seat: Seat = Seat.PUBLIC
    player: str | None = None

    @classmethod
    def of_player(cls, player: str) -> "Viewer":
        return cls(Seat.PLAYER, player)


PUBLIC = Viewer()
STAFF = Viewer(Seat.STAFF)
AUDITOR = Viewer(Seat.AUDITOR)


class HandView(Struct, frozen=True):
    """Cards that the viewer may see, and what they are called."""

    cards: str
    name: str | None


class WagerView(Struct, frozen=True):
    """What a player has on a box; chips are visible to all."""

    player: str
    ante: Cents
    stay: Cents
    laid: Mapping[str, Cents]
    """Everything but jackpot wagers, by the names of the wagers."""


class BoxView(Struct, frozen=True):
    """A box as the viewer sees it."""

    box: int
    seated: str
    wagers: tuple[WagerView, ...]
    jackpot: Cents
    dealer_jackpot: Cents
    """What lies there, that of a hand that is out until it is handed back."""
    choice: Choice
    has_hand: bool
    viewed: bool
    out: bool
    hand: HandView | None
    """None where this viewer may not see the cards."""


class MatterView(Struct, frozen=True):
    """An open matter: what may be decided, and by whom."""

    matter: str
    irregularity: Irregularity
    decided_by: Role
    decisions: tuple[Decision, ...]
    by: Actor
    report: Report
    """Complete, cards included: the official who rules sees what the ruling will do."""


class TableView(Struct, frozen=True):
    """A table as one viewer sees it."""

    table: str
    rulebook: str
    round: int
    phase: str
    limits: tuple[Cents, Cents]
    jackpot: Cents | None
    jackpot_stake: Cents | None
    jackpot_available: bool
    up_card: str | None
    dealer: HandView | None
    qualified: bool | None
    """Whether the dealer's hand qualifies, once it is turned up."""
    boxes: tuple[BoxView, ...]
    options: tuple[Option, ...]
    matters: tuple[MatterView, ...]
    lines: tuple[Line, ...]
    closed: bool


def view(table: Table, link: Jackpot | None, viewer: Viewer) -> TableView:
    """The table as this viewer may see it."""
    current = table.round
    deal: Deal | None = getattr(current, "deal", None)
    boxes = () if isinstance(current, Idle) else tuple(sorted(current.boxes.items()))
    return TableView(
        table=table.id,
        rulebook=table.rulebook.edition_name,
        round=current.number,
        phase=table.phase,
        limits=(table.settings.ante.minimum, table.settings.ante.maximum),
        jackpot=None if link is None else link.meter,
        jackpot_stake=None if link is None else link.settings.stake,
        jackpot_available=link is not None and table.jackpot_available,
        up_card=None if deal is None or deal.up_card is None else card_name(deal.up_card),
        dealer=_dealer_hand(table, deal),
        qualified=_qualifies(table, deal),
        boxes=tuple(
            _box_view(table, viewer, number, box, deal)
            for number, box in boxes
            if _is_taken(number, box, deal)
        ),
        options=() if isinstance(current, Idle) else current.options,
        matters=_matters(table, viewer),
        lines=getattr(current, "lines", ()),
        closed=table.closed,
    )


def hand_view(table: Table, cards: Lying | None) -> HandView | None:
    """None where the cards were never turned: then nobody knows them."""
    if cards is None or isinstance(cards, FaceDown):
        return None
    complete = len(cards) == table.rulebook.hands.size
    name = describe(table.rulebook.hands.value(cards)) if complete else None
    return HandView(card_names(cards), name)


def _dealer_hand(table: Table, deal: Deal | None) -> HandView | None:
    """The dealer's hand, once it is turned up."""
    if deal is None or not isinstance(table.round, Revealed | Settled):
        return None
    return hand_view(table, deal.dealer)


def _qualifies(table: Table, deal: Deal | None) -> bool | None:
    rules = table.rulebook
    if _dealer_hand(table, deal) is None or deal is None:
        return None
    dealer = whole(deal.dealer, rules.hands.size)
    return None if dealer is None else rules.qualifies(rules.hands.value(dealer))


def _is_taken(number: int, box: Box, deal: Deal | None) -> bool:
    """A withdrawn wager leaves an empty box behind."""
    dealt = deal is not None and number in deal.hands
    return dealt or any(share.chips for share in box.shares) or bool(box.jackpot_share)


def _box_view(table: Table, viewer: Viewer, number: int, box: Box, deal: Deal | None) -> BoxView:
    cards = None if deal is None else deal.hands.get(number)
    shown = cards is not None and sees_hand(table, viewer, box)
    return BoxView(
        box=number,
        seated=box.seated,
        wagers=tuple(
            WagerView(
                share.player,
                share.ante,
                share.stay,
                {
                    wager: laid
                    for wager, laid in share.stakes(table.rulebook)
                    if wager not in JACKPOTS
                },
            )
            for share in box.shares
            if share.chips
        ),
        jackpot=_lying(box, deal, WagerKind.JACKPOT),
        dealer_jackpot=_lying(box, deal, WagerKind.DEALER_JACKPOT),
        choice=box.choice,
        has_hand=cards is not None,
        viewed=box.viewed,
        out=box.out is not None,
        hand=hand_view(table, cards) if shown else None,
    )


def _lying(box: Box, deal: Deal | None, target: WagerKind) -> Cents:
    """A jackpot wager lies there as the ante does: that of a hand that is out until it is handed
    back, with the rest of the round."""
    valid: Cents = getattr(box, target)
    if valid or deal is None:
        return valid
    return sum(getattr(share, target) for share in box.shares if not share.out_early)


def sees_hand(table: Table, viewer: Viewer, box: Box) -> bool:
    """Face up for everybody, or looked at by its own player, or a round that is over."""
    current = table.round
    if (box.claimed or box.shown) and isinstance(current, Dealt | Revealed | Settled):
        return True
    if isinstance(current, Settled) and _was_compared(box):
        return True
    if viewer.seat is Seat.AUDITOR:
        return isinstance(current, Settled | Voided)
    if viewer.seat is Seat.PLAYER and viewer.player == box.seated:
        return box.viewed or isinstance(current, Settled)
    return False


def _was_compared(box: Box) -> bool:
    """Shown for the comparison: still in at the end, and not kept face down."""
    return box.choice is Choice.STAYED and not box.declined and box.out is None


def _matters(table: Table, viewer: Viewer) -> tuple[MatterView, ...]:
    if viewer.seat not in (Seat.STAFF, Seat.AUDITOR):
        return ()
    return tuple(
        MatterView(
            matter_id(table, matter),
            matter.irregularity,
            matter.decided_by,
            decisions(table, matter),
            matter.by,
            matter.report,
        )
        for matter in table.matters
    )


replace = structs.replace

_SPREAD = sorted(DECK, key=lambda card: card * 31 % len(DECK))
"""Stand-ins come from all over the deck: neighbours would make straights and pairs."""


def as_known(table: Table, viewer: Viewer) -> Table:
    """The table with stand-ins for every card that is hidden from the viewer."""
    current = table.round
    deal: Deal | None = getattr(current, "deal", None)
    if deal is None:
        return table
    open_hands = _open_hands(table, viewer, deal)
    dealer_open = isinstance(current, Revealed | Settled)
    if dealer_open and len(open_hands) == len(deal.hands):
        return table
    seen = set(known_cards(open_hands.values())) | _exposed(table, deal)
    if dealer_open:
        seen.update(known_cards([deal.dealer]))
    stand_ins = _StandIns(seen)
    known = replace(
        deal,
        hands={
            number: open_hands.get(number) or stand_ins.hand(hand)
            for number, hand in sorted(deal.hands.items())
        },
        dealer=deal.dealer if dealer_open else stand_ins.hand(deal.dealer),
        shoe=None if deal.shoe is None else DECK[: len(deal.shoe)],
    )
    if isinstance(current, Dealt):
        drawn = Draw(made=current.draw.made)
        return replace(table, round=replace(current, deal=known, draw=drawn))
    return replace(table, round=replace(current, deal=known))


def as_it_lies(table: Table, viewer: Viewer) -> Table:
    """The table with every hand that is hidden from the viewer as one that nobody has keyed."""
    current = table.round
    deal: Deal | None = getattr(current, "deal", None)
    if deal is None:
        return table
    open_hands = _open_hands(table, viewer, deal)
    dealer = deal.dealer
    if not isinstance(current, Revealed | Settled):
        dealer = _turned_down(dealer, 0, () if deal.up_card is None else (deal.up_card,))
    hands = {
        number: open_hands.get(number) or _turned_down(hand, number)
        for number, hand in deal.hands.items()
    }
    return replace(
        table, round=replace(current, deal=replace(deal, hands=hands, dealer=dealer, shoe=None))
    )


def _open_hands(table: Table, viewer: Viewer, deal: Deal) -> dict[int, Lying]:
    boxes: Mapping[int, Box] = table.round.boxes  # type: ignore[union-attr]
    return {
        number: hand
        for number, hand in deal.hands.items()
        if number in boxes and sees_hand(table, viewer, boxes[number])
    }


def _turned_down(hand: Lying, box: int, seen: tuple[Card, ...] = ()) -> FaceDown:
    return hand if isinstance(hand, FaceDown) else FaceDown(box, len(hand), seen)


def _exposed(table: Table, deal: Deal) -> set[Card]:
    """Cards that everybody at the table has seen: the up card, and those reported as exposed."""
    closed = [hand for hand in (*deal.hands.values(), deal.dealer) if isinstance(hand, FaceDown)]
    seen = {*known_cards(closed), *(() if deal.up_card is None else [deal.up_card])}
    for report in getattr(table.round, "exposed", ()):
        for named in (report.cards, report.card):
            if named is not None:
                seen.update(parse_cards(named))
    return seen


class _StandIns:
    """Cards for hidden places, the same whatever may be there."""

    def __init__(self, seen: set[Card]) -> None:
        self._seen = seen
        self._left = (card for card in _SPREAD if card not in seen)

    def hand(self, hand: Lying) -> Lying:
        """Visible cards stay where they are; a hand that nobody has keyed says nothing."""
        if isinstance(hand, FaceDown):
            return hand
        return tuple(card if card in self._seen else next(self._left) for card in hand)
