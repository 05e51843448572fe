"""A disk that no longer keeps what is written: from one moment on every fsync fails.

    python -m tests.house.failing_disk PROGRAM ARGUMENTS…

runs `croupier PROGRAM` until it is sent SIGUSR1; then the kernel itself (a seccomp filter, for all
threads of the process) answers each `fsync` and `fdatasync` with an input/output error.
"""

import ctypes
import errno
import os
import platform
import signal
import sys

_NUMBERS = {"x86_64": (74, 75, 317), "aarch64": (82, 83, 277)}
"""Of fsync, fdatasync and seccomp."""
_NO_NEW_PRIVILEGES = 38
_SET_FILTER, _ALL_THREADS = 1, 1
_LOAD, _IS, _RETURN = 0x20, 0x15, 0x06
_FAIL, _ALLOW = 0x0005_0000, 0x7FFF_0000


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("if_so", ctypes.c_ubyte),
        ("if_not", ctypes.c_ubyte),
        ("value", ctypes.c_uint),
    )


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("first", ctypes.POINTER(_Instruction)))


def fail_every_sync() -> None:
    """From now on and for good, in every thread of this process."""
    fsync, fdatasync, seccomp = _NUMBERS[platform.machine()]
    instructions = (_Instruction * 5)(
        _Instruction(_LOAD, 0, 0, 0),
        _Instruction(_IS, 1, 0, fsync),
        _Instruction(_IS, 0, 1, fdatasync),
        _Instruction(_RETURN, 0, 0, _FAIL | errno.EIO),
        _Instruction(_RETURN, 0, 0, _ALLOW),
    )
    wanted = _Filter(len(instructions), instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    for status in (
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0),
        libc.syscall(seccomp, _SET_FILTER, _ALL_THREADS, ctypes.byref(wanted)),
    ):
        if status:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    from croupier.cli.main import main

    signal.signal(signal.SIGUSR1, lambda *_: fail_every_sync())
    sys.argv = ["croupier", *sys.argv[1:]]
    main()
