"""Paint: every colour of a drawn board, the defaults overridden by the game's theme."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ludarium.core.drawing.colour import luminance, mix_colours
from ludarium.core.theme import Palette, Theme

NEUTRAL_COLOUR = "#9a9188"  # of a piece without a seat
BOARD_FIELDS = ("board", "cell_a", "cell_b", "line", "ink", "background")


class Tint(Struct, frozen=True):
    """The colour of a piece, with a pip of its own shape: colour is not the only sign."""

    colour: str
    shape: int  # the corners of the pip; 0: none


class DefaultColours(Struct, frozen=True, rename="camel"):
    """The colours of a board without a theme; the web client reads the same file.

    The colours of seats differ for every kind of colour blindness; seats also differ in shape.
    """

    light: Palette
    dark: Palette
    sky: dict[str, str]
    heights: tuple[str, ...]
    dark_height: str
    dark_height_shares: tuple[float, ...]
    tints: dict[str, Tint]


DEFAULTS = msgspec.json.decode(
    Path(__file__).with_name("colours.json").read_bytes(), type=DefaultColours
)


class Paint(NamedTuple):
    """The colours that the drawing functions need; `heights` are tops of terraces by level."""

    dark: bool
    seats: tuple[str, ...]
    board: str
    cell_a: str
    cell_b: str
    line: str
    ink: str
    background: str
    last: str
    outline: str
    heights: tuple[str, ...]
    sky: str
    token_radius: float

    def seat_colour(self, seat: int | None, missing: str = NEUTRAL_COLOUR) -> str:
        """The colour of a seat."""
        return missing if seat is None or not 0 <= seat < len(self.seats) else self.seats[seat]

    def height_colour(self, floor: int) -> str:
        """The top of a terrace."""
        return self.heights[min(floor, len(self.heights) - 1)]


def resolve_paint(theme: Theme | None, dark: bool) -> Paint:
    """The colours of a theme in the light or the dark mode."""
    defaults = DEFAULTS.dark if dark else DEFAULTS.light
    colours = {**_set_fields(defaults), **_theme_fields(theme, dark)}
    own_seats: tuple[str, ...] = colours["seats"]
    cell = mix_colours(colours["cell_a"], colours["cell_b"], 0.5)
    return Paint(
        dark,
        own_seats + DEFAULTS.light.seats[len(own_seats) :],
        colours["board"],
        colours["cell_a"],
        colours["cell_b"],
        colours["line"],
        _legible_ink(colours["ink"], colours["board"]),
        colours["background"],
        colours["last"],
        colours.get("outline", ""),
        _height_colours(cell, dark),
        DEFAULTS.sky["dark" if dark else "light"],
        (theme.token_radius if theme else 0.0) or 0.4,
    )


def _theme_fields(theme: Theme | None, dark: bool) -> dict[str, Any]:
    """The colours that a theme sets; in the dark mode without the light board's."""
    if theme is None:
        return {}
    given = _set_fields(theme)
    if not dark:
        return given
    kept = {name: value for name, value in given.items() if name not in BOARD_FIELDS}
    return {**kept, **(_set_fields(theme.dark) if theme.dark else {})}


def _set_fields(palette: Palette) -> dict[str, Any]:
    names = (field.name for field in msgspec.structs.fields(Palette))
    return {name: value for name in names if (value := getattr(palette, name))}


def _height_colours(cell: str, dark: bool) -> tuple[str, ...]:
    """Higher levels are warmer in the light mode and paler in the dark mode."""
    if dark:
        shares = DEFAULTS.dark_height_shares
        return tuple(mix_colours(cell, DEFAULTS.dark_height, share) for share in shares)
    return (cell, *(mix_colours(colour, cell, 0.25) for colour in DEFAULTS.heights))


def _legible_ink(ink: str, ground: str) -> str:
    if abs(luminance(ink) - luminance(ground)) > 0.25:
        return ink
    return "#2a211b" if luminance(ground) > 0.35 else "#f4ecdd"
