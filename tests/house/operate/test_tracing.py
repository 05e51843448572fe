"""Traces of a running house, as a collector gets them."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from signal import SIGINT
from threading import Thread

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from croupier.house.app.idempotency import Expected
from croupier.house.app.metrics import trace_with
from croupier.house.model import commands as hc
from croupier.house.model.refusals import HouseRefused
from croupier.table import commands as c
from tests.house.houses import MANAGER, keeping, key, register_jackpot, register_table
from tests.house.serving import introduced, program
from tests.waiting import PATIENCE

TRACE = "0af7651916cd43dd8448eb211c80319c"


async def prepare(url: str) -> str:
    async with keeping(url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
    return (await introduced(url, MANAGER))[MANAGER.id]


def test_a_command_is_traced_from_the_request_to_the_disk(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Span] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in resource.scope_spans:
                    found.extend(scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    token = asyncio.run(prepare(sqlite_url))
    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        Thread(target=collector.serve_forever, args=(0.02,)).start()
        endpoint = f"http://127.0.0.1:{collector.server_port}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        try:
            with program(tmp_path) as house:
                address = house.start()
                give(address, token, {"do": "open_bets"}, 200)
                give(address, token, {"do": "settle"}, 422)
                house.end(SIGINT)
        finally:
            collector.shutdown()
    mine = [span for span in found if span.trace_id.hex() == TRACE]
    route = "POST /api/tables/{table}/commands"
    requests = [span for span in mine if span.name == route]
    assert [attributes(span)["http.response.status_code"] for span in requests] == [200, 422]
    assert attributes(requests[0])["croupier.request_id"] == "traced-1"
    [opened] = [span for span in mine if span.name == "command open_bets"]
    assert opened.parent_span_id == requests[0].span_id
    below = {span.name for span in mine if span.parent_span_id == opened.span_id}
    assert below == {"decide", "append"}
    [refused] = [span for span in mine if span.name == "command settle"]
    assert "append" not in {s.name for s in mine if s.parent_span_id == refused.span_id}
    assert MANAGER.id not in str(found)
    assert token not in str(found)


async def test_a_command_that_comes_too_late_is_decided_all_the_same(sqlite_url: str) -> None:
    """Whoever looks for it finds that it was looked at, and stored nothing."""
    begun: list[str] = []

    @contextmanager
    def begin(name: str, _: Mapping[str, str]) -> Iterator[None]:
        begun.append(name)
        yield

    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        late = Expected(until=handler.now() - timedelta(seconds=1))
        trace_with(begin)
        try:
            for command in (c.OpenBets(), hc.SignOn()):
                with pytest.raises(HouseRefused, match="too late"):
                    await handler.command("T1", command, MANAGER, key(), late)
        finally:
            trace_with(None)
    assert begun == ["decide", "decide"]


def attributes(span: Span) -> dict[str, object]:
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


def give(address: str, token: str, command: dict[str, str], status: int) -> None:
    answer = httpx.post(
        f"{address}/api/v1/tables/T1/commands",
        json={"key": f"key-of-{command['do']}", "command": command},
        headers={
            "Authorization": f"Bearer {token}",
            "traceparent": f"00-{TRACE}-b7ad6b7169203331-01",
            "X-Request-Id": "traced-1",
        },
        timeout=PATIENCE,
    )
    assert answer.status_code == status, answer.text
