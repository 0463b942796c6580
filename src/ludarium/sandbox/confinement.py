"""Confinement of one command on one machine, as layers of limits."""

from __future__ import annotations

import json
import mmap
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.sandbox import seccomp
from ludarium.sandbox.command_files import CommandFiles, find_command_files, is_open_to_all
from ludarium.sandbox.launcher import MAX_COPIED_BYTES
from ludarium.sandbox.links import is_beneath

LAUNCHER_SCRIPT = Path(__file__).with_name("launcher.py")
LAUNCHER_PYTHON = os.path.realpath(sys.executable)  # the launcher needs no virtual environment

# These reserve far more address space than they use. Their data segment is limited instead.
JAVASCRIPT_PROGRAMS = ("node", "nodejs", "deno", "bun")
RESERVING_PROGRAMS = (*JAVASCRIPT_PROGRAMS, "java", "dotnet")
GO_BUILD_MARK = b"Go buildinf:"  # in every program built by Go, which reserves memory too
RESERVED_ADDRESS_SPACE_BYTES = 64 << 30
V8_CODE_RANGE_BYTES = 576 << 20  # mapped writable by newer V8, and hardly used
EXTRA_USER_THREADS = 256  # allowed beyond the current ones of a shared user


class ResourceBounds(NamedTuple):
    """The resources that a sandboxed program may use."""

    memory: int = 512 << 20  # bytes of address space
    seconds: int = 3600  # of CPU, all moves together
    files: int = 256  # open at a time
    threads: int = 64


class MachineAbilities(NamedTuple):
    """The means of this machine to confine a program."""

    name: str  # of the architecture
    landlock: int  # the version, 0 for none
    seccomp: bool
    bubblewrap: str | None  # its path, if an unprivileged user can start it
    own_root: bool  # whether a root folder of its own can be built
    root: bool
    root_bound: bool = False  # root without the right to switch users
    python: str = LAUNCHER_PYTHON  # runs the launcher

    def missing_feature(self) -> str:
        """The feature that is missing for a complete sandbox, as a clause; "" for none."""
        if not self.seccomp:
            return "the kernel filters no system calls (seccomp)"
        if not (self.landlock or self.bubblewrap or self.own_root):
            return "nothing hides files: the kernel has no Landlock, and bubblewrap does not start"
        if self.root_bound:
            return "root may not become another user here, and root's threads have no limit"
        return ""


class WrappedCommand(NamedTuple):
    """The sandboxed form of a command, its environment, and its layers in words.

    Signals must go to its process group, because bubblewrap is the parent of the program. It dies
    with the thread that started it.
    """

    command: list[str]
    env: dict[str, str] | None  # None: inherited
    layers: list[str]


