"""The conduct of a game: moves, undo, resigning, running out of time, and claims on leavers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ludarium.core.match import OUTSIDE_REASONS
from ludarium.core.record import record
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Member, Result, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Ended, Hosted, Replaced, Undone
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms.bots import STAND_IN, bot
from ludarium.server.rooms.live_game import Table
from ludarium.server.rooms.room_state import State

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room

Why = Literal["resigned", "timeout", "abandoned"]
STEPS = 64  # of one turn that are played for a seat out of time; more than any turn has


def play(room: Room, member: Member, message: m.Play, now: float) -> None:
    """Play a move, if it is legal."""
    table = room.state.current()
    seats = seated(room.state, member)
    if table.to_move not in seats:
        raise Refused("not_your_turn", "It is not your turn.")
    if message.ply != table.ply:
        raise Refused("game_moved_on", "The game has moved on since you chose that move.")
    advance(room, _chosen(table, message), now)


def _chosen(table: Table, message: m.Play) -> int:
    """The legal move that a message names, in the one way that it does."""
    game, position = table.match.game, table.match.position
    ways = (message.move, message.path, message.notation)
    if sum(way is not None for way in ways) != 1:
        raise Refused("one_way", "A move is named by move, path or notation, and by one of them.")
    found: int
    if message.move is not None:
        found = game.move_from_json(position, message.move)
    elif message.path is not None:
        found = game.move_from_path(position, message.path)
    else:
        found = game.move_from_notation(position, message.notation or "")
    return found


def thought(room: Room, request: int, move: int, seconds: float, now: float) -> None:
    """Play a bot's move, if it is the one that is waited for and legal."""
    if room.asking.request != request or room.state.phase != "playing":
        return
    table = room.state.current()
    if move in table.match.game.moves(table.match.position):
        advance(room, move, now, took=seconds)


def advance(
    room: Room, move: int, now: float, took: float | None = None, forced: bool = False
) -> None:
    """Play a legal move, and end the game if it does."""
    table = room.state.current()
    room.happen(table.move(move, now, took, forced), now)
    outcome = table.match.outcome
    if outcome:
        finish(room, outcome.winner, outcome.reason, now)


def undo(room: Room, member: Member, message: m.Undo, now: float) -> None:
    """Take back a step of one's turn; beyond that, what nobody else has to agree to."""
    state = room.state
    table = state.current()
    seats = seated(state, member)
    if state.setup.rated:
        raise Refused("no_takebacks", "There is no undo in a rated game.")
    if table.inside() and table.to_move in seats:
        take_back(room, table.ply - 1, now)
        return
    if partners(state, member.id):
        raise Refused("ask_first", "Ask the others for a takeback.")
    take_back(room, way_back(state, member.id), now)


def take_back(room: Room, ply: int, now: float) -> None:
    """Go back to an earlier ply; the time that was spent stays spent."""
    left = room.state.current().clock.after(now, over=False)
    room.happen(Undone(ply, left), now)


def way_back(state: State, member: str) -> int:
    """The ply that a takeback leads to; Refused if there is none or they are not wanted."""
    table = state.current()
    if state.setup.rated:
        raise Refused("no_takebacks", "A rated game is played without takebacks.")
    if not state.setup.takebacks:
        raise Refused("no_takebacks", "This game is played without takebacks.")
    if state.mode == "hotseat" and table.ply:
        return table.ply - 1
    back = table.turn_of(state.seats_of(member))
    if back is None:
        raise Refused("nothing_to_undo", "There is no move of yours to take back.")
    return back


def resign(room: Room, member: Member, message: m.Resign, now: float) -> None:
    """Give up one's seat, or the one that is to move of several."""
    table = room.state.current()
    seats = seated(room.state, member)
    if message.seat is not None and message.seat not in seats:
        raise Refused("not_your_seat", "That is not your seat.")
    turn = table.to_move if table.to_move in seats else seats[0]
    drop_out(room, turn if message.seat is None else message.seat, "resigned", now)


def abort(room: Room, member: Member, message: m.Abort, now: float) -> None:
    """Break the game off while it has hardly begun."""
    table = room.state.current()
    seated(room.state, member)
    if table.ply >= 2:
        raise Refused("too_late", "A game can be broken off before its second move.")
    finish(room, None, "aborted", now)


