"""The lineage of a network: every generation, what it was made from and how it did."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.core.constants import ODDS_POINTS
from ludarium.training.weights import CannotTrain

LINEAGE_FILE = "lineage.json"


class Fitting(msgspec.Struct, kw_only=True):
    """How a network learnt; losses by epoch."""

    positions: int  # different ones, trained on or held out
    duplicates: int  # left out because the same features were there already
    odds: float = ODDS_POINTS  # points of the searches' scores that were odds of e to 1
    epochs: int
    rate: float = 3e-3  # the highest learning rate
    losses: list[float]
    validation: list[float]
    deviation: float  # of the integers' score from the real numbers', on average


class GateFigures(msgspec.Struct, kw_only=True):
    """A match against the parent, and the limits of its players.

    The new network's share of the points is `score`; `low` to `high` holds it 19 times in 20. A
    sequential test between `elo0` and `elo1` decides, one for each number of seats: its verdict is
    H0, H1 or nothing. Networks from before these tests have no verdicts.
    """

    games: int
    score: float
    low: float
    high: float
    nodes: int
    seconds: float
    elo0: float = 0.0
    elo1: float = 0.0
    verdicts: list[str] = []


class Generation(msgspec.Struct, kw_only=True):
    """One network that was made, whether it was accepted or not."""

    number: int
    parent: int  # 0 is what the run began with
    seed: int
    nodes: int
    games: int
    sources: list[int]  # the generations whose positions it learnt from
    hidden: int
    mix: float = 0.7  # of the score in what was learnt, against the result
    style: dict[str, Any] = {}  # of its self-play
    fitting: Fitting
    gate: GateFigures
    accepted: bool
    sha256: str
    seconds: dict[str, float]  # by step, pauses left out


class Lineage(msgspec.Struct, kw_only=True):
    """A run of training: what it is about, fixed when it began, and its generations so far."""

    game: str
    ruleset: str
    options: dict[str, Any]
    rules_version: int
    settings: dict[str, Any]
    generations: list[Generation] = []
    before: Lineage | None = None  # the run that made what this one began with, if that is known

    def best(self) -> int:
        """The number of the last generation that was accepted, 0 if none was."""
        return max((made.number for made in self.generations if made.accepted), default=0)

    def recent(self, count: int) -> list[int]:
        """The last few generations, accepted or not."""
        return [made.number for made in self.generations[-count:]]


def save_lineage(folder: Path, lineage: Lineage) -> None:
    """Write the lineage of a run."""
    replace_file(folder / LINEAGE_FILE, indented_json(lineage))


def find_lineage(weights: Path, sha256: str) -> Lineage | None:
    """The lineage that lies beside weights, if it tells of them."""
    try:
        found = msgspec.json.decode(weights.with_suffix(".json").read_bytes(), type=Lineage)
    except (OSError, msgspec.DecodeError):
        return None
    return found if sha256 in {made.sha256 for made in found.generations} else None


def begin_lineage(folder: Path, fresh: Lineage) -> Lineage:
    """The lineage of a folder to go on with, or a fresh one; never one of another run."""
    path = folder / LINEAGE_FILE
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        save_lineage(folder, fresh)
        return fresh
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Lineage)
    except msgspec.DecodeError as error:
        raise CannotTrain(
            "bad_lineage", f"{LINEAGE_FILE} in the run's folder cannot be read."
        ) from error
    # A run goes on with the weights that it began with, named again or not.
    if fresh.settings.get("parent") == "":
        fresh.settings["parent"] = found.settings.get("parent", "")
    for name in ("game", "ruleset", "options", "rules_version", "settings"):
        before, now = getattr(found, name), getattr(fresh, name)
        if _sorted(before) != _sorted(now):
            raise CannotTrain(
                "other_run", f"The folder holds another run: its {name} is {before}, not {now}."
            )
    found.before = found.before or fresh.before
    return found


def _sorted(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")
