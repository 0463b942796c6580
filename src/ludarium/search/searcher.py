"""Thinking about a position: searches in one or more threads, under limits of nodes and time."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal
from ludarium.core.position import Position
from ludarium.search.bounds import DEEPEST
from ludarium.search.limits import Limits
from ludarium.search.negamax import Negamax
from ludarium.search.table import Table

# A depth that begins after this share of the time would hardly be finished.
LAST_START = 0.55
# How often an interrupt is looked for while searches run without the interpreter lock.
PATIENCE = 0.1
# A forced move is played without long thought, but its score is wanted.
FORCED_DEPTH = 4


class Line(NamedTuple):
    """A line of play and its score for the seat to move where it begins."""

    score: int
    moves: list[int]


class Finding(NamedTuple):
    """What thinking led to: the best lines, best first, and how far it got."""

    lines: list[Line]
    depth: int
    nodes: int
    seconds: float


class Thinker:
    """Thinks about positions of one game; its table lasts from move to move."""

    def __init__(
        self,
        evaluator: Callable[[], Evaluator],
        mebibytes: int = 16,
        threads: int = 1,
        noise: int = 0,
        seed: int = 0,
    ) -> None:
        self.interrupted = False
        self.table = Table(mebibytes)
        self.searches = [
            Negamax(evaluator(), self.table, noise, seed & (1 << 64) - 1)
            for _ in range(max(threads, 1))
        ]

    def think(self, position: Position, limits: Limits) -> Finding:
        """The best lines of a game that has not ended; the position stays as it is.

        An interrupt from the keyboard ends it early with what was found, and `interrupted` is set.
        """
        began = time.monotonic()
        self.interrupted = False
        moves = legal(position)
        lines = max(min(limits.lines, len(moves)), 1)
        depth = limits.depth or DEEPEST
        if len(moves) == 1 and limits.seconds:
            depth = min(depth, FORCED_DEPTH)
        self.table.grow_older()
        for search in self.searches:
            search.prepare(limits.nodes, lines)
        if limits.nodes and not limits.seconds and len(self.searches) == 1:
            self.searches[0].deepen(position.copy(), 1, depth, lines)
        else:
            self._deepen_beside(position, depth, lines, began, limits.seconds)
        found = [line for line in map(self._line, range(lines)) if line.moves]
        found.sort(key=lambda line: -line.score)
        return Finding(
            found or [Line(0, moves[:1])],
            self.searches[0].reached,
            sum(search.nodes for search in self.searches),
            time.monotonic() - began,
        )

    def stop(self) -> None:
        """End `think`, called from another thread, with what it has found so far."""
        for search in self.searches:
            search.stopped = True

    def forget(self) -> None:
        """Begin a new game: nothing found before changes what is found now."""
        self.table.clear()
        for search in self.searches:
            search.order.forget()

    def _line(self, number: int) -> Line:
        return Line(*self.searches[0].lines.answer(number))

    def _deepen_beside(
        self, position: Position, depth: int, lines: int, began: float, seconds: float
    ) -> None:
        """Search in threads of their own and look at the clock meanwhile."""
        threads = [
            # Every second one is a ply ahead, so that they do not all do the same.
            Thread(target=search.deepen, args=(position.copy(), 1 + i % 2, depth, lines))
            for i, search in enumerate(self.searches)
        ]
        for thread in threads:
            thread.daemon = True
            thread.start()
        try:
            while threads[0].is_alive():
                spent = time.monotonic() - began
                if seconds and spent >= seconds:
                    break
                if seconds and spent >= seconds * LAST_START:
                    self.searches[0].enough = True
                marks = (seconds * LAST_START - spent, seconds - spent, PATIENCE)
                threads[0].join(min(mark for mark in marks if mark > 0))
        except KeyboardInterrupt:
            self.interrupted = True
        self.stop()
        for thread in threads:
            thread.join()
