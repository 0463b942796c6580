"""Memory bus: several nodes in one process, without a network."""

from __future__ import annotations

import asyncio
from itertools import count

from ludarium.server.bus.bus import Delivery, Handler, NoResponder


class MemoryBroker:
    """Where the buses of one process meet."""

    def __init__(self) -> None:
        self.subscriptions: list[MemorySubscription] = []
        self._turns = count()
        self._replies = count()

    def receivers(self, subject: str) -> list[MemorySubscription]:
        """The subscribers of a subject, and one of each group in turn."""
        found = [one for one in self.subscriptions if one.subject == subject and one.bus.connected]
        groups: dict[str, list[MemorySubscription]] = {}
        for one in found:
            groups.setdefault(one.group, []).append(one)
        chosen = groups.pop("", [])
        return chosen + [members[next(self._turns) % len(members)] for members in groups.values()]

    def next_reply(self) -> str:
        """A subject for one reply."""
        return f"reply.{next(self._replies)}"


class MemorySubscription:
    """A handler at a bus."""

    def __init__(self, bus: MemoryBus, subject: str, handler: Handler, group: str) -> None:
        self.bus = bus
        self.subject = subject
        self.handler = handler
        self.group = group

    async def stop(self) -> None:
        """Deliver nothing any more."""
        if self in self.bus.broker.subscriptions:
            self.bus.broker.subscriptions.remove(self)


class MemoryBus:
    """The bus of one node; `connected` can be set, to cut the node off."""

    def __init__(self, broker: MemoryBroker) -> None:
        self.broker = broker
        self.connected = False

    async def open(self) -> None:
        """Connect."""
        self.connected = True

    async def close(self) -> None:
        """Disconnect."""
        self.connected = False
        mine = [one for one in self.broker.subscriptions if one.bus is self]
        for one in mine:
            await one.stop()

    def publish(self, subject: str, payload: bytes, reply: str = "") -> None:
        """Send a message, unless the node is cut off."""
        self._send(subject, payload, reply)

    async def subscribe(
        self, subject: str, handler: Handler, group: str = ""
    ) -> MemorySubscription:
        """Call a handler for each message of a subject."""
        made = MemorySubscription(self, subject, handler, group)
        self.broker.subscriptions.append(made)
        return made

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        """Send a message and wait for one reply."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def take_answer(delivery: Delivery) -> None:
            if not answer.done():
                answer.set_result(delivery.payload)

        reply = self.broker.next_reply()
        waiting = await self.subscribe(reply, take_answer)
        try:
            if not self._send(subject, payload, reply):
                raise NoResponder("no_responder", "No subscriber takes the request.")
            return await asyncio.wait_for(answer, timeout_s)
        except TimeoutError:
            raise NoResponder("no_responder", "No subscriber answers in time.") from None
        finally:
            await waiting.stop()

    def _send(self, subject: str, payload: bytes, reply: str) -> int:
        """Deliver to all receivers in a later turn of the loop; how many there are."""
        if not self.connected:
            return 0
        receivers = self.broker.receivers(subject)
        loop = asyncio.get_running_loop()
        for one in receivers:
            loop.call_soon(_deliver, one, Delivery(payload, reply))
        return len(receivers)


def _deliver(subscription: MemorySubscription, delivery: Delivery) -> None:
    bus = subscription.bus
    if bus.connected and subscription in bus.broker.subscriptions:
        subscription.handler(delivery)
