"""Openings: random turns before the players begin, the same in all games of a unit."""

from __future__ import annotations

from random import Random

from ludarium.agents import random_openings
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.match import Match, Player
from ludarium.core.position import ONGOING

OPENING_ATTEMPTS = 200  # draws before an opening is refused because every game ended within it


def draw_opening(
    game: AnyGame, rng: Random, players: list[Player], turns: tuple[int, int], fair_nodes: int = 0
) -> Match:
    """Draw openings until one leaves a running game that a search of `fair_nodes` finds fair."""
    unfair = 0
    for _ in range(OPENING_ATTEMPTS):
        match = attempt_opening(game, rng, players, turns)
        if match is None:
            continue
        if unfair == random_openings.FAIR_OPENING_ATTEMPTS or random_openings.is_fair_position(
            game, match.position, fair_nodes
        ):
            return match
        unfair += 1
    raise InvalidOption("wrong_opening", "Games end within such an opening; make it shorter.")


def attempt_opening(
    game: AnyGame, rng: Random, players: list[Player], turns: tuple[int, int]
) -> Match | None:
    """Draw one opening; None if the game ended within it."""
    match = Match(game, rng.randrange(1 << 32), players)
    for _ in range(rng.randint(*turns)):
        if match.position.verdict != ONGOING:
            break
        for move in random_openings.draw_random_turn(game, match.position, rng):
            match.play(move)
    return match if match.position.verdict == ONGOING else None
