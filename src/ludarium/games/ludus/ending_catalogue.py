"""Ludus: all classes of endings, and where their tables are."""

from __future__ import annotations

import functools
import lzma
import mmap
import os
from itertools import combinations_with_replacement
from pathlib import Path

from ludarium.core.endings import TABLES_VARIABLE, EndingCatalogue, EndingClass, table_file
from ludarium.core.errors import InvalidOption
from ludarium.games.ludus.board import LEGIONARE, VETERAN
from ludarium.games.ludus.ending_cells import KINDS, SINGLE_KINDS, name_ending
from ludarium.games.ludus.ending_tables import LudusTables
from ludarium.games.ludus.endings import LudusEnding

SHIPPED_FILE = Path(__file__).with_name("endings.xz")
Armies = tuple[tuple[int, ...], tuple[int, ...]]  # the kinds beside the First Lords


class LudusEndings(EndingCatalogue):
    """First Lord and up to two pieces against First Lord, or one piece each."""

    def __init__(self, rules_version: int) -> None:
        self.rules_version = rules_version
        self.classes = {name_ending(*armies): armies for armies in list_classes()}

    def names(self) -> list[str]:
        return list(self.classes)

    def needed_names(self, name: str) -> list[str]:
        found: list[str] = []
        for armies in _smaller_classes(self._armies(name)):
            smaller = name_ending(*armies)
            found += [*self.needed_names(smaller), smaller]
        return list(dict.fromkeys(found))

    def open_class(self, name: str, folder: Path | None = None) -> EndingClass:
        tables = LudusTables()
        shipped = dict(read_shipped())
        for needed in self.needed_names(name):
            values = shipped.get(needed) or self._read_table(needed, folder)
            if values is None:
                raise InvalidOption("no_table", f"The table of {needed} must be built before.")
            tables.add_table(LudusEnding(*self._armies(needed)), values)
        ending = LudusEnding(*self._armies(name))
        ending.use_tables(tables)
        return ending

    def count_numbers(self, name: str) -> int:
        return LudusEnding(*self._armies(name)).size

    def is_shipped(self, name: str) -> bool:
        return name in shipped_names()

    def add_tables(self, tables: LudusTables) -> None:
        """Add the tables of the package, and those of the folder that the environment names."""
        found: dict[str, memoryview | None] = dict(read_shipped())
        folder = os.environ.get(TABLES_VARIABLE)
        if folder:
            others = [name for name in self.classes if name not in found]
            found.update({name: self._read_table(name, Path(folder)) for name in others})
        for name, values in found.items():
            if values is not None:
                tables.add_table(LudusEnding(*self._armies(name)), values)

    def _armies(self, name: str) -> Armies:
        if name not in self.classes:
            raise InvalidOption("unknown_ending", f"Ludus has no class of endings {name!r}.")
        return self.classes[name]

    def _read_table(self, name: str, folder: Path | None) -> memoryview | None:
        """Map a table into memory; None if there is none of the right size."""
        path = None if folder is None else table_file(folder, "ludus", self.rules_version, name)
        if path is None or not path.is_file():
            return None
        if path.stat().st_size != LudusEnding(*self._armies(name)).size:
            return None
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def shipped_names() -> list[str]:
    """The classes whose tables the package contains: three pieces at most."""
    return [name_ending(*armies) for armies in list_classes() if sum(map(len, armies)) <= 1]


def read_shipped() -> list[tuple[str, memoryview]]:
    """Read the tables of the package."""
    data = memoryview(lzma.decompress(SHIPPED_FILE.read_bytes()))
    found, at = [], 0
    for armies in list_classes():
        if sum(map(len, armies)) <= 1:
            size = LudusEnding(*armies).size
            found.append((name_ending(*armies), data[at : at + size]))
            at += size
    return found


@functools.cache
def shared_tables(rules_version: int) -> LudusTables:
    """The tables that all searches of this process share."""
    return LudusTables(LudusEndings(rules_version).add_tables)


def list_classes() -> list[Armies]:
    """All classes, each after those into which its moves lead: Veterans before Legionares."""
    pairs = list(combinations_with_replacement(KINDS, 2))
    return [
        ((), ()),
        *(((kind,), ()) for kind in KINDS),
        *((pair, ()) for pair in pairs if pair[0] != pair[1] or pair[0] not in SINGLE_KINDS),
        *(((first,), (second,)) for first, second in pairs),
    ]


def _smaller_classes(armies: Armies) -> list[Armies]:
    """The classes after a capture or a promotion."""
    found: list[Armies] = []
    for side, army in enumerate(armies):
        for piece, kind in enumerate(army):
            rest = army[:piece] + army[piece + 1 :]
            found.append(_order_armies(armies[1 - side], rest))
            if kind == LEGIONARE:
                found.append(_order_armies(armies[1 - side], (*rest, VETERAN)))
    return list(dict.fromkeys(found))


def _order_armies(one: tuple[int, ...], other: tuple[int, ...]) -> Armies:
    """Two armies as a class has them: the larger one first, then the one of the first kind."""
    first, second = sorted(
        (tuple(sorted(army, key=KINDS.index)) for army in (one, other)),
        key=lambda army: (-len(army), [KINDS.index(kind) for kind in army]),
    )
    return first, second
