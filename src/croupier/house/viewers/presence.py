"""Who is connected: told at once when something about them has changed."""

from typing import Any

from croupier.house.people import events as e
from croupier.house.streams.offices import Office
from croupier.house.streams.stream import Change
from croupier.house.viewers.callbacks import Callbacks


class Presence(Callbacks):
    """Connections by person; a suspended or logged-out one ends while it is open."""

    def tell(self, stream: str, change: Change[Any]) -> None:
        """A change is on disk: whom it concerns looks again."""
        if stream != Office.PEOPLE:
            return
        for event in change.events:
            for person in self._concerned(event):
                self.call(person)

    def _concerned(self, event: Any) -> list[str]:
        if isinstance(event, e.TokenRevoked):
            return list(self._here)  # a personal token's owner is not named
        person = getattr(event, "person", None)
        return [] if person is None else [person]
