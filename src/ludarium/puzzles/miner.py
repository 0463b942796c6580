"""The miner: plays one game between levels and finds the puzzles in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random

import msgspec

from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.random_openings import draw_random_turn
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING, Position
from ludarium.core.puzzle import Goal, Puzzle
from ludarium.puzzles.grade import (
    SEARCH_NODES,
    Solution,
    count_choices,
    find_effort,
    find_themes,
    is_easy,
    is_quiet,
    rate_puzzle,
)
from ludarium.puzzles.only_turn import (
    MIN_ROOT_CHOICES,
    OnlyTurn,
    TurnJudge,
    ends_turn,
    play_turn,
)
from ludarium.puzzles.plan import GameJob
from ludarium.puzzles.proof import SecondSolution, prove_only_turn

MAX_GAME_TURNS = 300
MAX_SOLVER_TURNS = 6
PUZZLES_PER_GAME = 4
EASY_PER_GAME = 1  # candidates beyond it are not checked, so that the time goes into others
ID_CHARS = 8
PRECHECK_NODES_FACTOR = 6  # of a scan: most candidates fail a search of this size already
ROOT_NODES_FACTOR = 3  # the first turn is checked by a larger search than the later ones


def mine_game(job: GameJob) -> list[Puzzle]:
    """Play the game of a job, and return its puzzles."""
    game = job.setting.load()
    return list(_GameMiner(game, job).find_puzzles())


class _GameMiner:
    """The search of one game, with one judge for all its positions."""

    def __init__(self, game: AnyGame, job: GameJob) -> None:
        self.game = game
        self.job = job
        self.judge = TurnJudge(game, job.gap)
        self.rng = Random(f"{game.id} {job.seed} {job.number}")

    def find_puzzles(self) -> Iterator[Puzzle]:
        """The puzzles of the game, at most PUZZLES_PER_GAME; none continues another."""
        skip_until = 0
        easy_count = 0
        first_turns: list[list[str]] = []
        for turn, (position, captures) in enumerate(self.play_game()):
            if turn < skip_until or count_choices(self.game, position) < MIN_ROOT_CHOICES:
                continue
            found = self.judge.find_only_turn(position, self.job.limits.scan)
            if found is None or self.is_recapture(position, found.move, captures):
                continue
            if easy_count >= EASY_PER_GAME and self.is_glance(position, found.move):
                continue
            puzzle = self.make_puzzle(position)
            # A player who misses a turn often has the same turn again.
            if puzzle is None or puzzle.line[0] in first_turns:
                continue
            yield puzzle
            easy_count += is_easy(puzzle)
            first_turns.append(puzzle.line[0])
            skip_until = turn + len(puzzle.line) + 1
            if len(first_turns) == PUZZLES_PER_GAME:
                return

    def is_recapture(self, position: Position, move: int, captures: set[str]) -> bool:
        """Whether a turn takes back where the last turn captured: every player sees that."""
        at = position.copy()
        for step in self.game.expand_turn(position.copy(), move):
            if captures & capture_places(self.game, at, step):
                return True
            self.game.advance(at, step)
        return False

    def is_glance(self, position: Position, move: int) -> bool:
        """Whether the smallest search finds a turn that wins at once or is one loud move."""
        if self.judge.best_turn(position, SEARCH_NODES[0]) != move:
            return False
        after = position.copy()
        turn = play_turn(self.game, after, move)
        if after.verdict == position.to_move:
            return True
        return len(turn) == 1 and not is_quiet(self.game, position, turn)

    def play_game(self) -> Iterator[tuple[Position, set[str]]]:
        """The start of each turn of a game between two levels, and the last turn's captures."""
        game, job = self.game, self.job
        names = [self.rng.choice(job.levels) for _ in range(2)]
        players = [
            LevelPlayer(game, name, job.seed + 2 * job.number + seat, nodes=job.limits.play)
            for seat, name in enumerate(names)
        ]
        position = game.new(self.rng.randrange(1 << 31), 2)
        opening = self.rng.randrange(job.opening_turns + 1)
        captures: set[str] = set()
        for turn in range(MAX_GAME_TURNS):
            if position.verdict != ONGOING:
                return
            if turn >= opening:
                yield position.copy(), captures
            seat = position.to_move
            if turn < opening:
                for move in draw_random_turn(game, position, self.rng):
                    game.advance(position, move)
                continue
            captures = set()
            while not ends_turn(position, seat):
                move = players[seat].choose_move(position)
                captures |= capture_places(game, position, move)
                game.advance(position, move)

    def make_puzzle(self, position: Position) -> Puzzle | None:
        """The puzzle of a candidate, None if a deeper search or a proof refutes it."""
        game, limits = self.game, self.job.limits
        if self.judge.find_only_turn(position, limits.scan * PRECHECK_NODES_FACTOR) is None:
            return None
        found = self.judge.find_only_turn(position, limits.check * ROOT_NODES_FACTOR)
        if found is None:
            return None
        try:
            proof = prove_only_turn(game, position, found, limits.proof)
        except SecondSolution:
            return None
        effort = find_effort(self.judge, position, found.move)
        if not effort and not proof:
            return None  # the largest search of the grade prefers another turn
        solved = Solution(self.extend_line(position, found), effort)
        state = game.state_to_json(position)
        return Puzzle(
            id=hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:ID_CHARS],
            state=state,
            line=solved.line,
            goal=found.goal,
            rating=rate_puzzle(game, position, found, solved),
            themes=find_themes(game, position, solved.line),
            nodes=solved.effort,
            plies=found.plies,
            proof=proof,
            game_number=self.job.number,
        )

    def extend_line(self, position: Position, found: OnlyTurn) -> list[list[str]]:
        """The only turns of the solver, with the best replies; ends where there are several."""
        at = position.copy()
        seat = at.to_move
        line = [self.play_whole_turn(at, found.move)]
        while at.verdict == ONGOING and len(line) < 2 * MAX_SOLVER_TURNS - 1:
            after = at.copy()
            reply = self.play_whole_turn(after, self.judge.best_turn(at, self.job.limits.check))
            if after.verdict != ONGOING or after.to_move != seat:
                break
            move = self.next_turn(after, found.goal)
            if move is None:
                break
            line += [reply, self.play_whole_turn(after, move)]
            at = after
        return line

    def next_turn(self, position: Position, goal: Goal) -> int | None:
        """The only turn that goes on with the line, or a turn that wins at once."""
        best = self.judge.best_turn(position, self.job.limits.check)
        after = position.copy()
        seat = after.to_move
        play_turn(self.game, after, best)
        if goal == "win" and after.verdict == seat:
            return best  # every turn that wins at once is right
        then = self.judge.find_only_turn(position, self.job.limits.check)
        if then is None or (goal == "win" and then.goal != "win"):
            return None
        return then.move

    def play_whole_turn(self, position: Position, move: int) -> list[str]:
        """Play a move of the search, and the rest of the turn if it goes on; in notation."""
        seat = position.to_move
        written = play_turn(self.game, position, move)
        while not ends_turn(position, seat):
            best = self.judge.best_turn(position, self.job.limits.check)
            written += play_turn(self.game, position, best)
        return written


def capture_places(game: AnyGame, position: Position, move: int) -> set[str]:
    """The cells where a move captures."""
    return {event.at for event in game.events(position, move) if event.kind == "capture"}
