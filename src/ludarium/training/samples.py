"""Labelled positions in files: shards of some games each, read through memory maps."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.constants import ODDS_POINTS
from ludarium.training.selfplay import Haul

SHARD_NAME = re.compile(r"(\d+)-(\d+)\.npy")
# Every so many games one is held out, so that no position of it is ever trained on.
HELD_OUT_EVERY_GAMES = 20
# Rows that are read together; a pool of such blocks is shuffled in memory.
BLOCK_ROWS = 2048
POOL_ROWS = 1 << 19
# Rows of held-out games on which a fit is judged, and rows from which the odds are fitted.
MOST_VALIDATION_ROWS = 1 << 17
# An evaluation whose points mean something else than this says nothing about who wins.
LEAST_ODDS, MOST_ODDS = 80, 1600


class Samples(NamedTuple):
    """Columns as in a haul of self-play, the features in rows."""

    features: NDArray[np.int16]
    scores: NDArray[np.int16]
    results: NDArray[np.int8]
    plies: NDArray[np.int16]
    games: NDArray[np.int32]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.scores)

    def only(self, chosen: NDArray[Any]) -> Samples:
        """Some of the samples, by index or by a mask."""
        return Samples(*(column[chosen] for column in self))


def from_haul(haul: Haul, slots: int) -> Samples:
    """The samples of a haul."""
    return Samples(
        np.array(haul.features, np.int16).reshape(-1, slots),
        np.array(haul.scores, np.int16),
        np.array(haul.results, np.int8),
        np.array(haul.plies, np.int16),
        np.array(haul.games, np.int32),
    )


def row_type(slots: int) -> np.dtype[Any]:
    """A row of a shard."""
    return np.dtype(
        [
            ("features", "<i2", (slots,)),
            ("scores", "<i2"),
            ("results", "i1"),
            ("plies", "<i2"),
            ("games", "<i4"),
        ]
    )


def write_shard(folder: Path, first: int, end: int, samples: Samples) -> Path:
    """Keep the samples of some games; a file is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{first:07}-{end:07}.npy"
    partial = path.with_suffix(".partial")
    rows = np.empty(samples.size, row_type(samples.features.shape[1]))
    for name, column in samples._asdict().items():
        rows[name] = column
    with partial.open("wb") as file:
        np.save(file, rows)
    os.replace(partial, path)  # noqa: PTH105  as `atomic` is spelled in the documentation
    return path


def list_shards(folder: Path) -> list[tuple[int, int, Path]]:
    """The files of a folder: the first game, the one after the last, and where they are."""
    found = ((SHARD_NAME.fullmatch(path.name), path) for path in sorted(folder.glob("*.npy")))
    return [(int(match[1]), int(match[2]), path) for match, path in found if match]


def missing_games(folder: Path, games: int, size: int) -> list[tuple[int, int]]:
    """The games that are in no file yet, as first and end, at most `size` together."""
    have = {number for first, end, _ in list_shards(folder) for number in range(first, end)}
    runs: list[tuple[int, int]] = []
    for number in range(games):
        if number in have:
            continue
        first, end = runs[-1] if runs else (-1, -1)
        if end == number and end - first < size:
            runs[-1] = (first, number + 1)
        else:
            runs.append((number, number + 1))
    return runs


class Block(NamedTuple):
    """Neighbouring rows of a shard."""

    path: Path
    first: int
    end: int

    def read(self) -> Samples:
        """The rows, copied out of the file."""
        # Mapped and let go again: thousands of open files would be too many.
        rows = np.load(self.path, mmap_mode="r")[self.first : self.end]
        return Samples(*(np.array(rows[name]) for name in Samples._fields))


class SampleStream:
    """The samples of some folders, a part in memory at a time.

    An epoch draws the blocks of all files in random order and shuffles them pool by pool. So many
    millions of positions take no more memory than one pool does.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self.blocks: list[Block] = []
        self.rows = 0
        for folder in folders:
            for _, _, path in list_shards(folder):
                size = len(np.load(path, mmap_mode="r"))
                self.rows += size
                self.blocks += [
                    Block(path, at, min(at + BLOCK_ROWS, size)) for at in range(0, size, BLOCK_ROWS)
                ]

    def pool_count(self) -> int:
        """Pools of an epoch."""
        return max(-(-self.rows // POOL_ROWS), 1)

    def pools(self, rng: np.random.Generator, first: int = 0) -> Iterator[Samples]:
        """The pools of an epoch from the `first` on, held-out games included, in random order."""
        count = self.pool_count()
        order = rng.permutation(len(self.blocks))
        shuffles = rng.integers(0, 1 << 32, count)
        for pool in range(first, count):
            read = join_samples([self.blocks[at].read() for at in order[pool::count]])
            yield read.only(np.random.default_rng(shuffles[pool]).permutation(read.size))

    def held_out(self) -> Samples:
        """Samples of held-out games, evenly from everywhere, at most MOST_VALIDATION_ROWS."""
        step = max(self.rows // (MOST_VALIDATION_ROWS * HELD_OUT_EVERY_GAMES), 1)
        parts = (block.read() for block in self.blocks[::step])
        return join_samples([part.only(held_out(part)) for part in parts])

    def some(self) -> Samples:
        """Samples evenly from everywhere, about MOST_VALIDATION_ROWS."""
        step = max(self.rows // MOST_VALIDATION_ROWS, 1)
        return join_samples([block.read() for block in self.blocks[::step]])


def join_samples(parts: list[Samples]) -> Samples:
    """The samples of all parts, of which there is one at least, one after the other."""
    return Samples(*map(np.concatenate, zip(*parts, strict=True)))


def fingerprints(features: NDArray[np.int16], inputs: int) -> NDArray[np.uint64]:
    """64 bits for every row, equal for the same features in any order of the slots."""
    words = np.random.default_rng(1).integers(1, 1 << 63, inputs + 1, np.uint64)
    words[0] = 0  # NO_FEATURE, -1, adds nothing
    found = np.zeros(len(features), np.uint64)
    for slot in range(features.shape[1]):
        found += words[features[:, slot].astype(np.int32) + 1]
    return found


def distinct(samples: Samples, inputs: int) -> Samples:
    """The first sample of every set of features, in their order."""
    _, first = np.unique(fingerprints(samples.features, inputs), return_index=True)
    return samples.only(np.sort(first))


def chances(scores: NDArray[np.int16], odds: float) -> NDArray[np.float32]:
    """The chances to win that scores stand for, if so many points are odds of e to 1."""
    points = np.clip(scores.astype(np.float32) / np.float32(odds), -30, 30)
    found: NDArray[np.float32] = 1 / (1 + np.exp(-points))
    return found


def fitted_odds(samples: Samples) -> float:
    """How many points of score were odds of e to 1, going by how the games ended."""
    if not samples.size:
        return ODDS_POINTS
    results = (samples.results.astype(np.float32) + 1) / 2

    def error(odds: float) -> float:
        return float(np.square(chances(samples.scores, odds) - results).mean())

    return min((float(odds) for odds in np.geomspace(LEAST_ODDS, MOST_ODDS, 40)), key=error)


def held_out(samples: Samples) -> NDArray[np.bool_]:
    """Which samples are for validation: all of a game or none."""
    return np.equal(samples.games % HELD_OUT_EVERY_GAMES, 0)
