"""Two processes on PostgreSQL behind the proxy as it is shipped: by TLS, with streams."""

import signal
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from croupier.house.client import Client, Events, Subscribed
from tests.house.deploy.shipped import found, proxy_files
from tests.house.serving import Program
from tests.ports import free_port
from tests.waiting import PATIENCE, until


@contextmanager
def proxy(folder: Path, houses: list[str]) -> Iterator[tuple[str, Path]]:
    """nginx in front of these addresses: its own, and the certificate to trust."""
    nginx = found("nginx")
    main, port = proxy_files(folder), free_port()
    text = main.read_text()
    assert text.count("listen 8443") == text.count("listen 8080") == 1
    main.write_text(
        text.replace("listen 8443", f"listen {port}").replace(
            "listen 8080", f"listen {free_port()}"
        )
    )
    upstream = main.with_name("upstream.conf")
    written = upstream.read_text()
    for shipped, here in zip(("172.31.250.11:8000", "172.31.250.12:8000"), houses, strict=True):
        assert written.count(shipped) == 1
        written = written.replace(shipped, here.removeprefix("http://"))
    upstream.write_text(written)
    (folder / "run").mkdir()
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen(
            [nginx, "-e", "stderr", "-p", folder / "run", "-c", main, "-g", "daemon off;"],
            stdout=log,
            stderr=log,
        )
    try:
        yield f"https://localhost:{port}", main.with_name("tls") / "certificate.pem"
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(PATIENCE)


@contextmanager
def house(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    monkeypatch.setenv("CROUPIER_BEHIND_PROXY", "true")
    monkeypatch.setenv("CROUPIER_HOSTS", "localhost, 127.0.0.1")
    running = Program("--database", url, "--demo")
    try:
        running.start()
        yield running
    finally:
        running.end(signal.SIGTERM)


@pytest.mark.slow
async def test_a_house_behind_the_proxy(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as running:
        houses = [running.enter_context(house(postgres_url, monkeypatch)) for _ in range(2)]
        address, certificate = running.enter_context(
            proxy(tmp_path, [one.address for one in houses])
        )
        trusting = ssl.create_default_context(cafile=str(certificate))
        async with httpx.AsyncClient(base_url=address, verify=trusting, timeout=PATIENCE) as http:

            async def well() -> bool:
                try:
                    return (await http.get("/health")).status_code == 200
                except httpx.TransportError:
                    return False

            await until(well)
            page = await http.get("/")
            assert page.status_code == 200
            assert page.headers["strict-transport-security"]
            assert (await http.get("/metrics")).status_code == 404
            elsewhere = await http.get("/health", headers={"Host": "elsewhere.example"})
            assert elsewhere.status_code == 400

            guest = Client(address, verify=trusting)
            me = await guest.come_as_guest("Ann")
            assert me.person is not None
            await hears_of_a_table(guest)

            houses[0].end(signal.SIGTERM)
            await until(well)
            assert (await guest.me()).person == me.person, "the second process knows the session"
            await hears_of_a_table(guest)
            await guest.close()


async def hears_of_a_table(guest: Client) -> None:
    """By the streaming connection: a subscription, and something that happens afterwards."""
    table = (await guest.tables())[0].table
    async with guest.stream() as stream:
        await stream.subscribe({f"table:{table}": None})
        events = stream.events()
        assert isinstance(await anext(events), Subscribed)
        assert isinstance(await anext(events), Events)  # the automatic dealer goes on
        await events.aclose()  # type: ignore[attr-defined]
