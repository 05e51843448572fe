"""Loops compiled when there is much to do, and left as plain Python when there is little.

Compiling needs a library that alone takes longer to import than three card poker
takes to solve; the same source serves both.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

LITTLE = 3_000_000
"""Up to this many elementary steps a loop is not worth compiling."""


def loop(function: F, steps: int) -> F:
    """The loop for that much work."""
    return function if steps <= LITTLE else cast(F, _compiled(function))


@cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled when first called, and kept on disk for the next process."""
    import numba

    return cast(Callable[..., Any], numba.njit(cache=True, nogil=True)(function))
