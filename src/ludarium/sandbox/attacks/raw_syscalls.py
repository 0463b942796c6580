"""Raw system calls, for attacks that no library offers."""

from __future__ import annotations

import ctypes
import errno
import os
import platform

CALL_NUMBERS = {  # on x86_64 and on aarch64
    "clone": (56, 220),
    "clone3": (435, 435),
    "execveat": (322, 281),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "prlimit64": (302, 261),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "capset": (126, 91),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "userfaultfd": (323, 282),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "openat2": (437, 437),
    "name_to_handle_at": (303, 264),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "sethostname": (170, 161),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "personality": (135, 92),
    "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444),
    "move_pages": (279, 239),
    "set_mempolicy": (238, 237),
}
REFUSAL_ERRNOS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EROFS}

libc = ctypes.CDLL(None, use_errno=True)


def make_call(name: str, *arguments: int | bytes | None) -> int:
    """Make a system call and return its result. Raises OSError if it fails."""
    number = CALL_NUMBERS[name][platform.machine() == "aarch64"]
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result: int = libc.syscall(ctypes.c_long(number), *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def reach_call(name: str, *arguments: int | bytes | None) -> str:
    """Succeed if the call reaches the kernel, even if its arguments are then refused."""
    try:
        return f"returned {make_call(name, *arguments)}"
    except OSError as error:
        if error.errno in REFUSAL_ERRNOS:
            raise
        return f"let through: {error.strerror}"
