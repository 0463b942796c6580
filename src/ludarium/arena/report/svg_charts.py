"""Charts for a page as SVG: ratings with their intervals, and move times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ludarium.arena.report.move_times import HISTOGRAM_BORDERS_S, MoveTimes
from ludarium.arena.report.standings import StandingsRow

CHART_WIDTH = 720
NAMES_WIDTH = 180
ROW_HEIGHT = 26
AXIS_HEIGHT = 24
BARS_HEIGHT = 120
LABEL_WIDTH = 56  # a label below a column needs as much
# The colours of page.css, in the middle between its light and its dark ground.
CHART_STYLE = (
    "<style>text{font:12px system-ui,sans-serif;fill:#7a8594}.rule{stroke:#c3c9d2}"
    ".reach{stroke:#2f7fd0;stroke-width:2}.dot,.bar{fill:#2f7fd0}"
    ".band{fill:#2f7fd0;opacity:.13}.faint{opacity:.4}</style>"
)


class IntervalRow(NamedTuple):
    """A figure with its interval, in a row of its own; a faint one is there to compare."""

    name: str
    value: float
    low: float
    high: float
    faint: bool = False


def rating_chart(table: Sequence[StandingsRow], names: Sequence[str]) -> str:
    """The Elo of each entrant as a dot on its interval, on one axis."""
    rows = [
        IntervalRow(names[one.entrant], one.rating.elo, one.rating.low, one.rating.high)
        for one in table
        if not math.isinf(one.rating.reach)
    ]
    return interval_chart(rows, "Elo with 95 % intervals")


def interval_chart(
    rows: Sequence[IntervalRow],
    title: str,
    band: tuple[float | None, float | None] | None = None,
    share: bool = False,
) -> str:
    """Figures as dots on their intervals, on one axis; shares are percents.

    `band` is shaded, to the end of the axis where it has no bound.
    """
    if not rows:
        return ""
    shown = [end for row in rows for end in row[1:4] if math.isfinite(end)]
    shown += [bound for bound in band or () if bound is not None]
    low, high = min(shown), max(shown)
    step = 0.1 if share else _step(high - low)
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    high = max(high, low + step)

    def x(value: float) -> float:
        inside = min(max(value, low), high)
        return NAMES_WIDTH + (inside - low) / (high - low) * (CHART_WIDTH - NAMES_WIDTH - 20)

    bottom = ROW_HEIGHT * len(rows)
    parts = []
    if band is not None:
        left = x(low if band[0] is None else band[0])
        wide = x(high if band[1] is None else band[1]) - left
        parts.append(
            f'<rect class="band" x="{left:.1f}" y="0" width="{wide:.1f}" height="{bottom}"/>'
        )
    for tick in range(round((high - low) / step) + 1):
        value = low + tick * step
        parts.append(f'<path class="rule" d="M{x(value):.1f} 0V{bottom}"/>')
        label = f"{value:.0%}" if share else f"{value:g}"
        parts.append(_text(x(value), bottom + 16, label, "middle"))
    for number, row in enumerate(rows):
        y = ROW_HEIGHT * number + ROW_HEIGHT / 2
        faint = " faint" if row.faint else ""
        parts.append(_text(NAMES_WIDTH - 10, y + 4, row.name, "end"))
        parts.append(f'<path class="reach{faint}" d="M{x(row.low):.1f} {y}H{x(row.high):.1f}"/>')
        parts.append(f'<circle class="dot{faint}" cx="{x(row.value):.1f}" cy="{y}" r="5"/>')
    return _svg(bottom + AXIS_HEIGHT, title, parts)


def bar_chart(bars: Sequence[tuple[str, float]], title: str) -> str:
    """Columns side by side, each over its label; labels that would not fit are left out."""
    most = max((tall for _, tall in bars), default=0.0)
    if not most:
        return ""
    wide = CHART_WIDTH / len(bars)
    every = math.ceil(LABEL_WIDTH / wide)
    parts = []
    for number, (label, size) in enumerate(bars):
        tall = BARS_HEIGHT * size / most
        left = number * wide
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{BARS_HEIGHT - tall:.1f}"'
            f' width="{max(wide - 2, 1):.1f}" height="{tall:.1f}"/>'
        )
        if number % every == 0:
            parts.append(_text(left + wide / 2, BARS_HEIGHT + 16, label, "middle"))
    return _svg(BARS_HEIGHT + AXIS_HEIGHT, title, parts)


def standalone_chart(chart: str) -> str:
    """A chart as a file of its own: a page's style sheet does not reach it."""
    opened = '<svg xmlns="http://www.w3.org/2000/svg" '
    return chart.replace("<svg ", opened, 1).replace("</title>", f"</title>{CHART_STYLE}", 1) + "\n"


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
    """A round distance between ticks that gives about six of them."""
    power: float = 10 ** math.floor(math.log10(max(span, 1) / 6))
    return next(power * size for size in (1, 2, 5, 10) if span / (power * size) <= 8)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {CHART_WIDTH} {height:.0f}" role="img"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )
