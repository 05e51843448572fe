"""The odds over HTTP: the published figures, every derivation, and what is refused."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, isclose, sqrt
from typing import Any

import pytest
from click.testing import CliRunner
from litestar import Litestar
from litestar.testing import TestClient

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.cards import parse_cards
from croupier.cli.odds import odds as odds_command
from croupier.house.app.rate_limiter import AddressLimiter
from croupier.house.http.pages import workbench
from croupier.house.http.pages.odds import odds_routes
from croupier.house.http.pages.workbench import TooMuch, Workbench
from croupier.odds import advise
from tests.waiting import PATIENCE, until

DEALS = comb(52, 5) * 47 * comb(46, 4)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(Litestar(odds_routes(), logging_config=None)) as client:
        yield client


Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def ask(client: TestClient[Litestar]) -> Ask:
    def given(path: str, **query: Any) -> dict[str, Any]:
        answer = client.get(f"/api/odds/{path}", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    return given


def figures(sheet: dict[str, Any], wager: str) -> dict[str, dict[str, Any]]:
    return {one["figure"]: one for one in sheet["figures"][wager]}


def test_the_catalogue_names_what_can_be_changed(client: TestClient[Litestar]) -> None:
    games = {game["rulebook"]: game for game in client.get("/api/odds").json()}
    assert set(games) == {*RULEBOOKS, *ELSEWHERE}
    casino = games["casino-stud"]
    assert [table["table"] for table in casino["tables"]] == ["pays", "jackpot_pays"]
    royal, *_, odd_cards = casino["tables"][0]["rows"]
    assert (royal["row"], royal["pays"], royal["clause"]) == (
        "royal_flush",
        250,
        "CSP 4.1/royal-flush",
    )
    assert (odd_cards["row"], odd_cards["pays"]) == ("odd_cards", 1)
    assert [(row["unit"], row["pays"]) for row in casino["tables"][1]["rows"]] == [
        ("percent", 100), ("percent", 10), ("dollars", 500), ("dollars", 200), ("dollars", 100),
    ]  # fmt: skip
    assert [table["table"] for table in games["three-card-poker"]["tables"]] == [
        "pays", "ante_bonus_pays", "side_pays", "jackpot_pays",
    ]  # fmt: skip
    assert games["singapore-stud"]["draws"]
    assert not casino["others"]


def test_five_card_stud_as_published(ask: Ask) -> None:
    """Royal flush at 100: every count of the published analysis."""
    sheet = ask("casino-stud", pays="royal_flush=100")
    assert sheet["deals"] == DEALS == 19_933_230_517_200
    assert {one["outcome"]: one["deals"] for one in sheet["wagers"]["main"]["outcomes"]} == {
        "royal flush wins": 16_759_740,
        "straight flush wins": 156_929_720,
        "four of a kind wins": 2_832_435_800,
        "full house wins": 16_624_475_280,
        "flush wins": 21_856_990_280,
        "straight wins": 43_805_516_100,
        "three of a kind wins": 234_242_908_320,
        "two pairs wins": 488_012_139_360,
        "one pair or less wins": 2_343_248_003_808,
        "dealer does not qualify": 4_532_514_033_720,
        "stand-off": 321_623_100,
        "fold": 9_523_005_974_460,
        "lose": 2_726_592_727_512,
    }
    edge = figures(sheet, "main")["house_edge"]
    assert edge["parts"] == {"total": "-1041372912372", "deals": str(DEALS)}
    assert round(edge["decimal"], 8) == 0.05224306
    assert round(figures(sheet, "main")["element_of_risk"]["decimal"], 8) == 0.02555286
    assert sheet["what_if"] == ["main.pays.royal_flush = 100 to 1"]


def test_hands_as_published(ask: Ask) -> None:
    five = ask("casino-stud")["hands"]
    assert [one["hands"] for one in five] == [
        4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540,
    ]  # fmt: skip
    three = ask("three-card-poker")["hands"]
    assert {one["hand"]: one["hands"] for one in three} == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "odd_cards": 16_440,
    }
    for one in five:
        ends = ("no_hand", "win", "stand_off", "lose", "fold")
        assert sum(one[end] for end in ends) == one["deals"]
        assert one["deals"] == one["hands"] * 47 * comb(46, 4)


def test_three_card_poker_as_published(ask: Ask) -> None:
    sheet = ask("three-card-poker", side_pays=["pair_plus.straight=6"])
    assert sheet["deals"] == comb(52, 3) * comb(49, 3) == 407_170_400
    edge = figures(sheet, "main")["house_edge"]
    assert Fraction(edge["exact"]) == Fraction(13_733_780, 407_170_400)
    assert Fraction(figures(sheet, "pair_plus")["house_edge"]["exact"]) == Fraction(512, 22_100)


def test_a_progressive_returns_as_published(ask: Ask) -> None:
    """100 % for a royal, 10 % for a straight flush: 2.924 cents for each $10,000 and $1."""
    sheet = ask("casino-stud", stake=100, meter=0)
    slope = Fraction(sheet["wagers"]["jackpot"]["return_per_cent_of_meter"])
    assert slope * 1_000_000 * 100 == (Fraction(4) + Fraction(36, 10)) / 2_598_960 * 1_000_000
    assert round(float(slope * 1_000_000) * 100, 3) == 2.924


@pytest.mark.parametrize(
    ("slug", "even"),
    [
        ("casino-stud", 150_305_264),
        ("multi-link-stud", 137_989_474),
        ("megalink-stud", 137_989_474),
        ("singapore-stud", 108_400_264),
        ("three-card-poker", 8_045_000),
    ],
)
def test_break_even_meters(ask: Ask, slug: str, even: int) -> None:
    """At the break-even the wager is fair: that is its definition, asked back."""
    sheet = ask(slug)
    assert sheet["wagers"]["jackpot"]["break_even_meter"] == even
    at_even = ask(slug, meter=even)["wagers"]["jackpot"]["expected"]
    assert 0 <= Fraction(at_even) < Fraction(1, 10**6)
    assert Fraction(ask(slug, meter=even - 1)["wagers"]["jackpot"]["expected"]) < 0


@pytest.mark.parametrize("slug", sorted(RULEBOOKS))
def test_every_figure_follows_from_its_parts(ask: Ask, slug: str) -> None:
    """The formulas that the page prints, worked out here from the numbers that it prints."""
    sheet = ask(slug)
    for wager in sheet["figures"]:
        given = figures(sheet, wager)
        for name, figure in given.items():
            part = {key: Fraction(value) for key, value in figure["parts"].items()}
            worked_out = _worked_out(wager, name, part)
            if worked_out is None:
                continue
            if figure["exact"] is None:
                assert isclose(figure["decimal"], worked_out, rel_tol=1e-12)
            else:
                assert Fraction(figure["exact"]) == worked_out, (wager, name)
                assert isclose(figure["decimal"], worked_out, rel_tol=1e-12)


def _worked_out(wager: str, name: str, part: dict[str, Fraction]) -> Fraction | float | None:
    match wager, name:
        case "main", "house_edge":
            return -part["total"] / part["deals"]
        case "main", "element_of_risk":
            return part["lost"] / part["staked"]
        case "main", "average_stake":
            return 1 + part["multiple"] * part["stayed"] / part["deals"]
        case "main", "standard_deviation":
            variance = part["squares"] / part["deals"] - part["expected"] ** 2
            assert variance == part["variance"]
            return sqrt(variance)
        case "main", "stay_frequency":
            return part["stayed"] / part["deals"]
        case "main", "hit_frequency":
            return part["won"] / part["deals"]
        case "main", "ante_bonus":
            return part["total"] / part["deals"]
        case _, "house_edge":
            if "meter_part" in part:
                assert part["meter_part"] + part["fixed_part"] == part["back"]
            return 1 - part["back"]
        case _, "standard_deviation":
            return sqrt(part["variance"])
        case _, "break_even":
            return part["meter"] - part["expected"] / part["slope"]
        case _, "return_per_million":
            assert part["slope"] * part["stake"] == part["taken"] or wager == "dealer_jackpot"
            return 100_000_000 * part["slope"]
    return None


def test_the_command_line_prints_the_same(ask: Ask) -> None:
    sheet = ask(
        "singapore-stud",
        pays=["royal_flush=100", "flush=6"],
        jackpot_pays=["four_of_a_kind=450"],
        meter=55_000_000,
        stake=300,
        players=2,
        magic_every=10,
    )
    words = sheet["command"].split()
    assert words[:3] == ["croupier", "odds", "singapore-stud"]
    result = CliRunner().invoke(odds_command, [*words[2:], "--json"], catch_exceptions=False)
    printed = json.loads(result.stdout)
    assert printed["wagers"] == sheet["wagers"]
    assert printed["fingerprint"] == sheet["fingerprint"]


def test_the_par_sheet_is_a_file(client: TestClient[Litestar]) -> None:
    """The file of `croupier odds --report`."""
    answer = client.get("/api/odds/three-card-poker/par-sheet", params={"ante": 2500})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert client.get("/api/odds/no-such/par-sheet").status_code == 404
    assert client.get("/api/odds/three-card-poker/par-sheet?boxes=99").status_code == 400


def test_a_payout_limit_bites_above_the_ante_that_is_named(ask: Ask) -> None:
    """$100,000 over 500 antes for a royal flush: an ante of $200 (CSP 4.1.1)."""
    free = ask("casino-stud")
    assert free["limit_bites_above"] == 20_000
    assert ask("casino-stud", ante=20_000)["wagers"]["main"] == free["wagers"]["main"]
    dearer = ask("casino-stud", ante=30_000)["wagers"]["main"]
    assert round(dearer["house_edge"], 8) == 0.05213095
    assert ask("singapore-stud")["limit_bites_above"] is None


def test_the_chart_says_what_each_hand_is_worth(ask: Ask) -> None:
    chart = ask("casino-stud/strategy")["chart"]
    grid = chart["grid"]
    assert (grid["hands"][0], grid["hands"][-1]) == ("A-K-4-3-2", "A-K-Q-T-9")
    assert chart["moved"] == "0/1"
    columns = {column["up_card"]: column for column in grid["columns"]}
    for hand, up_card in (
        ("As Kd 4h 3c 2s", "2d"),
        ("As Kd 4h 3c 2s", "9d"),
        ("As Kd Jh 8c 3s", "8d"),
        ("As Kd Jh 8c 3s", "9d"),
        ("As Kd Qh 8c 3s", "Kc"),
        ("As Kd Th 8c 3s", "Ac"),
    ):
        given = advise(RULEBOOKS["casino-stud"], parse_cards(hand), parse_cards(up_card))
        column = columns[up_card[0]]
        place = grid["hands"].index("-".join(card[0] for card in hand.split()))
        margin = float(given.stay - given.fold)
        assert column["margin_least"][place] - 1e-6 <= margin <= column["margin_most"][place] + 1e-6
        assert column["decisions"][place] == ("S" if margin > 0 else "F")


def test_the_chart_of_three_cards_is_queen_six_four(ask: Ask) -> None:
    found = ask("three-card-poker/strategy")
    assert found["chart"]["weakest_stay"] == "Q-6-4"
    assert found["chart"]["grid"] is None
    around = {one["hand"]: one for one in found["chart"]["threshold"]}
    assert not around["Q-6-3"]["stays"]
    assert around["Q-6-4"]["stays"]
    assert Fraction(around["Q-6-4"]["stay"]) > -1 > Fraction(around["Q-6-3"]["stay"])
    assert found["statement"]["cost"] == "0/1"


def test_a_what_if_moves_the_strategy(ask: Ask) -> None:
    """Where high cards pay 3 to 1 more hands are worth their bet; nothing else moves."""
    moved = ask("casino-stud/strategy", pays="odd_cards=3")
    assert Fraction(moved["chart"]["moved"]) > 0
    grid = moved["chart"]["grid"]
    otherwise = {
        (before, after)
        for column in grid["columns"]
        for before, after in zip(column["approved"], column["decisions"], strict=True)
        if before != after
    }
    assert otherwise <= {("F", "S"), ("F", "~"), ("~", "S")}
    edges = {one["strategy"]: Fraction(one["expected"]) for one in moved["strategies"]}
    assert max(edges, key=lambda name: edges[name]) == "optimal"


def test_published_simple_strategies(ask: Ask) -> None:
    """Always betting loses 16.607 %, A-K-J-8-3 or better 5.316 %, of the ante."""
    found = ask("casino-stud/strategy", pays="royal_flush=100")
    lost = {one["strategy"]: round(one["house_edge"], 5) for one in found["strategies"]}
    assert (lost["always"], lost["akj83"]) == (0.16607, 0.05316)
    assert Fraction(found["statement"]["cost"]) == Fraction(44_846_352, DEALS)


def test_the_long_run_puts_out_what_was_put_in(ask: Ask) -> None:
    """V(R) = (pR + c) / (p + s·q), by hand: p = 4, q = 36 of 2,598,960; c = $1, R = $100,000."""
    found = ask("casino-stud/long-run")["jackpot_economics"]
    p, q = Fraction(4, 2_598_960), Fraction(36, 2_598_960)
    assert Fraction(found["amount_won_mean"]) == (p * 10_000_000 + 100) / (p + q / 10)
    assert Fraction(found["wagers_between_hits"]) == 649_740
    funding = {name: Fraction(value) for name, value in found["funding"].items()}
    assert sum(funding.values()) == 1
    assert funding["growth"] == Fraction(1, 5)


def test_one_hand(ask: Ask) -> None:
    given = ask("casino-stud/advice", hand="As Kd Jh 8c 3s", up_card="9c")
    assert (given["decision"], sum(given["dealer"].values())) == ("fold", comb(46, 4))
    assert isclose(given["stay_decimal"], Fraction(given["stay"]))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("pays=royal_flush", "'royal_flush' is not HAND=NUMBER"),
        ("pays=royal_flush%3Dmany", "is not HAND=NUMBER"),
        ("pays=royal_flush%3D1e9", "is not HAND=NUMBER"),
        ("pays=royal_flush%3D999999999", "is more than 1,000,000 to 1"),
        ("pays=five_of_a_kind%3D3", "has no hand 'five_of_a_kind'"),
        ("pays=flush%3D3&pays=flush%3D4", "'flush' is named twice"),
        ("pays=" + "x" * 70 + "%3D3", "is not HAND=NUMBER"),
        ("side_pays=pair_plus.flush%3D3", "has no pair plus"),
        ("jackpot_pays=royal_flush%3D101", "is more than 100 % of the meter"),
        ("jackpot_pays=royal_flush%3D1e99999999", "is not HAND=NUMBER"),
        ("increment=1e99999999", "a number such as 0.2"),
        ("increment=1/0", "a number such as 0.2"),
        ("increment=2", "a share from a billionth to 1"),
        ("players=3", "other players change nothing"),
        ("boxes=10", "1 to 9 boxes"),
        ("stake=0", "stake must be at least 1"),
        ("magic_every=5", "no draws"),
        ("strategy=luck", "there is no strategy 'luck'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    client: TestClient[Litestar], query: str, said: str
) -> None:
    answer = client.get(f"/api/odds/casino-stud?{query}")
    assert answer.status_code == 400
    assert answer.json()["kind"] == "bad-request"
    assert said.lower() in answer.json()["message"].lower()


@pytest.mark.parametrize(
    "query", ["meter=-1", "meter=1000000000000001", "ante=0", "boxes=many", "increment=" + "1" * 21]
)
def test_what_is_out_of_bounds_is_not_even_asked(client: TestClient[Litestar], query: str) -> None:
    assert client.get(f"/api/odds/casino-stud?{query}").status_code == 400


def test_more_rows_than_any_table_has_are_refused(client: TestClient[Litestar]) -> None:
    query = "&".join(f"pays=row_{n}%3D1" for n in range(21))
    assert client.get(f"/api/odds/casino-stud?{query}").status_code == 400


@pytest.mark.parametrize(
    ("hand", "up_card", "said"),
    [
        ("", "9c", "advice needs a hand"),
        ("As Kd Jh 8c", "9c", "has 5 cards, not 4"),
        ("As Kd Jh 8c 3s", "", "needs the dealer's one up card"),
        ("As As Jh 8c 3s", "9c", "given twice"),
        ("As Kd Jh 8c 1s", "9c", "is not a card"),
    ],
)
def test_a_hand_that_is_none(
    client: TestClient[Litestar], hand: str, up_card: str, said: str
) -> None:
    answer = client.get("/api/odds/casino-stud/advice", params={"hand": hand, "up_card": up_card})
    assert answer.status_code == 400
    assert said in answer.json()["message"].lower()


def test_an_unknown_rulebook_is_not_found(client: TestClient[Litestar]) -> None:
    answer = client.get("/api/odds/baccarat")
    assert answer.status_code == 404
    assert "casino-stud" in answer.json()["message"]


def test_an_answer_is_kept_by_the_browser(client: TestClient[Litestar]) -> None:
    first = client.get("/api/odds/casino-stud")
    assert first.headers["content-encoding"] == "gzip"
    assert "max-age" in first.headers["cache-control"]
    again = client.get("/api/odds/casino-stud", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/api/odds/casino-stud?meter=1", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200
    plain = client.get("/api/odds/casino-stud", headers={"Accept-Encoding": "identity"})
    assert plain.json() == first.json()


def test_the_house_goes_on_while_odds_are_worked_out() -> None:
    async def story() -> bytes:
        bench, gone_on = Workbench(), threading.Event()

        def slow() -> bytes:
            return b"gone on" if gone_on.wait(PATIENCE) else b"stood still"

        answer = asyncio.create_task(bench.ask("slow", "ann", slow))
        for _ in range(10):
            await asyncio.sleep(0.001)
        gone_on.set()
        return (await answer).body

    assert asyncio.run(story()) == b"gone on"


def test_one_question_is_worked_out_once() -> None:
    asked = []

    def work() -> bytes:
        asked.append(1)
        time.sleep(0.05)
        return b"1"

    async def story() -> None:
        bench = Workbench()
        await asyncio.gather(*(bench.ask("same", f"caller {n}", work) for n in range(5)))
        await bench.ask("same", "late", work)

    asyncio.run(story())
    assert len(asked) == 1


def test_what_fails_is_told_and_not_kept() -> None:
    def fails() -> bytes:
        raise ValueError("no")

    async def story() -> int:
        bench = Workbench()
        for _ in range(2):
            with pytest.raises(ValueError, match="no"):
                await bench.ask("wrong", "ann", fails)
        return bench.waiting

    assert asyncio.run(story()) == 0


def test_no_more_waits_than_can_be_answered() -> None:
    async def story() -> None:
        bench, gate = Workbench(), threading.Event()

        def held() -> bytes:
            gate.wait(PATIENCE)
            return b"{}"

        asks = [
            asyncio.create_task(bench.ask(str(n), f"caller {n}", held))
            for n in range(workbench.WAITING_MAX + 6)
        ]
        await until(lambda: sum(one.done() for one in asks) == 5)
        gate.set()
        done = await asyncio.gather(*asks, return_exceptions=True)
        refused = [one for one in done if isinstance(one, TooMuch)]
        assert len(refused) == 5
        assert "Wait a few seconds" in str(refused[0])

    asyncio.run(story())


def test_one_caller_does_not_fill_the_bench() -> None:
    """However much somebody asks at once, the next caller's question is taken."""

    async def story() -> None:
        bench, gate = Workbench(), threading.Event()

        def held() -> bytes:
            gate.wait(PATIENCE)
            return b"{}"

        flood = [asyncio.create_task(bench.ask(f"m{n}", "mallory", held)) for n in range(30)]
        await until(lambda: sum(one.done() for one in flood) == 24)
        assert bench.waiting == 6
        other = asyncio.create_task(bench.ask("a", "ann", held))
        await until(lambda: bench.waiting == 7)
        gate.set()
        assert (await other).body == b"{}"
        done = await asyncio.gather(*flood, return_exceptions=True)
        refused = [one for one in done if isinstance(one, TooMuch)]
        assert len(refused) == 24
        assert "Several of your questions" in str(refused[0])
        assert (await bench.ask("m30", "mallory", lambda: b"1")).body == b"1"

    asyncio.run(story())


