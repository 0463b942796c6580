"""Lessons: positions, goals and sentences that teach a game, as data in the game's folder."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ludarium.core.errors import LudariumError
from ludarium.core.options import STANDARD, Value
from ludarium.core.position import ONGOING, Position

if TYPE_CHECKING:
    from ludarium.core.game import AnyGame

LESSONS_FILE = "lessons.toml"
PARTS = ("pieces", "goal", "ideas")  # in the order in which a player learns

Part = Literal["pieces", "goal", "ideas"]


class BadLessons(LudariumError):
    """A file of lessons that cannot be read, or whose goals cannot be reached."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position and a goal: the sentence before it, the one after it, and a solution.

    The position is a state as JSON, or the moves after the start. The goal is a move whose notation
    matches a pattern of `play` (`*` stands for any text), a move with the fact `does` (as
    `Game.measure_move` names it), or with `win` the end of the game. It must be reached within the
    moves of one turn, `within` at the most.
    """

    say: str
    solution: tuple[str, ...]
    done: str = ""
    moves: tuple[str, ...] = ()
    state: str = ""
    seed: int = 0
    play: tuple[str, ...] = ()
    does: str = ""
    win: bool = False
    within: int = 1


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson of some steps. A lesson about a piece names its glyph, and is its card too.

    `moves`, `strikes` and `warded` are the sentences of the card.
    """

    id: str
    title: str
    part: Part
    steps: tuple[LessonStep, ...]
    piece: str = ""
    moves: str = ""
    strikes: str = ""
    warded: str = ""


class Remark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sentence of the guided first game, said once.

    It follows a move of the player (`you`) or of the other side (`them`) with an event of the kind
    `does`, or stands before a turn of the player, counted from 1.
    """

    say: str
    turn: int = 0
    does: str = ""
    by: Literal["you", "them"] = "you"


class GuidedGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A first game against a level, with remarks."""

    say: str
    remarks: tuple[Remark, ...] = ()
    level: str = "easy"
    seed: int = 1


class Lessons(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lessons of a game under one ruleset and options, in order, and the guided game."""

    rules_version: int
    lessons: tuple[Lesson, ...]
    first_game: GuidedGame
    ruleset: str = STANDARD
    options: dict[str, Value] = {}

    def find(self, id: str) -> Lesson | None:
        """The lesson with this id."""
        return next((lesson for lesson in self.lessons if lesson.id == id), None)


class StepAnswer(msgspec.Struct, frozen=True):
    """Whether the moves reached the goal, may still reach it, or missed it."""

    status: Literal["unfinished", "done", "missed"]


def parse_lessons(written: str, game: type[AnyGame]) -> Lessons:
    """Parse a file of lessons; BadLessons if it is malformed or for other rules."""
    try:
        found = msgspec.convert(tomllib.loads(written), Lessons)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLessons("bad_lessons", f"The lessons of {game.title}: {error}") from error
    if found.rules_version != game.rules_version:
        raise BadLessons(
            "other_lessons", f"The lessons are not of {game.title} as it is played now."
        )
    return found


@lru_cache(maxsize=16)
def read_lessons_file(path: Path, game: type[AnyGame]) -> Lessons | None:
    """The lessons of a file, cached; None if there is no such file."""
    return parse_lessons(path.read_text("utf-8"), game) if path.is_file() else None


def step_position(game: AnyGame, step: LessonStep) -> Position:
    """The position of a step; the game has the options of the lessons."""
    state = json.loads(step.state) if step.state else None
    position: Position = game.state_from_json(state) if state else game.new(step.seed)
    for notation in step.moves:
        game.advance(position, game.move_from_notation(position, notation))
    return position


def check_step(game: AnyGame, step: LessonStep, given: Sequence[str]) -> StepAnswer:
    """Whether moves reach the goal of a step; raises IllegalMove for one that is not legal."""
    position = step_position(game, step)
    seat = position.to_move
    for count, notation in enumerate(given, 1):
        move = game.move_from_notation(position, notation)
        reached = _has_goal(game, position, move, step)
        game.advance(position, move)
        if reached and (not step.win or position.verdict == seat):
            return StepAnswer("done")
        over = position.verdict != ONGOING or position.to_move != seat
        if over or count >= step.within:
            return StepAnswer("missed")
    return StepAnswer("unfinished")


def _has_goal(game: AnyGame, position: Position, move: int, step: LessonStep) -> bool:
    """Whether a move fits the patterns and the fact of a goal; a win is judged after it."""
    notation = game.notate(position, move)
    if step.play and not any(fnmatchcase(notation, pattern) for pattern in step.play):
        return False
    return not step.does or bool(game.measure_move(position, move).get(step.does))


def lesson_faults(game: type[AnyGame]) -> Iterator[str]:
    """What is wrong with a game's lessons, as sentences: a solution must reach every goal."""
    lessons = game.lessons()
    if lessons is None:
        return
    rules = game(lessons.ruleset, **lessons.options)
    ids = [lesson.id for lesson in lessons.lessons]
    if len(set(ids)) != len(ids):
        yield "Two lessons have the same id."
    if [one.part for one in lessons.lessons] != sorted(
        (one.part for one in lessons.lessons), key=PARTS.index
    ):
        yield "The lessons are not in the order pieces, goal, ideas."
    for lesson in lessons.lessons:
        if lesson.piece and lesson.piece not in game.piece_names:
            yield f"Lesson {lesson.id}: no piece is called {lesson.piece}."
        for number, step in enumerate(lesson.steps, 1):
            fault = _step_fault(rules, step)
            if fault:
                yield f"Lesson {lesson.id}, step {number}: {fault}"


def _step_fault(game: AnyGame, step: LessonStep) -> str:
    if not (step.play or step.does or step.win):
        return "it has no goal."
    try:
        answer = check_step(game, step, step.solution)
    except (LudariumError, ValueError) as error:
        return f"its position or its solution is refused: {error}"
    if answer.status != "done":
        return "its solution does not reach the goal."
    return ""


def step_look(lessons: Lessons, step: LessonStep) -> dict[str, Any]:
    """The fields of a request for the position of a step."""
    look: dict[str, Any] = {
        "ruleset": lessons.ruleset,
        "options": lessons.options,
        "seed": step.seed,
        "moves": list(step.moves),
    }
    if step.state:
        look["state"] = json.loads(step.state)
    return look
