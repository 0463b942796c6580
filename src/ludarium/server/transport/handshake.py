"""Handshake: identifies the client of a new WebSocket, and makes its connection."""

from __future__ import annotations

import asyncio
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from ludarium.server.runtime.connection import Connection, SocketWriter
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import COOKIE, Identity, cookie_header, new_cookie
from ludarium.server.runtime.router import count_open
from ludarium.server.site import room_codes
from ludarium.server.transport.agent_connection import AgentConnection
from ludarium.server.transport.agent_tunnel import AgentTunnel

TAB_PATH = "/ws"  # of pages, and of programs that use the same protocol
AGENT_PATH = "/agent"  # of programs that use the agent protocol
WEBSOCKET_PATHS = (TAB_PATH, AGENT_PATH)

Admission = tuple[Connection | None, str]  # None for a refused client; a Set-Cookie header or ""


class HandshakeRequest(NamedTuple):
    """A request for a WebSocket; the names of headers are in lower case."""

    path: str
    query: str
    headers: dict[str, str]
    address: str  # of the client behind the proxies


class Handshake:
    """Admits tabs of our own pages by their cookie, and programs by their token."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def admit(self, request: HandshakeRequest, socket: SocketWriter) -> Admission:
        """Make the connection of a client, and the cookie header of a new visitor."""
        ways = {TAB_PATH: self._admit_tab, AGENT_PATH: self._admit_agent}
        way = ways.get(request.path)
        if way is None or self.is_crowded(request.address):
            return None, ""
        return await way(request, socket)

    def is_crowded(self, address: str) -> bool:
        """Whether an address has reached its limit of connections."""
        count = count_open(self.hub.router, "connections", self.hub.addresses, address)
        return count >= self.hub.settings.connections

    async def _admit_tab(self, request: HandshakeRequest, socket: SocketWriter) -> Admission:
        """Admit a page of ours, or a program that uses the same protocol."""
        identity, cookie = await self._identify_visitor(request)
        if identity is None or not is_allowed_origin(request.headers, self.hub.settings.origins):
            return None, ""
        return Connection(identity, request.address, socket, self.hub), cookie

    async def _admit_agent(self, request: HandshakeRequest, socket: SocketWriter) -> Admission:
        """Admit a program that uses the agent protocol."""
        identity = await self._identify_program(request)
        if identity is None:
            return None, ""
        query = parse_qs(request.query)
        room = query.get("room", [""])[0][:16]
        seat = query.get("seat", [""])[0][:1]
        router = self.hub.router
        owner = router.find_owner(room_codes.parse_code(room)) if router else ""
        if owner:
            tunnel = AgentTunnel(identity, request.address, socket, owner, self.hub)
            tunnel.room, tunnel.seat = room, seat
            return tunnel, ""
        return AgentConnection(identity, request.address, socket, room, seat, self.hub), ""

    async def _identify_visitor(self, request: HandshakeRequest) -> tuple[Identity | None, str]:
        """The identity of a client, and the cookie header of a new visitor."""
        if "authorization" in request.headers or "token=" in request.query:
            return await self._identify_program(request), ""
        identities = self.hub.identities
        token = read_cookie(request.headers)
        found = await identities.identify(token) if token else None
        if found is not None:
            renewed = identities.renewed_token(token)
            return found, cookie_header(renewed, self.hub.settings.secure) if renewed else ""
        token, cookie = new_cookie(identities, self.hub.settings.secure)
        return await identities.identify(token), cookie

    async def _identify_program(self, request: HandshakeRequest) -> Identity | None:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        token = token or parse_qs(request.query).get("token", [""])[0]
        return await asyncio.to_thread(self.hub.identities.identify_program, token)


def read_cookie(headers: dict[str, str]) -> str:
    """The value of the identity cookie, "" if there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def is_allowed_origin(headers: dict[str, str], origins: tuple[str, ...]) -> bool:
    """Whether the request comes from an allowed page, or from no page.

    Browsers always send the origin of a page.
    """
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:  # for example "http://["
        return False
    return bool(headers.get("host")) and host == headers.get("host")
