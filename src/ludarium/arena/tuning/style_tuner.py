"""StyleTuner: finds the nodes that make a style as strong as the steady player of its level."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from ludarium.agents.levels import Level
from ludarium.agents.style import StyleTerms, find_style
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.tuning.rung import round_digits
from ludarium.arena.tuning.trial import Trial, TrialPlayer
from ludarium.arena.tuning.trial_log import TrialLog
from ludarium.core.elo import ELO_PER_NAT

ROUNDS = 5
ROUND_UNITS = 100_000  # between the openings of two rounds
FACTORS = (0.5, 16.0)  # the least and the most nodes of a style, as shares of the level's
FACTOR_DIGITS = 2
# What is expected before the first game: the Elo of twice the nodes, and of the present factor.
DOUBLING_ELO, DOUBLING_SPREAD_ELO = 60.0, 30.0
PRESENT_SPREAD_ELO = 200.0
LINE_STEPS = 30


def tune_style(
    setting: GameSetting,
    level: Level,
    style: str,
    games: int,
    seed: int,
    log: TrialLog,
    tell: Callable[[str, int, int], None],
) -> StyleTerms:
    """The terms of a style after matches of its player with the steady one."""
    steady = replace(level, seconds=0.0, threads=1)
    present = find_style(setting.load().id, style)
    places, shares, counts = [], [], []
    place = math.log2(present.nodes)
    units = max(games // (2 * ROUNDS), 1)
    for number in range(ROUNDS):
        terms = with_factor(present, place)
        trials = [
            Trial(
                setting,
                TrialPlayer(steady, style, terms),
                TrialPlayer(steady),
                seed,
                number * ROUND_UNITS + unit,
            )
            for unit in range(units)
        ]
        tell(f"{setting.game}: {style}", 2 * units * number, 2 * units * ROUNDS)
        scores = log.play(trials)
        places.append(math.log2(terms.nodes))
        shares.append(sum(scores) / units)
        counts.append(2 * units)
        place = equal_place(places, shares, counts)
    return with_factor(present, place)


def with_factor(terms: StyleTerms, place: float) -> StyleTerms:
    """The terms with another factor, a power of two."""
    least, most = FACTORS
    return replace(terms, nodes=round_digits(min(max(2**place, least), most), FACTOR_DIGITS))


def equal_place(places: list[float], shares: list[float], counts: list[int]) -> float:
    """The place at which half the points are expected: the root of a line fitted to the scores."""
    at = np.array(places)
    rows = np.stack([np.ones(len(at)), at], axis=1)
    # The first place is where the present factor is taken for equal.
    line = np.array([-DOUBLING_ELO * places[0], DOUBLING_ELO])
    prior = line.copy()
    # Certainty of the Elo at the first place, and of the slope.
    held = np.outer([1.0, places[0]], [1.0, places[0]]) / PRESENT_SPREAD_ELO**2
    held[1, 1] += 1 / DOUBLING_SPREAD_ELO**2
    games, share = np.array(counts, float), np.array(shares)
    for _ in range(LINE_STEPS):
        chance = 1 / (1 + np.exp(-rows @ line / ELO_PER_NAT))
        pull = rows.T @ (games * (share - chance)) / ELO_PER_NAT + held @ (prior - line)
        bend = (rows.T * (games * chance * (1 - chance) / ELO_PER_NAT**2)) @ rows + held
        line = line + np.linalg.solve(bend, pull)
    slope = max(float(line[1]), DOUBLING_ELO / 4)
    return -float(line[0]) / slope
