"""What is shared beside rooms: limits of addresses, seats, figures; and versions are kept apart."""

from __future__ import annotations

import asyncio

import pytest
from prometheus_client import generate_latest

from ludarium.server.cluster.node import Node
from ludarium.server.cluster.shared_limits import SharedLimits
from ludarium.server.engines.ipc import PlayedLine
from ludarium.server.http.analysis_service import AnalysisService
from ludarium.server.http.app import share_limits
from ludarium.server.http.member_api import _check_no_seat
from ludarium.server.limits.rate_limit import RateLimiter
from ludarium.server.protocol.codec import Enter
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.identity import Identity
from ludarium.server.runtime.router import count_open
from ludarium.server.storage import room_leases
from ludarium.server.storage.room_leases import NoCluster, open_clustered
from ludarium.server.transport.address_limits import AddressLimits
from tests.server.cluster.nodes import (
    clustered,
    next_play,
    open_game,
    open_message,
    start_node,
    stop_node,
    visit,
)
from tests.server.hosting import until

ADDRESS = "192.0.2.7"


def test_tokens_that_are_spent_at_one_node_are_gone_at_the_other() -> None:
    nodes = [SharedLimits("one"), SharedLimits("two")]
    limiters = [RateLimiter(10, 60.0), RateLimiter(10, 60.0)]
    for node, limiter in zip(nodes, limiters, strict=True):
        node.share_rate("questions", limiter, lambda: 0.0)
    for _ in range(10):
        limiters[0].spend_tokens(ADDRESS, 0.0)
    use = nodes[0].take_use()
    assert use is not None
    assert use.spent == {"questions": {ADDRESS: 10.0}}
    nodes[1].apply_use(use)
    with pytest.raises(Refused):
        limiters[1].spend_tokens(ADDRESS, 0.0)
    limiters[1].spend_tokens("192.0.2.8", 0.0)
    nodes[1].apply_use(use)  # a debt has a bound: an address is not locked out for ever
    limiters[1].spend_tokens(ADDRESS, 121.0)
    assert nodes[0].take_use() is None
    assert limiters[0].spent == {}


def test_open_things_count_at_all_nodes_until_theirs_is_gone() -> None:
    one, two = SharedLimits("one"), SharedLimits("two")
    here = {ADDRESS: 30, "192.0.2.8": 2}
    one.share_count("connections", here, limit=100)
    use = one.take_use()
    assert use is not None
    assert use.open == {"connections": {ADDRESS: 30}}  # the other is far from the limit
    two.apply_use(use)
    assert two.count_elsewhere("connections", ADDRESS) == 30
    here.clear()
    cleared = one.take_use()
    assert cleared is not None
    two.apply_use(cleared)
    assert two.count_elsewhere("connections", ADDRESS) == 0
    two.apply_use(use)
    two.forget_node("one")
    assert two.count_elsewhere("connections", ADDRESS) == 0
    assert one.take_use() is None


