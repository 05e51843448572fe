"""Scripts written by walking about in a house: every next command is chosen by its state.

The reference itself tells what a table has come to, so that reports, rulings and choices mostly
fit, and rare turns of play are reached often. Whether they are right is for the comparison.
"""

import random
from dataclasses import dataclass
from typing import Any

from tests.oracle import corrections, reference
from tests.oracle.common import JACKPOTS, Table, boxes_in, live, of, seated, undecided
from tests.oracle.houses import PLAYERS, STAFF, Script
from tests.oracle.irregular import DECK_FAULTS, allowed
from tests.oracle.rigging import as_shoe, rigged

MAJOR_FIVES = ("royal", "straight flush", "straight flush", "steel wheel", "quads", *["any"] * 4)
MAJOR_THREES = ("akq spades", "akq spades", "akq", "straight flush", *["any"] * 3)
SHIFT_MANAGER = {"id": "boss", "role": "shift_manager"}


@dataclass(frozen=True)
class Theme:
    """What a walk dwells on; rates are between 0 and 1."""

    books: tuple[str, ...]
    reports: tuple[str, ...] = ()  # what is reported while cards are out
    entries: tuple[str, ...] = ("enforcing", "recording")
    tables: tuple[int, int] = (1, 1)
    length: int = 55  # commands before the tables are brought to an end
    players: int = 7
    trouble: float = 0.0  # how often something is reported
    aftermath: float = 0.0  # how often a settled round is changed
    before: float = 0.03  # how often something happens while bets are open
    sharing: float = 0.0
    short: float = 0.1  # how often an ante is about the minimum
    jackpots: float = 0.8
    majors: float = 0.3  # how often hands are dealt that take shares of the meter
    looks: float = 0.3
    folds: float = 0.2
    leaves: float = 0.02
    declines: float = 0.1
    staff_acts: tuple[str, ...] = ()


