"""How long an agent takes to start, behind the sandbox and without it."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from ludarium.sandbox.confinement import MachineAbilities
from ludarium.sandbox.policy import probe_machine, wrap_command

AGENT = "import sys\nfor line in sys.stdin:\n    print(line, end='', flush=True)\n"


class Start(NamedTuple):
    """Seconds of one start."""

    answered: float  # from the start of the program to its first answer
    cpu: float  # of the program until its end
    wrapping: float  # before it could be started


def start(agent: Path, machine: MachineAbilities | None) -> Start:
    """Start an agent, have it answer once, and end it."""
    # The same work for all: bubblewrap may have to do with the system's Python.
    python = probe_machine().python if probe_machine().bubblewrap else sys.executable
    command = [python, str(agent)]
    before = time.perf_counter()
    wrapped = wrap_command(command, "auto" if machine else "off", machine=machine)
    spent = used()
    began = time.perf_counter()
    with subprocess.Popen(
        wrapped.command, env=wrapped.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"turn\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"turn\n"
        answered = time.perf_counter()
    return Start(answered - began, used() - spent, began - before)


def used() -> float:
    """CPU time of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ways() -> dict[str, MachineAbilities | None]:
    """No sandbox, and all kinds of it that there are here."""
    machine = probe_machine()
    plain = machine._replace(bubblewrap=None, own_root=False)
    found: dict[str, MachineAbilities | None] = {"none": None, "Landlock and seccomp": plain}
    if machine.own_root:
        found["and a root of its own"] = plain._replace(own_root=True)
    if machine.bubblewrap:
        found["and bubblewrap"] = plain._replace(bubblewrap=machine.bubblewrap)
    return found


def report(rounds: int) -> Table:
    """Medians of interleaved starts."""
    table = Table("sandbox", "first answer ms", "CPU ms", "CPU to none", "wrapping ms")
    for column in table.columns[1:]:
        column.justify = "right"
    kinds = ways()
    with tempfile.TemporaryDirectory() as folder:
        agent = Path(folder) / "agent.py"
        agent.write_text(AGENT)
        Path(folder).chmod(0o755)
        runs = [[start(agent, machine) for machine in kinds.values()] for _ in range(rounds)]
    for at, kind in enumerate(kinds):
        mine = [run[at] for run in runs]
        answered = statistics.median(one.answered for one in mine) * 1000
        cpu = statistics.median(one.cpu for one in mine) * 1000
        ratio = statistics.median(run[at].cpu / run[0].cpu for run in runs)
        wrapping = statistics.median(one.wrapping for one in mine) * 1000
        table.add_row(kind, f"{answered:.0f}", f"{cpu:.0f}", f"{ratio:.2f}", f"{wrapping:.1f}")
    return table
