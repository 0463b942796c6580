"""Hostile HTTP requests, drawn by a seed: sound ones, broken heads, wrong lengths, floods."""

from __future__ import annotations

import json
from random import Random

from ludarium.loadtest.fuzz_frames import NESTED_LISTS, Burst, value

REQUEST_PATHS = (
    *("/", "/no/such/page", "/api/games", "/api/health", "/api/me", "/api/tokens", "/api/results"),
    *("/api/games/forge/rules", "/api/games/forge/leaderboard", "/api/games/x%0Ay/rules"),
    *("/api/rooms/H64MT%0A/record", "/api/rooms/%00/replay", "/api/records/1-1%0d%0ax"),
    *("/api/records/1-1", "/api/records/%F0%9F%92%A9", "/api/records/\u00b2-1", "/ws", "/agent"),
    *("/api/results?limit=-1", "/api/results?before=nan&game=%00", "/api/results?before=1e400"),
    *("/api/results?player=%ff&bots=maybe", "/..%2f..%2fetc/passwd", "//", "/%", "/?%", "*"),
    *("/.well-known/security.txt", "/api/tokens/%0A", "/schema", "/schema/openapi.json", "/api"),
)
POST_PATHS = ("/api/positions", "/api/replays", "/api/records/check", "/api/tokens", "/", "/ws")
BAD_METHODS = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE", "get", "\u00ff", "")
HOSTILE_HEADERS = (
    "Origin: http://[",
    "Origin: null",
    "Origin: https://evil.example",
    "Cookie: ludarium=\u00ff.\u00fe",
    "Cookie: ludarium=a.b; ludarium=c; =; ;",
    "Accept-Encoding: gzip, br;q=2, \u00ff",
    "If-None-Match: W/*, \u00ff",
    "Range: bytes=-1",
    "Expect: 100-continue",
    "Connection: close",
    "Connection: upgrade",
    "Upgrade: h2c",
    "Content-Type: application/json; charset=\u00ff",
    "Content-Type: multipart/form-data; boundary=",
    "Authorization: Bearer \u00ff",
    "X-Forwarded-For: 1.2.3.4, , [::",
    "Host: other",
    "Bad Header: 1",
    " folded",
    "X: " + "y" * 5000,
)
BAD_LENGTHS = (
    "Content-Length: 5\r\nTransfer-Encoding: chunked",
    "Content-Length: 5\r\nContent-Length: 6",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999",
    "Content-Length: 600000",
    "Transfer-Encoding: gzip",
    "Transfer-Encoding: chunked, chunked",
)
NOT_HTTP = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01",
    b"\r\n" * 50,
    b"\0" * 99,
)


def requests(rng: Random) -> Burst:
    """Requests of one kind, sent without waiting for answers."""
    return rng.choice(REQUEST_BURSTS)(rng)


def _request(method: str, path: str, headers: list[str], body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: here", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace") + body


def _sound(rng: Random) -> Burst:
    count = rng.randint(1, 8)
    sent = [_request("GET", rng.choice(REQUEST_PATHS), _headers(rng, 0.2)) for _ in range(count)]
    return Burst(b"".join(sent), count)


def _headers(rng: Random, often: float) -> list[str]:
    return rng.sample(HOSTILE_HEADERS, rng.randint(1, 3)) if rng.random() < often else []


def _posts(rng: Random) -> Burst:
    count = rng.randint(1, 4)
    kind = ["Content-Type: application/json"]
    sent = [
        _request("POST", rng.choice(POST_PATHS), [*kind, *_headers(rng, 0.2)], _document(rng))
        for _ in range(count)
    ]
    return Burst(b"".join(sent), count)


def _document(rng: Random) -> bytes:
    kind = rng.randrange(5)
    if kind == 0:
        return rng.randbytes(rng.randint(1, 300))
    if kind == 1:
        return rng.choice((b"[", b'{"a":', b'{"state":[')) * rng.choice((5, NESTED_LISTS, 20_000))
    if kind == 2:
        return json.dumps(value(rng)).encode()
    names = ("game", "ruleset", "state", "move", "moves", "format", "seed", "name", "options")
    game = {"game": rng.choice(("forge", "pyramids", "skysummit", "chess"))}
    return json.dumps(game | {name: value(rng) for name in rng.sample(names, 3)}).encode()


def _methods(rng: Random) -> Burst:
    count = rng.randint(1, 3)
    sent = [
        _request(rng.choice(BAD_METHODS), rng.choice(REQUEST_PATHS), _headers(rng, 0.5))
        for _ in range(count)
    ]
    return Burst(b"".join(sent), count)


def _lengths(rng: Random) -> Burst:
    head = _request("POST", rng.choice(POST_PATHS), [rng.choice(BAD_LENGTHS)])
    return Burst(head + rng.randbytes(rng.randrange(100)), 1)


def _chunks(rng: Random) -> Burst:
    head = _request("POST", rng.choice(POST_PATHS), ["Transfer-Encoding: chunked"])
    chunk = rng.choice((b"1\r\nx\r\n", b"0x1\r\nx\r\n", b"1;" + b"y" * 99 + b"\r\nx\r\n"))
    return Burst(head + chunk * rng.randint(1, 3000), 1)


def _partial(rng: Random) -> Burst:
    whole = _request("POST", rng.choice(POST_PATHS), _headers(rng, 0.5), _document(rng))
    return Burst(whole[: rng.randint(1, len(whole))], 1)


def _pipelined(rng: Random) -> Burst:
    count = rng.randint(10, 60)
    path = rng.choice(("/api/me", "/no/such/page", "/api/records/1-1", "/schema/openapi.json"))
    return Burst(_request("GET", path, []) * count, count)


def _heads(rng: Random) -> Burst:
    many = ["A:" for _ in range(rng.randint(1, 6000))]
    return Burst(_request("GET", rng.choice((*REQUEST_PATHS, "/" + "x" * 20_000)), many), 1)


def _noise(rng: Random) -> Burst:
    return Burst(rng.choice((*NOT_HTTP, rng.randbytes(rng.randint(1, 2000)))), 1)


REQUEST_BURSTS = (
    _sound,
    _sound,
    _posts,
    _posts,
    _methods,
    _lengths,
    _chunks,
    _partial,
    _pipelined,
    _heads,
    _noise,
)
