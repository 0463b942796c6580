"""The application: HTTP under /api, the WebSocket under /ws, and a page that says what is here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, asgi, get
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Receive, Scope, Send

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.server.api import DOCUMENT, Api, provide_me, refused
from ludarium.server.database import connect
from ludarium.server.gate import allowed
from ludarium.server.hub import Hub
from ludarium.server.settings import Settings
from ludarium.server.store import Store

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Ludarium</title></head>
<body><h1>Ludarium</h1>
<p>The server runs. The web client is not there yet; programs find the interface described in
<a href="/schema/openapi.json">OpenAPI</a>, and the games under <a href="/api/games">/api/games</a>.
</p></body></html>
"""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
SAFE = {"GET", "HEAD", "OPTIONS"}


def create(settings: Settings) -> Litestar:
    """The application with its store open; NoDatabase if that cannot be."""
    store = Store(connect(settings.database))

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        hub = Hub(store, settings)
        app.state.hub = hub
        hub.start()
        try:
            yield
        finally:
            await hub.stop()
            store.close()

    return Litestar(
        route_handlers=[index, Api, _socket("/ws"), _socket("/agent")],
        lifespan=[running],
        dependencies={"hub": Provide(provide_hub, sync_to_thread=False), "me": Provide(provide_me)},
        exception_handlers={LudariumError: refused},
        before_request=same_site,
        before_send=[secure],
        request_max_body_size=DOCUMENT,
        openapi_config=OpenAPIConfig(
            title="Ludarium",
            version=ludarium.__version__,
            # Its other pages would load scripts from elsewhere.
            render_plugins=[JsonRenderPlugin()],
        ),
        debug=False,
        logging_config=None,
    )


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def index() -> str:
    """What a visitor sees until there is a web client."""
    return PAGE


async def secure(message: Message, _scope: Scope) -> None:
    """Put the headers of security on every answer, refusals too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


def provide_hub(state: State) -> Hub:
    """The hub of this process."""
    hub: Hub = state.hub
    return hub


async def same_site(request: Request[Any, Any, Any]) -> Response[dict[str, str]] | None:
    """Pages of other sites may not have a visitor's browser change anything here."""
    hub: Hub = request.app.state.hub
    headers = {name.lower(): value for name, value in request.headers.items()}
    if request.method in SAFE or allowed(headers, hub.settings.origins):
        return None
    told = {"code": "wrong_origin", "message": "That page is not one of ours."}
    return Response(told, status_code=403)


def _socket(path: str) -> Any:
    """What a plain request gets where a WebSocket is wanted; those go past this (wire.py)."""

    @asgi(path, copy_scope=False)
    async def handler(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 426, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return handler
