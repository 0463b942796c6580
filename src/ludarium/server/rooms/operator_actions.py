"""Operator actions: what an operator of the site does in a room."""

from __future__ import annotations

from msgspec.structs import replace

from ludarium.server.protocol.codec import Dismissed, To
from ludarium.server.protocol.events import Closed, LineHidden, Said
from ludarium.server.rooms import game_actions
from ludarium.server.rooms.membership import give_place_up
from ludarium.server.rooms.transaction import Transaction

CLOSED_BY_OPERATOR = "The operator of this site has closed the room."


def close_room(tx: Transaction, text: str) -> None:
    """Break a running game off without a result, close the room and dismiss its members."""
    state = tx.state
    if state.phase == "closed":
        return
    if state.phase == "playing":
        game_actions.finish_game(tx, None, "aborted")
    tx.happen(Closed("operator"))
    words = f"{CLOSED_BY_OPERATOR} Reason: {text}" if text else CLOSED_BY_OPERATOR
    tx.send(To.ROOM, Dismissed(state.code, "closed_by_operator", words))


def remove_banned(tx: Transaction, member: str) -> None:
    """A banned member leaves, and loses a running game: its opponents need not wait for it."""
    state = tx.state
    if state.phase == "closed":
        return
    tx.occupants.remove_member(member)
    if state.phase == "playing" and not state.local:
        for seat in state.seats_of(member):
            if state.phase == "playing":
                game_actions.lose_seat(tx, seat, "abandoned")
    give_place_up(tx, member)


def hide_line(tx: Transaction, number: int) -> None:
    """Hide a line of chat, also from members who reconnect."""
    tx.happen(LineHidden(number))
    for at, event in enumerate(tx.tail):
        if event.number == number and isinstance(event.fact, Said):
            tx.tail[at] = replace(event, fact=replace(event.fact, text=""))