class Confinement:
    """Chooses the layers for one command and builds its policy."""

    def __init__(
        self, needs: CommandFiles, bounds: ResourceBounds, machine: MachineAbilities
    ) -> None:
        self.files = needs
        self.bounds = bounds
        self.machine = machine
        self.reserves_memory = _reserves_memory(Path(needs.command[0]))
        self.private_paths = [path for path in needs.root_paths() if _is_private(path, needs.main)]
        # Without root the command runs as the same user, who can reach the files.
        reached = not machine.root or _others_reach(needs)
        self.bubblewrap = machine.bubblewrap if reached and self._launcher_reachable() else None
        self.own_root = (
            machine.own_root
            and self.bubblewrap is None
            and _total_bytes(self.private_paths) < MAX_COPIED_BYTES
        )
        self.drops_user = machine.root and not machine.root_bound and (self.own_root or reached)

    def _launcher_reachable(self) -> bool:
        """Whether the launcher's files can be reached by the user that bubblewrap runs as."""
        if not self.machine.bubblewrap or not self.machine.root:
            return True
        return _others_reach(_launcher_files(self.machine.python))

    def missing_feature(self) -> str:
        """The feature that is missing on the machine or for this command; "" for none."""
        if self.machine.root and not self.drops_user and not self.machine.root_bound:
            return "only root can read the command's files, so no user without rights can run it"
        return self.machine.missing_feature()

    def wrap_command(self) -> WrappedCommand:
        """The command wrapped in all layers."""
        command = self._launcher_command(self._make_policy(), self.files.command)
        if self.bubblewrap:
            command = [self.bubblewrap, *self._bubblewrap_options(), "--", *command]
            if self.drops_user:
                # Started by root, bubblewrap would map its user to root outside.
                command = self._launcher_command({"user": "drop", "cwd": "/"}, command)
        environment = _minimal_environment()
        if self._runs_javascript():
            environment["NODE_OPTIONS"] = f"--max-old-space-size={self.bounds.memory * 3 >> 22}"
        return WrappedCommand(command, environment, self.describe_layers())

    def describe_layers(self) -> list[str]:
        """The layers in words."""
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
        if self.own_root:
            words.append("a root folder of its own with nothing but what it needs, no network")
        if self.drops_user:
            words.append("a user of its own without capabilities")
        if lacks := self.missing_feature():
            words.append(f"INCOMPLETE: {lacks}")
        return words

    def _launcher_command(self, policy: dict[str, Any], command: list[str]) -> list[str]:
        # The launcher evaluates it as Python, which reads surrogate escapes as two characters, so
        # only bytes of paths that are no text are escaped.
        text = json.dumps(policy, separators=(",", ":"), ensure_ascii=False)
        written = text.encode(errors="backslashreplace").decode()
        return [self.machine.python, "-I", "-S", str(LAUNCHER_SCRIPT), written, "--", *command]

    def _make_policy(self) -> dict[str, Any]:
        machine, needs = self.machine, self.files
        policy: dict[str, Any] = {"cwd": needs.folder, "limits": self._resource_limits()}
        if self.own_root:
            shown = [path for path in needs.root_paths() if path not in self.private_paths]
            policy["walls"] = {"paths": shown, "copies": self.private_paths, "links": needs.links}
        if machine.root and not machine.root_bound and not self.bubblewrap:
            policy["user"] = "drop" if self.drops_user else "keep"
        if machine.landlock:
            rights = {"read": needs.read, "run": needs.run, "list": needs.listed}
            policy["landlock"] = {"version": machine.landlock, "rights": rights}
        if machine.seccomp:
            code = seccomp.filter_code(machine.name, shared_memory=not self.reserves_memory)
            policy["seccomp"] = code.hex()
            signals = [
                seccomp.call_number(machine.name, name) for name in ("kill", "tkill", "tgkill")
            ]
            policy["calls"] = {
                "run": seccomp.call_number(machine.name, "execve"),
                "signals": signals,
            }
        return policy

    def _resource_limits(self) -> dict[str, int]:
        bounds = self.bounds
        # An agent's own user has no other threads, and in bubblewrap they count from zero.
        shared = not self.drops_user and not self.bubblewrap
        return {
            "AS": RESERVED_ADDRESS_SPACE_BYTES if self.reserves_memory else bounds.memory,
            "DATA": bounds.memory + (V8_CODE_RANGE_BYTES if self._runs_javascript() else 0),
            "CPU": bounds.seconds,
            "NOFILE": bounds.files,
            "NPROC": _count_user_threads() + EXTRA_USER_THREADS if shared else bounds.threads,
            "SIGPENDING": 256,
            "FSIZE": 0,
            "CORE": 0,
            "MSGQUEUE": 0,
            "MEMLOCK": 0,
        }

    def _runs_javascript(self) -> bool:
        return Path(self.files.command[0]).name in JAVASCRIPT_PROGRAMS

    def _bubblewrap_options(self) -> list[str]:
        """The options of bubblewrap for the visible files."""
        words = ["--unshare-all", "--die-with-parent"]
        launcher = _launcher_files(self.machine.python)
        for path in sorted({*self.files.root_paths(), *launcher.root_paths()}):
            words += ["--dev-bind" if path.startswith("/dev/") else "--ro-bind", path, path]
        for link, target in dict([*launcher.links, *self.files.links]).items():
            words += ["--symlink", target, link]
        return words


@cache
def _launcher_files(python: str) -> CommandFiles:
    return find_command_files([python, str(LAUNCHER_SCRIPT)])


def _minimal_environment() -> dict[str, str]:
    """An environment with nothing about this machine or user."""
    kept = {name: os.environ[name] for name in ("LUDARIUM_PURE", "TZ") if name in os.environ}
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": "/",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MALLOC_ARENA_MAX": "2",  # each arena reserves 64 MiB of address space
        "OMP_NUM_THREADS": "1",  # numerical libraries would start one thread per processor
        **kept,
    }


def _reserves_memory(program: Path) -> bool:
    if program.name in RESERVING_PROGRAMS:
        return True
    with program.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as code:
        return code.find(GO_BUILD_MARK) >= 0


def _is_private(path: str, main: str | None) -> bool:
    """Whether an unprivileged user cannot read a path, or the agent in it."""
    if main is not None and is_beneath(main, path) and not is_open_to_all(main, parents=False):
        return True
    return not is_open_to_all(path, parents=False)


def _others_reach(needs: CommandFiles) -> bool:
    """Whether an unprivileged user can reach all files of the command."""
    paths = [*needs.root_paths(), *([needs.main] if needs.main else [])]
    return all(is_open_to_all(path, parents=True) for path in paths)


def _total_bytes(paths: list[str]) -> int:
    files = [path for place in paths for path in (Path(place), *Path(place).rglob("*"))]
    return sum(path.lstat().st_size for path in files)


def _count_user_threads() -> int:
    """The number of threads of this user."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                tasks = os.stat(f"/proc/{entry.name}/task")  # noqa: PTH116  there are hundreds
            except OSError:  # the process has ended
                continue
            count += tasks.st_nlink - 2 if tasks.st_uid == os.geteuid() else 0
    return count
