"""The rings of the house are told in the order that the contract holds."""

import re
import tomllib
from pathlib import Path

import croupier.house

ROOT = Path(__file__).parents[2]


def _rings() -> list[str]:
    """As `pyproject.toml` has them, the innermost first."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [contract] = [one for one in linter["contracts"] if one["id"] == "rings"]
    packages = Path(croupier.house.__file__).parent
    return [name for name in reversed(contract["layers"]) if (packages / name).is_dir()]


def test_the_first_page_of_the_house_tells_the_rings() -> None:
    told = re.findall(r"^    (\w+) {2,}\S", croupier.house.__doc__ or "", re.MULTILINE)
    assert told[: len(_rings())] == _rings()


def test_the_page_on_the_architecture_tells_the_rings() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == _rings()
