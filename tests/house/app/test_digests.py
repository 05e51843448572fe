"""The digest that is kept with an answer stays what it was when the answer was given.

A log proves its answers by these digests for as long as it is kept, and a command that is repeated
after an upgrade is known by its own. A field that a command gets later must therefore not change
the digest of a command that does not use it (`ADDED_LATER`).
"""

import msgspec
from msgspec import structs

from croupier.house.app.idempotency import ADDED_LATER, asked_by
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import (
    CloseDay,
    CloseDrawer,
    ConfigureCage,
    CountFloat,
    Sheet,
)
from croupier.house.model.cage.day import UTC_DAYS
from croupier.house.model.settings import CageLimits, ChipSet
from croupier.table import commands as c

DIGESTS = """
20267e0387c5c0ac56d2773b {"do":"open_bets"}
2a4c9874c39cf3f8b64625f8 {"do":"place_wager","box":1,"wager":"ante"}
2fbc0e63a15870952d66cae9 {"do":"withdraw_wager","box":1,"wager":"ante"}
b3b52ea8ce98c9f056f4fbaf {"do":"close_bets"}
a692fcb942dd0486a7395813 {"do":"deal"}
9052c05620a2e864b75bb6e3 {"do":"handle_hand","box":1}
3f56eca7e3987d891d42de49 {"do":"view_hand","box":1}
0097137395c4fd69dd015332 {"do":"fold","box":1}
974acea7b5bce20ea04a9c94 {"do":"leave","player":"ante"}
a78d98621e8afa63b9ec69c9 {"do":"claim_jackpot","box":1}
1998c5469d4b8550d89b0fbc {"do":"draw"}
259516d425fee5a8310ae51c {"do":"reveal_dealer"}
972197177aac2f6e3f9de04a {"do":"decline_reveal","box":1}
bafb4d6f38d8fc8f81bf8369 {"do":"settle"}
87186a9963ea32133ac1f0b9 {"do":"report","irregularity":"foreign_card"}
b3a477fe00d7754558131d4d {"do":"rule","decision":"void"}
fc41bcfeb28c8a65736f9050 {"do":"restrict_player","player":"ante"}
b2c974ec63fb934811ef4cab {"do":"bar_player","player":"ante"}
0efea0433a8d3e4e50762cf5 {"do":"readmit_player","player":"ante"}
dad7f69641eab4504efe795c {"do":"jackpot_service","available":true}
89bea0f04f2bf9b1f0de393e {"do":"close_table"}
c58811448aee9316fcde4c34 {"do":"open_table"}
f13acf44a02fdca759e894b9 {"do":"disallow_boxes","boxes":[1]}
70f5a48642a61b7b2724b2a9 {"do":"correct_entry","box":1}
1ba76c80ff1d5dc633d4ddd7 {"do":"order_claims","claims":[{"table":"ante","box":1}]}
2b53003426e9ff4d565cd449 {"do":"adjust_jackpot","jackpot":"ante","amount":1,"reason":"ante"}
444746813927b7611706b2b3 {"do":"register_table","name":"ante","entry":{"rulebook":"casino-stud"}}
48ca5f1fb773aa296e3d8f45 {"do":"register_jackpot","name":"ante","entry":{"meter":1,"reset":1}}
b13cd9e313ad4410ef1acb2d {"do":"sign_on"}
abd206cae86257e99a154cb9 {"do":"sign_off"}
b29681a9eda19c6327cbaccc {"do":"announce_last_round"}
bd2c7c714c8a069ab7b184a0 {"do":"pause_table","reason":"ante"}
6200ede0c091221f44be6f5d {"do":"resume_table"}
7ee2208bace4ecb534b9f62a {"do":"answer_call","call":1}
67a5fda82f50cc05f52fa53b {"do":"add_seed","next":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}
fc8cd94e9e521d44f55b5f66 {"do":"change_jackpot","jackpot":"ante","reason":"ante"}
9d406fe60112f03d085352f5 {"do":"fail_link","jackpot":"ante","reason":"ante"}
d0f16943aa3be55fc6b957f2 {"do":"restore_link","jackpot":"ante","reason":"ante"}
379b3b7fedb0c28c6f75eb37 {"do":"seat_bot","box":1,"name":"ante","strategy":"ante","ante":1}
a41d2d048202e7dd0c1e94c6 {"do":"unseat_bot","box":1}
5db7bbed6cd68eda784ac857 {"do":"play_alone"}
1c58e0e2a2424eddbb7c4fa6 {"do":"request_wager","box":1,"wager":"ante","amount":1}
bbd01a866402e79074f7ef62 {"do":"note_loss_limit","player":"ante","lost":1,"limit":1,"period":"day"}
0581f241dacd1b2fb1b3a5ca {"do":"note_refused_report","person":"ante","code":"no-such-box"}
c5f1bff9f55df5a33cbcb5c6 {"do":"buy_in","player":"ante","amount":1}
2deade283ad6857bbd07c0f5 {"do":"cash_out","player":"ante","amount":1}
16e0fdc315fa865693b124fc {"do":"table_buy_in","table":"ante","player":"ante","amount":1}
5f851f209340def3fc4880f0 {"do":"fill","table":"ante","amount":1}
0bd0c9714ffc83aecb9f9b5e {"do":"credit","table":"ante","amount":1}
17a204ef5b2cee9b71d84c3b {"do":"count_float","table":"ante","amount":1}
cb43d218e6973e2a0fb3d52e {"do":"count_drop","table":"ante","amount":1}
4d7bc453ab8724c04129d9b0 {"do":"recount_drop","table":"ante","amount":1,"reason":"ante"}
42c73e6324e9a4f2b78e5ef8 {"do":"close_day","day":"2026-01-01"}
b6c9b1df597f1bf592ddc476 {"do":"reopen_day","day":"2026-01-01","reason":"ante"}
c5daf75cdbab18e88250f06e {"do":"set_loss_limit","amount":1,"period":"day"}
c4569c9d5aa9d37aa43d77dc {"do":"recover","player":"ante","amount":1}
a900d3956e0534a5d57da18c {"do":"configure_cage","limits":{},"days":{}}
71aa2392349a42ae988d68b2 {"do":"pay_jackpot","jackpot":"ante","table":"ante","round":1,"box":1}
786a08242d9829cbf47b9d52 {"do":"return_payment","jackpot":"ante","table":"ante","round":1,"player":"ante","amount":1}
0b57f317d2dafe21ac980bd6 {"do":"retire_jackpot","jackpot":"ante","reason":"ante"}
2a944a5b193a9bda1c804d04 {"do":"change_edition","table":"ante","rulebook":"ante","since":"2026-01-01T00:00:00Z","reason":"ante"}
d737652f873726b8ee83186e {"do":"admit_shoe","table":"ante","name":"ante"}
ccd43a2eaae29493ae039886 {"do":"approve","proposal":"ante"}
72fb975ca9dff49a2bfded83 {"do":"decline","proposal":"ante","reason":"ante"}
1c6555c6b70ce52eb6173522 {"do":"show_hand","box":1}
7c50836c11434bf809664a7d {"do":"confirm_acts","acts":["ante"]}
e9ba63582a7678b9d585d036 {"do":"buy_chips","player":"ante","amount":1}
78019dc82f466904d722feed {"do":"redeem_chips","player":"ante","amount":1}
66364aca6fd0e9270053a117 {"do":"pay_remainder","player":"ante","amount":1}
a45951afafc7f31b62196154 {"do":"report_payment","round":1,"box":1,"player":"ante","wager":"ante","over":1,"reason":"ante"}
"""  # noqa: E501
"""Each as the house wrote it when it first knew the command, for table T1."""


