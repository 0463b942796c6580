"""The web client as it was built into the package: its files, ready to be sent."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import UnknownGame
from ludarium.core.registry import registered_game

FOLDER = Path(__file__).parents[2] / "client"
INDEX = "index.html"
PACKED = {"br": ".br", "gzip": ".gz"}  # as HTTP calls them, best first, and how their files end
# Vite names these after what is in them: a changed file has another name.
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
# The places that the client knows. What stands for `game` has to be one.
ROUTES = re.compile(
    r"(lobby|records|people|settings|new|replay|rules"
    r"|play/\w{1,16}|replay/[\w-]{1,40}|(new|rules)/(?P<game>[\w.-]{1,64}))?"
)
MISSING = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Ludarium</title></head>
<body><main><h1>Ludarium</h1>
<p>The server runs, but the web client is not built. In a checkout <code>make client</code> builds
it and says what is missing; an installed wheel has it inside.</p>
<p>Programs find the interface described in <a href="/schema/openapi.json">OpenAPI</a>, and the
games under <a href="/api/games">/api/games</a>.</p></main></body></html>
"""


class File(NamedTuple):
    """A file in every form that it can be sent in; the form as it is has no name."""

    kind: str
    cache: str
    tag: str
    forms: dict[str, bytes]


class Sent(NamedTuple):
    """An answer: status, headers and body."""

    status: int
    headers: dict[str, str]
    body: bytes


class Client:
    """The files by their paths, read once; without any there is a page that says so."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = {
            file.relative_to(folder).as_posix(): _read(file, folder)
            for file in sorted(folder.rglob("*"))
            if file.is_file() and file.suffix not in PACKED.values()
        }
        self.index = self.files.get(INDEX) or _made(INDEX, {"": MISSING})

    def get(self, path: str, accepted: str = "", known: str = "") -> Sent:
        """What to send for a path, in a form that is accepted, unless it is known already."""
        file = self.files.get(path) if path != INDEX else None
        if file is not None:
            return _send(file, 200, accepted, known)
        return _send(self.index, 200 if routed(path) else 404, accepted, known)


def routed(path: str) -> bool:
    """Whether the client has something to show there."""
    found = ROUTES.fullmatch(path.rstrip("/"))
    if found is None or found["game"] is None:
        return found is not None
    try:
        registered_game(found["game"])
    except UnknownGame:
        return False
    return True


def _send(file: File, status: int, accepted: str, known: str) -> Sent:
    wanted = {part.partition(";")[0].strip() for part in accepted.split(",")}
    form = next((form for form in PACKED if form in wanted and form in file.forms), "")
    headers = {
        "Content-Type": file.kind,
        "Cache-Control": file.cache,
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
    }
    if form:
        headers["Content-Encoding"] = form
    if status == 200 and file.tag in known:
        return Sent(304, headers, b"")
    return Sent(status, headers, file.forms[form])


def _read(file: Path, folder: Path) -> File:
    forms = {"": file.read_bytes()}
    for form, ending in PACKED.items():
        packed = file.with_name(file.name + ending)
        if packed.is_file():
            forms[form] = packed.read_bytes()
    return _made(file.relative_to(folder).as_posix(), forms)


def _made(path: str, forms: dict[str, bytes]) -> File:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind == "application/javascript":
        kind += "; charset=utf-8"
    cache = FOREVER if path.startswith("assets/") else ASK_AGAIN
    tag = hashlib.sha256(forms[""]).hexdigest()[:32]
    return File(kind, cache, f'"{tag}"', forms)
