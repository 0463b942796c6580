"""Trials: two players with settings of their own play an opening in both seats."""

from __future__ import annotations

import hashlib
from random import Random
from typing import NamedTuple

import msgspec

from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import DIAL, STEADY, Level, LevelName
from ludarium.agents.style import StyleTerms
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.run.game_loop import LONGEST_GAME_MOVES
from ludarium.arena.run.opening import draw_opening
from ludarium.core.game import AnyGame
from ludarium.core.match import Player

OPENING_TURNS = (2, 6)  # as in the matches that measure the dial
SEATS = (Player("0", "level"), Player("1", "level"))


class TrialPlayer(NamedTuple):
    """The settings of a player, its style, and what the style is worth."""

    level: Level
    style: str = STEADY
    terms: StyleTerms | None = None


class Trial(NamedTuple):
    """An opening that two players play in both seats."""

    setting: GameSetting
    player: TrialPlayer
    against: TrialPlayer
    seed: int
    unit: int

    def __str__(self) -> str:
        """The name of the trial in errors."""
        return f"Opening {self.unit + 1} of a trial"

    def digest(self) -> str:
        """The digest of all that decides the games but the unit."""
        return hashlib.sha256(msgspec.json.encode(self[:-1])).hexdigest()[:16]


def play_trial(trial: Trial) -> float:
    """The share of the points that the player made in both games."""
    return (play_seating(trial, 0) + play_seating(trial, 1)) / 2


def play_seating(trial: Trial, seat: int) -> float:
    """The points of the player in this seat."""
    game = trial.setting.load()
    match = draw_opening(game, Random(f"{trial.seed}/trial/{trial.unit}"), [*SEATS], OPENING_TURNS)
    players = [
        UnnamedPlayer(game, each, player_seed(trial, seat, number))
        for number, each in enumerate((trial.player, trial.against))
    ]
    while match.outcome is None and len(match.moves) < LONGEST_GAME_MOVES:
        mover = players[match.position.to_move ^ seat]
        match.play(mover.choose_move(match.position))
    winner = None if match.outcome is None else match.outcome.winner
    return 0.5 if winner is None else float(winner == seat)


def player_seed(trial: Trial, seat: int, number: int) -> int:
    """The seed of a player; every game has draws of its own."""
    return Random(f"{trial.seed}/trial/{trial.unit}/{seat}/{number}").getrandbits(32)


class UnnamedPlayer(LevelPlayer):
    """A player whose settings need not be those of a level."""

    def __init__(self, game: AnyGame, given: TrialPlayer, seed: int) -> None:
        self.given = given
        super().__init__(game, str(LevelName(DIAL[0], given.style)), seed)
        if given.terms is not None:
            self.style_terms = given.terms

    def _find_level(self, seats: int) -> Level:
        return self.given.level
