"""What interpreted sources use of the package `cython`, for installations without it."""

from __future__ import annotations

from contextlib import nullcontext

TYPE_CHECKING = False  # typing is not imported: a bot must start fast
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

compiled = False
nogil = nullcontext()


def cclass(declared: T) -> T:
    """Mark an extension type; interpreted, it is an ordinary class."""
    return declared


def final(declared: T) -> T:
    """Mark a class or method that is never overridden."""
    return declared


def cast(kind: object, value: T) -> T:
    """Name the type of a value for the compiler."""
    return value
