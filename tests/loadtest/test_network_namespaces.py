"""Network namespaces: what is asked of the kernel is complete, and is undone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludarium.loadtest.network_namespaces import NamespaceNetwork, NoNamespaces


def test_every_node_has_two_cables_of_which_one_can_be_cut() -> None:
    asked: list[str] = []
    network = NamespaceNetwork(2, lambda command: asked.append(" ".join(command)), number=7)
    network.create()
    assert sum("type veth" in command for command in asked) == 4
    assert sum("netns add" in command for command in asked) == 2
    assert len({network.node_host(0), network.node_host(1), network.bus_host}) == 3
    asked.clear()
    network.links[1].set_cut(True)
    network.links[1].set_cut(False)
    assert asked == ["link set lud7b1 down", "link set lud7b1 up"]
    asked.clear()
    network.remove()
    assert asked == ["netns del lud7n0", "netns del lud7n1", "link del lud7b", "link del lud7c"]


def test_where_namespaces_are_forbidden_nothing_is_left_behind() -> None:
    asked: list[str] = []

    def refuse_namespaces(command: Sequence[str]) -> None:
        asked.append(" ".join(command))
        if command[:2] == ["netns", "add"]:
            raise NoNamespaces("not permitted")

    with pytest.raises(NoNamespaces):
        NamespaceNetwork(1, refuse_namespaces, number=7).create()
    assert asked[-2:] == ["link del lud7b", "link del lud7c"]
