"""Gives up everything that a policy says and becomes the command: `launcher.py policy -- command`.

A program of its own, run by `python -I -S`, that imports nothing but the standard library. Any step
that fails ends it: the command runs behind all that its policy names, or not at all.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import struct
import sys

TYPE_CHECKING = False  # typing would cost a tenth of the start
if TYPE_CHECKING:
    from typing import Any

JSON = {"true": True, "false": False, "null": None}
FAILED = 126  # the exit code of shells for a command that cannot be run

libc = ctypes.CDLL(None, use_errno=True)

# <linux/prctl.h>, <linux/securebits.h>
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_SECUREBITS = 1, 22, 24, 28
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
SECCOMP_MODE_FILTER = 2
NO_ROOT_LOCKED = 0b11 | 0b1100 | 0b100000 | 0b11000000  # uid 0 is a user like any other, for ever
CAPABILITY_VERSION = 0x20080522
SIGKILL = 9
IGNORED = (13, 25)  # SIGPIPE and SIGXFSZ: by Python, not by the programs that it becomes

# Users without a name, one for every process, so that no two agents are the same user.
FIRST_USER = 2_000_000_000
FIRST_SMALL_USER, SMALL_USERS = 40_000, 20_000  # where a container maps no such numbers

# <sys/mount.h>, <sched.h>
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = (
    1, 2, 4, 32, 4096, 16384, 1 << 18
)  # fmt: skip
MNT_DETACH = 2
ROOM = 32 << 20  # bytes for what is copied
CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWNET = 0x20000, 0x4000000, 0x8000000, 0x40000000
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

# <linux/landlock.h>; the numbers of the calls are the same everywhere
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
EXECUTE, READ_FILE, READ_DIR = 1, 4, 8
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # by version: how many kinds there are
TCP_RIGHTS, SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals

# <linux/filter.h>: see seccomp.py
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050001


def need(result: int, what: str) -> int:
    """The result of a call of the C library, which has to succeed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
    return result


def prctl(option: int, value: int = 0, other: int = 0) -> None:
    """Change something about this process."""
    arguments = map(ctypes.c_ulong, (value, other, 0, 0))
    need(libc.prctl(option, *arguments), f"prctl {option}")


def limit(limits: dict[str, int]) -> None:
    """Set limits, hard ones, none above what is allowed already."""
    for name, value in limits.items():
        which = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(which)[1]
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (least, least))


def enclose(paths: list[str], copies: list[str], links: list[list[str]]) -> None:
    """Build a root with nothing but these paths, read-only, and have no network (needs root).

    Copies are for what root may read and others may not.
    """
    spaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNET
    need(libc.unshare(spaces), "unshare")
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    # Only mounts of this namespace can be shown again, so they are opened in it.
    sources = [(path, opened(path, os.O_PATH)) for path in paths]
    copied = [(path, opened(path, os.O_RDONLY)) for path in copies]
    # Whatever is under it stays reachable by the descriptors.
    root = next(place for place in ("/tmp", "/mnt", "/run") if os.path.isdir(place))
    mount("tmpfs", root, "tmpfs", MS_NOSUID, f"size={ROOM},mode=755")
    os.umask(0o022)
    for path, descriptor in sources:
        show(root, path, descriptor)
    for path, descriptor in copied:
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        copy(descriptor, root + path)
    for path, target in links:
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        os.symlink(target, root + path)
    mount("tmpfs", root, None, MS_REMOUNT | MS_RDONLY | MS_NOSUID)
    os.chdir(root)
    need(libc.syscall(PIVOT_ROOT[os.uname().machine], b".", b"."), "pivot_root")
    need(libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir("/")


def opened(path: str, flags: int) -> int:
    """Open a real path; one that became a link since it was checked could lead anywhere."""
    descriptor = os.open(path, flags | os.O_CLOEXEC)
    if os.readlink(f"/proc/self/fd/{descriptor}") != path:
        raise OSError(errno.ELOOP, f"{path}: a link has taken its place")
    return descriptor


def show(root: str, path: str, descriptor: int) -> None:
    """Have a file or folder appear in a root, read-only."""
    source, target = f"/proc/self/fd/{descriptor}", root + path
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o444))
    mount(source, target, None, MS_BIND)
    nodev = 0 if path.startswith("/dev/") else MS_NODEV
    mount(None, target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | nodev)


