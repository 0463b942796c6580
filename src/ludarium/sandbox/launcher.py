"""Applies a sandbox policy to itself, then becomes the command: `launcher.py policy -- command`.

Runs as a script by `python -I -S`, so it imports only the standard library. Any failed step ends
it: the command runs with the whole policy or not at all.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import struct
import sys

TYPE_CHECKING = False  # typing would take a tenth of the start-up time
if TYPE_CHECKING:
    from typing import Any

JSON_NAMES = {"true": True, "false": False, "null": None}
CANNOT_RUN_EXIT_CODE = 126  # as shells use it

libc = ctypes.CDLL(None, use_errno=True)

# <linux/prctl.h>, <linux/securebits.h>
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_SECUREBITS = 1, 22, 24, 28
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
SECCOMP_MODE_FILTER = 2
NO_ROOT_LOCKED = 0b11 | 0b1100 | 0b100000 | 0b11000000  # uid 0 has no privileges, irrevocably
CAPABILITY_VERSION = 0x20080522
SIGKILL = 9
PYTHON_IGNORED_SIGNALS = (
    13,
    25,
)  # SIGPIPE and SIGXFSZ, which the command must not inherit

# Nameless users, one for each process, so that no two agents share a user.
FIRST_USER_ID = 2_000_000_000
FIRST_SMALL_USER_ID, SMALL_USERS = 40_000, 20_000  # in containers that do not map large ids

# <sys/mount.h>, <sched.h>
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = (
    1, 2, 4, 32, 4096, 16384, 1 << 18
)  # fmt: skip
MNT_DETACH = 2
MAX_COPIED_BYTES = 32 << 20  # of private files into the new root
CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWNET = 0x20000, 0x4000000, 0x8000000, 0x40000000
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

# <linux/landlock.h>; the numbers of the calls are the same everywhere
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
EXECUTE, READ_FILE, READ_DIR = 1, 4, 8
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # by version: the number of kinds of rights
TCP_RIGHTS, SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals

# <linux/filter.h>: see seccomp.py
BPF_LOAD, BPF_EQUAL, BPF_RETURN = 0x20, 0x15, 0x06
SECCOMP_ALLOW, SECCOMP_REFUSE_EPERM = 0x7FFF0000, 0x00050001


def check_result(result: int, what: str) -> int:
    """Return the result of a C call. Raises OSError if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
    return result


def prctl(option: int, value: int = 0, other: int = 0) -> None:
    """prctl(2)."""
    arguments = map(ctypes.c_ulong, (value, other, 0, 0))
    check_result(libc.prctl(option, *arguments), f"prctl {option}")


def set_limits(limits: dict[str, int]) -> None:
    """Set hard resource limits, none above the current ones."""
    for name, value in limits.items():
        which = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(which)[1]
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (least, least))


def build_root(paths: list[str], copies: list[str], links: list[list[str]]) -> None:
    """Build a root folder of only these paths, read-only, without a network (needs root).

    Files that only root may read are copied.
    """
    spaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNET
    check_result(libc.unshare(spaces), "unshare")
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    # Only mounts of this namespace can be bound, so the paths are opened in it.
    sources = [(path, open_real_path(path, os.O_PATH)) for path in paths]
    copied = [(path, open_real_path(path, os.O_RDONLY)) for path in copies]
    # Files below the new mount stay reachable by the descriptors.
    root = next(place for place in ("/tmp", "/mnt", "/run") if os.path.isdir(place))
    mount("tmpfs", root, "tmpfs", MS_NOSUID, f"size={MAX_COPIED_BYTES},mode=755")
    os.umask(0o022)
    for path, descriptor in sources:
        bind_read_only(root, path, descriptor)
    for path, descriptor in copied:
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        copy_tree(descriptor, root + path)
    for path, target in links:
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        os.symlink(target, root + path)
    mount("tmpfs", root, None, MS_REMOUNT | MS_RDONLY | MS_NOSUID)
    os.chdir(root)
    check_result(libc.syscall(PIVOT_ROOT[os.uname().machine], b".", b"."), "pivot_root")
    check_result(libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir("/")


def open_real_path(path: str, flags: int) -> int:
    """Open a real path. It is refused if a link has replaced it since the check."""
    descriptor = os.open(path, flags | os.O_CLOEXEC)
    if os.readlink(f"/proc/self/fd/{descriptor}") != path:
        raise OSError(errno.ELOOP, f"{path}: a link has taken its place")
    return descriptor


def bind_read_only(root: str, path: str, descriptor: int) -> None:
    """Bind a file or folder into a root, read-only."""
    source, target = f"/proc/self/fd/{descriptor}", root + path
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o444))
    mount(source, target, None, MS_BIND)
    nodev = 0 if path.startswith("/dev/") else MS_NODEV
    mount(None, target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | nodev)


