"""Hostile WebSocket traffic, drawn by a seed: broken frames, floods, and messages of every type."""

from __future__ import annotations

import json
from random import Random
from typing import Any, NamedTuple

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
# The fields of each message besides its id; most of the named rooms do not exist.
MESSAGE_FIELDS = {
    **dict.fromkeys(("exit", "leave", "hint", "undo", "resign", "abort"), ("room",)),
    "enter": ("room", "last"),
    "sit": ("room", "seat"),
    "play": ("room", "ply", "move"),
    "offer": ("room", "kind"),
    "restart": ("room", "level"),
    "answer": ("room", "offer", "accept"),
    "claim": ("room", "seat", "want"),
    "share": ("room", "public", "spectators", "label"),
    "say": ("room", "text"),
    "create": ("setup",),
    "follow": ("list",),
    "unfollow": ("list",),
    "post": ("text",),
    "rename": ("name",),
    "ping": (),
}
ROOM_SETUP = {"game": "forge", "seats": [{"kind": "host"}, {"kind": "host"}]}
VALID_VALUES: dict[str, tuple[Any, ...]] = {
    "room": ("H64MT", "CCCCC", "h64 mt"),
    "last": (None, 0, 3, 2**53),
    "seat": (0, 1, 7),
    "ply": (0, 1, 2**53),
    "move": ({}, {"action": "forge"}, {"to": [1, 2]}),
    "kind": ("draw", "rematch", "undo"),
    "offer": (0, 1),
    "want": ("win", "bot"),
    "level": (None, "easy", "master"),
    "list": ("lobby", "presence", "notices"),
    "setup": (ROOM_SETUP, {}, {"game": "chess", "seats": []}),
}
FIELD_NAMES = ("room", "ply", "move", "seat", "text", "list", "last", "name", "game", "id", "other")
HOSTILE_WORDS = (
    "",
    "H64MT",
    "forge",
    "pyramids",
    "lobby",
    "\u0000",
    "a\u0301",
    "x" * 300,
    "\n",
    "-1",
    "{}",
)
MAX_FLOOD_FRAMES = 400  # frames in the largest flood
NESTED_LISTS = 1500  # lists inside one another


class Burst(NamedTuple):
    """Bytes to send, and how many frames or requests they are."""

    data: bytes
    size: int


def frame(opcode: int, data: bytes = b"", fin: bool = True, rsv: int = 0) -> bytes:
    """A frame as a client sends it, with a mask that changes nothing."""
    size = len(data)
    head = bytes([(fin << 7) | (rsv << 4) | opcode])
    if size < 126:
        return head + bytes([0x80 | size]) + bytes(4) + data
    if size < 1 << 16:
        return head + b"\xfe" + size.to_bytes(2, "big") + bytes(4) + data
    return head + b"\xff" + size.to_bytes(8, "big") + bytes(4) + data


