"""The gate: a WebSocket comes in here, is looked at, and becomes a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import COOKIE, Identity, cookie
from ludarium.server.transport.agent_connection import AgentConnection
from ludarium.server.transport.connection import Connection, SocketWriter
from ludarium.server.transport.proxies import LOOPBACK, Network, client_address

TAB_PATH, AGENT_PATH = WEBSOCKET_PATHS = (
    "/ws",
    "/agent",
)  # of pages, and of programs that speak as agents do


class HandshakeRequest(NamedTuple):
    """What is known of one who calls: the headers by their names in small letters."""

    path: str
    query: str
    headers: dict[str, str]
    address: str  # of the client, behind proxies


def address(peer: str, headers: Mapping[str, str], proxies: tuple[Network, ...] = LOOPBACK) -> str:
    """Where a call comes from; a trusted proxy tells for whom it speaks."""
    return client_address(peer, headers.get("x-forwarded-for", ""), proxies)


class Handshake:
    """Lets tabs in by their cookie, from our own pages, and programs by their token."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def admit(
        self, call: HandshakeRequest, line: SocketWriter
    ) -> tuple[Connection | None, str]:
        """A connection for one who calls, None if it is not let in; and a cookie to be set."""
        ways = {TAB_PATH: self._admit_tab, AGENT_PATH: self._admit_agent}
        way = ways.get(call.path)
        crowded = self.is_crowded(call.address)
        return await way(call, line) if way and not crowded else (None, "")

    def is_crowded(self, address: str) -> bool:
        """Whether an address has as many connections as it may have."""
        return self.hub.addresses.get(address, 0) >= self.hub.settings.connections

    async def _admit_tab(
        self, call: HandshakeRequest, line: SocketWriter
    ) -> tuple[Connection | None, str]:
        """A page of ours, or a program that speaks like one."""
        identity, fresh = await self._identify_visitor(call)
        if identity is None or not is_allowed_origin(call.headers, self.hub.settings.origins):
            return None, ""
        told = cookie(fresh, self.hub.settings.secure) if fresh else ""
        return Connection(identity, call.address, line, self.hub), told

    async def _admit_agent(
        self, call: HandshakeRequest, line: SocketWriter
    ) -> tuple[Connection | None, str]:
        """A program that speaks as agents do to an arena."""
        identity = await self._identify_program(call)
        if identity is None:
            return None, ""
        query = parse_qs(call.query)
        room = query.get("room", [""])[0][:16]
        seat = query.get("seat", [""])[0][:1]
        return AgentConnection(identity, call.address, line, room, seat, self.hub), ""

    async def _identify_visitor(self, call: HandshakeRequest) -> tuple[Identity | None, str]:
        """Who it is, and a new token for one who has none."""
        if "authorization" in call.headers or "token=" in call.query:
            return await self._identify_program(call), ""
        identities = self.hub.identities
        token = read_cookie(call.headers)
        found = await identities.recognise(token) if token else None
        if found is not None:
            return found, ""
        fresh = identities.fresh()
        return await identities.recognise(fresh), fresh

    async def _identify_program(self, call: HandshakeRequest) -> Identity | None:
        token = call.headers.get("authorization", "").removeprefix("Bearer ")
        token = token or parse_qs(call.query).get("token", [""])[0]
        return await asyncio.to_thread(self.hub.identities.program, token)


def read_cookie(headers: dict[str, str]) -> str:
    """Our cookie, nothing if there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def is_allowed_origin(headers: dict[str, str], others: tuple[str, ...]) -> bool:
    """Whether a page of ours asks, or no page at all: browsers always say where a page is from."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:  # as of "http://["
        return False
    return bool(headers.get("host")) and place == headers.get("host")
