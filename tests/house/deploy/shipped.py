"""The files that a house is run with, and the programs that check them where they are there."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"


def read_yaml(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def found(program: str) -> str:
    """Where a checker is; skips the test where this machine has none."""
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if path is None:
        pytest.skip(f"{program} is not installed here")
    return path


def run(
    *command: str | Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)), env=environment, capture_output=True, text=True, check=False
    )


def proxy_files(folder: Path) -> Path:
    """The settings of the proxy with a certificate of this machine beside them: the main file."""
    settings = folder / "settings"
    shutil.copytree(DEPLOY / "nginx", settings)
    made = run(
        DEPLOY / "make-secrets.sh", "localhost", environment={"SECRETS": str(folder / "secrets")}
    )
    assert made.returncode == 0, made.stderr
    (settings / "tls").mkdir()
    for name in ("certificate", "key"):
        shutil.copy(folder / "secrets" / f"tls-{name}.pem", settings / "tls" / f"{name}.pem")
    return settings / "nginx.conf"
