"""The same blocks on a dask cluster of separate processes."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.simulation import crews, running
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.plan import Plan
from croupier.simulation.running import Progress
from tests.simulation.games import terms
from tests.waiting import PATIENCE

distributed = pytest.importorskip("distributed")

SEED = 7

pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "BLOCK_HANDS", 1 << 15)
    monkeypatch.setattr(crews, "_PATIENCE_SECONDS", PATIENCE)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=50,
    ) as started:
        yield started


def test_distributed_equals_local_to_the_cent(cluster: Any) -> None:
    plan = Plan.of(terms("casino-stud", players=2))
    crew = crews.Cluster((plan, SEED), cluster.scheduler_address)
    outcome = running.run(crew, plan, rounds=150_000)
    assert outcome.tally == plan.play(0, 150_000, SEED)


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_changes_nothing(cluster: Any) -> None:
    plan = Plan.of(terms("megalink-stud", players=2))
    crew = crews.Cluster((plan, SEED), cluster.scheduler_address)
    killed: list[int] = []

    def watch(_: Progress) -> None:
        if not killed:
            worker = next(iter(cluster.workers.values()))
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    outcome = running.run(crew, plan, rounds=400_000, watch=watch)
    assert killed
    assert outcome.tally == plan.play(0, 400_000, SEED)


def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "_PATIENCE_SECONDS", 1)
    with pytest.raises(CannotSimulate, match="no dask scheduler answers"):
        crews.Cluster(None, "tcp://127.0.0.1:9")
