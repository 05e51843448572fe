"""Every clause of MEGA: Megalink Singapore Stud Poker (MBS, version 6, 2 August 2019).

The successor of SSP at the same operator: one jackpot wager on the Player's own hand, blind
betting on several positions, and pooled shares for several jackpot winners at one table.
"""

from croupier.rulebooks.clauses.model import Clause, Honour, Kind

BETTING = Kind.BETTING
COMPARISON = Kind.COMPARISON
DEALING = Kind.DEALING
DECISION = Kind.DECISION
DEFINITION = Kind.DEFINITION
DISCRETION = Kind.DISCRETION
DISPLAY = Kind.DISPLAY
EQUIPMENT = Kind.EQUIPMENT
GENERAL = Kind.GENERAL
IRREGULARITY = Kind.IRREGULARITY
JACKPOT = Kind.JACKPOT
RANKING = Kind.RANKING
RESPONSIBILITY = Kind.RESPONSIBILITY
SETTLEMENT = Kind.SETTLEMENT

ENFORCED = Honour.ENFORCED
PHYSICAL = Honour.PHYSICAL
RECORDED = Honour.RECORDED
SHOWN = Honour.SHOWN


def _row(number: str, kind: Kind, honoured: Honour, gist: str) -> Clause:
    return Clause("MEGA", number, kind, gist, honoured)


