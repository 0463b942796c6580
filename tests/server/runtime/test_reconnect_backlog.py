"""Moves wait while others come back after a restart, in their order and not for long."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ludarium.server.protocol.codec import Play, Resign, Say
from ludarium.server.runtime.reconnect_backlog import (
    MAX_HELD_S,
    RECONNECT_QUIET_S,
    RECONNECT_WINDOW_S,
    ReconnectBacklog,
)


def tab(name: str) -> Any:
    return SimpleNamespace(member=SimpleNamespace(tab=name))


def play(ply: int) -> Play:
    return Play(id=f"p{ply}", room="H64MT", ply=ply, move={})


RESIGN = Resign(id="r", room="H64MT")


def test_a_move_waits_until_no_client_reconnects_any_more() -> None:
    reconnects = ReconnectBacklog(0.0, rooms=True)
    assert reconnects.hold_message(tab("a"), play(1), 0.1)
    reconnects.note_reconnect(0.25)
    assert reconnects.next_ready(0.25 + RECONNECT_QUIET_S / 2) is None
    held = reconnects.next_ready(0.3 + RECONNECT_QUIET_S)
    assert held is not None
    assert held.message == play(1)
    assert not reconnects.hold_message(tab("a"), play(2), 0.3 + RECONNECT_QUIET_S)


def test_nothing_overtakes_what_the_same_tab_said_before() -> None:
    reconnects = ReconnectBacklog(0.0, rooms=True)
    assert reconnects.hold_message(tab("a"), play(1), 0.0)
    assert reconnects.hold_message(tab("a"), RESIGN, 1.0)
    assert not reconnects.hold_message(tab("b"), RESIGN, 1.0)
    released = [reconnects.next_ready(1.0), reconnects.next_ready(1.0), reconnects.next_ready(1.0)]
    assert [one.message if one else None for one in released] == [play(1), RESIGN, None]
    assert not reconnects.hold_message(tab("a"), RESIGN, 1.0)


def test_what_is_no_move_does_not_wait() -> None:
    reconnects = ReconnectBacklog(0.0, rooms=True)
    assert not reconnects.hold_message(tab("a"), Say(id="s", room="H64MT", text="hello"), 0.0)


def test_no_move_waits_for_long_however_many_come() -> None:
    reconnects = ReconnectBacklog(0.0, rooms=True)
    assert reconnects.hold_message(tab("a"), play(1), 0.0)
    reconnects.note_reconnect(MAX_HELD_S)
    assert reconnects.next_ready(MAX_HELD_S - 0.1) is None
    assert reconnects.next_ready(MAX_HELD_S) is not None
    reconnects.note_reconnect(RECONNECT_WINDOW_S)
    assert not reconnects.hold_message(tab("a"), play(2), RECONNECT_WINDOW_S)


def test_on_an_empty_store_nobody_comes_back_so_nothing_waits() -> None:
    assert not ReconnectBacklog(0.0, rooms=False).hold_message(tab("a"), play(1), 0.0)
