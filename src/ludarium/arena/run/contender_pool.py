"""ContenderPool: keeps programs running between the games of an event."""

from __future__ import annotations

import atexit
from collections import OrderedDict
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from ludarium.agents.contender import Contender
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.player_spec import open_contender

MAX_IDLE_PROGRAMS = 16  # in one worker; of more the one that has waited longest is ended


class ProgramKey(NamedTuple):
    """Programs with the same key can stand in for each other."""

    spec: str
    sandbox: str
    game: str = ""  # in a file that the programs may read, else empty
    ponder: bool = False


class ContenderPool:
    """Lends contenders to games. A returned program waits, stopped, for its next game."""

    def __init__(self, max_idle: int = MAX_IDLE_PROGRAMS) -> None:
        self.max_idle = max_idle
        self.idle: OrderedDict[tuple[ProgramKey, int], ProgramContender] = OrderedDict()
        self.numbers = count()

    def borrow_contender(self, key: ProgramKey, *, restart: bool = False) -> Contender:
        """A waiting program of this key, or a new contender. `restart` asks for a new one."""
        waiting = None if restart else next((slot for slot in self.idle if slot[0] == key), None)
        if waiting is not None:
            found = self.idle.pop(waiting)
            found.clear_log()
            return found
        opened = open_contender(key.spec, key.sandbox, key.game)
        if isinstance(opened, ProgramContender):
            opened.ponder = key.ponder
        return opened

    def return_contender(self, key: ProgramKey, contender: Contender, *, keep: bool) -> None:
        """Let a program wait for its next game; end everything else, and programs not to keep."""
        if not keep or not isinstance(contender, ProgramContender):
            contender.close()
            return
        contender.suspend()
        self.idle[key, next(self.numbers)] = contender
        while len(self.idle) > self.max_idle:
            self.idle.popitem(last=False)[1].close()

    def close(self) -> None:
        """End all waiting programs."""
        while self.idle:
            self.idle.popitem()[1].close()


@lru_cache(maxsize=1)
def worker_pool() -> ContenderPool:
    """The pool of this process. Its programs end with the process."""
    pool = ContenderPool()
    atexit.register(pool.close)
    return pool
