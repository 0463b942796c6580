"""The grade of a puzzle: the effort that finds it, as a rating, and its themes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING, Position
from ludarium.core.puzzle import Puzzle, play_notations
from ludarium.puzzles.only_turn import OnlyTurn, TurnJudge

# Sizes of searches that try to find the first turn.
SEARCH_NODES = (50, 200, 800, 3_200, 12_800, 51_200)
LOUD_EVENTS = {"capture", "remove", "erupt", "strike", "change"}
QUIET_THEME = "quiet"

BASE_RATING = 750
STEP_POINTS = 140  # for each size of search that fails
TURN_POINTS = 90  # for each further turn of the solver
MOVE_POINTS = 70  # for each further move of the first turn
PLY_POINTS = 45  # for each further ply to a forced win
MAX_COUNTED = 8  # of turns, moves and plies
QUIET_POINTS = 150
SAVE_POINTS = 80
CHOICE_POINTS = 45  # for each doubling of the number of turns
USUAL_CHOICES = 16
RATING_RANGE = (500, 2800)
TRIVIAL_FACTS = {"move"}  # nearly every turn has them


class Solution(NamedTuple):
    """The line that solves a puzzle, and the smallest search that finds its first turn, or 0."""

    line: list[list[str]]
    effort: int


def find_effort(judge: TurnJudge, position: Position, move: int) -> int:
    """The smallest search that finds the turn, as do all larger ones; 0 if none does."""
    effort = 0
    for nodes in reversed(SEARCH_NODES):
        if judge.best_turn(position, nodes) != move:
            break
        effort = nodes
    return effort


def rate_puzzle(game: AnyGame, position: Position, found: OnlyTurn, solved: Solution) -> int:
    """The first rating of a puzzle, on the scale of players around 1500."""
    failed = SEARCH_NODES.index(solved.effort) if solved.effort else len(SEARCH_NODES)
    turns = (len(solved.line) + 1) // 2
    points = BASE_RATING + STEP_POINTS * failed
    points += TURN_POINTS * (min(turns, MAX_COUNTED) - 1)
    points += MOVE_POINTS * (min(len(solved.line[0]), MAX_COUNTED) - 1)
    points += PLY_POINTS * max(min(found.plies, MAX_COUNTED) - 1, 0)
    points += QUIET_POINTS * is_quiet(game, position, solved.line[0])
    points += SAVE_POINTS * (found.goal == "save")
    choices = count_choices(game, position)
    points += round(CHOICE_POINTS * math.log2(max(choices, 1) / USUAL_CHOICES))
    return max(min(points, RATING_RANGE[1]), RATING_RANGE[0])


def is_easy(puzzle: Puzzle) -> bool:
    """Whether the smallest search finds the only turn, and it wins at once or is one loud move."""
    if len(puzzle.line) > 1 or puzzle.nodes != SEARCH_NODES[0]:
        return False
    return puzzle.plies == 1 or (len(puzzle.line[0]) == 1 and QUIET_THEME not in puzzle.themes)


def count_choices(game: AnyGame, position: Position) -> int:
    """The number of turns to choose from."""
    return len(legal_moves(game.search_position(position)))


def is_quiet(game: AnyGame, position: Position, turn: Sequence[str]) -> bool:
    """Whether a turn takes nothing off the board and does not end the game."""
    at = position.copy()
    for notation in turn:
        move = game.move_from_notation(at, notation)
        if any(event.kind in LOUD_EVENTS for event in game.events(at, move)):
            return False
        game.advance(at, move)
    return at.verdict == ONGOING


def find_themes(game: AnyGame, position: Position, line: Sequence[Sequence[str]]) -> list[str]:
    """The game's own names of what the solver's moves do, and of how the game ends."""
    at = position.copy()
    found: dict[str, None] = {}
    for number, turn in enumerate(line):
        for notation in turn:
            move = game.move_from_notation(at, notation)
            if number % 2 == 0:
                facts = game.measure_move(at, move)
                found.update({fact: None for fact, count in facts.items() if count})
            play_notations(game, at, [notation])
    found = {fact: None for fact in found if fact not in TRIVIAL_FACTS}
    if is_quiet(game, position, line[0]):
        found[QUIET_THEME] = None
    if reason := game.reason(at):
        found[reason] = None
    return list(found)
