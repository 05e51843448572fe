"""Readings of CSP, most of which hold for MLP, its twin."""

from croupier.rulebooks.readings.model import ALL_FIVE, RWS, Reading, cite


def _in_both(numbers: str) -> tuple[str, ...]:
    return cite(f"CSP {numbers}; MLP {numbers}")


READINGS: tuple[Reading, ...] = (
    Reading(
        id="C1",
        name="reset_only_when_all_is_won",
        documents=RWS,
        question="Does winning a tenth of the jackpot reset it?",
        choice="No: the meter resets only when all of it is won; a tenth is deducted (X5).",
        reason="Otherwise the other nine tenths would vanish from the meter.",
        clauses=_in_both("1.13/reset 4.2/royal-flush 4.2/straight-flush"),
    ),
    Reading(
        id="C2",
        name="deal_order_over_rank",
        documents=RWS,
        question="Royal and Straight Flush at one table: which is paid first?",
        choice=(
            "The one dealt first. Straight flush before royal: 0.1 J, then 0.9 J; royal before "
            "straight flush: J, then a tenth of R."
        ),
        reason=(
            "The clause follows the deal, not the rank; harsh but clear, and MEGA's order is not "
            "imported."
        ),
        clauses=_in_both("4.5.1 4.5.1/value"),
    ),
    Reading(
        id="C3",
        name="garbled_payment_order",
        documents=("CSP",),
        question="What does the garbled last sentence on winners at several tables mean?",
        choice=(
            "What MLP says in its place: after the first payout the next winner is paid on the "
            "value displayed then."
        ),
        reason="MLP has the same sentence without the slip.",
        clauses=cite("CSP 4.5.2/value; MLP 4.5.2/value"),
    ),
    Reading(
        id="C4",
        name="one_order_across_tables",
        documents=RWS,
        question="How are winners at one table and at others ordered together?",
        choice=(
            "All by the time of their fifth card, equal times at one table by seat. A winner "
            "waits, unpaid, while a round dealt earlier on the link is not over; the House may fix "
            "the order, on record."
        ),
        reason=(
            "The two clauses are joined by 'or' but follow one principle, the order of the deal."
        ),
        clauses=_in_both("4.5 4.5.1 4.5.2 4.5.2/house"),
    ),
    Reading(
        id="C5",
        name="same_ranking_to_the_last_card",
        documents=RWS,
        question=(
            "Do two different pairs stand off, since the comparison cites the list of classes only?"
        ),
        choice=(
            "No: hands are compared by class, then by card values; only hands equal to the last "
            "card stand off."
        ),
        reason=(
            "The list of classes stands with the order of cards and the examples that split a "
            "class."
        ),
        clauses=_in_both("3.1.1 3.1.2 3.1.3 3.14.1 3.14.2 3.14.3"),
    ),
    Reading(
        id="C6",
        name="fold_collects_the_jackpot_bet",
        documents=("CSP",),
        question="Is a folded hand's jackpot Bet given back or kept?",
        choice="Kept: it is collected.",
        reason=(
            "It was accepted, fed the meter and is merely no longer eligible; nothing returns it."
        ),
        clauses=cite("CSP 3.12.1/jackpot"),
    ),
    Reading(
        id="C7",
        name="unrevealed",
        documents=("CSP",),
        question="What happens to a hand that its Player does not reveal?",
        choice=(
            "Against a qualified Dealer it loses Ante and BET; against an unqualified one the Ante "
            "is paid and the BET returned. No jackpot unless the hand was shown in a claim."
        ),
        reason=(
            "A hand that is not shown cannot be established as higher, while an unqualified Dealer "
            "needs no comparison; MEGA 3.10.1 is the model."
        ),
        clauses=cite("CSP 3.13 3.14.2 4.3; MEGA 3.10.1"),
    ),
    Reading(
        id="C8",
        name="cap_on_bet_winnings",
        documents=RWS,
        question="What does the maximum payout cap?",
        choice=(
            "The winnings of the BET, stake not counted, for each box and round; Ante and jackpot "
            "stand outside. A BET above 400 dollars meets it with a royal, above 2,000 with a "
            "straight flush."
        ),
        reason="The clause speaks of the payout for a BET and of each box.",
        clauses=_in_both("4.1.1"),
    ),
    Reading(
        id="C9",
        name="excess_over_the_maximum",
        documents=RWS,
        question="What of the part of an Ante over the maximum that nobody rejected?",
        choice=(
            "The Ante is settled at the maximum and the excess returned; the BET counts up to "
            "twice the maximum and its excess goes back too."
        ),
        reason="What can neither win nor lose is still the Player's.",
        clauses=_in_both("5.1.1 5.3.1"),
    ),
    Reading(
        id="C10",
        name="short_ante_plays_as_it_lies",
        documents=RWS,
        question="What counts when an Ante under the minimum was not noticed?",
        choice="The amount that lies there, and a BET of twice that.",
        reason="It wins or loses accordingly, and the BET is measured by the Ante.",
        clauses=_in_both("3.7/exact 5.2.1"),
    ),
    Reading(
        id="C11",
        name="exact_bet_at_entry",
        documents=RWS,
        question="The BET must be exactly twice the Ante, yet a short one stands?",
        choice=(
            "A wrong size is refused at entry; the remedies are for a mistake found in settlement."
        ),
        reason="One clause is a duty, the other what follows when it was missed.",
        clauses=_in_both("3.7/exact 5.3 5.3.1 5.3.2"),
    ),
    Reading(
        id="C12",
        name="jackpot_without_ante",
        documents=RWS,
        question=(
            "When is a jackpot Bet without an Ante handled, since the round begins with the "
            "opening call?"
        ),
        choice=(
            "Before the close an Ante may be added; at the close the Bet is returned at once and "
            "carries no prize."
        ),
        reason=(
            "Any time after the opening call is after the round commenced, and while bets are open "
            "the Player may still put it right."
        ),
        clauses=_in_both("1.16 5.4"),
    ),
    Reading(
        id="C13",
        name="walking_away_folds_every_undecided_box",
        documents=RWS,
        question="To which boxes does walking away apply?",
        choice=(
            "To every box of that Player still undecided, blind ones too. The jackpot Bet is lost "
            "in CSP and stays alive in MLP (L3)."
        ),
        reason=(
            "The clause makes it a Fold, and each document says what a Fold does to the jackpot "
            "Bet."
        ),
        clauses=_in_both("3.12.1/jackpot 5.5"),
    ),
    Reading(
        id="C14",
        name="blind_box_may_fold",
        documents=RWS,
        question="May a box that was not looked at be folded?",
        choice="Yes: no BET is a Fold.",
        reason="To BET without viewing is an option, not a duty.",
        clauses=_in_both("3.7/blind 3.12"),
    ),
    Reading(
        id="C15",
        name="one_exposed_card_gives_options",
        documents=RWS,
        question="What if one card is exposed and nobody has looked at any?",
        choice=(
            "The affected boxes get the options of 5.10. The Dealer's first card becomes his "
            "up-card and does not count; his second counts as one exposed card, with options for "
            "all, his third as the second: void if nobody has looked, else play on."
        ),
        reason=(
            "The void begins at two cards and the going on needs a Player who looked; what is left "
            "is a dealing error."
        ),
        clauses=_in_both("5.8.2 5.10 5.12 5.16"),
    ),
    Reading(
        id="C16",
        name="specific_error_over_options",
        documents=RWS,
        question="Do the options of 5.10 also cover errors that have a clause of their own?",
        choice=(
            "No: 5.12 and 5.13 give no options and 5.15 invalidates. A missed burn and a double "
            "draw send all Players to the options, other errors the boxes that the report names."
        ),
        reason="The specific clause prevails over the one for any dealing error.",
        clauses=_in_both("5.9/options 5.10 5.12 5.13 5.14.1 5.15"),
    ),
    Reading(
        id="C17",
        name="specific_error_over_misdeal",
        documents=RWS,
        question="Does the void of an unseen misdeal swallow the other dealing errors?",
        choice=(
            "No: a wrong count in a Player's Hand is 5.15, a double draw 5.14, a missed burn 5.9. "
            "The misdeal clause covers cards sent to the wrong place."
        ),
        reason="The specific clause prevails; otherwise those clauses would rarely apply.",
        clauses=_in_both("5.8.6 5.9 5.14 5.15"),
    ),
    Reading(
        id="C18",
        name="missed_burn_seen_first",
        documents=RWS,
        question="A missed burn: reconstruct or void?",
        choice=(
            "Void if any Player has seen cards; else the House decides whether it can be put "
            "right. At a shuffler table there is no burn to miss."
        ),
        reason="The two sentences agree when the test of seen cards comes first.",
        clauses=_in_both("3.10/burn 3.11 5.9 5.9/void"),
    ),
    Reading(
        id="C19",
        name="jackpot_fault_clauses",
        documents=RWS,
        question="Which clause governs a fault of the jackpot system?",
        choice=(
            "5.17 and 5.18, and 5.7 for every other fault. 5.17 voids a running round in which no "
            "Player has seen cards; at an idle table the choice of 5.18.2 is made before the next "
            "opening call."
        ),
        reason="The specific clauses prevail over the general one on interruptions.",
        clauses=_in_both("5.7 5.17 5.18 5.18.2"),
    ),
    Reading(
        id="C20",
        name="value_registered_before_the_fault",
        documents=RWS,
        question="On which amount is a prize paid after a fault?",
        choice=(
            "On the last value before the fault, this round's accepted wagers included; each "
            "payout reduces it for the next winner."
        ),
        reason=(
            "That is the amount the system had registered, and the order of payment stays that of "
            "4.5."
        ),
        clauses=_in_both("4.5.1/value 5.18.1"),
    ),
    Reading(
        id="C21",
        name="extra_hand_not_on_purpose",
        documents=RWS,
        question="Which Hand is additional, and what if it was not examined on purpose?",
        choice=(
            "A further own Hand of a Player who has looked at another of his first; the Hand first "
            "viewed, an only Hand and another Player's are none, the last goes to 5.24. On "
            "purpose: it is out, and Ante and jackpot Bet go back. Otherwise it plays on, and the "
            "finding is recorded."
        ),
        reason=(
            "The Hand first viewed stays valid in words; the clause attaches a consequence to "
            "intention only."
        ),
        clauses=_in_both("5.19 5.19/effect 5.19/first"),
    ),
    Reading(
        id="C22",
        name="earlier_round_reopened_only_in_time",
        documents=RWS,
        question="Does a late discovery change the round in which the error happened?",
        choice=(
            "Only before the next opening call, where 5.8 or 5.15 allow; afterwards it is noted "
            "and changes nothing."
        ),
        reason="The clause protects the later round in words, and earlier results stand.",
        clauses=_in_both("5.8/effect 5.15 5.20"),
    ),
    Reading(
        id="C23",
        name="house_is_the_shift_manager",
        documents=RWS,
        question="Who is the House where the House decides?",
        choice="The Table Game Shift Manager or above.",
        reason="The documents name nobody; that official decides all else that they leave open.",
        clauses=_in_both("4.5.2/house 5.9 5.18.2 5.24"),
    ),
    Reading(
        id="C24",
        name="one_hand_for_each_anted_box",
        documents=RWS,
        question="Is one Hand dealt to each Player or to each box?",
        choice="One to each box with an Ante.",
        reason="A Player may Ante on several boxes, and each has its own Hand.",
        clauses=_in_both("3.7 3.10 3.11.1"),
    ),
    Reading(
        id="C25",
        name="wrong_jackpot_amount",
        documents=ALL_FIVE,
        question="What of a jackpot wager of another amount than prescribed?",
        choice=(
            "Refused. Found later: at least the prescribed amount counts as that and the excess "
            "goes back; less is returned. In SSP whole credits count and the rest goes back."
        ),
        reason=(
            "Only the duty to stake the prescribed amount is stated; a wager below it cannot buy "
            "the prize."
        ),
        clauses=cite("SSP 3.5/credits; CSP 3.3 3.4; MEGA 3.5; TCP 3.5; MLP 3.3 3.4"),
    ),
    Reading(
        id="C26",
        name="silence_forfeits_no_jackpot",
        documents=RWS,
        question="Does a Player lose the jackpot by not telling the Dealer?",
        choice="No (X22).",
        reason="The clause has no forfeiture.",
        clauses=_in_both("4.4"),
    ),
    Reading(
        id="C27",
        name="returned_bet_is_the_whole_box",
        documents=RWS,
        question="Which Bet goes back when an affected Player gives up the Hand?",
        choice="Every wager of that box: Ante, BET and jackpot Bet.",
        reason="Bet in mixed case means any wager.",
        clauses=_in_both("1.2 5.10.3"),
    ),
    Reading(
        id="C28",
        name="stand_off_leaves_the_jackpot_alone",
        documents=RWS,
        question="What does a Stand Off do to the jackpot Bet?",
        choice="Nothing: it is settled on its own, paid or collected by 4.2.",
        reason="Both clauses on the Stand Off except it.",
        clauses=_in_both("1.19 3.14.3"),
    ),
    Reading(
        id="C29",
        name="seated_at_every_own_box",
        documents=RWS,
        question="Who is the Seated Player of a Player's further boxes?",
        choice="That same Player, of each. Only Bets on another's box are barred.",
        reason="Where nobody sits, whoever bets and decides counts as seated.",
        clauses=_in_both("1.17 1.17/unseated 3.5 3.5/other-box 3.7"),
    ),
    Reading(
        id="C30",
        name="bet_position_at_the_end_of_decisions",
        documents=RWS,
        question="Chips count where they lie at the close, but the BET comes later?",
        choice="For the BET the moment is the end of decisions.",
        reason="A rule on position can only speak of chips that are down.",
        clauses=_in_both("3.12.2 5.21"),
    ),
    Reading(
        id="C31",
        name="cards_exposed_by_players",
        documents=RWS,
        question="Do cards that Players expose void a round?",
        choice="No; such a case goes to the Table Game Shift Manager.",
        reason="The clauses count what the Dealer exposed.",
        clauses=_in_both("5.8.2 5.12 5.24"),
    ),
    Reading(
        id="C32",
        name="approval_as_printed",
        documents=("CSP",),
        question="The approval names an authority and an Act that do not fit its date?",
        choice="Both are kept as printed.",
        reason="A trace of a reissue, without effect on play.",
        clauses=cite("CSP title approval"),
    ),
    Reading(
        id="C33",
        name="lost_letter_b",
        documents=RWS,
        question="Which letter has the second course of 5.18.2, printed without one?",
        choice="It is b.",
        reason="It stands between a and c.",
        clauses=_in_both("5.18.2/b"),
    ),
    Reading(
        id="C34",
        name="folders_have_no_options",
        documents=RWS,
        question="Do folders have the options of 5.9, 5.10 and 5.14.1?",
        choice="No; nor has anybody who has walked away.",
        reason=(
            "A folded Hand is not continued and its Ante is lost: nothing is left to go on with or "
            "to have back. Against it: the clauses say all Players at the table."
        ),
        clauses=_in_both("1.8 3.12.1 5.5 5.6 5.9/options 5.10 5.14.1"),
    ),
    Reading(
        id="C35",
        name="wrong_count_put_right_gives_options",
        documents=RWS,
        question="What if the cards of a Hand with a wrong count can be put right?",
        choice=(
            "It is a dealing error: the Player of that Hand, and any other whose cards change, "
            "goes on with the Reconstructed Hand or has the Bets back. After the settlement the "
            "Reconstructed Hand just counts."
        ),
        reason="5.15 takes out only what cannot be Reconstructed; 5.10 covers what 5.8 does not.",
        clauses=_in_both("5.10 5.10.2 5.15"),
    ),
    Reading(
        id="C36",
        name="unseen_repairs_give_no_options",
        documents=RWS,
        question="Are there options when whole unseen Hands were moved, or the Dealer's repaired?",
        choice="No.",
        reason="5.10 leaves out what 5.8 describes, and nobody knew the cards.",
        clauses=_in_both("5.8.6 5.8.7 5.10"),
    ),
    Reading(
        id="C37",
        name="reconstructed_hand_replaces_the_dealt_one",
        documents=RWS,
        question="With which Hand does a Player go on after an error that was put right?",
        choice=(
            "With the Reconstructed one: the cards are put right when the options are given, for "
            "all whose cards change. The Hand as dealt plays on only where that cannot be done."
        ),
        reason="5.10.1 and 5.10.2 exclude each other by whether Reconstruction is possible.",
        clauses=_in_both("1.15 5.10.1 5.10.2"),
    ),
    Reading(
        id="C38",
        name="cards_drawn_together_from_a_shoe_only",
        documents=RWS,
        question="Can cards be drawn together from an Electronic Card Shuffler?",
        choice="Not in the sense of 5.14; such an error goes by 5.10 or 5.24.",
        reason=(
            "5.8.4 and 5.13 name shoe and shuffler, 5.14 the shoe alone, and sets of five have no "
            "order to decide. Against it: 1.5 calls any device a Card Shoe."
        ),
        clauses=_in_both("1.5 5.8.4 5.13 5.14"),
    ),
    Reading(
        id="C39",
        name="hand_not_revealed_may_be_claimed",
        documents=RWS,
        question="May a Hand that was not revealed still be shown for the jackpot?",
        choice="Yes, until the settlement.",
        reason=(
            "To establish the ranking is the Player's own responsibility, and no clause says that "
            "it is too late, as MEGA 3.10.1 does."
        ),
        clauses=(*_in_both("4.3 4.4"), *cite("MEGA 3.10.1")),
    ),
)
