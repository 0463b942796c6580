"""The filter of system calls, run by a small machine like the kernel's, for both architectures."""

from __future__ import annotations

import errno
import os
import re
import shutil
import struct
import subprocess

import pytest

from ludarium.sandbox import launcher, seccomp
from ludarium.sandbox.attacks.raw_syscalls import CALL_NUMBERS
from ludarium.sandbox.syscalls import ABSENT_CALLS, ALLOWED_CALLS

MACHINES = sorted(seccomp.ARCHITECTURES)
ALLOW, KILL = seccomp.SECCOMP_ALLOW, seccomp.SECCOMP_KILL
REFUSE = 0x00050000 | errno.EPERM
NOT_THERE = 0x00050000 | errno.ENOSYS

CLONE_THREAD = 0x3D0F00  # as the C library starts one


def verdict(code: bytes, architecture: int, number: int, *arguments: int) -> int:
    """What a filter says to a call."""
    padded = [argument & (1 << 64) - 1 for argument in (*arguments, *[0] * 6)][:6]
    data = struct.pack("=IIQ6Q", number, architecture, 0, *padded)
    steps = list(struct.iter_unpack("=HBBI", code))
    at = accumulator = 0
    while True:
        operation, yes, no, operand = steps[at]
        at += 1
        match operation:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", data, operand)
            case 0x54:
                accumulator &= operand
            case 0x15:
                at += yes if accumulator == operand else no
            case 0x35:
                at += yes if accumulator >= operand else no
            case 0x45:
                at += yes if accumulator & operand else no
            case 0x06:
                return int(operand)
            case _:
                pytest.fail(f"unknown instruction {operation:#x}")


def asked(machine: str, name: str, *arguments: int, shared_memory: bool = True) -> int:
    column, architecture = seccomp.ARCHITECTURES[machine]
    number = {**ALLOWED_CALLS, **ABSENT_CALLS, **CALL_NUMBERS}[name][column]
    assert number is not None
    code = seccomp.filter_code(machine, shared_memory)
    return verdict(code, architecture, number, *arguments)


@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_on_the_list_is_allowed_and_nothing_else(machine: str) -> None:
    column, architecture = seccomp.ARCHITECTURES[machine]
    code = seccomp.filter_code(machine)
    listed = {numbers[column] for numbers in ALLOWED_CALLS.values()}
    looked_at = {ALLOWED_CALLS[name][column] for name in seccomp.ARGUMENT_CONDITIONS}
    absent = {numbers[column] for numbers in ABSENT_CALLS.values()}
    for number in range(1000):
        if number in looked_at:
            continue
        wanted = ALLOW if number in listed else REFUSE
        if number in absent or number >= seccomp.FIRST_UNKNOWN_CALL:
            wanted = NOT_THERE
        assert verdict(code, architecture, number) == wanted, number


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_another_architecture_kill(machine: str) -> None:
    code = seccomp.filter_code(machine)
    assert verdict(code, 0x40000003, 20) == KILL  # 32-bit x86
    other = next(name for name in MACHINES if name != machine)
    assert verdict(code, seccomp.ARCHITECTURES[other][1], 0) == KILL


