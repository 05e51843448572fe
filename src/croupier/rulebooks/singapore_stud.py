"""Singapore Stud Poker (SSP): Marina Bay Sands, version 4."""

from datetime import datetime

from croupier.cards import ACE, KING
from croupier.ranking import FIVE_CARDS, HandClass
from croupier.rulebooks.citing import SINGAPORE_TIME, Document, bet_odds, silent
from croupier.rulebooks.irregularities import Irregularity, Remedy
from croupier.rulebooks.model import (
    Absence,
    Betting,
    ClaimOrder,
    Dealing,
    DealPattern,
    Device,
    Draws,
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
    ToOne,
    UnderMinimum,
    WagerKind,
)
from croupier.rulebooks.roles import Role

SSP = Document("SSP")
says, clauses, rule = SSP.says, SSP.clauses, SSP.rule


_BETTING = Betting(
    opens=says("Place your bets, please", "3.1"),
    closes=says("No more bets", "3.2"),
    entry=says((WagerKind.ANTE,), "3.4", "1.1.1"),
    ante_to_decide=clauses("3.4"),
    limits=silent("the ante of an area lies within the limits that the house sets", "X14"),
    limits_shown=silent(True, "X14"),
    own_box=silent(True, "S8"),
    shared_boxes=silent(False, "S8"),
    boxes_per_player=silent(1, "S8"),
    views_per_player=silent(None, "S8"),
    decides=says(True, "3.8", reading="S8"),
    one_view_notice=None,
    late_wager=says("refused", "5.6", "3.2"),
    late_withdrawal=says("not allowed; the wager plays anyway", "5.7"),
    proxy=silent("staff, when asked", "X18"),
    proxy_notice=None,
    position=says("as the chips lie at the close", "5.6", "5.7"),
    over_maximum=silent("settled at the maximum, the excess returned", "X14"),
    under_minimum=silent(UnderMinimum.PLAYS, "X14"),
)

_MAIN = MainGame(
    qualifies=says(Qualification(FIVE_CARDS, (ACE, KING), "ace-king or better"), "3.12"),
    no_hand_ante=clauses("3.12.2", "4.1.1"),
    no_hand_stay=clauses("3.12.1"),
    win=clauses("3.13.1"),
    win_ante=clauses("4.1.1"),
    lose=clauses("3.13.2"),
    stand_off=clauses("3.16", "1.1.7"),
    pays=SSP.pays("4.1.2", *bet_odds("one-pair-or-lower")),
)

_JACKPOT = JackpotRules(
    targets=says((WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT), "3.5/target", "1.1.5"),
    stake=says(StakeRule.CREDITS, "3.5/credits"),
    needs_ante=says(True, "3.5"),
    second_refused=silent(True, "S3"),
    others_box=silent(True, "S8"),
    placed_by=says("the automatic device below each area", "3.5/system"),
    rows=(
        SSP.prize("4.2", "royal-flush", HandClass.ROYAL_FLUSH, MeterShare(100)),
        SSP.prize("4.2", "straight-flush", HandClass.STRAIGHT_FLUSH, MeterShare(10)),
        SSP.prize("4.2", "four-of-a-kind", HandClass.FOUR_OF_A_KIND, ToOne(500)),
        SSP.prize("4.2", "full-house", HandClass.FULL_HOUSE, ToOne(100)),
        SSP.prize("4.2", "flush", HandClass.FLUSH, ToOne(50)),
    ),
    pay_table="SSP 4.2",
    major=None,
    growth=silent("with every accepted jackpot wager, when bets close", "X6"),
    reset=silent("to a value that the house sets, when all of it is won", "X6"),
    sharing=silent(Sharing.POOL_RUNNING, "S4"),
    lower_first=silent(True, "S4"),
    order=silent(ClaimOrder.BY_ENTRY, "S4"),
    house_order=None,
    whatever_the_dealer_has=clauses("3.12.3", "3.13.3"),
    claim=says(
        "the player declares the hand; the program finds it by itself", "3.12.3", reading="S2"
    ),
    claim_is_entry=False,
    claimed_survives_decline=False,
    failure=silent("nobody has seen cards: void; else paid as registered", "S20"),
    later_rounds=silent("table closed, boxes barred or no jackpot wagers", "S20"),
    no_ante_returned_at_close=silent(True, "S13"),
    wrong_amount=silent("whole credits count, the rest goes back", "C25"),
)