def copy(descriptor: int, target: str) -> None:
    """Copy a file or a folder, readable by everybody; what is neither stays away."""
    if not os.path.isdir(f"/proc/self/fd/{descriptor}"):
        made = os.open(target, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o755)
        while os.sendfile(made, descriptor, None, ROOM):
            pass
        os.close(made)
        return
    os.mkdir(target, 0o755)
    with os.scandir(descriptor) as entries:
        for entry in entries:
            if entry.is_symlink():
                link = os.readlink(entry.name, dir_fd=descriptor)
                os.symlink(link, f"{target}/{entry.name}")
            elif entry.is_dir() or entry.is_file():
                inner = os.open(entry.name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=descriptor)
                copy(inner, f"{target}/{entry.name}")
                os.close(inner)


def mount(
    source: str | None, target: str, kind: str | None, flags: int, data: str | None = None
) -> None:
    """mount(2)."""
    words = [word and os.fsencode(word) for word in (source, target, kind, data)]
    result = libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3])
    need(result, f"mount {target}")


def ruleset(version: int, rights: dict[str, list[str]]) -> int:
    """A Landlock ruleset: what is not named can be neither read, run, written nor connected to."""
    handled = (1 << FILE_RIGHTS[min(version, 5)]) - 1
    fields = [handled, TCP_RIGHTS if version >= 4 else 0, SCOPES if version >= 6 else 0]
    size = 8 if version < 4 else 16 if version < 6 else 24
    attribute = struct.pack("=QQQ", *fields)[:size]
    made = need(libc.syscall(LANDLOCK_CREATE, attribute, ctypes.c_size_t(size), 0), "landlock")
    for kind, allowed in (("read", READ_FILE | READ_DIR), ("run", READ_FILE | EXECUTE)):
        for path in rights[kind]:
            permit(made, path, allowed)
    for path in rights["list"]:
        permit(made, path, READ_DIR)
    return made


def permit(made: int, path: str, allowed: int) -> None:
    """Add a rule for a path and all beneath it."""
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    if not os.path.isdir(path):
        allowed &= ~READ_DIR
    rule = struct.pack("=Qi", allowed, descriptor)
    need(libc.syscall(LANDLOCK_ADD, made, 1, rule, 0), f"landlock {path}")
    os.close(descriptor)


def renounce(user: str | None) -> None:
    """Have no capability now or later, and be nobody in particular unless root is to be kept."""
    if user is not None:
        drop_bounds()
        prctl(PR_SET_SECUREBITS, NO_ROOT_LOCKED)
    if user == "drop":
        become(os.getpid())
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header = struct.pack("=Ii", CAPABILITY_VERSION, 0)
    need(libc.capset(header, bytes(24)), "capset")


def drop_bounds() -> None:
    """Let no program that is started ever have a capability."""
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), *[ctypes.c_ulong(0)] * 3) < 0:
            if ctypes.get_errno() == errno.EINVAL:  # beyond the last one that the kernel knows
                return
            need(-1, "capabilities")


def become(process: int) -> None:
    """The user who belongs to a process, without groups."""
    os.setgroups([])
    user = FIRST_USER + process
    try:
        os.setresgid(user, user, user)
    except OSError:
        user = FIRST_SMALL_USER + process % SMALL_USERS
        os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def filtered(program: bytes) -> None:
    """Put a filter before all system calls from now on."""
    code = ctypes.create_string_buffer(program, len(program))
    pointer = struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(code))
    held = ctypes.create_string_buffer(pointer, len(pointer))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(held))


