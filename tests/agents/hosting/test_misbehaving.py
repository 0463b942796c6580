"""The host of programs against programs that misbehave: the right verdict, and no harm done."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

import ludarium.agents.hosting.program_contender
from ludarium.agents.contender import FORFEIT_CODES, Forfeit
from ludarium.agents.hosting import process_link, supervisor
from ludarium.agents.hosting.pipe import count_unread
from ludarium.agents.hosting.process_link import ProcessLink
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.time_control import GameClocks, TimeControl
from ludarium.core.game import Outcome
from ludarium.core.match import Match
from ludarium.core.registry import load
from ludarium.sandbox.policy import wrap_command
from tests.agents.hosting.misbehaving import MISBEHAVING, PRELUDE, Bad
from tests.agents.sampling import TICTACTOE

ROOT = Path(__file__).parents[3]
HONEST = "from ludarium.agents import run; run(lambda state, legal_moves: legal_moves[0])"


def program(code: str, mark: str, sandbox: str = "off") -> ProgramContender:
    """A program in Python; its processes can be told by a mark in their environment."""
    wrapped = wrap_command([sys.executable, "-c", code], sandbox)
    environment = dict(os.environ) if wrapped.env is None else wrapped.env
    return ProgramContender(ProcessLink(wrapped.command, environment | {"LUDARIUM_MARK": mark}))


def marked(mark: str) -> list[str]:
    """The processes with this mark, in their environment or as their name."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_text()
            if mark in (folder / "environ").read_text() or command.startswith(mark):
                found.append(command)
        except (OSError, ValueError):
            continue
    return found


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def cut_time_short(link: process_link.ProcessLink) -> None:
    """Let the time for a move run out soon after the program has written, however late that is."""
    receive = link.receive_line
    ends: list[float] = []

    def receive_line(deadline: float) -> bytes:
        if not ends:
            while not count_unread(link.stdout.fileno()) and time.monotonic() < deadline:
                time.sleep(0.005)
            ends.append(time.monotonic() + 0.5)
        return receive(min(deadline, ends[0]))

    link.receive_line = receive_line  # type: ignore[method-assign]


def play(
    contenders: list[ProgramContender], seconds: list[float], *, late: bool = False
) -> tuple[Match, Forfeit | None]:
    match = Match(load(TICTACTOE))
    clocks = [GameClocks(TimeControl(move=limit), 2) for limit in seconds]
    try:
        for seat, contender in enumerate(contenders):
            contender.start_game(match.game, seat, 2, 0, expose_legal_moves=True)
        if late:
            assert isinstance(contenders[0].link, ProcessLink)
            cut_time_short(contenders[0].link)
        while match.outcome is None:
            seat = match.position.to_move
            match.play(contenders[seat].request_move(match, clocks[seat].allowance(seat)).move)
    except Forfeit as forfeit:
        return match, forfeit
    return match, None


def test_there_are_enough_ways_to_misbehave() -> None:
    assert len({bad.name for bad in MISBEHAVING}) == len(MISBEHAVING) >= 25
    assert {bad.verdict for bad in MISBEHAVING} == {*FORFEIT_CODES, ""}


