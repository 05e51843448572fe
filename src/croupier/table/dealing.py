"""Cards on the table: as given, or from the order of a shoe by the document's procedure."""

from collections.abc import Mapping, Sequence

from croupier.cards import Card, card_names, parse_cards, repeated_cards
from croupier.refusal import Code, refuse
from croupier.rulebooks.model import DealPattern, Device
from croupier.table import events as e
from croupier.table import linkage
from croupier.table.commands import Deal
from croupier.table.decisions import absent_players_decide
from croupier.table.evolve import Draft
from croupier.table.guards import demand_staff
from croupier.table.hands import FaceDown, Hand, Lying, hand_text, known_cards, read_hand
from croupier.table.settlement import finish_if_empty
from croupier.table.state import Betting, Closed, Dealt, Revealed, Table

DEALER = "dealer"


def deal(draft: Draft, command: Deal) -> None:
    table = draft.table
    demand_staff(command.by)
    current = table.round
    if not isinstance(current, Closed):
        message = (
            "Close the bets before dealing."
            if isinstance(current, Betting)
            else "Cards are dealt once, after bets are closed."
        )
        pattern = table.rulebook.dealing.patterns[table.settings.device]
        refuse(Code.WRONG_TIME, message, pattern.clause)
    boxes = [number for number, box in sorted(current.boxes.items()) if box.enters]
    hands: Mapping[int, Lying]
    dealer: Lying
    if command.shoe is not None:
        shoe = parse_cards(command.shoe)
        demand_each_once(table, shoe, shoe)
        _demand_burn(table, command)
        hands, dealer, burnt = deal_from_shoe(table, shoe, boxes, burn=command.burn)
    else:
        shoe, burnt = None, None
        hands, dealer = read_hands(command.hands or {})
        cards = known_cards((*hands.values(), dealer))
        demand_each_once(table, cards, cards)
        if table.settings.enforcing:
            _demand_hands(table, hands, dealer, boxes)
    draft.emit(
        e.CardsDealt(
            {str(number): hand_text(hands[number]) for number in sorted(hands)},
            hand_text(dealer),
            None if shoe is None else card_names(shoe),
            None if burnt is None else card_names([burnt]),
        )
    )
    linkage.dealt(draft)
    absent_players_decide(draft)
    finish_if_empty(draft)


def read_hands(hands: Mapping[str, str]) -> tuple[dict[int, Lying], Lying]:
    """Hands by box, and the dealer's."""
    boxes = {int(key): read_hand(text, int(key)) for key, text in hands.items() if key != DEALER}
    return boxes, read_hand(hands.get(DEALER, ""), 0)


def burns(table: Table) -> bool:
    """A card is burnt if the document says so, from a shoe only (C18)."""
    return table.rulebook.dealing.burn.value and table.settings.device is Device.SHOE


def clause_on_number(table: Table) -> str | None:
    """The clause on the cards of a hand: that of the table's device where it has one of its own."""
    rules = table.rulebook.dealing
    own = rules.patterns[table.settings.device].clause
    return own if own in rules.cards.clauses else rules.cards.clause


def deal_from_shoe(
    table: Table, shoe: Hand, boxes: Sequence[int], *, burn: bool = True
) -> tuple[dict[int, Hand], Hand, Card | None]:
    """Hands of the boxes, the dealer's hand, and the burnt card if any."""
    rules = table.rulebook.dealing
    size = table.rulebook.hands.size
    burnt = None
    cards = shoe
    if burn and burns(table):
        burnt, cards = shoe[:1], shoe[1:]
    needed = size * (len(boxes) + 1)
    pattern = rules.patterns[table.settings.device]
    if len(cards) < needed:
        refuse(
            Code.NOT_ENOUGH_CARDS,
            f"The shoe has {len(shoe)} cards; this deal takes {needed + len(shoe) - len(cards)}.",
            clause_on_number(table),
        )
    hands = _spread(cards[:needed], len(boxes) + 1, pattern.value)
    return dict(zip(boxes, hands, strict=False)), hands[-1], burnt[0] if burnt else None


def _spread(cards: Hand, count: int, pattern: DealPattern) -> list[Hand]:
    """Clockwise from the dealer's left, the dealer last."""
    if pattern is DealPattern.SINGLY:
        return [cards[place::count] for place in range(count)]
    size = len(cards) // count
    return [cards[start : start + size] for start in range(0, len(cards), size)]


def demand_turned(current: Dealt | Revealed, dealer: Lying) -> None:
    """Once the dealer's hand is revealed, every card of it is known."""
    if isinstance(current, Revealed) and isinstance(dealer, FaceDown):
        refuse(Code.HAND_NOT_SHOWN, "The dealer's hand is face up: name all of its cards.")


def demand_each_once(table: Table, cards: Sequence[Card], given: Sequence[Card]) -> None:
    """No card of the deal appears twice.

    The person who gave some of them is told which they named twice themselves, but not which
    of theirs are elsewhere, perhaps face down.
    """
    if len(set(cards)) == len(cards):
        return
    twice = repeated_cards(given)
    refuse(
        Code.CARD_TWICE,
        f"One deck has each card once; named twice: {card_names(twice)}."
        if twice
        else "A card of these hands lies elsewhere in this deal; boxes that are not named keep "
        "theirs.",
        table.rulebook.deck.clause,
    )


def _demand_burn(table: Table, command: Deal) -> None:
    if not command.burn and burns(table) and table.settings.enforcing:
        refuse(
            Code.WRONG_HANDS,
            "A card is burnt before dealing from the shoe.",
            table.rulebook.dealing.burn.clause,
        )


def _demand_hands(
    table: Table, hands: Mapping[int, Lying], dealer: Lying, boxes: Sequence[int]
) -> None:
    """Every box with a wager and the dealer have a hand of the right size, and nobody else."""
    rules = table.rulebook
    size = rules.hands.size
    without = [number for number in boxes if number not in hands]
    if without:
        refuse(
            Code.WRONG_HANDS,
            f"Box {without[0]} has a wager but no hand.",
            rules.dealing.patterns[table.settings.device].clause,
        )
    stray = [number for number in hands if number not in boxes]
    if stray:
        refuse(
            Code.WRONG_HANDS,
            f"Box {stray[0]} has no wager that takes a hand.",
            rules.betting.entry.clause,
        )
    for name, hand in (*((f"box {number}", hands[number]) for number in boxes), (DEALER, dealer)):
        if len(hand) != size:
            refuse(
                Code.WRONG_HANDS,
                f"The hand of {name} has {len(hand)} cards; a hand is {size}.",
                clause_on_number(table),
            )
