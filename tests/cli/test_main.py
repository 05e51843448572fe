"""The command as a whole: help, version, wrong commands, and what is not loaded."""

import subprocess
import sys

import pytest

from croupier.cli.main import COMMANDS
from tests.cli.running import run, run_process


def test_help_lists_the_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: croupier {command}")


def test_version() -> None:
    assert run("--version").stdout == "croupier 0.2.0\n"


def test_an_unknown_command_suggests_a_near_one() -> None:
    result = run("repaly")
    assert result.exit_code == 2
    assert result.stderr == "croupier: there is no command 'repaly'; did you mean 'replay'?\n"


def test_an_unknown_command_that_is_near_to_none() -> None:
    result = run("xyz")
    assert result.exit_code == 2
    assert result.stderr == (
        f"croupier: there is no command 'xyz'; there are {', '.join(COMMANDS)}\n"
    )


def test_python_m_croupier() -> None:
    done = run_process("--version")
    assert done.returncode == 0
    assert done.stdout == b"croupier 0.2.0\n"


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from croupier.cli.main import croupier\n"
        "croupier(['--help'], standalone_mode=False)\n"
        "heavy = {'rich', 'numpy', 'numba', 'croupier.odds', 'croupier.cli.rules'}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
