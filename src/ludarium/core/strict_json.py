"""Strict readers of JSON values: exact types, and errors that name the place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ludarium.core.errors import InvalidState

Json = Any  # any value that json.loads can return


def same_json(a: Json, b: Json) -> bool:
    """Whether two JSON values are equal, types included: `true` is not `1`."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same_json(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same_json, a, b))
    return bool(a == b)


def read_object(value: Json, keys: Collection[str], place: str) -> dict[str, Json]:
    """Read an object with exactly these keys."""
    if not isinstance(value, dict):
        raise InvalidState("wrong_type", f"{place} must be an object.")
    missing = [key for key in keys if key not in value]
    if missing:
        raise InvalidState("missing_key", f"{place} lacks {missing[0]!r}.")
    if len(value) != len(keys):
        raise InvalidState("unknown_key", f"{place} has keys that do not belong there.")
    return value


def read_list(value: Json, place: str, length: int | None = None) -> list[Json]:
    """Read a list, of exactly `length` items if given."""
    if not isinstance(value, list):
        raise InvalidState("wrong_type", f"{place} must be a list.")
    if length is not None and len(value) != length:
        raise InvalidState("wrong_length", f"{place} must have {length} items.")
    return value


def read_int(value: Json, low: int, high: int, place: str) -> int:
    """Read a whole number from `low` to `high`."""
    if type(value) is not int:
        raise InvalidState("wrong_type", f"{place} must be a whole number.")
    if not low <= value <= high:
        raise InvalidState("out_of_range", f"{place} must be from {low} to {high}.")
    return value


def read_bool(value: Json, place: str) -> bool:
    """Read true or false."""
    if type(value) is not bool:
        raise InvalidState("wrong_type", f"{place} must be true or false.")
    return value


def read_choice(value: Json, choices: Collection[str], place: str) -> str:
    """Read one of these words."""
    if not isinstance(value, str):
        raise InvalidState("wrong_type", f"{place} must be a word.")
    if value not in choices:
        raise InvalidState("out_of_range", f"{place} must be one of {', '.join(choices)}.")
    return value


def read_word(value: Json, words: Sequence[str | None], place: str) -> int:
    """Read the index of one of these words, of which one may be null."""
    if not (value is None or isinstance(value, str)):
        raise InvalidState("wrong_type", f"{place} must be a word.")
    if value not in words:
        known = ", ".join("null" if word is None else word for word in words)
        raise InvalidState("out_of_range", f"{place} must be one of {known}.")
    return words.index(value)
