"""BuiltInContender: a built-in player (level, search, random …) with a seat in an arena game."""

from __future__ import annotations

import time
from typing import Any

from ludarium.agents.contender import Allowance, Forfeit, Reply
from ludarium.agents.fixed_limit_player import FixedLimitPlayer
from ludarium.agents.move_chooser import MoveChooser, PlayerFactory
from ludarium.agents.time_control import move_budget_s
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match


class BuiltInContender:
    """Checks the clock of a player. Its moves are trusted to be legal."""

    stderr = ""

    def __init__(self, make_player: PlayerFactory) -> None:
        self.make_player = make_player
        self.player: MoveChooser | None = None
        self.seed = 0

    def start_game(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Drop the player of the last game. The first request makes a new one."""
        self.seed = seed
        self.player = None

    def request_move(self, match: Match, allowance: Allowance) -> Reply:
        """Return the player's move and the figures of its search."""
        if self.player is None:
            self.player = self.make_player(match.game, self.seed, allowance.nodes or 0)
        began = time.monotonic()
        self.player.limit_time(move_budget_s(allowance))
        move = self.player.choose_move(match.position)
        seconds = time.monotonic() - began
        if allowance.seconds is not None and seconds > allowance.seconds:
            raise Forfeit("timeout", "The player did not answer in time.", f"{seconds:.3f} s")
        return Reply(move, seconds, _search_infos(self.player))

    def end_game(self, outcome: Outcome) -> None:
        """Drop the player."""
        self.player = None

    def close(self) -> None:
        """Do nothing: the player has no process."""


def _search_infos(player: MoveChooser) -> list[dict[str, Any]]:
    """The figures of the last search, reported once for each turn."""
    if not isinstance(player, FixedLimitPlayer) or player.found is None:
        return []
    found, player.found = player.found, None
    return [{"depth": found.depth, "score": found.lines[0].score, "nodes": found.nodes}]
