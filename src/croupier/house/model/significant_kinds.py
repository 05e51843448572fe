"""The kinds of what matters: what an auditor asks for by name."""

from enum import StrEnum


class Kind(StrEnum):
    """Why a record stands in the list of significant events."""

    LOG_IN = "log-in"
    FAILED_LOG_IN = "failed-log-in"
    ACCOUNT = "account"
    """Somebody registered, suspended, restored, given another password or token."""
    ROLE = "role"
    LIMIT = "limit"
    """A player's voluntary limits and exclusions."""
    OVERRIDE = "override"
    """An entry was corrected by hand."""
    RULING = "ruling"
    IRREGULARITY = "irregularity"
    VOID = "void"
    STAFF_WAGER = "staff-wager"
    """Staff placed a wager out of a player's wallet, who had asked for it."""
    PLAYER = "player"
    """Somebody was restricted, barred or readmitted at a table."""
    PARAMETER = "parameter"
    """Registrations and changes of parameters."""
    PROPOSAL = "proposal"
    HIT = "hit"
    PAYMENT = "payment"
    """A jackpot payment released to its winner."""
    ADJUSTMENT = "adjustment"
    LARGE_WIN = "large-win"
    PAUSE = "pause"
    """Pauses, last rounds, openings and closures of a table."""
    LINK = "link"
    CAGE = "cage"
    FILL = "fill"
    DAY = "day"
    CLOCK = "clock"
    VERIFICATION = "verification"
    PROGRAM = "program"
    """Starts and stops, backups, archives and alarms."""


BY_TAG: dict[str, Kind | None] = {
    # people
    "person_registered": Kind.ACCOUNT,
    "person_renamed": Kind.ACCOUNT,
    "roles_given": Kind.ROLE,
    "roles_taken": Kind.ROLE,
    "acting_role_given": Kind.ROLE,
    "acting_role_ended": Kind.ROLE,
    "person_suspended": Kind.ACCOUNT,
    "person_restored": Kind.ACCOUNT,
    "person_excluded": Kind.LIMIT,
    "exclusion_lifted": Kind.LIMIT,
    "password_changed": Kind.ACCOUNT,
    "password_reset": Kind.ACCOUNT,
    "second_factor_set": Kind.ACCOUNT,
    "second_factor_removed": Kind.ACCOUNT,
    "passkey_added": Kind.ACCOUNT,
    "passkey_removed": Kind.ACCOUNT,
    "passkey_counted_back": Kind.ACCOUNT,
    "logged_in": Kind.LOG_IN,
    "proved_again": Kind.LOG_IN,
    "log_in_failed": Kind.FAILED_LOG_IN,
    "log_in_throttled": Kind.FAILED_LOG_IN,
    "logged_out": Kind.LOG_IN,
    "logged_out_everywhere": Kind.LOG_IN,
    "shoe_admitted": Kind.ACCOUNT,
    "token_made": Kind.ACCOUNT,
    "token_doubted": Kind.ACCOUNT,
    "token_vouched": Kind.ACCOUNT,
    "token_revoked": Kind.ACCOUNT,
    # cage
    "bought_in": Kind.CAGE,
    "practice_taken": None,
    "cashed_out": Kind.CAGE,
    "table_bought_in": Kind.CAGE,
    "float_filled": Kind.FILL,
    "float_credited": Kind.FILL,
    "float_counted": Kind.FILL,
    "drop_counted": Kind.FILL,
    "drop_recounted": Kind.FILL,
    "day_closed": Kind.DAY,
    "day_reopened": Kind.DAY,
    "loss_limit_set": Kind.LIMIT,
    "recovered": Kind.CAGE,
    "cage_configured": Kind.PARAMETER,
    "loss_limit_passed": Kind.LIMIT,
    # tables
    "wager_requested": None,
    "wager_request_used": Kind.STAFF_WAGER,
    # two people
    "proposed": Kind.PROPOSAL,
    "proposal_approved": Kind.PROPOSAL,
    "proposal_declined": Kind.PROPOSAL,
    "jackpot_paid": Kind.PAYMENT,
    "jackpot_retired": Kind.PARAMETER,
    # operation
    "house_opened": Kind.PROGRAM,
    "house_stopped": Kind.PROGRAM,
    "log_checked": Kind.VERIFICATION,
    "clock_stepped": Kind.CLOCK,
    "backup_made": Kind.PROGRAM,
    "archive_made": Kind.PROGRAM,
    "sums_repaired": Kind.PROGRAM,
    "key_changed": Kind.PROGRAM,
    "head_published": None,
    "head_witnessed": None,
    "head_seen": None,
    "head_refused": Kind.VERIFICATION,
    "alarm_raised": Kind.PROGRAM,
    "alarm_cleared": Kind.PROGRAM,
}
"""The kind of each event of an office by its public name; none for what does not matter."""
