"""People's secrets are those that the log means: each is sealed by the house, for its owner.

The log records a password change before the hash is stored; so in a running house a mismatch is
checked again, with what the log has recorded since.
"""

import asyncio
from collections.abc import Mapping

from croupier.house.app.people import second_factor
from croupier.house.keyring import Keyring
from croupier.house.log.event_store import Credential, EventStore
from croupier.house.log.paging import events_of
from croupier.house.log.stream import Department, fold
from croupier.house.model.people.seals import Seals
from croupier.house.model.people.state import Account, People
from croupier.house.read.proof.findings import Wrong

ATTEMPTS = 5
BETWEEN_SECONDS = 0.1


async def prove_credentials(store: EventStore, people: People, version: int, keys: Keyring) -> None:
    """`version`: how far the people are known. Without keys only missing secrets are found."""
    for attempt in range(ATTEMPTS):
        if attempt:
            await asyncio.sleep(BETWEEN_SECONDS)
            async for record, event in events_of(store, Department.PEOPLE, after=version):
                people = fold(Department.PEOPLE, people, event, record.at)
                version = record.version
        wrong = _wrong(await store.credentials.all(), people, keys)
        if wrong is None:
            return
    assert wrong is not None
    raise wrong


def _wrong(kept: Mapping[str, Credential], people: People, keys: Keyring) -> Wrong | None:
    for person in sorted(kept.keys() | people.accounts.keys()):
        account, secrets = people.accounts.get(person), kept.get(person, Credential())
        problem = "there is nobody of that name"
        if account is not None:
            problem = _missing(account, secrets)
            if keys and not problem:
                problem = _unsealed(account, secrets, keys)
        if problem:
            return Wrong(f"credentials of {person}", problem)
    return None


def _missing(account: Account, secrets: Credential) -> str:
    if account.mark and secrets.password is None:
        return "the password that the log speaks of is missing"
    if account.second_factor and secrets.second_factor is None:
        return "the second factor that the log speaks of is missing"
    return ""


def _unsealed(account: Account, secrets: Credential, keys: Keyring) -> str:
    """Secrets are under the first key, whatever keys have followed."""
    seals, hashed, sealed = Seals(keys.first), secrets.password, secrets.second_factor
    holds = seals.holds_password(secrets.seal, account.id, account.mark, hashed or "")
    if not holds and (hashed is not None or secrets.seal is not None):
        return "the house did not keep this password, or the log speaks of another"
    if sealed is not None and second_factor.unseal(keys.first, account.id, sealed) is None:
        return "the house did not keep this second factor"
    return ""
