"""Readings of SSP, some of which TCP borrows where it is silent too."""

from croupier.rulebooks.readings.model import MBS, Reading, cite

READINGS: tuple[Reading, ...] = (
    Reading(
        id="S1",
        name="fold_keeps_jackpot",
        documents=("SSP",),
        question="Is the jackpot wager of a folded hand still eligible?",
        choice="Yes: on the own hand, on the Dealer's hand, and for Magic Card and Lucky awards.",
        reason=(
            "A fold takes only the Ante; one line after excluding folders from the Ante the text "
            "pays any Player's jackpot, and MEGA later says so in words. Against it: TCP, of the "
            "same date, states what SSP leaves out, and classic stud forfeits."
        ),
        choices=(True, False),
        clauses=cite("SSP 1.1.3 1.1.5 3.9 3.12.2 3.12.3 4.3 4.4"),
    ),
    Reading(
        id="S2",
        name="declaring_not_needed",
        documents=("SSP",),
        question="Must the Player declare a jackpot hand?",
        choice=(
            "No, it is found without (X22). A folder may declare while folding, before the cards "
            "are mucked."
        ),
        reason="Declaring is mentioned once, for the case that the Dealer has no hand.",
        clauses=cite("SSP 3.12.3 3.13.3"),
    ),
    Reading(
        id="S3",
        name="max_credits",
        documents=("SSP",),
        question="What do more credits buy, and how many may be staked?",
        choice=(
            "Prizes at odds grow with the credits, 100% and 10% do not. The house sets the most "
            "credits on one target, 5 if it does not."
        ),
        reason=(
            "One credit already takes the whole meter; one to five credits a target is customary."
        ),
        clauses=cite("SSP 3.5/credits 4.2 4.5"),
    ),
    Reading(
        id="S4",
        name="ssp_multi",
        documents=("SSP",),
        question="How do several winners of 100% or 10% share, and in which order?",
        choice=(
            "Each wager is entitled to its part of the meter as it stands at its turn; the "
            "entitlements are added up and shared equally: n royals get (J + (n-1)R)/n each, n "
            "straight flushes J(1 - 0.9^n)/n each, straight flushes first. Of two linked tables "
            "the one settled first is paid first."
        ),
        reason=(
            "A jackpot hand of the Dealer makes every holder of Dealer credits a winner, so it is "
            "the normal case, and no order exists among them. Each wager gets what the table "
            "promises, and the total is that of CSP 4.5.1 and, for royals, MEGA 3.15.1."
        ),
        choices=("pooled_sequential", "share_display", "clockwise"),
        clauses=cite("SSP 4.2 4.2/royal-flush 4.2/straight-flush; CSP 4.5.1; MEGA 3.15.1 3.15.3"),
    ),
    Reading(
        id="S5",
        name="one_meter_for_both_targets",
        documents=("SSP",),
        question="Have Player-hand and Dealer-hand credits one meter or two?",
        choice="One meter for both; a Player may win on both.",
        reason="The pay table speaks of the one Progressive Jackpot.",
        clauses=cite("SSP 1.1.5 3.5/target 4.2"),
    ),
    Reading(
        id="S6",
        name="magic_every",
        documents=("SSP",),
        question="When and how is the Magic Card drawn, and what does it add?",
        choice=(
            "One of 52 cards with equal chances, fixed once bets are closed and entered before "
            "settlement, in such rounds as the house sets. Any of the five cards counts, the award "
            "adds to 4.2, and the stake comes back once."
        ),
        reason=(
            "In every round Magic Card (48%), Lucky Player of seven (71%) and prizes at odds (36%) "
            "would return more than is staked, so a frequency must be set."
        ),
        clauses=cite("SSP 4.3 4.3.1 4.5 4.5/magic-card"),
    ),
    Reading(
        id="S7",
        name="lucky_draw_universe",
        documents=("SSP",),
        question="Among whom are Lucky Player and Lucky Dealer drawn?",
        choice=(
            "Lucky Player among the areas of a table, where an empty area or one without credits "
            "wins nothing; Lucky Dealer among the linked tables."
        ),
        reason="The clauses pick a betting area, and the Dealer at a table.",
        clauses=cite("SSP 4.4 4.4.1"),
    ),
    Reading(
        id="S8",
        name="max_areas_per_player",
        documents=("SSP", "TCP"),
        question="May Players share an area, or one Player hold several?",
        choice="One Player an area, and one area a Player unless the house allows more.",
        reason=(
            "No rule says which of several hands may be looked at; an unofficial copy of the "
            "operator's rules names one area."
        ),
        choices=tuple(range(1, 17)),  # no table has more boxes than 16
        clauses=cite("SSP 3.4 3.8; TCP 3.4 3.7; MEGA 3.4.1"),
    ),
    Reading(
        id="S9",
        name="player_miscount_invalidates_the_hand",
        documents=("SSP", "TCP"),
        question=(
            "What if a Player's hand has the wrong number of cards, or a misdeal is found after "
            "cards were handled?"
        ),
        choice=(
            "A miscounted hand that cannot be put right is out and its wagers go back; the others "
            "play on. Anything else goes to the Gaming Shift Manager."
        ),
        reason="MEGA 5.7 by analogy: the misdeal clause ends when cards are handled.",
        clauses=cite("SSP 5.2; TCP 5.3; MEGA 5.7 6.1"),
    ),
    Reading(
        id="S10",
        name="absent",
        documents=("SSP", "TCP"),
        question="What of a Player who is not there to decide?",
        choice=(
            "Folded: Ante lost, jackpot wager alive, Pair Plus settled on the cards. A table may "
            "instead return every wager of the box, as MEGA does."
        ),
        reason=(
            "To continue takes a wager that is placed, and after the close none may be withdrawn."
        ),
        choices=("fold", "return"),
        clauses=cite("SSP 3.9 3.10 5.7; TCP 3.8 3.10 5.7; MEGA 5.11"),
    ),
    Reading(
        id="S11",
        name="interruption_gives_options",
        documents=("SSP", "TCP"),
        question="What of a power or system failure?",
        choice=(
            "As in MEGA: with an outcome the round goes on; without one each Player may withdraw "
            "all wagers or stay."
        ),
        reason="SSP and TCP are silent; MEGA is the same operator's answer.",
        clauses=cite("MEGA 5.16 5.16.1 5.16.2"),
    ),
    Reading(
        id="S12",
        name="wrong_size_bet",
        documents=MBS,
        question="What of a bet or play of the wrong size?",
        choice=(
            "Refused at entry. Found later, the excess over the exact multiple of the ante that "
            "counts goes back, and a short one is settled on what lies there."
        ),
        reason="Only the size is defined; CSP 5.3 gives the remedy by analogy.",
        clauses=cite("SSP 1.1.2 3.10; MEGA 1.1.2 3.9.2; TCP 1.1.6 3.10; CSP 5.3.1 5.3.2"),
    ),
    Reading(
        id="S13",
        name="jackpot_without_ante_returned",
        documents=("SSP", "TCP"),
        question="What of a jackpot wager without an Ante?",
        choice=(
            "Refused. If it slipped in, it is returned at the close, never having fed the meter or "
            "carried a chance."
        ),
        reason=(
            "The Ante comes first in the text; every document with a remedy gives the wager back."
        ),
        clauses=cite("SSP 3.5; TCP 3.5; CSP 5.4; MEGA 5.12.2"),
    ),
    Reading(
        id="S14",
        name="dealer_card_exposed_counts_as_one",
        documents=("SSP",),
        question="What if one of the Dealer's hidden cards is exposed?",
        choice="It is one wrongly exposed card: play goes on.",
        reason="The clause needs two cards (X24), and no clause makes it the up-card.",
        clauses=cite("SSP 3.7 5.4"),
    ),
    Reading(
        id="S15",
        name="no_hand_before_tie",
        documents=("SSP",),
        question="What if the Dealer has no hand and ties with a Player?",
        choice=(
            "Ante paid, Bet returned: no hand comes first, and a stand-off exists only against a "
            "qualified Dealer."
        ),
        reason="Hands are compared only once the Dealer qualifies.",
        clauses=cite("SSP 3.12 3.13 3.16"),
    ),
    Reading(
        id="S16",
        name="draw_awards_always_settled",
        documents=("SSP",),
        question="Are Magic Card and Lucky awards paid whatever the Dealer has?",
        choice="Yes, at the settlement of every round that is not void.",
        reason=(
            "They ask for a wager and a draw; the clauses on the Dealer's hand do not mention them."
        ),
        clauses=cite("SSP 3.12 3.13 4.3 4.4 4.5"),
    ),
    Reading(
        id="S17",
        name="and_or_is_and",
        documents=("SSP",),
        question="Is collecting the main wagers an alternative to paying the jackpot?",
        choice="No: both happen where both apply.",
        reason="The joint 'and/or' links steps that concern different Players and wagers.",
        clauses=cite("SSP 3.13.2 3.13.3"),
    ),
    Reading(
        id="S18",
        name="two_kinds_of_jackpot_wager",
        documents=("SSP",),
        question="What are the Player and the Dealer Progressive Jackpot wager?",
        choice="The two kinds of Jackpot wager: on the own hand and on the Dealer's.",
        reason=(
            "The terms are used without a definition; the Jackpot wager is defined over both hands."
        ),
        clauses=cite("SSP 1.1.5 4.3 4.3.1 4.4 4.4.1"),
    ),
    Reading(
        id="S19",
        name="shift_manager_decides_the_rest",
        documents=("SSP", "TCP"),
        question="Who decides what the document does not cover, or what it means?",
        choice="The Gaming Shift Manager.",
        reason="SSP and TCP have no such clause; the ladder is MEGA's (X18).",
        clauses=cite("MEGA 6.1 6.2"),
    ),
    Reading(
        id="S20",
        name="jackpot_fault_in_singapore_stud",
        documents=("SSP", "TCP"),
        question="What of a fault of the jackpot system?",
        choice=(
            "As in MEGA (M28): the Gaming Shift Manager decides, with CSP 5.17 and 5.18 as the "
            "model; a report from below waits."
        ),
        reason="The documents are silent, and what they leave open is that official's (S19).",
        clauses=cite("SSP 3.5/system; CSP 5.17 5.18.1 5.18.2; TCP 3.5"),
    ),
)
