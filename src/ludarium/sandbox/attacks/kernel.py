"""Attacks on the kernel, its files, its devices and the clock, by calls that harm nothing."""

from __future__ import annotations

import ctypes
import fcntl
import os
import struct
import time
from pathlib import Path

from .raw_syscalls import libc, make_call, reach_call
from .target import AttackTarget

INVALID_ADDRESS = 8  # a call that reaches the kernel then fails with EFAULT
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x10000000, 0x40000000
TIOCSTI, TIOCSCTTY = 0x5412, 0x540E
CPU_ATTACK_S = 30  # seconds of CPU


def read_a_stranger_s_environment(target: AttackTarget) -> object:
    return Path(f"/proc/{target.victim}/environ").read_bytes()[:9]


def read_the_parent_s_environment(target: AttackTarget) -> object:
    return Path(f"/proc/{os.getppid()}/environ").read_bytes()[:9]


def read_a_stranger_s_command(target: AttackTarget) -> object:
    return Path(f"/proc/{target.victim}/cmdline").read_bytes()[:9]


def open_a_stranger_s_memory(target: AttackTarget) -> object:
    return os.open(f"/proc/{target.victim}/mem", os.O_RDONLY)


def open_the_own_memory_for_writing(target: AttackTarget) -> object:
    return os.open("/proc/self/mem", os.O_RDWR)


def list_processes(target: AttackTarget) -> object:
    return len(os.listdir("/proc"))


def see_connections(target: AttackTarget) -> object:
    return len(Path("/proc/net/tcp").read_bytes())


def open_a_setting_of_the_kernel(target: AttackTarget) -> object:
    return os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY)


def be_killed_last(target: AttackTarget) -> object:
    return os.open("/proc/self/oom_score_adj", os.O_WRONLY)


def open_a_trigger_of_the_kernel(target: AttackTarget) -> object:
    return os.open("/proc/sysrq-trigger", os.O_WRONLY)


def list_the_kernel_s_objects(target: AttackTarget) -> object:
    return os.listdir("/sys/kernel")[:2]


def open_control_groups(target: AttackTarget) -> object:
    return os.listdir("/sys/fs/cgroup")[:2]


def open_the_machine_s_memory(target: AttackTarget) -> object:
    return os.open("/dev/mem", os.O_RDONLY)


def read_the_kernel_s_log(target: AttackTarget) -> object:
    return os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)


def open_a_terminal(target: AttackTarget) -> object:
    return os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)


def open_the_virtual_machine(target: AttackTarget) -> object:
    return os.open("/dev/kvm", os.O_RDWR)


def open_fuse(target: AttackTarget) -> object:
    return os.open("/dev/fuse", os.O_RDWR)


def write_to_a_device(target: AttackTarget) -> object:
    return os.open("/dev/null", os.O_WRONLY)


def list_devices(target: AttackTarget) -> object:
    if "full" not in os.listdir("/dev"):
        raise OSError(2, "Only harmless devices")
    return "all"


def type_into_a_terminal(target: AttackTarget) -> object:
    return _controlled(TIOCSTI, b"x")


def take_a_terminal(target: AttackTarget) -> object:
    return _controlled(TIOCSCTTY, b"")


def _controlled(request: int, argument: bytes) -> object:
    try:
        return fcntl.ioctl(0, request, argument)
    except OSError as error:
        if error.errno == 25:  # no terminal: the call itself was let through
            return "let through"
        raise


def submit_a_ring(target: AttackTarget) -> object:
    return reach_call("io_uring_setup", 1, INVALID_ADDRESS)


def load_a_program(target: AttackTarget) -> object:
    return reach_call("bpf", 0, struct.pack("=5I", 2, 4, 8, 1, 0) + bytes(100), 120)


def measure_the_machine(target: AttackTarget) -> object:
    return reach_call("perf_event_open", INVALID_ADDRESS, 0, -1, -1, 0)


