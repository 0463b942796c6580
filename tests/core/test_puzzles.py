"""Puzzles: the shipped sets, the check of answers, and how a broken file is refused."""

from __future__ import annotations

import gzip
import json

import msgspec
import pytest

from ludarium import IllegalMove, games
from ludarium.core.learning_check import learning_faults
from ludarium.core.puzzle import (
    BadPuzzles,
    Puzzle,
    PuzzleSet,
    check_answer,
    pack_puzzles,
    unpack_puzzles,
)
from ludarium.core.registry import registered_game
from tests.soak import sweep_length

GAMES = [name for name in games() if registered_game(name).__module__.startswith("ludarium.games")]
CHECKED = sweep_length(12, 300)


def shipped(name: str) -> PuzzleSet:
    found = registered_game(name).puzzles()
    assert found is not None
    return found


def longest(name: str) -> Puzzle:
    return max(shipped(name).puzzles, key=lambda puzzle: len(puzzle.line))


def own_moves(puzzle: Puzzle) -> list[str]:
    return [notation for turn in puzzle.line[::2] for notation in turn]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_ships_300_puzzles_that_their_lines_solve(name: str) -> None:
    found = shipped(name)
    assert len(found.puzzles) == 300
    assert found.command.startswith(f"ludarium puzzles {name} ")
    assert list(learning_faults(registered_game(name), CHECKED)) == []
    assert len({puzzle.rating // 100 for puzzle in found.puzzles}) >= 5
    assert all(puzzle.themes for puzzle in found.puzzles)


def test_a_line_is_solved_turn_by_turn_with_its_replies() -> None:
    game = registered_game("skysummit")()
    puzzle = longest("skysummit")
    given = own_moves(puzzle)
    first = check_answer(game, puzzle, given[:1])
    assert (first.status, first.right) == ("unfinished", 1)
    assert first.moves == [*puzzle.line[0], *puzzle.line[1]]
    whole = check_answer(game, puzzle, given)
    assert (whole.status, whole.right) == ("solved", len(given))
    assert whole.moves == [notation for turn in puzzle.line for notation in turn]
    assert check_answer(game, puzzle, []).status == "unfinished"


def test_another_turn_is_wrong() -> None:
    game = registered_game("caldera")()
    puzzle = next(one for one in shipped("caldera").puzzles if one.plies != 1)
    position = game.state_from_json(puzzle.state)
    others = [choice.notation for choice in game.choices(position)]
    others.remove(puzzle.line[0][0])
    verdicts = {check_answer(game, puzzle, [notation]).status for notation in others}
    assert verdicts == {"wrong"}


def test_other_moves_to_the_same_position_are_right() -> None:
    """Pyramids: a cap may go round about, and an unfinished turn is no answer yet."""
    kind = registered_game("pyramids")
    lessons = kind.lessons()
    lesson = lessons.find("prepare") if lessons else None
    assert lesson is not None
    step = lesson.steps[0]
    puzzle = Puzzle(
        id="made",
        state=json.loads(step.state),
        line=[list(step.solution)],
        goal="gain",
        rating=1500,
        themes=[],
        nodes=0,
    )
    first, last = step.solution
    start, end = first.split("-")
    detour = [first, f"{end}-{start}", first]
    assert check_answer(kind(), puzzle, detour).status == "unfinished"
    assert check_answer(kind(), puzzle, [*detour, last]).status == "solved"


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    puzzle = shipped("caldera").puzzles[0]
    with pytest.raises(IllegalMove):
        check_answer(registered_game("caldera")(), puzzle, ["a1-g7"])
    with pytest.raises(IllegalMove):
        check_answer(registered_game("caldera")(), puzzle, [*own_moves(puzzle), "a1-a2"])


def test_a_damaged_set_or_one_of_other_rules_is_refused() -> None:
    kind = registered_game("skysummit")
    found = shipped("skysummit")
    assert unpack_puzzles(pack_puzzles(found), kind) == found
    older = msgspec.structs.replace(found, rules_version=0)
    damaged = msgspec.structs.replace(found, puzzles=found.puzzles[1:])
    for packed, code in (
        (pack_puzzles(older), "other_puzzles"),
        (pack_puzzles(damaged), "bad_puzzles"),
        (b"nothing", "bad_puzzles"),
        (pack_puzzles(found)[:100], "bad_puzzles"),
        (gzip.compress(b"{}"), "bad_puzzles"),
    ):
        with pytest.raises(BadPuzzles) as caught:
            unpack_puzzles(packed, kind)
        assert caught.value.code == code
