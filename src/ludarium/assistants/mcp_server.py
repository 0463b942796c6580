"""An MCP server: an assistant reads rules, plays a level or in a room, and asks for analysis."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ludarium import __version__
from ludarium.agents.levels import LEVELS
from ludarium.assistants.game_table import GameTable
from ludarium.assistants.room_table import RoomTable
from ludarium.core.errors import LudariumError, UnknownGame
from ludarium.core.registry import find_game, games, load, registered_game

MAX_TABLES = 64  # the oldest game goes when there are more
MAX_ANALYSIS_NODES = 2_000_000
INSTRUCTIONS = (
    "Board games with perfect information. Call list_games, then read_rules for the game, then "
    "new_game, or join_room with the code of a room. Play with play_move, in the notation of the "
    "legal moves. A refused move says why."
)

Given = ParamSpec("Given")
T = TypeVar("T")


def make_server(
    legal_moves: bool = True,
    extra_games: tuple[str, ...] = (),
    server_url: str = "",
    token: str = "",
) -> MCPServer:
    """Make the server; `legal_moves` is whether an assistant may see them.

    With the address of a game server and a token an assistant may join rooms there.
    """
    server = MCPServer(
        "ludarium", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    tools = AssistantTools(legal_moves, extra_games, server_url, token)
    for tool in (
        tools.list_games,
        tools.read_rules,
        tools.new_game,
        tools.join_room,
        tools.look_at_game,
        tools.play_move,
        tools.analyse_position,
        tools.resign_game,
    ):
        server.tool()(_tell_refusals(tool))
    return server


class AssistantTools:
    """The tools, and the games that are being played."""

    def __init__(
        self,
        legal_moves: bool,
        extra_games: tuple[str, ...],
        server_url: str = "",
        token: str = "",
    ) -> None:
        self.show_moves = legal_moves
        self.extra_games = {find_game(name).id: name for name in extra_games}
        self.server_url = server_url
        self.token = token
        self.tables: dict[str, GameTable | RoomTable] = {}
        self._numbers = count(1)

    def list_games(self) -> list[dict[str, Any]]:
        """List the games: id, title, rulesets, numbers of seats, and the levels to play against."""
        return [
            {
                "id": kind.id,
                "title": kind.title,
                "rulesets": kind.ruleset_names(),
                "seats": list(kind.seat_counts),
                "levels": list(LEVELS),
            }
            for kind in (find_game(self._source_of(name)) for name in self._names())
        ]

    def read_rules(self, game: str) -> str:
        """Read the rules of a game, as players read them."""
        return find_game(self._source_of(game)).rules()

    def new_game(
        self,
        game: str,
        opponent: str = "easy",
        ruleset: str = "standard",
        seat: int = 0,
        seed: int = 0,
    ) -> dict[str, Any]:
        """Begin a game against a level. Returns its game_id, the board and whose turn it is."""
        table = GameTable(
            load(self._source_of(game), ruleset),
            opponent,
            seat=seat,
            seed=seed,
            show_moves=self.show_moves,
        )
        return self._add_table(table)

    def join_room(self, room: str) -> dict[str, Any]:
        """Take the program's seat in a room by its code, as people see it in their links.

        The answer and those of play_move come when it is your turn, or after a while with
        `waiting`: then call look_at_game again. The board is the one of your last turn.
        """
        if not self.server_url or not self.token:
            told = "Start `ludarium mcp` with --server and with a token in LUDARIUM_TOKEN."
            raise LudariumError("no_server", told)
        return self._add_table(
            RoomTable(
                self.server_url, self.token, room, self._source_of, show_moves=self.show_moves
            )
        )

    def _add_table(self, table: GameTable | RoomTable) -> dict[str, Any]:
        identity = f"game-{next(self._numbers)}"
        while len(self.tables) >= MAX_TABLES:
            oldest = self.tables.pop(next(iter(self.tables)))
            if isinstance(oldest, RoomTable):
                oldest.close()
        self.tables[identity] = table
        return {"game_id": identity, **table.describe()}

    def look_at_game(self, game_id: str) -> dict[str, Any]:
        """Show the board of a game, the last answers and the legal moves if they are shown."""
        return self._table(game_id).describe()

    def play_move(self, game_id: str, move: str) -> dict[str, Any]:
        """Play a move in the game's notation. Returns the board after the opponent's answer."""
        table = self._table(game_id)
        table.play(move)
        return table.describe()

    def analyse_position(self, game_id: str, nodes: int = 100_000) -> dict[str, Any]:
        """Ask the engine for the best lines of the position, with chances of winning."""
        return self._table(game_id).analyse(min(max(nodes, 1), MAX_ANALYSIS_NODES))

    def resign_game(self, game_id: str) -> dict[str, Any]:
        """Give up a game."""
        table = self._table(game_id)
        table.resign()
        return table.describe()

    def _table(self, identity: str) -> GameTable | RoomTable:
        if identity not in self.tables:
            raise LudariumError("unknown_game", "There is no such game; new_game begins one.")
        return self.tables[identity]

    def _names(self) -> list[str]:
        return [*games(), *self.extra_games]

    def _source_of(self, name: str) -> str:
        """An assistant names games by id alone: a path of its own must not run a file."""
        if name in self.extra_games:
            return self.extra_games[name]
        if name not in games():
            known = ", ".join(self._names())
            raise UnknownGame("unknown_game", f"There is no such game; known are {known}.")
        return registered_game(name).id


def _tell_refusals(tool: Callable[Given, T]) -> Callable[Given, T]:
    """Tell an assistant the code and the sentence of an error."""

    @wraps(tool)
    def call(*given: Given.args, **named: Given.kwargs) -> T:
        try:
            return tool(*given, **named)
        except LudariumError as error:
            raise ToolError(f"{error.code}: {error.message}") from error

    return call
