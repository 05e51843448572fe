"""The house under TLS, by certificate files: HTTP and the streaming connection."""

import asyncio
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from croupier.house.client import Client, Subscribed
from croupier.house.store import database_url
from tests.house.houses import keeping, register_table
from tests.house.http.test_service import ANN
from tests.house.serving import Program, introduced, program
from tests.waiting import PATIENCE


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
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "house")])
    now = datetime.now(UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(address, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    key.touch(0o600)  # one that others may read is not used
    key.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
