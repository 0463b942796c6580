"""How one command is held on one machine: what it may use, see and be, layer by layer."""

from __future__ import annotations

import json
import mmap
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.sandbox import seccomp
from ludarium.sandbox.launcher import ROOM
from ludarium.sandbox.links import beneath
from ludarium.sandbox.readable import Readable, open_to_all, readable

LAUNCHER = Path(__file__).with_name("launcher.py")
PYTHON = os.path.realpath(sys.executable)  # past its virtual environment: the launcher needs none

# These reserve far more address space than they use: what they may fill is limited instead.
JAVASCRIPT = ("node", "nodejs", "deno", "bun")
RESERVING = (*JAVASCRIPT, "java", "dotnet")
GO = b"Go buildinf:"  # stands in every program made by Go, which reserves too
RESERVED = 64 << 30
CODE_RANGE = 576 << 20  # that newer V8 maps writable at its start, and hardly uses
HEADROOM = 256  # threads more than the user's now, where the user is not the agent's own


class Bounds(NamedTuple):
    """What a sandboxed program may use."""

    memory: int = 512 << 20  # bytes of address space
    seconds: int = 3600  # of CPU, all moves together
    files: int = 256  # open at a time
    threads: int = 64


class Machine(NamedTuple):
    """What a machine can do to hold a program."""

    name: str  # of the architecture
    landlock: int  # the version, 0 for none
    seccomp: bool
    bubblewrap: str | None  # the program, if it starts for a user without rights
    walls: bool  # whether we may build a root of our own
    root: bool
    bound: bool = False  # root by name, without the right to become somebody else
    python: str = PYTHON  # that runs the launcher

    def lacks(self) -> str:
        """What is missing for a sandbox that deserves the name, as a clause; "" for nothing."""
        if not self.seccomp:
            return "the kernel filters no system calls (seccomp)"
        if not (self.landlock or self.bubblewrap or self.walls):
            return "nothing hides files: the kernel has no Landlock, and bubblewrap does not start"
        if self.bound:
            return "root may not become another user here, and root's threads have no limit"
        return ""


class Wrapped(NamedTuple):
    """A command to start instead of another, its environment, and what holds it in words.

    Its processes are one process group if it is started as one: signals go to the group, for
    bubblewrap stands between. It dies with the thread that started it.
    """

    command: list[str]
    env: dict[str, str] | None  # None: like ours
    layers: list[str]


