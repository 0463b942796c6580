"""Static files: the built web client, compressed and with cache headers."""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
import re
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import UnknownGame
from ludarium.core.registry import registered_game

log = logging.getLogger(__name__)
CLIENT_FOLDER = Path(__file__).parents[2] / "client"
INDEX_FILE = "index.html"
EMBED_FILE = "embed.html"  # the page with one board, for frames of other sites
ENCODING_SUFFIXES = {"br": ".br", "gzip": ".gz"}  # by the name of the encoding, best first
# Vite puts a hash of the content into these names: a changed file has another name.
CACHE_FOREVER = "public, max-age=31536000, immutable"
CACHE_REVALIDATE = "no-cache"
# The routes of the client. `game` must be the id of a game.
CLIENT_ROUTES = re.compile(
    r"(lobby|gallery|records|games|key|programs|people|settings|show|new|replay|rules|analysis"
    r"|learn|puzzles|puzzles/daily|play/\w{1,16}|(replay|analysis|embed)/[\w-]{1,40}|player/[\w:-]{1,40}|"
    r"(new|(?P<rules>rules)|setup|learn|puzzles)/(?P<game>[\w.-]{1,64})(?(rules)(/programs)?)"
    r"|(learn|puzzles)/(?P<taught>[\w.-]{1,64})/[\w-]{1,40})?"
)
DESIGNER_SCRIPT = re.compile(r"assets/designer-[\w-]+\.js")
# The client shows its link to the documentation where a page has this tag.
DOCS_TAG = '<link rel="help" href="/docs/">'
MISSING_CLIENT_PAGE = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Ludarium</title></head>
<body><main><h1>Ludarium</h1>
<p>The server runs, but the web client is not built. In a checkout <code>make client</code> builds
it, brings Node along and says what is missing; an installed wheel has it inside.</p>
<p>Programs find the interface described in <a href="/schema/openapi.json">OpenAPI</a>, and the
games under <a href="/api/games">/api/games</a>.</p></main></body></html>
"""


class ClientFile(NamedTuple):
    """A file in every encoding; the key of the uncompressed form is ""."""

    kind: str
    cache: str
    tag: str
    forms: dict[str, bytes]


class FileResponse(NamedTuple):
    """A response: status, headers and body."""

    status: int
    headers: dict[str, str]
    body: bytes


class ClientFiles:
    """The files by path, read once; if there are none, a page explains how to build them."""

    def __init__(
        self, folder: Path = CLIENT_FOLDER, designer: bool = False, docs: bool = False
    ) -> None:
        """With `designer` every page loads the script that follows the edited game.

        With `docs` every page has a link to the documentation, which this server has.
        """
        self.files = read_folder(folder)
        if INDEX_FILE not in self.files:
            log.warning(
                "the web client is not built: in a checkout `make client` builds it and brings"
                " Node along; an installed wheel has it inside"
            )
        self.index = self.files.get(INDEX_FILE) or make_file(INDEX_FILE, {"": MISSING_CLIENT_PAGE})
        self.embed = self.files.get(EMBED_FILE) or self.index
        tags = (self._designer_tags() if designer else "") + (DOCS_TAG if docs else "")
        if tags:
            self.index = add_head_tags(self.index, tags)

    def _designer_tags(self) -> str:
        scripts = [name for name in self.files if DESIGNER_SCRIPT.fullmatch(name)]
        return "".join(f'<script type="module" src="/{name}"></script>' for name in scripts)

    def find_response(self, path: str, accepted: str = "", known: str = "") -> FileResponse:
        """The response for a path, in an accepted encoding; 304 if the client has it."""
        file = self.files.get(path) if path not in (INDEX_FILE, EMBED_FILE) else None
        if file is not None:
            return file_response(file, 200, accepted, known)
        page = self.embed if is_embed_path(path) else self.index
        return file_response(page, 200 if is_client_route(path) else 404, accepted, known)


def add_head_tags(page: ClientFile, tags: str) -> ClientFile:
    """A page with more tags in its head, compressed again."""
    body = page.forms[""].replace(b"</head>", tags.encode() + b"</head>")
    return make_file(INDEX_FILE, {"": body, "gzip": gzip.compress(body, mtime=0)})


def is_embed_path(path: str) -> bool:
    """Whether a path is of the page for frames."""
    return path.startswith("embed/") and is_client_route(path)


def is_client_route(path: str) -> bool:
    """Whether the client has a page for this path."""
    found = CLIENT_ROUTES.fullmatch(path.rstrip("/"))
    game = (found["game"] or found["taught"]) if found else None
    if game is None:
        return found is not None
    try:
        registered_game(game)
    except UnknownGame:
        return False
    return True


def file_response(file: ClientFile, status: int, accepted: str, known: str) -> FileResponse:
    """A file in the best accepted encoding; 304 if the client knows its tag."""
    wanted = {part.partition(";")[0].strip() for part in accepted.split(",")}
    form = next((form for form in ENCODING_SUFFIXES if form in wanted and form in file.forms), "")
    headers = {
        "Content-Type": file.kind,
        "Cache-Control": file.cache,
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
    }
    if form:
        headers["Content-Encoding"] = form
    if status == 200 and file.tag in known:
        return FileResponse(304, headers, b"")
    return FileResponse(status, headers, file.forms[form])


def read_folder(folder: Path) -> dict[str, ClientFile]:
    """All files of a folder, by their paths in it."""
    return {
        file.relative_to(folder).as_posix(): _read_file(file, folder)
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix not in ENCODING_SUFFIXES.values()
    }


def _read_file(file: Path, folder: Path) -> ClientFile:
    forms = {"": file.read_bytes()}
    for form, ending in ENCODING_SUFFIXES.items():
        packed = file.with_name(file.name + ending)
        if packed.is_file():
            forms[form] = packed.read_bytes()
    return make_file(file.relative_to(folder).as_posix(), forms)


def make_file(path: str, forms: dict[str, bytes]) -> ClientFile:
    """A file with its type, its tag and how long it may be kept."""
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind == "application/javascript":
        kind += "; charset=utf-8"
    cache = CACHE_FOREVER if path.startswith("assets/") else CACHE_REVALIDATE
    tag = hashlib.sha256(forms[""]).hexdigest()[:32]
    return ClientFile(kind, cache, f'"{tag}"', forms)
