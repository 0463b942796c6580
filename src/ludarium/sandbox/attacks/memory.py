"""Attacks on memory: beyond the limit, uncounted by limits, or of other processes."""

from __future__ import annotations

import ctypes
import mmap
import platform
import threading

from .raw_syscalls import libc, make_call, reach_call
from .target import AttackTarget

EXCESSIVE_BYTES = 600 << 20  # bytes; untouched they cost nothing where there is no limit
EXCESSIVE_THREADS = 1500  # threads


def take_too_much(target: AttackTarget) -> object:
    return len(bytearray(EXCESSIVE_BYTES))


def map_too_much(target: AttackTarget) -> object:
    with mmap.mmap(-1, EXCESSIVE_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as made:
        return len(made)


def map_too_much_shared(target: AttackTarget) -> object:
    with mmap.mmap(-1, EXCESSIVE_BYTES) as made:
        return len(made)


def map_too_much_piece_by_piece(target: AttackTarget) -> object:
    return sum(map(len, [mmap.mmap(-1, 16 << 20) for _ in range(EXCESSIVE_BYTES // (16 << 20))]))


def start_too_many_threads(target: AttackTarget) -> object:
    done = threading.Event()
    before = threading.stack_size(65536)
    try:
        for _ in range(EXCESSIVE_THREADS):
            threading.Thread(target=done.wait, daemon=True).start()
    finally:
        done.set()
        threading.stack_size(before)
    return f"{EXCESSIVE_THREADS} threads"


def write_to_a_file_of_memory(target: AttackTarget) -> object:
    return make_call("memfd_create", b"attack", 0)


def hide_memory(target: AttackTarget) -> object:
    return reach_call("memfd_secret", 0)


def handle_page_faults(target: AttackTarget) -> object:
    return reach_call("userfaultfd", 1)


def share_memory_of_system_v(target: AttackTarget) -> object:
    number = make_call("shmget", 0, 4096, 0o600)
    return libc.shmctl(number, 0, None)  # removes it again


def make_a_queue_of_system_v(target: AttackTarget) -> object:
    number = make_call("msgget", 0, 0o600)
    return libc.msgctl(number, 0, None)


def make_semaphores_of_system_v(target: AttackTarget) -> object:
    number = make_call("semget", 0, 1, 0o600)
    return libc.semctl(number, 0, 0)


def open_a_queue(target: AttackTarget) -> object:
    return reach_call("mq_open", b"ludarium-attack-none", 0, 0, 0)


def lock_memory(target: AttackTarget) -> object:
    room = ctypes.create_string_buffer(1 << 20)
    if libc.mlock(ctypes.byref(room), ctypes.c_size_t(1 << 20)):
        raise OSError(ctypes.get_errno(), "mlock")
    return libc.munlock(ctypes.byref(room), ctypes.c_size_t(1 << 20))


def move_pages(target: AttackTarget) -> object:
    return reach_call("move_pages", target.victim, 1, None, None, None, 0)


def call_as_32_bits(target: AttackTarget) -> object:
    """getpid by the entry for 32-bit programs, whose calls have other numbers."""
    if platform.machine() != "x86_64":
        raise OSError("only there")
    made = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    made.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    entry = ctypes.addressof(ctypes.c_char.from_buffer(made))
    result = ctypes.CFUNCTYPE(ctypes.c_int)(entry)()
    if result < 0:
        raise OSError(-result, "32 bits")
    return result
