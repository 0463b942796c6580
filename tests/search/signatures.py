"""The search signature of each game with its hand-written score, as in signature.txt."""

from __future__ import annotations

from pathlib import Path

from ludarium import games, load
from ludarium.search.signature import measure_signature

FILE = Path(__file__).with_name("signature.txt")
WORK = 300  # nodes a position: little enough for the interpreted engine


def signature(name: str) -> int:
    """The nodes of a game's positions, evaluated without its network."""
    return measure_signature(load(name), WORK, trained=False).nodes


def written() -> dict[str, int]:
    """The signatures in the file."""
    lines = (line.split() for line in FILE.read_text("utf-8").splitlines())
    return {name: int(nodes) for name, nodes in lines}


def text() -> str:
    """The signatures of the present search."""
    return "".join(f"{name} {signature(name)}\n" for name in games())
