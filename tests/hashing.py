"""Passwords of tests: hashed by the same function, at a cost that nobody waits for."""

from argon2 import PasswordHasher

from croupier.house.app.people import passwords

STRONG = passwords.HASHER
"""As the product hashes them: a tenth of a second each."""
WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def hash_weakly() -> None:
    """All houses of this process from now on: their tests make and check thousands."""
    passwords.HASHER = WEAK
