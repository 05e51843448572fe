"""How many bytecodes of Python a command takes, and how many calls of functions.

Counted by tracing the same callers and the same house as `instructions` does, as the difference
between a long and a short run. Neither the machine nor the number of commands that happen to share
a batch moves it by more than half a per cent; work in C does not show.

    .venv/bin/python -m benchmarks.bytecodes
"""

import sys
import threading
from itertools import count
from types import FrameType, TracebackType
from typing import Any

import uvloop

from benchmarks.house_load import round_of_commands
from benchmarks.instructions import LONG, SHORT, TABLES, drive


class Counting:
    """Counts in all threads that begin while it lasts, and in this one; `next` is one step, in
    which no thread gets in the way of another."""

    def __init__(self) -> None:
        self._steps, self._frames = count(), count()
        self.bytecodes = self.calls = 0
        """Once it is over."""

    def __enter__(self) -> "Counting":
        threading.settrace(self._called)
        sys.settrace(self._called)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        sys.settrace(None)
        threading.settrace(None)
        self.bytecodes, self.calls = next(self._steps), next(self._frames)

    def _called(self, frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        next(self._frames)
        return self._stepped

    def _stepped(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "opcode":
            next(self._steps)
        return self._stepped


def counted(rounds: int) -> Counting:
    """Of a whole run."""
    with Counting() as counting:
        uvloop.run(drive(rounds, None))
    return counting


def run() -> None:
    uvloop.run(drive(SHORT, None))  # what is loaded and worked out once is no part of a command
    short, long = counted(SHORT), counted(LONG)
    commands = TABLES * (LONG - SHORT) * len(round_of_commands())
    bytecodes = (long.bytecodes - short.bytecodes) / commands
    calls = (long.calls - short.calls) / commands
    print(f"  callers and the house: {bytecodes:,.0f} bytecodes a command, {calls:.0f} calls")


if __name__ == "__main__":
    run()
