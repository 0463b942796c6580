"""The gate: a WebSocket comes in here, is looked at, and becomes a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ludarium.server.agent import AgentConnection
from ludarium.server.connections import CROWDED, FORBIDDEN, LOUD, Bucket, Connection
from ludarium.server.hub import Hub
from ludarium.server.identity import COOKIE, Identity, cookie

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
PROGRAMS = 10  # times as many messages are let through from one with a token
BAD = 5  # messages that one counts for that cannot be read


class Gate:
    """Lets tabs in by their cookie, from our own pages, and programs by their token."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def tab(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A page of ours, or a program that speaks like one."""
        await receive()
        headers = read_headers(scope)
        identity, fresh = await self._identify(scope, headers)
        if identity is None or not allowed(headers, self.hub.settings.origins):
            await send({"type": "websocket.close", "code": FORBIDDEN})
            return
        told = [(b"set-cookie", cookie(fresh, self.hub.settings.secure).encode())] if fresh else []
        connection = Connection(identity, address(scope), send)
        await self._serve(connection, told, receive, send)

    async def agent(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A program that speaks as agents do to an arena."""
        await receive()
        identity = await self._program(scope, read_headers(scope))
        if identity is None:
            await send({"type": "websocket.close", "code": FORBIDDEN})
            return
        query = parse_qs(scope["query_string"].decode("ascii", "replace"))
        connection = AgentConnection(
            identity,
            address(scope),
            send,
            room=query.get("room", [""])[0][:16],
            seat=query.get("seat", [""])[0][:1],
            hub=self.hub,
        )
        await self._serve(connection, [], receive, send)

    async def _serve(
        self,
        connection: Connection,
        headers: list[tuple[bytes, bytes]],
        receive: Receive,
        send: Send,
    ) -> None:
        hub = self.hub
        if hub.addresses[connection.address] >= hub.settings.connections:
            await send({"type": "websocket.close", "code": CROWDED})
            return
        await send({"type": "websocket.accept", "headers": headers})
        await hub.ready.wait()
        task = asyncio.current_task()
        assert task is not None
        connection.cut = task.cancel
        hub.connect(connection)
        try:
            await self._listen(connection, receive)
        except asyncio.CancelledError:
            if not connection.closed:
                raise  # the server stops
        finally:
            connection.cut = lambda: None
            connection.closed = True
            hub.disconnect(connection)

    async def _listen(self, connection: Connection, receive: Receive) -> None:
        hub = self.hub
        most = hub.settings.messages * (PROGRAMS if connection.member.kind == "program" else 1)
        bucket = Bucket(most, hub.settings.window, hub.now())
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            connection.heard = hub.now()
            if not bucket.take(connection.heard):
                connection.close(LOUD)
            if connection.closed:
                continue  # what it says after that is past
            text = event.get("text") or event.get("bytes") or ""
            if not connection.hear(hub, text):
                bucket.left -= BAD

    async def _identify(self, scope: Scope, headers: dict[str, str]) -> tuple[Identity | None, str]:
        """Who it is, and a new token for one who has none."""
        if "authorization" in headers or b"token=" in scope["query_string"]:
            return await self._program(scope, headers), ""
        identities = self.hub.identities
        token = cookie_of(headers)
        found = await asyncio.to_thread(identities.read, token) if token else None
        if found is not None:
            return found, ""
        fresh = identities.fresh()
        return await asyncio.to_thread(identities.read, fresh), fresh

    async def _program(self, scope: Scope, headers: dict[str, str]) -> Identity | None:
        query = parse_qs(scope["query_string"].decode("ascii", "replace"))
        token = headers.get("authorization", "").removeprefix("Bearer ")
        token = token or query.get("token", [""])[0]
        return await asyncio.to_thread(self.hub.identities.program, token)


def read_headers(scope: Scope) -> dict[str, str]:
    """The headers by their names in small letters."""
    return {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
    }


def cookie_of(headers: dict[str, str]) -> str:
    """Our cookie, nothing if there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def allowed(headers: dict[str, str], others: tuple[str, ...]) -> bool:
    """Whether a page of ours asks, or no page at all: browsers always say where a page is from."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    return bool(headers.get("host")) and urlsplit(origin).netloc == headers.get("host")


def address(scope: Scope) -> str:
    """Where somebody connects from; nothing for a socket in the file system."""
    client = scope.get("client")
    return client[0] if client else ""
