"""Guards of HTTP: the cost of a request, spent before its handler runs, and bans."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import COOKIE

READING_METHODS = ("GET", "HEAD", "OPTIONS")

# In tokens, of which an address has `Settings.questions` in `Settings.window` seconds. A handler
# without a cost costs one: a position, a page of rules, the list of games.
NO_COST = {"cost": 0}  # files of the client, and health, which monitors poll
QUERY_TOKENS = 3
QUERY_COST = {"cost": QUERY_TOKENS}  # reads the database
WRITE_COST = {"cost": 10}  # writes to the database
ANALYSIS_COST = {"cost": 3}  # the engines have a budget of their own
REPLAY_COST = {"cost": 10}  # replays a whole game
MEMBER_DATA_COST = {"cost": 100}  # reads every event of the database
PICTURE_COST = {"cost": 10}  # draws a board in 0.2 s, or finds it in the cache
ANIMATION_COST = {"cost": 60}  # draws every board of a game


def spend_tokens(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Spend the cost of a request; Refused if its address exceeds the rate limit."""
    cost = handler.opt.get("cost", 1)
    if cost:
        hub: Hub = connection.app.state.hub
        hub.request_limiter.spend_tokens(request_address(connection), hub.now(), cost)


async def refuse_banned(
    connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
) -> None:
    """Refuse a request of a banned member or address that does more than read."""
    hub: Hub = connection.app.state.hub
    reads = connection.scope.get("method") in READING_METHODS
    if reads or handler.opt.get("for_banned") or not hub.moderation.has_sanctions:
        return
    token = connection.cookies.get(COOKIE, "")
    identity = await hub.identities.identify(token) if token else None
    hub.moderation.check_banned(identity, request_address(connection))


def request_address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address of the client, behind proxies."""
    return connection.client.host if connection.client else ""
