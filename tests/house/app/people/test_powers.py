"""Every command tried by every role, against a table written by hand."""

from typing import Any, get_args

import pytest

from croupier.house.app.house import House
from croupier.house.client import Client
from croupier.house.model.commands import AnyCommand
from croupier.house.model.people.powers import POWERS, tag_of
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.refusals import HouseRefused
from croupier.table import commands as c
from tests.house.houses import DEALER, do, register_jackpot, register_table
from tests.house.serving import client_of, serving, session_of, shoe_of

ROLES = (
    HouseRole.PLAYER,
    HouseRole.DEALER,
    HouseRole.PIT_SUPERVISOR,
    HouseRole.PIT_MANAGER,
    HouseRole.SHIFT_MANAGER,
    HouseRole.CAGE,
    HouseRole.AUDITOR,
    HouseRole.ADMINISTRATOR,
)
"""The columns of the table, then a shoe."""

TABLE = """
                      player dealer superv. manager shift  cage auditor admin shoe
place_wager             yes    yes    yes     yes    yes    -     -      -     -
request_wager           yes    -      -       -      -      -     -      -     -
withdraw_wager          yes    yes    yes     yes    yes    -     -      -     -
handle_hand             yes    yes    yes     yes    yes    -     -      -     -
view_hand               yes    yes    yes     yes    yes    -     -      -     -
show_hand               yes    yes    yes     yes    yes    -     -      -     -
fold                    yes    yes    yes     yes    yes    -     -      -     -
leave                   yes    yes    yes     yes    yes    -     -      -     -
claim_jackpot           yes    yes    yes     yes    yes    -     -      -     -
decline_reveal          yes    yes    yes     yes    yes    -     -      -     -
choose                  yes    yes    yes     yes    yes    -     -      -     -
report                  yes    yes    yes     yes    yes    -     -      -     -
add_seed                yes    -      -       -      -      -     -      -     -
play_alone              yes    -      -       -      -      -     -      -     -
open_bets               -      yes    yes     yes    yes    -     -      -     -
close_bets              -      yes    yes     yes    yes    -     -      -     -
draw                    -      yes    yes     yes    yes    -     -      -     -
deal                    -      yes    yes     yes    yes    -     -      -     yes
reveal_dealer           -      yes    yes     yes    yes    -     -      -     -
settle                  -      yes    yes     yes    yes    -     -      -     -
rule                    -      yes    yes     yes    yes    -     -      -     -
correct_entry           -      -      yes     yes    yes    -     -      -     -
restrict_player         -      -      -       yes    yes    -     -      -     -
bar_player              -      -      -       -      yes    -     -      -     -
readmit_player          -      -      -       -      yes    -     -      -     -
jackpot_service         -      -      -       -      yes    -     -      -     -
close_table             -      -      -       -      yes    -     -      -     -
open_table              -      -      -       -      yes    -     -      -     -
disallow_boxes          -      -      -       -      yes    -     -      -     -
order_claims            -      -      -       -      yes    -     -      -     -
sign_on                 -      yes    yes     yes    yes    -     -      -     -
sign_off                -      yes    yes     yes    yes    -     -      -     -
pause_table             -      yes    yes     yes    yes    -     -      -     -
resume_table            -      yes    yes     yes    yes    -     -      -     -
answer_call             -      yes    yes     yes    yes    -     -      -     -
confirm_acts            -      yes    yes     yes    yes    -     -      -     -
report_payment          -      yes    yes     yes    yes    -     -      -     -
call_for                -      yes    yes     yes    yes    -     -      -     -
answer_need             -      yes    yes     yes    yes    yes   -      -     -
take_seat               -      yes    yes     yes    yes    -     -      -     -
leave_seat              -      yes    yes     yes    yes    -     -      -     -
announce_last_round     -      -      yes     yes    yes    -     -      -     -
change_limits           -      -      -       yes    yes    -     -      -     -
seat_bot                -      -      yes     yes    yes    -     -      -     -
unseat_bot              -      -      yes     yes    yes    -     -      -     -
fail_link               -      -      yes     yes    yes    -     -      -     -
restore_link            -      -      -       -      yes    -     -      -     -
register_table          -      -      -       -      yes    -     -      yes   -
register_jackpot        -      -      -       -      yes    -     -      yes   -
change_edition          -      -      -       -      yes    -     -      yes   -
admit_shoe              -      -      -       -      yes    -     -      yes   -
change_jackpot          -      -      -       -      yes    -     -      yes   -
adjust_jackpot          -      -      -       -      yes    -     -      yes   -
retire_jackpot          -      -      -       -      yes    -     -      yes   -
buy_in                  -      -      -       -      -      yes   -      -     -
cash_out                -      -      -       -      -      yes   -      -     -
buy_chips               -      -      -       -      -      yes   -      -     -
redeem_chips            -      -      -       -      -      yes   -      -     -
pay_remainder           -      -      -       -      -      yes   -      -     -
fill                    -      -      -       -      -      yes   -      -     -
credit                  -      -      -       -      -      yes   -      -     -
request_transfer        -      yes    yes     yes    yes    yes   -      -     -
issue_transfer          -      yes    yes     yes    yes    yes   -      -     -
receive_transfer        -      yes    yes     yes    yes    yes   -      -     -
cancel_transfer         -      yes    yes     yes    yes    yes   -      -     -
pay_prize               -      -      -       -      -      yes   -      -     -
open_drawer             -      -      -       -      -      yes   -      -     -
close_drawer            -      -      -       -      yes    yes   -      -     -
move_bankroll           -      -      -       -      yes    yes   -      -     -
correct_buy_in          -      -      yes     yes    yes    yes   -      -     -
open_shift              -      -      -       -      yes    -     -      -     -
hand_over_shift         -      -      -       -      yes    -     -      -     -
close_shift             -      -      -       -      yes    -     -      -     -
plan_rotation           -      -      yes     yes    yes    -     -      -     -
count_drop              -      -      -       -      -      yes   -      -     -
recount_drop            -      -      -       -      -      yes   -      -     -
count_float             -      -      yes     yes    yes    yes   -      -     -
table_buy_in            -      yes    yes     yes    yes    -     -      -     -
close_day               -      -      -       -      yes    -     -      -     -
reopen_day              -      -      -       -      yes    -     -      -     -
set_loss_limit          yes    -      -       -      yes    yes   -      -     -
recover                 -      -      -       -      -      -     -      -     -
configure_cage          -      -      -       -      -      -     -      -     -
note_loss_limit         -      -      -       -      -      -     -      -     -
note_refused_report     -      -      -       -      -      -     -      -     -
pay_jackpot             -      -      yes     yes    -      -     -      -     -
return_payment          -      -      yes     yes    -      yes   -      -     -
approve                 -      -      yes     yes    yes    yes   -      -     -
decline                 -      -      yes     yes    yes    yes   -      yes   -
"""
"""CSP 5.14, 5.19, 5.24; MEGA 3.4.3, 5.9, 5.10.3, 6.1, 6.2; the rest is the house's own."""

