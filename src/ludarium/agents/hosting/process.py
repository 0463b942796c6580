"""A link to a program on this machine, which can neither hold the arena up nor outlive it."""

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
from ludarium.agents.hosting.output_excerpt import Excerpt
from ludarium.agents.hosting.pipe import count_unread, read_pipe
from ludarium.agents.hosting.protocol import LINE, shown
from ludarium.core.errors import InvalidOption

OUTPUT = 8 * LINE  # bytes that an agent may write for one move
STARTING = 20.0  # seconds until an agent must have read its first line
TELLING = 10.0  # seconds after the end of its output in which its keeper tells how it ended
LEAVING = 0.5  # seconds to leave by itself once its input is closed
CLEARING = 30.0  # seconds after which even the keeper is not waited for
PAUSE = 0.005
PASSES = 100  # over its processes to stop them; more are started only by one who means harm


class Process:
    """Runs a command as long as the link is open; stopped whenever it is not its turn."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.command = list(command)
        self.environment = environment
        self.errors = Excerpt()
        self.keeper: subprocess.Popen[bytes] | None = None
        self.stayed = False  # it had to be killed in the end

    @property
    def stderr(self) -> str:
        """What the program wrote there, capped."""
        return self.errors.text

    def open(self) -> None:
        """Start the program."""
        if not sys.platform.startswith("linux"):
            raise InvalidOption("not_linux", "Programs are run as agents on Linux only.")
        self.pid = 0  # of the program, as soon as its keeper tells
        self.ended = ""  # how it ended, if it has
        self.buffer = bytearray()
        self.searched = 0  # so much of the buffer has no end of a line
        self.written = 0  # since it was last asked
        self.looked = 0.0  # when the last look at its output began
        self.closed = False  # its output
        self.deaf = False  # it closed its input
        self.others: set[int] = set()  # processes that it started
        self.control, leash = socket.socketpair()
        with leash:
            command = [sys.executable, "-I", "-S", supervisor.__file__, str(leash.fileno())]
            self.keeper = subprocess.Popen(
                command + self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(leash.fileno(),),
                env=None if self.environment is None else dict(self.environment),
                start_new_session=True,  # an interrupt from the keyboard is the arena's alone
            )
        assert self.keeper.stdin and self.keeper.stdout and self.keeper.stderr
        self.stdin, self.stdout = self.keeper.stdin, self.keeper.stdout
        self.selector = selectors.DefaultSelector()
        for stream in (self.stdin, self.stdout, self.keeper.stderr, self.control):
            os.set_blocking(stream.fileno(), False)
        # Of an end to write to, only that the other end was closed is read.
        self.selector.register(self.stdin, selectors.EVENT_READ, self._lose_input)
        self.selector.register(self.stdout, selectors.EVENT_READ, self._read_output)
        self.selector.register(self.keeper.stderr, selectors.EVENT_READ, self._read_errors)
        self.selector.register(self.control, selectors.EVENT_READ, self._read_control)

    @property
    def lost(self) -> bool:
        """Whether the program has ended, or closed its output."""
        self._wait(0.0)
        return self.closed

    def greet(self, line: bytes) -> bytes:
        """Send what fits of the first line; until it is read, the program starts up."""
        try:
            sent = os.write(self.stdin.fileno(), line)
        except BrokenPipeError:
            raise self._crash("closed its input") from None
        self._wait_until_read(sent - 1, time.monotonic() + STARTING)
        return line[sent:]

    def settle(self, deadline: float) -> bool:
        """Wait until all lines are read; whether they are."""
        self._wait_until_read(0, deadline)
        if not self._unread():
            return True
        if self.closed or self.deaf:
            raise self._crash("closed its output" if self.closed else "closed its input")
        return False

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line, however slowly it is read; meanwhile its output is read, too."""
        left = memoryview(line)
        while left:
            try:
                left = left[os.write(self.stdin.fileno(), left) :]
            except BlockingIOError:
                if self.looked > deadline:
                    message = "The agent did not read its turn in time."
                    raise Forfeit("timeout", message) from None
                self._wait_for_room(deadline)
            except BrokenPipeError:
                raise self._crash("closed its input") from None

    def receive(self, deadline: float) -> bytes:
        """The next whole line that is there when this host looks first after the deadline.

        A host that is short of processors looks late, and nothing tells when a line came.
        """
        while True:
            line = self._line()
            if line is not None:
                return line
            if len(self.buffer) > LINE or self.written > OUTPUT:
                much = "too long a line" if len(self.buffer) > LINE else "too much for one move"
                raise Forfeit("agent_error", f"The agent wrote {much}.", self._partial())
            if self.closed:
                raise self._crash("closed its output")
            late = self.looked > deadline
            if self.deaf and (late or self._unread()):
                raise self._crash("closed its input")
            if late:
                raise Forfeit("timeout", "The agent did not answer in time.", self._partial())
            self._wait(deadline)

    def early(self) -> list[bytes]:
        """The lines that are there already; it is stopped, so there is an end of them."""
        self._wait(0.0)
        while not self.closed and self.written <= OUTPUT and self._readable():
            self._wait(0.0)
        found = []
        while (line := self._line()) is not None:
            found.append(line)
        self.written = 0
        return found

    def resume(self) -> None:
        """Let all its processes run."""
        self._send(signal.SIGCONT)
        for pid in self.others:
            supervisor.send(pid, signal.SIGCONT)

    def hold(self) -> None:
        """Stop all its processes; once more if one outside its group just started another."""
        self._send(signal.SIGSTOP)
        self.others = set()
        for _ in range(PASSES):
            found = self._outside() - self.others
            if not found:
                break
            for pid in found:
                supervisor.send(pid, signal.SIGSTOP)
            self.others |= found

    def close(self) -> None:
        """Close its input, wait a moment, and have the keeper clear up what is still there."""
        if self.keeper is None:
            return
        self.resume()
        self._lose_input()
        self.stdin.close()
        self._linger(time.monotonic() + LEAVING)
        self.stayed = not self.ended
        self.control.close()
        try:
            self.keeper.wait(CLEARING)
        except subprocess.TimeoutExpired:
            self.keeper.kill()
            self.keeper.wait()
        self._clear_without_keeper()
        self.selector.close()
        self.stdout.close()
        assert self.keeper.stderr
        self.keeper.stderr.close()
        self.keeper = None

    def memory(self) -> int:
        """The most bytes that its processes, those that run now, had each in memory, added up."""
        return sum(map(supervisor.peak, {self.pid, *self._outside()})) if self._kept() else 0

    def _linger(self, deadline: float) -> None:
        """Wait until the program has ended by itself, and take what it says at last."""
        while not self.ended and time.monotonic() < deadline:
            self.buffer.clear()
            self.searched = 0
            self._wait(deadline)

    def _clear_without_keeper(self) -> None:
        """Kill the program's group if it killed its keeper; else nothing is left of it."""
        assert self.keeper is not None
        if self.pid and self.keeper.returncode:
            for pid in (*supervisor.family(self.pid), self.pid):
                supervisor.send(pid, signal.SIGKILL)
            supervisor.send(-self.pid, signal.SIGKILL)

    def _send(self, number: int) -> None:
        """Signal the program and its group."""
        if not self.pid:
            self._wait_for_pid()
        if self._kept():
            supervisor.send(-self.pid, number)

    def _outside(self) -> set[int]:
        """Its processes but the program: they may have left its group, or lost their parent."""
        if not self._kept():
            return set()
        assert self.keeper is not None
        return set(supervisor.family(self.keeper.pid)) - {self.pid}

    def _kept(self) -> bool:
        """Whether the program's number is surely its own: the keeper keeps it until the end."""
        return self.pid > 0 and self.keeper is not None and self.keeper.poll() is None

    def _wait_for_pid(self) -> None:
        deadline = time.monotonic() + STARTING
        while not (self.pid or self.ended or self.closed) and time.monotonic() < deadline:
            self._wait(deadline)

    def _wait(self, deadline: float) -> None:
        """Wait for anything to happen, and take it."""
        self.looked = time.monotonic()
        for key, events in self.selector.select(max(deadline - self.looked, 0.0)):
            if events & selectors.EVENT_READ:
                key.data()

    def _wait_until_read(self, most: int, deadline: float) -> None:
        """Wait until no more than so many bytes of its input are unread, or never will be read."""
        while self._unread() > most and not (self.closed or self.deaf):
            if time.monotonic() >= deadline:
                return
            self._wait(min(time.monotonic() + PAUSE, deadline))

    def _wait_for_room(self, deadline: float) -> None:
        """Wait until more can be written, or anything else happens."""
        if not self.deaf:
            either = selectors.EVENT_READ | selectors.EVENT_WRITE
            self.selector.modify(self.stdin, either, self._lose_input)
        self._wait(deadline)
        if not self.deaf:
            self.selector.modify(self.stdin, selectors.EVENT_READ, self._lose_input)

    def _lose_input(self) -> None:
        """Nothing more is written to it."""
        if not self.deaf:
            self.deaf = True
            self.selector.unregister(self.stdin)

    def _read_output(self) -> None:
        data = None if self.closed else read_pipe(self.stdout.fileno())
        if data is None:
            return
        if not data:
            self._finish()
        self.written += len(data)
        if self.written <= OUTPUT:  # more is not kept: it has lost already
            self.buffer += data

    def _finish(self) -> None:
        """No more of its output is read."""
        if not self.closed:
            self.closed = True
            self.selector.unregister(self.stdout)

    def _read_errors(self) -> None:
        assert self.keeper is not None and self.keeper.stderr is not None
        data = read_pipe(self.keeper.stderr.fileno())
        if data == b"":
            self.selector.unregister(self.keeper.stderr)
        self.errors.add(data or b"")

    def _read_control(self) -> None:
        """What the keeper tells: the program's number, then how it ended."""
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
            self.ended = self.ended or "ended with its keeper"
            self.selector.unregister(self.control)
        # What it wrote before it ended is read first, then nothing can come any more.
        if self.ended:
            while not self.closed and self._readable() and self.written <= OUTPUT:
                self._read_output()
            self._finish()

    def _readable(self) -> int:
        return count_unread(self.stdout.fileno())

    def _unread(self) -> int:
        return count_unread(self.stdin.fileno())

    def _line(self) -> bytes | None:
        """The first line of the buffer, taken out of it."""
        end = self.buffer.find(b"\n", self.searched)
        if end < 0 or end > LINE:
            self.searched = len(self.buffer)
            return None
        line = bytes(self.buffer[: end + 1])
        del self.buffer[: end + 1]
        self.searched = 0
        return line

    def _crash(self, what: str) -> Forfeit:
        """Why nothing can come any more; how it ended is known a moment after its output ended."""
        deadline = time.monotonic() + TELLING
        while not self.ended and not self._lives() and time.monotonic() < deadline:
            self._wait(min(time.monotonic() + PAUSE, deadline))
        said = self._partial() + self.errors.text[-1000:]
        return Forfeit("crash", f"The program {self.ended or what}.", said)

    def _lives(self) -> bool:
        """Whether the program surely goes on; of one with further processes that is not known."""
        return self._kept() and supervisor.asleep(self.pid) and not self._outside()

    def _partial(self) -> str:
        return shown(bytes(self.buffer[: 4 * LINE]), 1000) if self.buffer else ""
