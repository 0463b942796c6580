"""Setting words: the value of an option written as `movecount=3 score=600`."""

from __future__ import annotations

import shlex
from collections.abc import Collection

from ludarium.core.errors import InvalidOption

TRUE_WORDS, FALSE_WORDS = ("true", "on", "yes"), ("false", "off", "no")


def read_setting_words(option: str, written: str, known: Collection[str]) -> dict[str, str]:
    """The settings of an option by name. Raises InvalidOption, which lists the known names."""
    try:
        parts = [word.partition("=") for word in shlex.split(written)]
    except ValueError:
        parts = [("", "", "")]
    found = {name: value for name, _, value in parts}
    if len(found) < len(parts) or not set(found) <= set(known) or "" in found.values():
        names = ", ".join(known)
        raise InvalidOption(
            f"wrong_{option}", f"Write --{option} as name=value words, each once; known: {names}."
        )
    return found


def read_whole_number(option: str, name: str, written: str) -> int:
    """A whole number above 0."""
    if not (written.isascii() and written.isdigit() and 0 < int(written[:10]) < 10**9):
        raise InvalidOption(f"wrong_{option}", f"{name} of --{option} is a whole number above 0.")
    return int(written)


def read_switch(option: str, name: str, written: str) -> bool:
    """A switch: true or false."""
    if written not in TRUE_WORDS + FALSE_WORDS:
        raise InvalidOption(f"wrong_{option}", f"{name} of --{option} is true or false.")
    return written in TRUE_WORDS
