"""Attacks on files: reading what is not one's own, and writing anything anywhere."""

from __future__ import annotations

import ctypes
import fcntl
import os
import stat
import struct
from pathlib import Path

from .ground import Ground
from .system import call, reach

HERE = Path(__file__)


def read_a_stranger_s_file(ground: Ground) -> object:
    return Path(ground.secret).read_bytes()


def read_through_a_link(ground: Ground) -> object:
    return Path(ground.link).read_bytes()


def read_through_proc_root(ground: Ground) -> object:
    return Path(f"/proc/self/root{ground.secret}").read_bytes()


def read_upwards_from_the_own_folder(ground: Ground) -> object:
    return Path("/".join([str(HERE.parent), *[".."] * 20]) + ground.secret).read_bytes()


def read_by_openat2(ground: Ground) -> object:
    return os.read(call("openat2", -100, ground.secret.encode(), bytes(24), 24), 9)


def read_the_users(ground: Ground) -> object:
    return Path("/etc/passwd").read_bytes()[:20]


def read_the_passwords(ground: Ground) -> object:
    return Path("/etc/shadow").read_bytes()[:5]


def list_the_home(ground: Ground) -> object:
    return _seen(ground.home, set(ground.things))


def list_the_root(ground: Ground) -> object:
    return _seen("/", {"boot", "proc", "sys", "sbin"})


def list_temporary_files(ground: Ground) -> object:
    return _seen("/tmp", {Path(ground.folder).name})


def list_a_stranger_s_folder(ground: Ground) -> object:
    return os.listdir(ground.folder)


def _seen(folder: str, strange: set[str]) -> object:
    """What is there of things that a sandbox never shows; it may show a folder to its own files."""
    seen = strange & set(os.listdir(folder))
    if not seen:
        raise OSError(2, "Nothing strange there")
    return seen


def name_a_file_by_handle(ground: Ground) -> object:
    handle = struct.pack("=II", 120, 0) + bytes(120)
    room = ctypes.create_string_buffer(handle)
    mount = ctypes.create_string_buffer(8)
    where = (ctypes.addressof(room), ctypes.addressof(mount))
    return call("name_to_handle_at", -100, ground.secret.encode(), *where, 0)


def create_a_file(ground: Ground) -> object:
    return Path(ground.folder, "created").write_bytes(b"x")


def create_a_file_in_the_own_folder(ground: Ground) -> object:
    return _made(HERE.with_name("created.tmp"))


def create_a_temporary_file(ground: Ground) -> object:
    return _made(Path("/tmp", f"ludarium-attack-{os.getpid()}"))


def create_shared_memory(ground: Ground) -> object:
    return _made(Path("/dev/shm", f"ludarium-attack-{os.getpid()}"))


def _made(path: Path) -> object:
    path.touch()
    path.unlink()
    return path


def create_a_file_without_name(ground: Ground) -> object:
    return os.open(ground.folder, os.O_TMPFILE | os.O_RDWR)


def overwrite_a_file(ground: Ground) -> object:
    return Path(ground.loose).write_bytes(b"overwritten")


def append_to_a_file(ground: Ground) -> object:
    with Path(ground.loose).open("ab", buffering=0) as file:
        return file.write(b"more")


def open_the_own_program_for_writing(ground: Ground) -> object:
    return os.open(HERE, os.O_WRONLY)


def cut_a_file(ground: Ground) -> None:
    os.truncate(ground.loose, 1)


def cut_a_file_while_reading(ground: Ground) -> object:
    return os.open(ground.loose, os.O_RDONLY | os.O_TRUNC)


def rename_a_file(ground: Ground) -> object:
    os.rename(ground.loose, f"{ground.loose}.new")
    os.rename(f"{ground.loose}.new", ground.loose)
    return "renamed"


def remove_a_file(ground: Ground) -> object:
    os.unlink(ground.link)
    os.symlink(ground.secret, ground.link)
    return "removed"


def make_a_folder(ground: Ground) -> None:
    os.mkdir(f"{ground.folder}/made")


def make_a_link(ground: Ground) -> None:
    os.symlink("/", f"{ground.folder}/symlink")


def make_a_second_name(ground: Ground) -> None:
    os.link(ground.loose, f"{ground.folder}/second")


def make_a_named_pipe(ground: Ground) -> None:
    os.mkfifo(f"{ground.folder}/pipe")


def make_a_device(ground: Ground) -> None:
    mode = stat.S_IFCHR | 0o600
    os.mknod(f"{ground.folder}/null", mode, os.makedev(1, 3))


def change_rights(ground: Ground) -> None:
    os.chmod(ground.loose, 0o666)


def change_the_owner(ground: Ground) -> None:
    os.chown(ground.loose, os.getuid(), os.getgid())


def change_times(ground: Ground) -> None:
    os.utime(ground.loose)


def set_an_attribute(ground: Ground) -> None:
    os.setxattr(ground.loose, "user.ludarium", b"x")


def lock_a_shared_file(ground: Ground) -> None:
    with HERE.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def watch_files(ground: Ground) -> object:
    return reach("inotify_init1", 0)


def watch_all_files(ground: Ground) -> object:
    return reach("fanotify_init", 0, 0)
