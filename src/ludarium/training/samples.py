"""Labelled positions in files: shards of some games each, and the samples of many shards."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.constants import ODDS_POINTS
from ludarium.training.selfplay import NO_SCORE, Haul

SHARD_NAME = re.compile(r"(\d+)-(\d+)\.npz")
# Every so many games one is held out, so that no position of it is ever trained on.
HELD_OUT_EVERY_GAMES = 20
FINGERPRINT_CHUNK_ROWS = 1 << 16
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


def write(folder: Path, first: int, end: int, samples: Samples) -> Path:
    """Keep the samples of some games; a file is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{first:07}-{end:07}.npz"
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, **samples._asdict())
    os.replace(partial, path)  # noqa: PTH105  as `atomic` is spelled in the documentation
    return path


def shards(folder: Path) -> list[tuple[int, int, Path]]:
    """The files of a folder: the first game, the one after the last, and where they are."""
    found = ((SHARD_NAME.fullmatch(path.name), path) for path in sorted(folder.glob("*.npz")))
    return [(int(match[1]), int(match[2]), path) for match, path in found if match]


def missing(folder: Path, games: int, size: int) -> list[tuple[int, int]]:
    """The games that are in no file yet, as first and end, at most `size` together."""
    have = {number for first, end, _ in shards(folder) for number in range(first, end)}
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


def read(folders: Iterable[Path]) -> Samples:
    """All samples of some folders; games of different folders get different numbers."""
    parts: list[Samples] = []
    for place, folder in enumerate(folders):
        for _, _, path in shards(folder):
            with np.load(path) as file:
                part = Samples(**{name: file[name] for name in Samples._fields})
            # The same share of every folder is held out.
            parts.append(
                part._replace(games=part.games + np.int32(place * HELD_OUT_EVERY_GAMES * 1_000_000))
            )
    return Samples(*map(np.concatenate, zip(*parts, strict=True)))


def fingerprints(features: NDArray[np.int16], inputs: int) -> NDArray[np.uint64]:
    """64 bits for every row, equal for the same features in any order of the slots."""
    words = np.random.default_rng(1).integers(1, 1 << 63, inputs + 1, np.uint64)
    words[0] = 0  # NO_FEATURE, -1, adds nothing
    found = np.empty(len(features), np.uint64)
    for at in range(0, len(features), FINGERPRINT_CHUNK_ROWS):
        rows = features[at : at + FINGERPRINT_CHUNK_ROWS].astype(np.int32) + 1
        found[at : at + FINGERPRINT_CHUNK_ROWS] = words[rows].sum(axis=1, dtype=np.uint64)
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
    scored = samples.only(samples.scores != NO_SCORE)
    if not scored.size:
        return ODDS_POINTS
    scores = scored.scores
    results = (scored.results.astype(np.float32) + 1) / 2

    def error(odds: float) -> float:
        return float(np.square(chances(scores, odds) - results).mean())

    return min((float(odds) for odds in np.geomspace(LEAST_ODDS, MOST_ODDS, 40)), key=error)


def held_out(samples: Samples) -> NDArray[np.bool_]:
    """Which samples are for validation: all of a game or none."""
    return np.equal(samples.games % HELD_OUT_EVERY_GAMES, 0)
