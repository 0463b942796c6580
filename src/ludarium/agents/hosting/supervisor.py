"""Supervisor of one program: starts it, reports its exit, and kills all its descendants.

Runs as a script with `python -I -S supervisor.py <descriptor> <command …>`, so it imports only the
standard library. The descriptor is a socket. When its other end is closed, even because the arena
was killed, the program and all its descendants are killed. The supervisor is their subreaper:
orphans become its children, whatever session or group they are in, so none is missed.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # typing is not imported: every start of a program waits for this file
if TYPE_CHECKING:
    from collections.abc import Callable

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
STANDARD_STREAMS = (0, 1, 2)
# Other kernels do not list children. Then all processes are scanned, which is slower.
KERNEL_LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # noqa: PTH110
REAP_POLL_S = 0.001
REAP_ORPHANS_MS = 1000


def child_pids(pid: int) -> list[int]:
    """The children of a process, from all of its threads."""
    if not KERNEL_LISTS_CHILDREN:
        return [child for child in visible_pids() if parent_pid(child) == pid]
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  quick
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:  # noqa: PTH123
                found += map(int, file.read().split())
    except OSError:
        pass  # the process has just ended
    return found


def visible_pids() -> list[int]:
    """All processes in /proc."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208


def parent_pid(pid: int) -> int:
    """The parent of a process, 0 if the process has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
            # The name, in brackets, may hold any character.
            return int(file.read().rpartition(b")")[2].split()[1])
    except OSError:
        return 0


def is_asleep(pid: int) -> bool:
    """Whether a process sleeps or is stopped. An exiting process does neither."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
            return file.read().rpartition(b")")[2].split()[0] in (b"S", b"T")
    except OSError:
        return False


def descendant_pids(pid: int) -> list[int]:
    """All descendants of a process, parents before their children."""
    found = child_pids(pid)
    for member in found:
        found += child_pids(member)  # the loop continues with these
    return found


def peak_memory_bytes(pid: int) -> int:
    """The peak resident memory of a process, 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:  # noqa: PTH123
            found = [line.split()[1] for line in file if line.startswith(b"VmHWM:")]
    except OSError:
        return 0
    return 1024 * int(found[0]) if found else 0


def send_signal(pid: int, number: int) -> None:
    """Send a signal to a process, which may already have ended."""
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return


def kill_descendants() -> None:
    """Kill all descendants. They are stopped first, so that they cannot start new ones."""
    stopped: set[int] = set()
    while found := set(descendant_pids(os.getpid())) - stopped:
        for pid in found:
            send_signal(pid, signal.SIGSTOP)
        stopped |= found
    while found := set(descendant_pids(os.getpid())):
        for pid in found:
            send_signal(pid, signal.SIGKILL)
        while reap_child(-1):
            pass
        time.sleep(REAP_POLL_S)


def reap_child(pid: int) -> bool:
    """Reap a child that has ended. Returns whether there was one."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return False


def start_program(command: list[str], socket: int, prctl: Callable[..., int]) -> int:
    """Start the program in a new session and return its pid."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(socket, b"failed %d\n" % (error.errno or 0))
    finally:
        os._exit(127)


def report_exit(pid: int, socket: int) -> None:
    """Report how the program ends, and reap orphans, until the socket is closed."""
    descriptor = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    poll.register(descriptor, select.POLLIN)
    while True:
        ready = [number for number, _ in poll.poll(REAP_ORPHANS_MS)]
        if socket in ready:
            return
        if descriptor in ready:
            poll.unregister(descriptor)
            # Not reaped: its pid must not be reused while it can still be signalled.
            ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            assert ended is not None
            how = "exit" if ended.si_code == os.CLD_EXITED else "signal"
            os.write(socket, f"{how} {ended.si_status}\n".encode())
        for orphan in child_pids(os.getpid()):
            if orphan != pid:
                reap_child(orphan)


def main() -> None:
    """Supervise the program that the command line names."""
    socket = int(sys.argv[1])
    os.set_inheritable(socket, False)
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    pid = start_program(sys.argv[2:], socket, prctl)
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for (
            stream
        ) in STANDARD_STREAMS:  # only the program holds its streams, so that their closing is seen
            os.dup2(null, stream)
        os.write(socket, b"pid %d\n" % pid)
        report_exit(pid, socket)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the arena has closed the socket
    finally:
        kill_descendants()


if __name__ == "__main__":
    main()
