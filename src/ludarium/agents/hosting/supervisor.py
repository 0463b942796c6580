"""Keeps one program: starts it, tells how it ended, and leaves none of its processes behind.

Run by its path with `python -I -S keeper.py <descriptor> <command …>`, so it needs the standard
library only. The descriptor is a socket; when its other end is closed, even because whoever held it
was killed, the program and everything that it started are killed too. Orphans become children of
the keeper, wherever they moved themselves, so none is missed.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # instead of importing typing: every start of a program waits for this file
if TYPE_CHECKING:
    from collections.abc import Callable

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
STREAMS = (0, 1, 2)
# Some kernels do not list children; then all processes are looked through, which takes longer.
LISTED = os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # noqa: PTH110
PAUSE = 0.001
ORPHANS = 1000  # milliseconds after which those that ended are looked for


def children(pid: int) -> list[int]:
    """The processes that a process started or adopted, by any of its threads."""
    if not LISTED:
        return [child for child in processes() if parent(child) == pid]
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  quick
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:  # noqa: PTH123
                found += map(int, file.read().split())
    except OSError:
        pass  # it has just ended
    return found


def processes() -> list[int]:
    """Every process that can be seen."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208


def parent(pid: int) -> int:
    """Who started or adopted a process, 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
            # Its name, in brackets, may be anything.
            return int(file.read().rpartition(b")")[2].split()[1])
    except OSError:
        return 0


def asleep(pid: int) -> bool:
    """Whether a process waits for something or is stopped: one that is ending does neither."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
            return file.read().rpartition(b")")[2].split()[0] in (b"S", b"T")
    except OSError:
        return False


def family(pid: int) -> list[int]:
    """Everything that descends from a process, parents before their children."""
    found = children(pid)
    for member in found:
        found += children(member)  # the loop goes on to these
    return found


def peak(pid: int) -> int:
    """The most bytes that a process had in memory, 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:  # noqa: PTH123
            found = [line.split()[1] for line in file if line.startswith(b"VmHWM:")]
    except OSError:
        return 0
    return 1024 * int(found[0]) if found else 0


def send(pid: int, number: int) -> None:
    """Send a signal to a process that may have ended already."""
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return


def clear() -> None:
    """Kill all descendants; stopped first, they cannot start new ones faster than they go."""
    stopped: set[int] = set()
    while found := set(family(os.getpid())) - stopped:
        for pid in found:
            send(pid, signal.SIGSTOP)
        stopped |= found
    while found := set(family(os.getpid())):
        for pid in found:
            send(pid, signal.SIGKILL)
        while reap(-1):
            pass
        time.sleep(PAUSE)


def reap(pid: int) -> bool:
    """Whether a child that ended was there, and is no more."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return False


def start(command: list[str], socket: int, prctl: Callable[..., int]) -> int:
    """The process of the program, in a session of its own."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(socket, b"failed %d\n" % (error.errno or 0))
    finally:
        os._exit(127)


def watch(pid: int, socket: int) -> None:
    """Tell how the program ends, until nobody listens."""
    descriptor = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    poll.register(descriptor, select.POLLIN)
    while True:
        ready = [number for number, _ in poll.poll(ORPHANS)]
        if socket in ready:
            return
        if descriptor in ready:
            poll.unregister(descriptor)
            # Told, not buried: its number must not be given to another while it can be signalled.
            ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            assert ended is not None
            how = "exit" if ended.si_code == os.CLD_EXITED else "signal"
            os.write(socket, f"{how} {ended.si_status}\n".encode())
        for orphan in children(os.getpid()):
            if orphan != pid:
                reap(orphan)


def main() -> None:
    """Keep the program that the command line names."""
    socket = int(sys.argv[1])
    os.set_inheritable(socket, False)
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    pid = start(sys.argv[2:], socket, prctl)
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in STREAMS:  # they are the program's alone, or nobody would see it close them
            os.dup2(null, stream)
        os.write(socket, b"pid %d\n" % pid)
        watch(pid, socket)
    except (BrokenPipeError, ConnectionResetError):
        pass  # nobody listens any more
    finally:
        clear()


if __name__ == "__main__":
    main()
