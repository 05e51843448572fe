"""Certificates: checked by programs that use nothing of ours, and attacked."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs

from croupier.books import find_rulebook
from croupier.cli.odds import odds
from croupier.odds import CannotPrice, Question, price, with_pays
from croupier.odds.certificate import write_certificate

ROOT = Path(__file__).parents[2]
CHECKER = ROOT / "checker" / "check_certificate.py"
DENO = Path(sys.executable).with_name("deno")


@pytest.fixture(scope="module")
def three_card_poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("certificates") / "three-card-poker.txt"
    result = CliRunner().invoke(odds, ["three-card-poker", "--certificate", str(path)])
    assert result.exit_code == 0, result.output
    assert "a certificate of 1,755 states" in result.stderr
    return path


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checker in C, compiled as `make checker` does it."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    path = tmp_path_factory.mktemp("twin") / "check_certificate"
    source = CHECKER.with_suffix(".c")
    subprocess.run([compiler, "-O3", "-Wall", "-Wextra", "-Werror", "-o", path, source], check=True)
    return path


def checker() -> Any:
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def checked(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(CHECKER), str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def changed(path: Path, place: str, by: str, to: Path) -> Path:
    text = path.read_text()
    assert place in text
    to.write_text(text.replace(place, by, 1))
    return to


def test_the_checker_is_small_and_uses_the_standard_library_alone() -> None:
    text = CHECKER.read_text()
    assert len(text.splitlines()) <= 300
    imported = set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE))
    assert imported <= sys.stdlib_module_names


def test_a_certificate_holds(three_card_poker: Path, twin: Path) -> None:
    quick = checked(three_card_poker, "--sample", "20", "--seed", "7")
    assert quick.returncode == 0, quick.stderr
    assert "1,755 states, 407,170,400 deals" in quick.stdout
    assert "Expectation -686689/20358520" in quick.stdout
    dealt = subprocess.run([twin, three_card_poker], capture_output=True, text=True, check=False)
    assert (dealt.returncode, dealt.stdout[:16]) == (0, "1755 of 1755 sta")


def second(path: Path, sample: int) -> subprocess.CompletedProcess[str]:
    """The checker that was written from the page of the format, by one who had read no other."""
    # Under /dev, where the folders of tests may be, deno reads with all permissions only.
    command = [str(DENO), "run", "--no-remote", "--allow-all", str(CHECKER.with_suffix(".js"))]
    environment = {"DENO_DIR": str(path.parent), "DENO_NO_UPDATE_CHECK": "1"}
    return subprocess.run(
        [*command, str(path), str(sample)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_second_checker_in_another_language_agrees(three_card_poker: Path) -> None:
    found = second(three_card_poker, 20)
    assert "1755 states hold, 20 of them dealt out" in found.stdout
    assert "expectation -686689/20358520" in found.stdout


@pytest.mark.parametrize(
    ("place", "by", "says"),
    [
        ("net pair 1 2 0 -2", "net pair 1 3 0 -2", "the expectation does not follow"),
        ("\n2c2d2h - 4 ", "\n2c2d2h - 5 ", "the weight is 4, not 5"),
        ("S\nend\n", "F\nend\n", "the other decision is better"),
        ("\n2c2d2h - ", "\n3c3d3h - ", "is there twice"),
        ("tally pair ", "tally odd_cards ", "'tally odd_cards' is unknown or twice"),
        ("\nend\n", "\n", "does not end with 'end'"),
    ],
)
def test_the_second_checker_finds_what_was_changed(
    three_card_poker: Path, tmp_path: Path, place: str, by: str, says: str
) -> None:
    found = second(changed(three_card_poker, place, by, tmp_path / "x.txt"), 0)
    assert found.returncode == 1
    assert says in found.stderr


def test_the_second_checker_finds_a_count_that_no_tally_shows(
    three_card_poker: Path, tmp_path: Path
) -> None:
    """In states that fold: only the sums over all states, and dealing them out, can tell."""
    text = three_card_poker.read_text()
    states = [line.split(" ") for line in text.splitlines() if line.endswith((" S", " F"))]
    folded = [one for one in states if one[6] == "F" and one[2] == "24"]
    one, other = folded[0], folded[1]
    for state, more in ((one, 2), (other, -1)):
        line = " ".join(state)
        state[3] = str(int(state[3]) + more)
        text = text.replace(line, " ".join(state), 1)
    (tmp_path / "x.txt").write_text(text)
    found = second(tmp_path / "x.txt", 0)
    assert (found.returncode, "the sums over all states" in found.stderr) == (1, True)


@pytest.mark.slow
def test_a_what_if_and_a_named_strategy_are_certified(tmp_path: Path) -> None:
    rulebook = with_pays(find_rulebook("three-card-poker"), {"ante_bonus_pays": ["straight=2"]})
    sheet = price(rulebook, Question(strategy="mimic"))
    write_certificate(sheet, tmp_path / "mimic.txt")
    found = checked(tmp_path / "mimic.txt", "--sample", "5")
    assert found.returncode == 0, found.stderr
    assert f"Expectation {sheet.main.expected}" in found.stdout


@pytest.mark.parametrize(
    ("place", "by", "says"),
    [
        ("croupier-certificate 1", "croupier-certificate 2", "no certificate of version 1"),
        ("known 0", "known 1", "this game is not known here"),
        ("net pair 1 2 0 -2", "net pair 1 3 0 -2", "the expectation does not follow"),
        ("expected -686689/", "expected -686688/", "the expectation does not follow"),
        ("deals 407170400", "deals 407170401", "the weights are not all deals"),
        ("states 1755", "states 1754", "there are 1755 states, not 1754"),
        ("tally pair ", "tally odd_cards ", "a class of hands is missing or unknown"),
        ("\n2c2d2h - 4 ", "\n2c2d2h - 5 ", "stands for 4 deals, not for 5"),
        ("\n2c2d2h - ", "\n2c2d2d - ", "is no hand"),
        ("\n2c2d2h - ", "\n3c3d3h - ", "stands twice"),
        ("S\nend\n", "F\nend\n", "the other decision is better"),
        ("\nend\n", "\n", "the file ends before its end"),
        ("\nend\n", "\nend\nmore\n", "something follows the end"),
        ("states 1755", "states many", "is not written as a number"),
        ("cards 3\n", "cards 3\ncards 3\n", "the head has other lines"),
        ("expected -", "expected -1/1000\nexpected -", "the head has other lines"),
        ("expected -686689/20358520", "expected -1e999999999", "is not written as a number"),
        ("expected -686689/20358520", "expected nan", "is not written as a number"),
        ("expected -686689/20358520", "expected -686689/0", "cannot be read as a certificate"),
        ("net pair 1 2 0 -2", "net pair 1 2 0 -2/1_0", "is not written as a number"),
        ("net pair 1 2 0 -2", "net pair 1 2 0 -2 7", "a row has other figures"),
        ("net flush ", "net pair ", "a class of hands is missing or unknown"),
        ("deals 407170400", "deals 407170400 1", "cannot be read as a certificate"),
        ("qualifies Q32", "qualifies Q3", "the hand that qualifies has other cards"),
        ("qualifies Q32", "qualifies QQ2", "only odd cards are known not to qualify"),
        ("strategy optimal", "strategy optimum", "this kind of strategy is not known"),
        ("\n2c2d2h - 4 ", "\n2c2d2h - +4 ", "is not written as a number"),
        ("\n2c2d2h - 4 ", "\n2c2d2h - 0_4 ", "is not written as a number"),
        ("\n2c2d2h - 4 ", f"\n2c2d2h - {'9' * 5000} ", "is not written as a number"),
        ("\n2c2d2h - 4 ", "\n2c2d2h -  4 ", "is not well written"),
        ("\n2c2d2h - 4 ", "\n2c2d2h 2s 4 ", "no such up card"),
        ("\n2c2d2h - ", "\n2h2d2s - 4 0 0 0 S\n2c2d2h - ", "stands twice"),
        ("certificate 1\n", "certificate 1\r\n", "no certificate of version 1"),
    ],
)
def test_a_changed_certificate_does_not_hold(
    three_card_poker: Path, tmp_path: Path, place: str, by: str, says: str
) -> None:
    found = checked(changed(three_card_poker, place, by, tmp_path / "x.txt"), "--sample", "0")
    assert found.returncode == 1
    assert says in found.stderr


def test_what_the_checker_cannot_know_it_says(three_card_poker: Path, tmp_path: Path) -> None:
    """The name of the game and its pays are the file's own word; and a strategy that is said not
    to be the best may decide anything."""
    renamed = changed(three_card_poker, "rulebook three-card-poker@", "rulebook x@", tmp_path / "x")
    found = checked(renamed, "--sample", "0")
    assert found.returncode == 0, found.stderr
    assert "It calls itself x@" in found.stdout
    assert "pair: 1, 2, 0, -2" in found.stdout
    assert "No other decision is better" in found.stdout
    other = changed(three_card_poker, "strategy optimal", "strategy other", tmp_path / "y")
    assert "Decisions may not be the best" in checked(other, "--sample", "0").stdout


def test_two_decisions_exchanged_are_found(three_card_poker: Path, tmp_path: Path) -> None:
    """A fold and a stay of equal weight, the tallies made to fit: each is the worse decision."""
    text = three_card_poker.read_text()
    states = [line for line in text.splitlines() if line.endswith((" S", " F"))]
    for ending, other in ((" S", "F"), (" F", "S")):
        line = next(one for one in states if one.endswith(ending) and one.split(" ")[2] == "24")
        text = text.replace(f"\n{line}\n", f"\n{line[:-1]}{other}\n", 1)
    (tmp_path / "x.txt").write_text(text)
    found = checked(tmp_path / "x.txt", "--sample", "0")
    assert (found.returncode, "the other decision is better" in found.stderr) == (1, True)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.9999])
def test_a_file_cut_short_is_found(three_card_poker: Path, tmp_path: Path, share: float) -> None:
    text = three_card_poker.read_text()
    (tmp_path / "x.txt").write_text(text[: int(share * len(text))])
    found = checked(tmp_path / "x.txt", "--sample", "0")
    assert (found.returncode, found.stderr.startswith("WRONG: ")) == (1, True)


def mutants(states: list[str], number: int) -> list[tuple[int, list[str]]]:
    """Lines with one count changed, and still no count below 0."""
    chance = Random(2026)
    found: list[tuple[int, list[str]]] = []
    while len(found) < number:
        place = chance.randrange(len(states))
        words = states[place].split(" ")
        column = chance.choice((3, 4, 5))
        count = int(words[column]) + chance.choice((-1, 1)) * chance.randint(1, 5)
        if count >= 0:
            found.append((place, [*words[:column], str(count), *words[column + 1 :]]))
    return found


@pytest.mark.slow
def test_a_thousand_wrong_counts_are_found(three_card_poker: Path) -> None:
    """By dealing out the state, all of them; by the sums alone, too, as one wrong count never
    fits them."""
    module = checker()
    with three_card_poker.open() as file:
        head, lines = module.read(file)
        game, states = module.Game(head), list(lines)[:-1]
    sums, _ = module.check_lines(game, iter([*states, "end\n"]), set(), False)
    counted: dict[int, tuple[int, ...]] = {}
    for number, (place, words) in enumerate(mutants(states, 1000)):
        _, strength, _, cards, weight = game.hand(words[0], "")
        if place not in counted:
            counted[place] = game.count(cards, "", strength)
        claimed = tuple(map(int, words[3:6]))
        assert counted[place] != claimed
        before = tuple(map(int, states[place].split(" ")[3:6]))
        assert counted[place] == before
        none, below, equal = (
            weight * (new - old) for new, old in zip(claimed, before, strict=True)
        )
        moved = [sums[0], sums[1] + none, sums[2] + equal, sums[3] - none - equal - 2 * below]
        assert moved != sums
        if number < 50:
            with pytest.raises(module.Wrong):
                module.check_sums(game, moved)


def test_a_wrong_count_in_the_file_is_found(
    three_card_poker: Path, tmp_path: Path, twin: Path
) -> None:
    head, _, body = three_card_poker.read_text().partition("states 1755\n")
    states = body.splitlines(keepends=True)[:-1]
    ((place, words),) = mutants(states, 1)
    states[place] = " ".join(words)
    path = tmp_path / "wrong.txt"
    path.write_text(f"{head}states 1755\n{''.join(states)}end\n")
    assert checked(path, "--sample", "0").returncode == 1
    dealt = subprocess.run([twin, path], capture_output=True, text=True, check=False)
    assert (dealt.returncode, f"state {place + 1} is counted wrongly" in dealt.stdout) == (1, True)


@pytest.mark.slow
def test_a_game_with_an_up_card(tmp_path: Path, twin: Path) -> None:
    """And a thousand of its counts changed one at a time: each is found by dealing out its state,
    and each moves one of the sums over all states."""
    path = tmp_path / "casino-stud.txt"
    assert write_certificate(price(find_rulebook("casino-stud")), path) == 1_121_471
    found = checked(path, "--sample", "25")
    assert found.returncode == 0, found.stderr
    assert "Expectation -86362082531/1661102543100" in found.stdout
    dealt = subprocess.run([twin, path, "5", "2000"], capture_output=True, text=True, check=False)
    assert dealt.returncode == 0, dealt.stdout
    assert "1121471 states hold" in second(path, 5).stdout
    head, _, body = path.read_text().partition("states 1121471\n")
    states = body.splitlines()[:-1]
    wrong = mutants(states, 1000)
    for place, words in wrong:
        before = states[place].split(" ")
        none, below, equal = (int(words[n]) - int(before[n]) for n in (3, 4, 5))
        assert (none, equal, -none - equal - 2 * below) != (0, 0, 0)
    lines = "\n".join(" ".join(words) for _, words in wrong)
    path.write_text(f"{head}states 1000\n{lines}\nend\n")
    dealt = subprocess.run([twin, path], capture_output=True, text=True, check=False)
    assert dealt.returncode == 1
    assert dealt.stdout.count(" is counted wrongly: ") == 1000


def test_where_no_certificate_is_to_be_had(tmp_path: Path) -> None:
    sheet = price(find_rulebook("three-card-poker"))
    with pytest.raises(CannotPrice, match="cannot be written"):
        write_certificate(sheet, tmp_path / "no" / "x.txt")
    knowing_more = structs.replace(sheet, question=Question(known=2))
    with pytest.raises(CannotPrice, match="the cards that the rulebook itself shows"):
        write_certificate(knowing_more, tmp_path / "x.txt")
    assert not (tmp_path / "x.txt").exists()