def test_a_caller_who_asks_too_fast_is_asked_to_wait(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter = AddressLimiter(rate=2, burst=3)
    assert [limiter.take("10.0.0.1", 0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limiter.take("10.0.0.2", 0.0) == 0
    assert [limiter.take("10.0.0.1", 0.5) for _ in range(2)] == [0, 0.5]

    monkeypatch.setattr(workbench, "QUESTIONS_AT_ONCE", 0)
    monkeypatch.setattr("croupier.house.http.pages.odds.WORKBENCH", Workbench())
    answer = client.get("/api/odds/casino-stud?meter=12345")
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["kind"] == "throttled"
    assert "Wait a second" in answer.json()["message"]


def test_what_each_change_is_worth(client: TestClient[Litestar], ask: Ask) -> None:
    """1,500 dollars more on a stake of 5, once in 4,165 hands."""
    found = ask("differences", a="casino-stud", b="multi-link-stud", strategy="pair", ante=2_500)
    assert found["ante"] == 2_500
    assert found["strategies"] == ["optimal", "pair"]
    assert found["whole"]["pair"]["wagers"] == {"jackpot": "60/833"}
    assert found["named"] == [
        "always", "pair", "ace-king", "akj83", "matching-rank", "three-rules",
    ]  # fmt: skip
    assert ask("differences", a="casino-stud", b="three-card-poker")["named"] == ["always"]
    for query, status, said in (
        ("a=casino-stud", 400, ""),
        ("a=casino-stud&b=baccarat", 404, "There is no rulebook 'baccarat'"),
        ("a=casino-stud&b=multi-link-stud&strategy=q64", 400, "There is no strategy 'q64'"),
        ("a=casino-stud&b=multi-link-stud&players=2", 400, "Other players change nothing"),
    ):
        answer = client.get(f"/api/odds/differences?{query}")
        assert answer.status_code == status
        assert said in answer.text


def test_what_each_reading_costs(client: TestClient[Litestar]) -> None:
    [found] = client.get("/api/odds/multi-link-stud/readings").json()
    assert (found["reading"], found["others"][0]["choice"]) == ("L2", "fold")
