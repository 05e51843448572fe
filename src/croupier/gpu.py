"""The GPU of this machine, if there is one that numba can use."""

from importlib import import_module
from typing import Any

NO_GPU = (
    "no usable GPU was found: --device gpu needs an NVIDIA GPU, its driver and the extra, "
    "pip install 'croupier[gpu]'"
)


def usable_cuda() -> Any | None:
    """numba's CUDA, or none."""
    try:
        cuda: Any = import_module("numba.cuda")
        usable = bool(cuda.is_available())
    except Exception:  # a driver or toolkit that does not fit fails in many ways
        return None
    return cuda if usable else None
