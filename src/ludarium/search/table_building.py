"""Builds the table of a class of endings in a file, and goes on after an interruption."""

from __future__ import annotations

import json
import mmap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ludarium.core.constants import NO_POSITION
from ludarium.core.endings import EndingClass
from ludarium.core.errors import InvalidOption
from ludarium.search.retrograde import RetrogradeAnalysis

CHUNK_SIZE = 1 << 20  # positions between two reports
# Called with the plies of the layer (0 while the values are set up), and the share that is done.
Progress = Callable[[int, float], None]


class TableSummary(NamedTuple):
    """The results of all positions of a class, by the seat to move, and the longest win."""

    positions: int
    wins: int
    losses: int
    longest_plies: int


def build_table(ending: EndingClass, path: Path, progress: Progress) -> TableSummary:
    """Build a table in a file. An interrupted build is taken up where it ended."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part, notes = path.with_suffix(".part"), path.with_suffix(".json")
    done = _read_notes(notes) if part.exists() and part.stat().st_size == ending.size else (0, 0)
    with part.open("r+b" if done != (0, 0) else "w+b") as file:
        file.truncate(ending.size)
        values = memoryview(mmap.mmap(file.fileno(), ending.size))

        def keep(plies: int, end: int) -> None:
            notes.write_text(json.dumps([plies, end]), "utf-8")

        found = _fill_values(ending, values, done, progress, keep)
    part.rename(path)
    notes.unlink(missing_ok=True)
    return found


def fill_table(ending: EndingClass) -> bytearray:
    """Build a table in memory."""
    values = bytearray(ending.size)
    _fill_values(ending, values, (0, 0), lambda _plies, _share: None, lambda _plies, _end: None)
    return values


def summarise_counts(counts: Sequence[int]) -> TableSummary:
    """Sum up how many positions have each value."""
    return TableSummary(
        sum(counts[:NO_POSITION]),
        sum(counts[1:NO_POSITION:2]),
        sum(counts[2:NO_POSITION:2]),
        max((value for value in range(NO_POSITION) if counts[value]), default=0),
    )


def _fill_values(
    ending: EndingClass,
    values: bytearray | memoryview,
    done: tuple[int, int],
    progress: Progress,
    keep: Callable[[int, int], None],
) -> TableSummary:
    """Set up all values, then go layer by layer until no position ends later."""
    analysis = RetrogradeAnalysis(ending, values)
    plies, first = done
    longest = max(plies, 1)
    while plies <= longest:
        for start in range(first, ending.size, CHUNK_SIZE):
            progress(plies, start / ending.size)
            end = min(start + CHUNK_SIZE, ending.size)
            if plies == 0:
                analysis.start_values(start, end)
            else:
                analysis.extend_layer(plies, start, end)
            keep(plies, end)
        if plies == longest or plies == done[0]:
            longest = max(longest, summarise_counts(analysis.count_values()).longest_plies)
        plies, first = plies + 1, 0
    if analysis.too_long:
        raise InvalidOption("ending_too_long", "A win takes more plies than a table can hold.")
    return summarise_counts(analysis.count_values())


def _read_notes(path: Path) -> tuple[int, int]:
    try:
        plies, end = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return 0, 0
    return int(plies), int(end)
