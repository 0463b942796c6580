"""Link preview: Open Graph tags in the page of a public finished game."""

from __future__ import annotations

from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from ludarium.core import record as records
from ludarium.core import registry
from ludarium.core.errors import LudariumError
from ludarium.core.match import OUTSIDE_REASONS
from ludarium.core.record import Record
from ludarium.server.http.api import result_key
from ludarium.server.pictures.card import CARD_HEIGHT, CARD_WIDTH
from ludarium.server.storage.results import find_stored_record
from ludarium.server.storage.store import Store

PREVIEWED_PAGES = ("replay", "analysis", "embed")
HEAD_END = b"</head>"


class LinkPreview(NamedTuple):
    """What a site shows of a link: texts, and the address of a picture."""

    title: str
    description: str
    url: str
    image: str


def previewed_result(path: str) -> str | None:
    """The id of the finished game that a page shows; a room's code is none."""
    page, _, result = path.strip("/").partition("/")
    return result if page in PREVIEWED_PAGES and "-" in result and "/" not in result else None


def find_preview(store: Store, base: str, path: str, ply: int | None) -> LinkPreview | None:
    """The preview of a page; None if it shows no public game. No visitor's cookie counts."""
    result = previewed_result(path)
    key = result_key(result) if result else None
    found = find_stored_record(store, *key, member="") if key else None
    if result is None or found is None:
        return None
    try:
        given = records.loads(found.document)
        return _preview(given, f"{base}/{path.strip('/')}", f"{base}/api/records/{result}", ply)
    except LudariumError:  # its game is no longer installed
        return None


def add_preview(page: bytes, preview: LinkPreview) -> bytes:
    """The page with the tags of a preview."""
    named = {
        "og:type": "website",
        "og:site_name": "Ludarium",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": preview.url,
        "og:image": preview.image,
        "og:image:width": str(CARD_WIDTH),
        "og:image:height": str(CARD_HEIGHT),
        "og:image:alt": preview.title,
    }
    tags = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in named.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    return page.replace(HEAD_END, "\n".join(tags).encode() + HEAD_END, 1)


def _preview(given: Record, url: str, api: str, ply: int | None) -> LinkPreview:
    game = registry.registered_game(given.game)
    names = ", ".join(seat.name for seat in given.seats)
    asked = urlencode({"ply": ply}) if ply is not None else ""
    query = f"?{asked}" if asked else ""
    return LinkPreview(
        f"{names}: {game.title}",
        _describe(given, {**OUTSIDE_REASONS, **game.reasons}, ply),
        url + query,
        f"{api}/card.png{query}",
    )


def _describe(given: Record, reasons: dict[str, str], ply: int | None) -> str:
    count, ended = len(given.moves), given.outcome
    if ended is None or (ply is not None and ply < count):
        return f"Move {min(ply or 0, count)} of {count}."
    result = "A draw" if ended.winner is None else f"{given.seats[ended.winner].name} won"
    return f"{result} after {count} moves. {reasons.get(ended.reason, '')}".strip()
