"""HTTP API for pictures of finished games: boards, cards for previews, animations."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from ludarium.server.http.api import MAX_RECORD_MOVES, TheHub, Visitor, stored_record
from ludarium.server.http.request_cost import ANIMATION_COST, PICTURE_COST
from ludarium.server.pictures.picture_service import PictureService
from ludarium.server.pictures.picture_worker import PictureForm, PictureOrder
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import Identity

MEDIA_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "card": "image/png",
    "gif": "image/gif",
}
# A finished game does not change, but the drawing may with a new version.
PUBLIC_PICTURE = "public, max-age=86400"
PRIVATE_PICTURE = "private, no-store"

Pictures = NamedDependency[PictureService]
ResultId = Annotated[str, PathParameter(max_length=40)]
Ply = Annotated[int | None, QueryParameter(ge=0, le=MAX_RECORD_MOVES)]
Dark = Annotated[bool, QueryParameter()]


class PicturesApi(Controller):
    """Routes under /api/records about pictures; a private game has pictures for its players only.

    Without `ply` the board is shown after the last move.
    """

    path = "/api/records/{result:str}"

    @get("/picture.svg", opt=PICTURE_COST)
    async def get_svg(
        self,
        hub: TheHub,
        me: Visitor,
        pictures: Pictures,
        result: ResultId,
        ply: Ply = None,
        dark: Dark = False,
    ) -> Response[bytes]:
        """The board after a move, as SVG."""
        return await _send_picture(hub, me, pictures, result, "svg", ply, dark)

    @get("/picture.png", opt=PICTURE_COST)
    async def get_png(
        self,
        hub: TheHub,
        me: Visitor,
        pictures: Pictures,
        result: ResultId,
        ply: Ply = None,
        dark: Dark = False,
    ) -> Response[bytes]:
        """The board after a move, as PNG."""
        return await _send_picture(hub, me, pictures, result, "png", ply, dark)

    @get("/card.png", opt=PICTURE_COST)
    async def get_card(
        self,
        hub: TheHub,
        me: Visitor,
        pictures: Pictures,
        result: ResultId,
        ply: Ply = None,
        dark: Dark = False,
    ) -> Response[bytes]:
        """The board with the names of the players, in the size of a link's preview."""
        return await _send_picture(hub, me, pictures, result, "card", ply, dark)

    @get("/animation.gif", opt=ANIMATION_COST)
    async def get_animation(
        self, hub: TheHub, me: Visitor, pictures: Pictures, result: ResultId, dark: Dark = False
    ) -> Response[bytes]:
        """The whole game as an animated GIF; 422 for a game with too many moves."""
        return await _send_picture(hub, me, pictures, result, "gif", 0, dark)


async def _send_picture(
    hub: Hub,
    me: Identity | None,
    pictures: PictureService,
    result: str,
    form: PictureForm,
    ply: int | None,
    dark: bool,
) -> Response[bytes]:
    found = await asyncio.to_thread(stored_record, hub, me, result)
    last = MAX_RECORD_MOVES if ply is None else ply
    drawn = await pictures.draw(PictureOrder(found.document, form, last, dark))
    headers = {
        "Cache-Control": PUBLIC_PICTURE if found.public else PRIVATE_PICTURE,
        "Vary": "Cookie",
    }
    if form == "svg":
        # Opened by itself, a picture runs nothing and loads nothing.
        headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    return Response(drawn, media_type=MEDIA_TYPES[form], headers=headers)
