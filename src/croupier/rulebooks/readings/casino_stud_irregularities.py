"""Readings of CSP, most of which hold for MLP too: what goes wrong and how it is put right."""

from croupier.rulebooks.readings.model import ALL_FIVE, RWS, Reading, cite, cite_rws

READINGS: tuple[Reading, ...] = (
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
        clauses=cite_rws("5.1.1 5.3.1"),
    ),
    Reading(
        id="C10",
        name="short_ante_plays_as_it_lies",
        documents=RWS,
        question="What counts when an Ante under the minimum was not noticed?",
        choice="The amount that lies there, and a BET of twice that.",
        reason="It wins or loses accordingly, and the BET is measured by the Ante.",
        clauses=cite_rws("3.7/exact 5.2.1"),
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
        clauses=cite_rws("5.8.2 5.10 5.12 5.16"),
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
        clauses=cite_rws("5.9/options 5.10 5.12 5.13 5.14.1 5.15"),
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
        clauses=cite_rws("5.8.6 5.9 5.14 5.15"),
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
        clauses=cite_rws("3.10/burn 3.11 5.9 5.9/void"),
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
        clauses=cite_rws("5.7 5.17 5.18 5.18.2"),
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
        clauses=cite_rws("4.5.1/value 5.18.1"),
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
        clauses=cite_rws("5.19 5.19/effect 5.19/first"),
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
        clauses=cite_rws("5.8/effect 5.15 5.20"),
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
        id="C31",
        name="cards_exposed_by_players",
        documents=RWS,
        question="Do cards that Players expose void a round?",
        choice="No; such a case goes to the Table Game Shift Manager.",
        reason="The clauses count what the Dealer exposed.",
        clauses=cite_rws("5.8.2 5.12 5.24"),
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
        clauses=cite_rws("1.8 3.12.1 5.5 5.6 5.9/options 5.10 5.14.1"),
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
        clauses=cite_rws("5.10 5.10.2 5.15"),
    ),
    Reading(
        id="C36",
        name="unseen_repairs_give_no_options",
        documents=RWS,
        question="Are there options when whole unseen Hands were moved, or the Dealer's repaired?",
        choice="No.",
        reason="5.10 leaves out what 5.8 describes, and nobody knew the cards.",
        clauses=cite_rws("5.8.6 5.8.7 5.10"),
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
        clauses=cite_rws("1.15 5.10.1 5.10.2"),
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
        clauses=cite_rws("1.5 5.8.4 5.13 5.14"),
    ),
)
