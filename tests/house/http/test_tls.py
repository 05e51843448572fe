"""The house under TLS, by certificate files: HTTP and the streaming connection."""

import asyncio
import shutil
import ssl
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from croupier.house.client import Client, Subscribed
from croupier.house.store import database_url
from tests.house.houses import keeping, register_table
from tests.house.http.test_service import ANN
from tests.house.serving import Program, introduced, program
from tests.waiting import PATIENCE


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes its certificate with openssl")
async def test_all_of_the_service_is_under_tls(tmp_path: Path) -> None:
    certificate, key = tmp_path / "house.pem", tmp_path / "key.pem"
    _certify(certificate, key)
    data = tmp_path / "data"
    data.mkdir()
    (data / "croupier.toml").write_text(f'tls_certificate = "{certificate}"\ntls_key = "{key}"\n')
    token = (await introduced(database_url(data), ANN))[ANN.id]
    async with keeping(database_url(data)) as handler:
        await register_table(handler, jackpot=None)
    server = Program("--data", str(data))
    try:
        address = server.start()
        assert address.startswith("https://127.0.0.1:")
        client = Client(address, token, ssl.create_default_context(cafile=str(certificate)))
        answer = await client._http.get("/api/me")
        assert answer.json()["person"]["id"] == ANN.id
        assert "max-age" in answer.headers["strict-transport-security"]
        async with client.stream() as streaming:
            await streaming.subscribe({"table:T1": None})
            assert isinstance(await anext(streaming.events()), Subscribed)
        await client.close()
        stranger = Client(address, token)
        with pytest.raises(Exception, match="certificate"):
            await stranger.me()
        await stranger.close()
    finally:
        server.end()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes its certificate with openssl")
async def test_a_handshake_that_is_not_finished_is_cut(tmp_path: Path) -> None:
    certificate, key = tmp_path / "house.pem", tmp_path / "key.pem"
    _certify(certificate, key)
    (tmp_path / "croupier.toml").write_text(
        f'tls_certificate = "{certificate}"\ntls_key = "{key}"\nheaders_seconds = 0.2\n'
    )
    with program(tmp_path) as server:
        port = int(server.start().rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"\x16\x03\x01")  # how a handshake begins
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
        writer.close()


def _certify(certificate: Path, key: Path) -> None:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=house", "-addext"),
            *("subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
