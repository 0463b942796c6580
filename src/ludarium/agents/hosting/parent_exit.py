"""Ends a worker process when its parent process ends, for whatever reason."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def exit_with_parent(parent: int) -> None:
    """Terminate this process when its parent ends. Only Linux supports it."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # the parent ended before the call
        sys.exit()
