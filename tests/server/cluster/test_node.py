"""Nodes: any node takes any client, and a room has one owner at a time."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec

from ludarium.server.cluster.node import Node
from ludarium.server.protocol.codec import (
    Create,
    Enter,
    Exit,
    Follow,
    Leave,
    Post,
    Rename,
    Say,
)
from ludarium.server.protocol.room_setup import Place, Setup
from ludarium.server.runtime.connection import CLOSE_BROKEN, CLOSE_RESTART
from ludarium.server.runtime.identity import Identity
from ludarium.server.transport.agent_tunnel import AgentTunnel
from tests.server.cluster.nodes import (
    clustered,
    events_of,
    next_play,
    open_game,
    open_message,
    start_node,
    stop_node,
    visit,
)
from tests.server.hosting import Tab, until


def stored_numbers(node: Node, code: str) -> list[int]:
    key = node.find_key(code)
    assert key is not None
    bodies = node.hub.store.all_events(key)
    return [msgspec.json.decode(body)["number"] for body in bodies]


def test_a_game_is_played_and_watched_over_three_nodes(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 3) as (one, two, three):
            ann, bob, eve = visit(one, "ann"), visit(two, "bob"), visit(three, "eve")
            code = await open_game(ann, bob)
            eve.say(Enter(id="watch", room=code))
            await until(lambda: any(told["type"] == "snapshot" for told in eve.told))
            seen = len(events_of(eve))
            for number in range(6):
                await until(partial(_is_asked, number, ann, bob))
                mover = ann if _turn_of(ann) == number else bob
                done = await mover.done(await next_play(mover, f"play{number}"))
                assert done.number in stored_numbers(two, code)
            await bob.done(Say(id="say", room=code, text="Well played."))
            await until(lambda: len(events_of(eve)) >= seen + 7)
            numbers = events_of(eve)
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            assert list(one.hub.site.rooms) == [code]
            assert not two.hub.site.rooms

    asyncio.run(scenario())


def _is_asked(ply: int, *tabs: Tab) -> bool:
    return ply in map(_turn_of, tabs)


def _turn_of(tab: Tab) -> int | None:
    turns = [told["ply"] for told in tab.told if told["type"] == "turn"]
    return turns[-1] if turns else None


def test_lists_are_the_same_at_every_node(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann, bob = visit(one, "ann"), visit(two, "bob")
            for tab in (ann, bob):
                for name in ("lobby", "presence", "notices"):
                    await tab.done(Follow(id=f"follow {name}", list=name))
            code = await open_game(ann, bob)
            await bob.done(Post(id="post", text="Hello."))
            await ann.done(Post(id="post", text="Hello to you."))
            await bob.done(Rename(id="name", name="Robert"))
            both = {"ann": "playing", "bob": "playing"}
            for tab in (ann, bob):
                await until(partial(_lists_agree, tab, code, both))
            assert _items(ann, "notices", "number") == _items(bob, "notices", "number")
            two.hub.disconnect(bob.connection)
            await until(lambda: "bob" not in _doing(ann))

    asyncio.run(scenario())


def _lists_agree(tab: Tab, code: str, doing: dict[str, str]) -> bool:
    phase = _items(tab, "lobby", "room").get(code, {}).get("phase")
    name = _items(tab, "presence", "member").get("bob", {}).get("name")
    notices = len(_items(tab, "notices", "number"))
    return _doing(tab) == doing and (phase, name, notices) == ("playing", "Robert", 2)


def _items(tab: Tab, kind: str, key: str) -> dict[Any, dict[str, Any]]:
    """A list as a client shows it."""
    found: dict[Any, dict[str, Any]] = {}
    for told in tab.told:
        if told["type"] != kind:
            continue
        found = {} if told["whole"] else found
        found |= {item[key]: item for item in told["put"]}
        for gone in told.get("gone", ()):
            found.pop(gone, None)
    return found


def _doing(tab: Tab) -> dict[str, str]:
    people = _items(tab, "presence", "member")
    return {member: person.get("doing", "idle") for member, person in people.items()}


def test_a_node_that_joins_later_knows_the_lists(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 1) as (one,):
            ann = visit(one, "ann")
            done = await ann.done(open_message("open"))
            await ann.done(Post(id="post", text="Hello."))
            late = await start_node(postgres_database, one.bus.broker, "late")  # type: ignore[attr-defined]
            site = late.hub.site
            await until(lambda: done.room in site.lobby.listing.items)
            await until(lambda: "ann" in site.presence.listing.items)
            assert site.message_board.number == 1
            await stop_node(late)

    asyncio.run(scenario())


def test_rooms_of_a_node_that_stops_are_adopted_by_the_node_that_is_asked(
    postgres_database: str,
) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann, bob = visit(one, "ann"), visit(two, "bob")
            code = await open_game(ann, bob)
            play = await next_play(ann, "play")
            await ann.done(play)
            await stop_node(one)
            assert await bob.hung_up() == CLOSE_BROKEN
            back = visit(two, "ann")
            back.say(Enter(id="back", room=code))
            await until(lambda: any(told["type"] == "snapshot" for told in back.told))
            assert code in two.hub.site.rooms
            again = await back.done(play)
            assert stored_numbers(two, code).count(again.number) == 1
            numbers = stored_numbers(two, code)
            assert numbers == list(range(1, len(numbers) + 1))

    asyncio.run(scenario())


def test_a_former_owner_acknowledges_nothing(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann = visit(one, "ann")
            done = await ann.done(open_message("open"))
            lease = two.leases.find_room(done.room)
            assert lease is not None
            await _let_lease_run_out(one, two)
            assert two.directory.adopt(lease)
            await until(lambda: len(stored_numbers(two, done.room)) == 2)
            ann.say(Say(id="late", room=done.room, text="Too late."))
            assert await ann.hung_up() == CLOSE_BROKEN
            assert ann.answers("late") == []
            assert done.room not in one.hub.site.rooms
            again = visit(one, "ann")
            again.say(Enter(id="again", room=done.room))
            await again.done(Say(id="late", room=done.room, text="Too late."))
            numbers = stored_numbers(two, done.room)
            assert numbers == list(range(1, len(numbers) + 1))
            bodies = two.hub.store.all_events(lease.key)
            assert sum("Too late." in body for body in bodies) == 1

    asyncio.run(scenario())


def test_a_tab_of_an_adopted_room_reconnects_before_it_acts(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann, bob = visit(one, "ann"), visit(two, "bob")
            code = await open_game(ann, bob)
            await _let_lease_run_out(one, two)
            # Bob's node looks for rooms without an owner before it misses the owner's heartbeats.
            await two._adopt_unowned()
            assert code in two.hub.site.rooms
            bob.say(Say(id="late", room=code, text="I was here before."))
            assert await bob.hung_up() == CLOSE_BROKEN
            assert bob.answers("late") == []
            again = visit(two, "bob")
            again.say(Enter(id="again", room=code))
            await again.done(Say(id="late", room=code, text="I was here before."))

    asyncio.run(scenario())


def test_a_node_that_does_not_answer_gets_no_message_until_it_is_heard_of(
    postgres_database: str,
) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann = visit(one, "ann")
            done = await ann.done(open_message("open"))
            one._upkeep.cancel()  # it renews its lease, but sends nothing
            await asyncio.sleep(0)  # a heartbeat that was under way has arrived
            await until(lambda: not two.hub.outbox.waiting)
            two.directory.note_silent(one.name)
            bob = visit(two, "bob")
            bob.say(Enter(id="enter", room=done.room))
            assert await bob.hung_up() == CLOSE_BROKEN
            one.replication.tick()
            await until(lambda: not two.directory.silent)
            again = visit(two, "bob")
            again.say(Enter(id="enter", room=done.room))
            await until(lambda: any(told["type"] == "snapshot" for told in again.told))

    asyncio.run(scenario())


async def _let_lease_run_out(lost: Node, other: Node) -> None:
    """As after a pause of a node that was longer than its lease."""
    lost.stop_renewals()
    await lost._in_thread(lambda: None)  # a renewal that was under way has ended
    with other.leases.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE leases SET until = 0 WHERE name = 'node {lost.name}'")


def test_a_lost_packet_closes_the_tabs_that_used_the_link(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann, bob = visit(one, "ann"), visit(two, "bob")
            code = await open_game(ann, bob)
            publish = one.bus.publish

            def lose(subject: str, payload: bytes, reply: str = "") -> None:
                """Lose one packet of the owner."""
                if ".node." in subject:
                    one.bus.publish = publish  # type: ignore[method-assign]
                else:
                    publish(subject, payload, reply)

            one.bus.publish = lose  # type: ignore[method-assign]
            await ann.done(Say(id="lost", room=code, text="Not heard over there."))
            assert await bob.hung_up() == CLOSE_BROKEN
            again = visit(two, "bob")
            again.say(Enter(id="again", room=code, last=1))
            await until(lambda: any(told["type"] in {"tail", "snapshot"} for told in again.told))

    asyncio.run(scenario())


def test_a_node_without_the_bus_serves_no_client_until_it_is_back(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann = visit(one, "ann")
            done = await ann.done(open_message("open"))
            one.bus.connected = False  # type: ignore[misc]
            assert await ann.hung_up() == CLOSE_RESTART
            assert not one.hub.site.rooms
            await until(lambda: not _lease_alive(two, done.room))
            back = visit(two, "ann")
            back.say(Enter(id="back", room=done.room))
            await until(lambda: any(told["type"] == "snapshot" for told in back.told))
            one.bus.connected = True  # type: ignore[misc]
            await until(lambda: not one.suspended)
            other = visit(one, "eve")
            other.say(Enter(id="watch", room=done.room))
            await until(lambda: any(told["type"] == "snapshot" for told in other.told))

    asyncio.run(scenario())


def _lease_alive(node: Node, code: str) -> bool:
    lease = node.leases.find_room(code)
    return lease is not None and lease.alive


def test_a_message_opens_one_room_however_often_it_is_sent(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            first = await visit(one, "ann").done(open_message("open"))
            second = await visit(two, "ann").done(open_message("open"))
            assert first == second

    asyncio.run(scenario())


def test_a_closed_room_is_answered_like_one_that_never_was(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann, bob = visit(one, "ann"), visit(two, "bob")
            done = await ann.done(open_message("open"))
            bob.say(Enter(id="enter", room=done.room))
            await until(lambda: any(told["type"] == "snapshot" for told in bob.told))
            await ann.done(Leave(id="leave", room=done.room))
            await bob.done(Exit(id="exit", room=done.room))
            bob.say(Enter(id="again", room=done.room))
            assert (await bob.answered("again"))["code"] == "no_such_room"
            assert bob.closed is None
            assert two.leases.find_room(done.room) is None

    asyncio.run(scenario())


def test_a_program_plays_at_a_node_without_its_room(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann = visit(one, "ann")
            setup = Setup("forge", (Place("agent"), Place("host")))
            done = await ann.done(Create(id="open", setup=setup))
            program = Program(two, done.room)
            await until(lambda: any(told["type"] == "turn" for told in program.told))
            turn = next(told for told in program.told if told["type"] == "turn")
            move = {"type": "move", "move": turn["legal_moves"][0], "ts_ms": turn["ts_ms"]}
            program.connection.receive_text(msgspec.json.encode(move))
            await next_play(ann, "play")
            two.hub.disconnect(program.connection)
            await until(lambda: "program" not in one.hub.site.presence.tabs)

    asyncio.run(scenario())


class Program(Tab):
    """A program that is connected to a node without its room."""

    def __init__(self, node: Node, room: str) -> None:
        self.told = []
        self.closed = None
        self.hub = node.hub
        identity = Identity("program", "Program", program=True)
        tunnel = AgentTunnel(identity, "127.0.0.1", self, node.find_owner(room), node.hub)
        tunnel.room, tunnel.seat = room, ""
        self.connection = tunnel
        node.hub.connect(tunnel)
