"""The coach: the exact value of both decisions for a hand that its player has looked at."""

from fractions import Fraction
from typing import Annotated

from litestar import get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.cards import parse_cards
from croupier.house.http.security import AnyRequest, caller, house_of
from croupier.money import Cents
from croupier.odds import CannotPrice, advise
from croupier.table.state import Choice
from croupier.table.views import BoxView, view


class Value(Struct, frozen=True):
    """The average value of a decision: in antes, exactly, and in money, rounded."""

    antes: str
    decimal: float
    cents: int


class DealerChances(Struct, frozen=True):
    """The possible outcomes of the dealer's hand, as numbers of hands."""

    no_hand: int
    below: int
    equal: int
    above: int


class BoxAdvice(Struct, frozen=True):
    """Both decisions for one hand, and which is better."""

    box: int
    holding: str
    stay: Value
    fold: Value
    best: str
    """`stay` or `fold`."""
    margin: float
    """What the better decision gains, in antes."""
    dealer: DealerChances


def _value(antes: Fraction, ante: Cents) -> Value:
    return Value(str(antes), float(antes), round(antes * ante))


def _own_box(boxes: tuple[BoxView, ...], number: int, player: str | None) -> BoxView | None:
    return next((box for box in boxes if box.box == number and box.seated == player), None)


@get("/api/tables/{table:str}/advice", summary="The exact value of staying in and of folding")
async def show_advice(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    box: Annotated[int, QueryParameter(ge=1, le=100)],
) -> BoxAdvice | None:
    """Null where the caller has nothing to decide: a question may arrive after the decision."""
    house = house_of(state)
    if not house.coach:
        raise HTTPException("This house offers no coach.", status_code=403)
    viewer = caller(request).viewer
    stream, link = await house.table_and_link(table)
    game = stream.stored.game
    seen = view(game, None if link is None else link.meter, viewer)
    own = _own_box(seen.boxes, box, viewer.player)
    if own is None or seen.phase != "dealt" or own.choice is not Choice.UNDECIDED:
        return None
    if own.hand is None:
        raise HTTPException("Look at the hand first.", status_code=409)
    ante = sum(wager.ante for wager in own.wagers)
    up_card = () if seen.up_card is None else parse_cards(seen.up_card)
    try:
        advice = advise(game.rulebook, parse_cards(own.hand.cards), up_card, ante)
    except CannotPrice as error:
        raise HTTPException(f"The coach cannot say: {error}.", status_code=409) from None
    return BoxAdvice(
        box=box,
        holding=advice.holding,
        stay=_value(advice.stay, ante),
        fold=_value(advice.fold, ante),
        best=advice.decision,
        margin=float(advice.margin),
        dealer=DealerChances(
            advice.dealer.no_hand, advice.dealer.below, advice.dealer.equal, advice.dealer.above
        ),
    )
