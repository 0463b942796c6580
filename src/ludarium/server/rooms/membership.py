"""Membership: who enters a room, sits down and leaves, and who may look on."""

from __future__ import annotations

from enum import Enum, auto
from typing import Literal

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Member, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Began, Holder, Returned, Said, Sat, Shared
from ludarium.server.protocol.user_text import MAX_LABEL_CHARS, MAX_LINE_CHARS, clean_text
from ludarium.server.rooms import projections
from ludarium.server.rooms.disconnects import (
    end_local_game,
    hand_over_host,
    leave_open_room,
    note_absence,
)
from ludarium.server.rooms.occupants import Occupants
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import Transaction
from ludarium.server.rooms.turn_requests import turn_for

NO_SUCH_ROOM = "There is no such room."


class Access(Enum):
    """How a member comes to a room."""

    INSIDE = auto()  # has a place in it: a seat, the host's, or a tab that is here
    LISTED = auto()  # the room is public and lets the member in
    BY_CODE = auto()  # the room is private and lets in a member who knows its code
    NONE = auto()  # there is no such room, or it is closed to the member


def access_to(
    state: State, occupants: Occupants, member: str, kind: Literal["person", "program"]
) -> Access:
    """How a member comes to a room, if the room lets it in."""
    if occupants.is_present(member) or member == state.host or member in state.players:
        return Access.INSIDE
    if state.seats_of(member):
        return Access.INSIDE
    if not (state.watchable or _has_seat_for(state, kind)):
        return Access.NONE
    return Access.LISTED if state.setup.public else Access.BY_CODE


def enter_room(tx: Transaction, member: Member, message: m.Enter) -> None:
    """Enter, or catch up after a reconnect."""
    state = tx.state
    if state.phase == "closed":
        raise Refused("room_closed", "The room is closed.")
    if access_to(state, tx.occupants, member.id, member.kind) is Access.NONE:
        raise Refused("no_such_room", NO_SUCH_ROOM)
    tx.occupants.add_tab(member, message.preview)
    if member.id in state.away:
        tx.happen(Returned(member.id))
    tx.answer(projections.catch_up(state, tx.tail, tx.watchers(), member.id, message.last, tx.now))
    turn = turn_for(state, member.id, tx.now)
    if turn is not None:
        tx.send(To.SENDER, turn)


def take_seat(tx: Transaction, member: Member, message: m.Sit) -> None:
    """Take an empty seat; with the last one the game begins."""
    state = tx.state
    if state.phase != "open":
        raise Refused("already_begun", "The game has begun.")
    if message.seat >= len(state.seats):
        raise Refused("no_such_seat", "There is no such seat.")
    if state.seats[message.seat].kind != "nobody":
        raise Refused("seat_taken", "That seat is taken.")
    if state.seats_of(member.id):
        raise Refused("already_seated", "You have a seat.")
    wanted = "program" if state.setup.seats[message.seat].kind == "agent" else "person"
    if member.kind != wanted:
        kind = "a program" if wanted == "program" else "people"
        raise Refused("wrong_seat", f"That seat is for {kind}.")
    tx.happen(Sat(message.seat, Holder(member.kind, member.name, member.id)))
    begin_if_full(tx)


def begin_if_full(tx: Transaction) -> None:
    """Begin when no seat is empty."""
    if all(holder.kind != "nobody" for holder in tx.state.seats):
        begin_game(tx, tuple(tx.state.seats))


def begin_game(tx: Transaction, seats: tuple[Holder, ...]) -> None:
    """Begin a game, the first one or another."""
    table = tx.state.table
    number = table.number + 1 if table else 1
    tx.happen(Began(number, tx.rng.getrandbits(32), seats))
    _dismiss_strangers(tx)


def leave_room(tx: Transaction, member: Member, message: m.Leave) -> None:
    """Leave for good."""
    if tx.state.phase == "closed":
        return
    tx.occupants.remove_member(member.id)
    told = m.Dismissed(tx.state.code, "left", "You left the room.")
    tx.send(To.MEMBER, told, member.id)
    give_place_up(tx, member.id)


def give_place_up(tx: Transaction, member: str) -> None:
    """A member without a tab here does not come back; the seat of a running game stays kept."""
    state = tx.state
    hosting = member == state.host
    if state.phase == "open":
        leave_open_room(tx, member)
    elif state.local and hosting:
        end_local_game(tx)
    elif hosting:
        hand_over_host(tx)
    note_absence(tx, member)


def change_sharing(tx: Transaction, member: Member, message: m.Share) -> None:
    """Say who may look on."""
    state = tx.state
    if member.id != state.host:
        raise Refused("not_host", "Only the host can do that.")
    if state.phase == "closed":
        raise Refused("room_closed", "The room is closed.")
    label = clean_text(message.label, MAX_LABEL_CHARS, least=0)
    tx.happen(Shared(message.public, message.spectators, label))
    _dismiss_strangers(tx)


def say_line(tx: Transaction, member: Member, message: m.Say) -> None:
    """Say something to the players' chat or the watchers'."""
    if tx.state.phase == "closed":
        raise Refused("room_closed", "The room is closed.")
    seated = bool(tx.state.seats_of(member.id))
    text = clean_text(message.text, MAX_LINE_CHARS)
    tx.happen(Said("players" if seated else "watchers", member.name, text))


def _dismiss_strangers(tx: Transaction) -> None:
    """Dismiss members who can neither sit down nor look on any more."""
    for other in [other for other in tx.occupants.tabs if not _may_stay(tx.state, other)]:
        tx.occupants.remove_member(other)
        told = m.Dismissed(tx.state.code, "no_spectators", _dismissal(tx.state))
        tx.send(To.MEMBER, told, other)


def _dismissal(state: State) -> str:
    if state.phase == "playing":
        return "The game has begun, and it is not open to spectators."
    return "This room is not open to spectators."


def _may_stay(state: State, member: str) -> bool:
    if state.watchable or state.seats_of(member) or member in state.players:
        return True
    return member == state.host or any(_has_seat_for(state, kind) for kind in ("person", "program"))


def _has_seat_for(state: State, kind: str) -> bool:
    """Whether a seat is open for people, or for programs."""
    wanted = "agent" if kind == "program" else "open"
    places = zip(state.seats, state.setup.seats, strict=True)
    return state.phase == "open" and any(
        holder.kind == "nobody" and place.kind == wanted for holder, place in places
    )
