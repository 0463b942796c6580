"""The bus delivers in order, to all subscribers or to one of a group, in memory and over NATS."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ludarium.loadtest.nats_process import NatsProcess
from ludarium.server.bus import nats_bus
from ludarium.server.bus.bus import Bus, Delivery, NoBus, NoResponder
from ludarium.server.bus.memory_bus import MemoryBroker, MemoryBus
from ludarium.server.bus.nats_bus import NatsBus
from tests.server.hosting import until

Scenario = Callable[[Bus, Bus], Coroutine[Any, Any, None]]


@pytest.fixture(params=["memory", "nats"])
def run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Scenario], None]:
    """Runs a scenario with the buses of two nodes."""
    monkeypatch.setattr(nats_bus, "BUS_CONNECT_TIMEOUT_S", 30)
    broker = MemoryBroker()
    url = request.getfixturevalue("nats").url if request.param == "nats" else ""

    async def go(scenario: Scenario) -> None:
        buses: list[Bus] = [NatsBus(url) if url else MemoryBus(broker) for _ in range(2)]
        for bus in buses:
            await bus.open()
        try:
            await scenario(*buses)
        finally:
            for bus in buses:
                await bus.close()

    return lambda scenario: asyncio.run(go(scenario))


def test_messages_of_a_publisher_arrive_in_order_at_every_subscriber(
    run: Callable[[Scenario], None],
) -> None:
    async def scenario(one: Bus, two: Bus) -> None:
        heard: list[list[bytes]] = [[], []]
        for bus, into in zip((one, two), heard, strict=True):
            await bus.subscribe("a.b", lambda it, into=into: into.append(it.payload))  # type: ignore[misc]
        sent = [str(number).encode() for number in range(200)]
        for payload in sent:
            one.publish("a.b", payload)
        one.publish("a.other", b"not for them")
        await until(lambda: all(len(into) == len(sent) for into in heard))
        assert heard == [sent, sent]

    run(scenario)


def test_one_member_of_a_group_gets_each_message_until_it_stops(
    run: Callable[[Scenario], None],
) -> None:
    async def scenario(one: Bus, two: Bus) -> None:
        heard: list[bytes] = []
        first = await one.subscribe("jobs", lambda it: heard.append(it.payload), "workers")
        await two.subscribe("jobs", lambda it: heard.append(it.payload), "workers")
        sent = {str(number).encode() for number in range(50)}
        for payload in sent:
            two.publish("jobs", payload)
        await until(lambda: len(heard) >= len(sent))
        assert len(heard) == len(sent)
        assert set(heard) == sent
        await first.stop()
        two.publish("jobs", b"last")
        await until(lambda: b"last" in heard)

    run(scenario)


def test_a_request_gets_its_reply_or_learns_that_there_is_no_subscriber(
    run: Callable[[Scenario], None],
) -> None:
    async def scenario(one: Bus, two: Bus) -> None:
        def answer(asked: Delivery) -> None:
            one.publish(asked.reply, asked.payload.upper())

        listening = await one.subscribe("ask", answer)
        assert await two.request("ask", b"who", 30.0) == b"WHO"
        await listening.stop()
        with pytest.raises(NoResponder):
            await two.request("ask", b"who", 30.0)

    run(scenario)


def test_a_killed_nats_server_is_found_again(nats: NatsProcess) -> None:
    async def scenario() -> None:
        bus = NatsBus(nats.url)
        await bus.open()
        heard: list[bytes] = []
        await bus.subscribe("a", lambda it: heard.append(it.payload))
        await asyncio.to_thread(nats.stop)
        await until(lambda: not bus.connected)
        bus.publish("a", b"dropped")
        await asyncio.to_thread(nats.start)
        await until(lambda: bus.connected)
        bus.publish("a", b"after")
        await until(lambda: bool(heard))
        assert heard == [b"after"]
        await bus.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("written", ["", "host", "http://host:4222", "nats://", "nats://h:none"])
def test_a_wrong_url_is_refused_in_words(written: str) -> None:
    with pytest.raises(NoBus) as error:
        NatsBus(written)
    assert error.value.code == "wrong_bus"


def test_a_bus_that_is_not_there_is_refused_in_words(nats: NatsProcess) -> None:
    nats.stop()
    with pytest.raises(NoBus) as error:
        asyncio.run(NatsBus(nats.url).open())
    assert error.value.code == "no_bus"


def test_a_bus_that_cannot_send_is_closed_all_the_same(
    nats: NatsProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(nats_bus, "BUS_CLOSE_TIMEOUT_S", 0.01)

    async def scenario() -> None:
        bus = NatsBus(nats.url)
        await bus.open()
        assert bus._sender is not None
        bus._sender.cancel()
        bus.publish("a", b"never sent")
        await bus.close()
        assert not bus.connected

    asyncio.run(scenario())
    assert "before all messages were sent" in caplog.text