def test_digests_are_what_they_were() -> None:
    known = [line.split(" ", 1) for line in DIGESTS.strip().splitlines()]
    assert len(known) >= 60
    for digest, text in known:
        command = msgspec.json.decode(text, type=hc.AnyCommand)
        assert asked_by("T1", command) == digest, text


REPORT = DIGESTS.strip().splitlines()[-1].split(" ", 1)[1]


def test_a_field_that_was_added_counts_where_it_says_something() -> None:
    said: dict[type, tuple[hc.AnyCommand, hc.AnyCommand]] = {
        c.RevealDealer: (c.RevealDealer(), c.RevealDealer(cards="Ac Kd 9s 4d 3c")),
        c.CorrectEntry: (c.CorrectEntry(box=1), c.CorrectEntry(box=1, reason="misread")),
        hc.PayJackpot: (
            hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1),
            hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1, cash=True),
        ),
        hc.ReturnPayment: (
            hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=1),
            hc.ReturnPayment(
                jackpot="J1", table="T1", round=1, player="ann", amount=1, smallest_chip=1
            ),
        ),
        ConfigureCage: (
            ConfigureCage(limits=CageLimits(), days=UTC_DAYS),
            ConfigureCage(limits=CageLimits(), days=UTC_DAYS, chips=ChipSet()),
        ),
        CloseDrawer: (CloseDrawer(amount=1), CloseDrawer(amount=1, adds_up=True)),
        CountFloat: (
            CountFloat(table="T1", amount=1),
            CountFloat(table="T1", amount=1, sheet=Sheet.OPENING),
        ),
        hc.TakeSeat: (hc.TakeSeat(box=1), hc.TakeSeat(box=1, player="ann", shares=True)),
        hc.LeaveSeat: (hc.LeaveSeat(box=1), hc.LeaveSeat(box=1, player="ann")),
        hc.ConfirmActs: (
            hc.ConfirmActs(acts=("1",)),
            hc.ConfirmActs(
                acts=("1",),
                rounds_once=True,
                remembered=True,
                stakes_apart=True,
                waits_for_prizes=True,
            ),
        ),
        hc.ReportPayment: (
            msgspec.json.decode(REPORT, type=hc.ReportPayment),
            structs.replace(
                msgspec.json.decode(REPORT, type=hc.ReportPayment), second_person_above=0
            ),
        ),
        CloseDay: (CloseDay(day="2026-03-01"), CloseDay(day="2026-03-01", reason="x")),
    }
    assert said.keys() == ADDED_LATER.keys()
    for plain, more in said.values():
        assert asked_by("T1", plain) != asked_by("T1", more)
    two = ConfigureCage(limits=CageLimits(two_people=True), days=UTC_DAYS)
    assert asked_by("T1", two) != asked_by("T1", said[ConfigureCage][0])
