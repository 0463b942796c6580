"""Approach: the room that a message is for, and the access that its sender has to it."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.server.protocol.codec import Enter, Exit, Member, RoomMessage
from ludarium.server.rooms.membership import Access
from ludarium.server.rooms.room import Room

GUESSES = (Access.BY_CODE, Access.NONE)  # the sender is not known in the room, nor is it listed


class Approach(NamedTuple):
    """Worked out once for each message: for the limit on guesses, and for the answer."""

    room: Room | None
    access: Access


def approach_room(
    room: Room | None, member: Member, message: RoomMessage, answered: bool
) -> Approach:
    """How a member comes to a room; a repeated message gets the answer that it had."""
    if answered or isinstance(message, Exit):
        return Approach(room, Access.INSIDE)  # the answer tells nothing of a room, or nothing new
    if room is None:
        return Approach(None, Access.NONE)
    access = room.access_of(member.id, member.kind)
    # `enter` has no receipts: it is handled each time.
    repeated = access in GUESSES and not isinstance(message, Enter)
    if repeated and room.receipts.find(member.id, message.id):
        return Approach(room, Access.INSIDE)
    return Approach(room, access)