def copy_tree(descriptor: int, target: str) -> None:
    """Copy a file or a folder, readable by all users. Special files are left out."""
    if not os.path.isdir(f"/proc/self/fd/{descriptor}"):
        made = os.open(target, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o755)
        while os.sendfile(made, descriptor, None, MAX_COPIED_BYTES):
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
                copy_tree(inner, f"{target}/{entry.name}")
                os.close(inner)


def mount(
    source: str | None, target: str, kind: str | None, flags: int, data: str | None = None
) -> None:
    """mount(2)."""
    words = [word and os.fsencode(word) for word in (source, target, kind, data)]
    result = libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3])
    check_result(result, f"mount {target}")


def make_landlock_rules(version: int, rights: dict[str, list[str]]) -> int:
    """Make a Landlock ruleset, which forbids all access that `rights` does not name."""
    handled = (1 << FILE_RIGHTS[min(version, 5)]) - 1
    fields = [handled, TCP_RIGHTS if version >= 4 else 0, SCOPES if version >= 6 else 0]
    size = 8 if version < 4 else 16 if version < 6 else 24
    attribute = struct.pack("=QQQ", *fields)[:size]
    made = check_result(
        libc.syscall(LANDLOCK_CREATE, attribute, ctypes.c_size_t(size), 0), "landlock"
    )
    for kind, allowed in (("read", READ_FILE | READ_DIR), ("run", READ_FILE | EXECUTE)):
        for path in rights[kind]:
            add_landlock_rule(made, path, allowed)
    for path in rights["list"]:
        add_landlock_rule(made, path, READ_DIR)
    return made


def add_landlock_rule(made: int, path: str, allowed: int) -> None:
    """Allow access to a path and everything beneath it."""
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    if not os.path.isdir(path):
        allowed &= ~READ_DIR
    rule = struct.pack("=Qi", allowed, descriptor)
    check_result(libc.syscall(LANDLOCK_ADD, made, 1, rule, 0), f"landlock {path}")
    os.close(descriptor)


def drop_privileges(user: str | None) -> None:
    """Drop all capabilities for ever, and switch to a nameless user if the policy says so."""
    if user is not None:
        drop_capability_bounds()
        prctl(PR_SET_SECUREBITS, NO_ROOT_LOCKED)
    if user == "drop":
        switch_user(os.getpid())
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header = struct.pack("=Ii", CAPABILITY_VERSION, 0)
    check_result(libc.capset(header, bytes(24)), "capset")


def drop_capability_bounds() -> None:
    """Empty the capability bounding set, so that no started program gains a capability."""
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), *[ctypes.c_ulong(0)] * 3) < 0:
            if ctypes.get_errno() == errno.EINVAL:  # beyond the last capability
                return
            check_result(-1, "capabilities")


def switch_user(process: int) -> None:
    """Switch to the nameless user of a process, without groups."""
    os.setgroups([])
    user = FIRST_USER_ID + process
    try:
        os.setresgid(user, user, user)
    except OSError:
        user = FIRST_SMALL_USER_ID + process % SMALL_USERS
        os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def install_filter(program: bytes) -> None:
    """Install a seccomp filter."""
    code = ctypes.create_string_buffer(program, len(program))
    pointer = struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(code))
    held = ctypes.create_string_buffer(pointer, len(pointer))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(held))


