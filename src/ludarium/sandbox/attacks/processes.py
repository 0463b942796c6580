"""Attacks by and on processes: to become more than one, another one, or to touch a stranger's."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import signal
import struct
import subprocess
import sys

from .ground import Ground
from .system import call, libc, reach

TRUE = "/bin/true"
CLONE_VFORK, CLONE_PARENT, CLONE_NEWUSER = 0x4000, 0x8000, 0x10000000
PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17


def fork(ground: Ground) -> object:
    return _grown(os.fork())


def clone(ground: Ground) -> object:
    return _grown(call("clone", signal.SIGCHLD, 0, 0, 0, 0))


def clone_like_vfork(ground: Ground) -> object:
    return _grown(call("clone", CLONE_VFORK | signal.SIGCHLD, 0, 0, 0, 0))


def clone_a_sibling(ground: Ground) -> object:
    return _grown(call("clone", CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0))


def clone_into_a_namespace(ground: Ground) -> object:
    return _grown(call("clone", CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0))


def clone_by_the_newer_call(ground: Ground) -> object:
    request = struct.pack("=8Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    return _grown(call("clone3", request, len(request)))


def _grown(child: int) -> object:
    if child == 0:
        os._exit(0)
    return f"child {child}"


def run_a_program(ground: Ground) -> object:
    return subprocess.run([TRUE], check=True).returncode


def spawn_a_program(ground: Ground) -> object:
    return os.posix_spawn(TRUE, [TRUE], {})


def ask_a_shell(ground: Ground) -> object:
    with os.popen("echo shell") as output:
        answer = output.read()
    if not answer:
        raise OSError("no answer")
    return answer


def become_the_same_program(ground: Ground) -> object:
    os.execv(sys.executable, [sys.executable, "-c", SAYS_SO])


def become_a_shell(ground: Ground) -> object:
    os.execv("/bin/sh", ["sh", "-c", f"printf '%s\\n' '{SUCCESS}'"])


def become_a_program_by_descriptor(ground: Ground) -> object:
    opened = os.open(sys.executable, os.O_PATH)
    return reach("execveat", opened, b"\x01", None, None, 0)


def become_a_program_from_memory(ground: Ground) -> object:
    made = call("memfd_create", b"program", 0)
    os.write(made, b"#!/bin/sh\nexit 0\n")
    return reach("execveat", made, b"\x01", None, None, 0)


def leave_the_session(ground: Ground) -> None:
    os.setsid()


def leave_the_group(ground: Ground) -> None:
    os.setpgid(0, 0)


def signal_a_stranger(ground: Ground) -> None:
    os.kill(ground.victim, 0)


def signal_the_parent(ground: Ground) -> None:
    os.kill(os.getppid(), 0)


def signal_the_group(ground: Ground) -> None:
    os.kill(0, 0)


def signal_everybody(ground: Ground) -> None:
    os.kill(-1, 0)


def signal_the_first_process(ground: Ground) -> None:
    os.kill(1, 0)


def signal_a_stranger_s_thread(ground: Ground) -> object:
    return call("tgkill", ground.victim, ground.victim, 0)


def signal_with_a_value(ground: Ground) -> object:
    information = struct.pack("=iii", 0, 0, -1) + bytes(116)  # as by sigqueue
    return call("rt_sigqueueinfo", ground.victim, 0, information)


def hold_a_stranger(ground: Ground) -> object:
    return call("pidfd_open", ground.victim, 0)


def signal_by_descriptor(ground: Ground) -> object:
    return reach("pidfd_send_signal", -1, 0, None, 0)


def take_a_stranger_s_file(ground: Ground) -> object:
    return reach("pidfd_getfd", -1, 0, 0)


def have_the_kernel_signal_a_stranger(ground: Ground) -> None:
    fcntl.fcntl(0, fcntl.F_SETOWN, ground.victim)


def trace_a_stranger(ground: Ground) -> object:
    call("ptrace", PTRACE_SEIZE, ground.victim, 0, 0)
    return "traced"


def trace_oneself(ground: Ground) -> object:
    return reach("ptrace", PTRACE_DETACH, os.getpid(), 0, 0)


def read_a_stranger_s_memory(ground: Ground) -> object:
    return reach("process_vm_readv", ground.victim, None, 0, None, 0, 0)


def write_a_stranger_s_memory(ground: Ground) -> object:
    return reach("process_vm_writev", ground.victim, None, 0, None, 0, 0)


def compare_with_a_stranger(ground: Ground) -> object:
    return reach("kcmp", os.getpid(), ground.victim, 0, 0, 1)


def limit_a_stranger(ground: Ground) -> object:
    return resource.prlimit(ground.victim, resource.RLIMIT_CORE)


def change_the_own_limits(ground: Ground) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def run_on_other_processors(ground: Ground) -> None:
    os.sched_setaffinity(0, os.sched_getaffinity(0))


def move_a_stranger(ground: Ground) -> None:
    there = os.sched_getaffinity(ground.victim)
    os.sched_setaffinity(ground.victim, there)


def slow_a_stranger_down(ground: Ground) -> None:
    there = os.getpriority(os.PRIO_PROCESS, ground.victim)
    os.setpriority(os.PRIO_PROCESS, ground.victim, there)


def be_scheduled_otherwise(ground: Ground) -> None:
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def slow_a_stranger_s_disk(ground: Ground) -> object:
    return reach("ioprio_set", 1, ground.victim, (3 << 13))


def outlive_the_host(ground: Ground) -> object:
    return _controlled(1, 0)


def adopt_orphans(ground: Ground) -> object:
    return _controlled(36, 1)


def be_no_secret(ground: Ground) -> object:
    return _controlled(4, 1)  # dumpable


def _controlled(option: int, value: int) -> object:
    if libc.prctl(option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "set"


def become_root(ground: Ground) -> None:
    os.setresuid(0, 0, 0)


def join_root_s_group(ground: Ground) -> None:
    os.setresgid(0, 0, 0)


def take_capabilities(ground: Ground) -> object:
    return reach("capset", None, None)


def switch_randomness_off(ground: Ground) -> object:
    return f"{call('personality', 0x0040000)}"


# What a program says that took the attacker's place: an attack's answer is a line of JSON.
SUCCESS = '{"answer": "became it"}'
SAYS_SO = f"print('{SUCCESS}')"
