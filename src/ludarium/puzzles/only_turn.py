"""Only turns: whether one turn of a position is much better than all others."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.agents.searcher_factory import make_searcher
from ludarium.analysis.position_analysis import winning_chance
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING, Position
from ludarium.core.puzzle import Goal
from ludarium.search.bounds import plies_to_end
from ludarium.search.limits import Limits

TABLE_MEBIBYTES = 8
MIN_ROOT_CHOICES = 4  # with fewer turns there is little to find
GOOD_CHANCE = 0.6  # a turn that keeps so much gains something; with less it saves
WON_ANYWAY_CHANCE = 0.7  # a second turn beside a forced win must not win as well
BAD_CHANCE = 0.3  # beside a saving turn all others have less
SAVED_CHANCE = 0.3  # a saving turn keeps at least this chance
MAX_WINNING_SHARE = 0.02  # of all turns that win at once; with fewer than 100 turns, a single one


class OnlyTurn(NamedTuple):
    """The best turn of a position, as a move of the search, and why it is the only one."""

    move: int
    goal: Goal
    plies: int  # to the end of a forced win, 0 without one
    gap: float


class TurnJudge:
    """Judges positions of one game by searches that do not depend on earlier ones."""

    def __init__(self, game: AnyGame, gap: float) -> None:
        """`gap` is the least difference in winning chance between the best turn and the second."""
        self.game = game
        self.gap = gap
        self.searcher = make_searcher(game, TABLE_MEBIBYTES)

    def best_turn(self, position: Position, nodes: int) -> int:
        """The best move of the search."""
        return self._search(position, nodes, 1)[0][1]

    def find_only_turn(self, position: Position, nodes: int) -> OnlyTurn | None:
        """The only good turn of a running game, None if there is none or more than one."""
        lines = self._search(position, nodes, 2)
        if len(lines) < 2:
            return None
        (best, move), (second, _) = lines
        if plies_to_end(best) == plies_to_end(second) == 1:
            return self._find_rare_win(position, move)
        gap = winning_chance(best) - winning_chance(second)
        goal = _find_goal(best, second)
        if goal is None or gap < self.gap:
            return None
        return OnlyTurn(move, goal, max(plies_to_end(best) or 0, 0), gap)

    def _find_rare_win(self, position: Position, move: int) -> OnlyTurn | None:
        """A turn that wins at once, where few of very many turns do; all of them are right."""
        outlook = self.game.search_position(position)
        moves = legal_moves(outlook)
        seat, wins = outlook.to_move, 0
        for each in moves:
            outlook.play(each)
            wins += outlook.verdict == seat
            outlook.undo()
        return OnlyTurn(move, "win", 1, 1.0) if wins <= MAX_WINNING_SHARE * len(moves) else None

    def _search(self, position: Position, nodes: int, lines: int) -> list[tuple[int, int]]:
        """Scores and first moves of the best lines."""
        self.searcher.forget()
        outlook = self.game.search_position(position)
        if len(legal_moves(outlook)) < lines:
            return []
        found = self.searcher.search(outlook, Limits(nodes=nodes, lines=lines)).lines
        return [(line.score, line.moves[0]) for line in found]


def _find_goal(best: int, second: int) -> Goal | None:
    good, rest = winning_chance(best), winning_chance(second)
    if (plies_to_end(best) or 0) > 0:
        return "win" if rest <= WON_ANYWAY_CHANCE else None
    if good >= GOOD_CHANCE:
        return "gain"
    return "save" if good >= SAVED_CHANCE and rest <= BAD_CHANCE else None


def play_turn(game: AnyGame, position: Position, move: int) -> list[str]:
    """Play one move of the search on a position, and return its moves in notation."""
    written = []
    for step in game.expand_turn(position.copy(), move):
        written.append(game.notate(position, step))
        game.advance(position, step)
    return written


def ends_turn(position: Position, seat: int) -> bool:
    """Whether the turn of a seat is over."""
    return position.verdict != ONGOING or position.to_move != seat
