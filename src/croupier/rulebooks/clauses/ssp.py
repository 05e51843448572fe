"""Every clause of SSP: Singapore Stud Poker (MBS, version 4, 9 May 2013).

The oldest of the five documents: a jackpot wager may back the Player's hand, the Dealer's hand
or both, and the system draws a Magic Card, a Lucky Player and a Lucky Dealer.
"""

from croupier.rulebooks.clauses.model import Clause, Honour, Kind

BETTING = Kind.BETTING
COMPARISON = Kind.COMPARISON
DEALING = Kind.DEALING
DECISION = Kind.DECISION
DEFINITION = Kind.DEFINITION
DISPLAY = Kind.DISPLAY
EQUIPMENT = Kind.EQUIPMENT
GENERAL = Kind.GENERAL
IRREGULARITY = Kind.IRREGULARITY
JACKPOT = Kind.JACKPOT
RANKING = Kind.RANKING
SETTLEMENT = Kind.SETTLEMENT

ENFORCED = Honour.ENFORCED
PHYSICAL = Honour.PHYSICAL
RECORDED = Honour.RECORDED
SHOWN = Honour.SHOWN


def _row(number: str, kind: Kind, honoured: Honour, gist: str) -> Clause:
    return Clause("SSP", number, kind, gist, honoured)


