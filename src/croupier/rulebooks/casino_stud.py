"""Casino Stud Poker (CSP): Resorts World at Sentosa, version 6."""

from datetime import datetime
from typing import Any

from croupier.cards import ACE, KING
from croupier.ranking import FIVE_CARDS, HandClass
from croupier.rulebooks.citing import SINGAPORE_TIME, Document, bet_odds, silent
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
    Layout,
    MainGame,
    MeterShare,
    People,
    Play,
    Qualification,
    Rulebook,
    Sharing,
    StakeRule,
    StayIn,
    UnderMinimum,
    WagerKind,
)
from croupier.rulebooks.roles import Role

CSP = Document("CSP")
says, clauses, rule = CSP.says, CSP.clauses, CSP.rule

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
    entry=says((WagerKind.ANTE,), "3.6", "1.1"),
    ante_to_decide=clauses("3.6"),
    limits=says("the ante of a box lies within the limits shown", "3.4", reading="X14"),
    limits_shown=says(True, "3.3"),
    own_box=says(True, "3.5", "3.5/other-box", "1.18"),
    shared_boxes=says(False, "3.5"),
    boxes_per_player=says(None, "3.7", "1.17/unseated"),
    views_per_player=says(1, "3.7"),
    decides=says(True, "1.17", "1.17/unseated"),
    one_view_notice=says("You may look at one of your hands only.", "3.7/inform"),
    late_wager=says("refused", "5.11", "3.9"),
    late_withdrawal=says("refused", "5.11"),
    proxy=says("dealer, pit supervisor or pit manager, when asked", "5.23", "1.11"),
    proxy_notice=says(
        "Please check the wager placed for you; its place is yours to answer for.",
        "5.23/responsibility",
    ),
    position=says(
        "as the chips lie at the close; a misplaced wager is the player's",
        *("5.21", "5.21/liability"),
    ),
    over_maximum=says("settled at the maximum, the excess returned", "5.1.1", reading="C9"),
    under_minimum=says(UnderMinimum.PLAYS, "5.2.1"),
)

_MAIN = MainGame(
    qualifies=says(Qualification(FIVE_CARDS, (ACE, KING), "ace-king or better"), "1.14"),
    no_hand_ante=clauses("3.13", "4.1/no-qualify-ante"),
    no_hand_ante_reading="X16",
    no_hand_stay=clauses("3.13/bet-returned"),
    win=clauses("3.14.1"),
    win_ante=clauses("4.1/ante-note"),
    lose=clauses("3.14.2"),
    stand_off=clauses("3.14.3", "1.19"),
    pays=CSP.pays("4.1", *bet_odds("one-pair-or-less")),
    payout_max=says(100_000_00, "4.1.1", reading="C8"),
    unrevealed=says("loses where it must be compared", "4.3", reading="C7"),
    unrevealed_loses_to_no_hand=silent(False, "C7"),
    unrevealed_jackpot=clauses("4.3"),
)

