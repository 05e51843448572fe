"""The board and the alerts ask for what a house really measures."""

import json
import re
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from croupier.house.log.stream import Department
from croupier.house.model.operation import events as o
from tests.house.deploy.shipped import DEPLOY, ROOT, read_yaml
from tests.house.serving import http_to, serving

MEASUREMENT = re.compile(r"\bcroupier_\w+")


def board() -> Any:
    return json.loads((DEPLOY / "grafana" / "croupier.json").read_text(encoding="utf-8"))


def asked_for() -> set[str]:
    texts = [target["expr"] for panel in board()["panels"] for target in panel["targets"]]
    for group in read_yaml("prometheus/alerts.yml")["groups"]:
        texts += [rule["expr"] for rule in group["rules"]]
    return {name for text in texts for name in MEASUREMENT.findall(text)}


async def measured(url: str) -> dict[str, set[str]]:
    """Names of samples, by the family they belong to, after a proof and a backup."""
    async with (
        serving(url) as (house, address),
        http_to(address) as http,
    ):
        made = (o.LogChecked(True, 1), o.BackupMade("b", 1))
        await house.handler.record(Department.OPERATION, lambda state, at: made, None, "k1")
        text = (await http.get("/metrics")).text
    return {
        one.name: {one.name, *(sample.name for sample in one.samples)}
        for one in text_string_to_metric_families(text)
    }


async def test_the_board_and_the_alerts_ask_for_what_is_measured(sqlite_url: str) -> None:
    families = await measured(sqlite_url)
    asked = asked_for()
    assert len(asked) > 10
    assert asked <= set().union(*families.values()) | {f"{one}_total" for one in families}
    shown = {name for name, samples in families.items() if asked & {*samples, f"{name}_total"}}
    assert shown == set(families), "something that is measured is on no panel"


async def test_the_page_on_operations_lists_what_is_measured(sqlite_url: str) -> None:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    [listed] = [line for line in text.splitlines() if line.startswith("Metrics: ")]
    names = {name.removesuffix("_total") for name in MEASUREMENT.findall(listed)}
    assert names == set(await measured(sqlite_url))


def test_the_board_is_found_by_grafana_with_its_source_of_figures() -> None:
    [source] = read_yaml("grafana/datasource.yml")["datasources"]
    [provider] = read_yaml("grafana/boards.yml")["providers"]
    panels = board()["panels"]
    assert {one["datasource"]["uid"] for one in panels} == {source["uid"]}
    mounted = read_yaml("compose.yaml")["services"]["grafana"]["volumes"]
    folder = provider["options"]["path"]
    assert f"./grafana/croupier.json:{folder}/croupier.json:ro" in mounted
    assert len({one["id"] for one in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for one in panels:
        place = one["gridPos"]
        cells = {
            (place["x"] + right, place["y"] + down)
            for right in range(place["w"])
            for down in range(place["h"])
        }
        assert not cells & taken, one["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells
