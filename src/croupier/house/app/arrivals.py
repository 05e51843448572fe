"""Commands to a table in the order in which they came, also while another process takes it over.

As a rule nobody waits here: several commands of one connection are under way at once, and whoever
owns the table takes them up in order. Where one of them has to be given again, those that came
after it wait until it is through. Otherwise a closing call could overtake the wager before it.
"""

import asyncio


class Arrivals:
    """The commands to each table that are under way."""

    def __init__(self) -> None:
        self._count = 0
        self._lines: dict[str, _Line] = {}

    def come(self, table: str) -> "Arrival":
        self._count += 1
        line = self._lines.get(table)
        if line is None:
            line = self._lines[table] = _Line()
        line.under_way[self._count] = None
        return Arrival(self, table, line, self._count)

    def done_with(self, table: str) -> None:
        del self._lines[table]


class _Line:
    __slots__ = ("given_again_to", "left", "under_way")

    def __init__(self) -> None:
        self.under_way: dict[int, None] = {}
        """Their numbers, in order."""
        self.given_again_to = 0
        """When one had to be given again, the last that had come by then: up to this one, each
        waits for those before it."""
        self.left = asyncio.Event()
        """Set when one is through; then there is another."""


class Arrival:
    """One command's place among those to its table."""

    __slots__ = ("_arrivals", "_line", "_number", "_table")

    def __init__(self, arrivals: Arrivals, table: str, line: _Line, number: int) -> None:
        self._arrivals, self._table, self._line, self._number = arrivals, table, line, number

    def again(self) -> None:
        """It has to be given again."""
        self._line.given_again_to = next(reversed(self._line.under_way))

    async def turn(self, until: float) -> bool:
        """Wait for those before it, if it has to; whether its turn came before a time of the event
        loop's."""
        line = self._line
        while (first := next(iter(line.under_way))) < self._number and first <= line.given_again_to:
            try:
                async with asyncio.timeout_at(until):
                    await line.left.wait()
            except TimeoutError:
                return False
        return True

    def leave(self) -> None:
        """It is through, whatever came of it."""
        line = self._line
        del line.under_way[self._number]
        if not line.under_way:
            self._arrivals.done_with(self._table)
        elif line.given_again_to:
            line.left.set()
            line.left = asyncio.Event()