def claim(room: Room, member: Member, message: m.Claim, now: float) -> None:
    """Have the win over one who is gone, or go on against a bot."""
    state = room.state
    state.current()
    mine = seated(state, member)
    if message.seat >= len(state.seats) or message.seat in mine:
        raise Refused("no_such_seat", "There is no such seat.")
    until = state.away.get(state.seats[message.seat].member)
    if until is None:
        raise Refused("not_away", "That player is here.")
    if until > now:
        raise Refused("not_yet", "That player has time to come back.")
    if message.want == "win":
        drop_out(room, message.seat, "abandoned", now)
    else:
        replace(room, message.seat, message.level, "abandoned", now)


def run_out(room: Room, now: float) -> None:
    """Judge a seat whose time is over."""
    due = deadline(room)
    table = room.state.table
    if due is None or due > now or table is None or table.to_move is None:
        return
    seat, rule = table.to_move, room.state.setup.clock.timeout
    if rule == "lose":
        drop_out(room, seat, "timeout", now)
        return
    for _ in range(STEPS):
        if room.state.phase != "playing" or table.to_move != seat:
            return
        first = table.match.game.moves(table.match.position)[0]
        advance(room, first if rule == "first" else table.drawn(), now, forced=True)


def deadline(room: Room) -> float | None:
    """When the seat to move is out of time; a bot never is, for it waits for a processor."""
    state = room.state
    if state.phase != "playing" or state.table is None or state.table.to_move is None:
        return None
    if state.seats[state.table.to_move].kind == "bot":
        return None
    return state.table.clock.deadline()


def drop_out(room: Room, seat: int, why: Why, now: float) -> None:
    """A seat lost by something outside the rules.

    Of two, the other one wins. Of three, a bot plays on for it until only one is left who is
    still in the game, and wins; a game of bots alone is over.
    """
    state = room.state
    others = [other for other in range(len(state.seats)) if other != seat]
    rest = [other for other in others if other not in state.out] or others
    if len(rest) == 1:
        finish(room, rest[0], why, now)
    elif all(state.seats[other].kind == "bot" for other in rest):
        finish(room, None, why, now)
    else:
        replace(room, seat, STAND_IN, why, now)


def abandon(room: Room, now: float) -> None:
    """End a game without players; a rated one against a bot is lost by the person who left it.

    Without that, a player could leave every game that is going badly.
    """
    state = room.state
    lost = state.seats_of(state.host) if state.local and state.setup.rated else ()
    if lost:
        drop_out(room, lost[0], "abandoned", now)
    else:
        finish(room, None, "abandoned", now)


def replace(room: Room, seat: int, level: Level, why: Why, now: float) -> None:
    """Put a bot into a seat, and find another host if it was the host's."""
    state = room.state
    room.happen(Replaced(seat, bot(level), why), now)
    if state.host not in state.people() and not state.local:
        heir = next((holder for holder in state.seats if holder.kind == "person"), None)
        if heir:
            room.happen(Hosted(heir.member, heir.name), now)


def finish(room: Room, winner: int | None, reason: str, now: float) -> None:
    """End the game and have its result kept, unless it was broken off or everybody was gone."""
    state = room.state
    table = state.current()
    over = table.match.outcome is not None
    left = tuple(table.clock.left) if over else table.clock.after(now, over=False)
    room.happen(Ended(winner, reason, left), now)
    if room.empty_since is not None:
        room.empty_since = now  # those who come back find how it ended
    if winner is not None or reason == "draw_agreed" or reason not in OUTSIDE_REASONS:
        room.send(To.SHELL, _result(state, table, now))


def seated(state: State, member: Member) -> tuple[int, ...]:
    """The seats of a member; Refused if it has none."""
    seats = state.seats_of(member.id)
    if not seats:
        raise Refused("not_seated", "You have no seat in this game.")
    return seats


def partners(state: State, member: str) -> set[str]:
    """The other people who play, who have to agree to what changes the game."""
    return {holder.member for holder in state.seats if holder.kind == "person"} - {member}


def _result(state: State, table: Table, now: float) -> Result:
    outcome = table.match.outcome
    assert outcome is not None
    return Result(
        room=state.code,
        game=table.number,
        at=now,
        record=record(table.match),
        mode=state.mode,
        seats=tuple(state.seats),
        winner=outcome.winner,
        reason=outcome.reason,
        out=tuple(sorted(state.out)),
        public=state.setup.public,
        rated=state.setup.rated,
        turns=table.turns(),
    )
