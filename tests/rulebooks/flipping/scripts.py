"""Rounds in which every rule of a game has something to do.

What a rulebook does not know is refused, and a refusal is an answer too: the same scripts are
played by all rulebooks, each topic by itself so that none gets in the way of another.
"""

from collections.abc import Iterator
from typing import Any, Self

from croupier.books import RULEBOOKS
from croupier.cards import DECK, card_names
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Role
from tests.playing import House

FLUSH, STRAIGHT, TOP, SECOND, THIRD, QUALIFIES, EVEN, NO_HAND = range(8)
HANDS = {
    5: (
        "2h 5h 9h Jh Kh",
        "6c 7c 8d 9s Td",
        "Tc Jc Qc Kc Ac",
        "2s 3s 4s 5s 6s",
        "2d 3d 4d 5d 6d",
        "Ah Kd 8c 7s 3c",
        "As Ks 8h 7h 3h",
        "Jd 9c 7d 4c 2c",
    ),
    3: (
        "2h 9h Kh",
        "5c 6d 7s",
        "Qs Ks As",
        "Qd Kd Ad",
        "Qc Kc Ac",
        "Qh 8c 3d",
        "Qc 8d 3c",
        "Jd 9s 4c",
    ),
}
STAFF = [role.value for role in Role if role.is_staff]
SHUFFLED = card_names([DECK[number * 31 % 52] for number in range(52)])
JACKPOT = {"meter": 1_000_000_00, "reset": 100_000_00, "increment": "0.25"}


class Table(House):
    """A house that knows the hands and the stay-in wager of its game."""

    def __init__(self, slug: str, **table: Any) -> None:
        super().__init__(slug, jackpot=JACKPOT, **table)
        self.hands = HANDS[RULEBOOKS[slug].hands.size]
        self.stays = RULEBOOKS[slug].stay.wager

    def begin(self, *antes: int, jackpots: bool = True, **keys: Any) -> Self:
        """Antes of so many players, each with a jackpot wager."""
        self.open(**keys)
        for box, amount in enumerate(antes, start=1):
            self.ante(box, amount, **keys)
            if jackpots:
                self.jackpot(box, **keys)
        return self

    def dealt(self, *hands: int, dealer: int, **keys: Any) -> Self:
        self.close(**keys)
        held = {box: self.hands[hand] for box, hand in enumerate(hands, start=1)}
        self.deal(held, self.hands[dealer], **keys)
        return self

    def stay(self, *boxes: int, **keys: Any) -> Self:
        for box in boxes:
            self.wager(box, self.stays, **keys)
        return self


