"""Sanction list: whether a member or an address is muted or banned now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_network

from ludarium.server.limits.proxies import Network
from ludarium.server.storage.sanctions import Sanction, SanctionKind


class SanctionList:
    """The sanctions of this moment; replaced as a whole when an operator changes them."""

    def __init__(self, given: Iterable[Sanction] = ()) -> None:
        self._by_subject: dict[tuple[SanctionKind, str], Sanction] = {}
        self._networks: list[tuple[Network, Sanction]] = []
        for sanction in given:
            self._by_subject[sanction.kind, sanction.subject] = sanction
            network = parse_network(sanction.subject)
            if network is not None:
                self._networks.append((network, sanction))

    def __bool__(self) -> bool:
        """Whether there is any sanction."""
        return bool(self._by_subject)

    def find(
        self, kind: SanctionKind, now: float, members: Iterable[str], address: str
    ) -> Sanction | None:
        """A sanction against one of the members, or against the address."""
        if not self._by_subject:
            return None
        for subject in members:
            found = self._by_subject.get((kind, subject))
            if found is not None and not found.is_over(now):
                return found
        return self._find_by_address(kind, now, address) if self._networks else None

    def _find_by_address(self, kind: SanctionKind, now: float, address: str) -> Sanction | None:
        client = parse_network(address)
        if client is None:
            return None
        for network, sanction in self._networks:
            if sanction.kind == kind and not sanction.is_over(now) and _is_inside(client, network):
                return sanction
        return None


@lru_cache(maxsize=4096)
def parse_network(text: str) -> Network | None:
    """An address or a network; None if the text is neither."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _is_inside(client: Network, network: Network) -> bool:
    """Whether a client is in a network; an IPv6 client is the network of its subscriber."""
    if client.version != network.version:
        return False
    return client.network_address in network or network.network_address in client
