"""Singapore Stud Poker (SSP): Marina Bay Sands, version 4."""

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
    Draws,
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
    ToOne,
    UnderMinimum,
    WagerKind,
)
from croupier.rulebooks.roles import Role

SSP = Document("SSP")
says, at, tells, rule, read_in = SSP.says, SSP.at, SSP.tells, SSP.rule, SSP.read_in


_BETTING = Betting(
    opens=says("Place your bets, please", "3.1"),
    closes=says("No more bets", "3.2"),
    entry=at("3.4", "1.1.1"),
    ante_to_decide=at("3.4"),
    limits=unsaid("X14"),
    own_box=unsaid("S8"),
    shared_boxes=silent(False, "S8"),
    boxes_per_player=silent(1, "S8"),
    views_per_player=silent(None, "S8"),
    decides=at("3.8", reading="S8"),
    late_wager=at("5.6", "3.2"),
    late_withdrawal=says(LateWithdrawal.NOTED, "5.7"),
    proxy=silent(Role.DEALER, "X18"),
    over_maximum=unsaid("X14"),
    under_minimum=silent(UnderMinimum.PLAYS, "X14"),
    notes={
        "Limits": untold("the ante of an area lies within the limits that the house sets", "X14"),
        "Limits and stakes": untold("shown at the table", "X14"),
        "Over the maximum": untold("settled at the maximum, the excess returned", "X14"),
        "What position counts": tells("as the chips lie at the close", "5.6", "5.7"),
    },
)

_MAIN = MainGame(
    qualifies=says((ACE, KING), "3.12"),
    no_hand_ante=at("3.12.2", "4.1.1"),
    no_hand_stay=at("3.12.1"),
    win=at("3.13.1"),
    win_ante=at("4.1.1"),
    lose=at("3.13.2"),
    stand_off=at("3.16", "1.1.7"),
    pays=SSP.pays("4.1.2", *bet_odds("one-pair-or-lower")),
)

_JACKPOT = JackpotRules(
    targets=says((WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT), "3.5/target", "1.1.5"),
    stake=says(StakeRule.CREDITS, "3.5/credits"),
    needs_ante=says(True, "3.5"),
    second_refused=silent(True, "S3"),
    others_box=unsaid("S8"),
    rows=(
        SSP.prize("4.2", "royal-flush", HandClass.ROYAL_FLUSH, MeterShare(100)),
        SSP.prize("4.2", "straight-flush", HandClass.STRAIGHT_FLUSH, MeterShare(10)),
        SSP.prize("4.2", "four-of-a-kind", HandClass.FOUR_OF_A_KIND, ToOne(500)),
        SSP.prize("4.2", "full-house", HandClass.FULL_HOUSE, ToOne(100)),
        SSP.prize("4.2", "flush", HandClass.FLUSH, ToOne(50)),
    ),
    pay_table=at("4.2"),
    sharing=silent(Sharing.POOL_RUNNING, "S4"),
    lower_first=silent(True, "S4"),
    order=silent(ClaimOrder.BY_ENTRY, "S4"),
    either_way=SSP.either_way("3.12.3", "3.13.3"),
    claim=at("3.12.3"),
    claim_is_entry=silent(False, "S4"),
    after_failure=AfterFailure(choice=unsaid("S20")),
    no_ante_returned_at_close=silent(True, "S13"),
    notes={
        "Wrong amount": untold("whole credits count, the rest goes back", "C25"),
        "Laid by": tells("the automatic device below each area", "3.5/system"),
        "The meter grows": untold("with every accepted jackpot wager, when bets close", "X6"),
        "The meter resets": untold("to a value that the house sets, when all of it is won", "X6"),
        "Claim": tells(
            "the player declares the hand; the program finds it by itself",
            "3.12.3",
            reading="S2",
        ),
        "Failure of the system": untold(
            "nobody has seen cards: void; else paid as registered", "S20"
        ),
        "Rounds after a failure": untold("table closed, boxes barred or no jackpot wagers", "S20"),
    },
)

