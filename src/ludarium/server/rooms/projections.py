"""What a member of a room may see of it: snapshots, tails, and the room's line in the lobby."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludarium.server.protocol.codec import Entry, Happened, Snapshot, Tail, Turn
from ludarium.server.protocol.events import Said, Withheld
from ludarium.server.protocol.room_setup import ClockRule
from ludarium.server.rooms.live_game import Table
from ludarium.server.rooms.room_state import State

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room


def hidden(state: State, event: Happened) -> bool:
    """Whether an event is kept from those who play."""
    fact = event.fact
    return isinstance(fact, Said) and fact.channel == "watchers" and state.phase == "playing"


def withheld(event: Happened) -> Happened:
    """What stands in an event's place for those from whom it is kept."""
    return replace(event, fact=Withheld(), by="", cause="")


def shown(state: State, member: str, events: Iterable[Happened]) -> tuple[Happened, ...]:
    """Events as a member may see them."""
    playing = bool(state.seats_of(member))
    return tuple(withheld(event) if playing and hidden(state, event) else event for event in events)


def catch_up(room: Room, member: str, last: int | None, now: float) -> Tail | Snapshot:
    """What a member missed after its last event; the whole room if that is too long ago."""
    state = room.state
    first = room.tail[0].number if room.tail else state.number + 1
    if last is None or last > state.number or last + 1 < first:
        return snapshot(room, member, now)
    missed = [event for event in room.tail if event.number > last]
    view = state.table.view(now) if state.table else None
    return Tail(state.code, state.number, shown(state, member, missed), view)


def snapshot(room: Room, member: str, now: float) -> Snapshot:
    """The whole room as a member may see it."""
    state = room.state
    table = state.table
    yours = state.seats_of(member)
    return Snapshot(
        room=state.code,
        number=state.number,
        setup=state.setup,
        mode=state.mode,
        phase=state.phase,
        host=state.host,
        seats=tuple(state.seats),
        yours=yours,
        watchers=room.watchers(),
        away=dict(state.away),
        played=tuple(table.played) if table else (),
        offers=tuple(state.offers.standing.values()),
        chat=state.chat.lines(playing=bool(yours) and state.phase == "playing"),
        view=table.view(now) if table else None,
    )


def turn(state: State, table: Table, seat: int) -> Turn:
    """The legal moves for the one who is to move."""
    return Turn(state.code, state.number, seat, table.ply, table.choices())


def entry(room: Room) -> Entry | None:
    """The room as the lobby lists it, None if it does not."""
    state = room.state
    if state.phase == "closed" or not state.setup.public:
        return None
    return Entry(
        room=state.code,
        game=state.setup.game,
        ruleset=state.setup.ruleset,
        mode=state.mode,
        phase=state.phase,
        host=state.host_name,
        seats=tuple(state.seats),
        clock=clock_text(state.setup.clock),
        watchers=room.watchers(),
        watchable=state.watchable,
        label=state.setup.label,
        rated=state.setup.rated,
    )


def clock_text(rule: ClockRule) -> str:
    """A clock in a few letters: `none`, `20 s a move`, `5:00 + 3 s`."""
    if rule.kind == "none":
        return "none"
    if rule.kind == "move":
        return f"{rule.seconds:g} s a move"
    minutes, seconds = divmod(round(rule.seconds), 60)
    added = f" + {rule.extra:g} s" if rule.extra else ""
    return f"{minutes}:{seconds:02}{added}{' Bronstein' if rule.kind == 'bronstein' else ''}"
