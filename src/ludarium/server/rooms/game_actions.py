"""Game actions: moves, undo, resigning, timeouts, and claims on players who left."""

from __future__ import annotations

from typing import Literal

from ludarium.core.match import OUTSIDE_REASONS
from ludarium.core.record import record
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Member, Result, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Ended, Hosted, Replaced, Undone, bot_holder
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms.live_game import LiveGame
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import Transaction

LossReason = Literal["resigned", "timeout", "abandoned"]
STAND_IN_LEVEL: Level = "medium"  # plays on for a player who is out of a game of three
FORCED_STEPS_LIMIT = 64  # steps played for a seat out of time; more than any turn has


def play_move(tx: Transaction, member: Member, message: m.Play) -> None:
    """Play a move, if it is legal."""
    table = tx.state.current()
    seats = require_seats(tx.state, member)
    if table.to_move not in seats:
        raise Refused("not_your_turn", "It is not your turn.")
    if message.ply != table.ply:
        raise Refused("game_moved_on", "The game has moved on since you chose that move.")
    apply_move(tx, _named_move(table, message))


def _named_move(table: LiveGame, message: m.Play) -> int:
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


def play_bot_move(tx: Transaction, request: int, move: int, seconds: float) -> None:
    """Play a bot's move, if it answers the pending request and is legal."""
    if tx.pending_turn.request != request or tx.state.phase != "playing":
        return
    table = tx.state.current()
    if move in table.match.game.moves(table.match.position):
        apply_move(tx, move, took=seconds)


def apply_move(tx: Transaction, move: int, took: float | None = None, forced: bool = False) -> None:
    """Play a legal move, and end the game if it does."""
    table = tx.state.current()
    tx.happen(table.move(move, tx.now, took, forced))
    outcome = table.match.outcome
    if outcome:
        finish_game(tx, outcome.winner, outcome.reason)


def undo_move(tx: Transaction, member: Member, message: m.Undo) -> None:
    """Take back a step of the own turn; beyond that, what needs no one else's agreement."""
    state = tx.state
    table = state.current()
    seats = require_seats(state, member)
    if state.setup.rated:
        raise Refused("no_takebacks", "There is no undo in a rated game.")
    if table.is_inside_turn() and table.to_move in seats:
        rewind_game(tx, table.ply - 1)
        return
    if other_people(state, member.id):
        raise Refused("ask_first", "Ask the others for a takeback.")
    rewind_game(tx, takeback_ply(state, member.id))


def rewind_game(tx: Transaction, ply: int) -> None:
    """Go back to an earlier ply; the time that was spent stays spent."""
    left = tx.state.current().clock.after(tx.now, over=False)
    tx.happen(Undone(ply, left))


def takeback_ply(state: State, member: str) -> int:
    """The ply that a takeback leads to; Refused if there is none or takebacks are off."""
    table = state.current()
    if state.setup.rated:
        raise Refused("no_takebacks", "A rated game is played without takebacks.")
    if not state.setup.takebacks:
        raise Refused("no_takebacks", "This game is played without takebacks.")
    if state.mode == "hotseat" and table.ply:
        return table.ply - 1
    back = table.last_turn_ply(state.seats_of(member))
    if back is None:
        raise Refused("nothing_to_undo", "There is no move of yours to take back.")
    return back


def resign_seat(tx: Transaction, member: Member, message: m.Resign) -> None:
    """Give up one's seat, or the one that is to move of several."""
    table = tx.state.current()
    seats = require_seats(tx.state, member)
    if message.seat is not None and message.seat not in seats:
        raise Refused("not_your_seat", "That is not your seat.")
    turn = table.to_move if table.to_move in seats else seats[0]
    lose_seat(tx, turn if message.seat is None else message.seat, "resigned")


def abort_game(tx: Transaction, member: Member, message: m.Abort) -> None:
    """Break the game off while it has hardly begun."""
    table = tx.state.current()
    require_seats(tx.state, member)
    if table.ply >= 2:
        raise Refused("too_late", "A game can be broken off before its second move.")
    finish_game(tx, None, "aborted")


