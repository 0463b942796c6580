"""Parses the length of random openings."""

from __future__ import annotations

from ludarium.core.errors import InvalidOption

LONGEST_OPENING_TURNS = 200


def read_turns(written: str) -> tuple[int, int]:
    """Parse the lowest and the highest number of turns of an opening from `4` or `2-6`."""
    low, dash, high = written.partition("-")
    try:
        found = int(low), int(high if dash else low)
    except ValueError:
        found = (1, 0)
    if not 0 <= found[0] <= found[1] <= LONGEST_OPENING_TURNS:
        raise InvalidOption("wrong_opening", "Write the turns of an opening as 4 or 2-6.")
    return found
