"""Megalink Singapore Stud Poker (MEGA): Marina Bay Sands, version 6."""

from datetime import datetime

from croupier.cards import ACE, KING
from croupier.ranking import FIVE_CARDS, HandClass
from croupier.rulebooks.citing import SINGAPORE_TIME, Document, bet_odds, silent, unsaid, untold
from croupier.rulebooks.irregularities import Irregularity, Remedy
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

MEGA = Document("MEGA")
says, at, tells, rule = MEGA.says, MEGA.at, MEGA.tells, MEGA.rule


_BETTING = Betting(
    opens=says("Place your bets, please", "3.1"),
    closes=says("No more bets", "3.2"),
    entry=at("3.4", "1.1.1"),
    ante_to_decide=at("3.4"),
    limits=at("3.4/limits"),
    own_box=at("3.4/multi-player"),
    shared_boxes=says(True, "3.4/multi-player", "3.4.2", reading="M6"),
    boxes_per_player=says(None, "3.4.1"),
    views_per_player=says(1, "3.4.1", "1.1.3"),
    one_view_notice=says("You may look at one of your hands only.", "3.4.1"),
    decides=unsaid("M6"),
    late_wager=at("5.5", "3.2"),
    late_withdrawal=says(LateWithdrawal.NOTED, "5.6"),
    proxy=says(Role.DEALER, "3.6"),
    proxy_notice=says(
        "Please check the wager placed for you; its place is yours to answer for.",
        "3.6/responsibility",
    ),
    over_maximum=at("5.14"),
    under_minimum=says(UnderMinimum.ONCE, "5.13", "5.13/future", reading="M14"),
    short_again=at("5.13/future", "5.13"),
    notes={
        "Limits": tells(
            "the total ante of a position lies within the limits shown",
            "3.4/limits",
            reading="M6",
        ),
        "Limits and stakes": tells("shown at the table", "3.4/limits"),
        "Over the maximum": tells("paid and taken to the maximum only", "5.14"),
        "What position counts": tells(
            "correct placing is the player's burden", "3.6/responsibility"
        ),
    },
)

_MAIN = MainGame(
    qualifies=says((ACE, KING), "3.10.2", reading="M25"),
    no_hand_ante=at("3.10.2.2", "4.1.1"),
    no_hand_stay=at("3.10.2.1"),
    win=at("3.10.3.1"),
    win_ante=at("4.1.1"),
    lose=at("3.10.3.2"),
    stand_off=at("3.10.4", "3.12.1"),
    pays=MEGA.pays("4.1.2", *bet_odds("one-pair-or-lower")),
    unrevealed=Unrevealed(
        loses=at("3.10.1", "3.10.1/settled"),
        jackpot=at("3.10.1/no-jackpot"),
        loses_to_no_hand=silent(False, "M10"),
        claim_survives=says(False, "3.10.1/no-jackpot"),
        seen_by=says(Role.PIT_SUPERVISOR, "3.10.1/view"),
    ),
    notes={"Hand not shown": tells("ranks below the dealer's hand", "3.10.1", "3.10.1/settled")},
)

_JACKPOT = JackpotRules(
    targets=says((WagerKind.JACKPOT,), "1.1.6"),
    stake=silent(StakeRule.PRESCRIBED, "X26"),
    needs_ante=says(True, "3.5", "5.12.1"),
    second_refused=says(True, "3.4.2"),
    others_box=at("3.5.4", "3.5.1"),
    rows=(
        MEGA.prize("4.2", "royal-flush", HandClass.ROYAL_FLUSH, MeterShare(100), at("3.15.1")),
        MEGA.prize("4.2", "straight-flush", HandClass.STRAIGHT_FLUSH, MeterShare(10), at("3.15.2")),
        MEGA.prize("4.2", "four-of-a-kind", HandClass.FOUR_OF_A_KIND, FixedSum(2_000_00)),
        MEGA.prize("4.2", "full-house", HandClass.FULL_HOUSE, FixedSum(200_00)),
        MEGA.prize("4.2", "flush", HandClass.FLUSH, FixedSum(100_00)),
    ),
    pay_table=at("4.2"),
    sharing=says(Sharing.POOL_WITH_RESETS, "3.15", "3.15.1", "3.15.2", reading="M1"),
    lower_first=says(True, "3.15.3"),
    order=says(ClaimOrder.BY_ENTRY, "3.14", reading="M5"),
    either_way=MEGA.either_way("3.10.2.3", "3.10.3.3"),
    claim=at("3.10.2.3"),
    claim_is_entry=says(True, "3.14", reading="M5"),
    after_failure=AfterFailure(choice=unsaid("M28")),
    no_ante_returned_at_close=says(False, "5.12.2"),
    notes={
        "Wrong amount": untold("settled as the prescribed stake, or returned if smaller", "C25"),
        "Laid by": tells("the progressive jackpot wagering system", "3.5.3"),
        "The meter grows": untold("with every accepted jackpot wager, when bets close", "X6"),
        "The meter resets": tells(
            "a reset amount is mentioned, its value is the house's", "3.15.1", reading="M30"
        ),
        "Claim": tells("the dealer exposes the hand unless the player declines", "3.10.2.3"),
        "Failure of the system": untold(
            "nobody has seen cards: void; else paid as registered", "M28"
        ),
        "Rounds after a failure": untold("table closed, boxes barred or no jackpot wagers", "M28"),
    },
)

