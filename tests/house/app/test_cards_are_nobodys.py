"""Attacks on cards: guessing at closed hands, dealing one's own, stopping a table with a report."""

from typing import Any

import httpx
import pytest

from croupier.cards import DECK, card_name, card_names, parse_cards
from croupier.house.app.house import House
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Cards, Dealing
from croupier.house.model.table import decide, shuffle
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from croupier.table.hands import hand_text
from tests.house.houses import (
    BY_HAND,
    DEALER,
    MANAGER,
    ante,
    do,
    key,
    register_jackpot,
    register_table,
)
from tests.house.serving import caller, serving

ANN, BOB = Actor("p1", Role.PLAYER), Actor("p2", Role.PLAYER)
ROYAL = "As Ks Qs Js Ts"
OF_PEOPLE_AND_SYSTEMS = {
    Irregularity.TECHNICAL_INTERRUPTION,
    Irregularity.JACKPOT_FAILURE,
    Irregularity.EXTRA_HAND_VIEWED,
    Irregularity.CONFIDENTIALITY,
    Irregularity.MULTIPLE_POSITIONS,
    Irregularity.OVER_LIMIT,
    Irregularity.UNDER_LIMIT,
    Irregularity.OTHER,
    Irregularity.LEFT_AFTER_VIEWING,
}


async def give(http: httpx.AsyncClient, **command: Any) -> dict[str, Any]:
    """The answer without the words that repeat what was asked."""
    given = await http.post("/api/tables/T1/commands", json={"key": key(), "command": command})
    answer: dict[str, Any] = given.json()
    return {"status": given.status_code, **answer}


async def dealt(house: House, dealing: Dealing = BY_HAND) -> None:
    """Two players have a hand each, and nobody has looked."""
    await register_jackpot(house.handler)
    await register_table(house.handler, dealing=dealing)
    await do(house.handler, "T1", c.OpenBets())
    await do(house.handler, "T1", ante(1), ANN)
    await do(house.handler, "T1", ante(2), BOB)
    await do(house.handler, "T1", c.CloseBets())
    electronic = dealing.cards is Cards.ELECTRONIC
    await do(house.handler, "T1", c.Deal() if electronic else c.Deal(shoe=card_names(DECK)))


async def phase(house: House) -> str:
    return (await house.handler.streams.table("T1")).stored.game.phase


async def test_no_report_tells_a_guest_or_a_player_what_lies_closed(sqlite_url: str) -> None:
    """Eight requests gave away every hand: each said which of five cards lie on the table."""
    async with serving(sqlite_url) as (house, address):
        await dealt(house)
        before = (await house.handler.streams.table("T1")).version
        for name in ("guest", ANN.id):
            async with await caller(house, address, name, HouseRole.PLAYER) as http:
                fives = [card_names(DECK[at : at + 5]) for at in range(0, 50, 5)]
                answers = [
                    await give(
                        http,
                        do="report",
                        irregularity="player_card_count",
                        box=1,
                        reconstructable=True,
                        hands={"1": five},
                    )
                    for five in fives
                ]
                answers += [
                    await give(
                        http, do="report", irregularity="dealer_card_exposed", card=card_name(card)
                    )
                    for card in DECK
                ]
            assert {answer["code"] for answer in answers} == {"words-only"}
            assert len({answer["message"] for answer in answers}) <= 3
        assert (await house.handler.streams.table("T1")).version == before


@pytest.mark.parametrize("role", [HouseRole.PIT_SUPERVISOR, HouseRole.SHIFT_MANAGER])
async def test_nobody_deals_other_cards_at_an_electronic_table(
    sqlite_url: str, role: HouseRole
) -> None:
    """A reconstruction with hands of one's own was worth 209,995 in a wallet."""
    async with serving(sqlite_url) as (house, address):
        await dealt(house)
        async with await caller(house, address, "sue", role) as http:
            for kind in Irregularity:
                if kind in OF_PEOPLE_AND_SYSTEMS:
                    continue
                for facts in ({}, {"box": 1, "reconstructable": True, "hands": {"1": ROYAL}}):
                    answer = await give(http, do="report", irregularity=kind, **facts)
                    assert answer["code"] == "cards-are-committed", kind
            smuggled = await give(
                http, do="report", irregularity="technical_interruption", hands={"1": ROYAL}
            )
            assert smuggled["code"] == "cards-are-committed"
            keyed = await give(http, do="correct_entry", box=1, cards=ROYAL, reason="misread")
            assert keyed["code"] == "cards-are-committed"
            unburnt = await give(http, do="deal", burn=False)
            assert unburnt["code"] == "cards-are-committed"
        assert await phase(house) == "dealt"


