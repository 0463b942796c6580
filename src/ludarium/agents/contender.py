"""Contender: the interface of everything that can hold a seat in an arena game.

Built-in players, people at the terminal and programs of other authors all implement it.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match

FORFEIT_CODES = ("timeout", "illegal_move", "agent_error", "crash")
MAX_DETAIL_CHARACTERS = 2000  # of the offending output, stored with a forfeit


class Forfeit(LudariumError):
    """A contender lost by its own fault. The code is one of FORFEIT_CODES."""

    def __init__(self, code: str, message: str, detail: str = "") -> None:
        """`detail` is the offending output. The record of the game stores it."""
        super().__init__(code, message)
        cut = len(detail) > MAX_DETAIL_CHARACTERS
        self.detail = detail[: MAX_DETAIL_CHARACTERS - 1] + "…" if cut else detail


class Allowance(NamedTuple):
    """The limits of one move, None for no limit. Agents receive `clock`."""

    seconds: float | None
    nodes: int | None
    clock: dict[str, Any]


class Reply(NamedTuple):
    """The answer to a turn: a packed legal move, its time and its info messages."""

    move: int
    seconds: float  # wall time from the request to the answer
    infos: list[dict[str, Any]]  # the agent's info messages for this move, capped


class Contender(Protocol):
    """Plays games one after another, each from `start_game` to `end_game`, then `close`."""

    @property
    def stderr(self) -> str:
        """The captured stderr of a program, capped. It is empty for contenders in this process."""

    def start_game(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Begin a game. Raises Forfeit if the contender cannot play."""

    def request_move(self, match: Match, allowance: Allowance) -> Reply:
        """Return a move of a running match. Raises Forfeit unless a legal one comes in time."""

    def end_game(self, outcome: Outcome) -> None:
        """Report the outcome of the game. Never raises."""

    def close(self) -> None:
        """End all processes of the contender. Never raises."""