# A table: one clause a row.
# fmt: off
CLAUSES: tuple[Clause, ...] = (
    # Identity
    _row("title", GENERAL, SHOWN,
         "Megalink Singapore Stud Poker of MBS, version 6, in force from 2 August 2019."),

    # Definitions
    _row("1.1", DEFINITION, SHOWN,
         "Lead-in: the eight terms below keep their meaning throughout these rules."),
    _row("1.1.1", DEFINITION, ENFORCED,
         "Ante is the opening stake a Player puts up for the round."),
    _row("1.1.2", DEFINITION, ENFORCED,
         "Bet is the follow-up stake, double the Ante, that keeps a Player in."),
    _row("1.1.3", DEFINITION, ENFORCED,
         "Blind Betting: on several hands a Player sees one and plays the others unseen."),
    _row("1.1.4", DEFINITION, ENFORCED, "Fold is the choice to drop out of the current round."),
    _row("1.1.5", DEFINITION, ENFORCED, "A hand is five dealt cards, Player's or Dealer's."),
    _row("1.1.6", DEFINITION, ENFORCED,
         "Progressive Jackpot wager: optional, before the deal, on the Player's own hand."),
    _row("1.1.7", DEFINITION, ENFORCED,
         "A round runs from the opening call to the announced outcome, wagers collected and paid."),
    _row("1.1.8", DEFINITION, ENFORCED, "Stand-off: the wager neither gains nor is taken."),

    # Mode of play
    _row("2.1", EQUIPMENT, ENFORCED, "Single 52-card pack, no jokers, uniform backs."),
    _row("2.2", EQUIPMENT, PHYSICAL, "The layout is that of Appendix A, B, C or D."),
    _row("2.2.1", EQUIPMENT, SHOWN, "Layout offers areas for Ante, Bet and Progressive Jackpot."),
    _row("2.2.2", EQUIPMENT, SHOWN, "Every playing position has all three areas."),

    # How to play
    _row("3.1", DEALING, SHOWN, "Play opens with the Dealer's spoken invitation to bet."),
    _row("3.2", BETTING, ENFORCED, "Betting closes at the Dealer's no-more-bets call."),
    _row("3.3", GENERAL, SHOWN,
         "Player's aim is a better-ranked hand than the Dealer's, per 3.11."),
    _row("3.3.1", RANKING, ENFORCED, "Cards rank in the order listed below, high to low."),
    _row("3.3.1.1", RANKING, ENFORCED, "Order runs Ace, King, Queen, Jack, 10 down to 2."),
    _row("3.3.1.2", RANKING, ENFORCED,
         "In a 5-4-3-2-A Straight or Straight Flush the Ace counts one."),
    _row("3.3.1.3", RANKING, ENFORCED, "Suits never break ties."),
    _row("3.4", BETTING, ENFORCED, "To join, an Ante must lie on its area before the first card."),
    _row("3.4/multi-player", BETTING, ENFORCED,
         "One or several Players may stake the wager of an area."),
    _row("3.4/limits", BETTING, ENFORCED,
         "A wager must lie within the displayed minimum and maximum."),
    _row("3.4.1", BETTING, ENFORCED, "A Player may wager on several hands but look at one only."),
    _row("3.4.2", BETTING, ENFORCED, "One Ante, one Bet, one jackpot wager per area at most."),
    _row("3.4.3", DISCRETION, RECORDED, "Pit Manager may confine a Player to one position."),
    _row("3.5", BETTING, ENFORCED, "Jackpot wager may follow an Ante."),
    _row("3.5.1", BETTING, ENFORCED,
         "The Player seated at the position must be offered the jackpot."),
    _row("3.5.2", BETTING, ENFORCED, "Jackpot allowed on viewed and blind hands alike."),
    _row("3.5.3", EQUIPMENT, PHYSICAL,
         "Jackpot wagers go through the Progressive Jackpot wagering system."),
    _row("3.5.4", BETTING, ENFORCED, "No jackpot wager on someone else's position."),
    _row("3.6", BETTING, RECORDED,
         "Dealer, Pit Supervisor or Pit Manager may place wagers when a Player asks."),
    _row("3.6/responsibility", RESPONSIBILITY, SHOWN,
         "Correct placement remains the Player's burden."),
    _row("3.7", DEALING, ENFORCED,
         "Automatic device: five each, clockwise from left, Dealer last, face down."),
    _row("3.7/up-card", DEALING, ENFORCED,
         "Automatic device: the Dealer's last (bottom) card is exposed."),
    _row("3.8", DEALING, ENFORCED,
         "Manual device: one card at a time round the table, Dealer last, five times over."),
    _row("3.8/up-card", DEALING, ENFORCED, "Manual device: the Dealer's last card is exposed."),
    _row("3.9", DECISION, ENFORCED, "After examining five cards a Player folds or places the Bet."),
    _row("3.9.1", DECISION, ENFORCED, "Folding forfeits the Ante."),
    _row("3.9.1/jackpot", JACKPOT, ENFORCED, "A folder keeps jackpot eligibility under 4.2."),
    _row("3.9.2", DECISION, ENFORCED, "Betting means staking twice the Ante on the Bet area."),
    _row("3.9.2/placement", DEALING, PHYSICAL, "Cards lie face down with the Bet on top."),
    _row("3.10", COMPARISON, ENFORCED,
         "Dealer turns up the rest and compares with each Player; the higher hand wins."),
    _row("3.10.1", COMPARISON, RECORDED,
         "A Player who will not show his hand is taken to rank below the Dealer."),
    _row("3.10.1/no-jackpot", JACKPOT, ENFORCED,
         "A hand not shown holds no winning jackpot combination."),
    _row("3.10.1/settled", COMPARISON, ENFORCED,
         "A hand not shown does not come back into play and counts as settled."),
    _row("3.10.1/view", DISCRETION, RECORDED,
         "Pit Supervisor or higher may look at a hand not shown."),
    _row("3.10.2", COMPARISON, ENFORCED, "A Dealer's hand below Ace-King does not qualify."),
    _row("3.10.2/announce", DISPLAY, SHOWN, "Dealer calls out that he has no hand."),
    _row("3.10.2.1", SETTLEMENT, ENFORCED, "No hand: every Bet goes back."),
    _row("3.10.2.2", SETTLEMENT, ENFORCED, "No hand: Antes of those who stayed in are paid."),
    _row("3.10.2.3", JACKPOT, ENFORCED,
         "No hand: jackpot bettors who did not decline are turned up and paid by 4.2."),
    _row("3.10.3", COMPARISON, ENFORCED,
         "Ace-King or better: the Dealer's hand is compared with each Player's."),
    _row("3.10.3.1", SETTLEMENT, ENFORCED, "Better Player hand: Ante and Bet are both paid."),
    _row("3.10.3.2", SETTLEMENT, ENFORCED, "Worse Player hand: Ante and Bet are both taken."),
    _row("3.10.3.3", JACKPOT, ENFORCED, "Jackpot wager is paid by 4.2 as well."),
    _row("3.10.4", COMPARISON, ENFORCED, "Equal hands: a stand-off, nobody wins."),
    _row("3.11", RANKING, ENFORCED, "Ten hand classes in fixed descending order."),
    _row("3.11.1", RANKING, ENFORCED, "Royal Flush: suited A-K-Q-J-10."),
    _row("3.11.2", RANKING, ENFORCED,
         "Straight Flush: five suited consecutive cards, Royal excluded."),
    _row("3.11.3", RANKING, ENFORCED, "Four of a Kind: four equal ranks."),
    _row("3.11.4", RANKING, ENFORCED, "Full House: three of one rank and a pair."),
    _row("3.11.5", RANKING, ENFORCED, "Flush: five suited cards not in sequence."),
    _row("3.11.6", RANKING, ENFORCED,
         "Straight: five in sequence, mixed suits; Ace plays high or low."),
    _row("3.11.7", RANKING, ENFORCED, "Three of a Kind: three equal ranks."),
    _row("3.11.8", RANKING, ENFORCED, "Two pairs: two ranks held twice."),
    _row("3.11.9", RANKING, ENFORCED, "One pair: one rank held twice."),
    _row("3.11.10", RANKING, ENFORCED,
         "Five odd cards: all ranks differ, mixed suits, no sequence."),
    _row("3.12", RANKING, ENFORCED, "Equal classes are split by the card ranks of 3.3.1."),
    _row("3.12.1", COMPARISON, ENFORCED, "Same class and same card ranks: a stand-off."),
    _row("3.12.2", RANKING, ENFORCED, "Two pairs each: the higher top pair wins."),
    _row("3.12.2/second-pair", RANKING, ENFORCED, "Equal top pairs: the second pair decides."),
    _row("3.12.2/kicker", RANKING, ENFORCED, "Both pairs equal: the odd card decides."),
    _row("3.12.2/stand-off", COMPARISON, ENFORCED,
         "Both pairs and the odd card equal: a stand-off."),
    _row("3.12.3", RANKING, ENFORCED, "One pair each: the higher pair wins."),
    _row("3.12.3/kickers", RANKING, ENFORCED,
         "Equal pairs: the three side cards are compared from the top."),
    _row("3.12.3/stand-off", COMPARISON, ENFORCED, "Equal pairs and side cards: a stand-off."),
    _row("3.12.4", RANKING, ENFORCED,
         "The 5-4-3-2-A run is the lowest Straight and Straight Flush."),
    _row("3.12.5", RANKING, ENFORCED, "Full House against Full House: the triple decides."),
    _row("3.12.6", COMPARISON, ENFORCED,
         "Straights or Straight Flushes of the same ranks: a stand-off."),
    _row("3.13", JACKPOT, ENFORCED, "Jackpot pay comes on top of what Ante and Bet pay."),
    _row("3.14", JACKPOT, ENFORCED,
         "Winners on different tables: the first entered in the jackpot system is paid first."),
    _row("3.15", JACKPOT, ENFORCED,
         "Several winners at one table in one round: the rules below apply."),
    _row("3.15.1", JACKPOT, ENFORCED,
         "Several Royal Flushes: displayed jackpot plus resets, shared equally."),
    _row("3.15.2", JACKPOT, ENFORCED,
         "Several Straight Flushes: 10% of the display plus 10% of each reset, shared equally."),
    _row("3.15.3", JACKPOT, ENFORCED, "A Royal Flush is paid after the lower qualifying hands."),

    # Settlement
    _row("4.1", SETTLEMENT, ENFORCED, "Lead-in to what Ante and Bet pay."),
    _row("4.1.1", SETTLEMENT, ENFORCED, "A winning Ante pays even money, Dealer qualified or not."),
    _row("4.1.2", SETTLEMENT, ENFORCED, "A winning Bet pays by the class of the Player's hand."),
    _row("4.1.2/royal-flush", SETTLEMENT, ENFORCED, "Winning with Royal Flush: Bet pays 250 to 1."),
    _row("4.1.2/straight-flush", SETTLEMENT, ENFORCED,
         "Winning with Straight Flush: Bet pays 50 to 1."),
    _row("4.1.2/four-of-a-kind", SETTLEMENT, ENFORCED,
         "Winning with Four of a Kind: Bet pays 20 to 1."),
    _row("4.1.2/full-house", SETTLEMENT, ENFORCED, "Winning with Full House: Bet pays 7 to 1."),
    _row("4.1.2/flush", SETTLEMENT, ENFORCED, "Winning with Flush: Bet pays 5 to 1."),
    _row("4.1.2/straight", SETTLEMENT, ENFORCED, "Winning with Straight: Bet pays 4 to 1."),
    _row("4.1.2/three-of-a-kind", SETTLEMENT, ENFORCED,
         "Winning with Three of a Kind: Bet pays 3 to 1."),
    _row("4.1.2/two-pairs", SETTLEMENT, ENFORCED, "Winning with Two Pairs: Bet pays 2 to 1."),
    _row("4.1.2/one-pair-or-lower", SETTLEMENT, ENFORCED,
         "Winning with One Pair or less: Bet pays 1 to 1."),
    _row("4.2", JACKPOT, ENFORCED, "Jackpot pay table: two shares of the meter, three fixed sums."),
    _row("4.2/royal-flush", JACKPOT, ENFORCED, "Royal Flush: the whole meter."),
    _row("4.2/straight-flush", JACKPOT, ENFORCED, "Straight Flush: a tenth of the meter."),
    _row("4.2/four-of-a-kind", JACKPOT, ENFORCED, "Four of a Kind: $2,000."),
    _row("4.2/full-house", JACKPOT, ENFORCED, "Full House: $200."),
    _row("4.2/flush", JACKPOT, ENFORCED, "Flush: $100."),

    # Irregularities
    _row("5.1", IRREGULARITY, RECORDED,
         "Extra, missing, foreign or unshuffled cards found in a round: 5.1.1 and 5.1.2 follow."),
    _row("5.1.1", IRREGULARITY, ENFORCED, "Wrong or unshuffled cards: this round is void."),
    _row("5.1.2", IRREGULARITY, ENFORCED,
         "Wrong or unshuffled cards: earlier outcomes are untouched."),
    _row("5.2", IRREGULARITY, RECORDED,
         "Misdeal before any Player handled cards: void, unless moving whole hands repairs it."),
    _row("5.3", IRREGULARITY, RECORDED,
         "Wrong Dealer card count, noticed before the next round and irreparable: void."),
    _row("5.4", IRREGULARITY, RECORDED, "Two or more cards wrongly exposed in the deal: void."),
    _row("5.5", BETTING, ENFORCED,
         "After the closing call no new or larger wager counts, unless said otherwise."),
    _row("5.6", BETTING, ENFORCED,
         "After the closing call none may be pulled, unless said otherwise; a pulled wager plays."),
    _row("5.7", IRREGULARITY, RECORDED,
         "Wrong Player card count, irreparable, noticed before next round: hand out, wager back."),
    _row("5.7.1", IRREGULARITY, RECORDED,
         "Players dealt correctly in that round may then be allowed to withdraw."),
    _row("5.8", IRREGULARITY, RECORDED,
         "Doubt over the number of cards: Dealer counts them; a wrong count voids the round."),
    _row("5.9", DISCRETION, RECORDED,
         "Gaming Shift Manager may bar a Player who shows his hand or peeks; live wager returned."),
    _row("5.10", IRREGULARITY, RECORDED,
         "Wagers laid in error on several positions give a Player more than one hand: see below."),
    _row("5.10.1", IRREGULARITY, ENFORCED,
         "Several hands in error, some viewed: these play, the unviewed are invalid."),
    _row("5.10.2", IRREGULARITY, ENFORCED,
         "Several hands in error, none viewed: the first dealt plays, the others are invalid."),
    _row("5.10.3", DISCRETION, RECORDED,
         "Gaming Shift Manager may stop a Player who tries to control several hands."),
    _row("5.11", IRREGULARITY, RECORDED,
         "Absent when the Bet is to be decided: hand invalid, Ante and jackpot wager returned."),
    _row("5.12", IRREGULARITY, ENFORCED,
         "Jackpot wager without an Ante is handled by the moment, as below."),
    _row("5.12.1", BETTING, ENFORCED,
         "Jackpot wager without an Ante, before the close: add an Ante or cancel it."),
    _row("5.12.2", IRREGULARITY, ENFORCED,
         "Jackpot wager without an Ante, after the close: invalid, refunded when the hand ends."),
    _row("5.13", IRREGULARITY, ENFORCED,
         "A wager under the minimum, once the outcome is known, is paid or taken one time."),
    _row("5.13/future", IRREGULARITY, ENFORCED,
         "That Player's later wagers under the minimum are returned, whatever the outcome."),
    _row("5.14", IRREGULARITY, ENFORCED,
         "A wager over the maximum wins or loses up to the maximum only."),
    _row("5.15", IRREGULARITY, ENFORCED, "Limit breaches settled in earlier rounds stay settled."),
    _row("5.16", IRREGULARITY, RECORDED, "Power failure is handled by whether an outcome exists."),
    _row("5.16.1", IRREGULARITY, RECORDED,
         "Power failure, no outcome yet: each may withdraw, then the round is concluded."),
    _row("5.16.1/all-wagers", IRREGULARITY, ENFORCED,
         "Power failure: who withdraws must withdraw all wagers."),
    _row("5.16.2", IRREGULARITY, ENFORCED,
         "Power failure, outcome exists: the round is played to its end."),

    # General provisions
    _row("6.1", DISCRETION, RECORDED,
         "An irregularity not covered goes to the Gaming Shift Manager."),
    _row("6.2", GENERAL, ENFORCED,
         "Any role may be filled by someone acting in it or ranked above."),

    # Layouts
    _row("appendix-A", EQUIPMENT, PHYSICAL, "Layout A comes with 5 to 7 positions."),
    _row("appendix-B", EQUIPMENT, PHYSICAL, "Layout B comes with 5 to 7 positions."),
    _row("appendix-C", EQUIPMENT, PHYSICAL, "Layout C comes with 4 to 6 positions."),
    _row("appendix-D", EQUIPMENT, PHYSICAL, "Layout D comes with 4 to 6 positions."),
)
# fmt: on