_IRREGULARITIES = {
    Irregularity.FOREIGN_CARD: rule(Remedy.VOID, "5.1", "5.1.1"),
    Irregularity.UNSHUFFLED: rule(Remedy.VOID, "5.1", "5.1.1"),
    Irregularity.DECK_COUNT: rule(Remedy.VOID_UNLESS_COMPLETE, "5.1", "5.1.1"),
    Irregularity.COUNT_IN_DOUBT: rule(Remedy.VOID_UNLESS_COMPLETE, "5.8"),
    Irregularity.MISDEAL: rule(Remedy.MOVE_UNHANDLED, "5.2"),
    Irregularity.DEALER_CARD_COUNT: rule(Remedy.RECONSTRUCT_OR_VOID, "5.3"),
    Irregularity.PLAYER_CARD_COUNT: rule(
        Remedy.RECONSTRUCT_OR_INVALIDATE,
        "5.7",
        permit_withdrawal=says(Role.SHIFT_MANAGER, "5.7.1"),
        reading="M16",
    ),
    Irregularity.CARDS_EXPOSED: rule(Remedy.EXPOSED_VOID, "5.4"),
    Irregularity.DEALER_CARD_EXPOSED: rule(Remedy.ONE_EXPOSED, "5.4", reading="X28"),
    Irregularity.TECHNICAL_INTERRUPTION: rule(
        Remedy.OUTCOME_OR_OPTIONS,
        "5.16",
        goes_on=at("5.16.2"),
        options=at("5.16.1", "5.16.1/all-wagers"),
    ),
    Irregularity.JACKPOT_FAILURE: rule(
        Remedy.JACKPOT_FAILURE, "6.1", by=Role.SHIFT_MANAGER, reading="M28"
    ),
    Irregularity.CONFIDENTIALITY: rule(Remedy.BAR, "5.9", by=Role.SHIFT_MANAGER),
    Irregularity.MULTIPLE_POSITIONS: rule(
        Remedy.KEEP_VIEWED, "5.10", "5.10.1", none_viewed=at("5.10", "5.10.2")
    ),
    Irregularity.LEFT_AFTER_VIEWING: rule(
        Remedy.RETURN_OR_FORFEIT, "6.1", "5.11", by=Role.SHIFT_MANAGER, reading="M12"
    ),
    Irregularity.OTHER: rule(Remedy.REFER, "6.1", by=Role.SHIFT_MANAGER),
}

MEGALINK_STUD = Rulebook(
    slug="megalink-stud",
    name="Megalink Singapore Stud Poker",
    short_name="Megalink Singapore Stud",
    document="MEGA",
    operator="Marina Bay Sands",
    edition=6,
    effective=datetime(2019, 8, 2, tzinfo=SINGAPORE_TIME),
    notes={
        "Aim": tells("a hand ranked above the dealer's", "3.3"),
        "Cards": tells("one deck of 52 cards, no jokers, uniform backs", "2.1"),
        "Order of cards": tells(
            "ace high down to two; suits never count", "3.3.1", "3.3.1.1", "3.3.1.3"
        ),
        "Low ace": tells("the ace counts one in 5-4-3-2-A, suited or not", "3.3.1.2", "3.12.4"),
        "Equal classes": tells(
            "grouped ranks first, then the other cards downwards",
            *("3.12", "3.12.2", "3.12.3", "3.12.5"),
            reading="X10",
        ),
    },
    deck=at("2.1"),
    layout=Layout(
        boxes_min=4,
        boxes_max=7,
        named={"A": (5, 7), "B": (5, 7), "C": (4, 6), "D": (4, 6)},
        boxes=at("2.2"),
        drawings=at("appendix-A", "appendix-B", "appendix-C", "appendix-D"),
        areas=says((WagerKind.ANTE, "bet", WagerKind.JACKPOT), "2.2.1", "2.2.2"),
    ),
    hands=FIVE_CARDS,
    hand_clauses=MEGA.hands({hand: f"3.11.{10 - hand}" for hand in reversed(FIVE_CARDS.classes)}),
    betting=_BETTING,
    dealing=Dealing(
        patterns={
            Device.SHOE: says(DealPattern.SINGLY, "3.8"),
            Device.SHUFFLER: says(DealPattern.WHOLE_HANDS, "3.7"),
        },
        burn=says(False, "3.7", "3.8"),
        up_card=says(True, "3.7/up-card", "3.8/up-card", reading="X11"),
        cards=at("1.1.5"),
    ),
    stay=StayIn(
        wager="bet",
        multiple=2,
        size=at("3.9.2", "1.1.2"),
        over=unsaid("S12"),
        short=unsaid("S12"),
    ),
    fold=Fold(loses_ante=at("3.9.1"), keeps_jackpot=says(True, "3.9.1/jackpot")),
    play=Play(
        round_ends=at("1.1.7"),
        decision=at("3.9"),
        reveal=at("3.10"),
        comparison=at("3.10.3"),
        announce_no_hand=says("No hand", "3.10.2/announce"),
        answered=at("5.6"),
        answered_interruption=at("5.16.1"),
        earlier_rounds_stand=at("5.1.2", "5.15"),
        notes={
            "Cards of a hand that stays in": tells("face down under the bet", "3.9.2/placement"),
            "A void round": untold("every wager goes back; nothing is won or lost", "X1"),
        },
    ),
    main=_MAIN,
    jackpot=_JACKPOT,
    people=People(
        absent=says(Absence.RETURN, "5.11"),
        absent_after_view=says(Absence.REFER, "5.11", "6.1", reading="M12"),
        restrict=says(Role.PIT_MANAGER, "3.4.3"),
        stop_action=says(Role.SHIFT_MANAGER, "5.10.3"),
        bar=says(Role.SHIFT_MANAGER, "5.9"),
        acting=at("6.2"),
        notes={
            "Absent, nothing to decide": tells("what was decided is settled as usual", "3.10"),
            "Acting staff": tells("anyone acting in the position or holding a higher one", "6.2"),
            "Decides what is not covered": tells("Gaming Shift Manager", "6.1"),
        },
    ),
    irregularities=_IRREGULARITIES,
)
