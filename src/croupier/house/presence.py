"""Who is connected: told at once when something about them has changed."""

from collections.abc import Callable
from typing import Any

from croupier.house.offices import Office
from croupier.house.people import events as e
from croupier.house.stream import Change

Callback = Callable[[], None]


class Presence:
    """Connections by person; a suspended or logged-out one ends while it is open."""

    def __init__(self) -> None:
        self._here: dict[str, set[Callback]] = {}

    def come(self, person: str, look_again: Callback) -> None:
        self._here.setdefault(person, set()).add(look_again)

    def go(self, person: str, look_again: Callback) -> None:
        here = self._here.get(person, set())
        here.discard(look_again)
        if not here:
            self._here.pop(person, None)

    def tell(self, stream: str, change: Change[Any]) -> None:
        """A change is on disk: whom it concerns looks again."""
        if stream != Office.PEOPLE:
            return
        for event in change.events:
            for person in self._concerned(event):
                for look_again in tuple(self._here.get(person, ())):
                    look_again()

    def _concerned(self, event: Any) -> list[str]:
        if isinstance(event, e.TokenRevoked):
            return list(self._here)  # a personal token's owner is not named
        person = getattr(event, "person", None)
        return [] if person is None else [person]
