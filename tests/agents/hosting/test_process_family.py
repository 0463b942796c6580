"""The processes of a program: one that is alone is known without a listing of all processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ludarium.agents.hosting import supervisor
from ludarium.agents.hosting.process_family import ProcessFamily

PARENT = "import os, subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
READY = "print(os.getpid(), flush=True); input()"
PROGRAMS = {
    "alone": f"import os; {READY}",
    "with a child": f"import os; os.fork() and ({READY.replace(';', ',')}) or input()",
    "with a thread": "import os, threading; threading.Thread(target=input).start(); "
    "print(os.getpid(), flush=True)",
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_only_a_program_that_is_alone_is_known_without_a_listing(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listings: list[int] = []
    list_all = supervisor.descendant_pids

    def count_listing(pid: int) -> list[int]:
        listings.append(pid)
        return list_all(pid)

    monkeypatch.setattr(supervisor, "descendant_pids", count_listing)
    command = [sys.executable, "-c", PARENT, PROGRAMS[kind]]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        family = ProcessFamily(parent.pid, int(parent.stdout.readline()))
        found = family.other_pids()
        parent.communicate(b"\n\n", timeout=60)
    assert len(found) == (kind == "with a child")
    assert bool(listings) == (kind != "alone" or not supervisor.KERNEL_LISTS_CHILDREN)
    assert family.other_pids() == set()  # all have ended
    files = family.files[:]
    family.close()
    for descriptor in files:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)
