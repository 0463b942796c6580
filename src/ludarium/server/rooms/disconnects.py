"""Absence: tabs that close, seats that are kept for a while, rooms that nobody is in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.server.protocol.codec import Member
from ludarium.server.protocol.events import Away, Closed, Hosted, Resumed, Stood
from ludarium.server.rooms import game_actions

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room

GRACE = 60.0  # seconds that a seat is kept for one who is gone, unless the server is set otherwise
EMPTY = 60.0  # that a finished game is kept for nobody
IDLE = 3600.0  # that a running one is
IDLE_LOCAL = 86_400.0  # that a game against the AI waits for its only player


def drop(room: Room, member: Member, now: float) -> None:
    """A tab is gone; with the last one its member is."""
    tabs = room.tabs.get(member.id, set())
    tabs.discard(member.tab)
    if not tabs and room.tabs.pop(member.id, None) is not None:
        gone(room, member.id, now)


def gone(room: Room, member: str, now: float) -> None:
    """A member has no tab here any more."""
    if not room.tabs:
        room.empty_since = now
    if member in room.state.kept():
        room.happen(Away(member, now + room.grace), now)


def count_down(room: Room, now: float) -> None:
    """Do what a countdown that is over leads to."""
    state = room.state
    if state.stopped_until is not None and state.stopped_until <= now and not state.local:
        room.happen(Resumed(), now)
    for member, until in list(state.away.items()):
        if until > now or member not in state.away:
            continue
        if state.phase == "open":
            give_up(room, member, now)
        elif state.phase == "playing" and state.local and state.setup.public:
            end(room, now)
    _close_empty(room, now)


def resume(room: Room, now: float) -> None:
    """Let the clocks run again as soon as nobody is missing."""
    state = room.state
    if state.stopped_until is not None and not state.away and state.phase != "closed":
        room.happen(Resumed(), now)


def give_up(room: Room, member: str, now: float) -> None:
    """Somebody leaves a room in which no game has begun."""
    for seat in room.state.seats_of(member):
        room.happen(Stood(seat), now)
    if member == room.state.host and not hand_over(room, now):
        room.happen(Closed("left"), now)


def hand_over(room: Room, now: float) -> bool:
    """Make another one the host, if there is another person in a seat."""
    state = room.state
    for holder in state.seats:
        if holder.kind == "person" and holder.member != state.host and room.present(holder.member):
            room.happen(Hosted(holder.member, holder.name), now)
            return True
    return False


def end(room: Room, now: float) -> None:
    """The host left a local game for good."""
    if room.state.phase == "playing":
        game_actions.abandon(room, now)
    room.happen(Closed("left"), now)


def next_wake(room: Room) -> float | None:
    """When a countdown is over that leads to something."""
    state = room.state
    times = []
    if state.stopped_until is not None and not state.local:
        times.append(state.stopped_until)
    if state.phase == "open" or (state.phase == "playing" and state.local and state.setup.public):
        times.extend(state.away.values())
    if room.empty_since is not None:
        times.append(room.empty_since + _patience(room))
    return min(times, default=None)


def _patience(room: Room) -> float:
    state = room.state
    if state.phase == "finished":
        return EMPTY
    return IDLE_LOCAL if state.local and state.phase == "playing" else IDLE


def _close_empty(room: Room, now: float) -> None:
    state = room.state
    if state.phase == "closed" or room.empty_since is None:
        return
    if room.empty_since + _patience(room) <= now:
        if state.phase == "playing":
            game_actions.abandon(room, now)
        room.happen(Closed("idle"), now)
