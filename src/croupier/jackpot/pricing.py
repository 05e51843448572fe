"""What winners of one table and round take from the meter, by each document's rule for sharing."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.jackpot.events import Claim, Winning
from croupier.money import Cents, equal_shares, percent_of
from croupier.rulebooks.progressive import Sharing

WHOLE = 100


class Payout(Struct, frozen=True):
    """One payment out of the meter, to one winner or to several who share it."""

    winnings: tuple[Winning, ...]
    paid: Cents
    """What leaves the meter."""
    seeded: Cents
    """What the house puts back in."""
    clauses: tuple[str, ...]


def price(
    display: Cents,
    reset: Cents,
    claims: Sequence[Claim],
    sharing: Sharing,
    *,
    lower_first: bool,
) -> list[Payout]:
    """The payouts of a group of claims, on the value displayed, in paying order."""
    if sharing is Sharing.SUCCESSION:
        return _in_succession(display, reset, whole_last(claims) if lower_first else claims)
    lower = [claim for claim in claims if claim.percent < WHOLE]
    whole = [claim for claim in claims if claim.percent == WHOLE]
    pools = [(_pool_of_parts, lower), (_pool_of_wholes, whole)]
    payouts = []
    for pool, winners in pools if lower_first else reversed(pools):
        if winners:
            payouts.append(pool(display, reset, winners, sharing))
            display += payouts[-1].seeded - payouts[-1].paid
    return payouts


def whole_last(claims: Sequence[Claim]) -> list[Claim]:
    """Claims in their order, except those on the whole meter, which come last."""
    return sorted(claims, key=lambda claim: claim.percent == WHOLE)


def _in_succession(display: Cents, reset: Cents, claims: Sequence[Claim]) -> list[Payout]:
    """One after another, each on the value that the one before left (CSP 4.5.1)."""
    payouts = []
    for claim in claims:
        amount = percent_of(display, claim.percent)
        seeded = reset if claim.percent == WHOLE else 0
        payouts.append(Payout((_winning(claim, amount),), amount, seeded, claim.clauses))
        display += seeded - amount
    return payouts


def _pool_of_parts(
    display: Cents, reset: Cents, claims: Sequence[Claim], sharing: Sharing
) -> Payout:
    """Straight flushes: added up and divided equally (MEGA 3.15.2, readings M1 and S4)."""
    paid = percent_of(display, claims[0].percent)
    from_house = 0
    if sharing is Sharing.POOL_WITH_RESETS:
        from_house = sum(percent_of(reset, claim.percent) for claim in claims[1:])
    elif sharing is Sharing.POOL_RUNNING:
        for claim in claims[1:]:
            paid += percent_of(display - paid, claim.percent)
    return _shared(claims, paid + from_house, paid, 0)


def _pool_of_wholes(
    display: Cents, reset: Cents, claims: Sequence[Claim], sharing: Sharing
) -> Payout:
    """Royal flushes: the display, and a reset for each further winner (MEGA 3.15.1)."""
    further = 0 if sharing is Sharing.SHARE_DISPLAY else len(claims) - 1
    pool = display + further * reset
    return _shared(claims, pool, pool, (further + 1) * reset)


def _shared(claims: Sequence[Claim], pool: Cents, paid: Cents, seeded: Cents) -> Payout:
    shares = equal_shares(pool, len(claims))
    return Payout(
        tuple(map(_winning, claims, shares)),
        paid,
        seeded,
        claims[0].clauses,
    )


def _winning(claim: Claim, amount: Cents) -> Winning:
    return Winning(claim.box, claim.player, claim.target, amount, claim.returned)
