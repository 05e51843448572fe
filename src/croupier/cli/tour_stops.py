"""The rounds that the tour plays, and what it says about them."""

from typing import Any

from msgspec import Struct

Command = dict[str, Any]


class Stop(Struct, frozen=True):
    """One round with the words before and after it."""

    title: str
    before: str
    script: dict[str, Any]
    after: str


def _house(
    rulebook: str, commands: list[Command], *, meter: int = 100_000_000, reset: int = 10_000_000
) -> dict[str, Any]:
    return {
        "format": "croupier-script/1",
        "tables": {"T1": {"rulebook": rulebook, "jackpot": "J1"}},
        "jackpots": {"J1": {"meter": meter, "reset": reset, "increment": "0.2"}},
        "commands": commands,
    }


def _wager(box: int, player: str, wager: str, amount: int | None = None) -> Command:
    command = {"do": "place_wager", "box": box, "player": player, "wager": wager}
    return command if amount is None else {**command, "amount": amount}


def _deal(dealer: str, *hands: str) -> Command:
    boxes = {str(number): cards for number, cards in enumerate(hands, start=1)}
    return {"do": "deal", "hands": {**boxes, "dealer": dealer}}


_OPEN, _CLOSE = {"do": "open_bets"}, {"do": "close_bets"}
_REVEAL, _SETTLE = {"do": "reveal_dealer"}, {"do": "settle"}

_FOUR_FIVES_FOLDED = [
    _OPEN,
    _wager(1, "ann", "ante", 100_00),
    _wager(2, "ben", "ante", 50_00),
    _wager(2, "ben", "jackpot"),
    _CLOSE,
    _deal("Ac Kh 9s 8h 3c", "Qs Qh 6c 6h 4d", "5c 5d 5h 5s Kd"),
    {"do": "view_hand", "box": 1},
    _wager(1, "ann", "bet"),
    {"do": "fold", "box": 2},
    _REVEAL,
    _SETTLE,
]

STOPS: tuple[Stop, ...] = (
    Stop(
        "Casino Stud Poker",
        "Five cards each. Ann looks at hers and stakes a bet of twice her ante; Ben folds without "
        "looking. He gives up four fives, and he had a jackpot wager down.",
        _house("casino-stud", _FOUR_FIVES_FOLDED),
        "The dealer holds ace-king and so qualifies. Ann's two pairs win: the ante pays 1 to 1, "
        "the bet 2 to 1. Ben's fold costs the ante, and in this game the jackpot wager with it: "
        "the last column names the clause for every amount.",
    ),
    Stop(
        "Multi-Link Progressive Casino Stud Poker",
        "The same cards and the same decisions, under the sister document of the same house.",
        _house("multi-link-stud", _FOUR_FIVES_FOLDED),
        "Here a folded hand keeps its jackpot wager, and four of a kind is worth 2,000.00 instead "
        "of 500.00. Nothing else in the round differs. 'croupier rules --diff casino-stud "
        "multi-link-stud' lists all that does.",
    ),
    Stop(
        "Singapore Stud Poker",
        "Jackpot wagers are credits on your own hand, on the dealer's, or on both. Ann takes one "
        "of each. During the round the jackpot system draws a magic card: the jack of diamonds.",
        _house(
            "singapore-stud",
            [
                _OPEN,
                _wager(1, "ann", "ante", 100_00),
                _wager(1, "ann", "jackpot", 500),
                _wager(1, "ann", "dealer_jackpot", 500),
                _CLOSE,
                _deal("Qs Td 8h 6c 4s", "Jc Jd 8s 5h 2c"),
                {"do": "draw", "magic_card": "Jd"},
                _wager(1, "ann", "bet"),
                _REVEAL,
                _SETTLE,
            ],
        ),
        "The dealer has less than ace-king: no hand. The ante is paid, the bet is returned. The "
        "magic card is in Ann's hand and pays 5 to 1 on her credit, which is returned too.",
    ),
    Stop(
        "Megalink Singapore Stud Poker",
        "A jackpot of 1,000,000.00 that resets to 100,000.00, and two straight flushes at one "
        "table in one round.",
        _house(
            "megalink-stud",
            [
                _OPEN,
                _wager(1, "ann", "ante", 25_00),
                _wager(1, "ann", "jackpot"),
                _wager(2, "ben", "ante", 25_00),
                _wager(2, "ben", "jackpot"),
                _CLOSE,
                _deal("As Kd 9s 5d 3c", "9h 8h 7h 6h 5h", "Jc Tc 9c 8c 7c"),
                _wager(1, "ann", "bet"),
                _wager(2, "ben", "bet"),
                _REVEAL,
                _SETTLE,
            ],
            meter=99_999_800,
        ),
        "Both wagers had grown the meter by 1.00 when bets closed. This document pools: a tenth "
        "of the display and a tenth of the reset value, 110,000.00, shared equally. Under Casino "
        "Stud the two would be paid one after the other, 100,000.00 and 90,000.00.",
    ),
    Stop(
        "Three Card Poker",
        "Three cards, a play equal to the ante, and side wagers of its own. Ann is dealt the ace, "
        "king and queen of spades, the hand that takes the whole meter; Ben has a jackpot wager "
        "too.",
        _house(
            "three-card-poker",
            [
                _OPEN,
                _wager(1, "ann", "ante", 25_00),
                _wager(1, "ann", "pair_plus", 10_00),
                _wager(1, "ann", "jackpot"),
                _wager(2, "ben", "ante", 25_00),
                _wager(2, "ben", "jackpot"),
                _CLOSE,
                _deal("Qd 7c 2h", "As Ks Qs", "9h 9d 4c"),
                _wager(1, "ann", "play"),
                _wager(2, "ben", "play"),
                _REVEAL,
                _SETTLE,
            ],
            meter=25_000_000,
            reset=5_000_000,
        ),
        "Every wager is settled separately, and so is every award: the ante bonus, pair plus, the "
        "jackpot, and for Ben the envy bonus, because somebody else made the hand.",
    ),
    Stop(
        "When something goes wrong",
        "Casino Stud again. The round has been paid when the dealer finds a card that does not "
        "belong to the deck. The dealer may report it; a pit supervisor must decide.",
        _house(
            "casino-stud",
            [
                _OPEN,
                _wager(1, "ann", "ante", 100_00),
                _wager(1, "ann", "jackpot"),
                _CLOSE,
                _deal("Ac Kh 9s 8h 3c", "Qs Qh 6c 6h 4d"),
                _wager(1, "ann", "bet"),
                _REVEAL,
                _SETTLE,
                {"do": "report", "irregularity": "foreign_card"},
                {
                    "do": "rule",
                    "decision": "void",
                    "reason": "a king with another back",
                    "by": {"id": "the pit supervisor", "role": "pit_supervisor"},
                },
            ],
        ),
        "Until the next opening call a round can still be voided, paid or not: every payment and "
        "every movement of the meter is reversed, to the cent.",
    ),
)
