"""The log goes on under another key: said in a record that still stands under the old one."""

from typing import TYPE_CHECKING

from croupier.house.keyring import Keyring, key_id
from croupier.house.operation.events import KeyChanged
from croupier.house.streams.offices import Office

if TYPE_CHECKING:
    from croupier.house.keeping.keeper import Keeper


async def take_up_key(keeper: "Keeper", keys: Keyring) -> str | None:
    """Go on under the newest key; the id of the one before it, if that was another."""
    _, link = await keeper.store.end()
    key = key_id(keys.current)
    if link is None or link.key == key:
        return None
    await _record(keeper, KeyChanged(key, link.key))
    return link.key


async def take_over(keeper: "Keeper", keys: Keyring) -> bool:
    """Chain a log that never was: what it holds so far is vouched for as it stands."""
    _, link = await keeper.store.end()
    if link is not None:
        return False
    await _record(keeper, KeyChanged(key_id(keys.current), ""))
    return True


async def _record(keeper: "Keeper", event: KeyChanged) -> None:
    key = f"operation:key:{event.before}:{event.key}"
    await keeper.record(Office.OPERATION, lambda state, at: (event,), None, key)
