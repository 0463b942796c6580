"""Observations of trays: how many pieces of every kind lie in the trays of every seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.scene import Scene, Token, Tray

ANYTHING_ELSE = "?"  # pieces in a tray that no surveyed game has shown


class Held(NamedTuple):
    """Pieces of one kind in a tray; seats are relative to the seat that looks."""

    tray: int  # among the trays of the same seat
    tray_seat: int | None
    kind: str
    seat: int | None


class TrayCounts:
    """An entry for at least one piece, for at least two and so on, up to `most`.

    Every seat sees its own trays alike.
    """

    def __init__(self, most: Counter[Held], seats: int) -> None:
        self.seats = seats
        self._offsets: dict[Held, int] = {}
        self._most = dict(sorted(most.items(), key=_sort_key))
        self.size = 0
        for held, count in self._most.items():
            self._offsets[held] = self.size
            self.size += count

    def entry_names(self) -> list[str]:
        """The name of every entry: the tray, the number of pieces, and whose they are."""
        return [
            f"tray {held.tray}{_owner(held.tray_seat)}: {number} or more of"
            f" {held.kind}{_owner(held.seat)}"
            for held, count in self._most.items()
            for number in range(1, count + 1)
        ]

    def fill(self, scene: Scene, row: NDArray[np.uint8], offset: int, viewer: int) -> None:
        """Fill the entries of a scene, which begin at the offset."""
        for held, count in _count_pieces(scene, viewer, self.seats).items():
            known = held if held in self._most else held._replace(kind=ANYTHING_ELSE, seat=None)
            if known in self._most:
                start = offset + self._offsets[known]
                row[start : start + min(count, self._most[known])] = 1


def count_most(scene: Scene, seats: int) -> Counter[Held]:
    """What the trays of a scene hold, each with the number of such pieces in the whole scene."""
    everywhere = Counter(_kind(token) for token in scene.tokens)
    most: Counter[Held] = Counter()
    for viewer in range(seats):
        for held in _count_pieces(scene, viewer, seats):
            most[held] = everywhere[held.kind]
        for number, seat in _number_trays(scene.trays).values():
            most[Held(number, _relative(seat, viewer, seats), ANYTHING_ELSE, None)] = 1
    return most


def _count_pieces(scene: Scene, viewer: int, seats: int) -> Counter[Held]:
    trays = _number_trays(scene.trays)
    found: Counter[Held] = Counter()
    for token in scene.tokens:
        tray = trays.get(token.at.partition(":")[0])
        if tray is not None:
            number, tray_seat = tray
            relative = _relative(tray_seat, viewer, seats)
            found[Held(number, relative, _kind(token), _relative(token.seat, viewer, seats))] += 1
    return found


def _number_trays(trays: Iterable[Tray]) -> dict[str, tuple[int, int | None]]:
    """The number of each tray among those of its seat, and the seat."""
    before: Counter[int | None] = Counter()
    numbered = {}
    for tray in trays:
        numbered[tray.id] = before[tray.seat], tray.seat
        before[tray.seat] += 1
    return numbered


def _relative(seat: int | None, viewer: int, seats: int) -> int | None:
    return None if seat is None else (seat - viewer) % seats


def _kind(token: Token) -> str:
    return f"token {token.glyph} {token.text}"


def _owner(seat: int | None) -> str:
    return "" if seat is None else f", seat +{seat}" if seat else ", own"


def _sort_key(entry: tuple[Held, int]) -> tuple[int, int, str, int]:
    held, _ = entry
    return (
        held.tray,
        -1 if held.tray_seat is None else held.tray_seat,
        held.kind,
        -1 if held.seat is None else held.seat,
    )
