"""The package as its users get it: built, installed in an environment of its own, and tried."""

import hashlib
import os
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.test_extras import ENOUGH, EXTRAS, MISSING, PLAYED, ROOT, ROUND

PINNED = [one for one in EXTRAS if one not in {"dev", "gpu", "cluster"}]
"""Extras whose packages are in requirements.txt and no larger than a test may fetch."""
PROGRAM = Path("bin", "python")


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        list(map(str, command)),
        cwd="/",
        env={**environment, **more},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def wheel(built: Path) -> Path:
    [found] = built.glob("*.whl")
    return found


@pytest.fixture
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as files:
        [name] = [one for one in files.namelist() if one.endswith("dist-info/METADATA")]
        return message_from_string(files.read(name).decode())


def test_the_metadata_is_complete(metadata: Message) -> None:
    classifiers = metadata.get_all("Classifier", [])
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in classifiers
    assert {"Typing :: Typed", "Operating System :: OS Independent"} <= set(classifiers)
    for field in ("Name", "Version", "Summary", "Author", "License-Expression", "Keywords"):
        assert metadata[field], field
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert set(metadata.get_all("Provides-Extra", [])) == set(EXTRAS)
    asked = [Requirement(one) for one in metadata.get_all("Requires-Dist", [])]
    assert [one.name for one in asked if one.marker is None] == ["msgspec"]


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    source = ROOT / "src"
    left_out = {".pyc", ".nbi", ".nbc"}
    expected = {
        path.relative_to(source).as_posix()
        for path in (source / "croupier").rglob("*")
        if path.is_file() and path.suffix not in left_out
    }
    with zipfile.ZipFile(wheel) as files:
        names = {one for one in files.namelist() if ".dist-info/" not in one}
    assert names == expected


def test_the_source_distribution_has_what_its_tests_read(built: Path) -> None:
    [archive] = built.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {one.partition("/")[2] for one in files.getnames()}
    for name in (
        *("pyproject.toml", "requirements.txt", "Makefile", "README.md", "LICENSE", "NOTICE"),
        *("docs/operations.md", "deploy/compose.yaml", "tests/test_package.py"),
        *("checker/check_certificate.c", "benchmarks/__main__.py", "src/croupier/py.typed"),
    ):
        assert name in names, name
    assert not [one for one in names if one.startswith(("deploy/secrets", ".venv"))]


def test_the_wheel_plays_a_round_with_msgspec_alone(wheel: Path, tmp_path: Path) -> None:
    """No site-packages: only the wheel and that one library can be imported."""
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tmp_path)
    found = find_spec("msgspec")
    assert found is not None
    assert found.origin is not None
    (tmp_path / "msgspec").symlink_to(Path(found.origin).parent)
    head = f"import sys; sys.path.append({str(tmp_path)!r})\n"
    done = run(sys.executable, "-I", "-S", "-c", head + ROUND)
    assert (done.stdout, done.stderr) == (PLAYED, "")


def environment_with(wheel: Path, extra: str | None, folder: Path, python: str) -> Path:
    """The interpreter of a new environment, with the wheel and the pins of its extra."""
    made = run(python, "-m", "venv", "--without-pip", folder)
    assert made.returncode == 0, made.stderr
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    name = "croupier" if extra is None else f"croupier[{extra}]"
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{name} @ {wheel.as_uri()} --hash=sha256:{digest}\n")
    done = run(
        *(sys.executable, "-m", "pip", "--python", folder / PROGRAM, "install", "--quiet"),
        *("--require-hashes", "--constraint", ROOT / "requirements.txt", "--requirement", wanted),
    )
    assert done.returncode == 0, done.stderr
    return folder / PROGRAM


@pytest.mark.slow
@pytest.mark.parametrize("extra", [None, *PINNED])
def test_each_extra_in_an_environment_of_its_own(
    extra: str | None, wheel: Path, tmp_path: Path
) -> None:
    python = environment_with(wheel, extra, tmp_path / "environment", sys.executable)
    assert run(python, "-c", ROUND).stdout == PLAYED
    for name, program, expected in ENOUGH:
        if name == extra:
            done = run(python, "-c", program, XDG_CACHE_HOME=str(tmp_path))
            assert expected in done.stdout, done.stderr
    for lacking, program, sentence in MISSING:
        if lacking == extra:
            done = run(python, "-c", program, XDG_CACHE_HOME=str(tmp_path))
            assert done.returncode != 0
            assert sentence in done.stderr
            assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_library_on_each_python(version: str, wheel: Path, tmp_path: Path) -> None:
    """Those that are on the path of this machine, or that PYTHON_3_14 and the like name."""
    python = os.environ.get(f"PYTHON_{version.replace('.', '_')}", f"python{version}")
    try:
        answers = run(python, "--version").stdout.startswith(f"Python {version}.")
    except FileNotFoundError:
        answers = False
    if not answers:
        pytest.skip(f"there is no Python {version} here")
    inside = environment_with(wheel, None, tmp_path / "environment", python)
    done = run(inside, "-W", "error", "-c", ROUND)
    assert (done.stdout, done.stderr) == (PLAYED, "")