_JACKPOT = JackpotRules(
    targets=says((WagerKind.JACKPOT,), "2.1.1/b"),
    stake=says(StakeRule.PRESCRIBED, "3.4", "3.3"),
    needs_ante=says(True, "3.8", "3.8.1"),
    second_refused=says(True, "3.4"),
    others_box=says(True, "3.5/other-box"),
    placed_by=says("chips on the lit coin spot above the box", "3.8", "2.1.1/b"),
    rows=(
        CSP.prize("4.2", "royal-flush", HandClass.ROYAL_FLUSH, MeterShare(100)),
        CSP.prize("4.2", "straight-flush", HandClass.STRAIGHT_FLUSH, MeterShare(10)),
        CSP.prize("4.2", "four-of-a-kind", HandClass.FOUR_OF_A_KIND, FixedSum(500_00)),
        CSP.prize("4.2", "full-house", HandClass.FULL_HOUSE, FixedSum(200_00)),
        CSP.prize("4.2", "flush", HandClass.FLUSH, FixedSum(100_00)),
    ),
    pay_table="CSP 4.2",
    major=says(True, "4.2/major", "4.2/minor"),
    growth=says("with every accepted jackpot wager", "1.13"),
    reset=says("to a preset value when all of it is won", "1.13/reset", reading="C1"),
    sharing=says(Sharing.SUCCESSION, "4.5.1", "4.5.1/value"),
    lower_first=says(False, "4.5.1"),
    order=says(ClaimOrder.BY_DEAL, "4.5.2", "4.5.2/value"),
    house_order=says(True, "4.5.2/house"),
    whatever_the_dealer_has=clauses("3.13/jackpot", "3.13/jackpot"),
    claim=says("the player tells the dealer; the cards stay face up", "4.4"),
    claim_is_entry=False,
    claimed_survives_decline=True,
    failure=says("nobody has seen cards: void; else paid as registered", "5.17", "5.18.1"),
    later_rounds=says(
        "table closed, boxes barred or no jackpot wagers",
        *("5.18.2", "5.18.2/a", "5.18.2/b", "5.18.2/c"),
    ),
    after_failure=AfterFailure(
        close_table="CSP 5.18.2/a",
        bar_boxes="CSP 5.18.2/b",
        no_jackpot="CSP 5.18.2/c",
        notice=clauses("5.18.2/c-notice"),
    ),
    no_ante_returned_at_close=says(True, "5.4", reading="C12"),
    wrong_amount=silent("settled as the prescribed stake, or returned if smaller", "C25"),
)


def _unnamed(remedy: Remedy, *numbers: str, reading: str = "X18", **more: Any) -> IrregularityRule:
    """A rule whose clauses do not say who judges: a pit supervisor, by our reading (X18)."""
    return rule(remedy, *numbers, named_by=(), reading=reading, **more)


