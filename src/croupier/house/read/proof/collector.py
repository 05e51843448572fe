"""The garbage collector of a process that does nothing but prove."""

import gc


def collect_seldom() -> None:
    """Millions of objects come and go, and hardly any cycle: to look for them as often as usual
    takes a sixth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
