"""Self-play: games of an evaluator against itself, whose positions are labelled for training."""

from __future__ import annotations

import hashlib
import random
from array import array
from typing import NamedTuple

from ludarium.agents.network_player import evaluator_maker
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.run.opening import attempt_opening
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame, Game
from ludarium.core.legal_moves import legal_moves
from ludarium.core.match import Player
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.search.bounds import plies_to_end
from ludarium.search.limits import Limits
from ludarium.search.searcher import Searcher
from ludarium.training.selfplay_loop import SELFPLAY_TABLE_MEBIBYTES, SelfPlayLoop, clip_score
from ludarium.training.selfplay_style import SelfPlayStyle

# In place of a score: this seat did not come to think any more, only the result is known.
NO_SCORE = -32_768


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
    scores: array[int]  # for the seat that looks, or NO_SCORE
    results: array[int]  # 1 if it won in the end, 0 in a draw, -1 if it lost
    plies: array[int]
    games: array[int]


def play_games(job: SelfPlayJob) -> Haul:
    """Play a run of games and give their positions."""
    game = job.setting.load()
    haul = Haul(array("h"), array("h"), array("b"), array("h"), array("i"))
    if max(game.seat_counts) == 2 and type(game).search_position is Game.search_position:
        play_compiled_games(game, job, haul)
    else:
        play_planned_games(game, job, haul)
    return haul


def play_compiled_games(game: AnyGame, job: SelfPlayJob, haul: Haul) -> None:
    """Play games of two seats whose moves are searched as they are."""
    loop = SelfPlayLoop(evaluator_maker(game, job.weights)(), job.style)
    for number in range(job.first, job.end):
        seed = game_seed(job.seed, number)
        count = loop.play_game(game.new(seed & 0xFFFFFFFF), seed)
        rows = loop.read_rows()
        haul.features.extend(rows.features)
        haul.scores.extend(rows.scores)
        haul.results.extend(rows.results)
        haul.plies.extend(rows.plies)
        haul.games.extend([number] * count)


def play_planned_games(game: AnyGame, job: SelfPlayJob, haul: Haul) -> None:
    """Play games of three seats, or of turns that the game plans move by move."""
    make = evaluator_maker(game, job.weights)
    # With three seats a search's values are of the one that thinks: each needs its own table.
    tables = 1 if max(game.seat_counts) == 2 else max(game.seat_counts)
    thinkers = [Searcher(make, SELFPLAY_TABLE_MEBIBYTES) for _ in range(tables)]
    for number in range(job.first, job.end):
        for thinker in thinkers:
            thinker.forget()
        SelfPlayGame(game, make(), thinkers, job.style, f"{job.seed}/{number}").run(haul, number)


def game_seed(seed: str, number: int) -> int:
    """64 bits for a game of a run."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{number}".encode()).digest()[:8], "big")


def play_step(game: AnyGame, position: Position, move: int) -> None:
    """Play a move of the position's outlook, which may be many moves of the game."""
    for part in game.expand_turn(position, move):
        game.advance(position, part)


class SelfPlayGame:
    """One game of self-play, of any number of seats and with planned turns."""

    def __init__(
        self,
        game: AnyGame,
        evaluator: Evaluator,
        thinkers: list[Searcher],
        style: SelfPlayStyle,
        seed: str,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.thinkers = thinkers
        self.style = style
        self.rng = random.Random(seed)
        self.found = array("h", bytes(2 * evaluator.slots))
        self.unscored: dict[int, list[int]] = {}  # by seat: what it will score when it thinks
        self.leader = -1  # the seat that is sure to win, if any, and for how many plies now
        self.lead = 0

    def run(self, haul: Haul, number: int) -> None:
        """Play it and add what was labelled; nothing if it ended in the opening."""
        seats = self.rng.choice(self.game.seat_counts)
        players = [Player("", "")] * seats
        match = attempt_opening(self.game, self.rng, players, self.style.opening)
        if match is None:
            return
        position = match.position
        played_out = self.rng.random() < self.style.played_out
        views: list[int] = []
        winner = -1
        ply = 0
        while position.verdict == ONGOING and ply < self.style.longest:
            outlook = self.game.search_position(position)
            move, score = self.think(outlook)
            self.catch_up(haul, outlook.to_move, score)
            if self.rng.random() < self.style.stray:
                move = self.rng.choice(legal_moves(outlook))
            # A network should know the score at a glance, without looking ahead.
            elif self.evaluator.move_urgency(outlook, move) <= 0 and self.kept():
                views += self.look(haul, outlook, score, ply)
            if self.settled(position, score) and not played_out:
                winner = self.leader
                break
            play_step(self.game, position, move)
            ply += 1
        if position.verdict not in (ONGOING, DRAW):
            winner = position.verdict
        for seat in views:
            haul.results.append(0 if winner < 0 else 1 if seat == winner else -1)
            haul.games.append(number)

    def kept(self) -> bool:
        """Whether a position is stored; nothing is drawn where all of them are."""
        return self.style.kept >= 1 or self.rng.random() < self.style.kept

    def think(self, outlook: Position) -> tuple[int, int]:
        """The move to play and its score for the seat to move."""
        wide = int(self.style.nodes * self.style.jitter)
        nodes = max(self.style.nodes + self.rng.randint(-wide, wide), 1)
        thinker = self.thinkers[outlook.to_move % len(self.thinkers)]
        best = thinker.search(outlook, Limits(nodes=nodes)).lines[0]
        return best.moves[0], best.score

    def look(self, haul: Haul, outlook: Position, score: int, ply: int) -> list[int]:
        """Keep the position as the seat to move sees it.

        A search of three seats asks about others than the seat to move, so a second one looks too;
        what it sees is scored as soon as it thinks itself.
        """
        seats = [outlook.to_move]
        if outlook.seats > 2:
            seats.append((outlook.to_move + self.rng.randrange(1, outlook.seats)) % outlook.seats)
        for seat in seats:
            self.evaluator.fill_features(outlook, seat, self.found)
            haul.features.extend(self.found)
            if seat != outlook.to_move:
                self.unscored.setdefault(seat, []).append(len(haul.scores))
            haul.scores.append(clip_score(score) if seat == outlook.to_move else NO_SCORE)
            haul.plies.append(ply)
        return seats

    def catch_up(self, haul: Haul, seat: int, score: int) -> None:
        """Score what a seat has seen while others were to move."""
        for place in self.unscored.pop(seat, ()):
            haul.scores[place] = clip_score(score)

    def settled(self, position: Position, score: int) -> bool:
        """Whether the game counts as won: a forced win, or one that both have seen for a while."""
        seat = position.to_move
        forced = plies_to_end(score) is not None
        if position.seats > 2:
            # Others are taken to play together: such a loss is not yet certain.
            self.leader = seat if forced and score > 0 else -1
            return self.leader >= 0
        leader = -1
        if abs(score) >= self.style.sure:
            leader = seat if score > 0 else 1 - seat
        self.lead = self.lead + 1 if leader == self.leader and leader >= 0 else 1
        self.leader = leader
        return leader >= 0 and (forced or self.lead >= self.style.patience)
