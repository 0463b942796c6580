"""The gate: a match of a new evaluator against the old one, from the same openings in all seats."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludarium.core.game import AnyGame
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.search.limits import Limits
from ludarium.search.think import Thinker
from ludarium.training.selfplay import open_randomly, step
from ludarium.training.setting import Setting, evaluators

TABLE_MEBIBYTES = 8
CONFIDENCE = 1.96  # standard deviations on either side that hold 95 %
LONGEST = 600  # plies; a longer game counts as drawn


class Duel(NamedTuple):
    """An opening to be played in every distribution of seats."""

    setting: Setting
    new: bytes | None
    old: bytes | None
    limits: Limits
    opening: tuple[int, int]
    seed: str
    number: int


class Standing(NamedTuple):
    """The result of a match for the new evaluator; `low` to `high` holds the truth 19 times in 20.

    Openings count, not games: those of one opening are not independent.
    """

    games: int
    score: float
    low: float
    high: float


def play_duel(duel: Duel) -> list[float]:
    """The new evaluator's points in every game from one opening."""
    game = duel.setting.load()
    rng = random.Random(f"{duel.seed}/gate/{duel.number}")
    seats = game.seat_counts[duel.number % len(game.seat_counts)]
    start = None
    while start is None:
        start = open_randomly(game, rng, seats, duel.opening)
    return [points(game, start.copy(), duel, lineup) for lineup in lineups(seats)]


def lineups(seats: int) -> list[list[bool]]:
    """Who has which seat, True for the new evaluator: each sits everywhere, alone and not."""
    alone = [[seat == place for seat in range(seats)] for place in range(seats)]
    if seats == 2:
        return alone
    return alone + [[not new for new in lineup] for lineup in alone]


def points(game: AnyGame, position: Position, duel: Duel, lineup: Sequence[bool]) -> float:
    """Play one game: 1 if the new evaluator's side wins, 0.5 if nobody does."""
    # One for each seat, though two may think alike: none profits from another's thoughts.
    thinkers = [
        Thinker(evaluators(game, duel.new if new else duel.old), TABLE_MEBIBYTES) for new in lineup
    ]
    for _ in range(LONGEST):
        if position.verdict != ONGOING:
            break
        thinker = thinkers[position.to_move]
        found = thinker.think(game.outlook(position), duel.limits)
        step(game, position, found.lines[0].moves[0])
    if position.verdict in (ONGOING, DRAW):
        return 0.5
    return float(lineup[position.verdict])


def standing(results: Iterable[Sequence[float]]) -> Standing:
    """The state of a match from the points of each opening's games."""
    played = list(results)
    means = [sum(points) / len(points) for points in played]
    if not means:
        return Standing(0, 0.5, 0.0, 1.0)
    # Two openings won and two lost in advance (Agresti and Coull), lest the same result in
    # every opening look like certainty.
    padded = [*means, 0.0, 0.0, 1.0, 1.0]
    centre = sum(padded) / len(padded)
    variance = sum((mean - centre) ** 2 for mean in padded) / (len(padded) - 1)
    reach = CONFIDENCE * math.sqrt(variance / len(padded))
    return Standing(
        sum(map(len, played)),
        sum(means) / len(means),
        max(centre - reach, 0.0),
        min(centre + reach, 1.0),
    )


def passes(standing: Standing, needed: float, floor: float) -> bool:
    """Whether the new evaluator takes the place of the old one."""
    return standing.score >= needed and standing.low >= floor
