"""Rate limit of HTTP: what a request costs, taken from its address before the handler runs."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from ludarium.server.runtime.hub import Hub

# In tokens, of which an address has `Settings.questions` in `Settings.window` seconds. A handler
# that says nothing costs one: a position, a page of rules, the list of games.
NO_COST = {"cost": 0}  # files of the client, and health, which is asked all the time
QUERY_COST = {"cost": 3}  # the database is asked
WRITE_COST = {"cost": 10}  # the database is written to
REPLAY_COST = {"cost": 10}  # a whole game is played again


def spend_tokens(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Take the cost of a request from its address; Refused if it asked for too much lately."""
    cost = handler.opt.get("cost", 1)
    if cost:
        hub: Hub = connection.app.state.hub
        hub.rations.spend_tokens(request_address(connection), hub.now(), cost)


def request_address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address that a request comes from."""
    return connection.client.host if connection.client else ""
