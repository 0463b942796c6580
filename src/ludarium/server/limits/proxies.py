"""Proxies: the address of a client, which a trusted proxy sends in X-Forwarded-For."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network

LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.1"), ip_network("::1"))
SUBSCRIBER_BITS = 64  # of an IPv6 address: one subscriber has all addresses of such a network


def client_address(peer: str, forwarded: str, proxies: tuple[Network, ...] = LOOPBACK) -> str:
    """The address that limits count by.

    The walk goes from the right, over hops that are trusted: a client can write anything to the
    left of what the first trusted proxy added.
    """
    found = peer
    for hop in reversed(forwarded.split(",") if forwarded else ()):
        if not is_trusted(found, proxies):
            break
        address = parse_address(hop.strip())
        if not address:
            break
        found = address
    return limit_key(found)


@lru_cache(maxsize=4096)
def is_trusted(address: str, proxies: tuple[Network, ...]) -> bool:
    """Whether this is the address of a proxy whose X-Forwarded-For counts."""
    parsed = parse_address(address)
    return bool(parsed) and any(ip_address(parsed) in network for network in proxies)


@lru_cache(maxsize=4096)
def parse_address(text: str) -> str:
    """An address without its port, "" if it is none; IPv4 inside IPv6 is IPv4."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(mapped or found)


@lru_cache(maxsize=4096)
def limit_key(address: str) -> str:
    """The key that limits count an address by: for IPv6 the network of its subscriber."""
    parsed = parse_address(address)
    if ":" not in parsed or ip_address(parsed).is_loopback:
        return parsed or address
    return str(ip_network((parsed, SUBSCRIBER_BITS), strict=False))
