"""Running the command in tests: in this process, or as a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from click.testing import CliRunner, Result

from croupier.cli.main import croupier

WIDE = {"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}


def run(*arguments: str, stdin: str | bytes | None = None, width: int = 100) -> Result:
    """The command with its exit status, standard output and standard error."""
    environment = {**WIDE, "COLUMNS": str(width)}
    return CliRunner().invoke(
        croupier, arguments, input=stdin, env=environment, prog_name="croupier"
    )


def run_process(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """`python -m croupier`, as a user would run it."""
    return subprocess.run(
        [sys.executable, "-m", "croupier", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **WIDE},
        check=False,
    )


def script(*commands: Mapping[str, Any], rulebook: str = "casino-stud", **house: Any) -> str:
    """A script of one table without a jackpot, unless the house says otherwise."""
    return json.dumps(
        {
            "format": "croupier-script/1",
            "tables": {"T1": {"rulebook": rulebook}},
            "commands": commands,
            **house,
        }
    )


def lines(text: str) -> list[str]:
    """The lines of a page without trailing blanks and empty lines."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]
