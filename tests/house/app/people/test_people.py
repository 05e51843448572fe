"""The people of a house: accounts, roles for good and for a time, sessions, and their end."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from msgspec import structs

from croupier.house.log.snapshots import read_snapshot, snapshot_bytes
from croupier.house.model.people import decide, tokens
from croupier.house.model.people import events as e
from croupier.house.model.people.credentials import Seals
from croupier.house.model.people.person import Person, person_of
from croupier.house.model.people.roles import HouseRole, TokenPower, table_role
from croupier.house.model.people.state import SWEEP, People, evolve
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.rulebooks.terms import Actor, Role
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer
from tests.house.houses import KEY

SEALS = Seals(KEY)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def fold(people: People, events: decide.Events, at: datetime = NOON) -> People:
    for event in events:
        people = evolve(people, event, at)
    return people


def house(**roles: HouseRole) -> People:
    people = People()
    for name, role in roles.items():
        people = fold(people, decide.register(people, NOON, name, name.title(), (role,)))
        people = fold(people, (e.PasswordChanged(name),))
    return people


def log_in(
    people: People, name: str, key: str, until: datetime, step: int | None = None
) -> decide.Events:
    wanted = e.LoggedIn(name, key, until, "10.0.0.1", step)
    sealed = structs.replace(wanted, seal=SEALS.of_log_in(wanted))
    return decide.log_in(people, NOON, sealed)


def inside(people: People, name: str, key: str, at: datetime = NOON) -> People:
    return fold(people, log_in(people, name, key, at + 12 * HOUR), at)


def guest(people: People, at: datetime, name: str, address: str = "::1") -> decide.Events:
    return decide.register_guest(people, at, name, "Bo", address, 50)


def token(
    name: str, owner: str, power: TokenPower, place: str | None = None, key: str = "hash"
) -> e.TokenMade:
    made = e.TokenMade(name, "x", owner, power, place, key)
    return structs.replace(made, seal=SEALS.of_new_token(made))


def found(people: People, key: str, at: datetime = NOON) -> Person | None:
    return person_of(people, key, at, SEALS)


def who(people: People, key: str, at: datetime = NOON) -> Person:
    person = found(people, key, at)
    assert person is not None
    return person


def refused(code: HouseCode) -> "pytest.RaisesExc[HouseRefused]":
    return pytest.RaisesExc(HouseRefused, check=lambda error: error.refusal.code is code)


@pytest.mark.parametrize(
    "name", ["a", "Ann", "ann smith", "-ann", "house", "dealer", "device", "a" * 33, "a:b", ""]
)
def test_names_that_nobody_may_bear(name: str) -> None:
    with refused(HouseCode.BAD_NAME):
        decide.register(People(), NOON, name, "Ann", (HouseRole.PLAYER,))


def test_a_name_is_given_once() -> None:
    with refused(HouseCode.NAME_TAKEN):
        decide.register(house(ann=HouseRole.PLAYER), NOON, "ann", "Ann", (HouseRole.DEALER,))


@pytest.mark.parametrize("alone", [HouseRole.PLAYER, HouseRole.AUDITOR, HouseRole.ADMINISTRATOR])
def test_who_plays_audits_or_gives_powers_does_nothing_else(alone: HouseRole) -> None:
    with refused(HouseCode.BAD_ROLES):
        decide.register(People(), NOON, "ann", "Ann", (alone, HouseRole.DEALER))
    people = house(ann=HouseRole.DEALER, boss=HouseRole.ADMINISTRATOR)
    with refused(HouseCode.BAD_ROLES):
        decide.act_as(people, NOON, "ann", alone, NOON + HOUR, "short of staff")


def test_nobody_is_a_device_and_everybody_is_something() -> None:
    for roles in ((), (HouseRole.DEVICE,)):
        with refused(HouseCode.BAD_ROLES):
            decide.register(People(), NOON, "ann", "Ann", roles)


def test_an_acting_role_counts_until_its_time() -> None:
    people = house(dan=HouseRole.DEALER)
    until = NOON + HOUR
    events = decide.act_as(people, NOON, "dan", HouseRole.PIT_SUPERVISOR, until, "illness")
    people = inside(fold(people, events), "dan", "s1")
    assert who(people, "s1").actor == Actor("dan", Role.PIT_SUPERVISOR)
    assert who(people, "s1").until == until
    assert who(people, "s1", until).actor == Actor("dan", Role.DEALER)
    people = fold(people, decide.end_acting(people, NOON, "dan", HouseRole.PIT_SUPERVISOR))
    assert who(people, "s1").actor == Actor("dan", Role.DEALER)
    for wrong in (NOON, NOON + timedelta(days=32)):
        with refused(HouseCode.BAD_TIME):
            decide.act_as(people, NOON, "dan", HouseRole.PIT_MANAGER, wrong, "illness")


def test_at_a_table_the_highest_role_counts() -> None:
    both = frozenset({HouseRole.DEALER, HouseRole.PIT_MANAGER, HouseRole.CAGE})
    assert table_role(both) is Role.PIT_MANAGER
    assert table_role(frozenset({HouseRole.CAGE})) is None
    assert table_role(frozenset({HouseRole.PLAYER})) is Role.PLAYER


def test_as_what_each_role_looks_at_a_table() -> None:
    seen = {
        HouseRole.PLAYER: Viewer.of_player("x1"),
        HouseRole.DEALER: STAFF,
        HouseRole.PIT_SUPERVISOR: STAFF,
        HouseRole.PIT_MANAGER: STAFF,
        HouseRole.SHIFT_MANAGER: STAFF,
        HouseRole.CAGE: PUBLIC,
        HouseRole.AUDITOR: AUDITOR,
        HouseRole.ADMINISTRATOR: PUBLIC,
    }
    for role, viewer in seen.items():
        assert who(inside(house(x1=role), "x1", "s"), "s").viewer == viewer


def test_roles_are_set_by_what_is_given_and_taken() -> None:
    people = house(dan=HouseRole.DEALER)
    events = decide.set_roles(people, NOON, "dan", (HouseRole.PIT_SUPERVISOR, HouseRole.CAGE))
    assert events == (
        e.RolesGiven("dan", (HouseRole.PIT_SUPERVISOR, HouseRole.CAGE)),
        e.RolesTaken("dan", (HouseRole.DEALER,)),
    )
    assert decide.set_roles(people, NOON, "dan", (HouseRole.DEALER,)) == ()


def test_one_administrator_is_always_left() -> None:
    people = house(boss=HouseRole.ADMINISTRATOR, second=HouseRole.ADMINISTRATOR)
    people = fold(people, decide.suspend(people, NOON, "second", "left"))
    with refused(HouseCode.LAST_ADMINISTRATOR):
        decide.suspend(people, NOON, "boss", "left")
    with refused(HouseCode.LAST_ADMINISTRATOR):
        decide.set_roles(people, NOON, "boss", (HouseRole.AUDITOR,))


def test_what_ends_sessions() -> None:
    start = house(ann=HouseRole.PLAYER, bob=HouseRole.PLAYER, boss=HouseRole.ADMINISTRATOR)
    for person in ("ann", "bob"):
        start = inside(inside(start, person, f"{person}1"), person, f"{person}2")
    ends = {
        decide.suspend(start, NOON, "ann", "trouble"): set(),
        decide.reset_password(start, NOON, "ann", "m"): set(),
        decide.log_out_everywhere(start, NOON, "ann"): set(),
        decide.change_password(start, NOON, "ann", "ann2", "m"): {"ann2"},
        decide.log_out(start, NOON, "ann1"): {"ann2"},
    }
    for events, left in ends.items():
        assert fold(start, events).sessions.keys() == left | {"bob1", "bob2"}


def test_a_session_ends_at_its_time() -> None:
    people = inside(house(ann=HouseRole.PLAYER), "ann", "s1")
    assert found(people, "s1", NOON + 12 * HOUR - timedelta(seconds=1)) is not None
    assert found(people, "s1", NOON + 12 * HOUR) is None


def test_a_guest_is_a_player_for_a_day() -> None:
    people = People()
    people = fold(people, guest(people, NOON, "guest-1"))
    people = fold(people, log_in(people, "guest-1", "s", NOON + timedelta(days=9)))
    assert who(people, "s").guest
    assert who(people, "s").actor == Actor("guest-1", Role.PLAYER)
    assert found(people, "s", NOON + timedelta(days=1)) is None
    with refused(HouseCode.BAD_COMMAND):
        decide.reset_password(people, NOON, "guest-1", "m")
    with refused(HouseCode.BAD_ROLES):
        decide.set_roles(people, NOON, "guest-1", (HouseRole.DEALER,))


def test_the_state_does_not_grow_with_the_years() -> None:
    people = house(ann=HouseRole.PLAYER)
    at = NOON
    for day in range(400):
        at = NOON + timedelta(days=day)
        people = inside(people, "ann", f"s{day}", at)
        people = fold(people, guest(people, at, f"guest-{day}"), at)
    assert len(people.sessions) <= 2
    assert len(people.accounts) <= 3
    assert at - people.swept < SWEEP


def test_before_a_one_time_password_is_changed_nobody_is_anything() -> None:
    people = People()
    people = fold(people, decide.register(people, NOON, "mia", "Mia", (HouseRole.SHIFT_MANAGER,)))
    people = inside(people, "mia", "s")
    mia = who(people, "s")
    assert (mia.roles, mia.actor, mia.viewer) == (frozenset(), None, PUBLIC)
    assert mia.must_change_password


def test_a_code_is_taken_once_whichever_process_is_asked() -> None:
    people = house(ann=HouseRole.DEALER)
    people = fold(people, decide.set_second_factor(people, NOON, "ann", 100))
    for used in (99, 100):
        with refused(HouseCode.WRONG_CODE):
            log_in(people, "ann", "s", NOON + HOUR, used)
    events = log_in(people, "ann", "s", NOON + HOUR, 101)
    with refused(HouseCode.WRONG_CODE):
        log_in(fold(people, events), "ann", "t", NOON + HOUR, 101)


def test_an_exclusion_is_not_made_shorter() -> None:
    people = house(ann=HouseRole.PLAYER)
    month = NOON + timedelta(days=30)
    people = fold(people, decide.exclude(people, NOON, "ann", month, "own wish"))
    assert people.accounts["ann"].is_excluded(month - HOUR)
    assert not people.accounts["ann"].is_excluded(month)
    with refused(HouseCode.EXCLUDED):
        decide.exclude(people, NOON, "ann", NOON + HOUR, "changed my mind")
    assert decide.exclude(people, NOON, "ann", None, "for ever")


def test_tokens_name_what_they_are_for() -> None:
    people = house(boss=HouseRole.ADMINISTRATOR)
    for power, place in (
        (TokenPower.SIGN, None),
        (TokenPower.READER, "T1"),
        (TokenPower.PERSONAL, "T1"),
    ):
        with refused(HouseCode.BAD_COMMAND):
            tokens.make_token(people, NOON, e.TokenMade("t", "x", "boss", power, place, "h"))


def test_a_personal_token_ends_with_its_owner() -> None:
    people = house(ann=HouseRole.PLAYER, boss=HouseRole.ADMINISTRATOR)
    made = token("t1", "ann", TokenPower.PERSONAL)
    people = fold(people, tokens.make_token(people, NOON, made))
    assert who(people, "hash").actor == Actor("ann", Role.PLAYER)
    suspended = fold(people, decide.suspend(people, NOON, "ann", "trouble"))
    assert found(suspended, "hash") is None
    revoked = fold(people, tokens.revoke_token(people, NOON, "t1"))
    assert found(revoked, "hash") is None


def test_a_snapshot_says_the_same() -> None:
    people = inside(house(ann=HouseRole.PLAYER, dan=HouseRole.DEALER), "ann", "s1")
    events = decide.act_as(people, NOON, "dan", HouseRole.PIT_MANAGER, NOON + HOUR, "leave")
    made = token("t1", "ann", TokenPower.SIGN, "J1")
    shoe = e.ShoeAdmitted("cage/1", "dan", "shoe", "T1", None, "eve")
    people = fold(people, (*events, *tokens.make_token(people, NOON, made), shoe))
    assert read_snapshot("people", snapshot_bytes(people, None))[0] == people


def test_an_acting_role_that_is_ended_puts_devices_in_doubt() -> None:
    people = house(dan=HouseRole.DEALER)
    until = NOON + HOUR
    people = fold(
        people, decide.act_as(people, NOON, "dan", HouseRole.SHIFT_MANAGER, until, "leave")
    )
    people = fold(people, tokens.make_token(people, NOON, token("t1", "dan", TokenPower.READER)))
    ended = fold(people, decide.end_acting(people, NOON, "dan", HouseRole.SHIFT_MANAGER))
    assert ended.tokens["hash"].ends == NOON + timedelta(days=1)


def test_a_snapshot_of_a_program_that_knew_no_doubt_says_the_same() -> None:
    """A proof compares it with what the records lead to now."""
    people = house(boss=HouseRole.ADMINISTRATOR)
    made = token("t1", "boss", TokenPower.SIGN, "J1")
    people = fold(people, tokens.make_token(people, NOON, made))
    kept = msgspec.json.decode(snapshot_bytes(people, None))
    del kept["state"]["admitted"]
    for name in ("backers", "doubted_until"):
        del kept["state"]["tokens"]["hash"][name]
    assert read_snapshot("people", msgspec.json.encode(kept))[0] == people


def test_a_person_has_so_many_sessions_and_the_oldest_makes_way() -> None:
    people = house(ann=HouseRole.PLAYER)
    for number in range(decide.SESSIONS_MAX + 3):
        at = NOON + timedelta(seconds=number)
        people = inside(people, "ann", f"s{number}", at)
    assert len(people.sessions) == decide.SESSIONS_MAX
    assert "s2" not in people.sessions
    assert "s3" in people.sessions


def test_guests_are_so_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "GUESTS_MAX", 2)
    people = People()
    for name in ("guest-1", "guest-2"):
        people = fold(people, guest(people, NOON, name))
    with refused(HouseCode.FULL):
        guest(people, NOON, "guest-3")
    assert guest(people, NOON + timedelta(days=1), "guest-3")


def test_a_new_start_revokes_tokens_that_act_as_the_person() -> None:
    """A reset, a change of the password, and a log-out everywhere; tokens of devices stay, but for
    a day after a reset."""
    people = house(ann=HouseRole.PLAYER, boss=HouseRole.ADMINISTRATOR)
    for owner, power in (("ann", TokenPower.PERSONAL), ("boss", TokenPower.READER)):
        made = token(f"of-{owner}", owner, power, key=f"hash-{owner}")
        people = fold(people, tokens.make_token(people, NOON, made))
    people = inside(people, "ann", "s1")
    for events in (
        decide.reset_password(people, NOON, "ann", "m"),
        decide.change_password(people, NOON, "ann", "s1", "m"),
        decide.log_out_everywhere(people, NOON, "ann"),
    ):
        assert fold(people, events).tokens.keys() == {"hash-boss"}
    assert "s1" in fold(people, decide.change_password(people, NOON, "ann", "s1", "m")).sessions
    for events in (
        decide.change_password(people, NOON, "boss", None, "m"),
        decide.log_out_everywhere(people, NOON, "boss"),
    ):
        assert fold(people, events).tokens == people.tokens
    reset = fold(people, decide.reset_password(people, NOON, "boss", "m"))
    assert reset.tokens["hash-boss"].ends == NOON + timedelta(days=1)
