"""SVG canvas: elements, gradients and reusable drawings, with ids made from their content."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from hashlib import blake2s
from xml.etree import ElementTree as ET

Element = ET.Element
Point = tuple[float, float]
Stop = tuple[float, str, float]  # offset, colour, opacity

FONT_FAMILY = "Figtree, Figtree SemiBold, system-ui, sans-serif"


class Canvas:
    """An SVG document; drawing functions add elements to `root` or to a group of it.

    Equal definitions share an id, and different ones never do, so that several pictures can stand
    in one page.
    """

    def __init__(self, width: float, height: float) -> None:
        box = f"0 0 {number(width)} {number(height)}"
        self.root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=box)
        self.defs = ET.SubElement(self.root, "defs")
        self._known: set[str] = set()

    def linear_gradient(self, start: Point, end: Point, stops: Iterable[Stop]) -> str:
        """A paint from one point to another, in the units of the drawing."""
        where = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        return self._gradient("linearGradient", where, stops)

    def radial_gradient(self, centre: Point, radius: float, stops: Iterable[Stop]) -> str:
        """A paint from a centre outwards."""
        where = {"cx": centre[0], "cy": centre[1], "r": radius}
        return self._gradient("radialGradient", where, stops)

    def define(self, element: Element) -> str:
        """The id of a definition, added once."""
        digest = blake2s(ET.tostring(element), digest_size=6).hexdigest()
        element.set("id", f"l{digest}")
        if digest not in self._known:
            self._known.add(digest)
            self.defs.append(element)
        return f"l{digest}"

    def write(self) -> str:
        """The document."""
        return ET.tostring(self.root, encoding="unicode")

    def _gradient(self, kind: str, where: dict[str, float], stops: Iterable[Stop]) -> str:
        made = Element(kind, {name: number(value) for name, value in where.items()})
        made.set("gradientUnits", "userSpaceOnUse")
        for offset, colour, opacity in stops:
            stop = ET.SubElement(made, "stop", {"offset": number(offset)})
            stop.set("stop-color", printable(colour))
            if opacity < 1:
                stop.set("stop-opacity", number(opacity))
        return f"url(#{self.define(made)})"


def number(value: float) -> str:
    """A number as short text, with two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def printable(text: str) -> str:
    """The text without control characters, which XML does not allow."""
    return "".join(char for char in text if char.isprintable())


def style(**fields: str | float) -> dict[str, str | float]:
    """Attributes that several shapes share."""
    return fields


def add_shape(parent: Element, tag: str, /, **fields: str | float) -> Element:
    """Add an element; an underscore in a name stands for a hyphen."""
    written = {
        name.replace("_", "-"): printable(value) if isinstance(value, str) else number(value)
        for name, value in fields.items()
        if value != ""
    }
    return ET.SubElement(parent, tag, written)


def add_group(parent: Element, x: float = 0, y: float = 0, scale: str = "") -> Element:
    """Add a group whose origin lies at a point."""
    moved = f"translate({number(x)} {number(y)})" if x or y else ""
    return add_shape(parent, "g", transform=" ".join(filter(None, (moved, scale))))


def add_box(
    parent: Element, x: float, y: float, w: float, h: float, r: float = 0, /, **fields: str | float
) -> Element:
    """Add a rectangle with round corners."""
    corners = {"rx": r} if r else {}
    return add_shape(parent, "rect", x=x, y=y, width=w, height=h, **corners, **fields)


def add_path(parent: Element, outline: str, /, **fields: str | float) -> Element:
    """Add a path."""
    return add_shape(parent, "path", d=outline, **fields)


def add_text(
    parent: Element, text: str, x: float, y: float, size: float, /, **fields: str | float
) -> Element:
    """Add text whose baseline middle lies at a point."""
    # resvg and browsers agree on a shift of the baseline, but not on `dominant-baseline`.
    made = add_shape(
        parent, "text", x=x, y=y + size * 0.35, font_size=size, font_family=FONT_FAMILY, **fields
    )
    made.text = printable(text)
    return made


def polygon_path(corners: Sequence[Point]) -> str:
    """The outline of a polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"


def ellipse_path(rx: float, ry: float) -> str:
    """The outline of an ellipse around the origin."""
    x, y = number(rx), number(ry)
    return f"M-{x} 0A{x} {y} 0 1 1 {x} 0A{x} {y} 0 1 1 -{x} 0z"


def ring_corners(shares: Sequence[float], radius: float, turn: float = 0) -> list[Point]:
    """The corners of a bumpy circle; each share is of the radius."""
    angles = [(i + turn) / len(shares) * 2 * math.pi for i in range(len(shares))]
    sized = zip(angles, shares, strict=True)
    return [
        (math.cos(angle) * radius * share, math.sin(angle) * radius * share)
        for angle, share in sized
    ]
