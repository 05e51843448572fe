"""The contracts on imports hold what they say: an import that is turned round breaks them.

`make check` asks the contracts of `pyproject.toml` about the package as it is. Here they are asked
about a copy of it in which every pair of neighbouring layers has one import against the direction:
a layer that a contract spells wrongly, or leaves out, would be missed otherwise.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise, permutations, product
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = {
    one["id"]: one
    for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
}
FORBIDDEN = {"croupier.table": "time", "croupier.house.model": "sqlalchemy"}
"""One import that each of the contracts on purity forbids."""


def _layers(contract: str) -> list[list[str]]:
    """The modules of each layer, the highest first."""
    said = CONTRACTS[contract]
    [container] = said.get("containers", [""])
    return [
        [f"{container}.{name}".lstrip(".") for name in re.findall(r"[\w.]+", layer)]
        for layer in said["layers"]
    ]


def _against(contract: str) -> list[tuple[str, str]]:
    """Every import between neighbours that the contract does not allow: who, and whom."""
    layers = _layers(contract)
    turned = [pair for upper, lower in pairwise(layers) for pair in product(lower, upper)]
    apart = zip(CONTRACTS[contract]["layers"], layers, strict=True)
    return turned + [
        pair for written, layer in apart if "|" in written for pair in permutations(layer, 2)
    ]


TURNED = [*_against("layers"), *_against("rings"), *FORBIDDEN.items()]


def _copy(folder: Path) -> None:
    """The package, with all that `TURNED` names."""
    package = ROOT / "src" / "croupier"
    shutil.copytree(package, folder / "croupier", ignore=_but_modules)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for number, (who, whom) in enumerate(TURNED):
        module = folder.joinpath(*who.split("."))
        if module.is_dir():
            (module / f"turned_{number}.py").write_text(f"import {whom}\n")
        else:
            with module.with_suffix(".py").open("a") as source:
                source.write(f"\nimport {whom}\n")


def _but_modules(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not (name.endswith(".py") or Path(folder, name).is_dir())]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter says of the copy; one run, as each takes seconds."""
    folder = tmp_path_factory.mktemp("turned")
    _copy(folder)
    run = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", run, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(("who", "whom"), TURNED)
def test_an_import_against_the_direction_is_named(told: str, who: str, whom: str) -> None:
    assert re.search(rf"{re.escape(who)} is not allowed to import {re.escape(whom)}:", told)


def test_every_contract_can_be_broken(told: str) -> None:
    assert f"{len(CONTRACTS)} broken" in told


def test_every_part_of_the_package_has_its_layer() -> None:
    package = ROOT / "src" / "croupier"
    for contract, folder in (("layers", package), ("rings", package / "house")):
        parts = {path.stem for path in folder.iterdir() if path.suffix in ("", ".py")}
        named = {name.rpartition(".")[2] for layer in _layers(contract) for name in layer}
        assert named == {name for name in parts if not name.startswith("_")}


def test_no_module_imports_itself_over_others() -> None:
    """Imports inside functions count: they put off a cycle and do not undo it."""
    graph = grimp.build_graph("croupier", cache_dir=None)
    imported = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as found:
        pytest.fail(f"a cycle of modules: {' ← '.join(found.args[1])}")
