"""Who plays: this process, processes on this machine, or a dask cluster.

All three are handed the same blocks and give back the same tallies. A plan travels once
to every worker, not with every block.
"""

import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Any, TypeVar

from croupier.simulation.errors import CannotSimulate
from croupier.simulation.running import Answer, Crew

R = TypeVar("R")

_RETRIES = 10
_PATIENCE_SECONDS = 10


class Done:
    """Work that is done when its answer is asked for."""

    def __init__(self, work: Callable[..., Any], *arguments: object) -> None:
        self._work, self._arguments = work, arguments

    def result(self) -> Any:
        return self._work(*self._arguments)

    def cancel(self) -> None:
        pass


class Alone:
    """This process, block by block."""

    workers = 1

    def __init__(self, shared: object) -> None:
        self._shared = shared

    def play(self, work: Callable[..., R], *arguments: object) -> Answer[R]:
        return Done(work, self._shared, *arguments)

    def restart(self) -> None:
        """There is nobody else who could die."""

    def dismiss(self) -> None:
        """There is nobody to stop."""


_shared: Any = None
"""In a worker process: what all its blocks have in common."""


def _begin(shared: object) -> None:
    global _shared  # noqa: PLW0603 - a pool hands its workers a beginning, not a place for it
    _shared = shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(work: Callable[..., R], *arguments: object) -> R:
    return work(_shared, *arguments)


class Processes:
    """Processes of this machine."""

    def __init__(self, shared: object, workers: int) -> None:
        self.workers = workers
        self._shared = shared
        self._pool = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        context = get_context("forkserver")
        context.set_forkserver_preload(["croupier.simulation.plan"])
        return ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_begin, initargs=(self._shared,)
        )

    def play(self, work: Callable[..., R], *arguments: object) -> Answer[R]:
        try:
            future: Future[R] = self._pool.submit(_work, work, *arguments)
        except RuntimeError as error:
            # The pool has found a worker dead between two blocks: the answer says so.
            future = Future()
            future.set_exception(error)
        return future

    def children(self) -> list[int]:
        """The processes that are at work."""
        return list(self._pool._processes or {})

    def restart(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._begin()

    def dismiss(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Cluster:
    """The workers of a dask scheduler; dask gives a dead worker's blocks to another."""

    def __init__(self, shared: object, address: str) -> None:
        self._client = _client(address)
        self.workers = max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))
        # A task, not scattered data: if the worker that holds it dies, it is made again.
        self._shared = self._client.submit(_same, shared, retries=_RETRIES)

    def play(self, work: Callable[..., R], *arguments: object) -> Answer[R]:
        answer: Answer[R] = self._client.submit(work, self._shared, *arguments, retries=_RETRIES)
        return answer

    def restart(self) -> None:
        """The scheduler sees to that."""

    def dismiss(self) -> None:
        self._client.close()


def _same(shared: R) -> R:
    return shared


def _client(address: str) -> Any:
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise CannotSimulate(
            "a cluster needs dask: install the extra with pip install 'croupier[cluster]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # failures are reported here
    try:
        return distributed.Client(address, timeout=_PATIENCE_SECONDS, set_as_default=False)
    except Exception as error:  # an address leads to any of dask's transports, and their errors
        raise CannotSimulate(f"no dask scheduler answers at '{address}'") from error


def hire(
    shared: object,
    workers: int | None,
    blocks: int | None,
    cluster: str | None,
    *,
    gpu: bool = False,
) -> Crew:
    """A cluster if one is named; else as many processes as there are cores or blocks for. What
    runs on a GPU needs one."""
    if gpu:
        if workers is not None or cluster is not None:
            raise CannotSimulate(
                "--device gpu plays in one process on this machine: leave out --workers and "
                "--cluster"
            )
        return Alone(shared)
    if cluster is not None:
        return Cluster(shared, cluster)
    if workers is not None and workers < 1:
        raise CannotSimulate(f"workers is a number from 1 up, not {workers}")
    wanted = workers or len(os.sched_getaffinity(0))
    if workers is None and blocks is not None:
        wanted = min(wanted, max(1, blocks // 4))
    return Alone(shared) if wanted == 1 else Processes(shared, wanted)
