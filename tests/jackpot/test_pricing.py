"""The order in which a pool is paid is the rulebook's to say."""

import pytest

from croupier.jackpot.events import Claim
from croupier.jackpot.pricing import price
from croupier.rulebooks.progressive import Sharing
from croupier.rulebooks.wagers import WagerKind

ROYAL = Claim(1, "ann", WagerKind.JACKPOT, 100, ("royal",))
STRAIGHT_FLUSH = Claim(2, "ben", WagerKind.JACKPOT, 10, ("straight flush",))


@pytest.mark.parametrize(
    ("lower_first", "paid"),
    [
        # A tenth of 1,000.00, then the 900.00 that are left.
        (True, [(2, 100_00), (1, 900_00)]),
        # All of it, then a tenth of the 100.00 that were put back.
        (False, [(1, 1_000_00), (2, 10_00)]),
    ],
)
def test_lower_hands_are_paid_before_the_top_prize_where_the_rulebook_says_so(
    lower_first: bool, paid: list[tuple[int, int]]
) -> None:
    payouts = price(
        1_000_00,
        100_00,
        [ROYAL, STRAIGHT_FLUSH],
        Sharing.POOL_RUNNING,
        lower_first=lower_first,
    )
    assert [(one.box, one.amount) for payout in payouts for one in payout.winnings] == paid
