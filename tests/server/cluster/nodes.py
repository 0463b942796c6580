"""Nodes of one cluster in one process, on PostgreSQL and a bus in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from ludarium.server.bus.memory_bus import MemoryBroker, MemoryBus
from ludarium.server.cluster.node import Node
from ludarium.server.protocol.codec import Create, Enter, Play, Sit
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.settings import Settings
from ludarium.server.storage.room_leases import open_clustered
from ludarium.server.storage.store import Store
from ludarium.server.transport.agent_connection import AgentConnection
from tests.server.hosting import Tab, creation, until


@asynccontextmanager
async def clustered(database: str, count: int = 2) -> AsyncIterator[list[Node]]:
    """Nodes that know each other."""
    broker = MemoryBroker()
    nodes = [await start_node(database, broker, f"n{number}") for number in range(count)]
    try:
        await until(lambda: all(len(node.replication.others) == count - 1 for node in nodes))
        yield nodes
    finally:
        for node in nodes:
            if node.bus.connected or node.suspended:
                await stop_node(node)


async def start_node(database: str, broker: MemoryBroker, name: str) -> Node:
    leases = open_clustered(database, name)
    hub = Hub(Store(leases.engine, None, leases), Settings(workers=1))
    bus = MemoryBus(broker)
    await bus.open()
    node = Node(hub, bus, leases, "test")
    node.links.make_agent = AgentConnection
    hub.start()
    await node.start()
    return node


async def stop_node(node: Node) -> None:
    await node.hub.stop()
    await node.stop()
    node.hub.store.close()


def visit(node: Node, member: str) -> Tab:
    """A tab of a member at a node."""
    return Tab(node.hub, member)


async def open_game(ann: Tab, bob: Tab) -> str:
    """A game of two people that has begun; its owner is Ann's node."""
    done = await ann.done(open_message("open"))
    bob.say(Enter(id="enter", room=done.room))
    await until(lambda: any(told["type"] == "snapshot" for told in bob.told))
    await bob.done(Sit(id="sit", room=done.room, seat=1))
    return done.room


def open_message(id: str, **setup: Any) -> Create:
    return creation(id, "host", "open", public=True, **setup)


async def next_play(tab: Tab, id: str) -> Play:
    """The message that plays the first legal move of a tab's last turn."""
    await until(lambda: any(told["type"] == "turn" for told in tab.told))
    turn = next(told for told in reversed(tab.told) if told["type"] == "turn")
    return Play(id=id, room=turn["room"], ply=turn["ply"], move=turn["choices"][0]["move"])


def events_of(tab: Tab) -> list[int]:
    """The numbers of the events that a tab has seen live."""
    return [told["number"] for told in tab.told if told["type"] == "event"]
