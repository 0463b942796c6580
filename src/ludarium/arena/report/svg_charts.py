"""Drawings for a page, as SVG: ratings with their intervals, and how long moves took."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from ludarium.arena.report.move_times import HISTOGRAM_BORDERS_S, MoveTimes
from ludarium.arena.report.standings import StandingsRow

CHART_WIDTH = 720
NAMES_WIDTH = 180
ROW_HEIGHT = 26
AXIS_HEIGHT = 24


def rating_chart(table: Sequence[StandingsRow], names: Sequence[str]) -> str:
    """Every entrant's Elo as a dot on its interval, on one axis."""
    shown = [one for one in table if not math.isinf(one.rating.reach)]
    if not shown:
        return ""
    low = min(one.rating.low for one in shown)
    high = max(one.rating.high for one in shown)
    step = _step(high - low)
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    high = max(high, low + step)

    def x(elo: float) -> float:
        return NAMES_WIDTH + (elo - low) / (high - low) * (CHART_WIDTH - NAMES_WIDTH - 20)

    bottom = ROW_HEIGHT * len(shown)
    parts = []
    for tick in range(round((high - low) / step) + 1):
        elo = low + tick * step
        parts.append(f'<path class="rule" d="M{x(elo):.1f} 0V{bottom}"/>')
        parts.append(_text(x(elo), bottom + 16, f"{elo:g}", "middle"))
    for number, one in enumerate(shown):
        y = ROW_HEIGHT * number + ROW_HEIGHT / 2
        rating = one.rating
        parts.append(_text(NAMES_WIDTH - 10, y + 4, names[one.entrant], "end"))
        parts.append(f'<path class="reach" d="M{x(rating.low):.1f} {y}H{x(rating.high):.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x(rating.elo):.1f}" cy="{y}" r="5"/>')
    return _svg(bottom + AXIS_HEIGHT, "Elo with 95 % intervals", parts)


def move_time_chart(found: Sequence[MoveTimes], names: Sequence[str]) -> str:
    """A histogram of move times for every entrant, four bars to a power of ten."""
    filled = [at for one in found for at, count in enumerate(one.histogram) if count]
    if not filled:
        return ""
    first, last = min(filled), max(filled) + 1
    wide = (CHART_WIDTH - NAMES_WIDTH - 20) / (last - first)
    parts = []
    for number, one in enumerate(found):
        bottom = ROW_HEIGHT * (number + 1)
        parts.append(_text(NAMES_WIDTH - 10, bottom - 8, names[number], "end"))
        most = max(one.histogram)
        for at in range(first, last):
            if one.histogram[at]:
                tall = (ROW_HEIGHT - 4) * one.histogram[at] / most
                left = NAMES_WIDTH + (at - first) * wide
                parts.append(
                    f'<rect class="bar" x="{left:.1f}" y="{bottom - tall:.1f}"'
                    f' width="{max(wide - 1, 1):.1f}" height="{tall:.1f}"/>'
                )
    base = ROW_HEIGHT * len(found)
    for at in range(first, last):
        # The border below a bin; every fourth one is a power of ten.
        if at and (at - 1) % 4 == 0:
            left = NAMES_WIDTH + (at - first) * wide
            parts.append(f'<path class="rule" d="M{left:.1f} 0V{base}"/>')
            parts.append(_text(left, base + 16, _seconds(HISTOGRAM_BORDERS_S[at - 1]), "middle"))
    return _svg(base + AXIS_HEIGHT, "Time for a move", parts)


def _seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size * 0.999:
            return f"{value / size:.0f} {unit}"
    return "0"


def _step(span: float) -> float:
    """A round distance between ticks, for about six of them."""
    power: float = 10 ** math.floor(math.log10(max(span, 1) / 6))
    return next(power * size for size in (1, 2, 5, 10) if span / (power * size) <= 8)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {CHART_WIDTH} {height:.0f}" role="img"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )
