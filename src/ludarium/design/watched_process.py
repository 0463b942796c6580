"""Runs a command whose caller watches its output; an interrupt ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

WATCH_OUTPUT_S = 0.2
KILL_TIMEOUT_S = 60.0


class FinishedProcess(NamedTuple):
    """How a process ended, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def run_watched(
    command: Sequence[str],
    limit_s: float,
    watch: Callable[[str], None] = lambda written: None,
    folder: Path | None = None,
) -> FinishedProcess:
    """Run a command; `watch` gets what it has written, several times a second.

    Raises `subprocess.TimeoutExpired` after `limit_s`. No process that the command has started
    outlives this call, whatever ends it.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            cwd=folder,
            start_new_session=True,  # the command's processes are killed as one group
        )
        try:
            _await_end(process, limit_s, lambda: watch(_read_text(output)))
        finally:
            if process.poll() is None:
                _kill_group(process)
        return FinishedProcess(process.returncode, _read_text(output), _read_text(errors))


def _await_end(process: subprocess.Popen[bytes], limit_s: float, poll: Callable[[], None]) -> None:
    waited_s = 0.0
    while True:
        try:
            process.wait(WATCH_OUTPUT_S)
        except subprocess.TimeoutExpired:
            waited_s += WATCH_OUTPUT_S
            if waited_s >= limit_s:
                raise
            poll()
        else:
            return


def _read_text(file: IO[bytes]) -> str:
    # Its own offset: the process goes on writing to the same file.
    written = os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0)
    return written.decode("utf-8", "replace")


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(KILL_TIMEOUT_S)
