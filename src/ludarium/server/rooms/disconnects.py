"""Disconnects: tabs that close, seats that are kept for a while, rooms that stay empty."""

from __future__ import annotations

from ludarium.server.protocol.codec import Member
from ludarium.server.protocol.events import Away, Closed, Hosted, Resumed, Stood
from ludarium.server.rooms import game_actions
from ludarium.server.rooms.occupants import Occupants
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import Transaction

SEAT_KEPT_S = 60.0  # the seat of an absent player is kept this long, unless a setting says else
CLOSE_FINISHED_ROOM_S = 60.0  # an empty room with a finished game closes after this
CLOSE_IDLE_ROOM_S = 3600.0  # an empty room with a running game closes after this
CLOSE_IDLE_LOCAL_ROOM_S = 86_400.0  # a game against the AI waits this long for its only player


def close_tab(tx: Transaction, member: Member) -> None:
    """A tab closed; with its last tab a member is absent."""
    if tx.occupants.remove_tab(member):
        note_absence(tx, member.id)


def note_absence(tx: Transaction, member: str) -> None:
    """A member has no tab here any more."""
    if not tx.occupants.tabs:
        tx.occupants.empty_since = tx.now
    if member in tx.state.kept():
        tx.happen(Away(member, tx.now + tx.grace_s))


def expire_countdowns(tx: Transaction) -> None:
    """Carry out what countdowns that are over lead to."""
    state = tx.state
    if state.stopped_until is not None and state.stopped_until <= tx.now and not state.local:
        tx.happen(Resumed())
    for member, until in list(state.away.items()):
        if until > tx.now or member not in state.away:
            continue
        if state.phase == "open":
            leave_open_room(tx, member)
        elif state.broadcast:
            end_local_game(tx)
    _close_empty_room(tx)


def resume_clocks(tx: Transaction) -> None:
    """Let the clocks run again as soon as no player is missing."""
    state = tx.state
    if state.stopped_until is not None and not state.away and state.phase != "closed":
        tx.happen(Resumed())


def leave_open_room(tx: Transaction, member: str) -> None:
    """A member leaves a room in which no game has begun."""
    for seat in tx.state.seats_of(member):
        tx.happen(Stood(seat))
    if member == tx.state.host and not hand_over_host(tx):
        tx.happen(Closed("left"))


def hand_over_host(tx: Transaction) -> bool:
    """Make another person in a seat the host; False if there is none."""
    state = tx.state
    for holder in state.seats:
        other = holder.kind == "person" and holder.member != state.host
        if other and tx.occupants.is_present(holder.member):
            tx.happen(Hosted(holder.member, holder.name))
            return True
    return False


def end_local_game(tx: Transaction) -> None:
    """The host left a local game for good."""
    if tx.state.phase == "playing":
        game_actions.abandon_game(tx)
    tx.happen(Closed("left"))


def next_countdown(state: State, occupants: Occupants) -> float | None:
    """When the next countdown is over that leads to something."""
    times = []
    if state.stopped_until is not None and not state.local:
        times.append(state.stopped_until)
    if state.phase == "open" or state.broadcast:
        times.extend(state.away.values())
    if occupants.empty_since is not None:
        times.append(occupants.empty_since + _empty_timeout_s(state))
    return min(times, default=None)


def _empty_timeout_s(state: State) -> float:
    if state.phase == "finished":
        return CLOSE_FINISHED_ROOM_S
    local = state.local and state.phase == "playing"
    return CLOSE_IDLE_LOCAL_ROOM_S if local else CLOSE_IDLE_ROOM_S


def _close_empty_room(tx: Transaction) -> None:
    state, since = tx.state, tx.occupants.empty_since
    if state.phase == "closed" or since is None:
        return
    if since + _empty_timeout_s(state) <= tx.now:
        if state.phase == "playing":
            game_actions.abandon_game(tx)
        tx.happen(Closed("idle"))