def single_start_filter(run: int, pointers: tuple[int, ...], signals: list[int]) -> bytes:
    """A filter that allows execve with these three pointers only, and signals to itself only.

    The pointers are random and unknown to the started program. So the launcher can start its
    command, but the command can start nothing.
    """
    refuse = (BPF_RETURN, 0, 0, SECCOMP_REFUSE_EPERM)
    words = [half for pointer in pointers for half in (pointer & 0xFFFFFFFF, pointer >> 32)]
    block = []
    for at, word in enumerate(words):
        block += [(BPF_LOAD, 0, 0, 16 + 4 * at), (BPF_EQUAL, 1, 0, word), refuse]
    program = [
        (BPF_LOAD, 0, 0, 0),
        (BPF_EQUAL, 0, len(block) + 1, run),
        *block,
        (BPF_RETURN, 0, 0, SECCOMP_ALLOW),
    ]
    own = [
        (BPF_LOAD, 0, 0, 16),
        (BPF_EQUAL, 1, 0, os.getpid()),
        refuse,
        (BPF_RETURN, 0, 0, SECCOMP_ALLOW),
    ]
    for number in signals:
        program += [(BPF_EQUAL, 0, len(own), number), *own]
    program.append((BPF_RETURN, 0, 0, SECCOMP_ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in program)


class RandomisedStart:
    """The only start of a command: path, arguments and environment at random addresses."""

    def __init__(self, command: list[str]) -> None:
        texts = [os.fsencode(word) for word in command]
        texts += [name + b"=" + value for name, value in os.environb.items()]
        size = sum(len(text) + 1 for text in texts) + 8 * (len(texts) + 2)
        gaps = [8 * int.from_bytes(os.urandom(2), "little") for _ in range(3)]
        base = self._map_memory(size + sum(gaps) + 64)
        places = []
        at = base + gaps[0]
        for text in texts:
            ctypes.memmove(at, text + b"\0", len(text) + 1)
            places.append(at)
            at += len(text) + 1
        arguments = -(-at // 8) * 8 + gaps[1]
        environment = arguments + 8 * (len(command) + 1) + gaps[2]
        self._write_pointers(arguments, places[: len(command)])
        self._write_pointers(environment, places[len(command) :])
        self.pointers = (places[0], arguments, environment)

    def _map_memory(self, size: int) -> int:
        """Map memory at a random address of 46 bits."""
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        where = (int.from_bytes(os.urandom(8), "little") >> 18) & ~0xFFF
        # Readable, writable; private, anonymous. The kernel uses the hint if it is free.
        got: int | None = libc.mmap(where, size, 3, 0x22, -1, 0)
        if got in {None, ctypes.c_void_p(-1).value}:
            raise MemoryError
        assert got is not None
        return got

    def _write_pointers(self, at: int, pointers: list[int]) -> None:
        packed = struct.pack(f"={len(pointers) + 1}Q", *pointers, 0)
        ctypes.memmove(at, packed, len(packed))

    def become_command(self) -> None:
        """Execute the command in place of this program."""
        check_result(libc.execve(*map(ctypes.c_void_p, self.pointers)), "execve")


def launch_command(policy: dict[str, Any], command: list[str]) -> None:
    """Apply a policy in the only order that works, then execute the command."""
    os.closerange(3, 1 << 30)
    if policy.get("walls"):
        build_root(**policy["walls"])
    rules = make_landlock_rules(**policy["landlock"]) if policy.get("landlock") else None
    set_limits(policy.get("limits", {}))
    drop_privileges(policy.get("user"))
    os.umask(0o077)
    os.chdir(policy["cwd"])
    for number in PYTHON_IGNORED_SIGNALS:
        libc.signal(number, None)
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    start = RandomisedStart(command)
    if rules is not None:
        check_result(libc.syscall(LANDLOCK_RESTRICT, rules, 0), "landlock")
        os.close(rules)
    if policy.get("seccomp"):
        calls = policy["calls"]
        install_filter(single_start_filter(calls["run"], start.pointers, calls["signals"]))
        install_filter(bytes.fromhex(policy["seccomp"]))
    start.become_command()


def read_policy(policy: str) -> dict[str, Any]:
    """Parse the JSON of a policy, which the trusted parent wrote.

    It is evaluated as Python, because importing `json` takes longer than all other imports.
    """
    found: dict[str, Any] = eval(policy, {"__builtins__": {}, **JSON_NAMES})
    return found


def main() -> None:
    """Launch the command of the command line. A failure is one line on stderr."""
    try:
        launch_command(read_policy(sys.argv[1]), sys.argv[3:])
    except Exception as error:  # noqa: BLE001  after any failure the command must not run
        sys.stderr.write(f"sandbox: the command was not started: {error}\n")
    os._exit(CANNOT_RUN_EXIT_CODE)


if __name__ == "__main__":
    main()
