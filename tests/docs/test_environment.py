"""The environment that `make` sets up holds what is pinned with hashes, and nothing else."""

import re
from importlib.metadata import distributions
from pathlib import Path

from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned() -> dict[str, Version]:
    """Versions by name, of lines that a hash follows."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([A-Za-z0-9._-]+)==(\S+).*\\\n    --hash=sha256:", text, re.MULTILINE)
    return {plain(name): Version(version) for name, version in found}


def test_every_installed_package_is_pinned_with_a_hash() -> None:
    installed = {plain(one.metadata["Name"]): Version(one.version) for one in distributions()}
    del installed["croupier"]
    assert installed == {name: pinned().get(name) for name in installed}
    assert "pip" in installed
    assert "setuptools" not in installed
