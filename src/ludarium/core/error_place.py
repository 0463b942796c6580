"""Says where an error of an author's file began, for the author."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import NamedTuple


class ErrorPlace(NamedTuple):
    """The message of an error, and the last line of the author's files that led to it."""

    message: str
    place: str = ""  # file and line, "" if no line of the author took part
    line: str = ""

    def __str__(self) -> str:
        return f"{self.message} ({self.place})" if self.place else self.message


def find_error_place(error: BaseException, folder: Path) -> ErrorPlace:
    """The place of an error in the files of a folder."""
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{Path(error.filename).name}, line {error.lineno}"
        return ErrorPlace(f"{type(error).__name__}: {error.msg}", place)
    message = f"{type(error).__name__}: {error}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == folder:
            place = f"{Path(frame.filename).name}, line {frame.lineno}"
            return ErrorPlace(message, place, frame.line or "")
    return ErrorPlace(message)
