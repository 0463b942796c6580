"""A lifeline: worker processes end when the one that started them does, however it ended."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def hold(parent: int) -> None:
    """Have this process terminated when its parent is gone; elsewhere than on Linux do nothing."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it died before we asked
        sys.exit()
