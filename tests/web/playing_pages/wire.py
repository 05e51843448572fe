"""The stream between page and house, which a test can hold up, cut and mend."""

from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute

from tests.web.looking import IN_HASTE


class Wire:
    """Everything goes through at first."""

    def __init__(self, page: Page) -> None:
        self.holds_answers = self.holds_commands = self.away = False
        self._held: list[Callable[[], None]] = []
        self._ends: list[WebSocketRoute] = []
        page.add_init_script(IN_HASTE)
        page.route_web_socket("**/api/stream", self._join)

    def _join(self, end: WebSocketRoute) -> None:
        if self.away:
            end.close(code=1012)
            return
        house = end.connect_to_server()
        end.on_message(lambda words: self._say(house, words, hold=self.holds_commands))
        house.on_message(lambda words: self._say(end, words, hold=self.holds_answers))
        end.on_close(lambda code, reason: None)  # what is held arrives even so
        self._ends.append(end)

    def _say(self, to: WebSocketRoute, words: str | bytes, *, hold: bool) -> None:
        if hold:
            self._held.append(lambda: to.send(words))
        else:
            to.send(words)

    def die(self) -> None:
        """Nothing arrives any more, either way, and nobody says so."""
        self.holds_answers = self.holds_commands = self.away = True

    def release(self) -> None:
        """What was held arrives now."""
        self.holds_answers = self.holds_commands = False
        for say in self._held:
            say()
        self._held.clear()

    def cut(self) -> None:
        self.away = True
        self._ends[-1].close(code=1012)

    def mend(self) -> None:
        self.away = False
