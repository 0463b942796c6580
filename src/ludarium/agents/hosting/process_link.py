"""ProcessLink: runs a program on this machine. It can neither block nor outlive the arena."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting import supervisor
from ludarium.agents.hosting.output_excerpt import OutputExcerpt
from ludarium.agents.hosting.pipe import count_unread, read_pipe
from ludarium.agents.hosting.process_family import ProcessFamily
from ludarium.agents.hosting.protocol import MAX_LINE_BYTES, printable_line
from ludarium.core.errors import InvalidOption

MAX_MOVE_OUTPUT_BYTES = 8 * MAX_LINE_BYTES
START_TIMEOUT_S = 20.0  # until an agent must have read its first line
EXIT_REPORT_TIMEOUT_S = 10.0  # for the supervisor to report the exit after the output has ended
EXIT_GRACE_S = 0.5  # for an agent to exit after its input is closed
CLEANUP_TIMEOUT_S = 30.0  # for the supervisor to kill all processes and exit
LINK_POLL_S = 0.005
FIRST_POLL_S = 0.0002  # a running program reads within this; the wait doubles from here
MAX_STOP_PASSES = 100  # over its processes; only a malicious program starts more meanwhile


class ProcessLink:
    """Runs a command while the link is open. All its processes are stopped between turns."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.command = list(command)
        self.environment = environment
        self.errors = OutputExcerpt()
        self.supervisor: subprocess.Popen[bytes] | None = None
        self.was_killed = False  # it did not exit by itself

    @property
    def stderr(self) -> str:
        """The captured stderr of the program, capped."""
        return self.errors.text

    def clear_stderr(self) -> None:
        """Forget the stderr captured so far."""
        self.errors = OutputExcerpt()

    def open(self) -> None:
        """Start the program."""
        if not sys.platform.startswith("linux"):
            raise InvalidOption("not_linux", "Programs are run as agents on Linux only.")
        self.pid = 0  # of the program, once the supervisor has reported it
        self.ended = ""  # how the program ended, empty while it runs
        self.buffer = bytearray()
        self.searched = 0  # this many bytes of the buffer hold no line end
        self.output_bytes = 0  # since the last turn
        self.polled_at = 0.0  # when the last poll began
        self.output_closed = False
        self.input_closed = False
        self.family: ProcessFamily | None = None  # once its pid is known
        self.stopped_pids: set[int] = set()  # processes outside its group
        self.control, supervisor_end = socket.socketpair()
        with supervisor_end:
            command = [
                sys.executable,
                "-I",
                "-S",
                supervisor.__file__,
                str(supervisor_end.fileno()),
            ]
            self.supervisor = subprocess.Popen(
                command + self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(supervisor_end.fileno(),),
                env=None if self.environment is None else dict(self.environment),
                start_new_session=True,  # a keyboard interrupt is for the arena only
            )
        assert self.supervisor.stdin and self.supervisor.stdout and self.supervisor.stderr
        self.stdin, self.stdout = self.supervisor.stdin, self.supervisor.stdout
        self.selector = selectors.DefaultSelector()
        for stream in (self.stdin, self.stdout, self.supervisor.stderr, self.control):
            os.set_blocking(stream.fileno(), False)
        # On the writing end EVENT_READ means that the other end was closed.
        self.selector.register(self.stdin, selectors.EVENT_READ, self._close_input)
        self.selector.register(self.stdout, selectors.EVENT_READ, self._read_output)
        self.selector.register(self.supervisor.stderr, selectors.EVENT_READ, self._read_errors)
        self.selector.register(self.control, selectors.EVENT_READ, self._read_exit_reports)

    @property
    def lost(self) -> bool:
        """Whether the program has ended or closed its output."""
        self._poll_events(0.0)
        return self.output_closed

    def send_first_line(self, line: bytes) -> bytes:
        """Send what fits of the first line and wait until the program has started and reads it."""
        try:
            sent = os.write(self.stdin.fileno(), line)
        except BrokenPipeError:
            raise self._crash_forfeit("closed its input") from None
        self._wait_for_reader(sent - 1, time.monotonic() + START_TIMEOUT_S)
        return line[sent:]

    def wait_until_read(self, deadline: float) -> bool:
        """Wait until all lines are read. Returns False at the deadline."""
        self._wait_for_reader(0, deadline)
        if not self._unread_input():
            return True
        if self.output_closed or self.input_closed:
            raise self._crash_forfeit(
                "closed its output" if self.output_closed else "closed its input"
            )
        return False

    def send_line(self, line: bytes, deadline: float) -> None:
        """Write a line, and read output meanwhile, so that neither pipe can block for ever."""
        left = memoryview(line)
        while left:
            try:
                left = left[os.write(self.stdin.fileno(), left) :]
            except BlockingIOError:
                if self.polled_at > deadline:
                    message = "The agent did not read its turn in time."
                    raise Forfeit("timeout", message) from None
                self._wait_for_space(deadline)
            except BrokenPipeError:
                raise self._crash_forfeit("closed its input") from None

    def receive_line(self, deadline: float) -> bytes:
        """Return the next complete line, if it is there at the first poll after the deadline.

        A loaded host polls late, and a pipe does not tell when its bytes arrived.
        """
        while True:
            line = self._take_line()
            if line is not None:
                return line
            if len(self.buffer) > MAX_LINE_BYTES or self.output_bytes > MAX_MOVE_OUTPUT_BYTES:
                much = (
                    "too long a line"
                    if len(self.buffer) > MAX_LINE_BYTES
                    else "too much for one move"
                )
                raise Forfeit("agent_error", f"The agent wrote {much}.", self._partial_line())
            if self.output_closed:
                raise self._crash_forfeit("closed its output")
            late = self.polled_at > deadline
            if self.input_closed and (late or self._unread_input()):
                raise self._crash_forfeit("closed its input")
            if late:
                raise Forfeit("timeout", "The agent did not answer in time.", self._partial_line())
            self._poll_events(deadline)

    def take_early_lines(self) -> list[bytes]:
        """Return the lines that have already arrived. The program is stopped, so they end."""
        self._poll_events(0.0)
        while (
            not self.output_closed
            and self.output_bytes <= MAX_MOVE_OUTPUT_BYTES
            and self._unread_output()
        ):
            self._poll_events(0.0)
        found = []
        while (line := self._take_line()) is not None:
            found.append(line)
        self.output_bytes = 0
        return found

    def resume(self) -> None:
        """Continue all processes of the program."""
        self._signal_group(signal.SIGCONT)
        for pid in self.stopped_pids:
            supervisor.send_signal(pid, signal.SIGCONT)

    def pause(self) -> None:
        """Stop all processes of the program, and repeat until no pass finds a new one."""
        self._signal_group(signal.SIGSTOP)
        self.stopped_pids = set()
        for _ in range(MAX_STOP_PASSES):
            found = self._other_pids() - self.stopped_pids
            if not found:
                break
            for pid in found:
                supervisor.send_signal(pid, signal.SIGSTOP)
            self.stopped_pids |= found

    def close(self) -> None:
        """Close its input, wait for its exit, and let the supervisor kill what still runs."""
        if self.supervisor is None:
            return
        self.resume()
        self._close_input()
        self.stdin.close()
        self._wait_for_exit(time.monotonic() + EXIT_GRACE_S)
        self.was_killed = not self.ended
        self.control.close()
        try:
            self.supervisor.wait(CLEANUP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.supervisor.kill()
            self.supervisor.wait()
        self._kill_unsupervised()
        if self.family is not None:
            self.family.close()
        self.selector.close()
        self.stdout.close()
        assert self.supervisor.stderr
        self.supervisor.stderr.close()
        self.supervisor = None

    def peak_memory_bytes(self) -> int:
        """The peak memory of each running process of the program, added up."""
        return (
            sum(map(supervisor.peak_memory_bytes, {self.pid, *self._other_pids()}))
            if self._pid_is_valid()
            else 0
        )

    def _wait_for_exit(self, deadline: float) -> None:
        """Wait until the program exits, and discard its last output."""
        while not self.ended and time.monotonic() < deadline:
            self.buffer.clear()
            self.searched = 0
            self._poll_events(deadline)

    def _kill_unsupervised(self) -> None:
        """Kill the program's group if the supervisor was killed; otherwise nothing is left."""
        assert self.supervisor is not None
        if self.pid and self.supervisor.returncode:
            for pid in (*supervisor.descendant_pids(self.pid), self.pid):
                supervisor.send_signal(pid, signal.SIGKILL)
            supervisor.send_signal(-self.pid, signal.SIGKILL)

    def _signal_group(self, number: int) -> None:
        """Send a signal to the program's process group."""
        if not self.pid:
            self._wait_for_pid()
        if self._pid_is_valid():
            supervisor.send_signal(-self.pid, number)

    def _other_pids(self) -> set[int]:
        """The descendants of the program, also those that left its group or lost their parent."""
        if not self._pid_is_valid():
            return set()
        if self.family is None:
            assert self.supervisor is not None
            self.family = ProcessFamily(self.supervisor.pid, self.pid)
        return self.family.other_pids()

    def _pid_is_valid(self) -> bool:
        """Whether the pid still belongs to the program: the supervisor holds it until it exits."""
        return self.pid > 0 and self.supervisor is not None and self.supervisor.poll() is None

    def _wait_for_pid(self) -> None:
        deadline = time.monotonic() + START_TIMEOUT_S
        while not (self.pid or self.ended or self.output_closed) and time.monotonic() < deadline:
            self._poll_events(deadline)

    def _poll_events(self, deadline: float) -> None:
        """Wait for events and handle them."""
        self.polled_at = time.monotonic()
        for key, events in self.selector.select(max(deadline - self.polled_at, 0.0)):
            if events & selectors.EVENT_READ:
                key.data()

    def _wait_for_reader(self, most: int, deadline: float) -> None:
        """Wait until at most this many bytes of its input are unread, or its input is closed."""
        pause = FIRST_POLL_S
        while self._unread_input() > most and not (self.output_closed or self.input_closed):
            if time.monotonic() >= deadline:
                return
            self._poll_events(min(time.monotonic() + pause, deadline))
            pause = min(2 * pause, LINK_POLL_S)

    def _wait_for_space(self, deadline: float) -> None:
        """Wait until more can be written, or another event arrives."""
        if not self.input_closed:
            either = selectors.EVENT_READ | selectors.EVENT_WRITE
            self.selector.modify(self.stdin, either, self._close_input)
        self._poll_events(deadline)
        if not self.input_closed:
            self.selector.modify(self.stdin, selectors.EVENT_READ, self._close_input)

    def _close_input(self) -> None:
        """Stop watching the input of the program."""
        if not self.input_closed:
            self.input_closed = True
            self.selector.unregister(self.stdin)

    def _read_output(self) -> None:
        data = None if self.output_closed else read_pipe(self.stdout.fileno())
        if data is None:
            return
        if not data:
            self._close_output()
        self.output_bytes += len(data)
        if (
            self.output_bytes <= MAX_MOVE_OUTPUT_BYTES
        ):  # more is not kept: the agent has forfeited already
            self.buffer += data

    def _close_output(self) -> None:
        """Stop reading the output of the program."""
        if not self.output_closed:
            self.output_closed = True
            self.selector.unregister(self.stdout)

    def _read_errors(self) -> None:
        assert self.supervisor is not None and self.supervisor.stderr is not None
        data = read_pipe(self.supervisor.stderr.fileno())
        if data == b"":
            self.selector.unregister(self.supervisor.stderr)
        self.errors.add_output(data or b"")

    def _read_exit_reports(self) -> None:
        """Read the supervisor's reports: the pid of the program, then how it ended."""
        data = read_pipe(self.control.fileno())
        if data is None:
            return
        for line in data.decode().splitlines():
            word, _, number = line.partition(" ")
            if word == "pid":
                self.pid = int(number)
            elif word == "failed":
                self.ended = f"could not be started: {os.strerror(int(number))}"
            elif not self.ended:
                self.ended = f"ended with {word} {number}"
        if not data:
            self.ended = self.ended or "ended with its supervisor"
            self.selector.unregister(self.control)
        # Output from before the end is read first. After that no more can arrive.
        if self.ended:
            while (
                not self.output_closed
                and self._unread_output()
                and self.output_bytes <= MAX_MOVE_OUTPUT_BYTES
            ):
                self._read_output()
            self._close_output()

    def _unread_output(self) -> int:
        return count_unread(self.stdout.fileno())

    def _unread_input(self) -> int:
        return count_unread(self.stdin.fileno())

    def _take_line(self) -> bytes | None:
        """Remove the first complete line from the buffer, None if there is none."""
        end = self.buffer.find(b"\n", self.searched)
        if end < 0 or end > MAX_LINE_BYTES:
            self.searched = len(self.buffer)
            return None
        line = bytes(self.buffer[: end + 1])
        del self.buffer[: end + 1]
        self.searched = 0
        return line

    def _crash_forfeit(self, what: str) -> Forfeit:
        """The forfeit of a program that ended. Its exit report may arrive after its output."""
        deadline = time.monotonic() + EXIT_REPORT_TIMEOUT_S
        while not self.ended and not self._program_runs() and time.monotonic() < deadline:
            self._poll_events(min(time.monotonic() + LINK_POLL_S, deadline))
        said = self._partial_line() + self.errors.text[-1000:]
        return Forfeit("crash", f"The program {self.ended or what}.", said)

    def _program_runs(self) -> bool:
        """Whether the program certainly still runs. With descendants this is unknown."""
        return self._pid_is_valid() and supervisor.is_asleep(self.pid) and not self._other_pids()

    def _partial_line(self) -> str:
        return printable_line(bytes(self.buffer[: 4 * MAX_LINE_BYTES]), 1000) if self.buffer else ""
