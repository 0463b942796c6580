"""The generator: the same plan makes the same set, also after an interrupt."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.arena.formats.game_setting import describe_game
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.core.puzzle import PUZZLES_FILE, Puzzle, check_answer
from ludarium.core.registry import registered_game
from ludarium.puzzles.generator import (
    MAX_BARREN_GAMES,
    MINED_FILE,
    CannotMine,
    choose_puzzles,
    generate_puzzles,
)
from ludarium.puzzles.grade import is_easy
from ludarium.puzzles.only_turn import TurnJudge
from ludarium.puzzles.plan import PuzzleLimits, PuzzlePlan
from tests.soak import sweep_length

LIMITS = PuzzleLimits(play=100, scan=400, check=3_000, proof=20_000)
JUDGE_NODES = 30_000
JUDGED = sweep_length(4, 300)


def plan_for(folder: Path, **changes: object) -> PuzzlePlan:
    plan = PuzzlePlan(describe_game("skysummit"), folder, wanted=6, limits=LIMITS, workers=1)
    return plan._replace(**changes)  # type: ignore[arg-type]


def silent(step: str, done: int, total: int, note: str) -> None:
    """No progress is shown."""


def test_the_same_plan_makes_the_same_set_and_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    made = generate_puzzles(plan_for(tmp_path / "a"), "command", silent)
    assert len(made.puzzles) == 6
    assert sorted(one.rating for one in made.puzzles) == [one.rating for one in made.puzzles]
    # A run that was stopped in the middle of a line.
    lines = (tmp_path / "a" / MINED_FILE).read_bytes().splitlines(keepends=True)
    half = tmp_path / "b"
    half.mkdir()
    (half / MINED_FILE).write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:20])
    told: list[int] = []
    again = generate_puzzles(
        plan_for(half), "command", lambda step, done, total, note: told.append(done)
    )
    assert again == made
    assert told[-1] == 6
    with pytest.raises(CannotMine) as caught:
        generate_puzzles(plan_for(half, seed=2), "command", silent)
    assert caught.value.code == "other_run"
    (half / MINED_FILE).write_bytes(b"{}\n")
    with pytest.raises(CannotMine) as caught:
        generate_puzzles(plan_for(half), "command", silent)
    assert caught.value.code == "bad_run"


def test_any_number_of_workers_makes_the_same_bytes(tmp_path: Path) -> None:
    limits = PuzzleLimits(play=60, scan=300, check=2_000, proof=5_000)
    written = []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        generate_puzzles(plan_for(folder, limits=limits, workers=workers), "command", silent)
        written.append((folder / PUZZLES_FILE).read_bytes())
    assert written[0] == written[1]


def test_games_after_a_barren_row_do_not_count() -> None:
    found = registered_game("skysummit").puzzles()
    assert found is not None
    games: dict[int, list[Puzzle]] = {number: [] for number in range(1, MAX_BARREN_GAMES + 1)}
    games[0] = found.puzzles[:1]
    assert list(choose_puzzles(games, 5, 1.0)) == found.puzzles[:1]
    # A faster worker may have mined one game more.
    games[MAX_BARREN_GAMES + 1] = found.puzzles[1:2]
    assert list(choose_puzzles(games, 5, 1.0)) == found.puzzles[:1]


def test_easy_puzzles_are_a_part_of_the_set_only() -> None:
    found = registered_game("skysummit").puzzles()
    assert found is not None
    easy = [one for one in found.puzzles if is_easy(one)]
    assert easy
    assert len(easy) <= 0.3 * len(found.puzzles) + 1
    chosen = list(choose_puzzles({0: easy, 1: found.puzzles, 3: found.puzzles}, 20, 0.3))
    assert len(chosen) == 20
    assert sum(map(is_easy, chosen)) == 6


@pytest.mark.parametrize("name", ["caldera", "skysummit"])
def test_no_other_turn_of_a_shipped_puzzle_is_as_good(name: str) -> None:
    found = registered_game(name).puzzles()
    assert found is not None
    game: AnyGame = registered_game(name)(found.ruleset, **found.options)
    judge = TurnJudge(game, gap=0.2)
    for puzzle in found.puzzles[:: len(found.puzzles) // JUDGED]:
        position: Position = game.state_from_json(puzzle.state)
        only = judge.find_only_turn(position, JUDGE_NODES)
        # A small search may overlook a long win; what it does find must not be another turn.
        if only is not None:
            assert game.notate(position, only.move) == puzzle.line[0][0], puzzle.id
        moves = [notation for turn in puzzle.line[::2] for notation in turn]
        assert check_answer(game, puzzle, moves).status == "solved"
