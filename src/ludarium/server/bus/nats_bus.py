"""NATS bus: nodes on several machines, connected by a nats-server."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ludarium.server.bus.bus import Delivery, Handler, NoBus, NoResponder

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription as NatsSubscription

log = logging.getLogger(__name__)
BUS_CONNECT_TIMEOUT_S = 2
BUS_CLOSE_TIMEOUT_S = 5.0  # for what is still to be sent, and for the connection
BUS_RECONNECT_WAIT_S = 0.1  # between two tries
BUS_PING_INTERVAL_S = 1  # a silent server is noticed after two of them
MAX_OUTSTANDING_PINGS = 2
PENDING_MESSAGES_LIMIT = 100_000  # of a subscription, before messages are dropped
PENDING_BYTES_LIMIT = 64 * 1024 * 1024
URL_SCHEMES = {"nats", "tls"}


def check_bus_url(written: str) -> str:
    """The URL of an operator; NoBus if it is none."""
    try:
        url = urlsplit(written)
        usable = url.scheme in URL_SCHEMES and bool(url.hostname)
        usable = usable and (url.port is None or url.port > 0)
    except ValueError:
        usable = False
    if not usable:
        raise NoBus("wrong_bus", "The bus is a URL such as nats://host:4222.")
    return written


async def require_bus(url: str) -> None:
    """Connect once before a server starts; NoBus if that fails."""
    bus = NatsBus(url)
    await bus.open()
    await bus.close()


class NatsBus:
    """The connection of a node to the nats-server; it reconnects by itself."""

    def __init__(self, url: str) -> None:
        self.url = check_bus_url(url)
        self._client: Client | None = None
        self._outgoing: asyncio.Queue[tuple[str, bytes, str]] = asyncio.Queue()
        self._sender: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether the connection stands."""
        return self._client is not None and self._client.is_connected

    async def open(self) -> None:
        """Connect; NoBus without the extra `cluster`, or if the server cannot be reached."""
        try:
            import nats  # noqa: PLC0415  an extra that one machine does not need
            from nats.errors import Error as NatsError  # noqa: PLC0415
        except ImportError as error:
            raise NoBus("no_bus", "Install ludarium[cluster] for a bus.") from error
        try:
            self._client = await asyncio.wait_for(self._connect(nats), BUS_CONNECT_TIMEOUT_S)
        except (OSError, NatsError, TimeoutError) as error:
            raise NoBus("no_bus", "The bus cannot be reached.") from error
        self._sender = asyncio.get_running_loop().create_task(self._send_outgoing(self._client))

    async def _connect(self, nats: Any) -> Client:
        # A first connection is tried once, lost ones are renewed without end.
        found: Client = await nats.connect(
            self.url,
            connect_timeout=BUS_CONNECT_TIMEOUT_S,
            reconnect_time_wait=BUS_RECONNECT_WAIT_S,
            max_reconnect_attempts=-1,
            ping_interval=BUS_PING_INTERVAL_S,
            max_outstanding_pings=MAX_OUTSTANDING_PINGS,
            error_cb=self._log_error,
            disconnected_cb=_log_lost,
            reconnected_cb=_log_back,
            pending_size=PENDING_BYTES_LIMIT,
            skip_subject_validation=True,  # all are ours
        )
        return found

    async def close(self) -> None:
        """Send what was published, and disconnect."""
        try:
            async with asyncio.timeout(BUS_CLOSE_TIMEOUT_S):
                if self.connected:
                    await self._outgoing.join()
        except TimeoutError:
            log.warning("the bus is closed before all messages were sent")
        if self._sender is not None:
            self._sender.cancel()
        if self._client is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._client.close(), BUS_CLOSE_TIMEOUT_S)

    def publish(self, subject: str, payload: bytes, reply: str = "") -> None:
        """Send a message; it is dropped while the connection is lost."""
        if self.connected:
            self._outgoing.put_nowait((subject, payload, reply))

    async def subscribe(self, subject: str, handler: Handler, group: str = "") -> NatsStop:
        """Call a handler for each message of a subject."""
        if self._client is None:
            raise NoBus("no_bus", "The bus is not open.")

        async def handle(message: Msg) -> None:
            try:
                handler(Delivery(message.data, message.reply))
            except Exception:
                log.exception("a message of the bus could not be handled")

        made = await self._client.subscribe(
            subject,
            group,
            handle,
            pending_msgs_limit=PENDING_MESSAGES_LIMIT,
            pending_bytes_limit=PENDING_BYTES_LIMIT,
        )
        await _reach_server(self._client)
        return NatsStop(made, self._client)

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        """Send a message and wait for one reply."""
        from nats.errors import Error as NatsError  # noqa: PLC0415

        if self._client is None or not self.connected:
            raise NoResponder("no_responder", "The bus is away.")
        try:
            found = await self._client.request(subject, payload, timeout_s)
        except (NatsError, TimeoutError) as error:
            raise NoResponder("no_responder", "No subscriber answers in time.") from error
        return bytes(found.data)

    async def _log_error(self, error: Exception) -> None:
        # Before the first connection the caller learns of it by NoBus.
        level = logging.DEBUG if self._client is None else logging.WARNING
        log.log(level, "the bus reports an error: %s", type(error).__name__)

    async def _send_outgoing(self, client: Client) -> None:
        """Hand messages to the client in order."""
        from nats.errors import Error as NatsError  # noqa: PLC0415

        while True:
            subject, payload, reply = await self._outgoing.get()
            try:
                if client.is_connected:
                    await client.publish(subject, payload, reply)
            except NatsError:
                log.warning("a message was not sent over the bus")
            finally:
                self._outgoing.task_done()


class NatsStop:
    """A subscription that can be ended."""

    def __init__(self, subscription: NatsSubscription, client: Client) -> None:
        self._subscription = subscription
        self._client = client

    async def stop(self) -> None:
        """Deliver nothing any more."""
        from nats.errors import Error as NatsError  # noqa: PLC0415

        try:
            await self._subscription.unsubscribe()
            await _reach_server(self._client)  # a request then learns that there is no subscriber
        except NatsError:
            log.debug("a subscription ended with its connection")


async def _reach_server(client: Client) -> None:
    """Wait until the server has handled what was asked of it.

    The library writes a ping before what is pending, so only the second answer says so.
    """
    await client.flush()
    await client.flush()


async def _log_lost() -> None:
    log.warning("the connection to the bus is lost")


async def _log_back() -> None:
    log.warning("the connection to the bus is back")
