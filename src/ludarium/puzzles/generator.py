"""The generator: mines game after game until there are enough puzzles, and writes the set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import msgspec

from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.arena.run.executor import Executor, open_executor, run_jobs
from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.puzzle import (
    PUZZLES_FILE,
    Puzzle,
    PuzzleSet,
    check_answer,
    checksum_puzzles,
    pack_puzzles,
)
from ludarium.puzzles.grade import is_easy
from ludarium.puzzles.miner import mine_game
from ludarium.puzzles.plan import GameJob, PuzzlePlan

PLAN_FILE = "plan.json"
MINED_FILE = "mined.jsonl"
MAX_BARREN_GAMES = 300  # so many games in a row without a puzzle end the run

OnMined = Callable[[str, int, int, str], None]


class CannotMine(LudariumError):
    """A run of puzzles that cannot begin or go on."""


class MinedGame(msgspec.Struct, frozen=True):
    """The puzzles of one game, a line of the file of a run."""

    number: int
    puzzles: list[Puzzle]


class MinedGames:
    """A file that grows by one line for each game; an unfinished line is dropped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games: dict[int, list[Puzzle]] = {}
        if path.is_file():
            whole = path.read_bytes().rpartition(b"\n")
            replace_file(path, whole[0] + whole[1])
            for line in whole[0].splitlines():
                self._read_line(line)

    def _read_line(self, line: bytes) -> None:
        try:
            game = msgspec.json.decode(line, type=MinedGame)
        except msgspec.DecodeError as error:
            message = f"{self.path.name} in the run's folder cannot be read."
            raise CannotMine("bad_run", message) from error
        self.games[game.number] = game.puzzles

    def add(self, number: int, puzzles: list[Puzzle]) -> None:
        """Note the puzzles of a game."""
        self.games[number] = puzzles
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(MinedGame(number, puzzles)) + b"\n")


def generate_puzzles(plan: PuzzlePlan, command: str, tell: OnMined) -> PuzzleSet:
    """Mine until the plan's count is reached, then write the set to the folder."""
    game = plan.setting.load()
    if 2 not in game.seat_counts:
        raise CannotMine("no_duel", "Puzzles are made of games with two seats.")
    claim_folder(plan)
    mined = MinedGames(plan.folder / MINED_FILE)
    executor = open_executor("processes", plan.workers, pinned=False)
    try:
        _mine_games(plan, mined, executor, tell)
    finally:
        executor.close()
    puzzles = sorted(
        choose_puzzles(mined.games, plan.wanted, plan.easy_share),
        key=lambda one: (one.rating, one.id),
    )
    if not puzzles:
        raise CannotMine("no_puzzles", "No game had a position with one right turn.")
    for puzzle in puzzles:
        check_puzzle(game, puzzle)
    made = PuzzleSet(
        game=game.id,
        rules_version=game.rules_version,
        ruleset=plan.setting.ruleset,
        options=plan.setting.options,
        command=command,
        network=plan.setting.digest,
        checksum=checksum_puzzles(puzzles),
        puzzles=puzzles,
    )
    replace_file(plan.folder / PUZZLES_FILE, pack_puzzles(made))
    return made


def claim_folder(plan: PuzzlePlan) -> None:
    """Claim the folder for the plan, or check that it is of the same plan.

    What only chooses among the puzzles may change: the games that were mined stay the same.
    """
    fields = plan._asdict()
    for name in ("folder", "wanted", "easy_share", "workers"):
        del fields[name]
    written = indented_json(fields)
    plan.folder.mkdir(parents=True, exist_ok=True)
    file = plan.folder / PLAN_FILE
    if not file.is_file():
        replace_file(file, written)
    elif file.read_bytes() != written:
        raise CannotMine("other_run", "That folder holds a run with other settings or rules.")


def _mine_games(plan: PuzzlePlan, mined: MinedGames, executor: Executor, tell: OnMined) -> None:
    """Run jobs until the games from the first on, without a gap, have enough puzzles."""

    def list_jobs() -> Iterator[GameJob]:
        for number in count():
            if is_enough(plan, mined):
                return
            if number not in mined.games:
                yield GameJob(
                    plan.setting,
                    plan.seed,
                    number,
                    plan.levels,
                    plan.opening_turns,
                    plan.limits,
                    plan.gap,
                )

    def report() -> None:
        found = len(list(choose_puzzles(mined.games, plan.wanted, plan.easy_share)))
        note = f"{found}/{plan.wanted} puzzles in {len(mined.games)} games"
        tell("puzzles", found, plan.wanted, note)

    report()
    for job, puzzles in run_jobs(executor, mine_game, list_jobs()):
        mined.add(job.number, puzzles)
        report()


def is_enough(plan: PuzzlePlan, mined: MinedGames) -> bool:
    """Whether the count is reached, or too many games brought nothing."""
    counted = count_games(mined.games)
    return _ends_barren(counted) or (
        len(list(choose_puzzles(mined.games, plan.wanted, plan.easy_share))) >= plan.wanted
    )


def choose_puzzles(
    games: dict[int, list[Puzzle]], wanted: int, easy_share: float
) -> Iterator[Puzzle]:
    """The puzzles of a set, in the order of the games that count."""
    seen: set[str] = set()
    easy_count = 0
    for puzzles in count_games(games):
        for puzzle in puzzles:
            easy = is_easy(puzzle)
            if puzzle.id in seen or (easy and easy_count >= easy_share * wanted):
                continue
            easy_count += easy
            seen.add(puzzle.id)
            yield puzzle
            if len(seen) == wanted:
                return


def count_games(games: dict[int, list[Puzzle]]) -> list[list[Puzzle]]:
    """The games that count: up to the first that is missing or that ends a barren row.

    Which games have been mined beyond them depends on the number of workers.
    """
    counted: list[list[Puzzle]] = []
    while len(counted) in games and not _ends_barren(counted):
        counted.append(games[len(counted)])
    return counted


def _ends_barren(games: list[list[Puzzle]]) -> bool:
    return len(games) >= MAX_BARREN_GAMES and not any(games[-MAX_BARREN_GAMES:])


def check_puzzle(game: AnyGame, puzzle: Puzzle) -> None:
    """Check by the rules that the line solves the puzzle."""
    given = [notation for turn in puzzle.line[::2] for notation in turn]
    if check_answer(game, puzzle, given).status != "solved":
        raise CannotMine("bad_line", f"The line of puzzle {puzzle.id} does not solve it.")