BODIES: dict[str, dict[str, Any]] = {
    "place_wager": {"box": 1, "wager": "ante", "amount": 1000},
    "request_wager": {"box": 1, "wager": "ante", "amount": 1000},
    "withdraw_wager": {"box": 1, "wager": "ante"},
    "handle_hand": {"box": 1},
    "view_hand": {"box": 1},
    "show_hand": {"box": 1},
    "fold": {"box": 1},
    "leave": {"player": "x-player"},
    "claim_jackpot": {"box": 1},
    "decline_reveal": {"box": 1},
    "choose": {"option": "continue"},
    "report": {"irregularity": "other"},
    "add_seed": {"next": "ab" * 32},
    "play_alone": {},
    "answer_call": {"call": 1},
    "confirm_acts": {"acts": ["1/1/x/ante/pay"]},
    "report_payment": {
        "round": 1,
        "box": 1,
        "player": "x-player",
        "wager": "ante",
        "over": 500,
        "reason": "x",
    },
    "call_for": {"need": "fill"},
    "answer_need": {"call": 1},
    "take_seat": {"box": 1},
    "leave_seat": {"box": 1},
    "rule": {"decision": "continue", "reason": "as seen"},
    "correct_entry": {"box": 1, "reason": "misread"},
    "restrict_player": {"player": "x-player"},
    "bar_player": {"player": "x-player"},
    "readmit_player": {"player": "x-player"},
    "jackpot_service": {"available": True},
    "disallow_boxes": {"boxes": [6]},
    "order_claims": {"claims": [{"table": "T1", "box": 1}]},
    "pause_table": {"reason": "x"},
    "change_limits": {"limits": {"ante": [2500, 50000]}, "reason": "x"},
    "seat_bot": {"box": 3, "name": "b", "strategy": "simple", "ante": 1000},
    "unseat_bot": {"box": 3},
    "fail_link": {"jackpot": "J1", "reason": "x"},
    "restore_link": {"jackpot": "J1", "reason": "x"},
    "register_table": {"name": "T1", "entry": {"rulebook": "casino-stud"}},
    "register_jackpot": {"name": "J1", "entry": {"meter": 1000, "reset": 1000}},
    "admit_shoe": {"table": "T1", "name": "shoe"},
    "change_edition": {
        "table": "T1",
        "rulebook": "casino-stud@6",
        "since": "2026-01-01T00:00:00Z",
        "reason": "x",
    },
    "change_jackpot": {"jackpot": "J1", "reason": "x", "reset": 2000},
    "adjust_jackpot": {"jackpot": "J1", "amount": 1, "reason": "x"},
    "retire_jackpot": {"jackpot": "J1", "reason": "x"},
    "buy_in": {"player": "x-player", "amount": 100},
    "buy_chips": {"player": "x-player", "amount": 1000},
    "redeem_chips": {"player": "x-player", "amount": 1000},
    "pay_remainder": {"player": "x-player", "amount": 10},
    "cash_out": {"player": "x-player", "amount": 100},
    "fill": {"table": "T1", "amount": 100},
    "credit": {"table": "T1", "amount": 100},
    "request_transfer": {"table": "T1", "way": "fill", "amount": 100},
    "issue_transfer": {"table": "T1", "slip": 1, "chips": [{"value": 100, "count": 1}]},
    "receive_transfer": {"table": "T1", "slip": 1},
    "cancel_transfer": {"table": "T1", "slip": 1, "reason": "x"},
    "pay_prize": {"slip": "jackpot:J1/1"},
    "open_drawer": {"amount": 100},
    "close_drawer": {"amount": 100},
    "move_bankroll": {"way": "in", "amount": 100, "reason": "x"},
    "correct_buy_in": {"receipt": 1, "amount": 100, "reason": "x"},
    "open_shift": {"name": "day"},
    "hand_over_shift": {"to": "x-other", "name": "night", "remarks": "x"},
    "count_drop": {"table": "T1", "amount": 100},
    "recount_drop": {"table": "T1", "amount": 100, "reason": "x"},
    "count_float": {"table": "T1", "amount": 100},
    "table_buy_in": {"table": "T1", "player": "walk-in", "amount": 100},
    "close_day": {"day": "2020-01-01"},
    "reopen_day": {"day": "2020-01-01", "reason": "x"},
    "set_loss_limit": {"amount": 1000, "period": "day"},
    "recover": {"player": "x-player", "amount": 100},
    "configure_cage": {"limits": {}, "days": {}},
    "note_loss_limit": {"player": "x-player", "lost": 2, "limit": 1, "period": "day"},
    "note_refused_report": {"person": "x-dealer", "code": "card-twice"},
    "pay_jackpot": {"jackpot": "J1", "table": "T1", "round": 1, "box": 1},
    "return_payment": {"jackpot": "J1", "table": "T1", "round": 1, "player": "p1", "amount": 1},
    "approve": {"proposal": "none-such"},
    "decline": {"proposal": "none-such", "reason": "x"},
}


