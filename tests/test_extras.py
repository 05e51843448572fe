"""Each extra of the package is enough for what it is for, and one that is missing is named.

A process of its own sees only the distributions that an extra brings, with all that these need:
everything else that is installed here cannot be imported in it.
"""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from croupier.extras import MODULES

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

ALONE = """\
import importlib.abc, sys
HIDDEN = frozenset({hidden!r})

class Hides(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hides())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in HIDDEN else found(name, *more)
sys.path.insert(0, {source!r})
"""
ROUND = """\
import croupier
from croupier.script.replay import replay
game = croupier.Game("casino-stud")
game.ante(1, "ann", 100_00)
game.deal({1: "Qs Qh 6c 6h 4d", "dealer": "Ac Kd 9s 5h 3c"})
game.bet(1)
game.settle()
print(game)
"""
PLAYED = "<Game Casino Stud Poker: round 1, settled; ann +500.00>\n"


def needs(extra: str | None) -> list[str]:
    """What the package asks for, with those extras of its own that an extra names."""
    asked = list(PROJECT["dependencies"]) if extra is None else [*needs(None), *EXTRAS[extra]]
    found: list[str] = []
    for one in asked:
        own = re.fullmatch(r"croupier\[(.+)\]", one)
        found += [one] if own is None else [x for n in own[1].split(",") for x in needs(n.strip())]
    return found


def brought(extra: str | None) -> set[str]:
    """The distributions that are there after `pip install croupier[extra]`."""
    found: set[str] = set()
    waiting = [Requirement(one) for one in needs(extra)]
    while waiting:
        one = waiting.pop()
        name = plain(one.name)
        if name in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        try:
            asked = requires(name) or []
        except PackageNotFoundError:
            continue
        found.add(name)
        for line in asked:
            more = Requirement(line)
            if more.marker is None or any(
                more.marker.evaluate({"extra": each}) for each in ("", *one.extras)
            ):
                more.marker = None  # it holds
                waiting.append(more)
    return found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def alone(extra: str | None, program: str) -> subprocess.CompletedProcess[str]:
    there = brought(extra)
    hidden = sorted(
        module
        for module, distributions in packages_distributions().items()
        if module != "croupier" and not there & {plain(one) for one in distributions}
    )
    head = ALONE.format(hidden=hidden, source=str(ROOT / "src"))
    return subprocess.run(
        [sys.executable, "-c", head + program], capture_output=True, text=True, check=False
    )


def says(extra: str | None, program: str) -> str:
    done = alone(extra, program)
    assert done.returncode == 0, done.stderr
    return done.stdout


COMMAND = "import sys; sys.argv[1:] = {!r}; from croupier.__main__ import main; main()\n"


def test_the_library_needs_msgspec_alone() -> None:
    assert brought(None) == {"msgspec"}
    assert says(None, ROUND) == PLAYED


ENOUGH = [
    ("cli", COMMAND.format(["rules", "casino-stud"]), "Casino Stud Poker"),
    (
        "odds",
        "from croupier.odds import sheet\n"
        "print(sheet('three-card-poker', strategy='q64').main.expected)",
        "-686689/20358520",
    ),
    (
        "simulation",
        "from croupier.books import find_rulebook\n"
        "from croupier.simulation import Terms, simulate\n"
        "terms = Terms(rulebook=find_rulebook('three-card-poker'))\n"
        "print(simulate(terms, rounds=1000, seed=7).outcome.tally.rounds)",
        "1000",
    ),
    ("house", COMMAND.format(["serve", "--help"]), "--demo"),
    (
        "house",
        "from croupier.house.http.application import build\nprint('built')",
        "built",
    ),
    ("postgres", "import croupier.house.store, psycopg; print('there')", "there"),
    (
        "report",
        "from typst import compile; import matplotlib, xlsxwriter; print('there')",
        "there",
    ),
    (
        "gym",
        "import croupier.gym, gymnasium\n"
        "print(gymnasium.make('croupier/three-card-poker-v0').action_space)",
        "Discrete(2)",
    ),
    (
        "traces",
        "import os; os.environ['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:9'\n"
        "from croupier.house.http.tracing import begin_tracing\n"
        "app, end = begin_tracing(None); end(); print(type(app).__name__)",
        "Traced",
    ),
    ("all", COMMAND.format(["simulate", "--help"]), "--rounds"),
]
"""What each extra is for, and what it answers."""


@pytest.mark.parametrize(("extra", "program", "expected"), ENOUGH)
def test_an_extra_is_enough_for_what_it_is_for(extra: str, program: str, expected: str) -> None:
    assert expected in says(extra, program)


MISSING = [
    (
        None,
        COMMAND.format(["rules"]),
        "croupier: The croupier command needs babel, click and rich, which are not installed here: "
        "pip install 'croupier[cli]'",
    ),
    ("cli", COMMAND.format(["odds", "casino-stud"]), "pip install 'croupier[odds]'"),
    ("cli", COMMAND.format(["serve"]), "pip install 'croupier[house]'"),
    ("cli", COMMAND.format(["simulate", "casino-stud"]), "pip install 'croupier[odds]'"),
    (
        "odds",
        "from croupier.odds import sheet\n"
        "from croupier.odds.report.charts import pictures\n"
        "try: pictures(sheet('three-card-poker'))\n"
        "except ImportError as error: raise SystemExit(str(error))",
        "A picture needs matplotlib, typst and xlsxwriter",
    ),
    (
        "odds",
        "try: import croupier.gym\nexcept ImportError as error: raise SystemExit(str(error))",
        "croupier.gym needs gymnasium, which is not installed here: pip install 'croupier[gym]'",
    ),
    (
        "house",
        "from croupier.house.store.connecting import connect\n"
        "try: connect('postgresql://localhost/x')\n"
        "except ImportError as error: raise SystemExit(str(error))",
        "A house on PostgreSQL needs psycopg, which is not installed here",
    ),
    (
        "house",
        "import os; os.environ['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:9'\n"
        "from croupier.house.http.tracing import begin_tracing\n"
        "try: begin_tracing(None)\n"
        "except ImportError as error: raise SystemExit(str(error))",
        "pip install 'croupier[traces]'",
    ),
]
"""What is asked of an installation that lacks an extra, and what that says."""


@pytest.mark.parametrize(("extra", "program", "sentence"), MISSING)
def test_an_extra_that_is_missing_is_named(extra: str | None, program: str, sentence: str) -> None:
    done = alone(extra, program)
    assert done.returncode != 0
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


POSIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_CALLS = {("os", name) for name in ("fork", "getuid", "geteuid", "killpg", "setsid", "umask")}


def test_nothing_outside_the_house_needs_posix() -> None:
    """Rules, odds, replay and simulation run on Windows by construction."""
    package = ROOT / "src" / "croupier"
    sources = [
        one for one in package.rglob("*.py") if "house" not in one.relative_to(package).parts
    ]
    assert len(sources) > 100
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
            assert not POSIX_ONLY & {name.partition(".")[0] for name in names}, source
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert (node.value.id, node.attr) not in POSIX_CALLS, source


def test_every_module_that_is_looked_for_comes_with_its_extra() -> None:
    """And nothing is looked for that the extra does not bring."""
    of_module = packages_distributions()
    for extra, modules in MODULES.items():
        for module in modules:
            assert {plain(one) for one in of_module[module]} & brought(extra), (extra, module)
