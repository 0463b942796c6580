"""Codes of rooms: five characters that are read out and typed without mistakes."""

from __future__ import annotations

from collections.abc import Container
from random import Random

# No 0 O 1 I L, none of B 8, S 5, Z 2, G 6 as letters, and no vowels, so that no code is a word.
ALPHABET = "CDFHJKMNPQRTVWXY23456789"
LENGTH = 5


def draw(rng: Random, taken: Container[str]) -> str:
    """A code that no room has."""
    while (code := "".join(rng.choices(ALPHABET, k=LENGTH))) in taken:
        pass
    return code


def read(written: str) -> str:
    """The code that is written so, in any case and with spaces or dashes; "" if it is none."""
    code = "".join(char for char in written.upper() if char not in " -")
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""