def _expected() -> dict[str, tuple[bool, ...]]:
    lines = [line.split() for line in TABLE.strip().splitlines()[1:]]
    return {line[0]: tuple(word == "yes" for word in line[1:]) for line in lines}


def _tags() -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(AnyCommand)}


def test_every_command_is_known_and_has_a_power() -> None:
    """A new command is refused to everybody until somebody has thought about it here."""
    assert _tags() == POWERS.keys() == _expected().keys()
    assert not any("force" in tag or "hit" in tag for tag in _tags())


def test_the_table_is_the_table() -> None:
    columns = (*ROLES, HouseRole.DEVICE)
    for tag, allowed in _expected().items():
        may = {role for role, yes in zip(columns, allowed, strict=True) if yes}
        if tag == "buy_in":  # practice money, which players take for themselves
            may.add(HouseRole.PLAYER)
        assert POWERS[tag] == may, tag


async def _people(house: House, address: str) -> dict[str, Client]:
    clients = {}
    for role in ROLES:
        name = f"x-{role.value.replace('_', '-')}"
        clients[role.value] = Client(address, await session_of(house, name, role))
    shoe = await shoe_of(house, "T1", "x-administrator")
    return {**clients, "shoe": Client(address, shoe)}


async def _ask(client: Client, tag: str, number: int) -> tuple[int, str]:
    body = {"key": f"try-{tag}-{number}", "command": {"do": tag, **BODIES.get(tag, {})}}
    answer = await client._http.post("/api/tables/T1/commands", json=body)
    return answer.status_code, answer.text


