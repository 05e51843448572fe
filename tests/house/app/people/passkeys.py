"""An authenticator for tests: it makes passkeys and signs as the standard says (WebAuthn 6)."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(given: str) -> bytes:
    return urlsafe_b64decode(given + "=" * (-len(given) % 4))


class Authenticator:
    """One passkey, on the key P-256."""

    def __init__(self, site: str = "127.0.0.1") -> None:
        self.site = site
        self.id = os.urandom(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def made(self, challenge: str, origin: str, flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        numbers = self._key.public_key().public_numbers()
        public = cbor.encode(
            {
                1: 2,
                3: -7,
                -1: 1,
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        whole = self._about(flags | ATTESTED) + credential
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": whole})
        client = self._client("webauthn.create", challenge, origin)
        return {"client_data": text(client), "attestation": text(attestation)}

    def signed(
        self, challenge: str, origin: str, flags: int = PRESENT | VERIFIED, counted: int = 0
    ) -> dict[str, Any]:
        client, about = self._client("webauthn.get", challenge, origin), self._about(flags, counted)
        signature = self._key.sign(about + sha256(client).digest(), ec.ECDSA(SHA256()))
        return {
            "id": text(self.id),
            "client_data": text(client),
            "authenticator_data": text(about),
            "signature": text(signature),
        }

    def _about(self, flags: int, counted: int = 0) -> bytes:
        return sha256(self.site.encode()).digest() + bytes([flags]) + counted.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str, origin: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
        return json.dumps(said).encode()