async def test_cards_that_are_not_the_seeds_are_found_in_the_log(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that deals a shoe of its own choice, and keeps the seed that it committed to."""
    wanted = parse_cards(ROYAL)
    chosen = (*wanted, *(card for card in DECK if card not in wanted))
    async with serving(sqlite_url) as (house, _):
        with monkeypatch.context() as forged:
            forged.setattr(shuffle, "shuffled", lambda _: chosen)
            await dealt(house)
        await played_out(house)
        found = (await verify(house.store)).wrong
    assert found is not None
    assert "the cards dealt are not those of the committed shuffle" in found


async def test_hands_that_are_not_the_seeds_are_found_in_the_log(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reconstruction of version 0.1, by a program and a proof that let it pass: the hands that
    were settled are held against the seed all the same."""
    async with serving(sqlite_url) as (house, _):
        await dealt(house)
        monkeypatch.setattr(decide, "demand_no_card_facts", lambda *_: None)
        monkeypatch.setattr(decide, "_demand_allowed_as_known", lambda *_: None)
        deal = (await house.handler.streams.table("T1")).stored.game.round.deal  # type: ignore[union-attr]
        assert deal is not None
        swapped = {str(box): hand_text(deal.hands[3 - box]) for box in (1, 2)}
        kind = Irregularity.PLAYER_CARD_COUNT
        report = c.Report(irregularity=kind, box=1, reconstructable=True, hands=swapped)
        await do(house.handler, "T1", report, MANAGER)
        for player, box in ((ANN, 1), (BOB, 2)):
            await do(house.handler, "T1", c.Choose(option="continue", box=box), player)
        await played_out(house)
        found = (await verify(house.store)).wrong
    assert found is not None
    assert "the hands settled are not those of the committed shuffle" in found


async def played_out(house: House) -> None:
    for player, box in ((ANN, 1), (BOB, 2)):
        await do(house.handler, "T1", c.PlaceWager(box=box, wager="bet"), player)
    await do(house.handler, "T1", c.RevealDealer())
    await do(house.handler, "T1", c.Settle())


async def test_what_can_go_wrong_electronically_is_still_reported(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await dealt(house)
        async with await caller(house, address, "sue", HouseRole.PIT_SUPERVISOR) as http:
            answer = await give(http, do="report", irregularity="other", description="Screen froze")
            assert answer["status"] == 200
            seen = (await http.get("/api/tables/T1")).json()["game"]["matters"]
            assert [one["report"]["description"] for one in seen] == ["Screen froze"]
        assert (await verify(house.store)).wrong is None


async def test_a_players_report_is_words_and_stops_nothing(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await dealt(house)
        async with (
            await caller(house, address, ANN.id, HouseRole.PLAYER) as ann,
            await caller(house, address, BOB.id, HouseRole.PLAYER) as bob,
            await caller(house, address, "sue", HouseRole.PIT_SUPERVISOR) as sue,
        ):
            said = "My cards look odd"
            assert (await give(ann, do="report", irregularity="other", description=said))[
                "status"
            ] == 200
            hears = [(await http.get("/api/tables/T1")).json()["calls"] for http in (sue, ann, bob)]
            assert [[one["words"] for one in calls] for calls in hears] == [[said], [said], []]
            matters = (await sue.get("/api/tables/T1")).json()["game"]["matters"]
            assert matters == []
            assert (await give(bob, do="fold", box=2))["status"] == 200
            assert (await give(sue, do="answer_call", call=1))["status"] == 200
            assert (await give(sue, do="answer_call", call=1))["code"] == "no-such-call"
            assert (await give(ann, do="answer_call", call=1))["code"] == "not-your-power"
            [call] = (await ann.get("/api/tables/T1")).json()["calls"]
            assert call["answered_by"] == "sue"
        assert (await verify(house.store)).wrong is None


async def test_reports_come_from_people_who_sit_there_and_are_few_and_short(
    sqlite_url: str,
) -> None:
    async with serving(sqlite_url) as (house, address):
        await dealt(house)
        async with (
            await caller(house, address, "eve", HouseRole.PLAYER) as eve,
            await caller(house, address, ANN.id, HouseRole.PLAYER) as ann,
        ):
            stranger = await give(eve, do="report", irregularity="other", description="Stop!")
            assert stranger["code"] == "not-seated"
            for length, status in ((501, 400), (500, 200), (499, 200)):
                said = await give(ann, do="report", irregularity="other", description="x" * length)
                assert said["status"] == status, length
            assert (await give(ann, do="report", irregularity="other"))["status"] == 200
            fourth = await give(ann, do="report", irregularity="other")
            assert fourth["code"] == "called-already"
            for box in (1, 2):
                await do(house.handler, "T1", c.Fold(box=box), (ANN, BOB)[box - 1])
            await do(house.handler, "T1", c.RevealDealer())
            await do(house.handler, "T1", c.Settle())
            await do(house.handler, "T1", c.OpenBets())
            assert (await ann.get("/api/tables/T1")).json()["calls"] == []


async def test_whoever_rules_sees_the_cards_that_the_ruling_lays(sqlite_url: str) -> None:
    """The pit showed a box and "can be put right"; the hand was the reporter's own."""
    async with serving(sqlite_url) as (house, address):
        await dealt(house, Dealing(cards=Cards.LIVE))
        report = c.Report(
            irregularity=Irregularity.PLAYER_CARD_COUNT,
            box=1,
            reconstructable=True,
            hands={"1": "Ah Kd Qc Jh 9s"},
        )
        await do(house.handler, "T1", report, DEALER)
        async with await caller(house, address, "sue", HouseRole.PIT_SUPERVISOR) as http:
            [matter] = (await http.get("/api/tables/T1")).json()["game"]["matters"]
            assert matter["report"]["hands"] == {"1": "Ah Kd Qc Jh 9s"}