def test_the_second_set_of_calls_of_x86_is_not_there() -> None:
    code = seccomp.filter_code("x86_64")
    architecture = seccomp.ARCHITECTURES["x86_64"][1]
    assert verdict(code, architecture, 0x40000000) == NOT_THERE
    assert verdict(code, architecture, 0xFFFFFFFF) == NOT_THERE


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "allowed"),
    [
        ("clone", (CLONE_THREAD,), True),
        ("clone", (17,), False),
        ("clone", (0x4111,), False),
        ("clone", (CLONE_THREAD | 0x10000000,), False),
        ("openat", (-100, 0, os.O_RDONLY), True),
        ("openat", (-100, 0, os.O_RDONLY | 0o2000000), True),
        ("openat", (-100, 0, os.O_WRONLY), False),
        ("openat", (-100, 0, os.O_RDWR), False),
        ("openat", (-100, 0, os.O_CREAT), False),
        ("openat", (-100, 0, os.O_TRUNC), False),
        ("openat", (-100, 0, 0o20000000), False),
        ("fcntl", (0, 1030), True),
        ("fcntl", (0, 8), False),  # the owner to signal
        ("fcntl", (0, 6), False),  # a lock
        ("ioctl", (0, 0x5401), True),
        ("ioctl", (0, 0x5412), False),  # to type into a terminal
        ("prctl", (15,), True),
        ("prctl", (1,), False),
        ("prctl", (22,), False),
        ("prlimit64", (0, 7, 0), True),
        ("prlimit64", (1, 7, 0), False),
        ("prlimit64", (0, 7, 0x1000), False),
        ("prlimit64", (0, 7, 1 << 32), False),
    ],
)
def test_arguments_are_looked_at(
    machine: str, name: str, arguments: tuple[int, ...], allowed: bool
) -> None:
    assert asked(machine, name, *arguments) == (ALLOW if allowed else REFUSE)


@pytest.mark.parametrize("machine", MACHINES)
def test_memory_that_no_limit_counts_can_be_refused(machine: str) -> None:
    shared, private = 0x21, 0x22
    assert asked(machine, "mmap", 0, 4096, 3, shared) == ALLOW
    assert asked(machine, "mmap", 0, 4096, 3, shared, shared_memory=False) == REFUSE
    assert asked(machine, "mmap", 0, 4096, 3, 0x23, shared_memory=False) == REFUSE
    assert asked(machine, "mmap", 0, 4096, 3, private, shared_memory=False) == ALLOW


def test_a_program_starts_by_the_drawn_pointers_only() -> None:
    pointers = (0x1234_5678_9ABC, 0x1234_5678_AB00, 0x1234_5678_CD00)
    code = launcher.single_start_filter(59, pointers, [62])
    assert verdict(code, 0, 59, *pointers) == ALLOW
    for place in range(3):
        for bit in (0, 3, 31, 32, 45):
            wrong = list(pointers)
            wrong[place] ^= 1 << bit
            assert verdict(code, 0, 59, *wrong) == REFUSE
    assert verdict(code, 0, 1, *pointers) == ALLOW


def test_a_process_signals_itself_only() -> None:
    code = launcher.single_start_filter(59, (1, 2, 3), [62, 234])
    for number in (62, 234):
        assert verdict(code, 0, number, os.getpid(), 9) == ALLOW
        assert verdict(code, 0, number, os.getppid(), 9) == REFUSE
        assert verdict(code, 0, number, 0, 9) == REFUSE
        assert verdict(code, 0, number, -1, 9) == REFUSE


HEADERS = {
    "x86_64": "#include <asm/unistd_64.h>\n",
    # What the kernel's headers for aarch64 consist of.
    "aarch64": "#define __BITS_PER_LONG 64\n#define __ARCH_WANT_NEW_STAT\n"
    "#define __ARCH_WANT_SET_GET_RLIMIT\n#define __ARCH_WANT_SYS_CLONE3\n"
    "#define __ARCH_WANT_MEMFD_SECRET\n#include <asm-generic/unistd.h>\n",
}


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_kernel_s_headers(machine: str) -> None:
    compiler = shutil.which("cc")
    assert compiler is not None, "a C compiler is missing"
    expanded = subprocess.run(
        [compiler, "-E", "-dM", "-"],
        input=HEADERS[machine],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)$", expanded.stdout, re.MULTILINE)
    # Where 64 bits are the only ones, the names of the call without a width stand for it.
    same = {"newfstatat": "fstatat"}
    numbers = {name: int(number) for name, number in found}
    column = seccomp.ARCHITECTURES[machine][0]
    for name, row in {**ALLOWED_CALLS, **ABSENT_CALLS, **CALL_NUMBERS}.items():
        there = numbers.get(name, numbers.get(same.get(name, "")))
        assert row[column] == there, name
