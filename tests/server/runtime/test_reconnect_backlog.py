"""Moves wait while others come back after a restart, in their order and not for long."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ludarium.server.protocol.codec import Play, Resign, Say
from ludarium.server.runtime.reconnect_backlog import GATHERING, LONGEST, QUIET, Arrivals


def tab(name: str) -> Any:
    return SimpleNamespace(member=SimpleNamespace(tab=name))


def play(ply: int) -> Play:
    return Play(id=f"p{ply}", room="H64MT", ply=ply, move={})


RESIGN = Resign(id="r", room="H64MT")


def test_a_move_waits_until_nobody_arrives_any_more() -> None:
    arrivals = Arrivals(0.0, rooms=True)
    assert arrivals.holds(tab("a"), play(1), 0.1)
    arrivals.note(0.25)
    assert arrivals.next(0.25 + QUIET / 2) is None
    held = arrivals.next(0.3 + QUIET)
    assert held is not None
    assert held.message == play(1)
    assert not arrivals.holds(tab("a"), play(2), 0.3 + QUIET)


def test_nothing_overtakes_what_the_same_tab_said_before() -> None:
    arrivals = Arrivals(0.0, rooms=True)
    assert arrivals.holds(tab("a"), play(1), 0.0)
    assert arrivals.holds(tab("a"), RESIGN, 1.0)
    assert not arrivals.holds(tab("b"), RESIGN, 1.0)
    released = [arrivals.next(1.0), arrivals.next(1.0), arrivals.next(1.0)]
    assert [one.message if one else None for one in released] == [play(1), RESIGN, None]
    assert not arrivals.holds(tab("a"), RESIGN, 1.0)


def test_what_is_no_move_does_not_wait() -> None:
    arrivals = Arrivals(0.0, rooms=True)
    assert not arrivals.holds(tab("a"), Say(id="s", room="H64MT", text="hello"), 0.0)


def test_no_move_waits_for_long_however_many_come() -> None:
    arrivals = Arrivals(0.0, rooms=True)
    assert arrivals.holds(tab("a"), play(1), 0.0)
    arrivals.note(LONGEST)
    assert arrivals.next(LONGEST - 0.1) is None
    assert arrivals.next(LONGEST) is not None
    arrivals.note(GATHERING)
    assert not arrivals.holds(tab("a"), play(2), GATHERING)


def test_on_an_empty_store_nobody_comes_back_so_nothing_waits() -> None:
    assert not Arrivals(0.0, rooms=False).holds(tab("a"), play(1), 0.0)
