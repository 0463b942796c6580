"""Pipes and sockets that never block: what is in them, and how much."""

from __future__ import annotations

import fcntl
import os
import struct
import termios

CHUNK_BYTES = 1 << 16  # as much as a pipe holds


def read_pipe(descriptor: int) -> bytes | None:
    """What is there, empty at the end, None if nothing is there yet."""
    try:
        return os.read(descriptor, CHUNK_BYTES)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""


def count_unread(descriptor: int) -> int:
    """The bytes that wait in a pipe, asked for at either end."""
    count: int = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0" * 4))[0]
    return count