def read_a_keyring(target: AttackTarget) -> object:
    return reach_call("keyctl", 0, -1, 0, 0, 0)


def add_a_key(target: AttackTarget) -> object:
    return reach_call("add_key", INVALID_ADDRESS, INVALID_ADDRESS, None, 0, -1)


def mount(target: AttackTarget) -> object:
    return reach_call("mount", INVALID_ADDRESS, INVALID_ADDRESS, INVALID_ADDRESS, 0, 0)


def unmount(target: AttackTarget) -> object:
    return reach_call("umount2", INVALID_ADDRESS, 0)


def take_a_tree_of_mounts(target: AttackTarget) -> object:
    return reach_call("open_tree", -100, b"/", 0)


def open_a_file_system(target: AttackTarget) -> object:
    return reach_call("fsopen", b"tmpfs", 0)


def have_other_mounts(target: AttackTarget) -> object:
    return make_call("unshare", CLONE_NEWNS)


def have_other_users(target: AttackTarget) -> object:
    return make_call("unshare", CLONE_NEWUSER)


def have_another_network(target: AttackTarget) -> object:
    return make_call("unshare", CLONE_NEWNET)


def enter_a_namespace(target: AttackTarget) -> object:
    return reach_call("setns", -1, 0)


def change_the_root(target: AttackTarget) -> object:
    return reach_call("chroot", b"/")


def exchange_the_root(target: AttackTarget) -> object:
    return reach_call("pivot_root", INVALID_ADDRESS, INVALID_ADDRESS)


def restart_the_machine(target: AttackTarget) -> object:
    return reach_call("reboot", 0, 0, 0, 0)  # without the numbers that would do it


def load_another_kernel(target: AttackTarget) -> object:
    return reach_call("kexec_load", 0, 1 << 20, None, 0)


def load_a_module(target: AttackTarget) -> object:
    return reach_call("init_module", INVALID_ADDRESS, 0, INVALID_ADDRESS)


def load_a_module_from_a_file(target: AttackTarget) -> object:
    return reach_call("finit_module", -1, b"", 0)


def remove_a_module(target: AttackTarget) -> object:
    return reach_call("delete_module", INVALID_ADDRESS, 0)


def swap(target: AttackTarget) -> object:
    return reach_call("swapon", INVALID_ADDRESS, 0)


def stop_swapping(target: AttackTarget) -> object:
    return reach_call("swapoff", INVALID_ADDRESS)


def change_quotas(target: AttackTarget) -> object:
    return reach_call("quotactl", 0xFFFFFF, None, 0, None)


def read_the_log_by_call(target: AttackTarget) -> object:
    return reach_call("syslog", 10, None, 0)


def rename_the_machine(target: AttackTarget) -> object:
    return reach_call("sethostname", INVALID_ADDRESS, 1)


def set_the_clock(target: AttackTarget) -> object:
    return reach_call("clock_settime", 0, INVALID_ADDRESS)


def set_the_time_of_day(target: AttackTarget) -> object:
    return reach_call("settimeofday", INVALID_ADDRESS, None)


def tune_the_clock(target: AttackTarget) -> object:
    return reach_call("adjtimex", INVALID_ADDRESS)


def filter_anew(target: AttackTarget) -> object:
    return reach_call("seccomp", 2, 0, struct.pack("=I", 0x7FFF0000))


def ask_for_landlock(target: AttackTarget) -> object:
    return reach_call("landlock_create_ruleset", None, 0, 1)


def call_by_x32(target: AttackTarget) -> object:
    result = libc.syscall(ctypes.c_long(0x40000000 | 39))  # getpid
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def call_what_comes_after(target: AttackTarget) -> object:
    """A call that no kernel had when the list was written."""
    result = libc.syscall(ctypes.c_long(600), 0, 0, 0)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def burn_the_processor(target: AttackTarget) -> object:
    end = time.process_time() + CPU_ATTACK_S
    while time.process_time() < end:
        pass
    return f"{CPU_ATTACK_S} seconds"
