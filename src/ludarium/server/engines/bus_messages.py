"""Messages between servers and engine workers over the bus, and their subjects."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from ludarium.core.errors import LudariumError
from ludarium.core.registry import registered_game

ENGINE_BUS_VERSION = 1  # rises when messages change: then old and new ones never meet
DEFAULT_SITE = "main"
SITE_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,40}")  # a part of a subject
ENGINE_GROUP = "engines"  # one of its members takes each order
ENGINE_TICK_S = 0.5  # between two signs of life

OrderKind = Literal["player", "site"]


class EngineOrder(msgspec.Struct, tag="order", array_like=True):
    """A job of a server: a request as JSON, and the rules that it needs."""

    token: str
    node: str
    kind: OrderKind
    game: str
    rules_version: int
    request: bytes


class StopOrder(msgspec.Struct, tag="stop", array_like=True):
    """The answer to an order is wanted at once, or not at all."""

    token: str


class OrderAnswer(msgspec.Struct, array_like=True):
    """A worker takes an order, or says by a code why not."""

    worker: str
    code: Literal["", "busy", "unknown_game", "other_rules"] = ""


class EngineOutput(msgspec.Struct, array_like=True):
    """A reply of an engine to an order, as JSON."""

    token: str
    reply: bytes


class WorkerAlive(msgspec.Struct, array_like=True):
    """The sign of life of a worker, which also comes whenever it has room again."""

    worker: str
    engines: int
    free: dict[str, int]  # orders of each kind that it takes now
    games: dict[str, int]  # with the versions of their rules
    tokens: list[str]  # of the orders that it has
    left: bool = False  # it stops


class NodeAlive(msgspec.Struct, array_like=True):
    """The sign of life of a server: without it workers drop its orders."""

    node: str


class WorkerHello(msgspec.Struct):
    """Says which version a worker speaks; as JSON, which all versions can read."""

    version: int
    program: str  # the version of the package
    worker: str


WorkerMessage = EngineOrder | StopOrder

encoder = msgspec.msgpack.Encoder()
worker_decoder: msgspec.msgpack.Decoder[WorkerMessage] = msgspec.msgpack.Decoder(WorkerMessage)
answer_decoder = msgspec.msgpack.Decoder(OrderAnswer)
output_decoder = msgspec.msgpack.Decoder(EngineOutput)
alive_decoder = msgspec.msgpack.Decoder(WorkerAlive)
node_decoder = msgspec.msgpack.Decoder(NodeAlive)
hello_decoder = msgspec.json.Decoder(WorkerHello)


class EngineSubjects:
    """The subjects of one site: servers and workers of other sites on the bus are never met."""

    def __init__(self, site: str = DEFAULT_SITE) -> None:
        self._prefix = f"ludarium.engines.{site}.v{ENGINE_BUS_VERSION}"
        self.hello = f"ludarium.engines.{site}.hello"  # the same for all versions
        self.workers = f"{self._prefix}.workers"
        self.nodes = f"{self._prefix}.nodes"

    def group(self, kind: OrderKind) -> str:
        """Where workers with room for this kind take orders."""
        return f"{self._prefix}.{kind}"

    def worker(self, worker: str) -> str:
        """The subject of one worker."""
        return f"{self._prefix}.worker.{worker}"

    def node(self, node: str) -> str:
        """The subject of one server."""
        return f"{self._prefix}.node.{node}"


def rules_version_of(game: str) -> int | None:
    """The version of the rules of a game here, None without such a game."""
    try:
        return registered_game(game).rules_version
    except LudariumError:
        return None
