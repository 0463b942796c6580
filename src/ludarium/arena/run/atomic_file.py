"""Atomic writes: a file is written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec


def replace_file(path: Path, content: bytes) -> None:
    """Write a file; a reader finds the old content or the new one, never a part."""
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(content)
    os.replace(partial, path)  # noqa: PTH105  as `atomic` is spelled in the documentation


def indented_json(value: object) -> bytes:
    """A value as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
