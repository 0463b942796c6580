"""Application: the HTTP API under /api, the web client, and security headers."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
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
from ludarium.server.bus.nats_bus import NatsBus, check_bus_url
from ludarium.server.cluster.node import Node
from ludarium.server.http.analysis_api import AnalysisApi
from ludarium.server.http.analysis_service import AnalysisService
from ludarium.server.http.api import (
    MAX_RECORD_BYTES,
    Api,
    database_error_response,
    http_error_response,
    provide_me,
    refusal_response,
)
from ludarium.server.http.designer_api import designer_status
from ludarium.server.http.docs_site import DocsSite, is_docs_path
from ludarium.server.http.learning_api import LearningApi
from ludarium.server.http.link_preview import (
    LinkPreview,
    add_preview,
    find_preview,
    previewed_result,
)
from ludarium.server.http.member_api import MemberApi, MemberDataLimits
from ludarium.server.http.pictures_api import PicturesApi
from ludarium.server.http.positions_api import JobQueue, PositionsApi
from ludarium.server.http.request_cost import (
    NO_COST,
    QUERY_TOKENS,
    refuse_banned,
    request_address,
    spend_tokens,
)
from ludarium.server.http.review_service import ReviewService
from ludarium.server.http.show_api import get_show
from ludarium.server.http.show_service import ShowService
from ludarium.server.http.static_files import CACHE_REVALIDATE, ClientFiles, is_embed_path
from ludarium.server.pictures.picture_service import PictureService
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import COOKIE, new_cookie
from ludarium.server.runtime.metrics import Metrics
from ludarium.server.runtime.settings import Settings
from ludarium.server.storage.lease import open_leased
from ludarium.server.storage.room_leases import open_clustered
from ludarium.server.storage.store import Store
from ludarium.server.transport import handshake
from ludarium.server.transport.address_limits import AddressLimits, LimitedApp
from ludarium.server.transport.agent_connection import AgentConnection

PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors {}; object-src 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY.format("'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# Only the page with an embedded board may stand in a frame of another site. It gets no cookie
# there, so it shows nothing that is not public.
EMBED_HEADERS = {"Content-Security-Policy": PAGE_POLICY.format("*")}
PAGE_PATHS = ["/", "/{path:path}"]
CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f]")
HSTS_MAX_AGE_S = 365 * 24 * 60 * 60  # seconds
SECURITY_TXT_DAYS = 180  # security.txt expires after this
NON_PAGE_FOLDERS = {"api", "ws", "agent", "schema"}
CLUSTER_PREFIX_NAME = "cluster"  # of the bus subjects, among the secrets
MAX_PLY_DIGITS = 4
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def create_app(settings: Settings) -> Litestar:
    """The application with an open store; NoDatabase if the store cannot be opened."""
    store = open_store(settings)
    docs = DocsSite()
    client = ClientFiles(designer=bool(settings.designer_status), docs=bool(docs.files))
    metrics = Metrics()

    @asynccontextmanager
    async def run_hub(app: Litestar) -> AsyncIterator[None]:
        hub = Hub(store, settings, metrics)
        app.state.hub = hub
        app.state.limits = AddressLimits(settings)
        app.state.limited_app = LimitedApp(app, app.state.limits, metrics)
        app.state.jobs = JobQueue()
        app.state.client = client
        app.state.docs = docs
        app.state.analyses = AnalysisService(hub)
        app.state.reviews = ReviewService(app.state.analyses)
        node = await _open_node(hub, settings) if settings.bus else None
        if node is not None:
            share_limits(node, app.state.limits, app.state.analyses)
        app.state.pictures = PictureService()
        app.state.member_data = MemberDataLimits()
        app.state.show = ShowService(hub)
        if node is not None:
            node.play_show = lambda: app.state.show.watch().document
        hub.start()
        if node is not None:
            await node.start()
        try:
            yield
        finally:
            await app.state.show.close()
            await app.state.pictures.close()
            await hub.stop()
            if node is not None:
                await node.stop()
            store.close()

    app = Litestar(
        route_handlers=[
            serve_page,
            serve_page_head,
            security_txt,
            Api,
            PositionsApi,
            AnalysisApi,
            LearningApi,
            PicturesApi,
            MemberApi,
            get_show,
            *([designer_status] if settings.designer_status else []),
            *map(_upgrade_required, handshake.WEBSOCKET_PATHS),
        ],
        lifespan=[run_hub],
        dependencies={
            "hub": Provide(provide_hub, sync_to_thread=False),
            "jobs": Provide(provide_jobs, sync_to_thread=False),
            "reviews": Provide(provide_reviews, sync_to_thread=False),
            "analyses": Provide(provide_analyses, sync_to_thread=False),
            "pictures": Provide(provide_pictures, sync_to_thread=False),
            "member_data": Provide(provide_member_data, sync_to_thread=False),
            "show": Provide(provide_show, sync_to_thread=False),
            "me": Provide(provide_me),
        },
        exception_handlers={
            LudariumError: refusal_response,
            HTTPException: http_error_response,
            RecursionError: nesting_error_response,
            SQLAlchemyError: database_error_response,
        },
        before_request=check_request,
        guards=[spend_tokens, refuse_banned],
        before_send=[_header_adder(security_headers(settings))],
        request_max_body_size=MAX_RECORD_BYTES,
        openapi_config=OpenAPIConfig(
            title="Ludarium",
            version=ludarium.__version__,
            # The other renderers would load scripts from other sites.
            render_plugins=[JsonRenderPlugin()],
        ),
        debug=False,
        logging_config=None,
    )
    app.state.metrics = metrics
    return app


def open_store(settings: Settings) -> Store:
    """The store of one server alone, or of a node of a cluster."""
    if not settings.bus:
        lease = open_leased(settings.database)
        return Store(lease.engine, lease)
    check_bus_url(settings.bus)
    leases = open_clustered(settings.database, f"n{secrets.token_hex(5)}")
    return Store(leases.engine, None, leases)


async def _open_node(hub: Hub, settings: Settings) -> Node:
    """The node of a cluster; nodes of one database find each other by a stored prefix."""
    assert hub.store.room_leases is not None
    bus = NatsBus(settings.bus)
    await bus.open()
    prefix = hub.store.ensure_secret(CLUSTER_PREFIX_NAME, secrets.token_hex(8))
    node = Node(hub, bus, hub.store.room_leases, f"ludarium.{prefix}")
    node.links.make_agent = AgentConnection
    return node


def share_limits(node: Node, limits: AddressLimits, analyses: AnalysisService) -> None:
    """Count requests, engine time and running analyses of an address at all nodes."""
    shared, budget = node.replication.limits, analyses.budget
    shared.share_rate("requests", limits.requests, time.monotonic)
    shared.share_rate("handshakes", limits.handshakes, time.monotonic)
    shared.share_rate("engine_seconds", budget.limiter, node.hub.now)
    shared.share_count("analyses", budget.running, budget.running_limit)


@get(PAGE_PATHS, opt=NO_COST, include_in_schema=False)
async def serve_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the web client, or its page, which routes by itself."""
    return await _page_response(request)


