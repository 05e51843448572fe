"""Modules of page texts in another language."""

import pytest

from croupier.languages.javascript import Unreadable
from croupier.languages.page_texts import PageTexts

MODULE = """\
/* "Not a sentence". */
import { money } from "./en.js";
const day = new Intl.DateTimeFormat("en-GB", { month: "long" });
const KINDS = ["pay", "give_back"];
/** @param {string} name */
const guest = (name) => /^"x/.test(name) || name.startsWith("guest") || name === "nobody";
export const t = {
  title: "Tables",
  free: (free, all) => (free === 0 ? "No free box" : `${free} of ${all} boxes free`),
  lead: "One sentence " +
    "on two lines.",
  round: (round) => `Round ${round.number}${round.void ? `, void by ${money(round.sum)}` : ""}`,
  other: "other" /* code */,
  sign: " · ",
  many: (count) => count.toLocaleString("en-SG"),
};
"""
SENTENCES = [
    "Tables",
    "No free box",
    "{free} of {all} boxes free",
    "One sentence on two lines.",
    "Round {number}{2}",
    ", void by {sum}",
]


def test_strings_and_templates_are_sentences_unless_a_program_reads_them() -> None:
    assert [one.words for one in PageTexts(MODULE).sentences()] == SENTENCES


def test_a_sentence_is_found_at_its_line() -> None:
    assert [one.line for one in PageTexts(MODULE).sentences()] == [8, 9, 9, 10, 12, 12]


def test_without_translations_the_module_is_the_same_but_for_its_locale() -> None:
    same = PageTexts(MODULE).translated(lambda words: words, "en-SG")
    assert same == MODULE.replace("en-GB", "en-SG")


def test_words_take_the_place_of_words_and_nothing_else_changes() -> None:
    known = {
        "Tables": '牌桌 "甲"',
        "{free} of {all} boxes free": "{all} 个注格中有 {free} 个空位 `",
        "One sentence on two lines.": "一句话。",
        "Round {number}{2}": "第 {number} 局{2}",
        ", void by {sum}": "，作废 {sum}",
    }
    said = PageTexts(MODULE).translated(lambda words: known.get(words, words), "zh-Hans-SG")
    assert said == MODULE.replace('"Tables"', '"牌桌 \\"甲\\""').replace(
        "`${free} of ${all} boxes free`", "`${all} 个注格中有 ${free} 个空位 \\``"
    ).replace('"One sentence " +\n    "on two lines."', '"一句话。"').replace(
        "`Round ${round.number}$", "`第 ${round.number} 局$"
    ).replace(", void by $", "，作废 $").replace("en-GB", "zh-Hans-SG").replace(
        "en-SG", "zh-Hans-SG"
    ).replace("zh-Hanzh-Hans-SG", "zh-Hans-SG")


def test_places_of_the_same_name_are_told_apart() -> None:
    source = "x = (a, b) => `from ${a.name} to ${b.name}, ${a.name}`;"
    assert [one.words for one in PageTexts(source).sentences()] == [
        "from {name} to {name2}, {name}"
    ]


def test_a_string_without_an_end_is_named_with_its_line() -> None:
    with pytest.raises(Unreadable, match="line 2"):
        list(PageTexts('ok;\nx = "no end;\n').sentences())


def test_signs_that_join_words_are_sentences_of_every_module() -> None:
    module = """
const all = names.join(", ");
const said = `${label}: ${value}`;
const parts = text.split(", ");
const both = `${one} ${other}` /* joined */;
const amount = `${sign} ${cents}`;
const word = "Words";
"""
    signs = PageTexts(module, signs_only=True)
    assert [one.words for one in signs.sentences()] == [", ", "{1}: {2}", "{1} {2}"]
    chinese = {", ": "、", "{1}: {2}": "{1}：{2}", "{1} {2}": "{1}{2}"}
    told = signs.translated(lambda words: chinese.get(words, words), "zh-Hans-SG")
    assert told == module.replace('join(", ")', 'join("、")').replace(
        "${label}: $", "${label}：$"
    ).replace("${one} $", "${one}$")
