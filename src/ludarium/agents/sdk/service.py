"""Serves an agent by WebSocket to arenas on other machines, one agent for each connection."""

from __future__ import annotations

import hmac
import http
import json
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from ludarium.agents.sdk.agent import Agent

MAX_TURN_BYTES = 1 << 24


def service(
    make_agent: Callable[[], Agent], host: str = "127.0.0.1", port: int = 0, token: str = ""
) -> Server:
    """Make a server of agents, to be run by `serve_forever()`. Clients must know the token, if any.

    The connection is not encrypted. On an open network put a TLS proxy in front of it.
    """

    def answer_messages(connection: ServerConnection) -> None:
        agent = make_agent()
        agent.setup()
        for frame in connection:
            try:
                agent.handle(json.loads(frame), lambda answer: connection.send(json.dumps(answer)))
            except (OSError, EOFError):
                return  # the arena closed the connection
            except Exception as error:  # noqa: BLE001  any error of the bot is reported
                text = f"{type(error).__name__}: {error}"
                connection.send(json.dumps({"type": "error", "error": text}))

    def check_token(connection: ServerConnection, request: Request) -> Response | None:
        given = parse_qs(urlsplit(request.path).query).get("token", [""])[0]
        if hmac.compare_digest(given.encode(), token.encode()):
            return None
        return connection.respond(http.HTTPStatus.UNAUTHORIZED, "The token is wrong.\n")

    return serve(answer_messages, host, port, process_request=check_token, max_size=MAX_TURN_BYTES)
