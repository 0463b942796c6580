"""Paint: every colour of a drawn board, the defaults overridden by the game's theme."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ludarium.core.drawing.colour import luminance, mix_colours
from ludarium.core.theme import Palette, Theme

# These colours differ for every kind of colour blindness; seats also differ in shape.
DAY_SEAT_COLOURS = ("#2f74d6", "#ef8a2b", "#14a085", "#b65fc4")
NIGHT_SEAT_COLOURS = ("#5b9bf5", "#f5a04c", "#2dbd9e", "#cf86da")
NEUTRAL_COLOUR = "#9a9188"  # of a piece without a seat
LIGHT_PALETTE = Palette(
    seats=DAY_SEAT_COLOURS,
    board="#7d5c43",
    cell_a="#f4ead8",
    cell_b="#e7d8be",
    line="#cdb999",
    ink="#f6e9d2",
    background="#fbf6ec",
    last="#a8cf2a",
)
DARK_PALETTE = Palette(
    seats=NIGHT_SEAT_COLOURS,
    board="#232938",
    cell_a="#3c4457",
    cell_b="#343b4d",
    line="#272d3c",
    ink="#aab4c8",
    background="#14171f",
    last="#ffab1f",
)
BOARD_FIELDS = ("board", "cell_a", "cell_b", "line", "ink", "background")
DAY_HEIGHTS = ("#f0d09a", "#f2ad6b", "#e5793f", "#d1582c")
NIGHT_HEIGHT_SHARES = (0.0, 0.2, 0.42, 0.66, 0.9)
# Tints of pieces. Each has a pip of its own shape, so that colour is not the only sign.
TINTS = {
    "red": ("#d8402f", 3),
    "yellow": ("#f2c230", 0),
    "green": ("#2f9e58", 4),
    "blue": ("#2f6fd8", 5),
    "black": ("#26242b", 0),
    "white": ("#f3efe6", 0),
}


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
    colours = {**_set_fields(DARK_PALETTE if dark else LIGHT_PALETTE), **_theme_fields(theme, dark)}
    own_seats: tuple[str, ...] = colours["seats"]
    cell = mix_colours(colours["cell_a"], colours["cell_b"], 0.5)
    return Paint(
        dark,
        own_seats + DAY_SEAT_COLOURS[len(own_seats) :],
        colours["board"],
        colours["cell_a"],
        colours["cell_b"],
        colours["line"],
        _legible_ink(colours["ink"], colours["board"]),
        colours["background"],
        colours["last"],
        colours.get("outline", ""),
        _height_colours(cell, dark),
        "#6f8fc9" if dark else "#bcd7f2",
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
        return tuple(mix_colours(cell, "#d3dbee", share) for share in NIGHT_HEIGHT_SHARES)
    return (cell, *(mix_colours(colour, cell, 0.25) for colour in DAY_HEIGHTS))


def _legible_ink(ink: str, ground: str) -> str:
    if abs(luminance(ink) - luminance(ground)) > 0.25:
        return ink
    return "#2a211b" if luminance(ground) > 0.35 else "#f4ecdd"