_IRREGULARITIES = {
    Irregularity.FOREIGN_CARD: rule(Remedy.VOID, "5.1", "5.1.1"),
    Irregularity.DECK_COUNT: rule(Remedy.VOID_UNLESS_COMPLETE, "5.5"),
    Irregularity.MISDEAL: rule(Remedy.MOVE_UNHANDLED, "5.2"),
    Irregularity.DEALER_CARD_COUNT: rule(Remedy.RECONSTRUCT_OR_VOID, "5.3"),
    Irregularity.PLAYER_CARD_COUNT: read_in(Remedy.RECONSTRUCT_OR_INVALIDATE, "3.6", reading="S9"),
    Irregularity.CARDS_EXPOSED: rule(Remedy.EXPOSED_VOID, "5.4"),
    Irregularity.DEALER_CARD_EXPOSED: read_in(Remedy.ONE_EXPOSED, "5.4", reading="S14"),
    Irregularity.TECHNICAL_INTERRUPTION: read_in(
        Remedy.OUTCOME_OR_OPTIONS, "1.1.6", options=at("1.1.6"), reading="S11"
    ),
    Irregularity.JACKPOT_FAILURE: read_in(
        Remedy.JACKPOT_FAILURE, "3.5/system", by=Role.SHIFT_MANAGER, reading="S20"
    ),
    Irregularity.OVER_LIMIT: read_in(Remedy.EXCESS_BACK, "3.4", by=Role.DEALER, reading="X14"),
    Irregularity.UNDER_LIMIT: read_in(
        Remedy.RAISE_OR_WITHDRAW, "3.4", by=Role.DEALER, reading="X14"
    ),
    Irregularity.OTHER: read_in(Remedy.REFER, "1.1.6", by=Role.SHIFT_MANAGER, reading="S19"),
}

SINGAPORE_STUD = Rulebook(
    slug="singapore-stud",
    name="Singapore Stud Poker",
    document="SSP",
    operator="Marina Bay Sands",
    edition=4,
    effective=datetime(2013, 5, 9, tzinfo=SINGAPORE_TIME),
    notes={
        "Aim": tells("a hand ranked above the dealer's", "3.3"),
        "Cards": tells("one deck of 52 cards, no jokers, uniform backs", "2.1"),
        "Order of cards": tells("ace high down to two, shown by examples", "3.15", reading="X10"),
        "Low ace": tells(
            "the ace is high or low in a straight, suited or not",
            *("3.14.6", "3.14.2"),
            reading="X9",
        ),
        "Equal classes": tells(
            "grouped ranks first, then the other cards downwards", "3.15", "3.16", reading="X10"
        ),
    },
    deck=at("2.1"),
    layout=Layout(
        boxes_min=1,
        boxes_max=9,
        named={"A": (1, 9)},
        boxes=SSP.near("2.2", reading="X15"),
        drawings=at("diagram-A"),
        areas=says((WagerKind.ANTE, "bet", WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT), "2.2.1"),
    ),
    hands=FIVE_CARDS,
    hand_clauses=SSP.hands({hand: f"3.14.{10 - hand}" for hand in reversed(FIVE_CARDS.classes)}),
    betting=_BETTING,
    dealing=Dealing(
        patterns={
            Device.SHOE: says(DealPattern.WHOLE_HANDS, "3.6"),
            Device.SHUFFLER: says(DealPattern.WHOLE_HANDS, "3.6"),
        },
        burn=says(False, "3.6"),  # the deal begins with the first hand
        up_card=says(True, "3.7", reading="X11"),
        cards=at("3.6", "1.1.4"),
    ),
    stay=StayIn(
        wager="bet",
        multiple=2,
        size=at("1.1.2", "3.10"),
        over=unsaid("S12"),
        short=unsaid("S12"),
    ),
    fold=Fold(loses_ante=at("3.9"), keeps_jackpot=silent(True, "S1")),
    play=Play(
        round_ends=at("1.1.6"),
        decision=at("3.8"),
        reveal=at("3.11"),
        comparison=at("3.13"),
        announce_hand=says(True, "3.11/announce"),
        announce_no_hand=says("No hand", "3.12/announce"),
        answered=unsaid("S11"),
        earlier_rounds_stand=at("5.1.2", reading="X17"),
        notes={
            "A void round": untold("every wager goes back; nothing is won or lost", "X1"),
        },
    ),
    main=_MAIN,
    jackpot=_JACKPOT,
    people=People(
        absent=silent(Absence.FOLD, "S10"),
        absent_after_view=silent(Absence.FOLD, "S10"),
        acting=unsaid("X18"),
        notes={
            "Absent, nothing to decide": untold("what was decided is settled as usual", "S10"),
            "Acting staff": untold("anyone acting in the position or holding a higher one", "X18"),
            "Decides what is not covered": untold("Gaming Shift Manager", "S19"),
        },
    ),
    irregularities=_IRREGULARITIES,
    draws=Draws(
        magic_card=says(5, "4.3", "4.5/magic-card"),
        magic_card_dealer=at("4.3.1", "4.5/magic-card"),
        lucky_player=says(5, "4.4", "4.5/lucky-player"),
        lucky_dealer=says(5, "4.4.1", "4.5/lucky-dealer"),
    ),
)