def handshake(rng: Random) -> bytes:
    """A request for a WebSocket: most are sound, or nothing behind it would be read."""
    lines = [
        "GET /ws HTTP/1.1",
        "Host: here",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    if rng.random() < 0.1:
        lines[rng.randrange(len(lines))] = rng.choice(BAD_LINES)
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


BAD_LINES = (
    "GET /ws HTTP/1.0",
    "GET /agent?room=%00&seat=\u00b2&token=x HTTP/1.1",
    "GET /ws?token=%ff HTTP/1.1",
    "Origin: http://[",
    "Cookie: ludarium=\u00ff\u00fe; ;=;ludarium",
    "Authorization: Bearer \u00ff",
    "Sec-WebSocket-Key: x",
    "Upgrade: h2c",
    "Content-Length: 5",
    "Transfer-Encoding: chunked",
    "Connection: \u00ff",
    "X-Forwarded-For: 1.2.3.4, , [::",
    "A" * 9000,
    "no colon",
)


def frames(rng: Random) -> Burst:
    """A burst of one kind."""
    return rng.choice(FRAME_BURSTS)(rng)


def _messages(rng: Random) -> Burst:
    count = rng.randint(1, 30)
    sent = [frame(TEXT, json.dumps(_message(rng)).encode()[:8000]) for _ in range(count)]
    return Burst(b"".join(sent), count)


def _message(rng: Random) -> dict[str, Any]:
    """A message; half of them are sound, so that more than the reader of messages is tried."""
    kind = rng.choice(list(MESSAGE_FIELDS))
    said: dict[str, Any] = {"type": kind, "id": str(rng.randrange(1000))}
    for name in MESSAGE_FIELDS[kind]:
        said[name] = rng.choice(VALID_VALUES.get(name, (True, "words")))
    if rng.random() < 0.5:
        said[rng.choice((*FIELD_NAMES, *MESSAGE_FIELDS[kind]))] = value(rng)
    return said


def value(rng: Random, depth: int = 0) -> Any:
    """Any value of JSON."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return rng.choice(HOSTILE_WORDS)
    if kind < 4:
        return rng.choice((0, 1, -1, 2**31, 2**63, 2**64, 1.5, 1e308, -(10**30)))
    if kind < 6:
        return rng.choice((None, True, False))
    if kind < 7:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(FIELD_NAMES): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def _flood(rng: Random) -> Burst:
    count = rng.randint(1, MAX_FLOOD_FRAMES)
    data = rng.randbytes(rng.choice((0, 0, 1, 125)))
    return Burst(frame(rng.choice((PING, PONG)), data) * count, count)


def _fragments(rng: Random) -> Burst:
    count = rng.randint(1, MAX_FLOOD_FRAMES)
    part = frame(0, rng.randbytes(rng.choice((0, 0, 1, 40))), fin=False)
    between = frame(PING) if rng.random() < 0.3 else b""
    return Burst(frame(TEXT, b"{", fin=False) + (part + between) * count, count)


def _mixed_fragments(rng: Random) -> Burst:
    count = rng.randint(1, 60)
    sent = [
        frame(rng.choice((0, TEXT, BINARY, PING)), rng.randbytes(3), fin=rng.random() < 0.5)
        for _ in range(count)
    ]
    return Burst(b"".join(sent), count)


def _broken(rng: Random) -> Burst:
    data = rng.randbytes(rng.randrange(200))
    sound = rng.randint(0, 20)  # frames before the broken one: it ends the connection
    bad = frame(rng.randrange(16), data, rng.random() < 0.5, rng.randrange(8))
    return Burst(frame(PONG) * sound + bad, sound + 1)


def _lengths(rng: Random) -> Burst:
    size = rng.choice((0, 125, 126, 8192, 8193, 65535, 2**31, 2**63, 2**64 - 1))
    head = bytes([0x80 | rng.choice((TEXT, BINARY, PING, CLOSE))])
    data = head + b"\xff" + size.to_bytes(8, "big") + rng.randbytes(rng.randrange(300))
    return Burst(data, 1)


def _closes(rng: Random) -> Burst:
    code = rng.choice((0, 999, 1000, 1005, 1006, 1015, 3000, 4029, 65535)).to_bytes(2, "big")
    data = rng.choice((b"", code[:1], code, code + rng.randbytes(20), code + b"x" * 123))
    return Burst(frame(CLOSE, data) + frame(PING), 2)


def _texts(rng: Random) -> Burst:
    count = rng.randint(1, 25)
    deep = b"[" * NESTED_LISTS, b'{"type":"play","move":' + b'{"a":' * NESTED_LISTS, b'"' * 100
    sent = [
        frame(rng.choice((TEXT, BINARY)), rng.choice((*deep, rng.randbytes(rng.randrange(400)))))
        for _ in range(count)
    ]
    return Burst(b"".join(sent), count)


def _noise(rng: Random) -> Burst:
    return Burst(rng.randbytes(rng.randint(1, 2000)), 1)


FRAME_BURSTS = (
    _messages,
    _messages,
    _flood,
    _fragments,
    _mixed_fragments,
    _broken,
    _lengths,
    _closes,
    _texts,
    _noise,
)
