"""Attacks with processes: starting some, becoming another program, touching other processes."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import signal
import struct
import subprocess
import sys

from .raw_syscalls import libc, make_call, reach_call
from .target import AttackTarget

TRUE_PROGRAM = "/bin/true"
CLONE_VFORK, CLONE_PARENT, CLONE_NEWUSER = 0x4000, 0x8000, 0x10000000
PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17


def fork(target: AttackTarget) -> object:
    return _grown(os.fork())


def clone(target: AttackTarget) -> object:
    return _grown(make_call("clone", signal.SIGCHLD, 0, 0, 0, 0))


def clone_like_vfork(target: AttackTarget) -> object:
    return _grown(make_call("clone", CLONE_VFORK | signal.SIGCHLD, 0, 0, 0, 0))


def clone_a_sibling(target: AttackTarget) -> object:
    return _grown(make_call("clone", CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0))


def clone_into_a_namespace(target: AttackTarget) -> object:
    return _grown(make_call("clone", CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0))


def clone_by_the_newer_call(target: AttackTarget) -> object:
    request = struct.pack("=8Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    return _grown(make_call("clone3", request, len(request)))


def _grown(child: int) -> object:
    if child == 0:
        os._exit(0)
    return f"child {child}"


def run_a_program(target: AttackTarget) -> object:
    return subprocess.run([TRUE_PROGRAM], check=True).returncode


def spawn_a_program(target: AttackTarget) -> object:
    return os.posix_spawn(TRUE_PROGRAM, [TRUE_PROGRAM], {})


def ask_a_shell(target: AttackTarget) -> object:
    with os.popen("echo shell") as output:
        answer = output.read()
    if not answer:
        raise OSError("no answer")
    return answer


def become_the_same_program(target: AttackTarget) -> object:
    os.execv(sys.executable, [sys.executable, "-c", SUCCESS_CODE])


def become_a_shell(target: AttackTarget) -> object:
    os.execv("/bin/sh", ["sh", "-c", f"printf '%s\\n' '{SUCCESS_LINE}'"])


def become_a_program_by_descriptor(target: AttackTarget) -> object:
    opened = os.open(sys.executable, os.O_PATH)
    return reach_call("execveat", opened, b"\x01", None, None, 0)


def become_a_program_from_memory(target: AttackTarget) -> object:
    made = make_call("memfd_create", b"program", 0)
    os.write(made, b"#!/bin/sh\nexit 0\n")
    return reach_call("execveat", made, b"\x01", None, None, 0)


def leave_the_session(target: AttackTarget) -> None:
    os.setsid()


def leave_the_group(target: AttackTarget) -> None:
    os.setpgid(0, 0)


def signal_a_stranger(target: AttackTarget) -> None:
    os.kill(target.victim, 0)


def signal_the_parent(target: AttackTarget) -> None:
    os.kill(os.getppid(), 0)


def signal_the_group(target: AttackTarget) -> None:
    os.kill(0, 0)


def signal_everybody(target: AttackTarget) -> None:
    os.kill(-1, 0)


def signal_the_first_process(target: AttackTarget) -> None:
    os.kill(1, 0)


def signal_a_stranger_s_thread(target: AttackTarget) -> object:
    return make_call("tgkill", target.victim, target.victim, 0)


def signal_with_a_value(target: AttackTarget) -> object:
    information = struct.pack("=iii", 0, 0, -1) + bytes(116)  # as by sigqueue
    return make_call("rt_sigqueueinfo", target.victim, 0, information)


def hold_a_stranger(target: AttackTarget) -> object:
    return make_call("pidfd_open", target.victim, 0)


def signal_by_descriptor(target: AttackTarget) -> object:
    return reach_call("pidfd_send_signal", -1, 0, None, 0)


def take_a_stranger_s_file(target: AttackTarget) -> object:
    return reach_call("pidfd_getfd", -1, 0, 0)


def have_the_kernel_signal_a_stranger(target: AttackTarget) -> None:
    fcntl.fcntl(0, fcntl.F_SETOWN, target.victim)


def trace_a_stranger(target: AttackTarget) -> object:
    make_call("ptrace", PTRACE_SEIZE, target.victim, 0, 0)
    return "traced"


def trace_oneself(target: AttackTarget) -> object:
    return reach_call("ptrace", PTRACE_DETACH, os.getpid(), 0, 0)


def read_a_stranger_s_memory(target: AttackTarget) -> object:
    return reach_call("process_vm_readv", target.victim, None, 0, None, 0, 0)


def write_a_stranger_s_memory(target: AttackTarget) -> object:
    return reach_call("process_vm_writev", target.victim, None, 0, None, 0, 0)


def compare_with_a_stranger(target: AttackTarget) -> object:
    return reach_call("kcmp", os.getpid(), target.victim, 0, 0, 1)


def limit_a_stranger(target: AttackTarget) -> object:
    return resource.prlimit(target.victim, resource.RLIMIT_CORE)


def change_the_own_limits(target: AttackTarget) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def run_on_other_processors(target: AttackTarget) -> None:
    os.sched_setaffinity(0, os.sched_getaffinity(0))


def move_a_stranger(target: AttackTarget) -> None:
    there = os.sched_getaffinity(target.victim)
    os.sched_setaffinity(target.victim, there)


def slow_a_stranger_down(target: AttackTarget) -> None:
    there = os.getpriority(os.PRIO_PROCESS, target.victim)
    os.setpriority(os.PRIO_PROCESS, target.victim, there)


def be_scheduled_otherwise(target: AttackTarget) -> None:
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def slow_a_stranger_s_disk(target: AttackTarget) -> object:
    return reach_call("ioprio_set", 1, target.victim, (3 << 13))


def outlive_the_host(target: AttackTarget) -> object:
    return _controlled(1, 0)


def adopt_orphans(target: AttackTarget) -> object:
    return _controlled(36, 1)


def be_no_secret(target: AttackTarget) -> object:
    return _controlled(4, 1)  # dumpable


def _controlled(option: int, value: int) -> object:
    if libc.prctl(option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "set"


def become_root(target: AttackTarget) -> None:
    os.setresuid(0, 0, 0)


def join_root_s_group(target: AttackTarget) -> None:
    os.setresgid(0, 0, 0)


def take_capabilities(target: AttackTarget) -> object:
    return reach_call("capset", None, None)


def switch_randomness_off(target: AttackTarget) -> object:
    return f"{make_call('personality', 0x0040000)}"


# The output of a program that replaced the attacker: the answer of an attack in JSON.
SUCCESS_LINE = '{"answer": "became it"}'
SUCCESS_CODE = f"print('{SUCCESS_LINE}')"
