"""Bad calls of every command: a sentence that says what and where, and never a traceback."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import Result

from croupier.cli.main import croupier
from croupier.cli.trouble import UNFORESEEN
from tests.cli.running import run

HEAVY = ("odds", "simulate rounds", "simulate bankroll", "simulate floor")
"""They compute with whatever makes sense: tried with what makes none at all."""


def leaves(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name, command
        return
    context = click.Context(command)
    for inner in command.list_commands(context):
        found = command.get_command(context, inner)
        assert found is not None
        yield from leaves(f"{name} {inner}".strip(), found)


COMMANDS = dict(leaves("", croupier))


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that are none of what a command wants."""
    ground = tmp_path_factory.mktemp("ground")
    (ground / "folder").mkdir()
    (ground / "house").mkdir(mode=0o700)
    assert run("serve", "--check", "--data", str(ground / "house")).exit_code == 0
    (ground / "empty").write_text("")
    (ground / "binary").write_bytes(bytes(range(256)) * 10)
    (ground / "deep.toml").write_text("a = " + "[" * 5_000 + "]" * 5_000)
    (ground / "nested.toml").write_text("a = " + "[" * 5_000 + "]" * 5_000)
    (ground / "deep.json").write_text("[" * 50_000)
    for name, text in (("deep", "a = " + "[" * 5_000), ("binary", "\x00\x01"), ("wrong", "x = 1")):
        (ground / f"{name}-house").mkdir(mode=0o700)
        (ground / f"{name}-house" / "croupier.toml").write_text(text)
    (ground / "folder-house" / "croupier.toml").mkdir(mode=0o700, parents=True)
    return ground


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many bad values are good names of folders: houses are made there, and in `../..` too."""
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)


def complete(name: str, ground: Path) -> list[str]:
    """A call that is good, to be spoilt in one place."""
    house = ["--data", str(ground / "house")]
    return {
        "replay": ["-"],
        "odds": ["casino-stud"],
        "schema": ["script"],
        "serve": [*house, "--check"],
        "people reset-password": ["admin", *house],
        "verify": house,
        "export": [*house, "--day", "2026-01-31"],
        "report": ["events", *house],
        "archive": [*house, "--before", "2000-01-01", "--to", str(ground / "new.gz")],
        "unpack": [str(ground / "empty"), *house, "--to", str(ground / "part")],
        "backup": [str(ground / "new.backup"), *house],
        "restore": [str(ground / "empty"), "--data", str(ground / "new")],
        "simulate rounds": ["casino-stud", "--rounds", "1", "--workers", "1"],
        "simulate bankroll": ["casino-stud", "--sessions", "1", "--workers", "1"],
        "simulate floor": [str(ground / "empty")],
    }.get(name, [])


def values(name: str, parameter: click.Parameter, ground: Path) -> list[str]:
    files = ("folder", "missing", "missing/below", "binary", "deep.toml", "deep.json", "empty")
    paths = [str(ground / one) for one in files]
    if name in HEAVY:
        if parameter.name in ("strategy_file", "path"):
            return paths[:-1]
        return ["x y", ""] if parameter.type in (click.INT, click.FLOAT) else []
    return [
        *paths,
        *("", "x", "-1", "9" * 30, "nan", "0001-01-01", "9999-12-31", "2026-02-30", "../.."),
        *("/dev/full", "/proc/self/mem", "mysql://h/n", "postgresql://nobody@127.0.0.1:1/x"),
        *("sqlite:///", "sqlite:////proc/x/y.db", "tcp://127.0.0.1:1", "\udcff", "x=y", "[::"),
    ]


def spoilt(name: str, parameter: click.Parameter, value: str, ground: Path) -> list[str]:
    call = complete(name, ground)
    if isinstance(parameter, click.Argument):
        return [value, *call[1:]] if call and not call[0].startswith("--") else [*call, value]
    option = max(parameter.opts, key=len)
    if option in call:
        place = call.index(option)
        del call[place : place + 2]
    return [*call, option, value]


def demand_words(call: list[str], done: Result) -> None:
    """Whatever the outcome, it is told; a refusal in a few lines."""
    assert done.exception is None or isinstance(done.exception, SystemExit), (call, done.exception)
    assert "Traceback" not in done.output, call
    assert UNFORESEEN not in done.output, (call, done.stderr)
    if done.exit_code and not done.stdout:
        said = [one for one in done.stderr.splitlines() if one.strip() and not one.startswith("{")]
        assert 1 <= len(said) <= 3, (call, done.stderr)
        assert len(said[-1]) > 15, (call, done.stderr)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_with_every_bad_value(name: str, ground: Path) -> None:
    tried = 0
    for parameter in COMMANDS[name].params:
        if isinstance(parameter, click.Option) and parameter.is_flag:
            continue
        for value in values(name, parameter, ground):
            call = [*name.split(), *spoilt(name, parameter, value, ground)]
            demand_words(call, run(*call, stdin=b""))
            tried += 1
    assert tried > 0 or not any(
        not getattr(parameter, "is_flag", False) for parameter in COMMANDS[name].params
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("serve --data {}/deep-house --check", "deep-house/croupier.toml: this is nested too"),
        ("serve --data {}/binary-house --check", "binary-house/croupier.toml: this is not TOML"),
        ("serve --data {}/wrong-house --check", "wrong-house/croupier.toml or environment"),
        ("serve --data {}/folder-house --check", "croupier.toml: it cannot be read: Is a dir"),
        ("serve --data {}/binary --check", "binary"),
        ("serve --data {}/new1 --database mysql://h/n --check", "'mysql' is no database known"),
        ("serve --data {}/new2 --port 99999", "port"),
        ("serve --data {}/new3 --host 256.256.256.256", "host '256.256.256.256' is not this"),
        ("verify --data {}/house --database mysql://h/n", "'mysql' is no database known"),
        ("restore {}/empty --database mysql://h/n", "'mysql' is no database known"),
        ("restore {}/binary --data {}/new4", "binary"),
        ("restore {}/folder --data {}/new5", "is a directory"),
        ("backup /dev/full --data {}/house", "/dev/full is there already"),
        ("backup {}/nowhere/below --data {}/house", "There is no folder"),
        ("export --data {}/house --day 2026-01-31 --zone ../..", "there is no time zone '../..'"),
        ("export --data {}/house --day 2026-01-31 --zone Europe", "no time zone 'Europe'"),
        ("export --data {}/house --day 0001-01-01", "no recorded round matches"),
        ("report events --data {}/house --day 0001-01-01", "'0001-01-01' is not a gaming day"),
        ("report events --data {}/house --day 9999-12-31", "'9999-12-31' is not a gaming day"),
        ("report events --data {}/house --out {}/folder", "is a directory"),
        ("report events --data {}/house --out /dev/full", "No space left on device"),
        ("report events --data {}/house --out {}/nowhere/below", "nowhere/below"),
        (
            "archive --data {}/house --before 0001-01-01 --to {}/x",
            "'0001-01-01' is not a gaming day",
        ),
        ("archive --data {}/house --before 2000-01-01 --to {}/x", "there is no record in it"),
        ("simulate rounds casino-stud --rounds 9 --strategy-file {}/nested.toml", "nested.toml"),
        ("simulate rounds {}/nested.toml --rounds 9", "nested.toml"),
        ("simulate rounds casino-stud --rounds 9 --cluster x://[", "no dask scheduler answers"),
        (
            "simulate floor {}/nested.toml",
            "describes no floor: it is nested too deeply",
        ),
        ("simulate floor {}/folder", "folder cannot be read: Is a directory"),
        ("odds casino-stud --strategy-file {}/binary", "binary is not a strategy"),
        ("odds {}/nested.toml", "nested"),
        ("replay {}/deep.json", "deep.json"),
        ("replay {}/folder", "folder"),
    ],
)
def test_what_is_wrong_and_where(call: str, said: str, ground: Path) -> None:
    words = [one.replace("{}", str(ground)) for one in call.split()]
    done = run(*words)
    demand_words(words, done)
    assert done.exit_code != 0, done.output
    assert said in done.stderr


def process(call: str, ground: Path) -> subprocess.CompletedProcess[str]:
    words = call.replace("{}", str(ground))
    return subprocess.run(
        f"{sys.executable} -m croupier {words}",
        shell=True,
        text=True,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("call", "status", "said"),
    [
        ("rules > /dev/full", 2, "No space left on device"),
        ("schema script > /dev/full", 2, "No space left on device"),
        ("compliance >&-", None, ""),
        ("rules | true", None, ""),
        ("replay {}/binary", 2, "binary"),
        ("serve --data {}/deep-house --check", 2, "nested too deeply"),
        ("$(printf 'report events --kind \\377 --data {}/house')", 2, "not text in UTF-8"),
    ],
)
def test_as_processes(call: str, status: int | None, said: str, ground: Path) -> None:
    done = process(call, ground)
    assert status is None or done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
