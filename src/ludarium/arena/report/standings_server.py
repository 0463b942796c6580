"""StandingsServer: serves the live page of a running event on this machine only."""

from __future__ import annotations

import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Self

from ludarium.arena.report.live_page import LivePage
from ludarium.core.errors import InvalidOption

LOOPBACK_ADDRESS = "127.0.0.1"
LOCAL_NAMES = ("127.0.0.1", "localhost")
LAST_READ_S = 2.0  # an open page gets this long to fetch the end of the event
OPEN_PAGE_S = 5.0  # a page that has fetched within this time is open
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class StandingsServer:
    """Serves while it is entered. Port 0 takes any free port."""

    def __init__(self, page: LivePage, port: int) -> None:
        self.page = page
        try:
            self.server = ThreadingHTTPServer((LOOPBACK_ADDRESS, port), _make_handler(page))
        except OSError as error:
            raise InvalidOption("port_taken", f"Port {port} cannot be used.") from error
        self.server.daemon_threads = True
        self.url = f"http://{LOOPBACK_ADDRESS}:{self.server.server_address[1]}/"

    def __enter__(self) -> Self:
        Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.page.ended and time.monotonic() - self.page.last_read < OPEN_PAGE_S:
            self.page.end_was_read.wait(LAST_READ_S)
        self.server.shutdown()
        self.server.server_close()


def _make_handler(page: LivePage) -> type[BaseHTTPRequestHandler]:
    class LiveHandler(BaseHTTPRequestHandler):
        """Answers two paths: the page and its snapshots."""

        def do_GET(self) -> None:
            """Answer a request of this machine's browser."""
            # A page of another site may resolve its own name to this machine.
            if self.headers.get("Host", "").rpartition(":")[0] not in LOCAL_NAMES:
                self.send_error(HTTPStatus.FORBIDDEN)
            elif self.path == "/":
                self._send(page.render_frame(), "text/html; charset=utf-8")
            elif self.path == "/snapshot":
                self._send(page.read_snapshot(), "application/json")
            else:
                self.send_error(HTTPStatus.NOT_FOUND)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name of the base class
            """Log nothing: the terminal shows the event."""

        def _send(self, body: bytes, kind: str) -> None:
            self.send_response(HTTPStatus.OK)
            for name, value in {**HEADERS, "Content-Type": kind}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return LiveHandler
