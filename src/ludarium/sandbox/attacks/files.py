"""Attacks on files: reading other files, and writing any file."""

from __future__ import annotations

import ctypes
import fcntl
import os
import stat
import struct
from pathlib import Path

from .raw_syscalls import make_call, reach_call
from .target import AttackTarget

HERE = Path(__file__)


def read_a_stranger_s_file(target: AttackTarget) -> object:
    return Path(target.secret).read_bytes()


def read_through_a_link(target: AttackTarget) -> object:
    return Path(target.link).read_bytes()


def read_through_proc_root(target: AttackTarget) -> object:
    return Path(f"/proc/self/root{target.secret}").read_bytes()


def read_upwards_from_the_own_folder(target: AttackTarget) -> object:
    return Path("/".join([str(HERE.parent), *[".."] * 20]) + target.secret).read_bytes()


def read_by_openat2(target: AttackTarget) -> object:
    return os.read(make_call("openat2", -100, target.secret.encode(), bytes(24), 24), 9)


def read_the_users(target: AttackTarget) -> object:
    return Path("/etc/passwd").read_bytes()[:20]


def read_the_passwords(target: AttackTarget) -> object:
    return Path("/etc/shadow").read_bytes()[:5]


def list_the_home(target: AttackTarget) -> object:
    return _seen(target.home, set(target.things))


def list_the_root(target: AttackTarget) -> object:
    return _seen("/", {"boot", "proc", "sys", "sbin"})


def list_temporary_files(target: AttackTarget) -> object:
    return _seen("/tmp", {Path(target.folder).name})


def list_a_stranger_s_folder(target: AttackTarget) -> object:
    return os.listdir(target.folder)


def _seen(folder: str, strange: set[str]) -> object:
    """The names in a folder that a sandbox must hide. The folder itself may be visible."""
    seen = strange & set(os.listdir(folder))
    if not seen:
        raise OSError(2, "Nothing strange there")
    return seen


def name_a_file_by_handle(target: AttackTarget) -> object:
    handle = struct.pack("=II", 120, 0) + bytes(120)
    room = ctypes.create_string_buffer(handle)
    mount = ctypes.create_string_buffer(8)
    where = (ctypes.addressof(room), ctypes.addressof(mount))
    return make_call("name_to_handle_at", -100, target.secret.encode(), *where, 0)


def create_a_file(target: AttackTarget) -> object:
    return Path(target.folder, "created").write_bytes(b"x")


def create_a_file_in_the_own_folder(target: AttackTarget) -> object:
    return _made(HERE.with_name("created.tmp"))


def create_a_temporary_file(target: AttackTarget) -> object:
    return _made(Path("/tmp", f"ludarium-attack-{os.getpid()}"))


def create_shared_memory(target: AttackTarget) -> object:
    return _made(Path("/dev/shm", f"ludarium-attack-{os.getpid()}"))


def _made(path: Path) -> object:
    path.touch()
    path.unlink()
    return path


def create_a_file_without_name(target: AttackTarget) -> object:
    return os.open(target.folder, os.O_TMPFILE | os.O_RDWR)


def overwrite_a_file(target: AttackTarget) -> object:
    return Path(target.loose).write_bytes(b"overwritten")


def append_to_a_file(target: AttackTarget) -> object:
    with Path(target.loose).open("ab", buffering=0) as file:
        return file.write(b"more")


def open_the_own_program_for_writing(target: AttackTarget) -> object:
    return os.open(HERE, os.O_WRONLY)


def cut_a_file(target: AttackTarget) -> None:
    os.truncate(target.loose, 1)


def cut_a_file_while_reading(target: AttackTarget) -> object:
    return os.open(target.loose, os.O_RDONLY | os.O_TRUNC)


def rename_a_file(target: AttackTarget) -> object:
    os.rename(target.loose, f"{target.loose}.new")
    os.rename(f"{target.loose}.new", target.loose)
    return "renamed"


def remove_a_file(target: AttackTarget) -> object:
    os.unlink(target.link)
    os.symlink(target.secret, target.link)
    return "removed"


def make_a_folder(target: AttackTarget) -> None:
    os.mkdir(f"{target.folder}/made")


def make_a_link(target: AttackTarget) -> None:
    os.symlink("/", f"{target.folder}/symlink")


def make_a_second_name(target: AttackTarget) -> None:
    os.link(target.loose, f"{target.folder}/second")


def make_a_named_pipe(target: AttackTarget) -> None:
    os.mkfifo(f"{target.folder}/pipe")


def make_a_device(target: AttackTarget) -> None:
    mode = stat.S_IFCHR | 0o600
    os.mknod(f"{target.folder}/null", mode, os.makedev(1, 3))


def change_rights(target: AttackTarget) -> None:
    os.chmod(target.loose, 0o666)


def change_the_owner(target: AttackTarget) -> None:
    os.chown(target.loose, os.getuid(), os.getgid())


def change_times(target: AttackTarget) -> None:
    os.utime(target.loose)


def set_an_attribute(target: AttackTarget) -> None:
    os.setxattr(target.loose, "user.ludarium", b"x")


def lock_a_shared_file(target: AttackTarget) -> None:
    with HERE.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def watch_files(target: AttackTarget) -> object:
    return reach_call("inotify_init1", 0)


def watch_all_files(target: AttackTarget) -> object:
    return reach_call("fanotify_init", 0, 0)
