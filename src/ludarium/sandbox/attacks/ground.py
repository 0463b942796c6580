"""What attacks aim at: prepared outside, told to the attacking program as JSON."""

from __future__ import annotations

from typing import NamedTuple


class Ground(NamedTuple):
    """Paths, processes and sockets outside the sandbox; harming them harms nobody."""

    folder: str  # anybody may write to it
    secret: str  # a file that anybody may read
    loose: str  # a file that anybody may write
    link: str  # to the secret
    home: str  # of whoever started the sandbox
    things: list[str]  # some names in it
    victim: int  # a process of the same user
    port: int  # somebody listens there on 127.0.0.1
    socket: str  # and there, by path
    abstract: str  # and there, by a name without a path
