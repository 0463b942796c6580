"""Turn requests: asks an engine, a program or a person for the next move."""

from __future__ import annotations

from typing import Any

from ludarium.agents.contender import Allowance
from ludarium.agents.hosting import protocol
from ludarium.agents.time_control import move_budget_s
from ludarium.server.protocol.codec import Cancel, Think, To, YourTurn
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms import projections
from ludarium.server.rooms.live_game import LiveGame
from ludarium.server.rooms.pending import DueTurn
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import Transaction


def request_turn(tx: Transaction) -> None:
    """Request the turn that is due, and cancel the request of one that is not any more."""
    state, pending = tx.state, tx.pending_turn
    _announce_to_programs(tx)
    due = _due_turn(state)
    if due == pending.asked:
        return
    pending.asked = due
    if pending.request is not None:
        tx.send(To.SHELL, Cancel(state.code, pending.request))
        pending.request = None
    if due is None or state.table is None:
        return
    member = due.holder.member
    # In an empty room no client is asked; one that enters later is.
    if member and tx.occupants.tabs:
        tx.send(To.MEMBER, turn_for(state, member, tx.now), member)
    elif not member:
        pending.request = state.number
        tx.send(To.SHELL, _bot_request(state, state.table, pending.request, tx.now))


def turn_for(state: State, member: str, now: float) -> YourTurn | protocol.TurnMessage | None:
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
            end = protocol.EndMessage(outcome.winner, outcome.reason)
            tx.send(To.MEMBER, end, state.seats[seat].member)


def _due_turn(state: State) -> DueTurn | None:
    """The turn that an answer is wanted for."""
    table = state.table
    if state.phase != "playing" or table is None or table.to_move is None:
        return None
    return DueTurn(table.number, table.ply, table.to_move, state.seats[table.to_move])


def _bot_request(state: State, table: LiveGame, request: int, now: float) -> Think:
    """The request for a bot's move."""
    seat = table.match.position.to_move
    # A stand-in takes over a clock that may be empty: it is not bound by it.
    seconds = None if seat in state.out else move_budget_s(_allowance(table, seat, now)) or None
    return engine_request(state, table, request, state.seats[seat].level or "medium", seconds)


def engine_request(
    state: State,
    table: LiveGame,
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


def _program_start(state: State, table: LiveGame, seat: int) -> protocol.StartMessage:
    return protocol.StartMessage(
        game=state.game.id,
        ruleset=state.game.ruleset,
        options=dict(state.game.values),
        player=seat,
        seats=len(state.seats),
        seed=table.match.seed,
        expose_legal_moves=True,
    )


def _program_turn(state: State, table: LiveGame, seat: int, now: float) -> protocol.TurnMessage:
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


def _allowance(table: LiveGame, seat: int, now: float) -> Allowance:
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
