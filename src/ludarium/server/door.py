"""The door of a room: who comes in, sits down, leaves, and who may look on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.server import messages as m
from ludarium.server import view
from ludarium.server.absence import end, give_up, gone, hand_over
from ludarium.server.facts import Began, Holder, Returned, Said, Sat, Shared
from ludarium.server.messages import Member, To
from ludarium.server.refused import Refused
from ludarium.server.wording import LABEL, LINE, clean

if TYPE_CHECKING:
    from ludarium.server.room import Room


def enter(room: Room, member: Member, message: m.Enter, now: float) -> None:
    """Come in, or catch up."""
    state = room.state
    if state.phase == "closed":
        raise Refused("room_closed", "The room is closed.")
    if not _admitted(room, member.id):
        raise Refused("no_spectators", "This game is not open to spectators.")
    room.tabs.setdefault(member.id, set()).add(member.tab)
    room.empty_since = None
    if member.id in state.away:
        room.happen(Returned(member.id), now)
    room.answer(view.catch_up(room, member.id, message.last, now))
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
    """Whoever came for a seat, or to look on, goes where neither is to be had any more."""
    for other in [other for other in room.tabs if not _admitted(room, other)]:
        del room.tabs[other]
        told = m.Dismissed(room.state.code, "no_spectators", "This game is not open to spectators.")
        room.send(To.MEMBER, told, other)


def _admitted(room: Room, member: str) -> bool:
    state = room.state
    if state.seats_of(member) or member == state.host or state.watchable:
        return True
    return state.phase == "open" and any(holder.kind == "nobody" for holder in state.seats)
