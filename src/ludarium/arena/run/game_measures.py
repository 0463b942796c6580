"""Measures of one game: its length, its choices and the named facts of its moves."""

from __future__ import annotations

from itertools import groupby

import msgspec

from ludarium.core.match import Match


class GameMeasures(msgspec.Struct, frozen=True):
    """What a game came to; only `turns` counts the random opening too."""

    turns: int  # runs of moves of one seat
    moves: int
    choices: int  # the legal moves of all positions together
    # By the name of a fact (see Game.measure_move): how many moves had which value.
    facts: dict[str, dict[int, int]]

    def count_moves(self, fact: str, at_least: int = 1) -> int:
        """How many moves have a fact with at least that value."""
        found = self.facts.get(fact, {})
        return sum(count for value, count in found.items() if value >= at_least)


def measure_match(match: Match, opening: int) -> GameMeasures:
    """Measure a match whose first `opening` moves were drawn at random."""
    game = match.game
    seats: list[int] = []
    facts: dict[str, dict[int, int]] = {}
    choices = 0
    for number, (position, move) in enumerate(match.steps()):
        seats.append(position.to_move)
        if number < opening:
            continue
        choices += len(game.moves(position))
        for name, value in game.measure_move(position, move).items():
            if value:
                counts = facts.setdefault(name, {})
                counts[value] = counts.get(value, 0) + 1
    turns = sum(1 for _ in groupby(seats))
    return GameMeasures(turns, len(seats) - opening, choices, facts)
