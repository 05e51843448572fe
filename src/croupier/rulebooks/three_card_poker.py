"""Three Card Poker (TCP): Marina Bay Sands, version 4."""

from datetime import datetime

from msgspec import structs

from croupier.cards import ACE, QUEEN, SPADES
from croupier.ranking import THREE_CARDS, HandClass
from croupier.rulebooks.citing import SINGAPORE_TIME, Document, recite, silent, unsaid, untold
from croupier.rulebooks.irregularities import Irregularity, Remedy
from croupier.rulebooks.model import (
    Backed,
    ClaimOrder,
    Dealing,
    DealPattern,
    Device,
    Envy,
    EnvyPer,
    EnvySeated,
    FixedSum,
    Fold,
    HandPattern,
    JackpotRow,
    Layout,
    MainGame,
    MeterShare,
    Play,
    Rulebook,
    Sharing,
    SideWager,
    StakeRule,
    StayIn,
    WagerKind,
)
from croupier.rulebooks.roles import Role
from croupier.rulebooks.singapore_stud import SINGAPORE_STUD

TCP = Document("TCP")
says, at, tells, rule, read_in = TCP.says, TCP.at, TCP.tells, TCP.rule, TCP.read_in

_STRAIGHT_FLUSH = HandClass.STRAIGHT_FLUSH

_LIKE_SINGAPORE_STUD: Rulebook = recite(SINGAPORE_STUD, "SSP", "TCP")
"""Same house, same date, same words about betting; the same silences about people."""

_BETTING = structs.replace(
    _LIKE_SINGAPORE_STUD.betting,
    entry=at("3.4", "1.1.1"),
    ante_to_decide=at("3.11"),
    decides=at("3.7", reading="S8"),
    proxy=silent(Role.DEALER, "T17"),
    notes={
        **_LIKE_SINGAPORE_STUD.betting.notes,
        "Limits": untold("each wager of an area lies within the limits that the house sets", "X14"),
    },
)

_MAIN = MainGame(
    qualifies=says((QUEEN,), "3.13", reading="T3"),
    no_hand_ante=at("3.13.2", "4.1/ante", reading="T2"),
    no_hand_stay=at("3.13.1", reading="T1"),
    win=at("3.14.1"),
    win_ante=at("4.1/ante"),
    lose=at("3.14.2"),
    stand_off=at("3.14.3", "1.1.9"),
    pays=TCP.pays("4.1", ("play", 1, THREE_CARDS.classes)),
)

_JACKPOT = structs.replace(
    _LIKE_SINGAPORE_STUD.progressive,
    targets=says((WagerKind.JACKPOT,), "1.1.7"),
    stake=silent(StakeRule.PRESCRIBED, "X26"),
    needs_ante=says(True, "3.5"),
    second_refused=silent(True, "X26"),
    rows=(
        JackpotRow(
            name="A-K-Q of spades",
            hand=HandPattern(_STRAIGHT_FLUSH, top=ACE, suits=frozenset({SPADES})),
            prize=MeterShare(100),
            clause="TCP 4.4/akq-spades",
            envy=says(250_00, "3.16", "4.4/akq-spades-envy"),
        ),
        JackpotRow(
            name="A-K-Q of another suit",
            hand=HandPattern(_STRAIGHT_FLUSH, top=ACE),
            prize=FixedSum(1_250_00),
            clause="TCP 4.4/akq-other-suits",
            envy=says(50_00, "3.16", "4.4/akq-other-suits-envy"),
        ),
        JackpotRow(
            name="straight flush",
            hand=HandPattern(_STRAIGHT_FLUSH),
            prize=FixedSum(175_00),
            clause="TCP 4.4/straight-flush",
        ),
        JackpotRow(
            name="three of a kind",
            hand=HandPattern(HandClass.THREE_OF_A_KIND),
            prize=FixedSum(150_00),
            clause="TCP 4.4/three-of-a-kind",
        ),
        JackpotRow(
            name="straight",
            hand=HandPattern(HandClass.STRAIGHT),
            prize=FixedSum(15_00),
            clause="TCP 4.4/straights",
        ),
    ),
    pay_table=at("4.4"),
    sharing=silent(Sharing.SUCCESSION, "T15"),
    lower_first=silent(False, "T15"),
    order=silent(ClaimOrder.BY_ENTRY, "T15"),
    either_way=TCP.either_way("3.15", "3.15"),
    claim=unsaid("X22"),
    claim_is_entry=silent(False, "T15"),
    no_ante_returned_at_close=silent(True, "T8"),
    notes={
        **_LIKE_SINGAPORE_STUD.progressive.notes,
        "Wrong amount": untold("settled as the prescribed stake, or returned if smaller", "C25"),
        "Laid by": tells("the progressive jackpot area", "2.2.1"),
        "Claim": untold("the program finds the hand by itself", "X22"),
    },
)

