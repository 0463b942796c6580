"""A drawn board, which notebooks show as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class BoardPicture(NamedTuple):
    """A board as SVG and as text. A notebook shows the picture, a terminal the text."""

    svg: str
    text: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """The board as text."""
        return self.text

    def save(self, path: str | Path) -> None:
        """Write the picture to a file."""
        Path(path).write_text(self.svg, "utf-8")
