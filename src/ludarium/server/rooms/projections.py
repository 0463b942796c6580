"""Projections: what a member may see of a room, as a snapshot, a tail or a line of the lobby."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ludarium.server.protocol.codec import Entry, Happened, Snapshot, Tail, YourTurn
from ludarium.server.protocol.events import Said, Withheld
from ludarium.server.protocol.room_setup import ClockRule
from ludarium.server.rooms.live_game import LiveGame
from ludarium.server.rooms.room_state import State


def is_hidden(state: State, event: Happened) -> bool:
    """Whether players must not see an event: what watchers say while the game runs."""
    fact = event.fact
    return isinstance(fact, Said) and fact.channel == "watchers" and state.phase == "playing"


def withhold(event: Happened) -> Happened:
    """The event that players get in place of a hidden one, so that no number is missing."""
    return replace(event, fact=Withheld(), by="", cause="")


def visible_events(state: State, member: str, history: Iterable[Happened]) -> tuple[Happened, ...]:
    """Events as a member may see them."""
    playing = bool(state.seats_of(member))
    return tuple(
        withhold(event) if playing and is_hidden(state, event) else event for event in history
    )


def catch_up(
    state: State,
    tail: Sequence[Happened],
    watchers: int,
    member: str,
    last: int | None,
    now: float,
) -> Tail | Snapshot:
    """What a member missed after its last event; the whole room if that is too long ago."""
    first = tail[0].number if tail else state.number + 1
    if last is None or last > state.number or last + 1 < first:
        return snapshot(state, watchers, member, now)
    missed = [event for event in tail if event.number > last]
    view = state.table.view(now) if state.table else None
    return Tail(state.code, state.number, visible_events(state, member, missed), view)


def snapshot(state: State, watchers: int, member: str, now: float) -> Snapshot:
    """The whole room as a member may see it."""
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
        watchers=watchers,
        away=dict(state.away),
        played=tuple(table.played) if table else (),
        offers=tuple(state.offers.standing.values()),
        chat=state.chat.lines(playing=bool(yours) and state.phase == "playing"),
        view=table.view(now) if table else None,
    )


def turn_message(state: State, table: LiveGame, seat: int) -> YourTurn:
    """The legal moves of the seat to move."""
    return YourTurn(state.code, state.number, seat, table.ply, table.choices())


def lobby_entry(state: State, watchers: int) -> Entry | None:
    """The room as the lobby lists it, None if it does not."""
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
        watchers=watchers,
        watchable=state.watchable,
        label=state.setup.label,
        rated=state.setup.rated,
    )


def clock_text(rule: ClockRule) -> str:
    """A clock as the lobby writes it: `none`, `20 s a move`, `5:00 + 3 s`."""
    if rule.kind == "none":
        return "none"
    if rule.kind == "move":
        return f"{rule.seconds:g} s a move"
    minutes, seconds = divmod(round(rule.seconds), 60)
    added = f" + {rule.extra:g} s" if rule.extra else ""
    return f"{minutes}:{seconds:02}{added}{' Bronstein' if rule.kind == 'bronstein' else ''}"
