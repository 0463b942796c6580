"""Lessons and puzzles for pages: what a visitor sees of them, and the verdict on an answer."""

from __future__ import annotations

import warnings
from datetime import date
from functools import lru_cache

from litestar.exceptions import HTTPException

from ludarium.core import lesson as lesson_rules
from ludarium.core import registry
from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.lesson import Lesson, Lessons, LessonStep, StepAnswer
from ludarium.core.puzzle import Puzzle, PuzzleSet, check_answer
from ludarium.server.http.learning_schemas import (
    LessonInfo,
    LessonsPage,
    LessonStepInfo,
    PlayerEstimate,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleList,
    PuzzleReply,
    PuzzleSummary,
    RatedPlayer,
)
from ludarium.server.http.schemas import Look
from ludarium.server.storage.rating import (
    AVERAGE_RATING,
    INITIAL_RATING,
    POINTS_PER_UNIT,
    Estimate,
    rate_game,
)

PUZZLE_DEVIATION = 100 / POINTS_PER_UNIT  # a grade is a rough measure


@lru_cache(maxsize=64)
def find_lessons(name: str) -> Lessons | None:
    """The lessons of a game; None, with a warning, if they are unusable."""
    game = registry.registered_game(name)
    try:
        return game.lessons()
    except LudariumError as error:
        warnings.warn(error.message, RuntimeWarning, stacklevel=2)
        return None


@lru_cache(maxsize=64)
def find_puzzles(name: str) -> PuzzleSet | None:
    """The puzzles of a game; None, with a warning, if they are unusable."""
    game = registry.registered_game(name)
    try:
        return game.puzzles()
    except LudariumError as error:
        warnings.warn(error.message, RuntimeWarning, stacklevel=2)
        return None


def lessons_page(name: str) -> LessonsPage:
    """The lessons of a game, empty if it has none."""
    found = find_lessons(name)
    if found is None:
        return LessonsPage()
    start = Look(name, found.ruleset, found.options, seed=found.first_game.seed)
    lessons = tuple(_lesson_info(name, found, lesson) for lesson in found.lessons)
    return LessonsPage(lessons, found.first_game, start)


def _lesson_info(name: str, lessons: Lessons, lesson: Lesson) -> LessonInfo:
    return LessonInfo(
        lesson.id,
        lesson.title,
        lesson.part,
        lesson.piece,
        lesson.moves,
        lesson.strikes,
        lesson.warded,
        tuple(_step_info(name, lessons, step) for step in lesson.steps),
    )


def _step_info(name: str, lessons: Lessons, step: LessonStep) -> LessonStepInfo:
    look = Look(name, **lesson_rules.step_look(lessons, step))
    return LessonStepInfo(step.say, step.done, look, step.solution)


def answer_step(name: str, lesson: str, number: int, moves: list[str]) -> StepAnswer:
    """The verdict on the moves of a step, counted from 1."""
    lessons = find_lessons(name)
    found = lessons.find(lesson) if lessons else None
    if lessons is None or found is None or not 1 <= number <= len(found.steps):
        raise HTTPException(status_code=404, detail="There is no such lesson.")
    game = registry.registered_game(name)(lessons.ruleset, **lessons.options)
    return lesson_rules.check_step(game, found.steps[number - 1], moves)


def list_puzzles(name: str) -> PuzzleList:
    """The puzzles of a game, without positions and solutions."""
    found = find_puzzles(name)
    if found is None:
        return PuzzleList()
    game = registry.registered_game(name)
    themes = dict.fromkeys(theme for puzzle in found.puzzles for theme in puzzle.themes)
    return PuzzleList(
        tuple(
            PuzzleSummary(one.id, one.rating, one.goal, solver_turns(one), one.themes)
            for one in found.puzzles
        ),
        {theme: theme_name(game, theme) for theme in themes},
    )


def theme_name(game: type[AnyGame], theme: str) -> str:
    """The game's name of a theme, else its code in words."""
    return game.theme_names.get(theme) or theme.replace("_", " ").capitalize()


def solver_turns(puzzle: Puzzle) -> int:
    """How many turns the solver has to find."""
    return (len(puzzle.line) + 1) // 2


def puzzle_info(name: str, id: str, day: str = "") -> PuzzleInfo:
    """A puzzle without its solution; 404 if there is none."""
    puzzles, puzzle = _require_puzzle(name, id)
    game = _puzzle_game(name, puzzles)
    look = Look(name, puzzles.ruleset, puzzles.options, state=puzzle.state)
    return PuzzleInfo(
        name,
        puzzle.id,
        look,
        game.state_from_json(puzzle.state).to_move,
        puzzle.goal,
        puzzle.plies,
        puzzle.proof,
        puzzle.rating,
        solver_turns(puzzle),
        puzzle.themes,
        day,
    )


def daily_puzzle(today: date) -> PuzzleInfo:
    """The puzzle of a day, the same for all visitors; 404 if no game has puzzles.

    The games take turns, and each goes through its puzzles in a fixed order that mixes ratings.
    """
    names = [name for name in registry.games() if find_puzzles(name)]
    if not names:
        raise HTTPException(status_code=404, detail="There is no puzzle of the day.")
    number = today.toordinal()
    name = names[number % len(names)]
    puzzles = find_puzzles(name)
    assert puzzles is not None
    order = sorted(puzzle.id for puzzle in puzzles.puzzles)  # ids are digests
    return puzzle_info(name, order[number // len(names) % len(order)], today.isoformat())


def answer_puzzle(name: str, id: str, given: PuzzleAnswer) -> PuzzleReply:
    """The verdict on an answer, and the player's new estimate if it is rated."""
    puzzles, puzzle = _require_puzzle(name, id)
    answer = check_answer(_puzzle_game(name, puzzles), puzzle, given.moves)
    solution = [notation for turn in puzzle.line for notation in turn]
    if given.reveal:
        rated = rate_player(given.estimate, puzzle, won=False) if given.rated else None
        return PuzzleReply("revealed", answer.moves, answer.right, solution, rated)
    over = answer.status != "unfinished"
    rated = None
    if over and given.rated:
        rated = rate_player(given.estimate, puzzle, won=answer.status == "solved")
    shown = solution if answer.status == "solved" else []
    return PuzzleReply(answer.status, answer.moves, answer.right, shown, rated)


def rate_player(before: PlayerEstimate | None, puzzle: Puzzle, won: bool) -> RatedPlayer:
    """The player's estimate after a puzzle, which counts as a game against its rating."""
    player = Estimate(before.mu, before.sigma) if before else Estimate(*_initial_estimate())
    mu = INITIAL_RATING.mu + (puzzle.rating - AVERAGE_RATING) / POINTS_PER_UNIT
    after = rate_game([player, Estimate(mu, PUZZLE_DEVIATION)], 0 if won else 1)[0]
    return RatedPlayer(after.mu, after.sigma, after.rating, after.deviation)


def _initial_estimate() -> tuple[float, float]:
    return INITIAL_RATING.mu, INITIAL_RATING.sigma


def _require_puzzle(name: str, id: str) -> tuple[PuzzleSet, Puzzle]:
    puzzles = find_puzzles(name)
    puzzle = puzzles.find(id) if puzzles else None
    if puzzles is None or puzzle is None:
        raise HTTPException(status_code=404, detail="There is no such puzzle.")
    return puzzles, puzzle


def _puzzle_game(name: str, puzzles: PuzzleSet) -> AnyGame:
    return registry.registered_game(name)(puzzles.ruleset, **puzzles.options)
