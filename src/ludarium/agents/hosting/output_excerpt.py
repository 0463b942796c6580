"""OutputExcerpt: the beginning and the end of output of any length."""

from __future__ import annotations


class OutputExcerpt:
    """Keeps `max_bytes` of the beginning and as many of the end."""

    def __init__(self, max_bytes: int = 16384) -> None:
        self.max_bytes = max_bytes
        self.head = bytearray()
        self.tail = bytearray()
        self.total = 0

    def add_output(self, data: bytes) -> None:
        """Append output."""
        self.total += len(data)
        room = self.max_bytes - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        self.tail += data[-self.max_bytes :]
        if len(self.tail) > self.max_bytes:
            del self.tail[: -self.max_bytes]

    @property
    def text(self) -> str:
        """The kept bytes as text, with the number of bytes left out."""
        missing = self.total - len(self.head) - len(self.tail)
        cut = f"\n[{missing} bytes left out]\n".encode() if missing else b""
        return (bytes(self.head) + cut + bytes(self.tail)).decode("utf-8", "backslashreplace")
