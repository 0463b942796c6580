"""Clocks: for each move, Fischer, Bronstein, what a timeout does, and that none runs unseen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import InvalidOption
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import Ended, Moved, Replaced, Resumed
from ludarium.server.protocol.room_setup import ClockRule, Place, Setup, check_setup
from ludarium.server.rooms.clock import Clock
from tests.server.house import BLITZ, BRONSTEIN, FORGE, House


def moved(clock: Clock, now: float, to: int) -> list[float]:
    """What is left after a move that gives the turn to a seat."""
    clock.set(clock.after(now, over=to != clock.seat), to, now)
    return clock.left


def running(rule: ClockRule, seats: int = 2) -> Clock:
    """A clock that runs for seat 0 from time 0 on: the first move of the game has been played."""
    clock = Clock(rule, seats)
    clock.begin(seats - 1, 0.0)
    clock.set(clock.after(0.0, over=True), 0, 0.0)
    return clock


KINDS = (ClockRule("move", 20.0), FORGE, BLITZ, BRONSTEIN)


@pytest.mark.parametrize("rule", KINDS, ids=lambda rule: f"{rule.kind}-{rule.timeout}")
def test_no_clock_runs_before_the_first_move(rule: ClockRule) -> None:
    house = House()
    code, ann, bob = house.online(clock=rule)
    house.wait(1000.0)
    clock = house.room(code).state.current().clock
    assert clock.clock_times(house.now) == m.ClockTimes(
        (rule.seconds, rule.seconds), None, house.now
    )
    assert clock.deadline() is None
    house.play(ann, code)
    # A move that cost no time earns none.
    assert house.facts(code)[-1].left == (rule.seconds, rule.seconds)
    assert ann.last(m.Happened).view.clocks.running == 1
    assert clock.deadline() == house.now + rule.seconds
    house.wait(10.0)
    house.play(bob, code)
    spent = {"move": 10.0, "fischer": 8.0, "bronstein": 5.0}[rule.kind]
    assert house.facts(code)[-1].left == (rule.seconds, rule.seconds - spent)


@pytest.mark.parametrize("rule", KINDS, ids=lambda rule: f"{rule.kind}-{rule.timeout}")
def test_no_clock_runs_before_the_first_move_of_a_rematch(rule: ClockRule) -> None:
    house = House()
    code, ann, bob = house.online(clock=rule)
    house.play(ann, code)
    house.do(bob, m.Resign, room=code)
    house.do(ann, m.Offer, room=code, kind="rematch")
    house.do(bob, m.Offer, room=code, kind="rematch")
    house.wait(1000.0)
    assert house.room(code).state.phase == "playing"
    assert house.room(code).state.current().clock.deadline() is None
    house.play(bob, code)
    assert house.facts(code)[-1].left == (rule.seconds, rule.seconds)


@pytest.mark.parametrize("rule", KINDS, ids=lambda rule: f"{rule.kind}-{rule.timeout}")
def test_no_clock_runs_before_the_first_move_after_a_restart(rule: ClockRule) -> None:
    house = House()
    code, _, _ = house.online(clock=rule)
    house.restart()
    ann, bob = house.come("Ann"), house.come("Bob")
    house.do_enter(ann, code)
    house.do_enter(bob, code)
    assert isinstance(house.facts(code)[-1], Resumed)
    house.wait(1000.0)
    assert bob.last(m.Happened).view.clocks.running is None
    house.play(ann, code)
    assert house.facts(code)[-1].left == (rule.seconds, rule.seconds)


def test_a_clock_that_has_started_goes_on_after_a_restart() -> None:
    house = House()
    code, ann, _ = house.online(clock=BLITZ)
    house.play(ann, code)
    house.restart()
    ann, bob = house.come("Ann"), house.come("Bob")
    house.do_enter(ann, code)
    house.do_enter(bob, code)
    house.wait(10.0)
    house.play(bob, code)
    assert house.facts(code)[-1].left == (60.0, 52.0)


def test_a_takeback_of_the_first_move_does_not_stop_the_clock() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "host", clock=BLITZ)
    house.play(ann, code)
    house.do(ann, m.Undo, room=code)
    house.wait(10.0)
    house.play(ann, code)
    assert house.facts(code)[-1].left == (52.0, 60.0)


def test_one_who_is_gone_before_the_first_move_can_be_claimed_out_of_the_game() -> None:
    house = House()
    code, ann, bob = house.online(clock=BLITZ)
    house.go(ann)
    house.wait(60.0)
    house.do(bob, m.Claim, room=code, seat=0, want="win")
    assert house.facts(code)[-1] == Ended(1, "abandoned", (60.0, 60.0))


def test_fischer_adds_to_the_clock_with_every_turn() -> None:
    clock = running(ClockRule("fischer", 60.0, 2.0))
    assert moved(clock, 10.0, 1) == [52.0, 60.0]
    assert moved(clock, 11.0, 0) == [52.0, 61.0]


def test_bronstein_gives_back_what_a_turn_took_and_no_more() -> None:
    clock = running(ClockRule("bronstein", 60.0, 5.0))
    assert moved(clock, 3.0, 1) == [60.0, 60.0]
    assert moved(clock, 15.0, 0) == [60.0, 53.0]


def test_a_clock_for_each_move_begins_anew_with_every_turn_but_not_with_every_step() -> None:
    clock = running(ClockRule("move", 20.0))
    assert moved(clock, 5.0, 0) == [15.0, 20.0]
    assert clock.deadline() == 20.0
    assert moved(clock, 8.0, 1) == [20.0, 20.0]
    assert clock.deadline() == 28.0


def test_an_increment_comes_with_the_end_of_a_turn_only() -> None:
    clock = running(ClockRule("fischer", 60.0, 2.0))
    assert moved(clock, 10.0, 0) == [50.0, 60.0]
    assert moved(clock, 11.0, 1) == [51.0, 60.0]


def test_a_step_of_a_turn_adds_nothing_to_the_clock() -> None:
    house = House()
    code, ann, _ = house.online("pyramids", clock=BLITZ)
    house.play(ann, code)
    assert house.room(code).state.current().to_move == 0
    assert house.facts(code)[-1].left == (60.0, 60.0)
    house.wait(5.0)
    house.do(ann, m.Undo, room=code)
    assert house.facts(code)[-1].left == (55.0, 60.0)
    house.wait(10.0)
    house.play(ann, code)
    assert house.facts(code)[-1].left == (45.0, 60.0)


def test_without_a_clock_nothing_is_due() -> None:
    clock = Clock(ClockRule(), 2)
    clock.begin(0, 0.0)
    assert clock.deadline() is None
    assert clock.clock_times(1.0) is None


def test_one_who_runs_out_of_time_loses() -> None:
    house = House()
    code, ann, _ = house.online(clock=BLITZ)
    house.play(ann, code)
    house.wait(60.0)
    last = house.facts(code)[-1]
    assert isinstance(last, Ended)
    assert (last.winner, last.reason, last.left[1]) == (0, "timeout", 0.0)


def test_a_move_that_comes_too_late_is_no_move_even_before_anybody_looked_at_the_clock() -> None:
    house = House()
    code, ann, bob = house.online(clock=BLITZ)
    house.play(ann, code)
    house.now += 60.0
    move = bob.last(m.YourTurn).choices[0].move
    assert house.refused(bob, m.Play, room=code, ply=1, move=move) == "game_over"
    assert house.room(code).state.phase == "finished"


def test_a_move_is_played_for_a_seat_out_of_time_where_the_host_wants_that() -> None:
    house = House()
    code, ann, _ = house.online(clock=FORGE)
    house.play(ann, code)
    first = house.room(code).state.current().choices()[0].notation
    house.wait(20.0)
    last = house.facts(code)[-1]
    assert isinstance(last, Moved)
    assert (last.forced, last.notation) == (True, first)


def test_a_whole_turn_is_played_for_a_seat_out_of_time() -> None:
    house = House()
    code, ann, _ = house.online("pyramids", clock=ClockRule("move", 20.0, timeout="random"))
    house.play(ann, code)
    assert house.room(code).state.current().to_move == 0
    house.wait(20.0)
    assert house.room(code).state.current().to_move == 1


def test_only_a_clock_for_each_move_can_play_a_move() -> None:
    setup = Setup("forge", (Place("host"),) * 2, clock=ClockRule("fischer", 60.0, timeout="first"))
    with pytest.raises(InvalidOption):
        check_setup(setup)


def test_of_three_a_bot_plays_on_for_one_out_of_time() -> None:
    house = House()
    ann, bob, cid = (house.come(name) for name in ("Ann", "Bob", "Cid"))
    code = house.host(ann, "pyramids", "host", "open", "open", clock=BLITZ)
    for seat, guest in ((1, bob), (2, cid)):
        house.do_enter(guest, code)
        house.do(guest, m.Sit, room=code, seat=seat)
    house.play(ann, code)
    house.wait(60.0)
    replaced = [fact for fact in house.facts(code) if isinstance(fact, Replaced)]
    assert [(fact.seat, fact.why) for fact in replaced] == [(0, "timeout")]
    assert house.room(code).state.phase == "playing"


def test_a_bot_is_charged_for_its_search_and_not_for_its_wait() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "medium", "host", clock=BLITZ)
    asked = house.thinking[code]
    assert asked.seconds is not None
    assert 0 < asked.seconds < 60
    house.think(code, seconds=1.5)
    house.play(ann, code)
    house.wait(100.0)
    house.think(code, seconds=1.5)
    last = house.facts(code)[-1]
    assert isinstance(last, Moved)
    assert last.left == (60.5, 62.0)


def test_no_clock_runs_while_the_server_is_down_or_somebody_is_not_back() -> None:
    house = House()
    code, ann, bob = house.online(clock=BLITZ)
    for guest in (ann, bob):
        house.play(guest, code)
    house.wait(10.0)
    house.play(ann, code)
    house.restart(down=1000.0)
    ann, bob = house.come("Ann"), house.come("Bob")
    house.do_enter(bob, code)
    house.wait(30.0)
    assert house.room(code).state.current().clock.clock_times(house.now) == m.ClockTimes(
        (52.0, 62.0), None, house.now
    )
    house.do_enter(ann, code)
    assert isinstance(house.facts(code)[-1], Resumed)
    house.wait(10.0)
    house.play(bob, code)
    assert house.facts(code)[-1].left == (52.0, 54.0)


def test_the_clocks_wait_a_minute_for_those_who_do_not_come_back() -> None:
    house = House()
    code, ann, _ = house.online(clock=BLITZ)
    house.play(ann, code)
    house.restart()
    house.wait(119.0)
    assert house.room(code).state.phase == "playing"
    house.wait(1.0)
    assert house.room(code).state.phase == "finished"


def test_a_takeback_gives_no_time_back() -> None:
    house = House()
    code, ann, bob = house.online(clock=BLITZ)
    for guest in (ann, bob):
        house.play(guest, code)
    house.wait(10.0)
    house.play(ann, code)
    house.wait(5.0)
    house.do(ann, m.Offer, room=code, kind="takeback")
    offer = next(iter(house.room(code).state.offers.standing))
    house.do(bob, m.Answer, room=code, offer=offer, accept=True)
    assert house.facts(code)[-1].left == (52.0, 57.0)


@given(
    st.sampled_from(("fischer", "bronstein")),
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 2)), max_size=30),
)
def test_time_that_passes_is_paid_by_the_seat_to_move_and_by_nobody_else(
    kind: Any, turns: list[tuple[int, int]]
) -> None:
    clock = running(ClockRule(kind, 86_400.0, 30.0), 3)
    now = 0.0
    owed = [86_400.0] * 3
    for seconds, to in turns:
        seat = clock.seat
        assert seat is not None
        now += seconds
        owed[seat] -= seconds
        if to != seat:
            owed[seat] += 30.0 if kind == "fischer" else min(seconds, 30.0)
        assert moved(clock, now, to) == owed
        assert clock.deadline() == now + owed[to]
