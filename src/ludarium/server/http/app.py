"""The application: HTTP under /api, the WebSocket under /ws, and the web client."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

from litestar import Litestar, MediaType, Request, Response, asgi, get, head
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.server.http.api import DOCUMENT, Api, failed, provide_me, refused, unstored
from ludarium.server.http.positions_api import Desk, StudyApi
from ludarium.server.http.request_cost import FREE, spend_tokens
from ludarium.server.http.static_files import ASK_AGAIN, Client
from ludarium.server.limits.address_limits import AddressLimits, LimitedApp
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import COOKIE, cookie
from ludarium.server.runtime.settings import Settings
from ludarium.server.storage.lease import open_leased
from ludarium.server.storage.store import Store
from ludarium.server.transport import handshake

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PATHS = ["/", "/{path:path}"]
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
YEAR = 365 * 24 * 60 * 60  # seconds
CONTACT_DAYS = 180  # that security.txt holds from today
NOT_PAGES = {"api", "ws", "agent", "schema"}
SAFE = {"GET", "HEAD", "OPTIONS"}


def create(settings: Settings) -> Litestar:
    """The application with its store open; NoDatabase if that cannot be, or another has it."""
    lease = open_leased(settings.database)
    store = Store(lease.engine, lease)
    client = Client()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        hub = Hub(store, settings)
        app.state.hub = hub
        app.state.limits = AddressLimits(settings)
        app.state.limited_app = LimitedApp(app, app.state.limits)
        app.state.desk = Desk()
        app.state.client = client
        hub.start()
        try:
            yield
        finally:
            await hub.stop()
            store.close()

    return Litestar(
        route_handlers=[
            page,
            page_head,
            security_txt,
            Api,
            StudyApi,
            *map(_socket, handshake.PATHS),
        ],
        lifespan=[running],
        dependencies={
            "hub": Provide(provide_hub, sync_to_thread=False),
            "desk": Provide(provide_desk, sync_to_thread=False),
            "me": Provide(provide_me),
        },
        exception_handlers={
            LudariumError: refused,
            HTTPException: failed,
            RecursionError: too_deep,
            SQLAlchemyError: unstored,
        },
        before_request=check_request,
        guards=[spend_tokens],
        before_send=[_adding(security_headers(settings))],
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


def security_headers(settings: Settings) -> dict[str, str]:
    """What every answer carries; with `secure` browsers ask by https alone for a year."""
    told = {"Strict-Transport-Security": f"max-age={YEAR}"} if settings.secure else {}
    return {**HEADERS, **told}


def _adding(told: dict[str, str]) -> Callable[[Message, Scope], Awaitable[None]]:
    async def add_headers(message: Message, _scope: Scope) -> None:
        """Put the headers of security on every answer, refusals too."""
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in told.items():
                headers.setdefault(name, value)

    return add_headers


@get("/.well-known/security.txt", include_in_schema=False, media_type="text/plain")
async def security_txt(hub: NamedDependency[Hub]) -> str:
    """Whom to tell of a weakness (RFC 9116), if the operator has said so."""
    contact = hub.settings.security_contact
    if not contact:
        raise HTTPException(status_code=404, detail="There is nothing here.")
    expires = datetime.fromtimestamp(hub.now(), UTC) + timedelta(days=CONTACT_DAYS)
    return f"Contact: {contact}\nExpires: {expires:%Y-%m-%dT00:00:00Z}\n"


def provide_hub(state: State) -> Hub:
    """The hub of this process."""
    hub: Hub = state.hub
    return hub


def provide_desk(state: State) -> Desk:
    """What does the work that takes long."""
    desk: Desk = state.desk
    return desk


async def check_request(request: Request[Any, Any, Any]) -> Response[dict[str, str]] | None:
    """Refuse what no client of ours sends: control characters, and changes from other sites."""
    if CONTROLS.search(request.scope["path"]):
        told = {"code": "not_found", "message": "There is nothing here."}
        return Response(told, status_code=404, media_type=MediaType.JSON)
    if CONTROLS.search(unquote(request.scope["query_string"].decode("latin-1"))):
        told = {"code": "not_a_request", "message": "The query has a control character."}
        return Response(told, status_code=400, media_type=MediaType.JSON)
    hub: Hub = request.app.state.hub
    headers = {name.lower(): value for name, value in request.headers.items()}
    if request.method in SAFE or handshake.allowed(headers, hub.settings.origins):
        return None
    told = {"code": "wrong_origin", "message": "That page is not one of ours."}
    return Response(told, status_code=403, media_type=MediaType.JSON)


def too_deep(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[dict[str, str]]:
    """Refuse a document whose lists lie too deep in one another."""
    told = {"code": "not_a_request", "message": "The document is nested too deeply."}
    return Response(told, status_code=400, media_type=MediaType.JSON)


def _socket(path: str) -> Any:
    """What a plain request gets where a WebSocket is wanted; those go past this (wire.py)."""

    @asgi(path, copy_scope=False)
    async def handler(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 426, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return handler
