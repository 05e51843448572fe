"""A table as far as one person knows it.

A refusal must not reveal a card that the person may not see. So a command is first decided
on the table as that person knows it: cards that are face down to them are replaced by
others, which depend only on the visible ones. Two tables that differ only in what is hidden
from a person are the same table here, and give the same answer.
"""

from msgspec import structs

from croupier.cards import DECK, Card, parse_cards
from croupier.table.state import Deal, Dealt, Draw, Hand, Revealed, Settled, Table
from croupier.table.views import Viewer, sees_hand

replace = structs.replace

_STRIDE = 31
"""Stand-ins come from all over the deck: neighbours would make straights and pairs."""


def as_known(table: Table, viewer: Viewer) -> Table:
    """The table with stand-ins for every card that is hidden from the viewer."""
    current = table.round
    deal: Deal | None = getattr(current, "deal", None)
    if deal is None:
        return table
    open_hands = {
        number: hand
        for number, hand in deal.hands.items()
        if number in current.boxes and sees_hand(table, viewer, current.boxes[number])  # type: ignore[union-attr]
    }
    dealer_open = isinstance(current, Revealed | Settled)
    if dealer_open and len(open_hands) == len(deal.hands):
        return table
    seen = {card for hand in open_hands.values() for card in hand} | _exposed(table, deal)
    if dealer_open:
        seen.update(deal.dealer)
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


def _exposed(table: Table, deal: Deal) -> set[Card]:
    """Cards that everybody at the table has seen: the up card, and those reported as exposed."""
    seen = set() if deal.up_card is None else {deal.up_card}
    for report in getattr(table.round, "exposed", ()):
        for named in (report.cards, report.card):
            if named is not None:
                seen.update(parse_cards(named))
    return seen


class _StandIns:
    """Cards for hidden places, the same whatever may be there."""

    def __init__(self, seen: set[Card]) -> None:
        self._seen = seen
        closed = [card for card in DECK if card not in seen]
        closed.sort(key=lambda card: card * _STRIDE % len(DECK))
        self._left = iter(closed)

    def hand(self, hand: Hand) -> Hand:
        """Visible cards stay where they are."""
        return tuple(card if card in self._seen else next(self._left) for card in hand)
