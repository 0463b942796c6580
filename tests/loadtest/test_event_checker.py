"""The books of a load: what is lost, doubled, reordered or changed is found."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import Raw
from msgspec.json import encode

from ludarium.loadtest.event_checker import EventChecker
from ludarium.loadtest.latency_histogram import LatencyHistogram
from ludarium.loadtest.message_subset import PlayedMove, ServerMessage


def event(number: int, cause: str = "", at: float = 0.0, **fact: Any) -> ServerMessage:
    return ServerMessage(
        "event", room="CCCCC", number=number, at=at, cause=cause, fact=Raw(encode(fact))
    )


def moved(number: int, ply: int, cause: str) -> ServerMessage:
    return event(number, cause, type="moved", seat=ply % 2, ply=ply, notation=f"m{ply}")


def books(*events: ServerMessage) -> EventChecker:
    ledger = EventChecker(Counter())
    for one in events:
        ledger.check_event(one)
    return ledger


def test_what_comes_in_order_is_sound_however_many_hear_it() -> None:
    all_of_it = [event(1, type="began"), moved(2, 0, "a"), moved(3, 1, "b")]
    ledger = books(*all_of_it, *all_of_it)
    ledger.record_ack("a", 2)
    ledger.check_acks()
    played = [PlayedMove(0, "m0"), PlayedMove(1, "m1")]
    ledger.compare_snapshot(ServerMessage("snapshot", number=3, played=played))
    assert not ledger.faults


@pytest.mark.parametrize(
    ("events", "fault"),
    [
        ([event(1, type="began"), moved(3, 0, "a")], "lost"),
        ([event(1, type="began"), moved(2, 0, "a"), moved(3, 1, "a")], "doubled"),
        ([event(1, type="began"), moved(2, 1, "a"), moved(3, 0, "b")], "reordered"),
        ([event(1, type="began"), moved(2, 0, "a"), moved(2, 0, "b")], "changed"),
    ],
)
def test_faults_are_found(events: list[ServerMessage], fault: str) -> None:
    assert books(*events).faults[fault]


def test_an_acknowledged_move_that_nobody_heard_of_is_lost() -> None:
    ledger = books(event(1, type="began"))
    ledger.record_ack("a", 2)
    ledger.check_acks()
    assert ledger.faults == {"lost": 1}


@pytest.mark.parametrize(("number", "found"), [(2, 1), (3, 0), (4, 1)])
def test_a_move_is_acknowledged_by_the_last_event_that_it_led_to(number: int, found: int) -> None:
    ledger = books(event(1, type="began"), moved(2, 0, "a"), event(3, "a", type="ended"))
    ledger.check_event(event(4, type="resumed"))
    ledger.record_ack("a", number)
    ledger.check_acks()
    assert ledger.faults.total() == ledger.faults["misnumbered"] == found


def test_a_room_that_is_not_what_was_told_is_changed() -> None:
    ledger = books(event(1, type="began"), moved(2, 0, "a"))
    ledger.compare_snapshot(ServerMessage("snapshot", number=2, played=[PlayedMove(0, "m1")]))
    assert ledger.faults == {"changed": 1}


def test_moves_that_are_taken_back_are_no_longer_played() -> None:
    ledger = books(event(1, type="began"), moved(2, 0, "a"), event(3, type="undone", ply=0))
    assert ledger.moves == []


def test_a_gauge_tells_quantiles_to_two_parts_in_a_hundred() -> None:
    gauge = LatencyHistogram()
    for number in range(1, 1001):
        gauge.record(number / 1000)
    assert gauge.quantile(0.5) == pytest.approx(0.5, rel=0.03)
    assert gauge.quantile(0.99) == pytest.approx(0.99, rel=0.03)
    assert gauge.max_s == 1.0
