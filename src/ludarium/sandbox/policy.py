"""The sandbox for programs we do not trust: what the machine can do, and commands behind it."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.sandbox import seccomp
from ludarium.sandbox.confinement import PYTHON, Bounds, Confinement, Machine, Wrapped
from ludarium.sandbox.readable import readable

POLICIES = ("auto", "required", "off")
SYSTEM_PYTHON = "/usr/bin/python3"
PATIENCE = 20  # seconds for a trial start, on however busy a machine

LANDLOCK_CREATE, LANDLOCK_VERSION = 444, 1
NEWEST_LANDLOCK = 7  # that was tried
PR_GET_SECCOMP = 21


class SandboxMissing(LudariumError):
    """A sandbox is required that this machine cannot build."""


def wrap(
    command: list[str],
    policy: str = "auto",
    bounds: Bounds = Bounds(),  # noqa: B008  it cannot be changed
    machine: Machine | None = None,
    here: Path | None = None,
) -> Wrapped:
    """Put a command behind all that the machine can do; paths in it begin at `here`.

    `required` raises SandboxMissing where that is not enough; `auto` says so in the layers.
    """
    if policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise InvalidOption("unknown_policy", f"There is no policy {policy!r}; known are {known}.")
    if policy == "off":
        return Wrapped(command, None, ["none: it runs with all our rights"])
    machine = machine or probe()
    if not sys.platform.startswith("linux"):
        _demand(policy, machine.lacks())
        return Wrapped(command, None, [f"INCOMPLETE: {machine.lacks()}"])
    confinement = Confinement(readable(command, here), bounds, machine)
    _demand(policy, confinement.lacks())
    return confinement.wrapped()


def _demand(policy: str, lacks: str) -> None:
    if lacks and policy == "required":
        raise SandboxMissing("sandbox_missing", f"A sandbox is required, but {lacks}.")


@cache
def probe() -> Machine:
    """Find out what this machine can do, by doing it."""
    if not sys.platform.startswith("linux"):
        return Machine(platform.machine(), 0, False, None, False, False)
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), LANDLOCK_VERSION)
    known = platform.machine() in seccomp.ARCHITECTURES
    bare = Machine(
        platform.machine(),
        landlock=max(0, min(version, NEWEST_LANDLOCK)),
        seccomp=known and libc.prctl(PR_GET_SECCOMP) >= 0,
        bubblewrap=None,
        walls=False,
        root=os.geteuid() == 0,
    )
    walled = bare._replace(walls=True)
    if bare.root and _starts(walled):
        bare = walled
    elif bare.root and not _starts(bare):
        bare = bare._replace(bound=True)
    found = shutil.which("bwrap")
    # A user without rights cannot get to a Python in root's home, but to the system's.
    for python in (PYTHON, SYSTEM_PYTHON) if found else ():
        wrapping = bare._replace(bubblewrap=found, walls=False, python=python)
        if Path(python).exists() and _starts(wrapping):
            return wrapping._replace(walls=bare.walls)
    return bare


def _starts(machine: Machine) -> bool:
    """Whether a program starts behind all that a machine is supposed to do."""
    true = shutil.which("true")
    if true is None:
        return False
    confinement = Confinement(readable([true]), Bounds(), machine)
    if (confinement.bubblewrap, confinement.walls) != (machine.bubblewrap, machine.walls):
        return False
    command, environment, _ = confinement.wrapped()
    try:
        run = subprocess.run(
            command, env=environment, capture_output=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return run.returncode == 0