class Walk:
    """A house, and the commands given in it so far."""

    def __init__(self, rng: random.Random, script: Script, theme: Theme) -> None:
        self.rng = rng
        self.script = script
        self.theme = theme
        self.h = reference.new_house(script)

    def do(self, table: str, do: str, **keys: Any) -> bool:
        """Gives a command; whether it was carried out."""
        command = {"do": do, "table": table, **keys}
        if do == "adjust_jackpot":
            del command["table"]
        self.script["commands"].append(command)
        self.h, why = reference.attempt(self.h, command)
        return why is None

    def t(self, table: str) -> Table:
        """The table as it now is."""
        return self.h["tables"][table]  # type: ignore[no-any-return]

    def chance(self, rate: float) -> bool:
        """True so often."""
        return self.rng.random() < rate

    def staff(self) -> dict[str, str]:
        """Somebody of the staff, mostly one who may decide."""
        role = self.rng.choice((*STAFF, "pit_supervisor", "pit_supervisor", "shift_manager"))
        return {"id": "staff", "role": role}

    # --- the walk ----------------------------------------------------------------------------

    def whole(self) -> Script:
        """Many steps at many tables; mostly every round comes to an end."""
        names = list(self.script["tables"])
        while len(self.script["commands"]) < self.theme.length:
            self.step(self.rng.choice(names), self.theme)
        if self.chance(0.8):
            calm = Theme(self.theme.books, leaves=0.0, before=0.0, declines=0.0)
            for name in names:
                for _ in range(30):
                    if self.t(name)["phase"] not in ("idle", "settled", "void"):
                        self.step(name, calm)
            for name in names:
                if self.chance(self.theme.aftermath):
                    self.change(name)
        return self.script

    def step(self, name: str, theme: Theme) -> None:
        """What might come next at a table."""
        phase = self.t(name)["phase"]
        if self.answer(name):
            return
        if self.pending() and self.chance(0.15):
            self.order_claims(name)
        elif theme.staff_acts and self.chance(0.06):
            self.staff_act(name)
        elif phase in ("idle", "settled", "void"):
            self.between(name)
        elif phase == "betting":
            self.betting(name)
        elif phase == "closed":
            self.dealing(name)
        elif phase == "dealt":
            self.deciding(name, theme)
        else:
            self.ending(name, theme)

    def answer(self, name: str) -> bool:
        """Matters are ruled on and options chosen, sooner or later."""
        t = self.t(name)
        if t["matters"] and self.chance(0.45):
            self.rule(name)
            return True
        if t["options"] and self.chance(0.45):
            self.choose(name)
            return True
        return False

    # --- between rounds and before the cards ----------------------------------------------------

    def between(self, name: str) -> None:
        """A settled round may still change; then the next begins."""
        t = self.t(name)
        if t["asked"]:
            acts: list[tuple[str, dict[str, Any]]] = [("jackpot_service", {"available": True})] * 3
            acts += [("disallow_boxes", {"boxes": [t["boxes"]]}), ("close_table", {})]
            do, keys = self.rng.choice(acts)
            self.do(name, do, by=SHIFT_MANAGER, **keys)
            if do == "close_table":
                self.do(name, "open_table", by=SHIFT_MANAGER)
        elif t["phase"] == "settled" and self.chance(self.theme.aftermath):
            self.change(name)
        elif t["phase"] != "settled" or self.chance(1 - self.theme.aftermath):
            self.do(name, "open_bets")

    def betting(self, name: str) -> None:
        """Wagers go down and now and then up again, until bets are closed."""
        t = self.t(name)
        boxes = boxes_in(t)
        if boxes and self.chance(self.theme.before):
            self.before_the_deal(name)
        elif boxes and self.chance(self.theme.sharing):
            self.ante(name, self.rng.choice(boxes))
        elif len(boxes) < 2 or self.chance(0.45):
            self.ante(name, self.rng.randint(1, t["boxes"]))
        else:
            self.do(name, "close_bets")

    def ante(self, name: str, box: int) -> None:
        """An ante, in TCP perhaps a pair plus, and the jackpot wagers that go with it."""
        rng, t = self.rng, self.t(name)
        player = rng.choice(PLAYERS[: self.theme.players])
        if box in boxes_in(t) and not self.chance(self.theme.sharing):
            player = seated(t["seats"][box])
        if t["book"] == "TCP" and self.chance(0.5):
            self.wager(name, box, player, "pair_plus")
            if self.chance(0.3):
                return
        self.wager(name, box, player, "ante")
        for kind in JACKPOTS if t["book"] == "SSP" else ("jackpot",):
            if self.chance(self.theme.jackpots):
                keys = {"amount": rng.choice([1, 333, 5000])} if self.chance(0.05) else {}
                self.do(name, "place_wager", box=box, player=player, wager=kind, **keys)

    def wager(self, name: str, box: int, player: str, kind: str) -> None:
        """An amount within the limits, or about the minimum."""
        low, high = self.t(name)["limits"][kind]
        amount = self.rng.choice([low, low + 1, min(high, 2 * low + 3), min(high, 7777)])
        if self.chance(self.theme.short):
            amount = self.rng.choice([1, low // 3, low - 1, low, high + 5])
        self.do(name, "place_wager", box=box, player=player, wager=kind, amount=max(1, amount))

    def before_the_deal(self, name: str) -> None:
        """Wagers withdrawn, boxes taken over, limits, absences, faults of the deck."""
        rng, t = self.rng, self.t(name)
        box = rng.choice(boxes_in(t))
        wager = rng.choice(live(t["seats"][box]))
        roll = rng.random()
        if roll < 0.45:
            keys = {"box": box, "wager": wager["wager"], "player": wager["player"]}
            self.do(name, "withdraw_wager", **keys)
            if self.chance(0.6):
                self.ante(name, box)
        elif roll < 0.6:
            self.do(name, "leave", player=wager["player"])
        elif roll < 0.85:
            kind = rng.choice(["under_limit", "under_limit", "over_limit"])
            small = [b for b in boxes_in(t) if corrections.under_minimum(t, b)]
            self.do(name, "report", irregularity=kind, box=rng.choice(small or [box]))
        else:
            self.deck_fault(name)

    def deck_fault(self, name: str) -> None:
        """Foreign, missing, extra, unshuffled or too few cards."""
        kind = self.rng.choice(DECK_FAULTS)
        counted = {"counted": self.rng.choice([51, 52, 53])} if "count" in kind else {}
        self.do(name, "report", irregularity=kind, by=self.staff(), **counted)

    def dealing(self, name: str) -> None:
        """Cards go out, by name or from a shoe; at a recording table not always as they should."""
        rng, t = self.rng, self.t(name)
        if self.chance(self.theme.before / 3):
            self.deck_fault(name)
            return
        boxes = [box for box in boxes_in(t) if live(t["seats"][box], "ante", "pair_plus")]
        kinds = MAJOR_FIVES if t["size"] == 5 else MAJOR_THREES
        only = kinds if self.chance(self.theme.majors) else ()
        hands, dealer = rigged(rng, boxes, t["size"], 0.8, only)
        if self.chance(0.4):
            config = self.script["tables"][name]
            burn = not (t["recording"] and self.chance(0.3))
            shoe = as_shoe(rng, config["rulebook"], config["device"], hands, dealer, burn)
            self.do(name, "deal", shoe=shoe, **({} if burn else {"burn": False}))
            return
        texts = {str(box): " ".join(hand) for box, hand in hands.items()}
        texts["dealer"] = " ".join(dealer)
        if t["recording"] and self.chance(0.15):
            corrections.spoil(rng, t, texts)
        self.do(name, "deal", hands=texts)

    # --- cards are out -------------------------------------------------------------------------

    def deciding(self, name: str, theme: Theme) -> None:
        """Looks, claims, decisions, departures, reports, and the reveal when all is done."""
        rng, t = self.rng, self.t(name)
        boxes = boxes_in(t)
        open_boxes = [box for box in boxes if undecided(t["seats"][box])]
        if t["book"] == "SSP" and self.chance(0.1):
            self.do(name, "draw", lucky_dealer=True, lucky_box=rng.choice(boxes))
        elif self.chance(theme.trouble):
            self.report(name, rng.choice(theme.reports))
        elif boxes and self.chance(theme.leaves):
            wager = rng.choice(live(t["seats"][rng.choice(boxes)]))
            self.do(name, "leave", player=wager["player"])
        elif t["hands"] and self.chance(theme.looks / 3):
            act = rng.choice(["view_hand", "view_hand", "handle_hand", "claim_jackpot"])
            self.do(name, act, box=rng.choice(sorted(t["hands"])))
        elif open_boxes:
            box = rng.choice(open_boxes)
            if self.chance(theme.looks):
                self.do(name, "view_hand", box=box)
            if self.chance(0.15):
                self.do(name, "claim_jackpot", box=box)
            if self.chance(theme.folds):
                self.do(name, "fold", box=box)
            else:
                self.bet(name, box)
        elif not self.do(name, "reveal_dealer"):
            self.do(name, "claim_jackpot", box=rng.choice(boxes or [1]))

    def bet(self, name: str, box: int) -> None:
        """A bet or play, at a recording table not always of the right size."""
        t = self.t(name)
        keys: dict[str, Any] = {"wager": "play" if t["book"] == "TCP" else "bet"}
        if t["recording"] and self.chance(0.1):
            keys["amount"] = self.rng.choice([1, 999, 5001, 100_000])
        if self.chance(0.1):
            keys["by"] = self.staff()
        self.do(name, "place_wager", box=box, **keys)

    def ending(self, name: str, theme: Theme) -> None:
        """Hands declined and claimed, reports, the settlement."""
        boxes = boxes_in(self.t(name))
        if boxes and self.chance(theme.declines):
            box = self.rng.choice(boxes)
            self.do(name, "decline_reveal", box=box)
            if self.chance(0.5):
                self.do(name, "claim_jackpot", box=box)
        elif theme.reports and self.chance(theme.trouble / 2):
            self.report(name, self.rng.choice(theme.reports))
        else:
            self.do(name, "settle")

    # --- mistakes ------------------------------------------------------------------------------

    def report(self, name: str, kind: str) -> None:
        """Something is reported, and sometimes a ruling tried at once."""
        facts = corrections.facts(self.rng, self.t(name), kind)
        self.do(name, "report", irregularity=kind, by=self.staff(), **facts)
        if self.t(name)["matters"] and self.chance(0.3):
            self.rule(name)

    def rule(self, name: str) -> None:
        """An official decides a matter, mostly as the clause allows."""
        t = self.t(name)
        matter = self.rng.choice(t["matters"])
        choices = [*allowed(t, matter), *allowed(t, matter), "void", "continue"]
        keys: dict[str, Any] = {"decision": self.rng.choice(choices), "reason": "so it is"}
        if len(t["matters"]) > 1 or self.chance(0.5):
            keys["matter"] = matter["id"]
        if matter["kind"] == "other":
            keys["box"] = self.rng.choice(boxes_in(t) or [1])
        by = SHIFT_MANAGER if self.chance(0.7) else self.staff()
        self.do(name, "rule", by=by, **keys)

    def choose(self, name: str) -> None:
        """A player answers, named by box, by name or by both."""
        rng, t = self.rng, self.t(name)
        option = rng.choice(t["options"])
        player = option.get("player") or seated(t["seats"][option["box"]])
        boxes = [option["box"]] if "box" in option else boxes_in(t)
        own = [box for box in boxes if of(player, live(t["seats"][box]))]
        keys = rng.choice([{"player": player}, {"box": rng.choice(own or boxes)}])
        if self.chance(0.4):
            keys = {"player": player, "box": rng.choice(own or boxes)}
        if t["recording"] and self.chance(0.2):
            keys["by"] = self.staff()
        answer = "withdraw" if self.chance(0.45) else "continue"
        self.do(name, "choose", option=answer, **keys)

    def change(self, name: str) -> None:
        """A settled round turns out to be another than was thought."""
        rng, t = self.rng, self.t(name)
        do, keys = corrections.change(rng, t)
        if do == "correct_entry" and not t["recording"]:
            do, keys = "report", corrections.put_right_after(rng, t)
        self.do(name, do, by=self.staff(), **keys)

    def staff_act(self, name: str) -> None:
        """What a shift manager does about a player."""
        t = self.t(name)
        do = self.rng.choice(self.theme.staff_acts)
        player = self.rng.choice(PLAYERS[: self.theme.players])
        if boxes_in(t):
            wagers = live(t["seats"][self.rng.choice(boxes_in(t))])
            player = self.rng.choice(wagers)["player"]
        self.do(name, do, player=player, by=SHIFT_MANAGER)

    # --- the link ------------------------------------------------------------------------------

    def pending(self) -> list[dict[str, Any]]:
        """The claims that wait on any meter."""
        return [claim for meter in self.h["meters"].values() for claim in meter["pending"]]

    def order_claims(self, name: str) -> None:
        """The House orders some of the claims that wait."""
        waiting = self.pending()
        chosen = self.rng.sample(waiting, self.rng.randint(1, min(2, len(waiting))))
        claims = [{key: claim[key] for key in ("table", "round", "box")} for claim in chosen]
        self.do(name, "order_claims", claims=claims, by=SHIFT_MANAGER)
