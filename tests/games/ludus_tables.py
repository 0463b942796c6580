"""Builds the tables of Ludus in the package: `python -m tests.games.ludus_tables`."""

from __future__ import annotations

import lzma

from rich.progress import track

from ludarium.games.ludus.ending_catalogue import SHIPPED_FILE, list_classes
from ludarium.games.ludus.ending_tables import LudusTables
from ludarium.games.ludus.endings import LudusEnding
from ludarium.search.table_building import fill_table


def main() -> None:
    """Build the tables from nothing and pack them."""
    tables, packed = LudusTables(), []
    classes = [armies for armies in list_classes() if sum(map(len, armies)) <= 1]
    for armies in track(classes, "building tables"):
        ending = LudusEnding(*armies)
        ending.use_tables(tables)
        packed.append(fill_table(ending))
        tables.add_table(LudusEnding(*armies), packed[-1])
    SHIPPED_FILE.write_bytes(lzma.compress(b"".join(packed), preset=9))


if __name__ == "__main__":
    main()
