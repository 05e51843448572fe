"""Casino Stud Poker (CSP): Resorts World at Sentosa, version 6."""

from datetime import datetime
from typing import Any

from croupier.cards import ACE, KING
from croupier.ranking import FIVE_CARDS, HandClass
from croupier.rulebooks.citing import NOWHERE, SINGAPORE_TIME, Document, bet_odds, silent, untold
from croupier.rulebooks.irregularities import Irregularity, IrregularityRule, Remedy
from croupier.rulebooks.model import (
    Absence,
    AfterFailure,
    Betting,
    ClaimOrder,
    Dealing,
    DealPattern,
    Device,
    FixedSum,
    Fold,
    JackpotRules,
    LateWithdrawal,
    Layout,
    MainGame,
    MeterShare,
    People,
    Play,
    Rulebook,
    Sharing,
    StakeRule,
    StayIn,
    UnderMinimum,
    Unrevealed,
    WagerKind,
)
from croupier.rulebooks.roles import Role

CSP = Document("CSP")
says, at, tells, rule = CSP.says, CSP.at, CSP.tells, CSP.rule

_ROWS = {
    HandClass.ROYAL_FLUSH: "royal-flush",
    HandClass.STRAIGHT_FLUSH: "straight-flush",
    HandClass.FOUR_OF_A_KIND: "four-of-a-kind",
    HandClass.FULL_HOUSE: "full-house",
    HandClass.FLUSH: "flush",
    HandClass.STRAIGHT: "straight",
    HandClass.THREE_OF_A_KIND: "three-of-a-kind",
    HandClass.TWO_PAIRS: "two-pairs",
    HandClass.PAIR: "one-pair",
    HandClass.ODD_CARDS: "five-odd-cards",
}


_BETTING = Betting(
    opens=says("Place your bets, please", "3.2"),
    closes=says("No more bets", "3.9"),
    entry=at("3.6", "1.1"),
    ante_to_decide=at("3.6"),
    limits=at("3.4"),
    own_box=at("3.5", "3.5/other-box", "1.18"),
    shared_boxes=says(False, "3.5"),
    boxes_per_player=says(None, "3.7", "1.17/unseated"),
    views_per_player=says(1, "3.7"),
    one_view_notice=says("You may look at one of your hands only.", "3.7/inform"),
    decides=at("1.17", "1.17/unseated"),
    late_wager=at("5.11", "3.9"),
    late_withdrawal=says(LateWithdrawal.REFUSED, "5.11"),
    proxy=says(Role.DEALER, "5.23", "1.11"),
    proxy_notice=says(
        "Please check the wager placed for you; its place is yours to answer for.",
        "5.23/responsibility",
    ),
    over_maximum=at("5.1.1", reading="C9"),
    under_minimum=says(UnderMinimum.PLAYS, "5.2.1"),
    notes={
        "Limits": tells("the ante of a box lies within the limits shown", "3.4", reading="X14"),
        "Limits and stakes": tells("shown at the table", "3.3"),
        "Over the maximum": tells(
            "settled at the maximum, the excess returned", "5.1.1", reading="C9"
        ),
        "What position counts": tells(
            "as the chips lie at the close; a misplaced wager is the player's",
            *("5.21", "5.21/liability"),
        ),
    },
)

_MAIN = MainGame(
    qualifies=says((ACE, KING), "1.14"),
    no_hand_ante=at("3.13", "4.1/no-qualify-ante", reading="X16"),
    no_hand_stay=at("3.13/bet-returned"),
    win=at("3.14.1"),
    win_ante=at("4.1/ante-note"),
    lose=at("3.14.2"),
    stand_off=at("3.14.3", "1.19"),
    pays=CSP.pays("4.1", *bet_odds("one-pair-or-less")),
    payout_max=says(100_000_00, "4.1.1", reading="C8"),
    unrevealed=Unrevealed(
        loses=at("4.3"),
        jackpot=at("4.3"),
        loses_to_no_hand=silent(False, "C7"),
        claim_survives=says(True, "4.3", reading="C39"),
    ),
    notes={"Hand not shown": tells("loses where it must be compared", "4.3", reading="C7")},
)

