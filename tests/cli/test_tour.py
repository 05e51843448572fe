"""`croupier tour`: six rounds, told on a page that fits a terminal."""

import pytest

from tests.cli.running import lines, run, run_process


def _page(width: int = 100) -> list[str]:
    result = run("tour", width=width)
    assert result.exit_code == 0, result.output
    return lines(result.stdout)


def test_every_game_is_played() -> None:
    titles = [line.split(" ─")[0] for line in _page() if line[:2] in {f"{n}." for n in range(1, 7)}]
    assert titles == [
        "1. Casino Stud Poker",
        "2. Multi-Link Progressive Casino Stud Poker",
        "3. Singapore Stud Poker",
        "4. Megalink Singapore Stud Poker",
        "5. Three Card Poker",
        "6. When something goes wrong",
    ]


# Box, player, wager, staked, result, won and returned, worked out from the pay tables.
@pytest.mark.parametrize(
    ("title", "expected"),
    [
        (
            "1.",
            [
                "1 ann ante 100.00 won 100.00 100.00",
                "1 ann bet 200.00 won 400.00 200.00",  # two pairs, 2 to 1
                "2 ben ante 50.00 lost 0.00 0.00",
                "2 ben jackpot 5.00 lost 0.00 0.00",
            ],
        ),
        ("2.", ["2 ben ante 50.00 lost 0.00 0.00", "2 ben jackpot 5.00 won 2,000.00 0.00"]),
        (
            "3.",
            [
                "1 ann ante 100.00 won 100.00 100.00",
                "1 ann bet 200.00 returned 0.00 200.00",
                "1 ann jackpot 5.00 won 0.00 5.00",
                "1 ann dealer jackpot 5.00 lost 0.00 0.00",
                "1 ann magic card 0.00 won 25.00 0.00",  # 5 to 1 on 5.00
            ],
        ),
        (
            "4.",
            [
                "1 ann bet 50.00 won 2,500.00 50.00",  # 50 to 1
                # (10 % of 1,000,000.00 + 10 % of 100,000.00) / 2
                "1 ann jackpot 5.00 won 55,000.00 0.00",
                "2 ben jackpot 5.00 won 55,000.00 0.00",
            ],
        ),
        (
            "5.",
            [
                "1 ann pair plus 10.00 won 400.00 10.00",  # 40 to 1
                "1 ann jackpot 5.00 won 250,002.00 0.00",  # 250,000.00 + 2 x 20 % of 5.00
                "1 ann ante bonus 0.00 won 125.00 0.00",  # 5 to 1 on 25.00
                "2 ben envy bonus 0.00 won 250.00 0.00",
            ],
        ),
        (
            "6.",
            [
                "1 ann ante 100.00 void 0.00 100.00",
                "1 ann bet 200.00 void 0.00 200.00",
                "1 ann jackpot 5.00 void 0.00 5.00",
            ],
        ),
    ],
)
def test_the_rounds_come_out_as_the_clauses_say(title: str, expected: list[str]) -> None:
    page = _page()
    start = next(place for place, line in enumerate(page) if line.startswith(title))
    rest = page[start + 1 :]
    end = next(place for place, line in enumerate(rest) if " ───" in line)
    told = [" ".join(line.split()) for line in rest[:end]]
    for line in expected:
        assert any(row.startswith(f"{line} ") for row in told), line


def test_the_account_of_the_void_round() -> None:
    page = [" ".join(line.split()) for line in _page()]
    # Paid were the ante and its win, the bet at 2 to 1: 2 x 100.00 + 200.00 + 400.00.
    assert "Payments of 800.00 are taken back." in page
    assert "Meter J1 gives back 1.00, the part of box 1." in page
    assert "The round is void: 305.00 of stakes is returned. CSP 5.8.1, 5.22" in page


@pytest.mark.parametrize("width", [80, 100, 160])
def test_the_page_fits(width: int) -> None:
    assert max(len(line) for line in _page(width)) <= min(width, 96)


def test_it_neither_waits_nor_colours_where_nobody_watches() -> None:
    done = run_process("tour")
    assert done.returncode == 0, done.stderr
    assert b"\x1b" not in done.stdout
    assert b"Press a key" not in done.stdout
