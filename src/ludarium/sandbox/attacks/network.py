"""Attacks by sockets of every family that a machine is likely to have."""

from __future__ import annotations

import socket

from .target import AttackTarget

LOOPBACK_ADDRESS = "127.0.0.1"


def connect_by_tcp(target: AttackTarget) -> object:
    with socket.create_connection((LOOPBACK_ADDRESS, target.port), 5) as made:
        return made.getpeername()


def listen_by_tcp(target: AttackTarget) -> object:
    with socket.create_server((LOOPBACK_ADDRESS, 0)) as made:
        return made.getsockname()


def send_by_udp(target: AttackTarget) -> object:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        return made.sendto(b"x", (LOOPBACK_ADDRESS, target.port))


def ask_for_a_name(target: AttackTarget) -> object:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        return made.connect_ex(("192.0.2.1", 53))  # an address for documentation, which is not used


def use_internet_6(target: AttackTarget) -> object:
    return _opened(socket.AF_INET6, socket.SOCK_STREAM)


def connect_by_path(target: AttackTarget) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.connect(target.socket)


def connect_by_abstract_name(target: AttackTarget) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.connect(f"\0{target.abstract}")


def make_a_pair(target: AttackTarget) -> object:
    first, second = socket.socketpair()
    first.close()
    second.close()
    return "made"


def talk_to_the_host_of_the_machine(target: AttackTarget) -> object:
    return _opened(40, socket.SOCK_STREAM)  # vsock


def talk_to_the_kernel(target: AttackTarget) -> object:
    return _opened(16, socket.SOCK_RAW)  # netlink


def read_packets(target: AttackTarget) -> object:
    return _opened(17, socket.SOCK_RAW)  # packet


def send_raw_packets(target: AttackTarget) -> object:
    return _opened(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)


def use_the_kernel_s_ciphers(target: AttackTarget) -> object:
    return _opened(38, socket.SOCK_SEQPACKET)  # alg


def use_bluetooth(target: AttackTarget) -> object:
    return _opened(31, socket.SOCK_RAW)


def use_express_paths(target: AttackTarget) -> object:
    return _opened(44, socket.SOCK_RAW)  # xdp


def _opened(family: int, kind: int, protocol: int = 0) -> object:
    with socket.socket(family, kind, protocol) as made:
        return made.family