_JACKPOT = JackpotRules(
    targets=says((WagerKind.JACKPOT,), "2.1.1/b"),
    stake=says(StakeRule.PRESCRIBED, "3.4", "3.3"),
    needs_ante=says(True, "3.8", "3.8.1"),
    second_refused=says(True, "3.4"),
    others_box=at("3.5/other-box"),
    rows=(
        CSP.prize("4.2", "royal-flush", HandClass.ROYAL_FLUSH, MeterShare(100)),
        CSP.prize("4.2", "straight-flush", HandClass.STRAIGHT_FLUSH, MeterShare(10)),
        CSP.prize("4.2", "four-of-a-kind", HandClass.FOUR_OF_A_KIND, FixedSum(500_00)),
        CSP.prize("4.2", "full-house", HandClass.FULL_HOUSE, FixedSum(200_00)),
        CSP.prize("4.2", "flush", HandClass.FLUSH, FixedSum(100_00)),
    ),
    pay_table=at("4.2"),
    sharing=says(Sharing.SUCCESSION, "4.5.1", "4.5.1/value"),
    lower_first=says(False, "4.5.1"),
    order=says(ClaimOrder.BY_DEAL, "4.5.2", "4.5.2/value"),
    house_order=says(True, "4.5.2/house"),
    either_way=CSP.either_way("3.13/jackpot", "3.13/jackpot"),
    claim=at("4.4"),
    claim_is_entry=says(False, "4.5.2"),
    after_failure=AfterFailure(
        choice=at("5.18.2"),
        close_table=at("5.18.2/a"),
        bar_boxes=at("5.18.2/b"),
        no_jackpot=at("5.18.2/c"),
        notice=at("5.18.2/c-notice"),
    ),
    no_ante_returned_at_close=says(True, "5.4", reading="C12"),
    notes={
        "Wrong amount": untold("settled as the prescribed stake, or returned if smaller", "C25"),
        "Laid by": tells("chips on the lit coin spot above the box", "3.8", "2.1.1/b"),
        "Shares of the meter are called": tells(
            "major; the fixed prizes minor", "4.2/major", "4.2/minor"
        ),
        "The meter grows": tells("with every accepted jackpot wager", "1.13"),
        "The meter resets": tells(
            "to a preset value when all of it is won", "1.13/reset", reading="C1"
        ),
        "Claim": tells("the player tells the dealer; the cards stay face up", "4.4"),
        "Failure of the system": tells(
            "nobody has seen cards: void; else paid as registered", "5.17", "5.18.1"
        ),
        "Rounds after a failure": tells(
            "table closed, boxes barred or no jackpot wagers",
            *("5.18.2", "5.18.2/a", "5.18.2/b", "5.18.2/c"),
        ),
    },
)


def _unnamed(remedy: Remedy, *numbers: str, reading: str = "X18", **more: Any) -> IrregularityRule:
    """A rule whose clauses do not say who judges: a pit supervisor, by our reading (X18)."""
    return rule(remedy, *numbers, named_by=NOWHERE, reading=reading, **more)


_IRREGULARITIES = {
    Irregularity.FOREIGN_CARD: _unnamed(Remedy.VOID, "5.8.1", "5.22"),
    Irregularity.UNSHUFFLED: _unnamed(Remedy.VOID, "5.8.5", "5.22"),
    Irregularity.INSUFFICIENT_CARDS: _unnamed(Remedy.VOID, "5.8.4", "5.22"),
    Irregularity.DECK_COUNT: _unnamed(Remedy.VOID_UNLESS_COMPLETE, "5.8.3", "5.22"),
    Irregularity.MISDEAL: _unnamed(Remedy.MOVE_UNSEEN, "5.8.6", "5.22", goes_on=at("5.8.6")),
    Irregularity.DEALER_CARD_COUNT: _unnamed(
        Remedy.RECONSTRUCT_OR_VOID, "5.8.7", "5.22", goes_on=at("5.8.7")
    ),
    Irregularity.PLAYER_CARD_COUNT: _unnamed(
        Remedy.RECONSTRUCT_OR_INVALIDATE, "5.15", reading="C35", options=at("5.10", "5.10.3")
    ),
    Irregularity.CARDS_EXPOSED: _unnamed(
        Remedy.EXPOSED_BY_SEEN,
        "5.8.2",
        "5.22",
        reading="C15",
        goes_on=at("5.12"),
        options=at("5.10", "5.10.3"),
    ),
    Irregularity.DEALER_CARD_EXPOSED: _unnamed(Remedy.BECOMES_UP_CARD, "5.16", reading="C15"),
    Irregularity.BURN_OMITTED: rule(
        Remedy.BURN,
        "5.9/void",
        "5.22",
        by=Role.SHIFT_MANAGER,
        named_by=at("5.9"),
        goes_on=at("5.9"),
        options=at("5.9/options", "5.10.3"),
        reading="C23",
    ),
    Irregularity.FACE_UP_IN_SHOE: rule(Remedy.PLAY_ON, "5.13", by=Role.DEALER, named_by=NOWHERE),
    Irregularity.SIMULTANEOUS_DRAW: rule(Remedy.DRAW_ORDER, "5.14", options=at("5.14.1", "5.10.3")),
    Irregularity.DEALING_ERROR: _unnamed(
        Remedy.OPTIONS_FOR_AFFECTED, "5.10", options=at("5.10", "5.10.3")
    ),
    Irregularity.TECHNICAL_INTERRUPTION: _unnamed(
        Remedy.OUTCOME_OR_VOID, "5.7.2", "5.22", reading="X13", goes_on=at("5.7.1")
    ),
    Irregularity.JACKPOT_FAILURE: _unnamed(
        Remedy.JACKPOT_FAILURE, "5.17", "5.22", reading="C19", goes_on=at("5.18.1")
    ),
    Irregularity.EXTRA_HAND_VIEWED: rule(
        Remedy.INTENT,
        "5.19/effect",
        "5.19",
        named_by=at("5.19"),
        goes_on=at("5.19"),
        stays_valid=at("5.19/first"),
        reading="C21",
    ),
    Irregularity.OVER_LIMIT: rule(Remedy.EXCESS_BACK, "5.1", by=Role.DEALER),
    Irregularity.UNDER_LIMIT: rule(Remedy.RAISE_OR_WITHDRAW, "5.2", by=Role.DEALER),
    Irregularity.OTHER: rule(Remedy.REFER, "5.24", "5.24/interpretation", by=Role.SHIFT_MANAGER),
}