async def test_every_command_is_tried_by_every_role(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        moment = house.handler.now()
        house.handler.now = lambda: moment  # who approves has just logged in
        clients = await _people(house, address)
        nobody = Client(address)
        for tag, allowed in _expected().items():
            table = (await house.handler.streams.table("T1")).state
            if table.dealer != "x-dealer":
                await clients["dealer"]._http.post(
                    "/api/tables/T1/commands",
                    json={"key": f"sign-on-for-{tag}", "command": {"do": "sign_on"}},
                )
            for number, (name, may) in enumerate(zip(clients, allowed, strict=True)):
                status, text = await _ask(clients[name], tag, number)
                assert (status == 403) is not may, (tag, name, status, text)
                assert status in (200, 403, 404, 409, 422), (tag, name, status, text)
            assert (await _ask(nobody, tag, 99))[0] in (401, 429), tag
        for client in (*clients.values(), nobody):
            await client.close()


async def test_a_dealer_deals_where_they_are_signed_on(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_table(house.handler, "T1", jackpot=None)
        await register_table(house.handler, "T2", jackpot=None)
        dan = await client_of(house, address, "dan", HouseRole.DEALER, at=["T1"])
        eve = await client_of(house, address, "eve", HouseRole.DEALER)
        sue = await client_of(house, address, "sue", HouseRole.PIT_SUPERVISOR)
        assert (await dan.table("T1")).dealer == "dan"
        assert [one.dealer for one in await dan.tables()] == ["dan", None]
        elsewhere = await dan._http.post(
            "/api/tables/T2/commands", json={"key": "open-at-T2", "command": {"do": "open_bets"}}
        )
        assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "not-signed-on")
        assert await dan.legal("T2") == ()
        assert c.OpenBets() in [_plain(one) for one in await dan.legal("T1")]
        assert (await _ask(eve, "open_bets", 1))[0] == 403
        assert (await _ask(sue, "open_bets", 2))[0] == 200
        assert (await _ask(eve, "sign_off", 3))[0] == 403
        assert (await _ask(eve, "sign_on", 4))[0] == 200  # takes over
        assert (await _ask(dan, "close_bets", 5))[0] == 403
        assert (await _ask(eve, "close_bets", 6))[0] == 200
        assert (await _ask(sue, "sign_off", 7))[0] == 200
        assert (await eve.table("T1")).dealer is None
        for client in (dan, eve, sue):
            await client.close()


def _plain(command: Any) -> Any:
    return type(command)() if isinstance(command, c.OpenBets) else command


async def test_who_deals_is_still_known_after_a_restart(store_url: str) -> None:
    async with serving(store_url) as (house, address):
        await register_table(house.handler, "T1", jackpot=None)
        dan = await client_of(house, address, DEALER, at=["T1"])
        await dan.close()
    async with serving(store_url) as (house, _):
        assert (await house.handler.streams.table("T1")).state.dealer == DEALER.id


@pytest.mark.parametrize(
    "command",
    [
        c.PlaceWager(box=1, wager="ante", amount=1000, player="ann"),
        c.WithdrawWager(box=1, wager="ante", player="ann"),
        c.Leave(player="ann"),
        c.Choose(option="continue", player="ann"),
    ],
)
async def test_a_player_names_nobody_else(sqlite_url: str, command: Any) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_table(house.handler, jackpot=None)
        bob = await client_of(house, address, "bob", HouseRole.PLAYER)
        person = await house.authentication.who(bob._http.headers["Authorization"].split()[1])
        with pytest.raises(HouseRefused) as refused:
            await house.give(person, "T1", command, "some-key")
        assert refused.value.refusal.code.value == "not-yours", tag_of(command)
        await bob.close()


async def test_the_rules_refuse_acts_at_the_boxes_of_others(sqlite_url: str) -> None:
    """Box acts name no player: there it is the engine that says `not-yours`."""
    async with serving(sqlite_url) as (house, address):
        handler = house.handler
        await register_table(handler, jackpot=None)
        ann = await client_of(house, address, "ann", HouseRole.PLAYER)
        bob = await client_of(house, address, "bob", HouseRole.PLAYER)
        await fund(house, "ann")
        await do(handler, "T1", c.OpenBets())
        await ann.give(c.PlaceWager(box=1, wager="ante", amount=1000), "T1")
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        for tag in ("view_hand", "handle_hand", "fold"):
            _, text = await _ask(bob, tag, 1)
            assert '"code":"not-yours"' in text, (tag, text)
        stay = {"do": "place_wager", "box": 1, "wager": "bet"}
        answer = await bob._http.post(
            "/api/tables/T1/commands", json={"key": "bobs-stay", "command": stay}
        )
        assert answer.json()["code"] == "not-yours"
        for client in (ann, bob):
            await client.close()


async def fund(house: House, player: str) -> None:
    """Money in the wallet, from the cage."""
    from croupier.house.model.cage.commands import BuyIn
    from croupier.house.model.people.roles import Signature

    buy_in = BuyIn(player=player, amount=1_000_000)
    by = Signature("cora", HouseRole.CAGE)
    await house.handler.command(None, buy_in, by, f"fund-{player}")


async def test_staff_do_not_play(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_table(house.handler, jackpot=None)
        dan = await client_of(house, address, "dan", HouseRole.DEALER, at=["T1"])
        own = {"do": "place_wager", "box": 1, "wager": "ante", "amount": 1000, "player": "dan"}
        answer = await dan._http.post(
            "/api/tables/T1/commands", json={"key": "dans-own", "command": own}
        )
        assert answer.status_code == 403
        assert answer.json()["message"] == "Staff do not play."
        await dan.close()


async def test_excluded_players_place_no_wager(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_table(house.handler, jackpot=None)
        await do(house.handler, "T1", c.OpenBets())
        ann = await client_of(house, address, "ann", HouseRole.PLAYER)
        answer = await ann._http.post("/api/people/ann/exclude", json={"reason": "own wish"})
        assert answer.status_code == 200
        answer = await ann._http.post("/api/people/bob/exclude", json={"reason": "not mine"})
        assert answer.status_code == 403
        assert '"code":"excluded"' in (await _ask(ann, "place_wager", 1))[1]
        lifted = await ann._http.post("/api/people/ann/readmit", json={"reason": "changed my mind"})
        assert lifted.status_code == 403
        await ann.close()


async def test_players_take_practice_money_and_no_other(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        ann = await client_of(house, address, "ann", HouseRole.PLAYER)
        for number, (player, money, status) in enumerate(
            [("ann", "live", 403), ("bob", "practice", 422), ("ann", "practice", 200)]
        ):
            command = {"do": "buy_in", "player": player, "amount": 100_00, "money": money}
            answer = await ann._http.post(
                "/api/commands", json={"key": f"buy-in-{number}", "command": command}
            )
            assert answer.status_code == status, answer.text
        await ann.close()


async def test_keys_of_two_people_never_meet(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_table(house.handler, jackpot=None)
        sue = await client_of(house, address, "sue", HouseRole.PIT_SUPERVISOR)
        tom = await client_of(house, address, "tom", HouseRole.PIT_SUPERVISOR)
        first = await sue.give(c.OpenBets(), "T1", key="the-same-key")
        assert await sue.give(c.OpenBets(), "T1", key="the-same-key") == first
        second = await tom.give(c.CloseBets(), "T1", key="the-same-key")
        assert second.version > first.version
        for client in (sue, tom):
            await client.close()


SECTIONS = """
                player dealer superv. manager shift  cage auditor admin
console           -      yes    yes     yes    yes    -     -      -
pit               -      -      yes     yes    yes    -     yes    -
cage              -      -      -       -      yes    yes   -      -
admin             -      -      -       -      yes    -     -      yes
register          -      -      -       -      -      -     -      yes
rounds            -      -      -       -      yes    -     yes    -
events            -      -      -       -      yes    -     yes    yes
tables            -      -      -       yes    yes    -     yes    -
jackpots          -      -      -       yes    yes    -     yes    -
irregularities    -      -      -       yes    yes    -     yes    -
liability         -      -      -       -      yes    yes   yes    -
shift             -      -      -       yes    yes    yes   yes    -
shifts            -      -      -       -      yes    -     yes    -
cash              -      -      -       -      yes    yes   yes    -
ratings           -      -      -       yes    yes    -     yes    -
dealers           -      -      -       yes    yes    -     yes    -
dossier           -      -      -       -      yes    -     yes    -
compliance        -      -      -       -      yes    -     yes    yes
school            -      yes    yes     yes    yes    -     yes    yes
pupils            -      -      -       yes    yes    -     yes    yes
"""


async def test_the_pages_are_told_which_sections_are_open(sqlite_url: str) -> None:
    lines = [line.split() for line in SECTIONS.strip().splitlines()[1:]]
    async with serving(sqlite_url) as (house, address):
        for column, role in enumerate(ROLES, 1):
            client = await client_of(house, address, f"a-{role.value.replace('_', '-')}", role)
            told = (await client._http.get("/api/me")).json()["person"]["sections"]
            assert told == [line[0] for line in lines if line[column] == "yes"], role
            await client.close()
