"""Types of the HTTP API for lessons and puzzles, shared with the web client."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludarium.core.lesson import GuidedGame, Part
from ludarium.core.puzzle import Goal, Proof
from ludarium.server.http.schemas import Look, Written

MAX_ANSWER_MOVES = 200  # of the solver's own; no line has half as many
AnswerMoves = Annotated[list[Written], Meta(max_length=MAX_ANSWER_MOVES)]
# openskill's units: a rating between 0 and 5000, and no deviation above the initial one.
Mean = Annotated[float, Meta(ge=-11.0, le=109.0)]
Deviation = Annotated[float, Meta(ge=0.1, le=8.4)]


class LessonStepInfo(Struct):
    """A step: the sentences before and after it, its position, and moves that reach the goal."""

    say: str
    done: str
    look: Look
    solution: tuple[str, ...]


class LessonInfo(Struct):
    """A lesson. One about a piece has its glyph and the sentences of its card."""

    id: str
    title: str
    part: Part
    piece: str
    moves: str
    strikes: str
    warded: str
    steps: tuple[LessonStepInfo, ...]


class LessonsPage(Struct):
    """The lessons of a game in order, and its guided first game; empty if it has none."""

    lessons: tuple[LessonInfo, ...] = ()
    first_game: GuidedGame | None = None
    first_look: Look | None = None


class LessonAnswer(Struct, forbid_unknown_fields=True):
    """The player's moves in a step of a lesson."""

    moves: AnswerMoves


class PuzzleSummary(Struct):
    """A puzzle in a list; `turns` counts the turns of the solver."""

    id: str
    rating: int
    goal: Goal
    turns: int
    themes: list[str]


class PuzzleList(Struct):
    """The puzzles of a game by rating, and the names of their themes."""

    puzzles: tuple[PuzzleSummary, ...] = ()
    theme_names: dict[str, str] = {}


class PuzzleInfo(Struct):
    """A puzzle without its solution; `plies` counts the turns to a forced win, 0 without one."""

    game: str
    id: str
    look: Look
    seat: int
    goal: Goal
    plies: int
    proof: Proof
    rating: int
    turns: int
    themes: list[str]
    date: str = ""  # of the daily puzzle


class PlayerEstimate(Struct):
    """A player's strength at puzzles, which the browser keeps: the mean and its deviation."""

    mu: Mean
    sigma: Deviation


class RatedPlayer(Struct):
    """A new estimate, and the same on the scale that players see."""

    mu: float
    sigma: float
    rating: int
    deviation: int


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    """The solver's moves so far. With `estimate` a verdict is rated, and with `reveal` it is lost.

    A player without an estimate sends null in `estimate` together with `rated`.
    """

    moves: AnswerMoves
    rated: bool = False
    estimate: PlayerEstimate | None = None
    reveal: bool = False


class PuzzleReply(Struct):
    """The verdict, all moves so far with the replies, and the solution once it may be seen."""

    status: Literal["unfinished", "solved", "wrong", "revealed"]
    moves: list[str]
    right: int
    solution: list[str] = []
    rated: RatedPlayer | None = None
