"""Readings of MEGA."""

from croupier.rulebooks.readings.model import MBS, Reading, cite

READINGS: tuple[Reading, ...] = (
    Reading(
        id="M1",
        name="mega_sf_pool",
        documents=("MEGA",),
        question="Several straight flushes at one table: what is 10% of each subsequent reset?",
        choice=(
            "A tenth of the display and, for each further winner, a tenth of the reset value R, "
            "shared equally: 0.1 J + (n-1) 0.1 R. The meter falls by 0.1 J; the reset part is "
            "House money. The other choice pays J(1 - 0.9^n) in all, from the meter."
        ),
        reason=(
            "The same words on royals can only mean the reset value, and the two clauses are built "
            "alike. Against it: no reset follows a straight flush, and two tables would be paid "
            "more (3.14), so this is one to ask the operator or the regulator."
        ),
        choices=("literal_reset", "running_meter"),
        clauses=cite("MEGA 3.15.1 3.15.2 4.2/straight-flush"),
    ),
    Reading(
        id="M2",
        name="straight_flush_before_royal",
        documents=("MEGA",),
        question="What do a royal and a straight flush at one table get?",
        choice=(
            "The straight flush first, 0.1 J; the royal then all that is displayed, 0.9 J; the "
            "meter goes to R. Fixed sums come before too and leave the meter alone."
        ),
        reason="The royal is paid after the lower hands, on a meter that they have reduced (X5).",
        clauses=cite("MEGA 3.15.3 4.2"),
    ),
    Reading(
        id="M3",
        name="mixed_multiples",
        documents=("MEGA",),
        question="What of several straight flushes together with several royals?",
        choice=(
            "The pool of straight flushes first (M1); then m royals share what is left of the "
            "meter plus (m-1) R: 0.9 J, or 0.9^n J with a running meter. The meter goes to R."
        ),
        reason="Each clause applied in the order that 3.15.3 prescribes.",
        clauses=cite("MEGA 3.15.1 3.15.2 3.15.3"),
    ),
    Reading(
        id="M4",
        name="winners_grouped_by_table_and_round",
        documents=("MEGA",),
        question="How do the rules for several tables and for one table work together?",
        choice=(
            "Winners of one table and round form a group; groups are paid in the order of their "
            "first entry, and inside a group 3.15 applies."
        ),
        reason="One clause orders tables, the other shares within a table.",
        clauses=cite("MEGA 3.14 3.15"),
    ),
    Reading(
        id="M5",
        name="entry_orders_tables",
        documents=("MEGA",),
        question="When is a hand entered in the jackpot system?",
        choice=(
            "When it is claimed, else when its round is settled; the entry has a sequence number "
            "and the user who made it. The prize is worked out and taken from the meter then."
        ),
        reason="The clause pays by entry, unlike CSP, which pays by the time of the deal.",
        clauses=cite("MEGA 3.14"),
    ),
    Reading(
        id="M6",
        name="mega_shared_areas",
        documents=("MEGA",),
        question="Several Players may stake on an area, yet only one wager is accepted there?",
        choice=(
            "One combined wager an area with recorded shares; limits apply to the total. The first "
            "Player is seated, decides and alone may have the jackpot wager. The Bet is staked and "
            "all is settled in proportion, left-over cents one each in the order of joining."
        ),
        reason="Only so do both clauses hold.",
        clauses=cite("MEGA 3.4/multi-player 3.4/limits 3.4.2 3.5.1 3.5.4"),
    ),
    Reading(
        id="M7",
        name="error_on_several_positions_is_found",
        documents=("MEGA",),
        question="Several hands are allowed; when are they an error?",
        choice=(
            "When staff find it, as for an unintended wager or a breach of a restriction. Without "
            "a finding blind betting goes on."
        ),
        reason="One clause permits what the other would otherwise always invalidate.",
        clauses=cite("MEGA 1.1.3 3.4.1 3.4.3 5.10"),
    ),
    Reading(
        id="M8",
        name="second_view_blocked",
        documents=("MEGA",),
        question="Several viewed hands may play on, though only one may be viewed?",
        choice="A second view is blocked at the table; playing on is the remedy after it happened.",
        reason="The one is the rule, the other what follows its breach.",
        clauses=cite("MEGA 3.4.1 5.10.1"),
    ),
    Reading(
        id="M9",
        name="invalid_hands_get_wagers_back",
        documents=("MEGA",),
        question="What becomes of the wagers on hands invalidated under 5.10?",
        choice="They go back.",
        reason=(
            "The clause is silent; wherever else MEGA takes a hand out, its wagers are returned."
        ),
        clauses=cite("MEGA 5.7 5.10.1 5.10.2 5.11 5.12.2"),
    ),
    Reading(
        id="M10",
        name="declined_hand_against_no_hand",
        documents=("MEGA",),
        question="What does a Player get who declines a comparison when the Dealer has no hand?",
        choice="Ante paid and Bet returned, but no jackpot.",
        reason=(
            "The hand counts as lower, but without a qualified Dealer nothing is compared; jackpot "
            "pay asks for one who did not decline."
        ),
        clauses=cite("MEGA 3.10.1 3.10.1/no-jackpot 3.10.2.1 3.10.2.2 3.10.2.3"),
    ),
    Reading(
        id="M11",
        name="fold_is_no_decline",
        documents=("MEGA",),
        question="Does a fold decline the comparison and so end the jackpot?",
        choice="No: folded hands with a jackpot wager are turned up and checked.",
        reason="One clause keeps folders eligible in words, the other speaks of hands still in.",
        clauses=cite("MEGA 3.9.1/jackpot 3.10.1/no-jackpot 3.10.2.3"),
    ),
    Reading(
        id="M12",
        name="mega_absent_after_view",
        documents=("MEGA",),
        question="May a Player look at the cards, walk off and have everything back?",
        choice=(
            "A hand that was viewed is referred to the Gaming Shift Manager, who returns the "
            "wagers or has them forfeited as by a fold. Unviewed boxes are returned at once."
        ),
        reason=(
            "As written, absence is better than folding; the clause means one who is not there, "
            "not one who leaves a bad hand."
        ),
        choices=("refer", "return", "fold"),
        clauses=cite("MEGA 5.11 6.1"),
    ),
    Reading(
        id="M13",
        name="refund_at_round_end",
        documents=("MEGA",),
        question="When is a jackpot wager without an Ante refunded?",
        choice="At the end of the round; until then it carries no chance and feeds no meter.",
        reason="The conclusion of the hand in play is the end of the round.",
        clauses=cite("MEGA 5.12.2"),
    ),
    Reading(
        id="M14",
        name="under_minimum_once",
        documents=("MEGA",),
        question="Which wagers under the minimum are returned, and when is the one time used up?",
        choice=(
            "The same Player's at the same table, in rounds after one that has ended, as it "
            "finally stood, with a short ante of his won or lost; a stand-off, a return or a void "
            "uses nothing up. Until then all his short antes play as they lie. At a shared box the "
            "total counts, for each sharer, and goes back to those who have used it up."
        ),
        reason=(
            "Paid or collected one time only: what was neither has not been used. Between close "
            "and outcome nothing may be withdrawn."
        ),
        clauses=cite("MEGA 5.5 5.6 5.13 5.13/future"),
    ),
    Reading(
        id="M15",
        name="over_maximum_excess_back",
        documents=("MEGA",),
        question="What becomes of the part over the maximum?",
        choice=(
            "It is returned; the Bet counts up to twice the maximum and its excess goes back too."
        ),
        reason="What can neither win nor lose is still the Player's (C9).",
        clauses=cite("MEGA 1.1.2 5.14"),
    ),
    Reading(
        id="M16",
        name="withdrawal_after_a_miscount",
        documents=("MEGA",),
        question="Who permits the others to withdraw after a miscount, until when and what?",
        choice=(
            "The Gaming Shift Manager, on record; until the Dealer reveals; all wagers of that "
            "Player."
        ),
        reason=(
            "The clause names nobody and no moment; the official is the one for what is not "
            "covered."
        ),
        clauses=cite("MEGA 5.7.1 6.1"),
    ),
    Reading(
        id="M17",
        name="miscounted_hand_returns_all_wagers",
        documents=("MEGA",),
        question="Which wager goes back with a miscounted hand?",
        choice="All wagers on that hand, jackpot included.",
        reason="A hand that is out can win or lose nothing.",
        clauses=cite("MEGA 5.7"),
    ),
    Reading(
        id="M18",
        name="handled_is_touched",
        documents=MBS,
        question="What is it to handle cards?",
        choice=(
            "To touch them, looked at or not: stricter than the seeing of CSP, and both are "
            "recorded. After handling, 5.7 or 6.1 applies."
        ),
        reason="The words differ between the operators, so the moments do.",
        clauses=cite("SSP 5.2; MEGA 5.2 5.7 6.1; TCP 5.3"),
    ),
    Reading(
        id="M19",
        name="miscount_over_misdeal",
        documents=("MEGA",),
        question="Is a wrong Player card count before handling a misdeal of the table?",
        choice="No: 5.7 applies, that hand alone is out.",
        reason="The specific clause prevails.",
        clauses=cite("MEGA 5.2 5.7"),
    ),
    Reading(
        id="M20",
        name="bar_until_lifted",
        documents=("MEGA",),
        question="How long is a Player barred?",
        choice="Until a Gaming Shift Manager readmits the Player; the bar is personal.",
        reason="The clause sets no term.",
        clauses=cite("MEGA 5.9"),
    ),
    Reading(
        id="M21",
        name="round_concluded_with_those_who_stay",
        documents=("MEGA",),
        question="What of the round after some have withdrawn in a power failure?",
        choice=(
            "It is played out with those who stay; if nobody stays it ends with everything "
            "returned. CSP would void it."
        ),
        reason="The round is to be concluded, not voided.",
        clauses=cite("MEGA 5.16.1 5.16.1/all-wagers"),
    ),
    Reading(
        id="M22",
        name="restriction_from_its_entry",
        documents=("MEGA",),
        question="From when on does a restriction to one position bind?",
        choice="From the moment it is recorded.",
        reason="The clause gives no other moment.",
        clauses=cite("MEGA 3.4.3"),
    ),
    Reading(
        id="M23",
        name="ante_before_the_close",
        documents=("MEGA",),
        question="May an Ante come between the closing call and the first card?",
        choice="No, it is refused.",
        reason="The close comes first, and after it no wager may be placed.",
        clauses=cite("MEGA 3.2 3.4 5.5"),
    ),
    Reading(
        id="M24",
        name="seated_is_in_control",
        documents=("MEGA",),
        question="Who is seated at a position?",
        choice="Whoever controls it; of a blind position, the same Player.",
        reason="A Player may place jackpot wagers on the blind hands too, so need not sit there.",
        clauses=cite("MEGA 3.5.1 3.5.2"),
    ),
    Reading(
        id="M25",
        name="qualifying_is_a_hand_value",
        documents=("MEGA",),
        question="Must the Dealer hold an Ace and a King, or cards above them?",
        choice="Neither: the value of the hand counts, so any pair qualifies.",
        reason="No card ranks above the Ace; SSP says hand value.",
        clauses=cite("MEGA 3.10.2 3.10.3; SSP 3.12"),
    ),
    Reading(
        id="M26",
        name="low_run_has_no_six",
        documents=("MEGA",),
        question="Does a run containing a six or higher include 5-4-3-2-A, since the Ace is high?",
        choice="No: there the Ace counts one, and the run is the lowest.",
        reason="The two clauses agree once the Ace of that run is one.",
        clauses=cite("MEGA 3.3.1.2 3.12.4"),
    ),
    Reading(
        id="M27",
        name="either_may_expose",
        documents=("MEGA",),
        question="Does the Player or the Dealer turn up the Player's cards?",
        choice="Either; the record says who.",
        reason=(
            "One clause speaks of the Player, the other of the Dealer, and nothing depends on it."
        ),
        clauses=cite("MEGA 3.10.1 3.10.2.3"),
    ),
    Reading(
        id="M28",
        name="jackpot_fault_as_casino_stud",
        documents=("MEGA",),
        question="What of a fault of the jackpot system?",
        choice=(
            "The Gaming Shift Manager decides, a report from below waits. As in CSP: void while no "
            "hand has been seen, else play on and pay on the value registered before; then he "
            "chooses how to go on."
        ),
        reason=(
            "The document is silent; an uncovered case is decided by that official, with CSP as "
            "the model. SSP and TCP: S20."
        ),
        clauses=cite("CSP 5.17 5.18.1 5.18.2; MEGA 6.1"),
    ),
    Reading(
        id="M29",
        name="shift_manager_interprets",
        documents=("MEGA",),
        question="Who decides what the rules mean?",
        choice="The Gaming Shift Manager, as for irregularities; such a ruling is marked.",
        reason="The clause covers irregularities only, and nobody else is named.",
        clauses=cite("MEGA 6.1"),
    ),
    Reading(
        id="M30",
        name="reset_value",
        documents=("MEGA",),
        question="What is the reset value?",
        choice="The house sets it, and every payout record shows it.",
        reason="The clauses use it and never give it.",
        clauses=cite("MEGA 3.15.1 3.15.2"),
    ),
    Reading(
        id="M31",
        name="sharers_have_their_own_options",
        documents=("MEGA",),
        question="Who may withdraw from a shared position by 5.7.1 or 5.16.1?",
        choice=(
            "Everyone with a wager there, over all of his own wagers, shares included. The others "
            "play on with theirs, the next sharer is seated if the seated one goes, and what is "
            "left is not short for it."
        ),
        reason="Whoever has placed a wager is a Player, and the position may have several (3.4).",
        clauses=cite("MEGA 3.4/multi-player 5.7.1 5.13 5.16.1"),
    ),
    Reading(
        id="M32",
        name="bar_leaves_a_folded_ante_lost",
        documents=("MEGA",),
        question="Does a barred Player have back the Ante of a hand already folded?",
        choice="No, but the jackpot wager of that hand.",
        reason="The fold has taken the Ante, so it exists no more; the jackpot wager does (3.9.1).",
        clauses=cite("MEGA 3.9.1 3.9.1/jackpot 5.9"),
    ),
    Reading(
        id="M33",
        name="control_means_seated",
        documents=("MEGA",),
        question="When does a Player control more than one hand?",
        choice=(
            "When seated at two or more positions. A share of another's position controls "
            "nothing: it makes no case of 5.10 and does not fall by it."
        ),
        reason="The seated Player decides (M6).",
        clauses=cite("MEGA 3.4/multi-player 5.10 5.10.1 5.10.2"),
    ),
    Reading(
        id="M34",
        name="returned_short_wager_is_no_winner",
        documents=("MEGA",),
        question="Can a wager that 5.13 will return be entered for the jackpot?",
        choice="No, nor is it a winner among whom others share.",
        reason="It has no outcome.",
        clauses=cite("MEGA 3.14 3.15 5.13/future"),
    ),
    Reading(
        id="M35",
        name="others_may_withdraw_whatever_became_of_the_hand",
        documents=("MEGA",),
        question=(
            "May others be let withdraw when the miscounted hand is out already, and what of hands "
            "they have folded?"
        ),
        choice=(
            "They may, until the Dealer reveals. A hand folded before is no part of it and keeps "
            "its jackpot wager."
        ),
        reason="The irregularity has occurred all the same; a folded hand has no Ante to withdraw.",
        clauses=cite("MEGA 3.9.1 5.7 5.7.1"),
    ),
)
