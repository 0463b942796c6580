"""HTTP API of the show game."""

from __future__ import annotations

from zlib import crc32

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from ludarium.server.http.positions_api import AnyRequest
from ludarium.server.http.schemas import Show
from ludarium.server.http.show_service import ShowService


@get("/api/show", responses={200: ResponseSpec(Show, generate_examples=False)})
async def get_show(request: AnyRequest, show: NamedDependency[ShowService]) -> Response[bytes]:
    """The show game as it is now; an unchanged one is 304. It pauses when no client asks."""
    document = await show.read_document()
    tag = f'"{crc32(document):08x}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    return Response(document, headers=headers, media_type=MediaType.JSON)