def claim_seat(tx: Transaction, member: Member, message: m.Claim) -> None:
    """Claim the win over an absent player, or go on against a bot."""
    state = tx.state
    state.current()
    mine = require_seats(state, member)
    if message.seat >= len(state.seats) or message.seat in mine:
        raise Refused("no_such_seat", "There is no such seat.")
    until = state.away.get(state.seats[message.seat].member)
    if until is None:
        raise Refused("not_away", "That player is here.")
    if until > tx.now:
        raise Refused("not_yet", "That player has time to come back.")
    if message.want == "win":
        lose_seat(tx, message.seat, "abandoned")
    else:
        replace_with_bot(tx, message.seat, message.level, "abandoned")


def judge_timeout(tx: Transaction) -> None:
    """Judge a seat whose time is over."""
    due = turn_deadline(tx.state)
    table = tx.state.table
    if due is None or due > tx.now or table is None or table.to_move is None:
        return
    seat, rule = table.to_move, tx.state.setup.clock.timeout
    if rule == "lose":
        lose_seat(tx, seat, "timeout")
        return
    for _ in range(FORCED_STEPS_LIMIT):
        if tx.state.phase != "playing" or table.to_move != seat:
            return
        first = table.match.game.moves(table.match.position)[0]
        apply_move(tx, first if rule == "first" else table.random_move(), forced=True)


def turn_deadline(state: State) -> float | None:
    """When the seat to move is out of time; a bot never is, because it may wait for a worker."""
    if state.phase != "playing" or state.table is None or state.table.to_move is None:
        return None
    if state.seats[state.table.to_move].kind == "bot":
        return None
    return state.table.clock.deadline()


def lose_seat(tx: Transaction, seat: int, why: LossReason) -> None:
    """A seat lost by something outside the rules.

    Of two players the other one wins. Of three, a bot plays on for the seat until a single
    player is left, who wins; a game of bots alone is over.
    """
    state = tx.state
    others = [other for other in range(len(state.seats)) if other != seat]
    rest = [other for other in others if other not in state.out] or others
    if len(rest) == 1:
        finish_game(tx, rest[0], why)
    elif all(state.seats[other].kind == "bot" for other in rest):
        finish_game(tx, None, why)
    else:
        replace_with_bot(tx, seat, STAND_IN_LEVEL, why)


def abandon_game(tx: Transaction) -> None:
    """End a game without players; a rated one against a bot is lost by the person who left it.

    Without that, a player could leave every game that is going badly.
    """
    state = tx.state
    lost = state.seats_of(state.host) if state.local and state.setup.rated else ()
    if lost:
        lose_seat(tx, lost[0], "abandoned")
    else:
        finish_game(tx, None, "abandoned")


def replace_with_bot(tx: Transaction, seat: int, level: Level, why: LossReason) -> None:
    """Put a bot into a seat, and find another host if it was the host's."""
    state = tx.state
    tx.happen(Replaced(seat, bot_holder(level), why))
    if state.host not in state.people() and not state.local:
        heir = next((holder for holder in state.seats if holder.kind == "person"), None)
        if heir:
            tx.happen(Hosted(heir.member, heir.name))


def finish_game(tx: Transaction, winner: int | None, reason: str) -> None:
    """End the game and store its result, unless it was aborted or all players were gone."""
    state = tx.state
    table = state.current()
    over = table.match.outcome is not None
    left = tuple(table.clock.left) if over else table.clock.after(tx.now, over=False)
    tx.happen(Ended(winner, reason, left))
    if tx.occupants.empty_since is not None:
        tx.occupants.empty_since = tx.now  # players who return find how it ended
    if winner is not None or reason == "draw_agreed" or reason not in OUTSIDE_REASONS:
        tx.send(To.SHELL, _game_result(state, table, tx.now))


def require_seats(state: State, member: Member) -> tuple[int, ...]:
    """The seats of a member; Refused without one."""
    seats = state.seats_of(member.id)
    if not seats:
        raise Refused("not_seated", "You have no seat in this game.")
    return seats


def other_people(state: State, member: str) -> set[str]:
    """The other people in seats, who must agree to what changes the game."""
    return {holder.member for holder in state.seats if holder.kind == "person"} - {member}


def _game_result(state: State, table: LiveGame, now: float) -> Result:
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
        turns=table.count_turns(),
    )
