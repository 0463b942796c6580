"""A TCP proxy between a browser and a server that a test can cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self

CHUNK = 65_536


class Wire:
    """Forwards every byte until it is cut; then new connections are closed."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.whole = True
        self.pairs: set[tuple[socket.socket, socket.socket]] = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self.listener.close()

    def cut(self) -> None:
        """Close every connection and refuse new ones."""
        self.whole = False
        for pair in list(self.pairs):
            self._close(pair)

    def mend(self) -> None:
        """Accept connections again."""
        self.whole = True

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                caller, _ = self.listener.accept()
                if not self.whole:
                    caller.close()
                    continue
                with suppress(OSError):
                    called = socket.create_connection(("127.0.0.1", self.target))
                    pair = (caller, called)
                    self.pairs.add(pair)
                    for source, sink in (pair, pair[::-1]):
                        threading.Thread(
                            target=self._pass, args=(source, sink, pair), daemon=True
                        ).start()

    def _pass(
        self, source: socket.socket, sink: socket.socket, pair: tuple[socket.socket, socket.socket]
    ) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                sink.sendall(data)
        self._close(pair)

    def _close(self, pair: tuple[socket.socket, socket.socket]) -> None:
        self.pairs.discard(pair)
        for end in pair:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