# A table: one clause a row.
# fmt: off
CLAUSES: tuple[Clause, ...] = (
    # Identity
    _row("title", GENERAL, SHOWN,
         "Singapore Stud Poker of MBS, version 4, in force from 9 May 2013."),

    # Definitions
    _row("1.1", DEFINITION, SHOWN,
         "Lead-in: the seven terms below keep their meaning throughout these rules."),
    _row("1.1.1", DEFINITION, ENFORCED,
         "Ante is the opening stake a Player puts up for the round."),
    _row("1.1.2", DEFINITION, ENFORCED,
         "Bet is the follow-up stake, double the Ante, that keeps a Player in."),
    _row("1.1.3", DEFINITION, ENFORCED, "Fold is the Player's choice to drop out of the round."),
    _row("1.1.4", DEFINITION, ENFORCED, "A hand is five dealt cards, Player's or Dealer's."),
    _row("1.1.5", DEFINITION, ENFORCED,
         "Jackpot wager, made before the deal, can win by the Player's hand or the Dealer's."),
    _row("1.1.6", DEFINITION, ENFORCED,
         "A round runs from the opening call to the announced result, wagers collected and paid."),
    _row("1.1.7", DEFINITION, ENFORCED, "Stand-off: the wager neither gains nor is taken."),

    # Mode of play
    _row("2.1", EQUIPMENT, ENFORCED,
         "Single 52-card pack without jokers; that its backs are alike is only told."),
    _row("2.2", EQUIPMENT, PHYSICAL, "Table layout follows Diagram A."),
    _row("2.2.1", EQUIPMENT, SHOWN,
         "Layout offers separate spots for Ante, Bet and Jackpot wagers."),
    _row("diagram-A", EQUIPMENT, PHYSICAL, "Layout picture; absent from the supplied text."),

    # How to play
    _row("3.1", DEALING, SHOWN, "Play opens with the Dealer's spoken invitation to bet."),
    _row("3.2", BETTING, ENFORCED, "Betting closes at the Dealer's no-more-bets call."),
    _row("3.3", GENERAL, SHOWN,
         "Player's aim is a better-ranked hand than the Dealer's, per 3.14."),
    _row("3.4", BETTING, ENFORCED, "No Ante, no part in the game."),
    _row("3.5", BETTING, ENFORCED, "Optional jackpot stake allowed only once an Ante is down."),
    _row("3.5/target", BETTING, ENFORCED,
         "Credits may back the Player's hand, the Dealer's hand, or both."),
    _row("3.5/credits", BETTING, ENFORCED,
         "Each jackpot wager is a whole number of credits, at least one."),
    _row("3.5/system", EQUIPMENT, PHYSICAL,
         "Credits enter through the approved automatic device under each betting spot."),
    _row("3.6", DEALING, ENFORCED,
         "Deal clockwise from Dealer's left, five cards to each wagered spot and the Dealer."),
    _row("3.6/face-down", DEALING, ENFORCED, "The cards go out face down."),
    _row("3.7", DEALING, ENFORCED, "Dealer's final card is then turned up."),
    _row("3.8", DECISION, ENFORCED,
         "Players look at their own cards and state whether they fold or continue."),
    _row("3.9", DECISION, ENFORCED, "Folding forfeits the Ante."),
    _row("3.10", DECISION, ENFORCED, "Continuing requires a Bet."),
    _row("3.11", DEALING, ENFORCED,
         "Once all have decided, the Dealer turns up his other four cards."),
    _row("3.11/announce", DISPLAY, SHOWN, "Dealer calls out the value of his hand."),
    _row("3.12", COMPARISON, ENFORCED, "A Dealer's hand below Ace-King does not qualify."),
    _row("3.12/announce", DISPLAY, SHOWN, "Dealer calls out that he has no hand."),
    _row("3.12.1", SETTLEMENT, ENFORCED, "No hand: every Bet goes back."),
    _row("3.12.2", SETTLEMENT, ENFORCED, "No hand: Antes of those who stayed in are paid."),
    _row("3.12.3", JACKPOT, ENFORCED,
         "No hand: a declared jackpot hand is turned up and paid by 4.2."),
    _row("3.13", COMPARISON, ENFORCED,
         "Ace-King or better: the Dealer's hand is compared with each Player's."),
    _row("3.13.1", SETTLEMENT, ENFORCED, "Better Player hand: Ante and Bet are both paid."),
    _row("3.13.2", SETTLEMENT, ENFORCED, "Worse Player hand: Ante and Bet are both taken."),
    _row("3.13.3", JACKPOT, ENFORCED, "Jackpot wager is paid by 4.2 whoever won the main hand."),
    _row("3.14", RANKING, ENFORCED, "Ten hand classes in fixed descending order."),
    _row("3.14.1", RANKING, ENFORCED, "Royal Flush: suited A-K-Q-J-10."),
    _row("3.14.2", RANKING, ENFORCED,
         "Straight Flush: five suited consecutive cards, Royal excluded."),
    _row("3.14.3", RANKING, ENFORCED, "Four of a kind: four equal ranks."),
    _row("3.14.4", RANKING, ENFORCED, "Full House: three of one rank and a pair."),
    _row("3.14.5", RANKING, ENFORCED, "Flush: five suited cards not in sequence."),
    _row("3.14.6", RANKING, ENFORCED,
         "Straight: five in sequence, mixed suits; Ace plays high or low."),
    _row("3.14.7", RANKING, ENFORCED, "Three of a kind: three equal ranks."),
    _row("3.14.8", RANKING, ENFORCED, "Two pairs: two ranks held twice."),
    _row("3.14.9", RANKING, ENFORCED, "One pair: one rank held twice."),
    _row("3.14.10", RANKING, ENFORCED,
         "Five odd cards: all ranks differ, mixed suits, no sequence."),
    _row("3.15", RANKING, ENFORCED,
         "Equal classes are split by card values, as three examples show."),
    _row("3.15/a", RANKING, ENFORCED, "Example: Queen-high straight over ten-high straight."),
    _row("3.15/b", RANKING, ENFORCED, "Example: pair of eights, Queen kicker over Jack kicker."),
    _row("3.15/c", RANKING, ENFORCED, "Example: Ace-King high, Jack third over ten third."),
    _row("3.16", COMPARISON, ENFORCED, "Tie to the last card: Ante and Bet stand off."),

    # Settlement
    _row("4.1", SETTLEMENT, ENFORCED, "Lead-in to what Ante and Bet pay."),
    _row("4.1.1", SETTLEMENT, ENFORCED, "A winning Ante pays even money, Dealer qualified or not."),
    _row("4.1.2", SETTLEMENT, ENFORCED, "A winning Bet pays by the class of the Player's hand."),
    _row("4.1.2/one-pair-or-lower", SETTLEMENT, ENFORCED,
         "Winning with One Pair or less: Bet pays 1 to 1."),
    _row("4.1.2/two-pairs", SETTLEMENT, ENFORCED, "Winning with Two Pairs: Bet pays 2 to 1."),
    _row("4.1.2/three-of-a-kind", SETTLEMENT, ENFORCED,
         "Winning with Three of a Kind: Bet pays 3 to 1."),
    _row("4.1.2/straight", SETTLEMENT, ENFORCED, "Winning with Straight: Bet pays 4 to 1."),
    _row("4.1.2/flush", SETTLEMENT, ENFORCED, "Winning with Flush: Bet pays 5 to 1."),
    _row("4.1.2/full-house", SETTLEMENT, ENFORCED, "Winning with Full House: Bet pays 7 to 1."),
    _row("4.1.2/four-of-a-kind", SETTLEMENT, ENFORCED,
         "Winning with Four of a Kind: Bet pays 20 to 1."),
    _row("4.1.2/straight-flush", SETTLEMENT, ENFORCED,
         "Winning with Straight Flush: Bet pays 50 to 1."),
    _row("4.1.2/royal-flush", SETTLEMENT, ENFORCED, "Winning with Royal Flush: Bet pays 250 to 1."),
    _row("4.2", JACKPOT, ENFORCED,
         "Jackpot pay table for the hand a credit backs: two shares of the meter, three at odds."),
    _row("4.2/royal-flush", JACKPOT, ENFORCED, "Royal Flush: the whole meter."),
    _row("4.2/straight-flush", JACKPOT, ENFORCED, "Straight Flush: a tenth of the meter."),
    _row("4.2/four-of-a-kind", JACKPOT, ENFORCED, "Four of a Kind: 500 to 1 on the credits."),
    _row("4.2/full-house", JACKPOT, ENFORCED, "Full House: 100 to 1 on the credits."),
    _row("4.2/flush", JACKPOT, ENFORCED, "Flush: 50 to 1 on the credits."),
    _row("4.3", JACKPOT, ENFORCED,
         "Magic Card in one's own hand earns the 4.5 award on Player-hand credits."),
    _row("4.3.1", JACKPOT, ENFORCED,
         "Magic Card in the Dealer's hand: all holders of Dealer-hand credits earn the award."),
    _row("4.4", JACKPOT, ENFORCED,
         "Player-hand credits on the spot picked as Lucky Player earn the 4.5 award."),
    _row("4.4.1", JACKPOT, ENFORCED,
         "Dealer-hand credits at the table whose Dealer is Lucky Dealer earn the 4.5 award."),
    _row("4.5", JACKPOT, ENFORCED, "Table of the three awards that the system draws."),
    _row("4.5/magic-card", JACKPOT, ENFORCED, "Magic Card: 5 to 1."),
    _row("4.5/lucky-player", JACKPOT, ENFORCED, "Lucky Player: 5 to 1."),
    _row("4.5/lucky-dealer", JACKPOT, ENFORCED, "Lucky Dealer: 5 to 1."),

    # Irregularities
    _row("5.1", IRREGULARITY, RECORDED, "A foreign card turns up: 5.1.1 and 5.1.2 follow."),
    _row("5.1.1", IRREGULARITY, ENFORCED, "Foreign card: this round is void."),
    _row("5.1.2", IRREGULARITY, ENFORCED, "Foreign card: earlier results are untouched."),
    _row("5.2", IRREGULARITY, RECORDED,
         "Misdeal before any Player handled cards: void, unless moving whole hands repairs it."),
    _row("5.3", IRREGULARITY, RECORDED,
         "Wrong Dealer card count, noticed before the next game and irreparable: void."),
    _row("5.4", IRREGULARITY, RECORDED, "Two or more cards wrongly exposed in the deal: void."),
    _row("5.5", IRREGULARITY, ENFORCED, "Deck short or over: void."),
    _row("5.6", BETTING, ENFORCED, "After the closing call no new or larger wager counts."),
    _row("5.7", BETTING, ENFORCED,
         "After the closing call nothing may be pulled; a pulled wager still plays."),
)
# fmt: on
