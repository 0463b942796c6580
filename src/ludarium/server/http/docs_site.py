"""The documentation site under /docs, as `make docs` built it into the package."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from ludarium.server.http.static_files import (
    INDEX_FILE,
    ClientFile,
    FileResponse,
    file_response,
    make_file,
    read_folder,
)

DOCS_FOLDER = Path(__file__).parents[2] / "docs"
DOCS_PATH = "docs"
# The generator's pages have small scripts inside. Each page allows its own ones by their hashes.
# The search puts its style into the page; nothing that a visitor wrote is ever in these pages.
INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
DOCS_POLICY = (
    "default-src 'self'; script-src 'self' {}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)
MISSING_SITE_PAGE = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Documentation</title></head>
<body><main><h1>Documentation</h1>
<p>The documentation site is not built. In a checkout <code>make docs</code> builds it; an installed
wheel has it inside. The same pages are Markdown files in the folder <code>docs</code> of the
source.</p></main></body></html>
"""
MISSING_PAGE = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>No such page</title></head>
<body><main><h1>No such page</h1>
<p>The documentation has no page here. <a href="/docs/">Its start</a> has an index and a search.</p>
</main></body></html>
"""


class DocsSite:
    """The files by path, read once; if there are none, a page explains how to build them."""

    def __init__(self, folder: Path = DOCS_FOLDER) -> None:
        self.files = read_folder(folder)
        self.policies = {
            path: page_policy(file.forms[""])
            for path, file in self.files.items()
            if path.endswith(".html")
        }
        missing = MISSING_PAGE if self.files else MISSING_SITE_PAGE
        self.missing = make_file(INDEX_FILE, {"": missing})

    def find_response(self, path: str, accepted: str = "", known: str = "") -> FileResponse:
        """The response for a path below /docs; a folder without its slash is redirected."""
        name = path.removeprefix(DOCS_PATH).removeprefix("/")
        if path.endswith("/"):
            name += INDEX_FILE
        if self._is_folder(name):
            target = f"/{path}/"
            return FileResponse(308, {"Location": target, "Content-Type": "text/html"}, b"")
        file = self.files.get(name)
        if file is None:
            return self._with_policy(name, self.missing, 404, accepted, known)
        return self._with_policy(name, file, 200, accepted, known)

    def _is_folder(self, name: str) -> bool:
        return f"{name}/{INDEX_FILE}".removeprefix("/") in self.files and name not in self.files

    def _with_policy(
        self, name: str, file: ClientFile, status: int, accepted: str, known: str
    ) -> FileResponse:
        sent = file_response(file, status, accepted, known)
        if policy := self.policies.get(name):
            sent.headers["Content-Security-Policy"] = policy
        return sent


def is_docs_path(path: str) -> bool:
    """Whether a path is of the documentation site."""
    return path == DOCS_PATH or path.startswith(f"{DOCS_PATH}/")


def page_policy(page: bytes) -> str:
    """The content security policy of a page: its own scripts and those inside it."""
    digests = (hashlib.sha256(script).digest() for script in INLINE_SCRIPT.findall(page))
    hashes = (f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return DOCS_POLICY.format(" ".join(dict.fromkeys(hashes)))
