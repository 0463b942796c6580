"""Tuner: matches between neighbours, a fit of all strengths, better places, and again."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from ludarium.agents.levels import DIAL, Level, find_mark
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.report.dial import GAMES_A_UNIT, count_games, searched_nodes
from ludarium.arena.tuning.placement import LevelPlacement, place_levels
from ludarium.arena.tuning.rung import MEDIUM, Ladder, Rung, first_rungs
from ludarium.arena.tuning.strength_fit import Comparison, StrengthFit, dial_curves
from ludarium.arena.tuning.trial import Trial, TrialPlayer
from ludarium.arena.tuning.trial_log import TrialLog
from ludarium.core.elo import expected_score

# Of the games of a pair, round by round: the first ones only find out where the levels are.
ROUND_SHARES = (0.1, 0.15, 0.2, 0.25, 0.3)
ROUND_UNITS = 100_000  # between the openings of two rounds, which share none

OnTuning = Callable[[str, int, int], None]


class TuningTerms(NamedTuple):
    """What decides the games of a tuning, beside the game itself."""

    games: int = 400  # of each pair of neighbours in all rounds
    costly_games: int = 50  # the least, of a pair in which a player has many nodes
    seed: int = 1


class TunedDial(NamedTuple):
    """The levels by name, the number of medium, and the expected score against the weaker one."""

    levels: dict[str, Level]
    medium: int
    scores: list[tuple[float, float, float]]  # with the interval, of levels 2 to 12


class Tuner:
    """Finds the levels of one game. The same terms give the same levels, interrupted or not."""

    def __init__(
        self, setting: GameSetting, ladder: Ladder, terms: TuningTerms, log: TrialLog
    ) -> None:
        self.setting = setting
        self.ladder = ladder
        self.terms = terms
        self.log = log
        self.curves = dial_curves(ladder.engine_nodes)
        self.comparisons: list[Comparison] = []

    def tune(self, tell: OnTuning) -> TunedDial:
        """Play all rounds and return the levels that they lead to."""
        medium = int(find_mark(self.ladder.game, "medium"))
        rungs = first_rungs(self.ladder)
        rungs[medium - 1] = MEDIUM
        found = LevelPlacement(rungs, medium, math.inf)
        for number in range(len(ROUND_SHARES)):
            self.play_round(number, found.rungs, tell)
            found = place_levels(StrengthFit(self.curves, self.comparisons), self.ladder, medium)
            # What is played next is what can be written: rounded settings.
            found = found._replace(rungs=[self.settled(rung) for rung in found.rungs])
            medium = found.medium
        return self.describe(found)

    def settled(self, rung: Rung) -> Rung:
        """The rung of the rounded settings."""
        if rung.family in ("weakest", "engine") or rung == MEDIUM:
            return rung
        return self.ladder.rung(self.ladder.written_level(rung))

    def play_round(self, number: int, rungs: list[Rung], tell: OnTuning) -> None:
        """Play all neighbours, and add their scores to the comparisons."""
        pairs = [(stronger, weaker) for weaker, stronger in pairwise(rungs)]
        counts = [self.count_units(number, pair) for pair in pairs]
        # Openings of all pairs in turn, so that the first ones say how long the round will take.
        order = sorted(
            ((unit + 0.5) / count, which, unit)
            for which, count in enumerate(counts)
            for unit in range(count)
        )
        trials = [self.trial(pairs[which], number * ROUND_UNITS + unit) for _, which, unit in order]
        step = f"{self.ladder.game}: round {number + 1} of {len(ROUND_SHARES)}"
        total = GAMES_A_UNIT * len(trials)
        scores = self.log.play(trials, lambda done: tell(step, GAMES_A_UNIT * done, total))
        points = [0.0] * len(pairs)
        for (_, which, _), score in zip(order, scores, strict=True):
            points[which] += score
        for pair, count, made in zip(pairs, counts, points, strict=True):
            self.comparisons.append(Comparison(*pair, made / count, GAMES_A_UNIT * count))

    def count_units(self, number: int, pair: tuple[Rung, Rung]) -> int:
        """The openings of a pair in this round."""
        nodes = max(searched_nodes(self.ladder.level(rung), 0) for rung in pair)
        games = count_games(self.terms.games, self.terms.costly_games, nodes)
        return max(round(games * ROUND_SHARES[number] / GAMES_A_UNIT), 1)

    def trial(self, pair: tuple[Rung, Rung], unit: int) -> Trial:
        """An opening of a pair."""
        player, against = (TrialPlayer(self.ladder.level(rung)) for rung in pair)
        return Trial(self.setting, player, against, self.terms.seed, unit)

    def describe(self, found: LevelPlacement) -> TunedDial:
        """The settings of the levels, and what is expected of them."""
        fit = StrengthFit(self.curves, self.comparisons)
        scores = []
        for weaker, stronger in pairwise(found.rungs):
            gap, spread = fit.gap(stronger, weaker)
            low, high = gap - 1.96 * spread, gap + 1.96 * spread
            scores.append((expected_score(gap), expected_score(low), expected_score(high)))
        levels = {
            name: self.ladder.written_level(rung)
            for name, rung in zip(DIAL, found.rungs, strict=True)
        }
        return TunedDial(levels, found.medium, scores)
