"""Colours: parse, mix, shade, make transparent; the same arithmetic as in the web client."""

from __future__ import annotations

import re
from functools import lru_cache

Rgb = tuple[int, int, int]

UNKNOWN_COLOUR: Rgb = (128, 128, 128)
SHADOW_COLOUR, LIGHT_COLOUR = "#0b0710", "#fffdf6"
LONG_HEX = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?", re.IGNORECASE)
SHORT_HEX = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?", re.IGNORECASE)
RGB_FUNCTION = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b[^)]*\)")


@lru_cache(512)
def parse_colour(css: str) -> Rgb:
    """A colour in hexadecimal or as `rgb(…)`; any other text is grey."""
    if found := LONG_HEX.fullmatch(css):
        red, green, blue = (int(part, 16) for part in found.groups())
    elif found := SHORT_HEX.fullmatch(css):
        red, green, blue = (int(part, 16) * 17 for part in found.groups())
    elif found := RGB_FUNCTION.fullmatch(css):
        red, green, blue = (min(int(part), 255) for part in found.groups())
    else:
        return UNKNOWN_COLOUR
    return red, green, blue


@lru_cache(2048)
def mix_colours(first: str, second: str, share: float) -> str:
    """The colour at this share of the way from the first to the second."""
    pairs = zip(parse_colour(first), parse_colour(second), strict=True)
    red, green, blue = (round(a + (b - a) * share) for a, b in pairs)
    return f"#{red:02x}{green:02x}{blue:02x}"


def shade_colour(css: str, amount: float) -> str:
    """Lighter for positive amounts, darker for negative ones."""
    if amount < 0:
        return mix_colours(css, SHADOW_COLOUR, -amount)
    return mix_colours(css, LIGHT_COLOUR, amount)


@lru_cache(512)
def luminance(css: str) -> float:
    """Relative luminance, 0 to 1."""
    red, green, blue = (_linear_share(value) for value in parse_colour(css))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear_share(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4
