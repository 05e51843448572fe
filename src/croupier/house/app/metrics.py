"""What a running house counts and measures, for Prometheus, and the spans of whoever traces it.

A command costs a microsecond or two here; everything that can be read from the house is read on
request.
"""

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import accumulate
from time import perf_counter, time
from typing import Any, TypeVar

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from croupier.house.app.alarms import Name
from croupier.house.app.idempotency import Contended, VersionConflict
from croupier.house.app.stream_cache import StreamCache
from croupier.house.app.subscriptions import Hub
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import Department
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.operation.state import Operation
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.table.state import HouseTable
from croupier.refusal import Refused

OUTCOMES = ("accepted", "refused", "conflict", "unavailable", "failed")
LATENCY_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1.0, 5.0)
BATCH_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)

T = TypeVar("T")
Work = Coroutine[Any, Any, T]
Starting = Callable[[str, Mapping[str, str]], AbstractContextManager[object]]
_tracer: list[Starting] = []


def trace_with(starting: Starting | None) -> None:
    """Have spans begun by this, or by nobody any more."""
    _tracer[:] = [] if starting is None else [starting]


def is_traced() -> bool:
    return bool(_tracer)


def traced(name: str, work: Work[T], **attributes: str) -> Work[T]:
    """Work with a span around it; without a tracer, the work itself.

    Attributes are names of commands and tables: no person, no amount and no card.
    """
    return _in_span(_tracer[0](name, attributes), work) if _tracer else work


async def _in_span(span: AbstractContextManager[object], work: Work[T]) -> T:
    with span:
        return await work


class Tallied:
    """A histogram that one thread writes and another may read."""

    __slots__ = ("_bounds", "_counts", "_sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def note(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def family(self, name: str, text: str) -> Metric:
        """In Prometheus's form: each bucket counts everything below its bound."""
        names = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        counts = list(accumulate(self._counts))
        buckets = list(zip(names, counts, strict=True))
        return HistogramMetricFamily(f"croupier_{name}", text, buckets, self._sum)


class Metrics:
    """The counters of one process, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(_Counted(self))
        self.outcomes = dict.fromkeys(OUTCOMES, 0)
        self.latency = Tallied(LATENCY_SECONDS)
        self.batches = Tallied(BATCH_SIZES)
        self.steps = 0
        self.store_available = True
        """According to the last command or check of the store."""

    def note(self, started: float, error: BaseException | None = None) -> None:
        """A command that was taken up at this reading of `perf_counter` is over."""
        self.latency.note(perf_counter() - started)
        if error is None:
            self.outcomes["accepted"] += 1
            self.store_available = True
            return
        match error:
            case Refused() | HouseRefused():
                outcome = "refused"
            case VersionConflict() | Contended():
                outcome = "conflict"
            case StoreUnavailable():
                outcome = "unavailable"
                self.store_available = False
            case _:
                outcome = "failed"
        self.outcomes[outcome] += 1

    def commands(self) -> int:
        """How many there have been, whatever their outcome."""
        return sum(self.outcomes.values())

    def committed(self, commands: int) -> None:
        """This many commands went to disk together."""
        self.batches.note(commands)

    def clock_stepped(self) -> None:
        self.steps += 1

    def text(self) -> bytes:
        """Everything in the format that Prometheus reads."""
        return generate_latest(self.registry)


class _Counted(Collector):
    """What the house counts as it runs."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        commands = CounterMetricFamily(
            "croupier_commands",
            "Commands from people and devices, by what came of them.",
            labels=["outcome"],
        )
        for outcome, count in self._metrics.outcomes.items():
            commands.add_metric([outcome], count)
        yield commands
        yield self._metrics.latency.family(
            "command_seconds", "From taking up a command to its acknowledgement on disk."
        )
        yield self._metrics.batches.family("commit_commands", "Commands stored in one transaction.")
        yield CounterMetricFamily(
            "croupier_clock_steps", "Times that the clock was set.", value=self._metrics.steps
        )


class HouseCollector(Collector):
    """What is read from a house on request."""

    def __init__(self, metrics: Metrics, streams: StreamCache, hub: Hub) -> None:
        self._metrics = metrics
        self._streams = streams
        self._hub = hub

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        tables, jackpots, operation = self._standing()
        yield _gauge("viewers", "Streaming connections that follow something.", self._viewers())
        phases = Tally(table.game.phase for table in tables)
        yield _labelled("tables", "Tables by the stage of their round.", "phase", phases)
        yield _gauge("open_matters", "Reports that wait for a decision.",
                     sum(len(table.game.matters) for table in tables))  # fmt: skip
        yield _gauge("tables_paused", "Tables at which play stands still.",
                     sum(table.paused is not None for table in tables))  # fmt: skip
        meters = {one.name: one.meter.meter / 100 for one in jackpots}
        yield _labelled("jackpot_meter", "The meter as displayed.", "jackpot", meters)
        down = {one.name: int(one.failed is not None) for one in jackpots}
        yield _labelled("jackpot_down", "1 while a link is down.", "jackpot", down)
        waiting = {one.name: sum(1 for _ in one.meter.pending()) for one in jackpots}
        yield _labelled("jackpot_claims", "Claims that wait for their turn.", "jackpot", waiting)
        yield _gauge("store_unavailable", "1 while the store cannot be written.",
                     int(not self._metrics.store_available))  # fmt: skip
        yield from _operation(operation)

    def _standing(self) -> tuple[list[HouseTable], list[HouseJackpot], Operation]:
        streams = self._streams.all_held()
        states = [stream.stored for stream in streams]
        operation = next(
            (one.stored for one in streams if one.name == Department.OPERATION), Operation()
        )
        return (
            [one for one in states if isinstance(one, HouseTable)],
            [one for one in states if isinstance(one, HouseJackpot)],
            operation,
        )

    def _viewers(self) -> int:
        return self._hub.count()


def _operation(operation: Operation) -> Iterator[Metric]:
    now = time()
    for name, text, at in (
        ("verification_age_seconds", "Since the whole log was last proved.", operation.last_clean),
        ("backup_age_seconds", "Since the last backup.", operation.last_backup),
    ):
        if at is not None:
            yield _gauge(name, text, now - at.timestamp())
    raised = {name.value: int(name.value in operation.alarms) for name in Name}
    yield _labelled("alarm", "1 while an alarm stands.", "alarm", raised)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"croupier_{name}", text, value=value)


def _labelled(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"croupier_{name}", text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
