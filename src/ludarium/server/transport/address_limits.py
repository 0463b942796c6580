"""Limits by client address: open HTTP connections, running requests, requests and handshakes."""

from __future__ import annotations

import itertools
import json
import logging
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any

from ludarium.server.limits.proxies import client_address, is_trusted, limit_key
from ludarium.server.limits.rate_limit import RateLimiter
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.logs import log_ids
from ludarium.server.runtime.metrics import Metrics
from ludarium.server.runtime.settings import Settings
from ludarium.server.transport.read_scheduler import ReadScheduler, TurnQueue

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

HANDSHAKES_PER_CONNECTION = 4  # in a window, for each connection that may be open
REQUEST_STARTS_PER_ROUND = 4  # in one round of the event loop

log = logging.getLogger(__name__)
_requests = itertools.count(1)  # the ids of requests, in the log and in the answer


class AddressLimits:
    """The open connections and the recent requests of every client address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.sockets: Counter[str] = Counter()  # TCP connections without WebSockets, by peer
        self.running: Counter[str] = Counter()  # requests, by client
        self.requests = RateLimiter(settings.requests, settings.window)
        self.handshakes = RateLimiter(
            settings.connections * HANDSHAKES_PER_CONNECTION, settings.window
        )
        self.reads = ReadScheduler()
        self.turns = TurnQueue(REQUEST_STARTS_PER_ROUND)

    def client_of(self, peer: str, forwarded: str) -> str:
        """The address of the client behind a peer."""
        return client_address(peer, forwarded, self.settings.proxies)

    def open_socket(self, peer: str) -> bool:
        """Count a connection; False if its address has too many."""
        self.sockets[limit_key(peer)] += 1
        # A connection counts until its handshake, and all clients may reconnect at once.
        most = self.settings.http_connections + self.settings.connections
        return self.has_room(peer, most)

    def has_room(self, peer: str, most: int) -> bool:
        """Whether a peer has at most this many connections; a proxy may have any number."""
        return self.sockets[limit_key(peer)] <= most or is_trusted(peer, self.settings.proxies)

    def close_socket(self, peer: str) -> None:
        """Count one connection less: it closed, or it is a WebSocket now."""
        _decrement_count(self.sockets, limit_key(peer))

    def allows_handshake(self, address: str) -> bool:
        """Whether this address may open one more WebSocket now; spends a token."""
        return _spend_token(self.handshakes, address)

    def begin_request(self, address: str) -> bool:
        """Count a request; False if its address has too many running or exceeds the rate limit."""
        self.running[address] += 1
        few = self.running[address] <= self.settings.http_connections
        return few and _spend_token(self.requests, address)

    def end_request(self, address: str) -> None:
        """Count one running request less."""
        _decrement_count(self.running, address)


class LimitedApp:
    """The application behind the limits; `client` in its scope is the client behind the proxies."""

    def __init__(self, app: ASGIApp, limits: AddressLimits, metrics: Metrics) -> None:
        self.app = app
        self.limits = limits
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with 429 if its address exceeds a limit."""
        limits = self.limits
        peer, port = scope.get("client") or ("", 0)
        headers = scope["headers"]
        forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        address = limits.client_of(peer, forwarded.decode("latin-1"))
        scope["client"] = (address, port)
        request = f"{next(_requests):x}"
        noted = self._note_response(send, request, monotonic())
        log_ids.set({"request": request})  # each request has a task of its own
        try:
            if limits.begin_request(address):
                await limits.turns.wait_turn(address)
                await self.app(scope, receive, noted)
            else:
                self.metrics.count_refusal("too_often")
                await _send_refusal(noted)
        finally:
            limits.end_request(address)

    def _note_response(self, send: Send, request: str, began: float) -> Send:
        """`send` with the id of the request in the answer, and a metric of it."""

        async def send_noted(message: Any) -> None:
            if message["type"] == "http.response.start":
                seconds, status = monotonic() - began, message["status"]
                self.metrics.observe_response(status, seconds)
                message["headers"] = [*message["headers"], (b"x-request-id", request.encode())]
                log.debug("request", extra={"status": status, "ms": round(seconds * 1000, 1)})
            await send(message)

        return send_noted


async def _send_refusal(send: Send) -> None:
    refusal = {"code": "too_often", "message": "Too many requests from your address; try later."}
    body = json.dumps(refusal).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _spend_token(limiter: RateLimiter, address: str) -> bool:
    try:
        limiter.spend_tokens(address, monotonic())
    except Refused:
        return False
    return True


def _decrement_count(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