def test_wrong_codes_and_rooms_of_an_address_count_at_every_node(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            one.hub.guess_limiter.charge_tokens(ADDRESS, one.hub.now(), 30)
            one.hub.hosted[ADDRESS] = one.hub.settings.rooms

            def is_known() -> bool:
                rooms = count_open(two, "rooms", two.hub.hosted, ADDRESS)
                bucket = two.hub.guess_limiter.buckets.get(ADDRESS)
                return rooms == one.hub.settings.rooms and bucket is not None and bucket.tokens < 0

            await until(is_known)

    asyncio.run(scenario())


def test_analyses_that_run_at_one_node_count_at_the_other(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            services = [AnalysisService(node.hub) for node in (one, two)]
            for node, service in zip((one, two), services, strict=True):
                share_limits(node, AddressLimits(node.hub.settings), service)
            limit = one.hub.settings.analyses
            for _ in range(limit):
                services[0].begin_job(ADDRESS)
            await until(lambda: two.count_elsewhere("analyses", ADDRESS) == limit)
            with pytest.raises(Refused) as refused:
                services[1].begin_job(ADDRESS)
            assert refused.value.code == "too_many_analyses"
            services[1].begin_job("192.0.2.8")
            services[0].budget.end_job(ADDRESS)
            await until(lambda: two.count_elsewhere("analyses", ADDRESS) == limit - 1)
            services[1].begin_job(ADDRESS)

    asyncio.run(scenario())


def test_a_seat_at_another_node_forbids_analysis_and_deletion(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann, bob = visit(one, "ann"), visit(two, "bob")
            code = await open_game(ann, bob)
            for number, tab in enumerate((ann, bob)):
                await tab.done(await next_play(tab, f"play{number}"))
            await until(lambda: two.seated_rooms("ann") == [code])
            assert one.seated_rooms("ann") == []
            table = one.hub.site.rooms[code].state.table
            assert table is not None
            moves = tuple(table.match.moves)
            line = PlayedLine("forge", "standard", {}, table.match.seed, 2, moves)
            analyses = AnalysisService(two.hub)
            with pytest.raises(Refused) as refused:
                await analyses.refuse_own_game("ann", line)
            assert refused.value.code == "game_running"
            await analyses.refuse_own_game("eve", line)
            with pytest.raises(Refused) as refused:
                _check_no_seat(two.hub, Identity("ann", "ann"))
            assert refused.value.code == "still_seated"
            _check_no_seat(two.hub, Identity("eve", "eve"))

    asyncio.run(scenario())


def test_the_figures_of_a_node_tell_of_forwarding_and_adoption(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            ann, bob = visit(one, "ann"), visit(two, "bob")
            code = await open_game(ann, bob)
            assert _sample(two, "ludarium_forwarded_total") >= 2
            assert _sample(two, "ludarium_nodes") == 2
            assert _sample(two, "ludarium_bus_away") == 0
            await until(lambda: _sample(two, "ludarium_bus_lag_seconds") > 0)
            await stop_node(one)
            await bob.hung_up()
            back = visit(two, "bob")
            back.say(Enter(id="back", room=code))
            await until(lambda: code in two.hub.site.rooms)
            assert _sample(two, "ludarium_adopted_rooms_total") == 1
            assert _sample(two, "ludarium_link_resets_total") >= 1

    asyncio.run(scenario())


def _sample(node: Node, name: str) -> float:
    lines = generate_latest(node.hub.metrics.registry).decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def test_a_node_of_another_version_is_refused_while_others_serve(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 1) as (one,):
            ann = visit(one, "ann")
            await ann.done(open_message("open"))
            with monkeypatch.context() as patch:
                patch.setattr(room_leases, "CLUSTER_VERSION", room_leases.CLUSTER_VERSION + 1)
                with pytest.raises(NoCluster) as refused:
                    open_clustered(postgres_database, "newer")
            assert refused.value.code == "other_version"
            await ann.done(open_message("another"))
        with monkeypatch.context() as patch:
            patch.setattr(room_leases, "CLUSTER_VERSION", room_leases.CLUSTER_VERSION + 1)
            alone = open_clustered(postgres_database, "newer")  # all others have stopped
            alone.leave()
            alone.release()
            alone.engine.dispose()

    asyncio.run(scenario())


def test_a_game_goes_on_while_all_nodes_are_restarted_one_by_one(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as nodes:
            code = await open_game(visit(nodes[0], "ann"), visit(nodes[1], "bob"))
            broker = nodes[0].bus.broker  # type: ignore[attr-defined]
            for number in range(2):
                await stop_node(nodes[0])
                nodes.append(await start_node(postgres_database, broker, f"new{number}"))
                del nodes[0]
                tabs = [
                    visit(node, member) for node, member in zip(nodes, ("ann", "bob"), strict=True)
                ]
                for tab in tabs:
                    tab.say(Enter(id="back", room=code))
                await until(lambda: all(_entered(tab.told) for tab in tabs))  # noqa: B023
                mover = next(tab for tab in tabs if any(t["type"] == "turn" for t in tab.told))
                await mover.done(await next_play(mover, f"play{number}"))
            key = nodes[0].find_key(code)
            assert key is not None
            room = nodes[0].hub.archive.rebuild_by_key(code, key)
            assert room is not None
            assert room.state.table is not None
            assert len(room.state.table.match.moves) == 2

    asyncio.run(scenario())


def _entered(told: list[dict[str, object]]) -> bool:
    return any(one["type"] == "snapshot" for one in told)
