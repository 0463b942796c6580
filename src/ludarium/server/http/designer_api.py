"""The status of an edited game, for the page of its designer; players' servers do not have it."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, get
from litestar.di import NamedDependency

from ludarium.server.http.request_cost import NO_COST
from ludarium.server.runtime.hub import Hub

STATUS_PATH = "/api/designer"


@get(STATUS_PATH, opt=NO_COST, include_in_schema=False, sync_to_thread=True)
def designer_status(hub: NamedDependency[Hub]) -> Response[bytes]:
    """The version of the game that is served, and the error of a newer one."""
    status = Path(hub.settings.designer_status).read_bytes()
    headers = {"Cache-Control": "no-store"}
    return Response(status, media_type="application/json", headers=headers)
