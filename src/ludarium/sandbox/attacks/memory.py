"""Attacks on memory: more than is allowed, where no limit counts it, or somebody else's."""

from __future__ import annotations

import ctypes
import mmap
import platform
import threading

from .ground import Ground
from .system import call, libc, reach

TOO_MUCH = 600 << 20  # bytes; untouched they cost nothing where there is no limit
TOO_MANY = 1500  # threads


def take_too_much(ground: Ground) -> object:
    return len(bytearray(TOO_MUCH))


def map_too_much(ground: Ground) -> object:
    with mmap.mmap(-1, TOO_MUCH, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as made:
        return len(made)


def map_too_much_shared(ground: Ground) -> object:
    with mmap.mmap(-1, TOO_MUCH) as made:
        return len(made)


def map_too_much_piece_by_piece(ground: Ground) -> object:
    return sum(map(len, [mmap.mmap(-1, 16 << 20) for _ in range(TOO_MUCH // (16 << 20))]))


def start_too_many_threads(ground: Ground) -> object:
    done = threading.Event()
    before = threading.stack_size(65536)
    try:
        for _ in range(TOO_MANY):
            threading.Thread(target=done.wait, daemon=True).start()
    finally:
        done.set()
        threading.stack_size(before)
    return f"{TOO_MANY} threads"


def write_to_a_file_of_memory(ground: Ground) -> object:
    return call("memfd_create", b"attack", 0)


def hide_memory(ground: Ground) -> object:
    return reach("memfd_secret", 0)


def handle_page_faults(ground: Ground) -> object:
    return reach("userfaultfd", 1)


def share_memory_of_system_v(ground: Ground) -> object:
    number = call("shmget", 0, 4096, 0o600)
    return libc.shmctl(number, 0, None)  # removes it again


def make_a_queue_of_system_v(ground: Ground) -> object:
    number = call("msgget", 0, 0o600)
    return libc.msgctl(number, 0, None)


def make_semaphores_of_system_v(ground: Ground) -> object:
    number = call("semget", 0, 1, 0o600)
    return libc.semctl(number, 0, 0)


def open_a_queue(ground: Ground) -> object:
    return reach("mq_open", b"ludarium-attack-none", 0, 0, 0)


def lock_memory(ground: Ground) -> object:
    room = ctypes.create_string_buffer(1 << 20)
    if libc.mlock(ctypes.byref(room), ctypes.c_size_t(1 << 20)):
        raise OSError(ctypes.get_errno(), "mlock")
    return libc.munlock(ctypes.byref(room), ctypes.c_size_t(1 << 20))


def move_pages(ground: Ground) -> object:
    return reach("move_pages", ground.victim, 1, None, None, None, 0)


def call_as_32_bits(ground: Ground) -> object:
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
