"""Openings: a few turns at random before the players begin, the same for a whole unit."""

from __future__ import annotations

from random import Random

from ludarium.agents import opening
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.match import Match, Player
from ludarium.core.position import ONGOING

TRIES = 200  # draws until a game has not ended yet


def opened(
    game: AnyGame, rng: Random, players: list[Player], turns: tuple[int, int], nodes: int = 0
) -> Match:
    """A running match after an opening that `rng` draws; one fair to a search of so many nodes."""
    unfair = 0
    for _ in range(TRIES):
        match = Match(game, rng.randrange(1 << 32), players)
        for _ in range(rng.randint(*turns)):
            if match.position.verdict == ONGOING:
                for move in opening.turn(game, match.position, rng):
                    match.play(move)
        if match.position.verdict != ONGOING:
            continue
        if unfair == opening.TRIES or opening.fair(game, match.position, nodes):
            return match
        unfair += 1
    raise InvalidOption("wrong_opening", "Games end within such an opening; make it shorter.")
