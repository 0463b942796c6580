"""Self-play: games of an evaluator against itself, whose positions are labelled for training."""

from __future__ import annotations

import hashlib
from array import array
from typing import NamedTuple

from ludarium.agents.network_player import evaluator_maker
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.training.selfplay_loop import SelfPlayLoop
from ludarium.training.selfplay_style import SelfPlayStyle

# One game in so many has more than two seats, where the game allows both. Such games take four
# times as long and label every position for each seat.
CROWD_EVERY_GAMES = 4


class SelfPlayJob(NamedTuple):
    """A run of games for one worker."""

    setting: GameSetting
    weights: bytes | None
    style: SelfPlayStyle
    seed: str
    first: int
    end: int

    def __str__(self) -> str:
        """How errors name the job."""
        return f"Self-play of the games {self.first + 1} to {self.end}"


class Haul(NamedTuple):
    """The labelled positions of some games, in parallel columns."""

    features: array[int]  # all slots of a position, then all of the next
    scores: array[int]  # for the seat that looks
    results: array[int]  # 1 if it won in the end, 0 in a draw, -1 if it lost
    plies: array[int]
    games: array[int]


def play_games(job: SelfPlayJob) -> Haul:
    """Play a run of games and give their positions."""
    game = job.setting.load()
    haul = Haul(array("h"), array("h"), array("b"), array("h"), array("i"))
    loop = SelfPlayLoop(evaluator_maker(game, job.weights)(), job.style)
    for number in range(job.first, job.end):
        seed = game_seed(job.seed, number)
        seats = draw_seats(game.seat_counts, seed >> 32)
        start = game.search_position(game.new(seed & 0xFFFFFFFF, seats))
        count = loop.play_game(start, seed)
        rows = loop.read_rows()
        haul.features.extend(rows.features)
        haul.scores.extend(rows.scores)
        haul.results.extend(rows.results)
        haul.plies.extend(rows.plies)
        haul.games.extend([number] * count)
    return haul


def draw_seats(seat_counts: tuple[int, ...], drawn: int) -> int:
    """The number of seats that 32 random bits draw: two mostly, because crowds label more rows."""
    crowds = [seats for seats in seat_counts if seats > 2]
    if not crowds or (min(seat_counts) == 2 and drawn % CROWD_EVERY_GAMES):
        return seat_counts[0]
    return crowds[drawn // CROWD_EVERY_GAMES % len(crowds)]


def game_seed(seed: str, number: int) -> int:
    """64 bits for a game of a run."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{number}".encode()).digest()[:8], "big")
