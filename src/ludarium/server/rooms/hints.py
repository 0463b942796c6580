"""Hints: a person who plays alone asks for good moves, and an engine finds them."""

from __future__ import annotations

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Cancel, Hinted, Member, Refusal, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms.game_actions import require_seats
from ludarium.server.rooms.pending import WantedHint
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import Transaction
from ludarium.server.rooms.turn_requests import engine_request

HINT_LEVEL: Level = "hard"
HINT_SEARCH_S = 1.0


def request_hint(tx: Transaction, member: Member, message: m.Hint) -> None:
    """Have the engines look for a hint for the seat to move."""
    state = tx.state
    table = state.current()
    seats = require_seats(state, member)
    if state.mode == "online":
        raise Refused("no_hints", "There are no hints in a game against others.")
    if state.setup.rated:
        raise Refused("no_hints", "There are no hints in a rated game.")
    if table.to_move not in seats:
        raise Refused("not_your_turn", "It is not your turn.")
    if tx.pending_hint.wanted is not None:
        raise Refused("already_asked", "A hint is on its way.")
    request = tx.pending_hint.next_request()
    moves = tuple(table.match.moves)
    tx.pending_hint.wanted = WantedHint(request, member.id, message.id, table.number, moves)
    tx.send(To.SHELL, engine_request(state, table, request, HINT_LEVEL, HINT_SEARCH_S, hint=True))


def deliver_hint(tx: Transaction, request: int, moves: list[int], chance: float) -> None:
    """Send the best line that was found; a hint that is not waited for is dropped."""
    wanted = tx.pending_hint.wanted
    if wanted is None or wanted.request != request or not _is_current(tx.state, wanted):
        return
    tx.pending_hint.wanted = None
    table = tx.state.current()
    game, position = table.match.game, table.match.position.copy()
    path = game.path(position, moves[0])
    line = []
    for move in moves:
        line.append(game.notate(position, move))
        game.advance(position, move)
    hint = Hinted(wanted.id, tx.state.code, table.ply, path, line[0], chance, tuple(line))
    tx.send(To.MEMBER, hint, wanted.member)


def drop_stale_hint(tx: Transaction) -> None:
    """Cancel a hint about a position that is past."""
    wanted = tx.pending_hint.wanted
    if wanted is None or _is_current(tx.state, wanted):
        return
    tx.pending_hint.wanted = None
    code = tx.state.code
    tx.send(To.SHELL, Cancel(code, wanted.request))
    refusal = Refusal(wanted.id, "game_moved_on", "The game has moved on.", "", code)
    tx.send(To.MEMBER, refusal, wanted.member)


def _is_current(state: State, wanted: WantedHint) -> bool:
    table = state.table
    return (
        state.phase == "playing"
        and table is not None
        and (table.number, tuple(table.match.moves)) == (wanted.game, wanted.moves)
    )
