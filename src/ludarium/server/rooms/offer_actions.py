"""Bargains: draws, takebacks and rematches are offered, answered, and carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Member, Standing
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Agreed, Lapsed, Offered, OfferKind
from ludarium.server.rooms.game_actions import finish, partners, seated, take_back, way_back
from ludarium.server.rooms.membership import begin
from ludarium.server.rooms.offers import SECONDS
from ludarium.server.rooms.room_state import State

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room


def offer(room: Room, member: Member, message: m.Offer, now: float) -> None:
    """Make an offer; one to nobody is carried out, one that meets its like accepts it."""
    state = room.state
    seats = seated(state, member)
    _possible(room, message.kind, member.id)
    if not partners(state, member.id):
        _carry_out(room, message.kind, member.id, now)
        return
    standing = state.offers.find(message.kind)
    if standing and standing.seat not in seats and message.kind != "takeback":
        _accept(room, member, standing, now)
        return
    if standing:
        raise Refused("already_offered", "Such an offer waits for its answer.")
    ply = state.table.ply if state.table else 0
    if (message.kind, seats[0], ply) in state.offers.declined:
        raise Refused("declined", "That was declined; play a move first.")
    room.happen(Offered(message.kind, seats[0], now + SECONDS[message.kind]), now)


def answer(room: Room, member: Member, message: m.Answer, now: float) -> None:
    """Accept or decline an offer, or take one's own back."""
    seats = seated(room.state, member)
    standing = room.state.offers.standing.get(message.offer)
    if standing is None:
        raise Refused("no_such_offer", "There is no such offer any more.")
    own = standing.seat in seats
    if not message.accept:
        room.happen(Lapsed(message.offer, "withdrawn" if own else "declined"), now)
        return
    if own:
        raise Refused("own_offer", "That is your own offer.")
    _accept(room, member, standing, now)


def expire(room: Room, now: float) -> None:
    """End the offers whose time is over."""
    for standing in room.state.offers.expired(now):
        room.happen(Lapsed(standing.offer, "expired"), now)


def _accept(room: Room, member: Member, standing: Standing, now: float) -> None:
    state = room.state
    if state.seats[standing.seat].kind != "person":
        raise Refused("no_such_offer", "There is no such offer any more.")
    maker = state.seats[standing.seat].member
    _possible(room, standing.kind, maker)
    agreed = {state.seats[seat].member for seat in standing.agreed}
    if member.id in agreed:
        raise Refused("already_agreed", "You have agreed already.")
    if partners(state, maker) <= agreed | {member.id}:
        _carry_out(room, standing.kind, maker, now)
    else:
        room.happen(Agreed(standing.offer, state.seats_of(member.id)[0]), now)


def _possible(room: Room, kind: OfferKind, maker: str) -> None:
    """Refused if what is offered cannot be."""
    state = room.state
    if kind == "draw":
        state.current()
        if not _all_people(state):
            raise Refused("no_draw_with_bots", "Bots do not agree on draws.")
    elif kind == "takeback":
        way_back(state, maker)
    else:
        _can_play_again(room)


def _carry_out(room: Room, kind: OfferKind, maker: str, now: float) -> None:
    state = room.state
    if kind == "draw":
        finish(room, None, "draw_agreed", now)
    elif kind == "takeback":
        take_back(room, way_back(state, maker), now)
    else:
        # Everybody moves one seat on, so that nobody always begins.
        begin(room, (*state.seats[1:], state.seats[0]), now)


def _all_people(state: State) -> bool:
    return all(holder.kind == "person" for holder in state.seats)


def _can_play_again(room: Room) -> None:
    state = room.state
    if state.phase != "finished":
        raise Refused("not_finished", "The game has not ended.")
    if not all(room.present(member) for member in state.people()):
        raise Refused("opponent_gone", "Not everybody is here any more.")
