"""What happens to the people of a house: names and meanings are a public format.

No secret is in the log: hashes of passwords and second factors are kept beside it.
"""

from msgspec import Struct


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and signature are on the record that carries it."""


class PersonRegistered(_Event, frozen=True, tag="person_registered"):
    """Somebody has an account from now on."""

    person: str
    name: str
    roles: tuple[str, ...]
    guest: bool = False


PeopleEvent = PersonRegistered
