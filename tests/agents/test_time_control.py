"""Time controls: what is read, what is refused, and what clocks do."""

from __future__ import annotations

import math

import pytest

from ludarium.agents.time_control import GameClocks, TimeControl, move_budget_s, read_time_control
from ludarium.core.errors import InvalidOption


@pytest.mark.parametrize(
    ("written", "control"),
    [
        ("none", TimeControl()),
        ("move=1.5", TimeControl(move=1.5)),
        ("move=1,bank=10", TimeControl(move=1.0, bank=10.0)),
        ("clock=60", TimeControl(clock=60.0)),
        ("clock=60+0.6", TimeControl(clock=60.0, increment=0.6)),
        ("nodes=20000", TimeControl(nodes=20000)),
        ("clock=1234567e-3+0.001,nodes=5", TimeControl(clock=1234.567, increment=0.001, nodes=5)),
    ],
)
def test_a_time_control_is_read_and_written_again(written: str, control: TimeControl) -> None:
    assert read_time_control(written) == control
    assert read_time_control(str(control)) == control


@pytest.mark.parametrize(
    "written",
    [
        "",
        "1",
        "move",
        "move=",
        "move=0",
        "move=-1",
        "move=nan",
        "move=inf",
        "move=1,move=2",
        "move=1,clock=60",
        "bank=10",
        "clock=60,bank=10",
        "clock=60+",
        "clock=+1",
        "clock=60+0",
        "nodes=1.5",
        "nodes=0",
        "nodes=99999999999999999999",
        "depth=3",
        "none,nodes=3",
    ],
)
def test_what_is_no_time_control_is_refused(written: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        read_time_control(written)
    assert refusal.value.code == "wrong_time_control"


def test_time_for_each_move_is_not_saved_for_the_next() -> None:
    clocks = GameClocks(read_time_control("move=2"), 2)
    assert clocks.spend_time(0, 0.5) == 0
    assert clocks.allowance(0).seconds == 2
    assert clocks.spend_time(0, 2.0) == 0
    assert clocks.spend_time(0, 2.5) == -0.5


def test_a_bank_pays_for_what_a_move_takes_beyond_its_time() -> None:
    clocks = GameClocks(read_time_control("move=2,bank=3"), 2)
    assert clocks.allowance(1).seconds == 5
    assert clocks.spend_time(1, 4.0) == 1
    assert clocks.allowance(1).seconds == 3
    assert clocks.spend_time(1, 1.0) == 1
    assert clocks.spend_time(1, 3.5) == -0.5
    assert clocks.left_s[0] == 3


def test_a_clock_runs_down_and_a_move_in_time_adds_to_it() -> None:
    clocks = GameClocks(read_time_control("clock=10+2"), 3)
    assert clocks.allowance(2).seconds == 10
    assert clocks.spend_time(2, 4.0) == 8
    assert clocks.spend_time(2, 8.0) == 2
    assert clocks.spend_time(2, 3.0) == -1
    assert clocks.left_s[:2] == [10, 10]


@pytest.mark.parametrize("written", ["none", "nodes=7"])
def test_without_a_limit_of_time_nobody_runs_out_of_it(written: str) -> None:
    clocks = GameClocks(read_time_control(written), 2)
    assert clocks.allowance(0).seconds is None
    assert clocks.allowance(0).nodes == read_time_control(written).nodes
    assert clocks.spend_time(0, 1e9) == math.inf


def test_agents_are_told_whole_milliseconds_and_never_too_many() -> None:
    clocks = GameClocks(read_time_control("clock=0.29+0.6,nodes=7"), 2)
    clocks.spend_time(1, 0.6506)
    assert clocks.allowance(1).clock == {
        "limit_ms": 0,
        "left_ms": [290, 0],
        "increment_ms": 600,
        "nodes": 7,
    }
    assert GameClocks(read_time_control("none"), 2).allowance(0).clock == {"limit_ms": None}
    told = GameClocks(read_time_control("move=1,bank=0.0015"), 2).allowance(0).clock
    assert told == {"limit_ms": 1001, "move_ms": 1000, "left_ms": [1, 1]}


@pytest.mark.parametrize(
    ("written", "least", "most"),
    [
        ("none", 0.0, 0.0),
        ("nodes=5", 0.0, 0.0),
        ("move=1", 0.5, 1.0),
        ("move=1,bank=60", 0.5, 1.0),
        ("clock=60", 1.0, 2.0),
        ("clock=60+1", 2.0, 3.0),
        ("move=0.001", 0.0001, 0.01),
    ],
)
def test_a_thrifty_player_leaves_time_for_what_comes(
    written: str, least: float, most: float
) -> None:
    allowance = GameClocks(read_time_control(written), 2).allowance(0)
    assert least <= move_budget_s(allowance) <= most
