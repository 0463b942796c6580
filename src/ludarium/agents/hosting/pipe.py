"""Reads pipes and sockets without blocking."""

from __future__ import annotations

import fcntl
import os
import struct
import termios

CHUNK_BYTES = 1 << 16  # as much as a pipe holds


def read_pipe(descriptor: int) -> bytes | None:
    """Read the available bytes: empty at the end of the stream, None if there are none yet."""
    try:
        return os.read(descriptor, CHUNK_BYTES)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""


def count_unread(descriptor: int) -> int:
    """Count the unread bytes in a pipe, at either end of it."""
    count: int = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0" * 4))[0]
    return count
