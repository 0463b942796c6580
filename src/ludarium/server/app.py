"""The application: HTTP under /api, the WebSocket under /ws, and the web client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, asgi, get, head
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Receive, Scope, Send

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.server import gate
from ludarium.server.api import DOCUMENT, Api, failed, provide_me, refused
from ludarium.server.client import ASK_AGAIN, Client
from ludarium.server.database import connect
from ludarium.server.hub import Hub
from ludarium.server.identity import COOKIE, cookie
from ludarium.server.request_cost import FREE, spend_tokens
from ludarium.server.settings import Settings
from ludarium.server.store import Store
from ludarium.server.study_api import Desk, StudyApi

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PATHS = ["/", "/{path:path}"]
NOT_PAGES = {"api", "ws", "agent", "schema"}
SAFE = {"GET", "HEAD", "OPTIONS"}


def create(settings: Settings) -> Litestar:
    """The application with its store open; NoDatabase if that cannot be."""
    store = Store(connect(settings.database))
    client = Client()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        hub = Hub(store, settings)
        app.state.hub = hub
        app.state.desk = Desk()
        app.state.client = client
        hub.start()
        try:
            yield
        finally:
            await hub.stop()
            store.close()

    return Litestar(
        route_handlers=[page, page_head, Api, StudyApi, *map(_socket, gate.PATHS)],
        lifespan=[running],
        dependencies={
            "hub": Provide(provide_hub, sync_to_thread=False),
            "desk": Provide(provide_desk, sync_to_thread=False),
            "me": Provide(provide_me),
        },
        exception_handlers={LudariumError: refused, HTTPException: failed},
        before_request=same_site,
        guards=[spend_tokens],
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


@get(PATHS, opt=FREE, include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The web client: a file of it, or its page, which finds out by itself what to show."""
    return _page(request)


@head(PATHS, opt=FREE, include_in_schema=False)
async def page_head(request: Request[Any, Any, Any]) -> Response[None]:
    """What the web client would be told, without the file."""
    sent = _page(request)
    kind = sent.headers.get("Content-Type", "")
    return Response(None, status_code=sent.status_code, headers=sent.headers, media_type=kind)


def _page(request: Request[Any, Any, Any]) -> Response[bytes]:
    path = request.scope["path"].lstrip("/")
    if path.partition("/")[0] in NOT_PAGES:
        raise HTTPException(status_code=404, detail="There is nothing here.")
    client: Client = request.app.state.client
    asked = request.headers
    sent = client.get(path, asked.get("accept-encoding", ""), asked.get("if-none-match", ""))
    headers = sent.headers
    if COOKIE not in request.cookies and headers["Content-Type"].startswith("text/html"):
        # With the page, so that all its connections are of one visitor, however they overlap.
        hub: Hub = request.app.state.hub
        fresh = cookie(hub.identities.fresh(), hub.settings.secure)
        headers = {**headers, "Set-Cookie": fresh, "Cache-Control": f"private, {ASK_AGAIN}"}
    return Response(sent.body, status_code=sent.status, headers=headers)


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


def provide_desk(state: State) -> Desk:
    """What does the work that takes long."""
    desk: Desk = state.desk
    return desk


async def same_site(request: Request[Any, Any, Any]) -> Response[dict[str, str]] | None:
    """Pages of other sites may not have a visitor's browser change anything here."""
    hub: Hub = request.app.state.hub
    headers = {name.lower(): value for name, value in request.headers.items()}
    if request.method in SAFE or gate.allowed(headers, hub.settings.origins):
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
