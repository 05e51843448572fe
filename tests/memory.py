"""A folder in memory: tests make thousands of commits, and none has to wait for a disk."""

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 * 1024**3


def quick_folder() -> str | None:
    """Where there is room, and programs may be run: tests put some there."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM_BYTES:
        return None
    no_programs = os.statvfs(MEMORY).f_flag & getattr(os, "ST_NOEXEC", 0)
    return None if no_programs else str(MEMORY)
