"""The filter of system calls: a program for the kernel, made of the list of what is allowed."""

from __future__ import annotations

import errno
import struct
from collections.abc import Callable

from ludarium.sandbox.syscalls import ABSENT, ALLOWED, Numbers

# By name of the machine: the column of the table, and the kernel's number of the architecture.
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
# Beyond the calls known when the list was written; x86_64's second set (x32) begins far above.
NEWEST = 471

# Instructions of the kernel's filter machine: load a word of the call's data, compare, return.
LOAD, AND, EQUAL, GREATER_EQUAL, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # where they are in that data
KILL, ALLOW = 0x80000000, 0x7FFF0000
REFUSE = 0x00050000 | errno.EPERM
NOT_THERE = 0x00050000 | errno.ENOSYS

# open: for writing, read and write, create, truncate, unnamed temporary file
WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o20000000
THREAD = 0x00010000
NAMESPACES = 0x7E020000
SHARED_ANONYMOUS = 0x21
# fcntl: copies of descriptors and their flags; no locks, leases or signals to owners
DESCRIPTORS = (0, 1, 2, 3, 4, 1030, 1032)
# ioctl: is it a terminal (two ways), its size, bytes to read, (non-)blocking, close on exec
ASKING = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# prctl: names of threads and of memory, and questions
NAMING = (15, 16, 0x53564D41, 3, 21, 23, 30, 39)

Program = list[tuple[int, int, int, int]]  # operation, jump if true, jump if false, operand


def machine_code(machine: str, shared_memory: bool = True) -> bytes:
    """The filter for a machine; without `shared_memory` no limit of private memory is got round."""
    column, architecture = ARCHITECTURES[machine]
    program: Program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),  # 32-bit calls have other numbers: no list holds for them
        (LOAD, 0, 0, NUMBER),
    ]
    program += [(GREATER_EQUAL, 0, 1, NEWEST), (RETURN, 0, 0, NOT_THERE)]
    conditions = dict(CONDITIONS)
    if not shared_memory:
        conditions["mmap"] = _no_shared_memory
    for name, condition in conditions.items():
        number = ALLOWED[name][column]
        if number is not None:
            block = condition()
            program += [(EQUAL, 0, len(block), number), *block]
    free = [number for name, number in _column(ALLOWED, column) if name not in conditions]
    for first, last in _ranges(free):
        program += _between(first, last, ALLOW)
    for _, number in _column(ABSENT, column):
        program += _between(number, number, NOT_THERE)
    program.append((RETURN, 0, 0, REFUSE))
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def number(machine: str, name: str) -> int:
    """The number of a call that every architecture has."""
    found = ALLOWED[name][ARCHITECTURES[machine][0]]
    assert found is not None
    return found


def _column(table: Numbers, column: int) -> list[tuple[str, int]]:
    rows = ((name, numbers[column]) for name, numbers in table.items())
    return [(name, number) for name, number in rows if number is not None]


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Runs of neighbours, which take as many instructions as one number does."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _between(first: int, last: int, verdict: int) -> Program:
    if first == last:
        return [(EQUAL, 0, 1, first), (RETURN, 0, 0, verdict)]
    return [
        (GREATER_EQUAL, 0, 2, first),
        (GREATER_EQUAL, 1, 0, last + 1),
        (RETURN, 0, 0, verdict),
    ]


def _low(argument: int) -> tuple[int, int, int, int]:
    """Load the lower half of an argument; integers of 32 bits have no other."""
    return (LOAD, 0, 0, ARGUMENTS + 8 * argument)


def _high(argument: int) -> tuple[int, int, int, int]:
    return (LOAD, 0, 0, ARGUMENTS + 8 * argument + 4)


def _none_of(argument: int, bits: int) -> Program:
    return [
        _low(argument),
        (ANY_BIT, 0, 1, bits),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    ]


def _one_of(argument: int, values: tuple[int, ...]) -> Program:
    steps: Program = [_low(argument)]
    for value in values:
        steps += [(EQUAL, 0, 1, value), (RETURN, 0, 0, ALLOW)]
    return [*steps, (RETURN, 0, 0, REFUSE)]


def _thread() -> Program:
    """A thread of the same process in the same namespaces, and no other child."""
    return [
        _low(0),
        (ANY_BIT, 2, 0, NAMESPACES),
        (ANY_BIT, 0, 1, THREAD),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, REFUSE),
    ]


def _own_limits() -> Program:
    """Read the limits of the process itself: no other one, and nothing new."""
    steps: Program = []
    for load in (_low(0), _low(2), _high(2)):
        steps += [load, (EQUAL, 1, 0, 0), (RETURN, 0, 0, REFUSE)]
    return [*steps, (RETURN, 0, 0, ALLOW)]


def _no_shared_memory() -> Program:
    return [
        _low(3),
        (AND, 0, 0, SHARED_ANONYMOUS),
        (EQUAL, 0, 1, SHARED_ANONYMOUS),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    ]


CONDITIONS: dict[str, Callable[[], Program]] = {
    "clone": _thread,
    "open": lambda: _none_of(1, WRITING),
    "openat": lambda: _none_of(2, WRITING),
    "fcntl": lambda: _one_of(1, DESCRIPTORS),
    "ioctl": lambda: _one_of(1, ASKING),
    "prctl": lambda: _one_of(0, NAMING),
    "prlimit64": _own_limits,
}
