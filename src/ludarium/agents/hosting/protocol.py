"""The agent protocol: what an arena and a program say to each other, as lines of JSON."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

import msgspec

from ludarium.core.options import Value
from ludarium.core.strict_json import Json

VERSION = 1
LINE = 1 << 20  # bytes that a line of an agent may have
INFOS = 16  # info messages that are kept of a move, the last ones
INFO = 4096  # bytes that one of them may have
BOM = b"\xef\xbb\xbf"


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message: the agent may prepare itself, then answer `ready`."""

    protocol: int
    engine: str


class Start(msgspec.Struct, frozen=True, tag="start"):
    """A game begins; `player` is the agent's seat, and `seed` is for what it draws."""

    game: str
    ruleset: str
    options: dict[str, Value]
    player: int
    seats: int
    seed: int
    expose_legal_moves: bool


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """The agent is to move; `legal_moves` is None where the match withholds them."""

    game: str
    ruleset: str
    options: dict[str, Value]
    player: int
    state: dict[str, Any]
    legal_moves: list[dict[str, Any]] | None
    clock: dict[str, Any]
    ts_ms: int


class End(msgspec.Struct, frozen=True, tag="end"):
    """The game is over; nobody won if `winner` is None."""

    winner: int | None
    reason: str


Told = Hello | Start | Turn | End
_encoder = msgspec.json.Encoder()


def write(message: Told) -> bytes:
    """A message as a line."""
    return _encoder.encode(message) + b"\n"


class NotAMessage(ValueError):
    """A line that is no message; it is ignored, and this says why."""


def read(line: bytes) -> dict[str, Json]:
    """The message of a line: an object with a type, in strict JSON; NotAMessage if it is none."""
    try:
        line = line.removeprefix(BOM).strip()
        if not line.startswith(b"{"):
            raise NotAMessage("not an object")
        text = line.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float
        )
        # An escaped half of a surrogate pair is read as a string that nothing can store.
        "".join(_words(value)).encode("utf-8")
    except NotAMessage:
        raise
    except (ValueError, RecursionError):
        raise NotAMessage("not JSON") from None
    assert isinstance(value, dict)
    if not isinstance(value.get("type"), str):
        raise NotAMessage("no type")
    return value


def shown(line: bytes, most: int = 200) -> str:
    """A line as it can be printed and stored, cut to a length."""
    text = line[: 4 * most].decode("utf-8", "backslashreplace").rstrip("\r\n")
    text = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return text if len(text) <= most and len(line) <= 4 * most else text[: most - 1] + "…"


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotAMessage("a key stands there twice")
    return found


def _constant(word: str) -> NoReturn:
    raise NotAMessage(f"{word} is not JSON")


def _float(written: str) -> float:
    number = float(written)
    if math.isinf(number):
        raise NotAMessage("a number is too large")
    return number


def _words(value: Json) -> list[str]:
    """Every string of a value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for key, item in value.items() for word in (key, *_words(item))]
    if isinstance(value, list):
        return [word for item in value for word in _words(item)]
    return []
