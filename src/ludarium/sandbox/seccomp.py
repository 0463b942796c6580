"""Builds the seccomp filter, a BPF program, from the list of allowed system calls."""

from __future__ import annotations

import errno
import struct
from collections.abc import Callable

from ludarium.sandbox.syscalls import ABSENT_CALLS, ALLOWED_CALLS, CallNumbers

# By name of the machine: the column of the table, and the kernel's number of the architecture.
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
# Calls from here on are newer than the list. The x32 calls of x86_64 begin far above.
FIRST_UNKNOWN_CALL = 471

# Instructions of the kernel's filter machine: load a word of the call's data, compare, return.
BPF_LOAD, BPF_AND, BPF_EQUAL, BPF_GREATER_EQUAL, BPF_ANY_BIT, BPF_RETURN = (
    0x20,
    0x54,
    0x15,
    0x35,
    0x45,
    0x06,
)
NUMBER_OFFSET, ARCHITECTURE_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16  # in that data
SECCOMP_KILL, SECCOMP_ALLOW = 0x80000000, 0x7FFF0000
SECCOMP_REFUSE = 0x00050000 | errno.EPERM
SECCOMP_NO_SUCH_CALL = 0x00050000 | errno.ENOSYS

# open: for writing, read and write, create, truncate, unnamed temporary file
WRITE_FLAGS = 0o1 | 0o2 | 0o100 | 0o1000 | 0o20000000
CLONE_THREAD = 0x00010000
NAMESPACE_FLAGS = 0x7E020000
SHARED_ANONYMOUS = 0x21
# fcntl: copies of descriptors and their flags; no locks, leases or signals to owners
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030, 1032)
# ioctl: is it a terminal (two ways), its size, bytes to read, (non-)blocking, close on exec
IOCTL_REQUESTS = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# prctl: names of threads and of memory, and questions
PRCTL_OPTIONS = (15, 16, 0x53564D41, 3, 21, 23, 30, 39)

BpfProgram = list[tuple[int, int, int, int]]  # operation, jump if true, jump if false, operand


def filter_code(machine: str, shared_memory: bool = True) -> bytes:
    """The filter for a machine. Without `shared_memory` the limit of private memory is complete."""
    column, architecture = ARCHITECTURES[machine]
    program: BpfProgram = [
        (BPF_LOAD, 0, 0, ARCHITECTURE_OFFSET),
        (BPF_EQUAL, 1, 0, architecture),
        (BPF_RETURN, 0, 0, SECCOMP_KILL),  # 32-bit calls have other numbers, so no list applies
        (BPF_LOAD, 0, 0, NUMBER_OFFSET),
    ]
    program += [
        (BPF_GREATER_EQUAL, 0, 1, FIRST_UNKNOWN_CALL),
        (BPF_RETURN, 0, 0, SECCOMP_NO_SUCH_CALL),
    ]
    conditions = dict(ARGUMENT_CONDITIONS)
    if not shared_memory:
        conditions["mmap"] = _no_shared_memory
    for name, condition in conditions.items():
        number = ALLOWED_CALLS[name][column]
        if number is not None:
            block = condition()
            program += [(BPF_EQUAL, 0, len(block), number), *block]
    free = [
        number for name, number in _column_numbers(ALLOWED_CALLS, column) if name not in conditions
    ]
    for first, last in _number_ranges(free):
        program += _range_check(first, last, SECCOMP_ALLOW)
    for _, number in _column_numbers(ABSENT_CALLS, column):
        program += _range_check(number, number, SECCOMP_NO_SUCH_CALL)
    program.append((BPF_RETURN, 0, 0, SECCOMP_REFUSE))
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def call_number(machine: str, name: str) -> int:
    """The number of a call that every architecture has."""
    found = ALLOWED_CALLS[name][ARCHITECTURES[machine][0]]
    assert found is not None
    return found


def _column_numbers(table: CallNumbers, column: int) -> list[tuple[str, int]]:
    rows = ((name, numbers[column]) for name, numbers in table.items())
    return [(name, number) for name, number in rows if number is not None]


def _number_ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Ranges of consecutive numbers, which take as many instructions as one number."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _range_check(first: int, last: int, verdict: int) -> BpfProgram:
    if first == last:
        return [(BPF_EQUAL, 0, 1, first), (BPF_RETURN, 0, 0, verdict)]
    return [
        (BPF_GREATER_EQUAL, 0, 2, first),
        (BPF_GREATER_EQUAL, 1, 0, last + 1),
        (BPF_RETURN, 0, 0, verdict),
    ]


def _load_low_word(argument: int) -> tuple[int, int, int, int]:
    """Load the lower half of an argument, which is all of a 32-bit integer."""
    return (BPF_LOAD, 0, 0, ARGUMENTS_OFFSET + 8 * argument)


def _load_high_word(argument: int) -> tuple[int, int, int, int]:
    return (BPF_LOAD, 0, 0, ARGUMENTS_OFFSET + 8 * argument + 4)


def _none_of(argument: int, bits: int) -> BpfProgram:
    return [
        _load_low_word(argument),
        (BPF_ANY_BIT, 0, 1, bits),
        (BPF_RETURN, 0, 0, SECCOMP_REFUSE),
        (BPF_RETURN, 0, 0, SECCOMP_ALLOW),
    ]


def _one_of(argument: int, values: tuple[int, ...]) -> BpfProgram:
    steps: BpfProgram = [_load_low_word(argument)]
    for value in values:
        steps += [(BPF_EQUAL, 0, 1, value), (BPF_RETURN, 0, 0, SECCOMP_ALLOW)]
    return [*steps, (BPF_RETURN, 0, 0, SECCOMP_REFUSE)]


def _threads_only() -> BpfProgram:
    """Allow threads in the same namespaces, and no other child process."""
    return [
        _load_low_word(0),
        (BPF_ANY_BIT, 2, 0, NAMESPACE_FLAGS),
        (BPF_ANY_BIT, 0, 1, CLONE_THREAD),
        (BPF_RETURN, 0, 0, SECCOMP_ALLOW),
        (BPF_RETURN, 0, 0, SECCOMP_REFUSE),
    ]


def _own_limits() -> BpfProgram:
    """Allow a process to read its own limits only."""
    steps: BpfProgram = []
    for load in (_load_low_word(0), _load_low_word(2), _load_high_word(2)):
        steps += [load, (BPF_EQUAL, 1, 0, 0), (BPF_RETURN, 0, 0, SECCOMP_REFUSE)]
    return [*steps, (BPF_RETURN, 0, 0, SECCOMP_ALLOW)]


def _no_shared_memory() -> BpfProgram:
    return [
        _load_low_word(3),
        (BPF_AND, 0, 0, SHARED_ANONYMOUS),
        (BPF_EQUAL, 0, 1, SHARED_ANONYMOUS),
        (BPF_RETURN, 0, 0, SECCOMP_REFUSE),
        (BPF_RETURN, 0, 0, SECCOMP_ALLOW),
    ]


ARGUMENT_CONDITIONS: dict[str, Callable[[], BpfProgram]] = {
    "clone": _threads_only,
    "open": lambda: _none_of(1, WRITE_FLAGS),
    "openat": lambda: _none_of(2, WRITE_FLAGS),
    "fcntl": lambda: _one_of(1, FCNTL_COMMANDS),
    "ioctl": lambda: _one_of(1, IOCTL_REQUESTS),
    "prctl": lambda: _one_of(0, PRCTL_OPTIONS),
    "prlimit64": _own_limits,
}
