"""Ratings: openskill's estimate of a player's strength, shown on a scale around 1500."""

from __future__ import annotations

from typing import NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, case, or_

from ludarium.server.storage.tables import ratings

AVERAGE_RATING = 1500.0
POINTS_PER_UNIT = 42.0  # openskill's initial deviation of 25/3 is shown as 350, as in Glicko
# A rating is provisional until it has both. In simulated games among newcomers the deviation falls
# to 264 after 10 games, 236 after 15 and 213 after 20; against an opponent whose rating is known
# it falls to 230 after 8.
ESTABLISHED_SIGMA = 240.0 / POINTS_PER_UNIT
ESTABLISHED_GAMES = 10

model = PlackettLuce()
INITIAL_RATING = model.rating()


class Estimate(NamedTuple):
    """A player's strength in openskill's units: the mean and its deviation."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The mean on the scale that players see."""
        return round(AVERAGE_RATING + POINTS_PER_UNIT * (self.mu - INITIAL_RATING.mu))

    @property
    def deviation(self) -> int:
        """The deviation on the scale that players see."""
        return round(POINTS_PER_UNIT * self.sigma)


def is_provisional(estimate: Estimate, games: int) -> bool:
    """Whether a player has too few games or too wide a deviation for an established rating."""
    return games < ESTABLISHED_GAMES or estimate.sigma > ESTABLISHED_SIGMA


def provisional_rows() -> ColumnElement[int]:
    """The same as a sort key for the database: 0 for established players."""
    wide = ratings.c.sigma > ESTABLISHED_SIGMA
    return case((or_(ratings.c.games < ESTABLISHED_GAMES, wide), 1), else_=0)


def rate_game(before: list[Estimate], winner: int | None) -> list[Estimate]:
    """The estimates after a game: the winner has beaten all others; a draw makes all equal."""
    ranks = [0.0 if winner in (None, seat) else 1.0 for seat in range(len(before))]
    teams = [[model.rating(each.mu, each.sigma)] for each in before]
    return [Estimate(after.mu, after.sigma) for (after,) in model.rate(teams, ranks=ranks)]
