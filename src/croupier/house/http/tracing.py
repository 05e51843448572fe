"""Traces by OpenTelemetry (extra `traces`): a span for each request, and for each command in it.

They are switched on and directed by the variables that OpenTelemetry defines, beginning with
`OTEL_EXPORTER_OTLP_ENDPOINT`; a request that comes with a `traceparent` goes on in its trace. Spans
say what was asked for and how it ended, never who asked, for how much, or with which cards.
"""

import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from croupier.extras import need
from croupier.house.app.metrics import trace_with

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_MISTAKE = 500


def begin_tracing(app: Any) -> tuple[Any, Callable[[], None]]:
    """The application with its requests traced, and what ends the tracing; as it is if none is
    asked for. Raises `MissingExtra`."""
    if not any(map(os.environ.get, ENDPOINTS)) or os.environ.get("OTEL_SDK_DISABLED") == "true":
        return app, lambda: None
    need("traces", f"Tracing, which {' or '.join(ENDPOINTS)} asks for,")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    own = {} if "OTEL_SERVICE_NAME" in os.environ else {SERVICE_NAME: "croupier"}
    provider = TracerProvider(resource=Resource.create(own), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = provider.get_tracer("croupier")

    def start(name: str, attributes: Mapping[str, str]) -> AbstractContextManager[object]:
        return tracer.start_as_current_span(name, attributes=dict(attributes))

    def end() -> None:
        trace_with(None)
        provider.shutdown()

    trace_with(start)
    return Traced(app, tracer), end


class Traced:
    """A span around each request; a streaming connection has one for each command instead."""

    def __init__(self, app: Any, tracer: "Tracer") -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind

        carried = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        method = scope["method"]
        with self._tracer.start_as_current_span(
            method,
            context=extract(carried),
            kind=SpanKind.SERVER,
            attributes={"http.request.method": method, "url.scheme": scope["scheme"]},
        ) as span:
            await self._app(scope, receive, _noting(span, send))
            if route := scope.get("path_template"):
                span.update_name(f"{method} {route}")
                span.set_attribute("http.route", route)


def _noting(span: "Span", send: Any) -> Callable[[Any], Awaitable[None]]:
    from opentelemetry.trace import Status, StatusCode

    async def noting(message: Any) -> None:
        if message["type"] == "http.response.start":
            status = message["status"]
            span.set_attribute("http.response.status_code", status)
            if status >= _MISTAKE:
                span.set_status(Status(StatusCode.ERROR))
            for name, value in message.get("headers", ()):
                if name.lower() == b"x-request-id":
                    span.set_attribute("croupier.request_id", value.decode("latin-1"))
        await send(message)

    return noting
