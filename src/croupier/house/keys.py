"""Keys for one purpose each, derived from a key of the house."""

import hmac


def subkey(key: bytes, purpose: str) -> bytes:
    """Whoever learns it learns neither the house's key nor what is derived for other purposes."""
    return hmac.digest(key, b"croupier-subkey/1 " + purpose.encode(), "sha256")
