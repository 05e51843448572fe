"""Passkeys (WebAuthn): what a browser is asked to sign, and whether what it signed is good.

Challenges are kept nowhere: each carries its end and an HMAC of what it is for, so that any
process knows its own again; the log ensures that none is answered twice. The site is the name
under which the browser reached the house. An authenticator signs for the site that it was
registered at and for no other, so that a page which only looks like ours gets nothing.
"""

import hmac
import os
import struct
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialRpEntity,
    UserVerificationRequirement,
)
from msgspec import Meta, Struct

from croupier.house.model.people.credentials import Passkey
from croupier.house.model.people.state import CHALLENGE_LIFE
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.sealing import subkey

_NONCE = 16
_END = struct.Struct(">Q")
_TAG = 32

Text = Annotated[str, Meta(min_length=1, max_length=8192, pattern=r"^[A-Za-z0-9_-]*\Z")]
"""Bytes in base64url, as WebAuthn writes them."""


class Site(Struct, frozen=True):
    """The house as a browser knows it."""

    name: str
    origin: str


class Made(Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey, as the browser gives it."""

    client_data: Text
    attestation: Text


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey signed, as the browser gives it."""

    id: Annotated[str, Meta(min_length=1, max_length=1400, pattern=r"^[A-Za-z0-9_-]*\Z")]
    client_data: Text
    authenticator_data: Text
    signature: Text


class Purpose(StrEnum):
    """What is signed for; good for nothing else."""

    LOG_IN = "log-in"
    PROVE = "prove"
    ADD = "add"


class Challenges:
    """Makes them and knows them again."""

    def __init__(self, key: bytes) -> None:
        self._key = subkey(key, "people: challenges of passkeys")

    def new(self, purpose: Purpose, session: str, now: datetime) -> str:
        """For a session, or for whoever logs in."""
        rest = os.urandom(_NONCE) + _END.pack(int((now + CHALLENGE_LIFE).timestamp()))
        return websafe_encode(rest + self._tag(purpose, session, rest))

    def is_good(self, challenge: str, purpose: Purpose, session: str, now: datetime) -> bool:
        whole = websafe_decode(challenge)
        rest, tag = whole[:-_TAG], whole[-_TAG:]
        if not hmac.compare_digest(tag, self._tag(purpose, session, rest)):
            return False
        [end] = _END.unpack(rest[_NONCE:])
        return now.timestamp() < float(end)

    def _tag(self, purpose: Purpose, session: str, rest: bytes) -> bytes:
        return hmac.digest(self._key, f"{purpose} {session} ".encode() + rest, "sha256")


def algorithms() -> tuple[int, ...]:
    """Signatures that can be checked here, the preferred first."""
    return tuple(CoseKey.supported_algorithms())


def challenge_in(client_data: str) -> str:
    """The challenge that a browser says was signed."""
    return websafe_encode(_read(lambda: CollectedClientData(websafe_decode(client_data)).challenge))


def take_in(site: Site, made: Made) -> tuple[str, str]:
    """The identity of a new passkey, and its public key; raises `HouseRefused`."""
    response = {"clientDataJSON": made.client_data, "attestationObject": made.attestation}

    def check() -> AttestedCredentialData | None:
        _demand_own_frame(made.client_data)
        state = _state(made.client_data)
        answer = {"rawId": "", "response": response}
        return _server(site).register_complete(state, answer).credential_data

    data = _read(check)
    assert data is not None
    return websafe_encode(data.credential_id), websafe_encode(data)


def demand_signed_by(site: Site, passkey: Passkey, signed: Signed) -> int:
    """How often it says that it has signed.

    Raises `HouseRefused` where it is not the passkey's signature, for this site and now.
    """
    response = {
        "clientDataJSON": signed.client_data,
        "authenticatorData": signed.authenticator_data,
        "signature": signed.signature,
    }

    def check() -> int:
        _demand_own_frame(signed.client_data)
        known = AttestedCredentialData(websafe_decode(passkey.key))
        state = _state(signed.client_data)
        answer = {"rawId": signed.id, "response": response}
        _server(site).authenticate_complete(state, [known], answer)
        return AuthenticatorData(websafe_decode(signed.authenticator_data)).counter

    if passkey.site != site.name:
        decline(HouseCode.BAD_PASSKEY, f"This passkey is for {passkey.site}.")
    return int(_read(check))


def _server(site: Site) -> Fido2Server:
    entity = PublicKeyCredentialRpEntity(id=site.name, name=site.name)
    return Fido2Server(entity, verify_origin=lambda origin: origin == site.origin)


def _state(client_data: str) -> dict[str, Any]:
    """The challenge was looked at before: it says itself that it is ours."""
    return {
        "challenge": challenge_in(client_data),
        "user_verification": UserVerificationRequirement.REQUIRED,
    }


def _demand_own_frame(client_data: str) -> None:
    if CollectedClientData(websafe_decode(client_data)).cross_origin:
        raise ValueError("asked for inside another site's page")


def _read(work: Any) -> Any:
    """What a browser sends may be anything, and the library says so in many ways."""
    try:
        return work()
    except Exception as error:
        decline(HouseCode.BAD_PASSKEY, f"The passkey was not accepted: {error}")