_IRREGULARITIES = {
    Irregularity.FOREIGN_CARD: rule(Remedy.VOID, "5.1", "5.1.1"),
    Irregularity.DECK_COUNT: rule(Remedy.VOID_UNLESS_COMPLETE, "5.5"),
    Irregularity.MISDEAL: rule(Remedy.MOVE_HANDS_OR_VOID, "5.2", by_handled=True),
    Irregularity.DEALER_CARD_COUNT: rule(Remedy.RECONSTRUCT_OR_VOID, "5.3"),
    Irregularity.PLAYER_CARD_COUNT: rule(
        Remedy.RECONSTRUCT_OR_INVALIDATE, "3.6", reading="S9", read_in=True
    ),
    Irregularity.CARDS_EXPOSED: rule(Remedy.EXPOSED_VOID, "5.4"),
    Irregularity.DEALER_CARD_EXPOSED: rule(Remedy.ONE_EXPOSED, "5.4", reading="S14", read_in=True),
    Irregularity.TECHNICAL_INTERRUPTION: rule(
        Remedy.OUTCOME_OR_OPTIONS, "1.1.6", options=("1.1.6",), reading="S11", read_in=True
    ),
    Irregularity.JACKPOT_FAILURE: rule(
        Remedy.JACKPOT_FAILURE, "3.5/system", by=Role.SHIFT_MANAGER, reading="S20", read_in=True
    ),
    Irregularity.OVER_LIMIT: rule(
        Remedy.EXCESS_BACK, "3.4", by=Role.DEALER, reading="X14", read_in=True
    ),
    Irregularity.UNDER_LIMIT: rule(
        Remedy.RAISE_OR_WITHDRAW, "3.4", by=Role.DEALER, reading="X14", read_in=True
    ),
    Irregularity.OTHER: rule(
        Remedy.REFER, "1.1.6", by=Role.SHIFT_MANAGER, reading="S19", read_in=True
    ),
}

SINGAPORE_STUD = Rulebook(
    slug="singapore-stud",
    name="Singapore Stud Poker",
    document="SSP",
    operator="Marina Bay Sands",
    edition=4,
    effective=datetime(2013, 5, 9, tzinfo=SINGAPORE_TIME),
    approval=None,
    aim=says("a hand ranked above the dealer's", "3.3"),
    deck=says("one deck of 52 cards, no jokers, uniform backs", "2.1"),
    layout=Layout(
        boxes_reading="X15",
        boxes_min=1,
        boxes_max=9,
        named={"A": (1, 9)},
        clauses=clauses("2.2", "diagram-A"),
        areas=says(
            (WagerKind.ANTE, WagerKind.BET, WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT), "2.2.1"
        ),
    ),
    hands=FIVE_CARDS,
    hand_clauses=SSP.hands({hand: f"3.14.{10 - hand}" for hand in reversed(FIVE_CARDS.classes)}),
    card_order=says("ace high down to two, shown by examples", "3.15", reading="X10"),
    low_ace=says(
        "the ace is high or low in a straight, suited or not", "3.14.6", "3.14.2", reading="X9"
    ),
    tie_break=says(
        "grouped ranks first, then the other cards downwards", "3.15", "3.16", reading="X10"
    ),
    betting=_BETTING,
    dealing=Dealing(
        patterns={
            Device.SHOE: says(DealPattern.WHOLE_HANDS, "3.6"),
            Device.SHUFFLER: says(DealPattern.WHOLE_HANDS, "3.6"),
        },
        burn=says(False, "3.6"),  # the deal begins with the first hand
        up_card=says(True, "3.7", reading="X11"),
        cards=says(5, "3.6", "1.1.4"),
    ),
    stay=StayIn(
        wager=WagerKind.BET,
        multiple=2,
        clauses=clauses("1.1.2", "3.10"),
        wrong_size=silent("the excess goes back; a short one plays as it lies", "S12"),
    ),
    fold=Fold(clauses=clauses("3.9"), keeps_jackpot=silent(True, "S1")),
    play=Play(
        round_ends=clauses("1.1.6"),
        decision=clauses("3.8"),
        reveal=clauses("3.11"),
        comparison=clauses("3.13"),
        announce_hand=says(True, "3.11/announce"),
        announce_no_hand=says("No hand", "3.12/announce"),
        announce_stand_off=None,
        cards_under_stake=None,
        void_returns=(),
        options_final=(),
        earlier_rounds_stand=clauses("5.1.2"),
        earlier_rounds_reading="X17",
    ),
    main=_MAIN,
    jackpot=_JACKPOT,
    people=People(
        absent=silent(Absence.FOLD, "S10"),
        absent_after_view=silent(Absence.FOLD, "S10"),
        absent_decided=silent("what was decided is settled as usual", "S10"),
        restrict=None,
        stop_action=None,
        bar=None,
        acting=silent("anyone acting in the position or holding a higher one", "X18"),
        uncovered=silent("Gaming Shift Manager", "S19"),
        look_at_declined=None,
    ),
    irregularities=_IRREGULARITIES,
    draws=Draws(
        magic_card=says(5, "4.3", "4.5/magic-card"),
        magic_card_dealer=clauses("4.3.1", "4.5/magic-card"),
        lucky_player=says(5, "4.4", "4.5/lucky-player"),
        lucky_dealer=says(5, "4.4.1", "4.5/lucky-dealer"),
    ),
)
