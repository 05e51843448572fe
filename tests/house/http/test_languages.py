"""Answers of the house in the caller's language: words change, and nothing else."""

from typing import get_args

import msgspec
import pytest

from croupier.house.client import Client, NotDone
from croupier.house.http.accounts import LanguageWanted
from croupier.house.http.languages import said
from croupier.languages.catalogue import LANGUAGES
from croupier.table import commands as c
from tests.house.houses import ante
from tests.house.http.test_watching import ANN, seated, watching
from tests.house.serving import http_to, token_of

CHINESE = {"Accept-Language": "zh-SG"}


async def test_a_refusal_is_said_in_the_language_of_the_caller(sqlite_url: str) -> None:
    async with seated(sqlite_url) as (house, address, dealer, _):
        await dealer.give(c.OpenBets(), "T1")
        command = {"do": "place_wager", "box": 1, "wager": "pair_plus", "amount": 1000}
        body = {"key": "the-only-one", "command": command}
        async with http_to(address, await token_of(house, ANN)) as http:
            english = await http.post("/api/tables/T1/commands", json=body)
            chinese = await http.post("/api/tables/T1/commands", json=body, headers=CHINESE)
        assert chinese.status_code == english.status_code == 422
        assert english.json()["message"] == "Casino Stud Poker has no pair plus wager."
        assert chinese.json()["message"] == "赌场梭哈扑克没有对子加注投注。"
        assert {**chinese.json(), "message": ""} == {**english.json(), "message": ""}
        assert chinese.headers["Content-Language"] == "zh-Hans"
        async with http_to(address) as http:
            nobody = await http.post("/api/tables/T1/commands", json=body, headers=CHINESE)
            assert nobody.json()["message"] == "请先登录：旁观者不能这样做。"
            plain = await http.get("/api/me")
            packed = {**CHINESE, "Accept-Encoding": "gzip"}
            said_here = await http.get("/api/me", headers=packed)
        assert plain.json()["wagers"]["ante"] == "Ante"
        assert said_here.json()["wagers"]["ante"] == "底注"


async def test_the_client_asks_in_a_language(sqlite_url: str) -> None:
    async with seated(sqlite_url) as (house, address, dealer, _):
        await dealer.give(c.OpenBets(), "T1")
        wrong = c.PlaceWager(box=1, wager="pair_plus", amount=1000)
        async with Client(address, await token_of(house, ANN), language="zh-Hans") as ann:
            with pytest.raises(NotDone, match="赌场梭哈扑克没有对子加注投注。") as refused:
                await ann.give(wrong, "T1")
            assert refused.value.trouble.code == "no-such-wager"
            async with ann.stream() as streaming:
                with pytest.raises(NotDone, match="赌场梭哈扑克没有对子加注投注。"):
                    await streaming.give(wrong, "T1")


async def test_what_a_table_shows_is_said_over_the_stream_too(sqlite_url: str) -> None:
    async with (
        seated(sqlite_url) as (house, address, dealer, ann),
        watching(house, address, ANN, CHINESE) as chinese,
        watching(house, address, ANN) as english,
    ):
        for watcher in (chinese, english):
            await watcher.send(type="watch", tables=["T1"])
        await dealer.give(c.OpenBets(), "T1")
        await ann.give(ante(1), "T1")
        here, there = await chinese.until("betting"), await english.until("betting")
        assert here["layout"]["labels"]["ante"] == "底注"
        assert there["layout"]["labels"]["ante"] == "Ante"
        assert here["layout"]["stay"] == there["layout"]["stay"] == "bet"
        bad = {"do": "place_wager", "box": 1, "wager": "pair_plus", "amount": 1000}
        await chinese.send(type="command", key="the-only-one", table="T1", command=bad)
        trouble = (await chinese.push("trouble"))["trouble"]
        assert trouble["message"] == "赌场梭哈扑克没有对子加注投注。"
        assert trouble["code"] == "no-such-wager"


async def test_a_chosen_language_is_found_again_wherever_one_logs_in(sqlite_url: str) -> None:
    async with seated(sqlite_url) as (house, address, _, _):
        async with http_to(address, await token_of(house, ANN)) as http:
            assert (await http.get("/api/me")).json()["person"]["language"] is None
            chosen = await http.post("/api/language", json={"language": "zh-Hans"})
            assert chosen.json()["person"]["language"] == "zh-Hans"
            again = await http.post("/api/language", json={"language": "zh-Hans"})
            assert again.status_code == 200
            strange = await http.post("/api/language", json={"language": "tlh"})
            assert strange.status_code == 400
        async with http_to(address, await token_of(house, ANN)) as elsewhere:
            assert (await elsewhere.get("/api/me")).json()["person"]["language"] == "zh-Hans"
        async with http_to(address) as nobody:
            refused = await nobody.post("/api/language", json={"language": "ms"})
            assert refused.status_code == 401


def test_every_language_can_be_chosen_for_an_account() -> None:
    assert set(get_args(LanguageWanted.__annotations__["language"])) == set(LANGUAGES)


def test_only_fields_of_words_are_said() -> None:
    answer = {
        "hand": "flush",
        "player": "flush",
        "rows": [{"hand": "flush", "label": "flush"}],
        "stay_with": ["a pair or better"],
        "wagers": {"ante": "Ante"},
        "list": {"wagers": ["ante"]},
        "asks": [
            {
                "name": "chips",
                "words": "Whose hand wins?",
                "options": [{"value": "player", "words": "the player's hand wins"}],
            }
        ],
        "told": ["Bets are open."],
        "facts": [{"name": "player", "required": True}],
        "alarms": [{"means": "The disk is full.", "do": "Bets are open."}],
        "command": {"do": "fold"},
        "requirements": [{"name": "The last 25 hits are kept", "how": "fold", "tests": []}],
    }
    told = msgspec.json.decode(said(msgspec.json.encode(answer), "zh-Hans"))
    assert told == {
        "hand": "同花",
        "player": "flush",
        "rows": [{"hand": "flush", "label": "同花"}],
        "stay_with": ["一对或更好"],
        "wagers": {"ante": "底注"},
        "list": {"wagers": ["ante"]},
        "asks": [
            {
                "name": "chips",
                "words": "谁的手牌赢？",
                "options": [{"value": "player", "words": "闲家的手牌赢"}],
            }
        ],
        "told": ["投注开放。"],
        "facts": [{"name": "player", "required": True}],
        "alarms": [{"means": "磁盘已满。", "do": "投注开放。"}],
        "command": {"do": "fold"},
        "requirements": [{"name": "保留最近 25 次命中", "how": "弃牌", "tests": []}],
    }
