"""The GPU plays the same rounds: its kernels in numba's simulator, against the processor."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli.simulate import simulate

ROOT = Path(__file__).parents[2]


def test_kernels_and_processor_come_to_the_same() -> None:
    """All five games, several boxes with shared meters, sessions, a floor, generator 1."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.simulation.on_simulated_gpu"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 10
    assert [line for line in lines if not line.endswith(": equal")] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("casino-stud", "--rounds", "10"),
        ("bankroll", "casino-stud", "--bankroll", "1e6", "--sessions", "10"),
    ],
)
def test_without_a_gpu_it_is_refused_in_a_sentence(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    import numba.cuda

    monkeypatch.setattr(numba.cuda, "is_available", lambda: False)
    result = CliRunner().invoke(simulate, (*arguments, "--strategy", "pair", "--device", "gpu"))
    assert result.exit_code == 2
    assert "no usable GPU was found" in result.stderr
    assert result.stderr.count("\n") == 1