@head(PAGE_PATHS, opt=NO_COST, include_in_schema=False)
async def serve_page_head(request: Request[Any, Any, Any]) -> Response[None]:
    """The headers of a file of the web client."""
    sent = await _page_response(request)
    kind = sent.headers.get("Content-Type", "")
    return Response(None, status_code=sent.status_code, headers=sent.headers, media_type=kind)


async def _page_response(request: Request[Any, Any, Any]) -> Response[bytes]:
    path = request.scope["path"].lstrip("/")
    if path.partition("/")[0] in NON_PAGE_FOLDERS:
        raise HTTPException(status_code=404, detail="There is nothing here.")
    asked = request.headers
    if is_docs_path(path):
        docs: DocsSite = request.app.state.docs
        # The router takes a last slash off; the relative links of these pages depend on it.
        slash = "/" if request.scope["raw_path"].endswith(b"/") else ""
        page = docs.find_response(
            path + slash, asked.get("accept-encoding", ""), asked.get("if-none-match", "")
        )
        return Response(page.body, status_code=page.status, headers=page.headers)
    client: ClientFiles = request.app.state.client
    preview = await _find_preview(request, path)
    # A page with a preview is another one for each game: neither packed nor known.
    accepted, known = (
        ("", "") if preview else (asked.get("accept-encoding", ""), asked.get("if-none-match", ""))
    )
    sent = client.find_response(path, accepted, known)
    headers, body = sent.headers, sent.body
    if preview:
        headers = {name: value for name, value in headers.items() if name != "ETag"}
        body = add_preview(body, preview)
    if is_embed_path(path):
        return Response(body, status_code=sent.status, headers={**headers, **EMBED_HEADERS})
    if COOKIE not in request.cookies and headers["Content-Type"].startswith("text/html"):
        # With the page, so that all its parallel connections belong to one visitor.
        hub: Hub = request.app.state.hub
        _, cookie = new_cookie(hub.identities, hub.settings.secure)
        headers = {**headers, "Set-Cookie": cookie, "Cache-Control": f"private, {CACHE_REVALIDATE}"}
    return Response(body, status_code=sent.status, headers=headers)


