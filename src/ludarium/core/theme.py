"""Colours and sizes of a game; the client chooses the ones left out."""

from __future__ import annotations

from msgspec import Struct


class Palette(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """CSS colours; `seats` has one for each seat."""

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
    last: str = ""  # where the last move went


class Theme(Palette, frozen=True, omit_defaults=True, rename="camel"):
    """The colours of the light mode; `dark` holds those of the dark mode that differ."""

    token_radius: float = 0.0  # as a share of a cell
    cell: int = 0  # the preferred size of a cell in pixels
    dark: Palette | None = None
