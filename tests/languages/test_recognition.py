"""Finished sentences of the house, said in another language."""

import pytest

from croupier.languages.catalogue import catalogue
from croupier.languages.recognition import Recogniser

WORDS = {
    "ante": "底注",
    "Jackpot": "累积奖金",
    "Pair Plus": "对子加注",
    "ace": "A",
    "king": "K",
    "flush": "同花",
    "royal flush": "皇家同花顺",
    "A {name} needs an ante on box {box} first.": "注格 {box} 须先有底注，才能下{name}。",
    "Box {1} is free.": "注格 {1} 空着。",
    "{1} can be placed now.": "现在可下{1}。",
    "{hand} pays {odds} to 1{more}.": "{hand} {odds} 赔 1{more}。",
    " or more": "以上",
    "Pay{what} the win.": "赔付{what}。",
    " half of": "一半",
    "by {who}": "由 {who}",
    "by the house": "由赌场",
    "{value} is not {wanted}": "{value} 不是{wanted}",
    "There is no table '{name}'.": "没有牌桌“{name}”。",
}


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("ante", "底注"),
        ("A side bet needs an ante on box 3 first.", "注格 3 须先有底注，才能下side bet。"),
        ("A ante needs an ante on box 3 first.", "注格 3 须先有底注，才能下底注。"),
        ("A Ante needs an ante on box 3 first.", "注格 3 须先有底注，才能下底注。"),
        ("A jackpot needs an ante on box 3 first.", "注格 3 须先有底注，才能下累积奖金。"),
        (
            "Box 7 is free. Jackpot and Pair Plus can be placed now.",
            "注格 7 空着。现在可下累积奖金、对子加注。",
        ),
        ("ace-king can be placed now.", "现在可下A-K。"),
        ("royal flush pays 250 to 1.", "皇家同花顺 250 赔 1。"),
        ("royal flush pays 250 to 1 or more.", "皇家同花顺 250 赔 1以上。"),
        ("Pay the win.", "赔付。"),
        ("There is no table 'ante'.", "没有牌桌“ante”。"),
        ("Pay half of the win.", "赔付一半。"),
        ("By the house.", "由赌场。"),
        ("Flush.", "同花。"),
        ('"Flush."', "“同花。”"),
        ("flush or better can be placed now.", "现在可下flush or better。"),
        ("a side bet: ante 5, flush ann", "a side bet: ante 5, flush ann"),
        ("ante: flush 5.00, ace ann, odd", "底注：同花 5.00，A ann，odd"),
    ],
)
def test_a_sentence_is_said_with_what_is_put_in(english: str, chinese: str) -> None:
    assert Recogniser(WORDS, WORDS, "").say(english) == chinese


@pytest.mark.parametrize(
    "english",
    [
        *("Box 7 is free? Or is it.", "Box  is free.", "by ann", "It is an ante."),
        "Nobody knows that it is not translated yet.",
    ],
)
def test_what_is_not_known_stays_english(english: str) -> None:
    assert Recogniser(WORDS, WORDS, "").say(english) == english


def test_hands_rules_and_refusals_in_chinese() -> None:
    say = catalogue("zh-Hans").say
    assert say("pair of fives, ace kicker") == "一对 5，踢脚 A"
    assert say("full house, sixes over twos") == "葫芦，6 带 2"
    assert say("Two pairs, aces and kings") == "两对，A 和 K"
    assert say("sue (pit supervisor) reports") == "sue (pit supervisor) reports"
    assert say("bought in: player ann, amount 500.00") == "买入：闲家 ann，金额 500.00"
    assert say("there is no strategy 'x' for 5 cards; there are optimal, pair") == (
        "没有用于 5 张牌的策略“x”；有 optimal, pair"
    )
    assert say("A pit supervisor may not do this; it takes a shift manager or above.") == (
        "赌区主管不可这样做；需要值班经理或以上。"
    )
    assert say("5.00 is too little: the limits are 10.00 to 1000.00.") == (
        "5.00 过少：限额为 10.00 至 1000.00。"
    )
    assert (
        say(
            "On your hand, whoever wins: royal flush 100 % of the meter, four of a kind $500. "
            "A fold gives it up."
        )
        == "以您的牌计，不论谁赢：皇家同花顺 奖池的 100 %、四条 $500。弃牌即放弃它。"
    )
