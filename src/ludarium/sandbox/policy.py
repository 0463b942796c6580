"""Wraps untrusted commands in the sandbox that this machine can build."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.sandbox import seccomp
from ludarium.sandbox.command_files import find_command_files
from ludarium.sandbox.confinement import (
    LAUNCHER_PYTHON,
    Confinement,
    MachineAbilities,
    ResourceBounds,
    WrappedCommand,
)

POLICIES = ("auto", "required", "off")
SYSTEM_PYTHON = "/usr/bin/python3"
TRIAL_START_TIMEOUT_S = 20  # generous, for a loaded machine

LANDLOCK_CREATE, LANDLOCK_VERSION = 444, 1
NEWEST_LANDLOCK = 7  # tested
PR_GET_SECCOMP = 21


class SandboxMissing(LudariumError):
    """A sandbox is required that this machine cannot build."""


def wrap_command(
    command: list[str],
    policy: str = "auto",
    bounds: ResourceBounds = ResourceBounds(),  # noqa: B008  immutable
    machine: MachineAbilities | None = None,
    here: Path | None = None,
    shown: Sequence[Path] = (),
) -> WrappedCommand:
    """Wrap a command in all layers of the machine. Its relative paths start at `here`.

    It may also read the files that it is `shown`.

    If the sandbox is incomplete, `required` raises SandboxMissing and `auto` says so in the layers.
    """
    if policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise InvalidOption("unknown_policy", f"There is no policy {policy!r}; known are {known}.")
    if policy == "off":
        return WrappedCommand(command, None, ["none: it runs with all our rights"])
    machine = machine or probe_machine()
    if not sys.platform.startswith("linux"):
        _require_complete(policy, machine.lacks())
        return WrappedCommand(command, None, [f"INCOMPLETE: {machine.lacks()}"])
    confinement = Confinement(find_command_files(command, here, shown), bounds, machine)
    _require_complete(policy, confinement.missing_feature())
    return confinement.wrap_command()


def _require_complete(policy: str, lacks: str) -> None:
    if lacks and policy == "required":
        raise SandboxMissing("sandbox_missing", f"A sandbox is required, but {lacks}.")


@cache
def probe_machine() -> MachineAbilities:
    """Find the means of this machine by trial starts."""
    if not sys.platform.startswith("linux"):
        return MachineAbilities(platform.machine(), 0, False, None, False, False)
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), LANDLOCK_VERSION)
    known = platform.machine() in seccomp.ARCHITECTURES
    bare = MachineAbilities(
        platform.machine(),
        landlock=max(0, min(version, NEWEST_LANDLOCK)),
        seccomp=known and libc.prctl(PR_GET_SECCOMP) >= 0,
        bubblewrap=None,
        own_root=False,
        root=os.geteuid() == 0,
    )
    walled = bare._replace(own_root=True)
    if bare.root and _trial_start(walled):
        bare = walled
    elif bare.root and not _trial_start(bare):
        bare = bare._replace(root_bound=True)
    found = shutil.which("bwrap")
    # An unprivileged user cannot reach a Python in root's home, but the system's.
    for python in (LAUNCHER_PYTHON, SYSTEM_PYTHON) if found else ():
        wrapping = bare._replace(bubblewrap=found, own_root=False, python=python)
        if Path(python).exists() and _trial_start(wrapping):
            return wrapping._replace(own_root=bare.own_root)
    return bare


def _trial_start(machine: MachineAbilities) -> bool:
    """Whether a program starts with all the means of a machine."""
    true = shutil.which("true")
    if true is None:
        return False
    confinement = Confinement(find_command_files([true]), ResourceBounds(), machine)
    if (confinement.bubblewrap, confinement.own_root) != (machine.bubblewrap, machine.own_root):
        return False
    command, environment, _ = confinement.wrap_command()
    try:
        run = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            check=False,
            timeout=TRIAL_START_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return run.returncode == 0
