"""The door of a room: who comes in, sits down, leaves, and who may look on."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Literal

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Member, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Began, Holder, Returned, Said, Sat, Shared
from ludarium.server.protocol.user_text import LABEL, LINE, clean
from ludarium.server.rooms import projections
from ludarium.server.rooms.disconnects import end, give_up, gone, hand_over

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room


NO_SUCH_ROOM = "There is no such room."


class Access(Enum):
    """How a member comes to a room."""

    INSIDE = auto()  # has a place in it: a seat, the host's, or a tab that is here
    LISTED = auto()  # the room is public and lets the member in
    BY_CODE = auto()  # the room is private and lets in a member who knows its code
    NONE = auto()  # there is no such room, or it is closed to the member


def access(room: Room | None, member: str, kind: Literal["person", "program"]) -> Access:
    """How a member comes to a room, if there is one and it lets the member in."""
    if room is None:
        return Access.NONE
    state = room.state
    if room.present(member) or member == state.host or member in state.players:
        return Access.INSIDE
    if state.seats_of(member):
        return Access.INSIDE
    if not (state.watchable or _has_seat_for(room, kind)):
        return Access.NONE
    return Access.LISTED if state.setup.public else Access.BY_CODE


def enter(room: Room, member: Member, message: m.Enter, now: float) -> None:
    """Come in, or catch up."""
    state = room.state
    if state.phase == "closed":
        raise Refused("room_closed", "The room is closed.")
    if access(room, member.id, member.kind) is Access.NONE:
        raise Refused("no_such_room", NO_SUCH_ROOM)
    room.tabs.setdefault(member.id, set()).add(member.tab)
    room.empty_since = None
    if member.id in state.away:
        room.happen(Returned(member.id), now)
    room.answer(projections.catch_up(room, member.id, message.last, now))
    question = room.asking.question(room, member.id, now)
    if question is not None:
        room.send(To.SENDER, question)


def sit(room: Room, member: Member, message: m.Sit, now: float) -> None:
    """Take an empty seat; with the last one the game begins."""
    state = room.state
    if state.phase != "open":
        raise Refused("already_begun", "The game has begun.")
    if message.seat >= len(state.seats):
        raise Refused("no_such_seat", "There is no such seat.")
    if state.seats[message.seat].kind != "nobody":
        raise Refused("seat_taken", "Somebody sits there.")
    if state.seats_of(member.id):
        raise Refused("already_seated", "You have a seat.")
    wanted = "program" if state.setup.seats[message.seat].kind == "agent" else "person"
    if member.kind != wanted:
        whom = "a program" if wanted == "program" else "people"
        raise Refused("wrong_seat", f"That seat is for {whom}.")
    room.happen(Sat(message.seat, Holder(member.kind, member.name, member.id)), now)
    begin_if_full(room, now)


def begin_if_full(room: Room, now: float) -> None:
    """Begin when no seat is empty."""
    if all(holder.kind != "nobody" for holder in room.state.seats):
        begin(room, tuple(room.state.seats), now)


def begin(room: Room, seats: tuple[Holder, ...], now: float) -> None:
    """Begin a game, the first one or another."""
    table = room.state.table
    number = table.number + 1 if table else 1
    room.happen(Began(number, room.rng.getrandbits(32), seats), now)
    _send_out(room)


def leave(room: Room, member: Member, message: m.Leave, now: float) -> None:
    """Leave for good."""
    state = room.state
    hosting = member.id == state.host
    if state.phase == "closed":
        return
    room.tabs.pop(member.id, None)
    told = m.Dismissed(state.code, "left", "You left the room.")
    room.send(To.MEMBER, told, member.id)
    if state.phase == "open":
        give_up(room, member.id, now)
    elif state.local and hosting:
        end(room, now)
    elif hosting:
        hand_over(room, now)
    gone(room, member.id, now)


def share(room: Room, member: Member, message: m.Share, now: float) -> None:
    """Say who may look on."""
    state = room.state
    if member.id != state.host:
        raise Refused("not_host", "Only the host can do that.")
    if state.phase == "closed":
        raise Refused("room_closed", "The room is closed.")
    label = clean(message.label, LABEL, least=0)
    room.happen(Shared(message.public, message.spectators, label), now)
    _send_out(room)


def say(room: Room, member: Member, message: m.Say, now: float) -> None:
    """Say something to the players' chat or the watchers'."""
    if room.state.phase == "closed":
        raise Refused("room_closed", "The room is closed.")
    seated = bool(room.state.seats_of(member.id))
    text = clean(message.text, LINE)
    room.happen(Said("players" if seated else "watchers", member.name, text), now)


def _send_out(room: Room) -> None:
    """Dismiss members who can neither sit down nor look on any more."""
    for other in [other for other in room.tabs if not _may_stay(room, other)]:
        del room.tabs[other]
        told = m.Dismissed(room.state.code, "no_spectators", _reason(room))
        room.send(To.MEMBER, told, other)


def _reason(room: Room) -> str:
    if room.state.phase == "playing":
        return "The game has begun, and it is not open to spectators."
    return "This room is not open to spectators."


def _may_stay(room: Room, member: str) -> bool:
    state = room.state
    if state.watchable or state.seats_of(member) or member in state.players:
        return True
    return member == state.host or any(_has_seat_for(room, kind) for kind in ("person", "program"))


def _has_seat_for(room: Room, kind: str) -> bool:
    """Whether a seat is open for people, or for programs."""
    state = room.state
    wanted = "agent" if kind == "program" else "open"
    places = zip(state.seats, state.setup.seats, strict=True)
    return state.phase == "open" and any(
        holder.kind == "nobody" and place.kind == wanted for holder, place in places
    )