_IRREGULARITIES = {
    Irregularity.FOREIGN_CARD: rule(Remedy.VOID, "5.1", "5.1.1"),
    Irregularity.DECK_COUNT: rule(Remedy.VOID_UNLESS_COMPLETE, "5.2"),
    Irregularity.MISDEAL: rule(Remedy.MOVE_UNHANDLED, "5.3"),
    Irregularity.DEALER_CARD_COUNT: rule(Remedy.RECONSTRUCT_OR_VOID, "5.4"),
    Irregularity.PLAYER_CARD_COUNT: read_in(Remedy.RECONSTRUCT_OR_INVALIDATE, "3.6", reading="T17"),
    Irregularity.CARDS_EXPOSED: rule(Remedy.EXPOSED_VOID, "5.5"),
    Irregularity.DEALER_CARD_EXPOSED: read_in(Remedy.ONE_EXPOSED, "5.5", reading="X28"),
    Irregularity.TECHNICAL_INTERRUPTION: read_in(
        Remedy.OUTCOME_OR_OPTIONS, "1.1.8", options=at("1.1.8"), reading="T17"
    ),
    Irregularity.JACKPOT_FAILURE: read_in(
        Remedy.JACKPOT_FAILURE, "3.5", by=Role.SHIFT_MANAGER, reading="S20"
    ),
    Irregularity.OVER_LIMIT: read_in(Remedy.EXCESS_BACK, "3.4", by=Role.DEALER, reading="X14"),
    Irregularity.UNDER_LIMIT: read_in(
        Remedy.RAISE_OR_WITHDRAW, "3.4", by=Role.DEALER, reading="X14"
    ),
    Irregularity.OTHER: read_in(Remedy.REFER, "1.1.8", by=Role.SHIFT_MANAGER, reading="S19"),
}

THREE_CARD_POKER = Rulebook(
    slug="three-card-poker",
    name="Three Card Poker",
    document="TCP",
    operator="Marina Bay Sands",
    edition=4,
    effective=datetime(2013, 5, 9, tzinfo=SINGAPORE_TIME),
    notes={
        "Aim": tells("a hand ranked above the dealer's", "3.3"),
        "Cards": tells("one deck of 52 cards, no jokers, uniform backs", "2.1"),
        "Order of cards": untold(
            "ace high down to two; suits are equal but for the jackpot rows", "T12"
        ),
        "Low ace": tells(
            "the ace is high or low in a straight, suited or not",
            *("3.18.3", "3.18.1"),
            reading="X9",
        ),
        "Equal classes": untold("grouped ranks first, then the other cards downwards", "X10"),
    },
    deck=at("2.1"),
    layout=Layout(
        boxes_min=1,
        boxes_max=16,
        named={"A": (1, 16)},
        boxes=TCP.near("2.2", reading="X15"),
        drawings=at("diagram-A"),
        areas=says((WagerKind.ANTE, "play", "pair_plus", WagerKind.JACKPOT), "2.2.1"),
    ),
    hands=THREE_CARDS,
    hand_clauses=TCP.hands(
        {hand: f"3.18.{place}" for place, hand in enumerate(reversed(THREE_CARDS.classes), start=1)}
    ),
    betting=_BETTING,
    dealing=Dealing(
        patterns={
            Device.SHOE: says(DealPattern.WHOLE_HANDS, "3.6"),
            Device.SHUFFLER: says(DealPattern.WHOLE_HANDS, "3.6"),
        },
        burn=says(False, "3.6"),  # the deal begins with the first hand
        up_card=says(False, "3.6", "3.12"),
        cards=at("3.6"),
    ),
    stay=StayIn(
        wager="play",
        multiple=1,
        size=at("3.10", "1.1.6"),
        over=unsaid("S12"),
        short=unsaid("S12"),
    ),
    fold=Fold(
        loses_ante=at("3.8"),
        keeps_jackpot=says(True, "3.8/jackpot"),
    ),
    play=Play(
        round_ends=at("1.1.8"),
        decision=at("3.7"),
        reveal=at("3.12"),
        comparison=at("3.14"),
        announce_hand=says(True, "3.12/announce"),
        announce_stand_off=says("Stand-off", "3.14.3"),
        answered=unsaid("T17"),
        earlier_rounds_stand=at("5.1.2", reading="X17"),
        notes={
            "Cards of a hand that stays in": tells("face down under the play", "3.10/placement"),
            "A void round": untold("every wager goes back; nothing is won or lost", "X1"),
        },
    ),
    main=_MAIN,
    jackpot=_JACKPOT,
    people=_LIKE_SINGAPORE_STUD.people,
    irregularities=_IRREGULARITIES,
    side_wagers={
        "pair_plus": SideWager(
            label="Pair Plus",
            hand=says(Backed.PLAYER, "1.1.5"),
            pays=TCP.pays(
                "4.3",
                ("straight-flush", 40, (HandClass.STRAIGHT_FLUSH,)),
                ("three-of-a-kind", 30, (HandClass.THREE_OF_A_KIND,)),
                ("straight", 5, (HandClass.STRAIGHT,)),
                ("flush", 4, (HandClass.FLUSH,)),
                ("pair", 1, (HandClass.PAIR,)),
                either_way=TCP.either_way("3.13.4", "3.14.5"),
            ),
            alone=says(True, "3.4"),
            kept_on_fold=says(True, "3.9", reading="T5"),
        )
    },
    ante_bonus=TCP.pays(
        "4.2",
        ("straight-flush", 5, (HandClass.STRAIGHT_FLUSH,)),
        ("three-of-a-kind", 4, (HandClass.THREE_OF_A_KIND,)),
        ("straight", 1, (HandClass.STRAIGHT,)),
        either_way=TCP.either_way("3.13.3", "3.14.4"),
    ),
    envy=Envy(
        seated=says(EnvySeated.PRESENT, "3.16", reading="T9"),
        per=silent(EnvyPer.AREA, "T19"),
        notes={
            "Envy bonus goes to": tells(
                "jackpot players, for another player's hand with an ante",
                *("3.16", "3.17", "1.1.3"),
            )
        },
    ),
)
