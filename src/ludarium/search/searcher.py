"""The alpha-beta searcher: one or more threads, under limits of nodes, depth and time."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import Position
from ludarium.search.bounds import MAX_PLY
from ludarium.search.iterative_deepening import IterativeDeepening
from ludarium.search.limits import INTERRUPT_POLL_S, Limits, join_stopped_search
from ludarium.search.table import TranspositionTable

# A forced move needs no long search, only a score.
FORCED_MOVE_DEPTH = 4


class PrincipalVariation(NamedTuple):
    """A line of best play, and its score for the seat to move at its start."""

    score: int
    moves: list[int]


class SearchResult(NamedTuple):
    """The best lines of a search, best first, with its depth, nodes and time."""

    lines: list[PrincipalVariation]
    depth: int
    nodes: int
    seconds: float


Report = Callable[[SearchResult], None]


class Searcher:
    """Searches positions of one game. Its transposition table lasts from move to move."""

    def __init__(
        self,
        evaluator: Callable[[], Evaluator],
        mebibytes: int = 16,
        threads: int = 1,
        noise: int = 0,
        seed: int = 0,
    ) -> None:
        self.interrupted = False
        self.table = TranspositionTable(mebibytes)
        self.searches = [
            IterativeDeepening(evaluator(), self.table, noise, seed & (1 << 64) - 1)
            for _ in range(max(threads, 1))
        ]

    def search(
        self, position: Position, limits: Limits, report: Report | None = None
    ) -> SearchResult:
        """Find the best lines of a running game; the position is unchanged afterwards.

        It is the game's `search_position`; WrongPosition if the evaluator reads another class.
        A keyboard interrupt ends the search early with its result so far and sets `interrupted`.
        With a limit of time, `report` gets the result so far every INTERRUPT_POLL_S.
        """
        self.searches[0].evaluator.require_position(position)
        start_s = time.monotonic()
        self.interrupted = False
        moves = legal_moves(position)
        lines = max(min(limits.lines, len(moves)), 1)
        depth = limits.depth or MAX_PLY
        if len(moves) == 1 and limits.seconds:
            depth = min(depth, FORCED_MOVE_DEPTH)
        self.table.start_generation()
        for search in self.searches:
            search.start_search(limits.nodes, lines)
        if limits.nodes and not limits.seconds and len(self.searches) == 1:
            self.searches[0].deepen_iteratively(position.copy(), 1, depth, lines)
        else:

            def report_result() -> None:
                if report is not None and self.searches[0].completed_depth:
                    report(self._read_result(lines, moves, start_s))

            self._search_in_threads(position, depth, lines, start_s, limits.seconds, report_result)
        return self._read_result(lines, moves, start_s)

    def stop(self) -> None:
        """End `search` from another thread; it returns its result so far."""
        for search in self.searches:
            search.stop()

    def forget(self) -> None:
        """Clear the table and the history, so that earlier games do not affect the next one."""
        self.table.clear()
        for search in self.searches:
            search.clear_history()

    def _read_result(self, lines: int, moves: list[int], start_s: float) -> SearchResult:
        found = [line for line in map(self._read_line, range(lines)) if line.moves]
        found.sort(key=lambda line: -line.score)
        return SearchResult(
            found or [PrincipalVariation(0, moves[:1])],
            self.searches[0].completed_depth,
            sum(search.count_nodes() for search in self.searches),
            time.monotonic() - start_s,
        )

    def _read_line(self, number: int) -> PrincipalVariation:
        return PrincipalVariation(*self.searches[0].lines.read_line(number))

    def _search_in_threads(
        self,
        position: Position,
        depth: int,
        lines: int,
        start_s: float,
        seconds: float,
        poll: Callable[[], None],
    ) -> None:
        """Run the searches in threads and watch the clock and the keyboard meanwhile."""
        threads = [
            # Every second thread starts a ply deeper, so that the threads do different work.
            Thread(
                target=search.deepen_iteratively, args=(position.copy(), 1 + i % 2, depth, lines)
            )
            for i, search in enumerate(self.searches)
        ]
        for thread in threads:
            thread.daemon = True
            thread.start()
        last_start_s = seconds * self.searches[0].evaluator.last_depth_percent / 100
        try:
            while threads[0].is_alive():
                spent_s = time.monotonic() - start_s
                if seconds and spent_s >= seconds:
                    break
                if seconds and spent_s >= last_start_s:
                    self.searches[0].stop_after_depth = True
                waits_s = (
                    last_start_s - spent_s,
                    seconds - spent_s,
                    INTERRUPT_POLL_S,
                )
                threads[0].join(min(mark for mark in waits_s if mark > 0))
                poll()
        except KeyboardInterrupt:
            self.interrupted = True
        self.stop()
        for thread in threads:
            join_stopped_search(thread)