class Confinement:
    """What is done to one command."""

    def __init__(self, needs: Readable, bounds: Bounds, machine: Machine) -> None:
        self.needs = needs
        self.bounds = bounds
        self.machine = machine
        self.reserving = _reserving(Path(needs.command[0]))
        self.private = [path for path in needs.roots() if _private(path, needs.main)]
        # Whoever is not root goes as himself, and he gets there.
        reached = not machine.root or _others_reach(needs)
        self.bubblewrap = machine.bubblewrap if reached and self._launcher_within() else None
        self.walls = machine.walls and self.bubblewrap is None and _size(self.private) < ROOM
        self.drops = machine.root and not machine.bound and (self.walls or reached)

    def _launcher_within(self) -> bool:
        """Whether the launcher would run in bubblewrap, for whoever starts that."""
        if not self.machine.bubblewrap or not self.machine.root:
            return True
        return _others_reach(_launcher(self.machine.python))

    def lacks(self) -> str:
        """What is missing, of the machine or for this command; "" for nothing."""
        if self.machine.root and not self.drops and not self.machine.bound:
            return "only root can read the command's files, so no user without rights can run it"
        return self.machine.lacks()

    def wrapped(self) -> Wrapped:
        """The command behind all this."""
        command = self._launch(self._policy(), self.needs.command)
        if self.bubblewrap:
            command = [self.bubblewrap, *self._view(), "--", *command]
            if self.drops:
                # Root's bubblewrap would map its user to root outside.
                command = self._launch({"user": "drop", "cwd": "/"}, command)
        environment = _environment()
        if self._javascript():
            environment["NODE_OPTIONS"] = f"--max-old-space-size={self.bounds.memory * 3 >> 22}"
        return Wrapped(command, environment, self.layers())

    def layers(self) -> list[str]:
        """What holds the command, in words."""
        machine, bounds = self.machine, self.bounds
        words = [f"limits: {bounds.memory >> 20} MiB, {bounds.seconds} s of CPU, no files written"]
        if machine.seccomp:
            words.append("seccomp: no sockets, processes, other programs or unusual system calls")
        if machine.landlock:
            more = ", TCP" if machine.landlock >= 4 else ""
            more += ", signals, abstract sockets" if machine.landlock >= 6 else ""
            words.append(f"Landlock {machine.landlock}: files{more}")
        if self.bubblewrap:
            words.append("bubblewrap: files, processes and network of its own")
        if self.walls:
            words.append("a root folder of its own with nothing but what it needs, no network")
        if self.drops:
            words.append("a user of its own without capabilities")
        if lacks := self.lacks():
            words.append(f"INCOMPLETE: {lacks}")
        return words

    def _launch(self, policy: dict[str, Any], command: list[str]) -> list[str]:
        # Python reads it too, which takes pairs of escapes for two characters, so there are none
        # but for bytes of paths that are no text.
        text = json.dumps(policy, separators=(",", ":"), ensure_ascii=False)
        written = text.encode(errors="backslashreplace").decode()
        return [self.machine.python, "-I", "-S", str(LAUNCHER), written, "--", *command]

    def _policy(self) -> dict[str, Any]:
        machine, needs = self.machine, self.needs
        policy: dict[str, Any] = {"cwd": needs.folder, "limits": self._limits()}
        if self.walls:
            shown = [path for path in needs.roots() if path not in self.private]
            policy["walls"] = {"paths": shown, "copies": self.private, "links": needs.links}
        if machine.root and not machine.bound and not self.bubblewrap:
            policy["user"] = "drop" if self.drops else "keep"
        if machine.landlock:
            rights = {"read": needs.read, "run": needs.run, "list": needs.listed}
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
            "DATA": bounds.memory + (CODE_RANGE if self._javascript() else 0),
            "CPU": bounds.seconds,
            "NOFILE": bounds.files,
            "NPROC": _threads() + HEADROOM if shared else bounds.threads,
            "SIGPENDING": 256,
            "FSIZE": 0,
            "CORE": 0,
            "MSGQUEUE": 0,
            "MEMLOCK": 0,
        }

    def _javascript(self) -> bool:
        return Path(self.needs.command[0]).name in JAVASCRIPT

    def _view(self) -> list[str]:
        """The words that tell bubblewrap what to show."""
        words = ["--unshare-all", "--die-with-parent"]
        launcher = _launcher(self.machine.python)
        for path in sorted({*self.needs.roots(), *launcher.roots()}):
            words += ["--dev-bind" if path.startswith("/dev/") else "--ro-bind", path, path]
        for link, target in dict([*launcher.links, *self.needs.links]).items():
            words += ["--symlink", target, link]
        return words


@cache
def _launcher(python: str) -> Readable:
    return readable([python, str(LAUNCHER)])


def _environment() -> dict[str, str]:
    """What a program is told about the world: next to nothing."""
    kept = {name: os.environ[name] for name in ("LUDARIUM_PURE", "TZ") if name in os.environ}
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": "/",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MALLOC_ARENA_MAX": "2",  # each reserves 64 MiB of the address space
        "OMP_NUM_THREADS": "1",  # numerical libraries start one thread for each processor
        **kept,
    }


def _reserving(program: Path) -> bool:
    if program.name in RESERVING:
        return True
    with program.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as code:
        return code.find(GO) >= 0


def _private(path: str, main: str | None) -> bool:
    """Whether a user without rights could not read a path, or the agent in it."""
    if main is not None and beneath(main, path) and not open_to_all(main, parents=False):
        return True
    return not open_to_all(path, parents=False)


def _others_reach(needs: Readable) -> bool:
    """Whether a user without rights gets to all that is needed."""
    paths = [*needs.roots(), *([needs.main] if needs.main else [])]
    return all(open_to_all(path, parents=True) for path in paths)


def _size(paths: list[str]) -> int:
    files = [path for place in paths for path in (Path(place), *Path(place).rglob("*"))]
    return sum(path.lstat().st_size for path in files)


def _threads() -> int:
    """How many threads the user has now."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                tasks = os.stat(f"/proc/{entry.name}/task")  # noqa: PTH116  there are hundreds
            except OSError:  # it has ended since
                continue
            count += tasks.st_nlink - 2 if tasks.st_uid == os.geteuid() else 0
    return count
