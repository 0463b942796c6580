"""An agent that arenas elsewhere call: served by WebSocket, one agent for every connection."""

from __future__ import annotations

import hmac
import http
import json
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from ludarium.agents.sdk.agent import Agent

LARGEST = 1 << 24  # bytes of a turn


def service(
    make: Callable[[], Agent], host: str = "127.0.0.1", port: int = 0, token: str = ""
) -> Server:
    """A server of agents, which runs by `serve_forever()`; callers need the token, if there is one.

    Without encryption: leave that to a proxy in front of it if the way leads through other hands.
    """

    def talk(connection: ServerConnection) -> None:
        agent = make()
        agent.setup()
        for frame in connection:
            try:
                agent.handle(json.loads(frame), lambda answer: connection.send(json.dumps(answer)))
            except (OSError, EOFError):
                return  # the arena hung up
            except Exception as error:  # noqa: BLE001  whatever it is, it is told of
                told = f"{type(error).__name__}: {error}"
                connection.send(json.dumps({"type": "error", "error": told}))

    def admit(connection: ServerConnection, request: Request) -> Response | None:
        given = parse_qs(urlsplit(request.path).query).get("token", [""])[0]
        if hmac.compare_digest(given.encode(), token.encode()):
            return None
        return connection.respond(http.HTTPStatus.UNAUTHORIZED, "The token is wrong.\n")

    return serve(talk, host, port, process_request=admit, max_size=LARGEST)
