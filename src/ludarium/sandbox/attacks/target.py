"""AttackTarget: the harmless targets of the attacks, passed to their program as JSON."""

from __future__ import annotations

from typing import NamedTuple


class AttackTarget(NamedTuple):
    """Paths, a process and sockets outside the sandbox."""

    folder: str  # any user may write to it
    secret: str  # a file that any user may read
    loose: str  # a file that any user may write
    link: str  # to the secret
    home: str  # of the user who started the sandbox
    things: list[str]  # some names in it
    victim: int  # a process of the same user
    port: int  # of a listening socket on 127.0.0.1
    socket: str  # path of a listening socket
    abstract: str  # abstract name of a listening socket
