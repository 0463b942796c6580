"""Turn requests: a bot is asked by the engines, a program by its protocol, a person by choices."""

from __future__ import annotations

from typing import Any

from ludarium.agents.contender import Allowance
from ludarium.agents.hosting import protocol
from ludarium.agents.time_control import move_budget_s
from ludarium.server.protocol.codec import Cancel, Think, To, Turn
from ludarium.server.protocol.events import Holder
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms import projections
from ludarium.server.rooms.live_game import Table
from ludarium.server.rooms.pending import DueTurn
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import Transaction


class Asking:
    """Remembers what was asked, so that each turn is asked for once."""

    def __init__(self) -> None:
        self.request: int | None = None  # the bot's move that is waited for
        self._asked: tuple[int, int, int, Holder] | None = None
        self._begun = 0
        self._ended = 0

    def settle(self, room: Room, now: float) -> None:
        """Ask for what the state calls for, and cancel what it does not any more."""
        state = room.state
        self._announce(room)
        due = _due(state)
        if due == self._asked:
            return
        self._asked = due
        if self.request is not None:
            room.send(To.SHELL, Cancel(state.code, self.request))
            self.request = None
        if due is None or state.table is None:
            return
        member = due[3].member
        # In an empty room nobody is asked; whoever comes in then is.
        if member and room.tabs:
            room.send(To.MEMBER, self.question(room, member, now), member)
        elif not member:
            self.request = state.number
            room.send(To.SHELL, _bid(state, state.table, self.request, now))

    def question(self, room: Room, member: str, now: float) -> Turn | protocol.TurnMessage | None:
        """What a member is asked, None if it is not to move."""
        state = room.state
        due = _due(state)
        if due is None or state.table is None or due[3].member != member:
            return None
        if due[3].kind == "program":
            return _turn(state, state.table, due[2], now)
        return projections.turn(state, state.table, due[2])

    def _announce(self, room: Room) -> None:
        """Tell programs that a game begins or is over."""
        state = room.state
        table = state.table
        if table is None:
            return
        programs = [seat for seat, holder in enumerate(state.seats) if holder.kind == "program"]
        if self._begun < table.number:
            self._begun = table.number
            for seat in programs:
                room.send(To.MEMBER, _start(state, table, seat), state.seats[seat].member)
        outcome = table.match.outcome
        if outcome and self._ended < table.number:
            self._ended = table.number
            for seat in programs:
                told = protocol.EndMessage(outcome.winner, outcome.reason)
                room.send(To.MEMBER, told, state.seats[seat].member)


def turn_for(state: State, member: str, now: float) -> YourTurn | protocol.Turn | None:
    """The request to a member, None if it is not to move."""
    due = _due_turn(state)
    if due is None or state.table is None or due.holder.member != member:
        return None
    if due.holder.kind == "program":
        return _program_turn(state, state.table, due.seat, now)
    return projections.turn_message(state, state.table, due.seat)


def _announce_to_programs(tx: Transaction) -> None:
    """Tell programs that a game begins or is over."""
    state, pending = tx.state, tx.pending_turn
    table = state.table
    if table is None:
        return
    programs = [seat for seat, holder in enumerate(state.seats) if holder.kind == "program"]
    if pending.announced_start < table.number:
        pending.announced_start = table.number
        for seat in programs:
            tx.send(To.MEMBER, _program_start(state, table, seat), state.seats[seat].member)
    outcome = table.match.outcome
    if outcome and pending.announced_end < table.number:
        pending.announced_end = table.number
        for seat in programs:
            end = protocol.End(outcome.winner, outcome.reason)
            tx.send(To.MEMBER, end, state.seats[seat].member)


def _due_turn(state: State) -> DueTurn | None:
    """The turn that an answer is wanted for."""
    table = state.table
    if state.phase != "playing" or table is None or table.to_move is None:
        return None
    return DueTurn(table.number, table.ply, table.to_move, state.seats[table.to_move])


def _bot_request(state: State, table: Table, request: int, now: float) -> Think:
    """The request for a bot's move."""
    seat = table.match.position.to_move
    # A stand-in takes over a clock that may be empty: it is not bound by it.
    seconds = None if seat in state.out else move_budget_s(_allowance(table, seat, now)) or None
    return think(state, table, request, state.seats[seat].level or "medium", seconds)


def engine_request(
    state: State,
    table: Table,
    request: int,
    level: Level,
    seconds: float | None,
    hint: bool = False,
) -> Think:
    """A request to the engines about the game as it stands."""
    game, match = state.game, table.match
    return Think(
        room=state.code,
        request=request,
        game=game.id,
        ruleset=game.ruleset,
        options=dict(state.setup.options),
        seed=match.seed,
        seats=len(state.seats),
        seat=match.position.to_move,
        moves=tuple(match.moves),
        level=level,
        seconds=seconds,
        hint=hint,
    )


def _start(state: State, table: Table, seat: int) -> protocol.StartMessage:
    return protocol.StartMessage(
        game=state.game.id,
        ruleset=state.game.ruleset,
        options=dict(state.game.values),
        player=seat,
        seats=len(state.seats),
        seed=table.match.seed,
        expose_legal_moves=True,
    )


def _turn(state: State, table: Table, seat: int, now: float) -> protocol.TurnMessage:
    game, position = state.game, table.match.position
    return protocol.TurnMessage(
        game=game.id,
        ruleset=game.ruleset,
        options=dict(game.values),
        player=seat,
        state=game.state_to_json(position),
        legal_moves=[game.move_to_json(position, move) for move in game.moves(position)],
        clock=_allowance(table, seat, now).clock,
        ts_ms=int(now * 1000),
    )


def _allowance(table: Table, seat: int, now: float) -> Allowance:
    """The time that a turn may take, as programs are told."""
    rule = table.clock.rule
    left = table.clock.after(now, over=False)
    if not left:
        return Allowance(None, None, {"limit_ms": None})
    clock: dict[str, Any] = {"limit_ms": int(left[seat] * 1000)}
    if rule.kind == "move":
        clock["move_ms"] = int(rule.seconds * 1000)
    else:
        clock["left_ms"] = [int(seconds * 1000) for seconds in left]
        clock["increment_ms"] = int(rule.extra * 1000)
    return Allowance(left[seat], None, clock)