async def _find_preview(request: Request[Any, Any, Any], path: str) -> LinkPreview | None:
    """The preview of a page; None beyond the rate limit, so that the page itself always comes."""
    if previewed_result(path) is None:
        return None
    hub: Hub = request.app.state.hub
    try:
        hub.request_limiter.spend_tokens(request_address(request), hub.now(), QUERY_TOKENS)
        scheme = "https" if hub.settings.secure else "http"
        base = f"{scheme}://{request.headers.get('host', 'localhost')}"
        ply = _asked_ply(request.query_params.get("ply", ""))
        return await asyncio.to_thread(find_preview, hub.store, base, path, ply)
    except (Refused, SQLAlchemyError):
        return None


def _asked_ply(text: str) -> int | None:
    short = len(text) <= MAX_PLY_DIGITS and text.isascii() and text.isdecimal()
    return int(text) if short else None


def security_headers(settings: Settings) -> dict[str, str]:
    """Headers of every response; with `secure` browsers use only https for a year."""
    told = {"Strict-Transport-Security": f"max-age={HSTS_MAX_AGE_S}"} if settings.secure else {}
    return {**SECURITY_HEADERS, **told}


def _header_adder(told: dict[str, str]) -> Callable[[Message, Scope], Awaitable[None]]:
    async def add_headers(message: Message, _scope: Scope) -> None:
        """Set the security headers of every response, also of refusals."""
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in told.items():
                headers.setdefault(name, value)

    return add_headers


@get("/.well-known/security.txt", include_in_schema=False, media_type="text/plain")
async def security_txt(hub: NamedDependency[Hub]) -> str:
    """The contact for security reports (RFC 9116), if the operator has set one."""
    contact = hub.settings.security_contact
    if not contact:
        raise HTTPException(status_code=404, detail="There is nothing here.")
    expires = datetime.fromtimestamp(hub.now(), UTC) + timedelta(days=SECURITY_TXT_DAYS)
    return f"Contact: {contact}\nExpires: {expires:%Y-%m-%dT00:00:00Z}\n"


def provide_hub(state: State) -> Hub:
    """The hub of this process."""
    hub: Hub = state.hub
    return hub


def provide_jobs(state: State) -> JobQueue:
    """The queue of expensive requests."""
    jobs: JobQueue = state.jobs
    return jobs


def provide_analyses(state: State) -> AnalysisService:
    """The analyses of this process."""
    analyses: AnalysisService = state.analyses
    return analyses


def provide_pictures(state: State) -> PictureService:
    """The pictures of this process."""
    pictures: PictureService = state.pictures
    return pictures


def provide_member_data(state: State) -> MemberDataLimits:
    """The limits of exports, deletions and keys."""
    limits: MemberDataLimits = state.member_data
    return limits


def provide_show(state: State) -> ShowService:
    """The show game of this process."""
    show: ShowService = state.show
    return show


def provide_reviews(state: State) -> ReviewService:
    """The reviews of this process."""
    reviews: ReviewService = state.reviews
    return reviews


async def check_request(request: Request[Any, Any, Any]) -> Response[dict[str, str]] | None:
    """Refuse requests with control characters, and changes from pages of other sites."""
    if CONTROL_CHARACTERS.search(request.scope["path"]):
        told = {"code": "not_found", "message": "There is nothing here."}
        return Response(told, status_code=404, media_type=MediaType.JSON)
    if CONTROL_CHARACTERS.search(unquote(request.scope["query_string"].decode("latin-1"))):
        told = {"code": "not_a_request", "message": "The query has a control character."}
        return Response(told, status_code=400, media_type=MediaType.JSON)
    hub: Hub = request.app.state.hub
    headers = {name.lower(): value for name, value in request.headers.items()}
    if request.method in SAFE_METHODS or handshake.is_allowed_origin(headers, hub.settings.origins):
        return None
    told = {"code": "wrong_origin", "message": "That page is not one of ours."}
    return Response(told, status_code=403, media_type=MediaType.JSON)


def nesting_error_response(
    _request: Request[Any, Any, Any], _error: RecursionError
) -> Response[dict[str, str]]:
    """The response to a document that is nested too deeply."""
    told = {"code": "not_a_request", "message": "The document is nested too deeply."}
    return Response(told, status_code=400, media_type=MediaType.JSON)


def _upgrade_required(path: str) -> Any:
    """The response to a plain request for a WebSocket; handshakes do not arrive here."""

    @asgi(path, copy_scope=False)
    async def handler(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 426, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return handler
