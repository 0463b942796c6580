"""The sandbox for programs we do not trust: what this machine can do, and commands put behind it."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.agents import seccomp
from ludarium.agents.launcher import ROOM
from ludarium.agents.readable import Readable, open_to_all, readable
from ludarium.core.errors import InvalidOption, LudariumError

POLICIES = ("auto", "required", "off")
LAUNCHER = Path(__file__).with_name("launcher.py")
# For the launcher, which any Python runs: ours, past its virtual environment, or the system's.
PYTHON = os.path.realpath(sys.executable)
SYSTEM_PYTHON = "/usr/bin/python3"
PATIENCE = 20  # seconds for a trial start, on however busy a machine

LANDLOCK_CREATE, LANDLOCK_VERSION = 444, 1
NEWEST_LANDLOCK = 7  # that was tried
PR_GET_SECCOMP = 21

# These reserve far more address space than they use: what they may fill is limited instead.
RESERVING = ("node", "nodejs", "deno", "bun", "java")
RESERVED = 64 << 30
HEADROOM = 256  # threads more than the user's now, where a user is not the agent's own


class SandboxMissing(LudariumError):
    """A sandbox is required that this machine cannot build."""


class Bounds(NamedTuple):
    """What a sandboxed program may use."""

    memory: int = 512 << 20  # bytes of address space
    seconds: int = 3600  # of CPU, all moves together
    files: int = 256  # open at a time
    threads: int = 64


class Machine(NamedTuple):
    """What this machine can do to hold a program."""

    name: str  # of the architecture
    landlock: int  # the version, 0 for none
    seccomp: bool
    bubblewrap: str | None  # the program, if it starts for a user without rights
    walls: bool  # whether we may build a root of our own
    root: bool
    python: str = PYTHON  # that runs the launcher


class Wrapped(NamedTuple):
    """A command to start instead of another, its environment, and what holds it in words.

    The processes of a wrapped command are one process group, if it is started as one; signals go
    to the group. It dies with the thread that started it.
    """

    command: list[str]
    env: dict[str, str] | None  # None: like ours
    layers: list[str]


def wrap(
    command: list[str],
    policy: str = "auto",
    bounds: Bounds = Bounds(),  # noqa: B008  a tuple
    machine: Machine | None = None,
    here: Path | None = None,
) -> Wrapped:
    """Put a command behind all that the machine can do; words of it are taken from `here`."""
    if policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise InvalidOption("unknown_policy", f"There is no policy {policy!r}; known are {known}.")
    if policy == "off":
        return Wrapped(command, None, ["none: it runs with all our rights"])
    machine = machine or probe()
    missing = lacking(machine)
    if missing and policy == "required":
        raise SandboxMissing("sandbox_missing", f"A sandbox is required, but {missing}.")
    if not sys.platform.startswith("linux"):
        return Wrapped(command, None, [f"none: {missing}"])
    return _Plan(readable(command, here), bounds, machine).wrapped()


def lacking(machine: Machine) -> str:
    """What a machine lacks for a sandbox that deserves the name, as a clause; "" for nothing."""
    if not machine.seccomp:
        return "the kernel filters no system calls (seccomp)"
    if not (machine.landlock or machine.bubblewrap or machine.walls):
        return "nothing hides files: no Landlock in the kernel and no bubblewrap that starts"
    return ""


@cache
def probe() -> Machine:
    """Find out what this machine can do."""
    if not sys.platform.startswith("linux"):
        return Machine(platform.machine(), 0, False, None, False, False)
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), LANDLOCK_VERSION)
    filters = platform.machine() in seccomp.ARCHITECTURES and libc.prctl(PR_GET_SECCOMP) >= 0
    bare = Machine(
        platform.machine(),
        landlock=max(0, min(version, NEWEST_LANDLOCK)),
        seccomp=filters,
        bubblewrap=None,
        walls=False,
        root=os.geteuid() == 0,
    )
    walled = bare._replace(walls=True)
    if bare.root and _starts(walled):
        bare = walled
    found = shutil.which("bwrap")
    # A user without rights cannot get to a Python in root's home.
    for python in (PYTHON, SYSTEM_PYTHON) if found else ():
        wrapping = bare._replace(bubblewrap=found, walls=False, python=python)
        if Path(python).exists() and _starts(wrapping):
            return wrapping._replace(walls=bare.walls)
    return bare


def _starts(machine: Machine) -> bool:
    """Whether a program starts behind what a machine is supposed to do."""
    true = shutil.which("true")
    if true is None:
        return False
    plan = _Plan(readable([true]), Bounds(), machine)
    if (plan.bubblewrap, plan.walls) != (machine.bubblewrap, machine.walls):
        return False
    wrapped = plan.wrapped()
    try:
        run = subprocess.run(
            wrapped.command, env=wrapped.env, capture_output=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return run.returncode == 0


class _Plan:
    """How one command is held on one machine."""

    def __init__(self, needs: Readable, bounds: Bounds, machine: Machine) -> None:
        self.needs = needs
        self.bounds = bounds
        self.machine = machine
        self.reserving = Path(needs.command[0]).name in RESERVING
        self.hidden = [path for path in needs.own() if not open_to_all(path, parents=False)]
        self.launcher = readable([machine.python, str(LAUNCHER)])
        # Whoever is not root goes as himself, and he gets there.
        reached = not machine.root or _others_reach(needs)
        within = reached and (not machine.root or _others_reach(self.launcher))
        self.bubblewrap = machine.bubblewrap if within else None
        self.walls = machine.walls and self.bubblewrap is None and _size(self.hidden) < ROOM
        self.drops = machine.root and (self.walls or reached)

    def wrapped(self) -> Wrapped:
        command = self._launch(self._policy(), self.needs.command)
        if self.bubblewrap:
            command = [self.bubblewrap, *self._view(), "--", *command]
            if self.drops:
                # Root's bubblewrap would map its user to root outside.
                command = self._launch({"user": "drop", "cwd": "/"}, command)
        return Wrapped(command, self._environment(), self._words())

    def _launch(self, policy: dict[str, Any], command: list[str]) -> list[str]:
        return [self.machine.python, "-I", "-S", str(LAUNCHER), json.dumps(policy), "--", *command]

    def _policy(self) -> dict[str, Any]:
        machine = self.machine
        policy: dict[str, Any] = {"cwd": self.needs.folder, "limits": self._limits()}
        if self.walls:
            shown = [path for path in self.needs.own() if path not in self.hidden]
            policy["walls"] = {
                "paths": shown, "copies": self.hidden, "links": self.needs.links
            }  # fmt: skip
        if machine.root and not self.bubblewrap:
            policy["user"] = "drop" if self.drops else "keep"
        if machine.landlock:
            rights = {"read": self.needs.read, "run": self.needs.run, "list": self.needs.listed}
            policy["landlock"] = {"version": machine.landlock, "rights": rights}
        if machine.seccomp:
            code = seccomp.machine_code(machine.name, shared_memory=not self.reserving)
            policy["seccomp"] = code.hex()
            signals = [seccomp.number(machine.name, name) for name in ("kill", "tkill", "tgkill")]
            policy["calls"] = {"run": seccomp.number(machine.name, "execve"), "signals": signals}
        return policy

    def _limits(self) -> dict[str, int]:
        bounds = self.bounds
        # A user of the agent's own has no other threads; in bubblewrap they count from nought.
        shared = not self.drops and not self.bubblewrap
        return {
            "AS": RESERVED if self.reserving else bounds.memory,
            "DATA": bounds.memory,
            "CPU": bounds.seconds,
            "NOFILE": bounds.files,
            "NPROC": _threads() + HEADROOM if shared else bounds.threads,
            "FSIZE": 0,
            "CORE": 0,
            "MSGQUEUE": 0,
            "MEMLOCK": 0,
        }

    def _view(self) -> list[str]:
        """The words that tell bubblewrap what to show."""
        words = ["--unshare-all", "--die-with-parent"]
        paths = sorted({*self.needs.own(), *self.launcher.own()})
        for path in paths:
            words += ["--dev-bind" if path.startswith("/dev/") else "--ro-bind", path, path]
        for link, target in dict([*self.launcher.links, *self.needs.links]).items():
            words += ["--symlink", target, link]
        return words

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("LUDARIUM_PURE", "TZ") if name in os.environ}
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": "/",
            "PYTHONDONTWRITEBYTECODE": "1",
            "MALLOC_ARENA_MAX": "2",  # each reserves 64 MiB of the address space
            **kept,
        }

    def _words(self) -> list[str]:
        machine = self.machine
        words = [f"limits: {self.bounds.memory >> 20} MiB, {self.bounds.seconds} s of CPU, no files"]
        if machine.seccomp:
            words.append("seccomp: no sockets, processes, programs or other dangerous calls")
        if machine.landlock:
            more = ", TCP" if machine.landlock >= 4 else ""
            more += ", signals and abstract sockets" if machine.landlock >= 6 else ""
            words.append(f"Landlock {machine.landlock}: files{more}")
        if self.bubblewrap:
            words.append("bubblewrap: its own view of files, processes and network")
        if self.walls:
            words.append("a root of its own, with nothing but what it needs, and no network")
        if machine.root:
            words.append(
                "a user of its own without capabilities"
                if self.drops
                else "root's name without capabilities: its files are not readable for others"
            )
        if missing := lacking(machine):
            words.append(f"INCOMPLETE: {missing}")
        return words


def _others_reach(needs: Readable) -> bool:
    """Whether a user without rights gets to all that is needed."""
    return all(open_to_all(path, parents=True) for path in needs.own())


def _size(paths: list[str]) -> int:
    files = [path for place in paths for path in (Path(place), *Path(place).rglob("*"))]
    return sum(path.lstat().st_size for path in files if not path.is_symlink())


def _threads() -> int:
    """How many threads the user has now."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                tasks = os.stat(f"/proc/{entry.name}/task")  # noqa: PTH116  hundreds of them
            except OSError:  # it has ended since
                continue
            count += tasks.st_nlink - 2 if tasks.st_uid == os.geteuid() else 0
    return count
