"""Examples of frequent events, which the packed events of the log refer to (`packing.packed`).

The events of a command are short and much alike, from one command to the next more than within
one. One that was ever used to write is never changed; better examples are another one, under the
next number.
"""

_FIRST = (
    '{"event":"notice_shown","text":"No jackpot wagers are taken or paid at this table.",'
    '"clauses":["CSP 5.18.2/c-notice"],"player":null}',
    '{"event":"person_registered","person":"p4","name":"p4","roles":["dealer"],"guest":false,'
    '"until":null,"by":null,"mark":"","address":null}',
    '{"event":"logged_in","person":"p4","session":"","second_factor":false,"until":"2026-01-01T',
    '{"event":"bought_in","player":"p4","amount":50000,"day":"2026-01-01"}',
    '{"event":"seat_taken","box":2,"player":"p2"}',
    '{"event":"player_left","player":"p1"}',
    '{"event":"command_given","command":{"do":"reveal_dealer","cards":null,"table":null,'
    '"by":{"id":"house","role":"shift_manager"},"at":null}}',
    '{"event":"hand_folded","box":4,"clauses":["CSP 3.12","CSP 3.12.1"],"absent":false}',
    '{"event":"hand_viewed","box":4}',
    '{"event":"command_given","command":{"do":"view_hand","box":4,"table":null,'
    '"by":{"id":"p4","role":"player"},"at":null}}',
    '{"event":"command_given","command":{"do":"fold","box":4,"table":null,',
    '{"event":"link_round_dealt","jackpot":"J1","table":"T1","round":1}',
    '{"event":"jackpot_grew","jackpot":"J1","table":"T1","round":1,"contributions":['
    '{"box":1,"target":"jackpot","units":10000},{"box":2,"target":"jackpot","units":10000}]}',
    '{"event":"link_round_ended","jackpot":"J1","table":"T1","round":1}',
    '{"event":"command_given","command":{"do":"open_bets","table":null,',
    '{"event":"shuffle_committed","round":1,"commitment":"","nonce":"","sealed":"gcm1:',
    '{"event":"bets_opened","round":1,"edition":"three-card-poker@4","jackpot_available":true}',
    '"edition":"singapore-stud@4","edition":"casino-stud@6",',
    '{"event":"cards_sealed","round":1,"under":"","nonce":"","commitment":"',
    '{"event":"command_given","command":{"do":"close_bets","table":null,"by":{"id":"dan",'
    '"role":"dealer"},"at":null}}',
    '{"event":"bets_closed"}',
    '{"event":"command_given","sealed":"',
    '{"event":"cards_dealt","sealed":"',
    '{"event":"command_given","command":{"do":"reveal_dealer","cards":null,"table":null,',
    '{"event":"dealer_revealed"}',
    '{"event":"command_given","command":{"do":"settle","table":null,"by":{"id":"dan",'
    '"role":"dealer"},"at":null}}',
    '{"event":"call_made","text":"Ace King high","clauses":["CSP 3.15/announce"]}',
    '{"event":"call_made","text":"Pair of Queens","clauses":["TCP 3.11/announce"]}',
    '{"event":"wager_settled","line":{"box":2,"player":"p2","wager":"play","staked":1000,'
    '"result":"stand_off","won":0,"returned":1000,"clauses":["TCP 3.13.2","TCP 4.1/ante"]}}',
    '{"event":"wager_settled","line":{"box":2,"player":"p2","wager":"jackpot","staked":500,'
    '"result":"lost","won":0,"returned":0,"clauses":["CSP 3.17","CSP 4.2"]}}',
    '{"event":"wager_settled","line":{"box":1,"player":"p1","wager":"bet","staked":2000,'
    '"result":"won","won":2000,"returned":2000,"clauses":["CSP 3.16.1","CSP 4.1/bet"]}}',
    '{"event":"wager_settled","line":{"box":1,"player":"p1","wager":"ante","staked":1000,'
    '"result":"won","won":1000,"returned":1000,"clauses":["CSP 3.16.1","CSP 4.1/ante"]}}',
    '{"event":"round_settled","remembered":[]}',
    '{"event":"cards_opened","round":1,"nonce":"","key":"',
    '{"event":"shuffle_opened","round":1,"seed":"',
    '{"event":"command_given","command":{"do":"place_wager","box":2,"wager":"bet","player":null,'
    '"amount":null,"table":null,"by":{"id":"dan","role":"dealer"},"at":null}}',
    '{"event":"wager_placed","box":2,"player":"p2","wager":"bet","amount":2000,"by":null}',
    '{"event":"command_given","command":{"do":"place_wager","box":3,"wager":"jackpot",'
    '"player":"p3","amount":null,"table":null,"by":{"id":"p3","role":"player"},"at":null}}',
    '{"event":"wager_placed","box":3,"player":"p3","wager":"jackpot","amount":500,"by":null}',
    '{"event":"command_given","command":{"do":"place_wager","box":1,"wager":"ante",'
    '"player":"p1","amount":1000,"table":null,"by":{"id":"p1","role":"player"},"at":null}}',
    '{"event":"wager_placed","box":1,"player":"p1","wager":"ante","amount":1000,"by":null}',
    '{"event":"wager_placed","box":1,"player":"p1","wager":"ante","amount":1000,'
    '"by":{"id":"dan","role":"dealer"}}',
    '{"event":"notice_shown","text":"Please check the wager placed for you; its place is yours '
    'to answer for.","clauses":["CSP 5.23/responsibility"],"player":"p1"}',
)
"""Rare ones first: what stands nearer to the end is referred to more briefly."""

DICTIONARIES = {1: "\n".join(_FIRST).encode()}
"""By the first byte of what is packed."""
NEWEST = 1