def handmade(slug: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every script with its topic."""
    for topic in (_comparing, _winning, _entering, _folding, _not_showing, _betting, _dealing):
        for table in topic(slug):
            yield topic.__name__, table.script
    for topic in (_recording, _short, _people, _leaving, _drawing, _linked):
        for table in topic(slug):
            yield topic.__name__, table.script
    for kind in Irregularity:
        for table in _irregular(slug, kind):
            yield kind.value, table.script


def _at_leisure(slug: str) -> dict[str, Any]:
    """Two boxes a player, where a reading decides how many."""
    silent = slug in ("singapore-stud", "three-card-poker")
    return {"readings": {"max_areas_per_player": 2}} if silent else {}


def _comparing(slug: str) -> Iterator[Table]:
    for hands, dealer in (
        ((FLUSH, NO_HAND), STRAIGHT),
        ((STRAIGHT, NO_HAND), FLUSH),
        ((EVEN, NO_HAND), QUALIFIES),
        ((FLUSH, STRAIGHT), NO_HAND),
    ):
        table = Table(slug).begin(1000, 1000).dealt(*hands, dealer=dealer)
        table.stay(1).stay(2).finish()
        yield table
    table = Table(slug).begin(10_000_00).dealt(TOP, dealer=QUALIFIES).stay(1)
    table.finish()
    yield table


def _winning(slug: str) -> Iterator[Table]:
    """Several prizes at one table."""
    for hands in ((TOP, SECOND), (SECOND, TOP), (SECOND, THIRD)):
        table = Table(slug).begin(1000, 1000).dealt(*hands, dealer=QUALIFIES)
        table.stay(1, 2).do("claim_jackpot", box=1)
        table.finish()
        yield table


def _entering(slug: str) -> Iterator[Table]:
    """Jackpot wagers and pair plus with and without an ante, once and twice."""
    table = Table(slug).open()
    for amount in (..., 500, 1000):
        table.jackpot(1, amount, player="p1").dealer_jackpot(1, amount, player="p1")
    table.pair_plus(2, 1000).ante(2, 1000).pair_plus(2, 1000)
    for box, amount in ((2, ...), (2, 500), (4, 700), (5, 1000)):
        table.ante(box, 1000).jackpot(box, amount).dealer_jackpot(box, amount)
    table.ante(3, 1000).jackpot(3).do("withdraw_wager", box=3, wager="ante", player="p3")
    table.do("withdraw_wager", box=2, wager="jackpot", player="p2")
    table.close().shoe(SHUFFLED)
    for box in range(1, 6):
        table.fold(box)
    table.finish()
    yield table


def _folding(slug: str) -> Iterator[Table]:
    table = Table(slug).open().ante(1, 1000).pair_plus(1, 1000).jackpot(1).ante(2, 1000)
    table.close().deal({1: table.hands[SECOND], 2: table.hands[FLUSH]}, table.hands[NO_HAND])
    table.fold(1).wager(2, table.stays).finish()
    yield table


def _not_showing(slug: str) -> Iterator[Table]:
    for dealer in (QUALIFIES, NO_HAND):
        for claims in (False, True):
            table = Table(slug).begin(1000, 1000).dealt(SECOND, FLUSH, dealer=dealer).stay(1, 2)
            table.reveal().do("decline_reveal", box=1).do("decline_reveal", box=2)
            for role in STAFF:
                table.view(1, by=role)
            if claims:
                table.do("claim_jackpot", box=1)
            table.settle()
            yield table


def _betting(slug: str) -> Iterator[Table]:
    """Whose box, how many of them, who places what, and how many hands are looked at."""
    for keys in ({}, _at_leisure(slug)):
        table = Table(slug, **keys).open().ante(1, 1000).ante(1, 1000, "p2").jackpot(1)
        table.jackpot(1, player="p2")
        for box in (2, 3, 4):
            table.ante(box, 1000, "p1")
        for box, role in enumerate(STAFF, start=4):
            table.ante(box, 1000, f"p{box}", by=role)
        hands = dict(enumerate(table.hands[:4], start=1))
        table.close().shoe(SHUFFLED)
        for box in hands:
            table.view(box)
        for box, role in enumerate(STAFF, start=4):
            table.wager(box, table.stays, by=role).wager(box, table.stays)
        for box in range(1, 8):
            table.fold(box)
        table.finish()
        yield table


def _dealing(slug: str) -> Iterator[Table]:
    for device in ("shoe", "shuffler"):
        table = Table(slug, device=device).begin(1000, 1000).close().shoe(SHUFFLED, burn=False)
        table.shoe(SHUFFLED).fold(1).fold(2).finish()
        yield table


def _recording(slug: str) -> Iterator[Table]:
    """What a recording table writes down: sizes, late withdrawals, hands that should not be."""
    table = Table(slug, entry="recording", **_at_leisure(slug)).open()
    for _ in range(2):
        table.ante(1, 100).jackpot(1).ante(2, 20_000_00).jackpot(2, 700).jackpot(3, player="p3")
        table.pair_plus(4, 1000).ante(5, 1000, "p1").close()
        table.do("withdraw_wager", box=1, wager="ante", player="p1")
        hands = {1: EVEN, 2: STRAIGHT, 3: FLUSH, 4: SECOND, 5: QUALIFIES}
        table.deal({box: table.hands[hand] for box, hand in hands.items()}, table.hands[NO_HAND])
        for box in hands:
            table.view(box)
        table.rule("dismiss").wager(1, table.stays, 50).wager(2, table.stays, 50_000_00).fold(5)
        table.report("misdeal").finish()
        table.open()
    yield table


def _short(slug: str) -> Iterator[Table]:
    """Antes under the minimum, one round after another."""
    table = Table(slug, entry="recording")
    for _ in range(2):
        table.begin(100, 1000).dealt(FLUSH, STRAIGHT, dealer=NO_HAND).stay(1, 2).finish()
    yield table


def _people(slug: str) -> Iterator[Table]:
    """Officials of every rank, and what they may order."""
    for role in STAFF:
        table = Table(slug).open().ante(1, 1000).do("restrict_player", player="p1", by=role)
        table.ante(2, 1000, "p1").do("bar_player", player="p1", by=role).ante(3, 1000, "p1")
        table.do("readmit_player", player="p1", by=role).ante(3, 1000, "p1")
        table.do("bar_player", player="p2", by="shift_manager")
        table.do("readmit_player", player="p2", by=role)
        yield table


def _leaving(slug: str) -> Iterator[Table]:
    for views in (False, True):
        for decision in ("forfeit", "return_wagers", "void"):
            table = Table(slug).begin(1000, 1000, 1000)
            table.dealt(SECOND, FLUSH, EVEN, dealer=NO_HAND)
            if views:
                table.view(1)
            table.stay(2).leave("p1").leave("p2").rule(decision, by="pit_supervisor")
            table.rule("dismiss").rule(decision).stay(3).finish()
            yield table
    # The top hand of one player is envied by another, who has left.
    table = Table(slug, **_at_leisure(slug)).begin(1000, 1000)
    table.ante(3, 1000, "p2").jackpot(3, player="p2").dealt(TOP, EVEN, NO_HAND, dealer=FLUSH)
    table.stay(1, 2, 3).leave("p2").finish()
    yield table
    table = Table(slug, **_at_leisure(slug)).begin(1000, 1000)
    table.ante(3, 1000, "p2").jackpot(3, player="p2").dealt(TOP, EVEN, NO_HAND, dealer=FLUSH)
    table.stay(1, 2, 3).finish()
    yield table


def _drawing(slug: str) -> Iterator[Table]:
    table = Table(slug).open().ante(1, 1000).jackpot(1).dealer_jackpot(1)
    table.close()
    table.do("draw", magic_card=table.hands[EVEN].split()[0], lucky_box=1, lucky_dealer=True)
    table.deal({1: table.hands[EVEN]}, table.hands[NO_HAND]).wager(1, table.stays).finish()
    yield table


def _linked(slug: str) -> Iterator[Table]:
    """Two tables on one meter: the one that deals first is settled last."""
    table = Table(slug, tables=("A", "B"))
    for name in ("A", "B"):
        table.begin(1000, table=name).dealt(TOP, dealer=NO_HAND, table=name)
    for name in ("B", "A"):
        table.stay(1, table=name).do("claim_jackpot", box=1, table=name).reveal(table=name)
    table.settle(table="B")
    for role in ("pit_manager", "shift_manager"):
        table.do("order_claims", claims=[{"table": "B", "box": 1}], by=role)
    table.settle(table="A")
    yield table


# Irregularities

FACTS: dict[Irregularity, dict[str, Any]] = {
    Irregularity.DECK_COUNT: {"counted": 51},
    Irregularity.COUNT_IN_DOUBT: {"counted": 51},
    Irregularity.MISDEAL: {"moves": {"1": 2, "2": 1}},
    Irregularity.PLAYER_CARD_COUNT: {"box": 1},
    Irregularity.CARDS_EXPOSED: {"count": 2},
    Irregularity.DEALING_ERROR: {"boxes": [1]},
    Irregularity.EXTRA_HAND_VIEWED: {"box": 2, "intentional": True},
    Irregularity.CONFIDENTIALITY: {"player": "p1"},
    Irregularity.MULTIPLE_POSITIONS: {"player": "p1"},
    Irregularity.OVER_LIMIT: {"box": 1},
    Irregularity.UNDER_LIMIT: {"box": 3},
    Irregularity.OTHER: {"description": "a glass fell over"},
}
LIMITS = (Irregularity.OVER_LIMIT, Irregularity.UNDER_LIMIT)


def _irregular(slug: str, kind: Irregularity) -> Iterator[Table]:
    if kind is Irregularity.LEFT_AFTER_VIEWING:
        return
    for role in ("player", *STAFF):
        for views in (False, True):
            yield _reported(slug, kind, role, views)


def _reported(slug: str, kind: Irregularity, role: str, views: bool) -> Table:
    table = Table(slug, entry="recording", device="shoe", **_at_leisure(slug)).open()
    over = kind is Irregularity.OVER_LIMIT
    table.ante(1, 20_000_00 if over else 1000).jackpot(1).ante(2, 1000, "p1")
    table.ante(3, 100 if kind is Irregularity.UNDER_LIMIT else 1000)
    facts = dict(FACTS.get(kind, {}))
    if kind not in LIMITS:
        table.close()
        hands = [table.hands[hand] for hand in (SECOND, FLUSH, EVEN)]
        table.deal(dict(enumerate(hands, start=1)), table.hands[NO_HAND])
        if views:
            table.view(1).view(2).rule("dismiss")
    if kind is Irregularity.DEALER_CARD_EXPOSED:
        facts["card"] = table.hands[NO_HAND].split()[0]
    table.report(kind.value, by=role, **facts)
    if role == "pit_supervisor" and kind is Irregularity.PLAYER_CARD_COUNT:
        table.report(kind.value, by="pit_manager", permit_withdrawal=True, **facts)
    for decision in ("advise", "permit_withdrawal"):
        table.rule(decision, by="dealer").rule(decision, by="pit_manager").rule(decision)
    for decision in ("void", "continue", "reconstruct", "bar", "dismiss"):
        table.rule(decision, by="pit_supervisor").rule(decision)
    table.do("choose", box=3, option="withdraw").do("choose", box=1, option="continue")
    table.close()
    table.stay(1, 2, 3).finish()
    return table
