"""ProcessFamily: finds the processes that a running program has started."""

from __future__ import annotations

import os

from ludarium.agents.hosting import supervisor

ONE_THREAD_LINKS = 3  # of the folder /proc/<pid>/task: itself, its parent and a thread
MAX_CHILD_BYTES = 64  # more than one pid


class ProcessFamily:
    """The descendants of a program, also those that left its group or lost their parent.

    They are looked for after every move. Most programs are one process with one thread, which
    three files of /proc show that stay open: a fifth of the time of a listing.
    """

    def __init__(self, supervisor_pid: int, pid: int) -> None:
        self.supervisor_pid = supervisor_pid
        self.pid = pid
        self.files: list[int] = []  # children of the supervisor, of the program; its threads
        if supervisor.KERNEL_LISTS_CHILDREN:
            try:
                paths = (_children_file(supervisor_pid), _children_file(pid), _task_folder(pid))
                for path in paths:
                    self.files.append(os.open(path, os.O_RDONLY))
            except OSError:
                self.close()  # it has just ended

    def other_pids(self) -> set[int]:
        """All processes of the program but its first one."""
        if self._is_alone():
            return set()
        return set(supervisor.descendant_pids(self.supervisor_pid)) - {self.pid}

    def close(self) -> None:
        """Close the files."""
        while self.files:
            os.close(self.files.pop())

    def _is_alone(self) -> bool:
        """Whether the program is surely one process with one thread."""
        if not self.files:
            return False
        adopted, own, threads = self.files
        try:
            return (
                os.pread(adopted, MAX_CHILD_BYTES, 0).split() == [b"%d" % self.pid]
                and os.fstat(threads).st_nlink == ONE_THREAD_LINKS
                and not os.pread(own, MAX_CHILD_BYTES, 0)
            )
        except OSError:  # it has just ended
            return False


def _children_file(pid: int) -> str:
    return f"{_task_folder(pid)}/{pid}/children"


def _task_folder(pid: int) -> str:
    return f"/proc/{pid}/task"
