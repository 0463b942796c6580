"""Verdicts on programs do not depend on how busy this host is: delays are planted here."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from websockets import ConnectionClosedError

import ludarium.agents.hosting.program_contender
from ludarium import load
from ludarium.agents import time_control
from ludarium.agents.contender import Allowance, Forfeit
from ludarium.agents.hosting.in_process_link import InProcessLink
from ludarium.agents.hosting.pipe import count_unread
from ludarium.agents.hosting.process_link import ProcessLink
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.hosting.websocket_link import MAX_QUEUED_FRAMES, WebSocketLink
from ludarium.agents.sdk.agent import Agent
from ludarium.agents.time_control import GameClocks
from ludarium.core.game import Outcome
from ludarium.core.match import Match
from tests.agents.hosting.misbehaving import PRELUDE
from tests.agents.sampling import TICTACTOE

GAME = load(TICTACTOE)
AMPLE = GameClocks(time_control.read_time_control("move=60"), 2).allowance(0)
ONLY_TURNS = """
for line in sys.stdin:
    say(json.dumps({"type": "move", "move": json.loads(line)["legal_moves"][0]}) + "\\n")
"""


def python(code: str) -> ProcessLink:
    return ProcessLink([sys.executable, "-c", PRELUDE + code])


@pytest.fixture
def links() -> Iterator[list[ProcessLink]]:
    """Links to close in the end."""
    opened: list[ProcessLink] = []
    yield opened
    for link in opened:
        link.close()


def opened(links: list[ProcessLink], code: str) -> ProcessLink:
    link = python(code)
    links.append(link)
    link.open()
    return link


def started(contender: ProgramContender) -> Match:
    contender.start_game(GAME, 0, 2, 0, expose_legal_moves=True)
    return Match(GAME)


def past() -> float:
    """A deadline that is over."""
    now = time.monotonic()
    while time.monotonic() == now:
        pass
    return now


# What came before a look after the deadline came in time.


def test_a_line_that_came_in_time_is_taken_by_a_host_that_looks_late(
    links: list[ProcessLink],
) -> None:
    link = opened(links, "say('first\\nsecond\\n'); sleep()")
    while not count_unread(link.stdout.fileno()):
        time.sleep(0.01)
    deadline = past()
    assert link.receive_line(deadline) == b"first\n"
    assert link.receive_line(deadline) == b"second\n"
    with pytest.raises(Forfeit) as forfeit:
        link.receive_line(deadline)
    assert forfeit.value.code == "timeout"


def test_a_line_that_comes_after_that_look_is_late(links: list[ProcessLink]) -> None:
    link = opened(links, "say(sys.stdin.readline()); sleep()")
    deadline = past()
    with pytest.raises(Forfeit) as forfeit:
        link.receive_line(deadline)
    assert forfeit.value.code == "timeout"
    link.send_line(b"answer\n", time.monotonic() + 60)
    while not count_unread(link.stdout.fileno()):
        time.sleep(0.01)
    with pytest.raises(Forfeit) as forfeit:
        link.receive_line(deadline)
    assert forfeit.value.code == "timeout"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("sys.exit(3)", "exit 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "signal 9"),
        ("os.close(1); sleep()", "output"),
    ],
)
def test_an_end_before_the_deadline_is_a_crash_though_this_host_looks_late(
    links: list[ProcessLink], code: str, says: str
) -> None:
    link = opened(links, code)
    poll = select.poll()
    poll.register(link.stdout.fileno(), 0)
    poll.poll()  # until its output is closed
    with pytest.raises(Forfeit) as forfeit:
        link.receive_line(past())
    assert forfeit.value.code == "crash"
    assert says in forfeit.value.message


def test_how_a_program_ended_is_told_however_slow_its_supervisor_is(
    links: list[ProcessLink],
) -> None:
    link = opened(links, "sys.stdin.readline(); sys.exit(3)")
    link.pause()  # so its number is known
    link.resume()
    assert link.supervisor is not None
    supervisor_pid = link.supervisor.pid
    os.kill(supervisor_pid, signal.SIGSTOP)
    threading.Timer(1.0, os.kill, (supervisor_pid, signal.SIGCONT)).start()
    link.send_line(b"leave\n", time.monotonic() + 60)
    with pytest.raises(Forfeit) as forfeit:
        link.receive_line(time.monotonic() + 60)
    assert "exit 3" in forfeit.value.message


def test_a_move_in_time_is_never_too_late_for_the_clock() -> None:
    rng = Random(1)
    for written in ("move={},bank={}", "clock={}+{}"):
        for _ in range(200):
            control = time_control.read_time_control(
                written.format(rng.random() + 0.01, rng.random() + 0.01)
            )
            clocks = GameClocks(control, 2)
            clocks.spend_time(0, rng.random() * (control.move or control.clock or 0.0))
            seconds = clocks.allowance(0).seconds
            assert seconds is not None
            assert clocks.spend_time(0, seconds) >= 0
    clocks = GameClocks(time_control.read_time_control("move=1,bank=1"), 2)
    assert clocks.spend_time(0, 2.001) < 0


class Paused:
    """A link whose agent answers at once, while this host is held up for an hour."""

    stderr = ""
    lost = False

    def __init__(self, clock: SimpleNamespace) -> None:
        self.clock = clock

    def receive_line(self, deadline: float) -> bytes:
        self.clock.now += 3600.0
        return b'{"type":"move","move":{"cell":4}}\n'

    def take_early_lines(self) -> list[bytes]:
        return []

    def __getattr__(self, name: str) -> Any:
        return lambda *given: b""


def test_a_host_that_was_held_up_counts_no_more_than_the_move_was_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SimpleNamespace(now=1000.0, time_ns=time.time_ns)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(ludarium.agents.hosting.program_contender, "time", clock)
    contender = ProgramContender(Paused(clock))
    contender.seat, contender.exposed = 0, True
    clocks = GameClocks(time_control.read_time_control("move=0.1,bank=0.2"), 2)
    reply = contender.request_move(Match(GAME), clocks.allowance(0))
    assert reply.move == 4
    assert clocks.spend_time(0, reply.seconds) >= 0
    unlimited = contender.request_move(Match(GAME), Allowance(None, None, {}))
    assert unlimited.seconds == 3600.0


class Frames:
    """A connection with frames that came before anybody looked; None is the end."""

    socket = SimpleNamespace(setsockopt=lambda *given: None)
    protocol = SimpleNamespace(close_code=None)

    def __init__(self, *frames: str | None) -> None:
        self.frames = list(frames)

    def send(self, text: str) -> None:
        pass

    def recv(self, timeout: float) -> str:
        if not self.frames:
            raise TimeoutError
        frame = self.frames.pop(0)
        if frame is None:
            raise ConnectionClosedError(None, None)
        return frame


def test_a_remote_agent_whose_frames_are_there_has_answered_in_time() -> None:
    link = WebSocketLink("ws://nowhere/")
    link.connection = Frames("info", "move", None)  # type: ignore[assignment]
    link.send_line(b"turn\n", time.monotonic() + 60)
    deadline = past()
    assert [link.receive_line(deadline) for _ in range(2)] == [b"info", b"move"]
    with pytest.raises(Forfeit) as forfeit:
        link.receive_line(deadline)
    assert forfeit.value.code == "crash"


def test_a_remote_agent_cannot_go_on_after_its_time_by_talking() -> None:
    link = WebSocketLink("ws://nowhere/")
    link.connection = Frames(*["info"] * 1000)  # type: ignore[assignment]
    link.send_line(b"turn\n", time.monotonic() + 60)
    deadline = past()
    for _ in range(MAX_QUEUED_FRAMES):
        link.receive_line(deadline)
    with pytest.raises(Forfeit) as forfeit:
        link.receive_line(deadline)
    assert forfeit.value.code == "timeout"


def test_an_agent_in_this_process_is_timed_until_it_has_answered() -> None:
    class First(Agent):
        def choose(self, state: Any, legal_moves: Any) -> Any:
            return legal_moves[0]

    link = InProcessLink(First)
    link.open()
    link.send_line(b'{"type":"hello"}\n', 0.0)
    deadline = time.monotonic()
    past()
    assert link.receive_line(deadline) == b'{"type": "ready"}\n'


# Starting up is not on the clock.


def test_the_second_start_of_a_program_that_dies_on_hello_costs_no_time(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    first = tmp_path / "first"
    slow = (
        f"if os.path.exists({str(first)!r}):\n"
        f"    while not os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
        f"open({str(first)!r}, 'w')\n"
    )
    contender = ProgramContender(python(slow + ONLY_TURNS))
    try:
        match = started(contender)
        assert contender.turns_only
        began = time.monotonic()
        threading.Timer(1.0, gate.touch).start()
        reply = contender.request_move(match, AMPLE)
        assert time.monotonic() - began - reply.seconds >= 0.99
        # It is up now: the second turn is on the clock as a whole.
        began = time.monotonic()
        assert contender.request_move(match, AMPLE).seconds <= time.monotonic() - began
        assert not contender.first_turn_unread
    finally:
        contender.close()


def test_a_first_turn_that_is_longer_than_any_pipe_is_sent_to_one_who_starts_up(
    links: list[ProcessLink],
) -> None:
    link = opened(links, "print(len(sys.stdin.readline()), flush=True); sleep()")
    rest = link.send_first_line(b"x" * 1_000_000 + b"\n")
    assert 0 < len(rest) < 1_000_000
    link.send_line(rest, time.monotonic() + 60)
    assert link.receive_line(time.monotonic() + 60) == b"1000001\n"


def test_a_program_may_take_its_time_to_die_on_hello(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludarium.agents.hosting.program_contender, "HELLO_READY_S", 0.0)
    dying = "line = sys.stdin.readline()\nif 'hello' in line: time.sleep(0.5); sys.exit(1)\n"
    turn = "say(json.dumps({'type': 'move', 'move': json.loads(line)['legal_moves'][0]}) + '\\n')"
    contender = ProgramContender(python(dying + turn + ONLY_TURNS))
    try:
        match = started(contender)
        assert contender.turns_only
        assert contender.request_move(match, AMPLE).move == 0
    finally:
        contender.close()


def test_a_program_may_take_its_time_to_leave_after_a_game() -> None:
    leaving = """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn": answer(message)
    if message["type"] == "end": time.sleep(0.5); break
"""
    contender = ProgramContender(python(leaving))
    try:
        for _ in range(2):
            match = started(contender)
            assert contender.request_move(match, AMPLE).move == 0
            contender.end_game(Outcome(0, "resigned"))
    finally:
        contender.close()


# A closed input is a crash.


@pytest.mark.parametrize(
    "code",
    [
        "os.close(0); sleep()",
        "sys.stdin.readline(); os.close(0); sleep()",
        "[sys.stdin.readline() for _ in range(2)]; os.close(0); sleep()",
        "for turn in turns(): os.close(0); sleep()",
        'say(\'{"type":"ready"}\\n\'); sys.stdin.readline(); os.close(0); sleep()',
        'say(\'{"type":"ready"}\\n\' * 2); next(turns()); os.close(0); sleep()',
    ],
)
def test_a_program_that_closes_its_input_and_lives_on_crashed(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ludarium.agents.hosting.program_contender, "HELLO_READY_S", 0.1)
    contender = ProgramContender(python(code))
    try:
        with pytest.raises(Forfeit) as forfeit:
            contender.request_move(started(contender), AMPLE._replace(seconds=5.0))
        assert forfeit.value.code == "crash"
        assert "closed its input" in forfeit.value.message
    finally:
        contender.close()
