"""Advice: hints that people who play alone ask for, found by the engines as bots' moves are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Cancel, Hinted, Member, Refusal, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms.game_actions import seated
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.turn_requests import think

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room

LEVEL: Level = "hard"
SECONDS = 1.0


class Wanted(NamedTuple):
    """A hint that somebody waits for, and the position that it is about."""

    request: int
    member: str
    id: str
    game: int
    moves: tuple[int, ...]


class Advice:
    """One hint at a time in a room."""

    def __init__(self) -> None:
        self.wanted: Wanted | None = None
        self._count = 0

    def next(self) -> int:
        """What a request is known by; below zero, for the bots' are above."""
        self._count -= 1
        return self._count


def ask(room: Room, member: Member, message: m.Hint, now: float) -> None:
    """Have a hint found for the seat to move."""
    state = room.state
    table = state.current()
    seats = seated(state, member)
    if state.mode == "online":
        raise Refused("no_hints", "There are no hints in a game against others.")
    if state.setup.rated:
        raise Refused("no_hints", "There are no hints in a rated game.")
    if table.to_move not in seats:
        raise Refused("not_your_turn", "It is not your turn.")
    if room.advice.wanted is not None:
        raise Refused("already_asked", "A hint is on its way.")
    request = room.advice.next()
    moves = tuple(table.match.moves)
    room.advice.wanted = Wanted(request, member.id, message.id, table.number, moves)
    room.send(To.SHELL, think(state, table, request, LEVEL, SECONDS, hint=True))


def give(room: Room, request: int, moves: list[int], chance: float) -> None:
    """Tell a hint: the best line that was found; one that nobody waits for is dropped."""
    wanted = room.advice.wanted
    if wanted is None or wanted.request != request or not _current(room.state, wanted):
        return
    room.advice.wanted = None
    table = room.state.current()
    game, position = table.match.game, table.match.position.copy()
    path = game.path(position, moves[0])
    line = []
    for move in moves:
        line.append(game.notate(position, move))
        game.advance(position, move)
    told = Hinted(wanted.id, room.state.code, table.ply, path, line[0], chance, tuple(line))
    room.send(To.MEMBER, told, wanted.member)


def settle(room: Room) -> None:
    """Let go of a hint about a position that is past."""
    wanted = room.advice.wanted
    if wanted is None or _current(room.state, wanted):
        return
    room.advice.wanted = None
    code = room.state.code
    room.send(To.SHELL, Cancel(code, wanted.request))
    past = Refusal(wanted.id, "game_moved_on", "The game has moved on.", "", code)
    room.send(To.MEMBER, past, wanted.member)


def _current(state: State, wanted: Wanted) -> bool:
    table = state.table
    return (
        state.phase == "playing"
        and table is not None
        and (table.number, tuple(table.match.moves)) == (wanted.game, wanted.moves)
    )
