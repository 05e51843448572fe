"""Connections by person: each is called back when something concerns its person."""

from collections.abc import Callable

Callback = Callable[[], None]


class Callbacks:
    """Those who are here, and how to reach them."""

    def __init__(self) -> None:
        self._here: dict[str, set[Callback]] = {}

    def come(self, person: str, back: Callback) -> None:
        self._here.setdefault(person, set()).add(back)

    def go(self, person: str, back: Callback) -> None:
        here = self._here.get(person, set())
        here.discard(back)
        if not here:
            self._here.pop(person, None)

    def call(self, person: str) -> None:
        for back in tuple(self._here.get(person, ())):
            back()
