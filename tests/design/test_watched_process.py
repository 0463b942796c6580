"""A watched command is followed, limited and ended with all that it has started."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludarium.design import watched_process
from ludarium.design.watched_process import run_watched

GONE_LIMIT_S = 120.0


def test_a_command_is_run_to_its_end_or_to_its_limit() -> None:
    done = run_watched([sys.executable, "-c", "print('out')"], 600)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "out", "")
    with pytest.raises(subprocess.TimeoutExpired):
        run_watched(["sleep", "600"], 0.01)


def test_an_interrupt_ends_the_processes_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_process, "WATCH_OUTPUT_S", 0.02)
    numbers: list[int] = []

    def interrupt(written: str) -> None:
        if written.endswith("\n"):
            numbers.append(int(written))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_watched(["sh", "-c", "sleep 600 & echo $!; wait"], 60, interrupt)
    until_s = time.monotonic() + GONE_LIMIT_S
    while _is_running(numbers[0]):
        assert time.monotonic() < until_s, "a process outlives the command that started it"
        time.sleep(0.01)


def _is_running(number: int) -> bool:
    try:
        status = Path(f"/proc/{number}/stat").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