_IRREGULARITIES = {
    Irregularity.FOREIGN_CARD: _unnamed(Remedy.VOID, "5.8.1", "5.22"),
    Irregularity.UNSHUFFLED: _unnamed(Remedy.VOID, "5.8.5", "5.22"),
    Irregularity.INSUFFICIENT_CARDS: _unnamed(Remedy.VOID, "5.8.4", "5.22"),
    Irregularity.DECK_COUNT: _unnamed(Remedy.VOID_UNLESS_COMPLETE, "5.8.3", "5.22"),
    Irregularity.MISDEAL: _unnamed(Remedy.MOVE_HANDS_OR_VOID, "5.8.6", "5.22", goes_on=("5.8.6",)),
    Irregularity.DEALER_CARD_COUNT: _unnamed(
        Remedy.RECONSTRUCT_OR_VOID, "5.8.7", "5.22", goes_on=("5.8.7",)
    ),
    Irregularity.PLAYER_CARD_COUNT: _unnamed(
        Remedy.RECONSTRUCT_OR_INVALIDATE, "5.15", reading="C35", options=("5.10", "5.10.3")
    ),
    Irregularity.CARDS_EXPOSED: _unnamed(
        Remedy.EXPOSED_BY_SEEN,
        "5.8.2",
        "5.22",
        reading="C15",
        goes_on=("5.12",),
        options=("5.10", "5.10.3"),
    ),
    Irregularity.DEALER_CARD_EXPOSED: _unnamed(Remedy.BECOMES_UP_CARD, "5.16", reading="C15"),
    Irregularity.BURN_OMITTED: rule(
        Remedy.BURN,
        "5.9/void",
        "5.22",
        by=Role.SHIFT_MANAGER,
        named_by=("5.9",),
        goes_on=("5.9",),
        options=("5.9/options", "5.10.3"),
        reading="C23",
    ),
    Irregularity.FACE_UP_IN_SHOE: rule(Remedy.PLAY_ON, "5.13", by=Role.DEALER, named_by=()),
    Irregularity.SIMULTANEOUS_DRAW: rule(Remedy.DRAW_ORDER, "5.14", options=("5.14.1", "5.10.3")),
    Irregularity.DEALING_ERROR: _unnamed(
        Remedy.OPTIONS_FOR_AFFECTED, "5.10", options=("5.10", "5.10.3")
    ),
    Irregularity.TECHNICAL_INTERRUPTION: _unnamed(
        Remedy.OUTCOME_OR_VOID, "5.7.2", "5.22", reading="X13", goes_on=("5.7.1",)
    ),
    Irregularity.JACKPOT_FAILURE: _unnamed(
        Remedy.JACKPOT_FAILURE, "5.17", "5.22", reading="C19", goes_on=("5.18.1",)
    ),
    Irregularity.EXTRA_HAND_VIEWED: rule(
        Remedy.INTENT,
        "5.19/effect",
        "5.19",
        named_by=("5.19",),
        goes_on=("5.19",),
        stays_valid=("5.19/first",),
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
    approval=says(
        "Gambling Regulatory Authority of Singapore, Casino Control Act 2006, section 100(1)",
        "approval",
    ),
    aim=says("a hand ranked above the dealer's", "3.1"),
    deck=says("one deck of 52 cards", "2.2.1"),
    layout=Layout(
        boxes_reading="X15",
        boxes_min=1,
        boxes_max=9,
        named=dict.fromkeys("ABCD", (1, 9)),
        clauses=clauses("2.1.1", "2.1.1/a", "appendix-A", "appendix-B", "appendix-C", "appendix-D"),
        areas=says(
            (WagerKind.ANTE, WagerKind.BET, WagerKind.JACKPOT),
            *("2.1.1", "3.6", "1.3", "2.1.1/b"),
        ),
    ),
    hands=FIVE_CARDS,
    hand_clauses=CSP.hands({hand: f"3.1.2/{row}" for hand, row in _ROWS.items()}),
    card_order=says("ace high down to two; suits are equal", "3.1.1"),
    low_ace=says("the ace counts one in 5-4-3-2-A, suited or not", "3.1.1/wheel", reading="X9"),
    tie_break=says("grouped ranks first, then the other cards downwards", "3.1.3", reading="X10"),
    betting=_BETTING,
    dealing=Dealing(
        patterns={
            Device.SHOE: says(DealPattern.SINGLY, "3.10"),
            Device.SHUFFLER: says(DealPattern.WHOLE_HANDS, "3.11.1", "3.11"),
        },
        burn=says(True, "3.10/burn", "1.4"),
        up_card=says(True, "3.10/up-card", "3.11.2", reading="X11"),
        cards=says(5, "3.10", "3.11.1"),
    ),
    stay=StayIn(
        wager=WagerKind.BET,
        multiple=2,
        clauses=clauses("3.7/exact", "1.3", "3.12.2"),
        wrong_size=says("the excess goes back; a short one plays as it lies", "5.3.1", "5.3.2"),
    ),
    fold=Fold(clauses=clauses("3.12.1"), keeps_jackpot=says(False, "3.12.1/jackpot", reading="C6")),
    play=Play(
        round_ends=clauses("1.16"),
        decision=clauses("3.12"),
        reveal=clauses("3.13"),
        comparison=clauses("3.14"),
        announce_hand=None,
        announce_no_hand=None,
        announce_stand_off=None,
        cards_under_stake=None,
        void_returns=clauses("5.22", "1.20"),
        options_final=clauses("5.10/accept"),
        earlier_rounds_stand=clauses("5.20", "5.8/effect", "5.9/previous"),
        earlier_rounds_reading="C22",
    ),
    main=_MAIN,
    jackpot=_JACKPOT,
    people=People(
        absent=says(Absence.FOLD, "5.5"),
        absent_after_view=says(Absence.FOLD, "5.5"),
        absent_decided=says("the House settles the wager", "5.6"),
        restrict=None,
        stop_action=None,
        bar=None,
        acting=says("anyone assigned to and acting in the position", "1.11"),
        uncovered=says("Table Game Shift Manager or above", "5.24", "5.24/interpretation"),
        look_at_declined=None,
    ),
    irregularities=_IRREGULARITIES,
)
