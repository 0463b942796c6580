"""Room codes: five characters that are easy to read out and to type."""

from __future__ import annotations

from collections.abc import Container
from random import Random

# No 0 O 1 I L, none of B 8, S 5, Z 2, G 6 as letters, and no vowels, so that no code is a word.
CODE_ALPHABET = "CDFHJKMNPQRTVWXY23456789"
CODE_LENGTH = 5


def draw_code(rng: Random, taken: Container[str]) -> str:
    """A code that no room has."""
    while (code := "".join(rng.choices(CODE_ALPHABET, k=CODE_LENGTH))) in taken:
        pass
    return code


def parse_code(written: str) -> str:
    """The code in a text, in any case and with spaces or dashes; "" if it is none."""
    code = "".join(char for char in written.upper() if char not in " -")
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_ALPHABET) else ""