@pytest.mark.parametrize("sandbox", ["off", "auto"])
@pytest.mark.parametrize("bad", MISBEHAVING, ids=lambda bad: bad.name)
def test_a_misbehaving_program_gets_its_verdict_and_harms_nobody(
    bad: Bad, sandbox: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if bad.name == "never reads":
        monkeypatch.setattr(process_link, "START_TIMEOUT_S", 1.0)
    if "breaks down" not in bad.name:
        monkeypatch.setattr(ludarium.agents.hosting.program_contender, "HELLO_READY_S", 0.05)
    mark = uuid.uuid4().hex
    files = open_files()
    children = supervisor.child_pids(os.getpid())
    contenders = [program(PRELUDE + bad.body, mark, sandbox), program(HONEST, mark)]
    confined = sandbox != "off" and bad.confined is not None
    verdict = bad.confined if confined else bad.verdict
    try:
        late = bad.verdict == "timeout" and bool(bad.says)
        match, forfeit = play(contenders, [bad.seconds, 60.0], late=late)
        assert (forfeit.code if forfeit else "") == verdict, forfeit and forfeit.detail
        if forfeit is None:
            assert match.outcome == Outcome(0, "three_in_a_row")
        else:
            assert match.position.to_move == 0
            assert confined or bad.says in f"{forfeit.message} {forfeit.detail}"
            assert len(forfeit.detail) <= 2000
            # The other one goes on as if nothing had happened.
            honest = contenders[1]
            honest.end_game(Outcome(1, forfeit.code))
            honest.start_game(match.game, 0, 2, 0, expose_legal_moves=True)
            clocks = GameClocks(TimeControl(move=60.0), 2)
            assert honest.request_move(Match(match.game), clocks.allowance(0)).move == 0
    finally:
        for contender in contenders:
            contender.close()
    assert marked(mark) == []
    assert supervisor.child_pids(os.getpid()) == children
    assert open_files() == files
    assert len(contenders[0].stderr) < 40_000


READ = "print(len(sys.stdin.readline()), flush=True); sleep()"


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        (f"time.sleep(0.2); {READ}", ""),
        (f"say(b'x' * 500_000 + b'\\n'); {READ}", ""),
        ("sleep()", "timeout"),
        ("os.close(0); sleep()", "crash"),
        ("os.read(0, 9); time.sleep(0.2); os.close(0); sleep()", "crash"),
    ],
)
def test_a_line_longer_than_any_pipe_is_sent_however_slowly_it_is_read(
    code: str, verdict: str
) -> None:
    link = program(PRELUDE + code, "").link
    seconds = 0.5 if verdict == "timeout" else 60.0
    link.open()
    try:
        if verdict:
            with pytest.raises(Forfeit) as forfeit:
                link.send_line(b"x" * 1_000_000 + b"\n", time.monotonic() + seconds)
            assert forfeit.value.code == verdict
        else:
            link.send_line(b"x" * 1_000_000 + b"\n", time.monotonic() + seconds)
            line = b"x"
            while line.startswith(b"x"):
                line = link.receive_line(time.monotonic() + seconds)
            assert line == b"1000001\n"
    finally:
        link.close()


def state(pid: int) -> str:
    """T for a process that is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


ROVING = """
def rove():
    os.setsid()
    sleep()
fork(rove)
for turn in turns(): answer(turn)
"""


def test_a_program_is_stopped_while_it_is_not_its_turn_and_so_is_all_that_it_started() -> None:
    contender = program(PRELUDE + ROVING, "")
    link = contender.link
    assert isinstance(link, ProcessLink)
    match = Match(load(TICTACTOE))
    allowance = GameClocks(TimeControl(), 2).allowance(0)
    try:
        contender.start_game(match.game, 0, 2, 0, expose_legal_moves=True)
        for _ in range(2):
            contender.request_move(match, allowance)
            assert link.supervisor is not None
            family = supervisor.descendant_pids(link.supervisor.pid)
            assert link.pid in family
            assert len(family) == 2
            settled(family, "T")
        link.resume()
        settled(family, "SR")
    finally:
        contender.close()


def settled(family: list[int], states: str) -> None:
    """Wait until all are in one of these states; signals take a moment to arrive."""
    for _ in range(2000):
        if all(state(pid) in states for pid in family):
            return
        time.sleep(0.01)
    pytest.fail(f"{[state(pid) for pid in family]} is not {states}")


HOST = """
import sys
sys.path.insert(0, "")
from tests.agents.hosting.test_misbehaving import *
contender = program(PRELUDE + ROVING, sys.argv[1])
match = Match(load(TICTACTOE))
contender.start_game(match.game, 0, 2, 0, True)
contender.request_move(match, GameClocks(TimeControl(), 2).allowance(0))
print("ready", flush=True)
time.sleep(1000)
"""


def test_nothing_is_left_when_the_arena_is_killed() -> None:
    mark = uuid.uuid4().hex
    command = [sys.executable, "-c", HOST, mark]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as arena:
        assert arena.stdout is not None
        assert arena.stdout.readline() == b"ready\n"
        assert len(marked(mark)) == 3  # the supervisor, the program and its child
        arena.kill()
    for _ in range(2000):
        if not marked(mark):
            return
        time.sleep(0.01)
    pytest.fail(f"still there: {marked(mark)}")


@pytest.mark.parametrize("listed", [True, False])
def test_a_family_is_found_whatever_the_kernel_lists(
    listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "KERNEL_LISTS_CHILDREN", listed)
    code = "import os; os.fork() and os.fork() and print(flush=True); input()"
    before = set(supervisor.descendant_pids(os.getpid()))
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        found = supervisor.descendant_pids(os.getpid())
        parent.communicate(b"")
    born = set(found) - before
    assert len(born) == 3
    assert parent.pid in born
    assert found.index(parent.pid) == min(found.index(pid) for pid in born)
    assert supervisor.descendant_pids(parent.pid) == []
    assert supervisor.peak_memory_bytes(parent.pid) == 0
    assert supervisor.peak_memory_bytes(os.getpid()) > 1 << 20
