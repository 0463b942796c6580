"""Attacks on the kernel, its files, its devices and the clock, by calls that harm nothing."""

from __future__ import annotations

import ctypes
import fcntl
import os
import struct
import time
from pathlib import Path

from .ground import Ground
from .system import call, libc, reach

NOWHERE = 8  # an address that nobody has: a call that was let through says EFAULT
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x10000000, 0x40000000
TIOCSTI, TIOCSCTTY = 0x5412, 0x540E
SPIN = 30  # seconds of CPU


def read_a_stranger_s_environment(ground: Ground) -> object:
    return Path(f"/proc/{ground.victim}/environ").read_bytes()[:9]


def read_the_parent_s_environment(ground: Ground) -> object:
    return Path(f"/proc/{os.getppid()}/environ").read_bytes()[:9]


def read_a_stranger_s_command(ground: Ground) -> object:
    return Path(f"/proc/{ground.victim}/cmdline").read_bytes()[:9]


def open_a_stranger_s_memory(ground: Ground) -> object:
    return os.open(f"/proc/{ground.victim}/mem", os.O_RDONLY)


def open_the_own_memory_for_writing(ground: Ground) -> object:
    return os.open("/proc/self/mem", os.O_RDWR)


def list_processes(ground: Ground) -> object:
    return len(os.listdir("/proc"))


def see_connections(ground: Ground) -> object:
    return len(Path("/proc/net/tcp").read_bytes())


def open_a_setting_of_the_kernel(ground: Ground) -> object:
    return os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY)


def be_killed_last(ground: Ground) -> object:
    return os.open("/proc/self/oom_score_adj", os.O_WRONLY)


def open_a_trigger_of_the_kernel(ground: Ground) -> object:
    return os.open("/proc/sysrq-trigger", os.O_WRONLY)


def list_the_kernel_s_objects(ground: Ground) -> object:
    return os.listdir("/sys/kernel")[:2]


def open_control_groups(ground: Ground) -> object:
    return os.listdir("/sys/fs/cgroup")[:2]


def open_the_machine_s_memory(ground: Ground) -> object:
    return os.open("/dev/mem", os.O_RDONLY)


def read_the_kernel_s_log(ground: Ground) -> object:
    return os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)


def open_a_terminal(ground: Ground) -> object:
    return os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)


def open_the_virtual_machine(ground: Ground) -> object:
    return os.open("/dev/kvm", os.O_RDWR)


def open_fuse(ground: Ground) -> object:
    return os.open("/dev/fuse", os.O_RDWR)


def write_to_a_device(ground: Ground) -> object:
    return os.open("/dev/null", os.O_WRONLY)


def list_devices(ground: Ground) -> object:
    if "full" not in os.listdir("/dev"):
        raise OSError(2, "Only harmless devices")
    return "all"


def type_into_a_terminal(ground: Ground) -> object:
    return _controlled(TIOCSTI, b"x")


def take_a_terminal(ground: Ground) -> object:
    return _controlled(TIOCSCTTY, b"")


def _controlled(request: int, argument: bytes) -> object:
    try:
        return fcntl.ioctl(0, request, argument)
    except OSError as error:
        if error.errno == 25:  # no terminal: the call itself was let through
            return "let through"
        raise


def submit_a_ring(ground: Ground) -> object:
    return reach("io_uring_setup", 1, NOWHERE)


def load_a_program(ground: Ground) -> object:
    return reach("bpf", 0, struct.pack("=5I", 2, 4, 8, 1, 0) + bytes(100), 120)


def measure_the_machine(ground: Ground) -> object:
    return reach("perf_event_open", NOWHERE, 0, -1, -1, 0)


def read_a_keyring(ground: Ground) -> object:
    return reach("keyctl", 0, -1, 0, 0, 0)


def add_a_key(ground: Ground) -> object:
    return reach("add_key", NOWHERE, NOWHERE, None, 0, -1)


def mount(ground: Ground) -> object:
    return reach("mount", NOWHERE, NOWHERE, NOWHERE, 0, 0)


def unmount(ground: Ground) -> object:
    return reach("umount2", NOWHERE, 0)


def take_a_tree_of_mounts(ground: Ground) -> object:
    return reach("open_tree", -100, b"/", 0)


def open_a_file_system(ground: Ground) -> object:
    return reach("fsopen", b"tmpfs", 0)


def have_other_mounts(ground: Ground) -> object:
    return call("unshare", CLONE_NEWNS)


def have_other_users(ground: Ground) -> object:
    return call("unshare", CLONE_NEWUSER)


def have_another_network(ground: Ground) -> object:
    return call("unshare", CLONE_NEWNET)


def enter_a_namespace(ground: Ground) -> object:
    return reach("setns", -1, 0)


def change_the_root(ground: Ground) -> object:
    return reach("chroot", b"/")


def exchange_the_root(ground: Ground) -> object:
    return reach("pivot_root", NOWHERE, NOWHERE)


def restart_the_machine(ground: Ground) -> object:
    return reach("reboot", 0, 0, 0, 0)  # without the numbers that would do it


def load_another_kernel(ground: Ground) -> object:
    return reach("kexec_load", 0, 1 << 20, None, 0)


def load_a_module(ground: Ground) -> object:
    return reach("init_module", NOWHERE, 0, NOWHERE)


def load_a_module_from_a_file(ground: Ground) -> object:
    return reach("finit_module", -1, b"", 0)


def remove_a_module(ground: Ground) -> object:
    return reach("delete_module", NOWHERE, 0)


def swap(ground: Ground) -> object:
    return reach("swapon", NOWHERE, 0)


def stop_swapping(ground: Ground) -> object:
    return reach("swapoff", NOWHERE)


def change_quotas(ground: Ground) -> object:
    return reach("quotactl", 0xFFFFFF, None, 0, None)


def read_the_log_by_call(ground: Ground) -> object:
    return reach("syslog", 10, None, 0)


def rename_the_machine(ground: Ground) -> object:
    return reach("sethostname", NOWHERE, 1)


def set_the_clock(ground: Ground) -> object:
    return reach("clock_settime", 0, NOWHERE)


def set_the_time_of_day(ground: Ground) -> object:
    return reach("settimeofday", NOWHERE, None)


def tune_the_clock(ground: Ground) -> object:
    return reach("adjtimex", NOWHERE)


def filter_anew(ground: Ground) -> object:
    return reach("seccomp", 2, 0, struct.pack("=I", 0x7FFF0000))


def ask_for_landlock(ground: Ground) -> object:
    return reach("landlock_create_ruleset", None, 0, 1)


def call_by_x32(ground: Ground) -> object:
    result = libc.syscall(ctypes.c_long(0x40000000 | 39))  # getpid
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def call_what_comes_after(ground: Ground) -> object:
    """A call that no kernel had when the list was written."""
    result = libc.syscall(ctypes.c_long(600), 0, 0, 0)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def burn_the_processor(ground: Ground) -> object:
    end = time.process_time() + SPIN
    while time.process_time() < end:
        pass
    return f"{SPIN} seconds"