CASINO_STUD = Rulebook(
    slug="casino-stud",
    name="Casino Stud Poker",
    document="CSP",
    operator="Resorts World at Sentosa",
    edition=6,
    effective=datetime(2020, 6, 28, 8, tzinfo=SINGAPORE_TIME),
    notes={
        "Approval": tells(
            "Gambling Regulatory Authority of Singapore, Casino Control Act 2006, section 100(1)",
            "approval",
        ),
        "Aim": tells("a hand ranked above the dealer's", "3.1"),
        "Cards": tells("one deck of 52 cards", "2.2.1"),
        "Order of cards": tells("ace high down to two; suits are equal", "3.1.1"),
        "Low ace": tells(
            "the ace counts one in 5-4-3-2-A, suited or not", "3.1.1/wheel", reading="X9"
        ),
        "Equal classes": tells(
            "grouped ranks first, then the other cards downwards", "3.1.3", reading="X10"
        ),
    },
    deck=at("2.2.1"),
    layout=Layout(
        boxes_min=1,
        boxes_max=9,
        named=dict.fromkeys("ABCD", (1, 9)),
        boxes=CSP.near("2.1.1", "2.1.1/a", reading="X15"),
        drawings=at("appendix-A", "appendix-B", "appendix-C", "appendix-D"),
        areas=says(
            (WagerKind.ANTE, "bet", WagerKind.JACKPOT),
            *("2.1.1", "3.6", "1.3", "2.1.1/b"),
        ),
    ),
    hands=FIVE_CARDS,
    hand_clauses=CSP.hands({hand: f"3.1.2/{row}" for hand, row in _ROWS.items()}),
    betting=_BETTING,
    dealing=Dealing(
        patterns={
            Device.SHOE: says(DealPattern.SINGLY, "3.10"),
            Device.SHUFFLER: says(DealPattern.WHOLE_HANDS, "3.11.1", "3.11"),
        },
        burn=says(True, "3.10/burn", "1.4"),
        up_card=says(True, "3.10/up-card", "3.11.2", reading="X11"),
        cards=at("3.10", "3.11.1"),
    ),
    stay=StayIn(
        wager="bet",
        multiple=2,
        size=at("3.7/exact", "1.3", "3.12.2"),
        over=at("5.3.1"),
        short=at("5.3.2"),
    ),
    fold=Fold(loses_ante=at("3.12.1"), keeps_jackpot=says(False, "3.12.1/jackpot", reading="C6")),
    play=Play(
        round_ends=at("1.16"),
        decision=at("3.12"),
        reveal=at("3.13"),
        comparison=at("3.14"),
        answered=at("5.10/accept"),
        earlier_rounds_stand=at("5.20", "5.8/effect", "5.9/previous", reading="C22"),
        notes={
            "A void round": tells("every wager goes back; nothing is won or lost", "5.22", "1.20")
        },
    ),
    main=_MAIN,
    jackpot=_JACKPOT,
    people=People(
        absent=says(Absence.FOLD, "5.5"),
        absent_after_view=says(Absence.FOLD, "5.5"),
        acting=at("1.11"),
        notes={
            "Absent, nothing to decide": tells("the House settles the wager", "5.6"),
            "Acting staff": tells("anyone assigned to and acting in the position", "1.11"),
            "Decides what is not covered": tells(
                "Table Game Shift Manager or above", "5.24", "5.24/interpretation"
            ),
        },
    ),
    irregularities=_IRREGULARITIES,
)
