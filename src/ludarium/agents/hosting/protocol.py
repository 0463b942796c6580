"""The agent protocol: messages between the arena and a program, as lines of JSON."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

import msgspec

from ludarium.core.options import Value
from ludarium.core.strict_json import Json

AGENT_PROTOCOL_VERSION = 1
MAX_LINE_BYTES = 1 << 20  # of an agent's output
MAX_MOVE_INFOS = 16  # the last info messages of a move are kept
MAX_INFO_BYTES = 4096
UTF8_BOM = b"\xef\xbb\xbf"


class HelloMessage(msgspec.Struct, frozen=True, tag="hello"):
    """The first message. The agent may prepare, then answer `ready`."""

    protocol: int
    engine: str


class StartMessage(msgspec.Struct, frozen=True, tag="start", omit_defaults=True):
    """A game begins. `player` is the agent's seat, `seed` the seed of its random numbers."""

    game: str
    ruleset: str
    options: dict[str, Value]
    player: int
    seats: int
    seed: int
    expose_legal_moves: bool
    ponder: bool = False  # the agent runs on between its turns; left out if not


class TurnMessage(msgspec.Struct, frozen=True, tag="turn"):
    """The agent is to move. `legal_moves` is None if the match withholds them."""

    game: str
    ruleset: str
    options: dict[str, Value]
    player: int
    state: dict[str, Any]
    legal_moves: list[dict[str, Any]] | None
    clock: dict[str, Any]
    ts_ms: int


class EndMessage(msgspec.Struct, frozen=True, tag="end"):
    """The game is over. `winner` is None if no seat won."""

    winner: int | None
    reason: str


ArenaMessage = HelloMessage | StartMessage | TurnMessage | EndMessage
_encoder = msgspec.json.Encoder()


def encode_message(message: ArenaMessage) -> bytes:
    """Encode a message as a line of JSON."""
    return _encoder.encode(message) + b"\n"


class NotAMessage(ValueError):
    """A line that is not a message. The text of the error says why it is ignored."""


def decode_message(line: bytes) -> dict[str, Json]:
    """Decode a line: strict JSON, an object with a type. Raises NotAMessage otherwise."""
    try:
        line = line.removeprefix(UTF8_BOM).strip()
        if not line.startswith(b"{"):
            raise NotAMessage("not an object")
        text = line.decode("utf-8")
        value = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_finite_float,
        )
        # An escaped half of a surrogate pair gives a string that cannot be encoded or stored.
        if "\\u" in text:
            "".join(_all_strings(value)).encode("utf-8")
    except NotAMessage:
        raise
    except (ValueError, RecursionError):
        raise NotAMessage("not JSON") from None
    assert isinstance(value, dict)
    if not isinstance(value.get("type"), str):
        raise NotAMessage("no type")
    return value


def printable_line(line: bytes, max_characters: int = 200) -> str:
    """A line in printable characters, cut to a length."""
    text = line[: 4 * max_characters].decode("utf-8", "backslashreplace").rstrip("\r\n")
    if not text.isprintable():
        text = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return (
        text
        if len(text) <= max_characters and len(line) <= 4 * max_characters
        else text[: max_characters - 1] + "…"
    )


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotAMessage("a key stands there twice")
    return found


def _refuse_constant(word: str) -> NoReturn:
    raise NotAMessage(f"{word} is not JSON")


def _finite_float(written: str) -> float:
    number = float(written)
    if math.isinf(number):
        raise NotAMessage("a number is too large")
    return number


def _all_strings(value: Json) -> list[str]:
    """All strings inside a value, keys included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for key, item in value.items() for word in (key, *_all_strings(item))]
    if isinstance(value, list):
        return [word for item in value for word in _all_strings(item)]
    return []
