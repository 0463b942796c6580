"""Who holds a seat in an arena game, in this process or in another one."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match

FORFEITS = ("timeout", "illegal_move", "agent_error", "crash")
DETAIL = 2000  # characters of the offending output that are kept


class Forfeit(LudariumError):
    """A contender lost by its own fault; the code is one of FORFEITS."""

    def __init__(self, code: str, message: str, detail: str = "") -> None:
        """`detail` is the offending output, which goes into the record."""
        super().__init__(code, message)
        self.detail = detail if len(detail) <= DETAIL else detail[: DETAIL - 1] + "…"


class Allowance(NamedTuple):
    """What one move may spend, None where nothing limits it; `clock` is what agents are told."""

    seconds: float | None
    nodes: int | None
    clock: dict[str, Any]


class Reply(NamedTuple):
    """The answer to a turn: a legal move, packed, and what came with it."""

    move: int
    seconds: float  # wall time from the request to the answer
    infos: list[dict[str, Any]]  # the agent's info lines for this move, capped


class Contender(Protocol):
    """Plays one game after another, each between `start` and `end`; `close` is the last call."""

    @property
    def stderr(self) -> str:
        """What it wrote there, capped; nothing in this process."""

    def start(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Begin a game; a Forfeit if it cannot play at all."""

    def ask(self, match: Match, allowance: Allowance) -> Reply:
        """Its move in a running match; Forfeit if none comes, or not in time, or a wrong one."""

    def end(self, outcome: Outcome) -> None:
        """Tell how the game ended; whatever it does then, nothing is raised."""

    def close(self) -> None:
        """Have it leave; never raises, and all its processes are gone afterwards."""
