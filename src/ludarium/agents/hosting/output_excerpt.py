"""An excerpt of output without end: its beginning and its end, and how much was left out."""

from __future__ import annotations


class Excerpt:
    """Keeps so many bytes of the beginning and as many of the end."""

    def __init__(self, most: int = 16384) -> None:
        self.most = most
        self.head = bytearray()
        self.tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        """Take more of the output."""
        self.total += len(data)
        room = self.most - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        self.tail += data[-self.most :]
        if len(self.tail) > self.most:
            del self.tail[: -self.most]

    @property
    def text(self) -> str:
        """What was kept, as text whatever the bytes were."""
        missing = self.total - len(self.head) - len(self.tail)
        cut = f"\n[{missing} bytes left out]\n".encode() if missing else b""
        return (bytes(self.head) + cut + bytes(self.tail)).decode("utf-8", "backslashreplace")
