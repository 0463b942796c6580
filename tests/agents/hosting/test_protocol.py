"""The agent protocol as documented: the examples of docs/reference/agent-protocol.md are run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import pytest

from ludarium import load
from ludarium.agents import time_control
from ludarium.agents.contender import Forfeit, Reply
from ludarium.agents.hosting import protocol
from ludarium.agents.hosting.link import UNLIMITED_MOVE_S
from ludarium.agents.hosting.process_link import (
    EXIT_GRACE_S,
    MAX_MOVE_OUTPUT_BYTES,
    START_TIMEOUT_S,
)
from ludarium.agents.hosting.program_contender import (
    HELLO_READY_S,
    MAX_MOVE_LINES,
    START_READY_S,
    ProgramContender,
)
from ludarium.agents.hosting.protocol import NotAMessage, decode_message, printable_line
from ludarium.agents.player_spec import open_contender
from ludarium.agents.time_control import GameClocks
from ludarium.core.game import Outcome
from ludarium.core.match import OUTSIDE_REASONS, Match
from tests.agents.bouts import bout
from tests.agents.sampling import TICTACTOE

DOCUMENT = (Path(__file__).parents[3] / "docs" / "reference" / "agent-protocol.md").read_text(
    "utf-8"
)
PLAIN = " ".join(DOCUMENT.split())
NOW = 1767225600000


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


class Script:
    """A link to an agent that says what the document says, and checks what it is told."""

    stderr = ""
    lost = False

    def __init__(self, dialogue: str) -> None:
        self.lines = deque(dialogue.splitlines())

    def open(self) -> None:
        pass

    def send_first_line(self, line: bytes) -> bytes:
        self.send_line(line, 0.0)
        return b""

    def wait_until_read(self, deadline: float) -> bool:
        return True

    def send_line(self, line: bytes, deadline: float) -> None:
        assert self.lines.popleft() == f"> {line.decode().rstrip()}"

    def receive_line(self, deadline: float) -> bytes:
        line = self.lines.popleft()
        assert line.startswith("< ")
        return line[2:].encode()

    def take_early_lines(self) -> list[bytes]:
        return []

    def clear_stderr(self) -> None:
        pass

    def resume(self) -> None:
        pass

    def pause(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_the_documented_game_is_played_to_the_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: NOW * 1_000_000)
    script = Script(blocks("text")[0])
    agent = ProgramContender(script)
    match = Match(load(TICTACTOE))
    clocks = GameClocks(time_control.read_time_control("move=1"), 2)
    replies: list[Reply] = []
    agent.start_game(match.game, 1, 2, 7, expose_legal_moves=True)
    for cell in (0, 1, 2):
        match.play(cell)
        if match.outcome is None:
            replies.append(agent.request_move(match, clocks.allowance(1)))
            match.play(replies[-1].move)
    assert match.outcome == Outcome(0, "three_in_a_row")
    agent.end_game(match.outcome)
    assert not script.lines
    assert [reply.move for reply in replies] == [4, 8]
    said = {"depth": 2, "score": -10, "pv": ["b2", "c3"], "text": "the middle is best"}
    assert [reply.infos for reply in replies] == [[said], []]
    assert agent.ignored == []


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_the_documented_bots_play(number: int, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(blocks("python")[number], "utf-8")
    agent = open_contender(f"subprocess:{shlex.join([sys.executable, str(file)])}", sandbox="off")
    try:
        played = bout(load(TICTACTOE), [agent, open_contender("first")])
    finally:
        agent.close()
    assert played.match.outcome == Outcome(0, "three_in_a_row")


def test_the_document_shows_bots_of_both_kinds() -> None:
    assert ["ludarium" in block for block in blocks("python")] == [False, True, True]


def test_every_documented_name_of_a_player_of_our_own_is_one() -> None:
    names = DOCUMENT.partition("## Agent specs")[2]
    found = re.findall(r"`([a-z]+(?::[a-z]+=[\w.,=]+)?)`", names)
    assert {"greedy", "master", "search:depth=6,threads=2"} <= set(found)
    for name in found:
        open_contender(name).close()


def test_every_documented_time_control_is_one() -> None:
    found = re.findall(r"`((?:move|clock|nodes)=[^`]*|none)`", DOCUMENT)
    assert len(found) == 5
    for written in found:
        assert time_control.read_time_control(
            str(time_control.read_time_control(written))
        ) == time_control.read_time_control(written)


def test_the_documented_limits_are_those_of_the_code() -> None:
    assert (START_TIMEOUT_S, START_READY_S, HELLO_READY_S, EXIT_GRACE_S, UNLIMITED_MOVE_S) == (
        20,
        20,
        0.5,
        0.5,
        600,
    )
    assert "waits up to 20 seconds for the agent to read `hello` and half a second more" in PLAIN
    assert "then up to 20 seconds for the agent to read `start`" in PLAIN
    assert "half a second later all of it is killed" in PLAIN
    assert "within ten minutes" in PLAIN
    assert (protocol.MAX_LINE_BYTES, MAX_MOVE_OUTPUT_BYTES, MAX_MOVE_LINES) == (
        1 << 20,
        8 << 20,
        10_000,
    )
    assert "a line of more than 1 MiB, or more than 8 MiB or 10 000 lines for one move" in PLAIN
    assert (protocol.MAX_MOVE_INFOS, protocol.MAX_INFO_BYTES) == (16, 4096)
    assert "The last 16 of a move are kept with it, up to 4 kB each" in PLAIN


def test_the_documented_reasons_to_end_are_known() -> None:
    told = re.findall(r"`reason`: a code of the game's, or (.*?), … \|", DOCUMENT)[0]
    assert set(re.findall(r"`(\w+)`", told)) <= set(OUTSIDE_REASONS)


def test_the_sdk_imports_next_to_nothing() -> None:
    code = "import sys; from ludarium.agents import Agent, run; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    assert "ludarium.agents.sdk.agent" in modules
    assert not {"msgspec", "inspect", "ludarium.core.game", "rich"} & set(modules)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"type":"move","move":1}\r\n', {"type": "move", "move": 1}),
        (b'  {"type":"\xc3\xa9"} \n', {"type": "é"}),
        (b'\xef\xbb\xbf{"type":"x"}\n', {"type": "x"}),
        (b'{"type":"x","n":123456789012345678901234567890}', None),
    ],
)
def test_a_line_is_read(line: bytes, message: dict[str, object] | None) -> None:
    assert message is None or decode_message(line) == message
    assert isinstance(decode_message(line)["type"], str)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"[]",
        b"{}",
        b'{"type":1}',
        b'{"type":"x"',
        b'{"type":"x"} {}',
        b'{"type":"x","a":{"b":1,"b":1}}',
        b'{"type":"x","a":[NaN]}',
        b'{"type":"x","a":-Infinity}',
        b'{"type":"x","a":-1e400}',
        b'{"type":"x","a":01}',
        b"{'type':'x'}",
        b'{"type":"x","\\udfff":1}',
        b'{"type":"x","a":"\xff"}',
        b'{"type":"x","a":' + b"[" * 200_000,
        b'{"type":"x","a":' + b"9" * 10_000 + b"}",
    ],
)
def test_what_is_no_message_is_told_from_one(line: bytes) -> None:
    with pytest.raises(NotAMessage):
        decode_message(line)


def test_output_is_shown_in_printable_characters_and_cut() -> None:
    assert printable_line(b"caf\xc3\xa9\x1b[31m\xff\r\n") == "café\\x1b[31m\\xff"
    assert printable_line(b"x" * 300, 10) == "x" * 9 + "…"


def test_a_forfeit_keeps_no_more_than_an_excerpt() -> None:
    assert len(Forfeit("crash", "It crashed.", "x" * 10_000).detail) == 2000
