"""What regulators ask of such a house: each requirement, how it is met, and the evidence.

Evidence is a test of this project, or a command that shows it. A test of this page fails if a piece
of evidence does not exist. If a requirement is met only in part, `missing` says what is not. This
is no claim of conformity with any standard.
"""

from msgspec import Struct

_CLAUSES = "tests/clauses/"
_HOUSE = "tests/house/"
_OWN = "tests/compliance/test_requirements.py::"


class Requirement(Struct, frozen=True):
    """One requirement and what there is to show for it."""

    name: str
    how: str
    tests: tuple[str, ...]
    commands: tuple[str, ...] = ()
    met: bool = True
    missing: str | None = None
    """The part that is not met; without it, everything is."""

    @property
    def partly(self) -> bool:
        return self.met and self.missing is not None


REQUIREMENTS: tuple[Requirement, ...] = (
    Requirement(
        "The rule edition is stamped on each round",
        "Every opening call carries document and edition, and the table the SHA-256 of its whole "
        "rulebook; a program with another rulebook does not open the table.",
        (
            _CLAUSES + "casino_stud/test_0_identity.py"
            "::test_title_every_round_is_stamped_with_the_edition",
            _HOUSE + "read/test_rounds.py::test_one_round_whole",
        ),
        ("croupier rules", "croupier export --data DIR"),
    ),
    Requirement(
        "Rules, odds and limits are displayed at the table",
        "The table's view gives edition and limits; the book and the odds of every wager are "
        "served beside it.",
        (
            _OWN + "test_limits_and_edition_are_on_the_table",
            "tests/web/test_book_api.py::test_pay_tables_with_their_odds",
            "tests/web/test_odds_api.py::test_five_card_stud_as_published",
        ),
        ("croupier odds", "croupier rules"),
    ),
    Requirement(
        "A void refunds all and tells every patron",
        "A void is one transaction: every wager goes back, the meter gives up its contribution, "
        "and the event is told to everybody at the table.",
        (
            _OWN + "test_a_void_refunds_every_wager_and_is_told_to_everybody",
            _CLAUSES + "resorts_world/test_5_irregularities_wagers.py"
            "::test_5_22_a_void_round_returns_every_bet",
            _HOUSE + "test_ledger.py::test_a_void_round_leaves_every_account_as_it_was",
        ),
    ),
    Requirement(
        "The last round is announced before a table closes",
        "'announce_last_round' tells the number of the last round; the automatic dealer closes "
        "the table after it. A pause is no closure and resumes at the same stage.",
        (
            _HOUSE + "app/test_dealer.py::test_after_the_last_round_the_table_closes_itself",
            _HOUSE + "app/test_command_handler.py"
            "::test_a_pause_keeps_the_stage_and_a_last_round_is_the_last",
        ),
    ),
    Requirement(
        "Records reconstruct single transactions",
        "Every command stands in a hash-chained log with time and signature; any round is shown "
        "whole or exported as a script that replays to the same events.",
        (
            _HOUSE + "read/test_rounds.py::test_one_round_whole",
            _HOUSE + "read/test_export.py::test_a_single_round_replays_to_the_same_lines",
        ),
        ("croupier export --data DIR", "croupier replay", "croupier verify --data DIR"),
    ),
    Requirement(
        "Progressive parameters and meters are complete",
        "Stake, reset, increment, reserve, limit; amount in, display, hits, wins, reserve, "
        "overflow, corrections. The balance is checked at every event.",
        (
            _OWN + "test_the_meters_of_a_progressive_are_complete",
            _HOUSE + "read/test_reports.py::test_how_the_amount_of_a_jackpot_came_about",
            "tests/jackpot/test_meter.py::test_a_meter_that_does_not_add_up_stops",
        ),
        ("croupier report jackpots --data DIR",),
    ),
    Requirement(
        "The last 25 hits are kept",
        "Each with its number, time, table, round, winners and amount.",
        (_OWN + "test_the_last_25_hits_are_kept",),
    ),
    Requirement(
        "The order of near-simultaneous hits is recorded",
        "All movements of a progressive stand in one stream with one order; claims are queued and "
        "paid in the order that the rules name.",
        (
            "tests/jackpot/test_meter.py"
            "::test_two_waiting_rounds_are_paid_in_the_order_of_their_deals",
            _HOUSE + "read/test_export.py::test_any_order_of_linked_rounds_is_exported_as_recorded",
        ),
    ),
    Requirement(
        "The amount is never reduced silently",
        "A meter falls only by a recorded win or by a correction with a reason, by two people; "
        "what grows above a limit is moved to the overflow meter.",
        (
            "tests/jackpot/test_meter.py::test_a_correction_takes_a_shift_manager",
            _HOUSE + "app/test_command_handler.py"
            "::test_what_grows_beyond_the_limit_is_moved_to_the_overflow",
            _OWN + "test_a_meter_falls_by_wins_and_corrections_alone",
        ),
    ),
    Requirement(
        "No parameter is changed in operation",
        "A change is refused while any linked round is running.",
        (
            _HOUSE + "app/test_command_handler.py"
            "::test_parameters_change_only_when_no_linked_round_is_running",
        ),
    ),
    Requirement(
        "Unplayable and announced when the link is down",
        "A lost link is a jackpot failure at each linked table; everybody is told, and jackpot "
        "wagers are refused until the link and the table are restored.",
        (
            _HOUSE + "app/test_command_handler.py"
            "::test_a_lost_link_refuses_jackpot_wagers_until_it_is_restored",
            _HOUSE + "app/test_dealer.py::test_a_lost_link_fails_the_jackpot_at_every_linked_table",
            _CLAUSES + "resorts_world/test_5_irregularities_jackpot.py"
            "::test_5_18_2_c_a_notice_tells_so_at_the_start_of_every_round",
        ),
    ),
    Requirement(
        "The exact state after power loss",
        "Nothing is acknowledged before it is on disk; after a kill at any moment rounds stand "
        "where they stood.",
        (
            _HOUSE + "app/test_crash.py::test_killed_again_and_again_on_sqlite",
            _HOUSE + "app/test_command_handler.py"
            "::test_a_new_process_stands_exactly_where_the_old_one_stood",
            _HOUSE + "store/test_crash.py"
            "::test_a_killed_writer_loses_nothing_that_it_had_acknowledged",
        ),
    ),
    Requirement(
        "A self-check with software authentication at start and daily",
        "Schema, chain, balances, rulebooks and every table before serving; every file of the "
        "program by SHA-256 at start and with the daily proof of the whole log. The start compares "
        "with the files of the last start and records what changed; the daily proof compares with "
        "those of this start and raises an alarm. Where there is a list of approved programs, a "
        "house for live money opens with one of them only; the log has the digest of the list.",
        (
            _HOUSE + "operate/test_approved_programs.py"
            "::test_a_program_that_is_not_on_the_list_opens_no_house_for_live_money",
            _HOUSE + "operate/test_operation.py::test_a_second_start_says_which_files_changed",
            _HOUSE + "operate/test_operation.py"
            "::test_a_program_changed_while_running_raises_an_alarm",
            _HOUSE + "read/test_verify.py::test_a_running_house_has_its_log_checked",
        ),
        ("croupier serve --data DIR --check", "croupier verify --data DIR"),
    ),
    Requirement(
        "Two-person configuration with an entry log",
        "Registering a table or a jackpot, changing parameters, correcting a meter, retiring a "
        "link, opening a closed day and movements of the cage above its limit take two different "
        "people; both are on record. What the house sets up by itself bears its own signature.",
        (
            _OWN + "test_one_person_alone_changes_no_parameter",
            _HOUSE + "model/cage/test_attacks.py::test_one_person_alone_registers_nothing",
            _HOUSE + "model/cage/test_attacks.py"
            "::test_one_person_moves_little_two_move_more_and_nobody_beyond",
            _HOUSE + "read/test_significant.py::test_a_correction_of_the_meter_is_found",
        ),
        ("croupier report events --data DIR --kind proposal",),
    ),
    Requirement(
        "Hit confirmation and configuration are different powers",
        "Pit supervisors and pit managers confirm a hit and cannot configure; shift managers and "
        "administrators configure and cannot confirm a hit, also not in a second role that they "
        "hold. Payments and changes take two people. No command forces a hit.",
        (
            _OWN + "test_confirming_a_hit_and_configuring_are_different_powers",
            _OWN + "test_a_second_role_does_not_join_confirming_and_configuring",
        ),
    ),
    Requirement(
        "The outcome cannot be altered after selection",
        "The shuffle is committed by hash before the bets and opened after the round; whoever "
        "sends cards to an electronic table is refused; a changed record is found.",
        (
            _HOUSE + "model/table/test_shuffle.py::test_the_commitment_binds_seed_table_and_round",
            _HOUSE + "read/test_verify.py::test_whatever_is_changed_in_a_stored_log_is_found",
            _OWN + "test_an_electronic_table_deals_what_it_committed_to",
        ),
        ("croupier verify --data DIR",),
    ),
    Requirement(
        "What was displayed equals what was posted",
        "Screens show the settled lines, and the ledger is posted from the same events; verify "
        "derives every posting anew.",
        (
            _OWN + "test_what_a_player_is_shown_is_what_was_posted",
            _HOUSE + "read/test_verify.py::test_a_played_house_proves_itself",
        ),
        ("croupier verify --data DIR",),
    ),
    Requirement(
        "Test mode never moves live meters",
        "Practice tables play for practice money and cannot join a live jackpot.",
        (_OWN + "test_a_practice_table_never_joins_a_live_jackpot",),
    ),
    Requirement(
        "The player's replay of the last game",
        "A round that is over is stepped through as its player saw it: GET "
        "/api/tables/T/rounds/N, and the table's page; auditors and shift managers see any "
        "viewer's side on the audit pages.",
        (
            _OWN + "test_a_player_replays_a_round_with_their_own_cards",
            _HOUSE + "read/test_rounds.py::test_each_viewer_sees_what_they_saw",
        ),
    ),
    Requirement(
        "Significant events can be searched",
        "By kind, person, table, jackpot, words and time; as JSON and CSV. The list is stored with "
        "the record and proved by verify.",
        (
            _HOUSE + "read/test_significant.py::test_it_is_searched_by_what_is_known",
            _HOUSE + "read/test_significant.py::test_whoever_tampers_with_the_list_is_found_out",
        ),
        ("croupier report events --data DIR",),
    ),
    Requirement(
        "An unbiased, unpredictable shuffle, tested over actual card combinations",
        "256 bits of the operating system, SHAKE-256, Fisher-Yates without the uneven rest; "
        "positions, neighbours and hand categories tested at 99 %.",
        (
            "tests/fuzz/test_shuffle_statistics.py::test_the_fast_shuffle_is_the_real_one",
            "tests/fuzz/test_shuffle_statistics.py::test_shuffles_are_even",
            "tests/fuzz/test_shuffle_statistics.py::test_ten_million_shuffles_are_even",
        ),
    ),
    Requirement(
        "Voluntary loss limits",
        "A player sets a limit for a day, week or month; lowering holds at once, raising waits. "
        "What is lost at any table counts. A wager out of the wallet that would pass the limit is "
        "refused; one with physical chips lies on the table, is recorded, listed as significant, "
        "and told to staff at once.",
        (
            _OWN + "test_a_player_sets_a_loss_limit",
            _HOUSE + "model/cage/test_recorded_limits.py"
            "::test_what_is_lost_with_chips_uses_up_the_limit_of_the_wallet",
            _HOUSE + "model/cage/test_recorded_limits.py"
            "::test_a_wager_with_chips_beyond_the_limit_is_recorded_and_told",
        ),
        ("croupier report events --data DIR --kind limit",),
    ),
    Requirement(
        "Money moves for people in the register alone",
        "Every posting on a person's account is held against the register and exclusions in one "
        "place before it is stored; verify looks again. Staff place a wager out of a wallet on "
        "its owner's request alone, and it is listed as significant.",
        (
            _HOUSE + "model/cage/test_attacks.py"
            "::test_no_money_for_names_in_no_register_staff_suspended_or_excluded",
            _HOUSE
            + "model/cage/test_attacks.py::test_staff_stake_a_wallet_only_when_its_owner_asks",
        ),
        ("croupier report events --data DIR --kind staff-wager",),
    ),
    Requirement(
        "Records are kept for five years, archived without breaking the chain",
        "Nothing is deleted. Gaming days whose books are closed may be moved into files, which are "
        "the records from then on and are to be kept for as long. Each carries its hashes, the "
        "database a marker from which everything after it is proved, and any file can be unpacked "
        "and read: proof, reports and exported rounds are what they were.",
        (
            _HOUSE + "operate/test_archived_days.py::test_an_archived_day_is_read_as_it_was",
            _HOUSE + "operate/test_archived_days.py::test_a_day_that_is_not_closed_is_refused",
            _HOUSE + "operate/test_archive.py::test_an_archived_house_proves_itself",
        ),
        (
            "croupier archive --data DIR --before DAY --to FOLDER",
            "croupier unpack FILE --data DIR --to FOLDER",
        ),
    ),
)
