"""Measurements: what is counted, and how Prometheus reads it."""

from pathlib import Path
from time import perf_counter

from croupier.house.app.idempotency import VersionConflict
from croupier.house.app.metrics import Metrics, Tallied
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.model.refusals import HouseCode, HouseRefusal, HouseRefused


def test_commands_are_counted_by_what_came_of_them() -> None:
    metrics = Metrics()
    metrics.note(perf_counter())
    for error, outcome in (
        (HouseRefused(HouseRefusal(HouseCode.PAUSED, "no")), "refused"),
        (VersionConflict(1, 2), "conflict"),
        (StoreUnavailable("gone"), "unavailable"),
        (RuntimeError("?"), "failed"),
    ):
        metrics.note(perf_counter(), error)
        assert metrics.outcomes[outcome] == 1
    before = metrics.store_available
    metrics.note(perf_counter())
    assert (before, metrics.store_available) == (False, True)
    text = metrics.text().decode()
    assert 'croupier_commands_total{outcome="accepted"} 2.0' in text
    assert "croupier_command_seconds_count 6.0" in text


def test_a_bucket_holds_all_up_to_its_bound() -> None:
    tallied = Tallied((1, 5, 10))
    for value in (1, 2, 5, 6, 11):
        tallied.note(value)
    family = tallied.family("size", "How many.")
    found = {
        (sample.name.removeprefix("croupier_"), sample.labels.get("le")): sample.value
        for sample in family.samples
    }
    assert found == {
        ("size_bucket", "1.0"): 1,
        ("size_bucket", "5.0"): 3,
        ("size_bucket", "10.0"): 4,
        ("size_bucket", "+Inf"): 5,
        ("size_count", None): 5,
        ("size_sum", None): 25,
    }


def test_every_metric_is_in_the_manual() -> None:
    page = Path("docs/operations.md").read_text(encoding="utf-8")
    for line in Metrics().text().decode().splitlines():
        if line.startswith("# TYPE "):
            assert line.split()[2] in page
