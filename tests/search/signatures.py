"""The signatures of the search by hand, game by game, as signature.txt holds them."""

from __future__ import annotations

from pathlib import Path

from ludarium import games, load
from ludarium.search.signature import measure_signature

FILE = Path(__file__).with_name("signature.txt")
WORK = 300  # nodes a position: little enough for the interpreted engine


def signature(name: str) -> int:
    """The nodes that a game's positions take, judged without its network."""
    return measure_signature(load(name), WORK, trained=False).nodes


def written() -> dict[str, int]:
    """What the file says."""
    lines = (line.split() for line in FILE.read_text("utf-8").splitlines())
    return {name: int(nodes) for name, nodes in lines}


def text() -> str:
    """What the file should say."""
    return "".join(f"{name} {signature(name)}\n" for name in games())