def only_once(run: int, pointers: tuple[int, ...], signals: list[int]) -> bytes:
    """A filter that lets a program start by these three pointers only, and signal itself only.

    The pointers are drawn by lot, and the program that is started never learns of them: so the
    launcher runs its command, and the command runs nothing.
    """
    refuse = (RETURN, 0, 0, REFUSE)
    words = [half for pointer in pointers for half in (pointer & 0xFFFFFFFF, pointer >> 32)]
    block = []
    for at, word in enumerate(words):
        block += [(LOAD, 0, 0, 16 + 4 * at), (EQUAL, 1, 0, word), refuse]
    program = [(LOAD, 0, 0, 0), (EQUAL, 0, len(block) + 1, run), *block, (RETURN, 0, 0, ALLOW)]
    own = [(LOAD, 0, 0, 16), (EQUAL, 1, 0, os.getpid()), refuse, (RETURN, 0, 0, ALLOW)]
    for number in signals:
        program += [(EQUAL, 0, len(own), number), *own]
    program.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in program)


class Start:
    """The one start of a command: its path, arguments and environment at places drawn by lot."""

    def __init__(self, command: list[str]) -> None:
        texts = [os.fsencode(word) for word in command]
        texts += [name + b"=" + value for name, value in os.environb.items()]
        size = sum(len(text) + 1 for text in texts) + 8 * (len(texts) + 2)
        gaps = [8 * int.from_bytes(os.urandom(2), "little") for _ in range(3)]
        base = self._room(size + sum(gaps) + 64)
        places = []
        at = base + gaps[0]
        for text in texts:
            ctypes.memmove(at, text + b"\0", len(text) + 1)
            places.append(at)
            at += len(text) + 1
        arguments = -(-at // 8) * 8 + gaps[1]
        environment = arguments + 8 * (len(command) + 1) + gaps[2]
        self._list(arguments, places[: len(command)])
        self._list(environment, places[len(command) :])
        self.pointers = (places[0], arguments, environment)

    def _room(self, size: int) -> int:
        """Fresh memory somewhere in the lower 46 bits."""
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        where = (int.from_bytes(os.urandom(8), "little") >> 18) & ~0xFFF
        # Readable, writable; private, anonymous. Without force the kernel takes a free hint.
        got: int | None = libc.mmap(where, size, 3, 0x22, -1, 0)
        if got in {None, ctypes.c_void_p(-1).value}:
            raise MemoryError
        assert got is not None
        return got

    def _list(self, at: int, pointers: list[int]) -> None:
        packed = struct.pack(f"={len(pointers) + 1}Q", *pointers, 0)
        ctypes.memmove(at, packed, len(packed))

    def run(self) -> None:
        """Become the command."""
        need(libc.execve(*map(ctypes.c_void_p, self.pointers)), "execve")


def launch(policy: dict[str, Any], command: list[str]) -> None:
    """Apply a policy, step by step in the only order that works, and become the command."""
    os.closerange(3, 1 << 30)
    if policy.get("walls"):
        enclose(**policy["walls"])
    rules = ruleset(**policy["landlock"]) if policy.get("landlock") else None
    limit(policy.get("limits", {}))
    renounce(policy.get("user"))
    os.umask(0o077)
    os.chdir(policy["cwd"])
    for number in IGNORED:
        libc.signal(number, None)
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    start = Start(command)
    if rules is not None:
        need(libc.syscall(LANDLOCK_RESTRICT, rules, 0), "landlock")
        os.close(rules)
    if policy.get("seccomp"):
        calls = policy["calls"]
        filtered(only_once(calls["run"], start.pointers, calls["signals"]))
        filtered(bytes.fromhex(policy["seccomp"]))
    start.run()


def read(policy: str) -> dict[str, Any]:
    """A policy from its JSON, written by whoever started us.

    It is an expression of Python too, and importing `json` takes longer than all other imports.
    """
    found: dict[str, Any] = eval(policy, {"__builtins__": {}, **JSON})
    return found


def main() -> None:
    """Read the command line; a failure is one line for whoever reads the agent's errors."""
    try:
        launch(read(sys.argv[1]), sys.argv[3:])
    except Exception as error:  # noqa: BLE001  whatever it was, the command must not run
        sys.stderr.write(f"sandbox: the command was not started: {error}\n")
    os._exit(FAILED)


if __name__ == "__main__":
    main()
