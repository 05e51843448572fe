"""Which functions of the engine act on which clauses, listed by what they do.

A trailing `*` matches everything with that prefix. MLP is honoured as CSP wherever it has the
same clause. Which rulebook values cite a clause is read from them: see `croupier.coverage`.
"""

from collections.abc import Mapping

from msgspec import Struct

from croupier.rulebooks.clauses.model import Clause


class Honouring(Struct, frozen=True):
    """Some code, and the clauses that it honours, by document."""

    code: tuple[str, ...]
    numbers: Mapping[str, tuple[str, ...]]

    def covers(self, clause: Clause) -> bool:
        return any(
            clause.number.startswith(number[:-1])
            if number.endswith("*")
            else clause.number == number
            for number in self.numbers.get(clause.document, ())
        )


def _by(code: str, **numbers: str) -> Honouring:
    """Names of code relative to the package, and clause numbers, both separated by spaces."""
    if "CSP" in numbers:
        numbers["MLP"] = f"{numbers['CSP']} {numbers.get('MLP', '')}"
    return Honouring(
        tuple(f"croupier.{name}" for name in code.split()),
        {document: tuple(listed.split()) for document, listed in numbers.items()},
    )


# One row for each thing that the engine does.
# fmt: off
HONOURING: tuple[Honouring, ...] = (
    # Announcements
    _by("rulebooks.facts.facts books.find_rulebook",
        SSP="title 3.3", CSP="title approval 3.1 1.10", MEGA="title 3.3", TCP="title 3.3"),
    _by("rulebooks.clauses.find", SSP="1.1", MEGA="1.1", TCP="1.1", CSP="2.1 2.2"),
    _by("rulebooks.facts.facts", CSP="2.1 2.2"),

    # Equipment
    _by("cards.DECK table.dealing.demand_each_once",
        SSP="2.1", CSP="2.2.1", MEGA="2.1", TCP="2.1"),
    _by("rulebooks.settings.TableSettings",
        SSP="2.2 diagram-A", CSP="2.1.1 2.1.1/a appendix-*", MEGA="2.2 2.2.2 appendix-*",
        TCP="2.2 diagram-A"),
    _by("rulebooks.model.Device rulebooks.settings.TableSettings", CSP="1.5 1.7"),
    _by("table.betting.demand_offered", SSP="2.2.1", CSP="2.1.1/b", MEGA="2.2.1 2.2.2",
        TCP="2.2.1"),

    # Betting
    _by("table.betting.open_bets",
        SSP="1.1.6 3.1", CSP="1.16 3.2", MEGA="1.1.7 3.1", TCP="1.1.8 3.1"),
    _by("table.betting.place",
        SSP="1.1.1 3.4", CSP="1.1 1.12 3.6", MEGA="1.1.1 3.4 3.4.2", TCP="1.1.1 1.1.5 3.4"),
    _by("table.betting.demand_within_limits", CSP="3.4", MEGA="3.4/limits"),
    _by("table.views.view", CSP="3.3", MEGA="3.4/limits"),
    _by("table.betting._demand_welcome",
        CSP="1.17* 1.18 3.5 3.5/other-box 3.7", MEGA="3.4.1 3.4.3 3.4/multi-player"),
    _by("table.state.Box.seated table.guards.demand_player_act",
        CSP="1.17*", MEGA="3.5.1 3.5.4"),
    _by("table.betting._demand_jackpot_wager rulebooks.settings.JackpotSettings.counted",
        SSP="1.1.5 3.5*", CSP="2.1.1/b 3.4 3.8*", MEGA="1.1.6 3.5* 5.12.1", TCP="1.1.7 3.5"),
    _by("table.betting.place", CSP="3.7/inform", MEGA="3.4.1"),
    _by("table.betting._who", CSP="1.11 5.23*", MEGA="3.6*"),
    _by("rulebooks.facts.facts", CSP="5.21/liability 5.23/responsibility",
        MEGA="3.6/responsibility"),
    _by("table.betting.close_bets", SSP="3.2", CSP="3.9", MEGA="3.2", TCP="3.2"),
    _by("table.betting.demand_betting", SSP="5.6", CSP="3.9 5.11", MEGA="5.5", TCP="5.6"),
    _by("table.betting.withdraw", SSP="5.7", CSP="5.11", MEGA="5.6", TCP="5.7"),
    _by("table.betting._close_box table.settling.Settling._jackpot_lines",
        CSP="5.4", MEGA="5.12 5.12.2"),

    # Dealing
    _by("table.dealing.deal table.dealing.deal_from_shoe",
        SSP="1.1.4 3.6", CSP="1.9 3.10 3.11 3.11.1", MEGA="1.1.5 3.7 3.8", TCP="3.6"),
    _by("table.dealing.burns table.dealing.deal_from_shoe", CSP="1.4 3.10/burn"),
    _by("table.views.view", SSP="3.6/face-down", CSP="3.10/face-down", TCP="3.6"),
    _by("table.evolve._cards_dealt",
        SSP="3.7", CSP="3.10/up-card 3.11.2", MEGA="3.7/up-card 3.8/up-card"),
    _by("table.guards.DEALER rulebooks.terms.Role", CSP="1.6"),

    # Decisions
    _by("table.decisions.stay",
        SSP="1.1.2 3.8 3.10", CSP="1.3 3.7/blind 3.7/exact 3.12 3.12.2",
        MEGA="1.1.2 1.1.3 3.9 3.9.2*", TCP="1.1.6 3.7 3.10*"),
    _by("table.decisions.fold wagers.ante",
        SSP="1.1.3 3.8 3.9", CSP="1.8 3.12 3.12.1", MEGA="1.1.4 3.9 3.9.1",
        TCP="1.1.4 3.7 3.8 3.9"),
    _by("table.decisions.view_hand", SSP="3.8", CSP="3.7 3.12", MEGA="1.1.3 3.4.1 3.9",
        TCP="1.1.6 3.7"),
    _by("table.decisions._undecided wagers.side", TCP="3.9 3.11"),
    _by("wagers.jackpot_forfeited",
        CSP="3.12.1/jackpot", MEGA="3.9.1/jackpot 3.10.1/no-jackpot", TCP="3.8/jackpot"),
    _by("table.decisions.absent_players_decide", CSP="5.5", MEGA="5.11"),
    _by("table.decisions.leave table.settlement.settle_round", CSP="5.6"),

    # Reveal and comparison
    _by("table.showing.reveal_dealer",
        SSP="3.11 3.12/announce", CSP="3.13", MEGA="3.10 3.10.2/announce", TCP="3.12"),
    _by("table.showing.reveal_dealer ranking.describe",
        SSP="3.11/announce", TCP="3.12/announce"),
    _by("rulebooks.model.Rulebook.qualifies table.outcome.value_hands",
        SSP="3.12", CSP="1.14", MEGA="3.10.2", TCP="3.13"),
    _by("wagers.compare",
        SSP="1.1.7 3.13 3.16", CSP="1.19 3.14 3.14.3",
        MEGA="1.1.8 3.10 3.10.3 3.10.4 3.12.1 3.12.2/stand-off 3.12.3/stand-off 3.12.6",
        TCP="1.1.9 3.14 3.14.3"),
    _by("table.decisions.decline_reveal wagers.compare", CSP="4.3",
        MEGA="3.10.1 3.10.1/settled"),
    _by("table.decisions._look_at_declined", MEGA="3.10.1/view"),

    # Ranking
    _by("ranking.OrderOfHands ranking._classify",
        SSP="3.14 3.14.*", CSP="3.1.2*", MEGA="3.11 3.11.*", TCP="3.18 3.18.*", MLP="3.15*"),
    _by("ranking._grouped",
        SSP="3.15*", CSP="3.1.1 3.1.3*", MEGA="3.3.1 3.3.1.1 3.3.1.3 3.12 3.12.2* 3.12.3* 3.12.5"),
    _by("ranking._straight",
        SSP="3.14.2 3.14.6", CSP="3.1.1/wheel", MEGA="3.3.1.2 3.12.4 3.12.6",
        TCP="3.18.1 3.18.3"),

    # Settlement
    _by("table.settlement.settle_round",
        SSP="1.1.6 4.1", CSP="1.16 4.1 5.21", MEGA="1.1.7 4.1", TCP="1.1.8 4.1"),
    _by("wagers.ante",
        SSP="3.12.2 3.13.1 3.13.2 4.1.1",
        CSP="3.13 3.14.1 3.14.2 3.14.3 4.1/no-qualify-ante 4.1/ante-note",
        MEGA="3.10.2.2 3.10.3.1 3.10.3.2 4.1.1", TCP="3.13.2 3.14.1 3.14.2 4.1/ante"),
    _by("wagers.stay",
        SSP="3.12.1 3.13.1 3.13.2 4.1.2*",
        CSP="3.13/bet-returned 3.14.1 3.14.2 3.14.3 4.1/royal-flush 4.1/straight* "
            "4.1/four-of-a-kind 4.1/full-house 4.1/flush 4.1/three-of-a-kind 4.1/two-pairs "
            "4.1/one-pair-or-less 4.1.1",
        MEGA="3.10.2.1 3.10.3.1 3.10.3.2 4.1.2*", TCP="3.13.1 3.14.1 3.14.2 4.1/play"),
    _by("wagers.ante_bonus", TCP="1.1.2 3.13.3 3.14.4 4.2*"),
    _by("wagers.side", TCP="1.1.5 3.13.4 3.14.5 4.3*"),

    # Jackpot
    _by("table.linkage.grow jackpot.meter.Jackpot", CSP="1.13"),
    _by("jackpot.pricing.price jackpot.meter.Jackpot", CSP="1.13/reset"),
    _by("wagers.jackpot_row wagers.jackpot",
        SSP="3.12.3 3.13.3 4.2*", CSP="3.13/jackpot 3.14.2 4.2* 4.4",
        MEGA="3.10.2.3 3.10.3.3 3.13 4.2*", TCP="3.15 4.4*", MLP="3.15* 4.2.1"),
    _by("jackpot.pricing.price",
        SSP="4.2/royal-flush 4.2/straight-flush",
        CSP="4.2/major 4.2/royal-flush 4.2/straight-flush",
        MEGA="4.2/royal-flush 4.2/straight-flush", TCP="4.4/akq-spades"),
    _by("table.decisions.claim_jackpot", SSP="3.12.3", CSP="4.4", MEGA="3.10.2.3"),
    _by("table.settling.Settling.claims jackpot.pricing._in_succession",
        CSP="4.5 4.5.1 4.5.1/value"),
    _by("jackpot.claims.next_due table.linkage.settle_claims", CSP="4.5 4.5.2 4.5.2/value"),
    _by("jackpot.decide.order_claims", CSP="4.5.2/house"),
    _by("table.settlement.price_again table.linkage.enter_claims", MEGA="3.14 3.15"),
    _by("jackpot.claims.sort_claims jackpot.claims.price_again",
        CSP="4.5.1/value 4.5.2/value 5.15", MEGA="3.14 5.7"),
    _by("jackpot.pricing._pool_of_wholes", MEGA="3.15 3.15.1 3.15.3"),
    _by("jackpot.pricing._pool_of_parts", MEGA="3.15 3.15.2 3.15.3"),
    _by("wagers.drawn table.settling.Settling._draw_awards table.decisions.draw",
        SSP="4.3 4.3.1 4.4 4.4.1 4.5*"),
    _by("wagers.envy", TCP="1.1.3 3.16 3.17 4.4/akq-* 4.4/envy-na"),

    # Limits and sizes found later
    _by("table.irregular.facts.beyond_limit table.irregular.consequences._hand_back", CSP="5.1"),
    _by("table.outcome.counted_stakes", CSP="5.1.1 5.3 5.3.1 5.3.2", MEGA="5.14"),
    _by("table.irregular.consequences._advise table.betting._close_box", CSP="5.2"),
    _by("wagers.ante", CSP="5.2.1"),
    _by("table.settlement.short_antes table.settlement._used_up", MEGA="5.13*"),
    _by("table.betting._return_short", CSP="5.2", TCP="3.4"),

    # Irregularities
    _by("table.settlement.void_round",
        SSP="5.1.1 5.2 5.3 5.4 5.5", CSP="1.2 1.20 5.7.2 5.8* 5.9/void 5.17 5.22",
        MEGA="5.1.1 5.2 5.3 5.4 5.8", TCP="5.1.1 5.2 5.3 5.4 5.5"),
    _by("table.irregular.reporting.report table.irregular.remedies.assess",
        SSP="5.1 5.2 5.3 5.4 5.5",
        CSP="5.7 5.8 5.8.* 5.9 5.10 5.12 5.13 5.14 5.15 5.16 5.17 5.18 5.19",
        MEGA="5.1 5.2 5.3 5.4 5.7 5.8 5.10 5.16", TCP="5.1 5.2 5.3 5.4 5.5"),
    _by("table.irregular.facts.demand_timely",
        SSP="5.1.2", CSP="5.8/effect 5.9/previous 5.20", MEGA="5.1.2 5.15", TCP="5.1.2"),
    _by("table.irregular.reconstruction.moved_hands",
        SSP="5.2", CSP="5.8.6", MEGA="5.2", TCP="5.3"),
    _by("table.irregular.remedies.anyone_handled", SSP="5.2", MEGA="5.2", TCP="5.3"),
    _by("table.irregular.remedies.anyone_seen", CSP="5.8.2 5.8.6 5.9/void 5.12 5.17 5.18.1"),
    _by("table.irregular.reconstruction.corrected_hands",
        SSP="5.3", CSP="5.8.7 5.15", MEGA="5.3 5.7", TCP="5.4"),
    _by("table.irregular.consequences._reconstruct", CSP="1.15 5.9 5.10.2"),
    _by("table.irregular.exposure.exposed_with table.irregular.exposure.news_of",
        SSP="5.4", CSP="5.8.2 5.12 5.16", MEGA="5.4", TCP="5.5"),
    _by("table.irregular.consequences.offer table.irregular.reporting.choose",
        CSP="5.9/options 5.10 5.10.* 5.10/accept 5.14.1"),
    _by("table.irregular.consequences.offer_to_players table.irregular.reporting.choose",
        MEGA="5.7.1 5.16.1*"),
    _by("table.irregular.facts._demand_extra_hand", CSP="5.19/first"),
    _by("table.settlement.return_what_exists", MEGA="5.9"),
    _by("table.irregular.remedies._reconstruct_or_invalidate", MEGA="5.7.1"),
    _by("table.irregular.reconstruction.reordered table.irregular.consequences._order", CSP="5.14"),
    _by("table.settlement.invalidate", CSP="5.10.3 5.15 5.19/effect", MEGA="5.7 5.11"),
    _by("table.irregular.consequences._up_card", CSP="5.16"),
    _by("table.irregular.remedies.outcome_established", CSP="5.7 5.7.1 5.7.2",
        MEGA="5.16 5.16.1 5.16.2"),
    _by("table.irregular.consequences._continue", CSP="5.13"),
    _by("table.irregular.remedies._jackpot_failure table.irregular.consequences._continue",
        CSP="5.17 5.18 5.18.1"),
    _by("table.irregular.remedies._intent table.irregular.consequences._boxes_out",
        CSP="5.19 5.19/*"),
    _by("table.irregular.consequences._boxes_out", MEGA="5.10 5.10.1 5.10.2"),

    # Officials
    _by("table.betting.open_bets", CSP="5.18.2"),
    _by("table.officials.close_table", CSP="5.18.2 5.18.2/a"),
    _by("table.officials.disallow_boxes", CSP="5.18.2 5.18.2/b"),
    _by("table.officials.jackpot_service", CSP="5.18.2 5.18.2/c 5.18.2/c-notice"),
    _by("table.officials.restrict_player", MEGA="3.4.3 5.10.3"),
    _by("table.officials.bar_player table.irregular.consequences.bar", MEGA="5.9"),
    _by("table.irregular.reporting.rule table.irregular.remedies._refer",
        CSP="5.24*", MEGA="6.1"),
    _by("rulebooks.terms.Role.may_act_as", CSP="1.11", MEGA="6.2"),
)
# fmt: on


def engine_code(clause: Clause) -> tuple[str, ...]:
    """Dotted names of the functions that act on a clause."""
    return tuple(name for row in HONOURING if row.covers(clause) for name in row.code)
