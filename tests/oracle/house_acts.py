"""What officials do about players, tables and entries."""

from math import floor

from tests.oracle import options
from tests.oracle.common import Command, House, Table, demand, demand_rank, live, of, seated
from tests.oracle.hands import cards_of
from tests.oracle.irregular import bar, report, rule
from tests.oracle.meters import move
from tests.oracle.putting_right import faults, one_deck
from tests.oracle.turns import pay_claim


def restrict_player(h: House, t: Table, c: Command) -> None:
    """MEGA 3.4.3."""
    demand_rank(c, 3)
    demand(t["book"] == "MEGA")
    t["restricted"] = t["restricted"] | {c["player"]}


def bar_player(h: House, t: Table, c: Command) -> None:
    """MEGA 5.9."""
    demand_rank(c, 4)
    demand(t["book"] == "MEGA")
    bar(t, c["player"])


def readmit_player(h: House, t: Table, c: Command) -> None:
    """Lifts bar and restriction."""
    demand_rank(c, 4)
    demand(t["book"] == "MEGA")
    t["barred"] = t["barred"] - {c["player"]}
    t["restricted"] = t["restricted"] - {c["player"]}


def jackpot_service(h: House, t: Table, c: Command) -> None:
    """CSP 5.18.2 c."""
    demand_rank(c, 4)
    demand(t["jackpot"] is not None)
    t["service_next"] = c["available"]
    t["asked"] = False


def close_table(h: House, t: Table, c: Command) -> None:
    """CSP 5.18.2 a."""
    demand_rank(c, 4)
    t["closed"] = True
    t["asked"] = False


def open_table(h: House, t: Table, c: Command) -> None:
    """The table takes rounds again."""
    demand_rank(c, 4)
    t["closed"] = False
    t["disallowed"] = set()


def disallow_boxes(h: House, t: Table, c: Command) -> None:
    """CSP 5.18.2 b."""
    demand_rank(c, 4)
    t["disallowed"] = t["disallowed"] | set(c["boxes"])
    t["asked"] = False


def correct_entry(h: House, t: Table, c: Command) -> None:
    """What was keyed wrongly is put right."""
    demand_rank(c, 2)
    demand(t["recording"] and t["phase"] not in ("idle", "void"))
    if "cards" in c:
        correct_cards(t, c)
    else:
        correct_wager(t, c)
    demand(t["phase"] != "settled" or not faults(t))


def correct_cards(t: Table, c: Command) -> None:
    """The cards as they really lay there."""
    demand(t["deal_no"] is not None and bool(t["dealer"]))
    cards = cards_of(c["cards"])
    if c["box"] == "dealer":
        t["dealer"] = cards
        t["up"] = None if t["book"] == "TCP" else cards[-1]
    else:
        t["hands"][c["box"]] = cards
    one_deck(t)


def correct_wager(t: Table, c: Command) -> None:
    """The amount of a wager as it really lay there."""
    seat = t["seats"].get(c["box"])
    demand(seat is not None)
    assert seat is not None
    player = c.get("player", seated(seat))
    mine = [w for w in of(player, seat["wagers"]) if w["wager"] == c["wager"]]
    demand(bool(mine))
    playing = [w for w in mine if w in live(seat)]
    (playing or mine)[0]["amount"] = c["amount"]


# --- acts that concern the jackpot, not a table ------------------------------------------------


def adjust_jackpot(h: House, c: Command) -> None:
    """A recorded correction."""
    demand_rank(c, 4)
    meter = h["meters"][c["jackpot"]]
    demand(floor(meter["value"]) + c["amount"] >= 0)
    move(meter, adjusted=c["amount"])


def order_claims(h: House, c: Command) -> None:
    """The House fixes the order of pending claims."""
    demand_rank(c, 4)
    chosen = []
    for wanted in c["claims"]:
        found = [
            (name, claim)
            for name, meter in h["meters"].items()
            for claim in meter["pending"]
            if claim["table"] == wanted["table"]
            and claim["box"] == wanted["box"]
            and wanted.get("round", claim["round"]) == claim["round"]
        ]
        demand(len(found) == 1)
        demand(found[0] not in chosen)
        chosen.append(found[0])
    demand(bool(chosen))
    for name, claim in chosen:
        pay_claim(h, name, claim)


DOING = {
    "report": report,
    "rule": rule,
    "choose": options.choose,
    "restrict_player": restrict_player,
    "bar_player": bar_player,
    "readmit_player": readmit_player,
    "jackpot_service": jackpot_service,
    "close_table": close_table,
    "open_table": open_table,
    "disallow_boxes": disallow_boxes,
    "correct_entry": correct_entry,
}
