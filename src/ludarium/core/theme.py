"""A game's own colours and sizes; what is left out is the client's choice."""

from __future__ import annotations

from msgspec import Struct


class Palette(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Colours as CSS writes them; `seats` has one for each seat."""

    seats: tuple[str, ...] = ()
    board: str = ""
    cell_a: str = ""
    cell_b: str = ""
    line: str = ""
    ink: str = ""
    accent: str = ""
    background: str = ""
    outline: str = ""
    target: str = ""  # where a move may go
    last: str = ""  # where the last one went


class Theme(Palette, frozen=True, omit_defaults=True, rename="camel"):
    """The colours by day; `dark` has those of the night, where they differ."""

    token_radius: float = 0.0  # as a share of a cell
    cell: int = 0  # pixels of a cell at which the game is meant to be drawn
    dark: Palette | None = None
