"""The web client names no game: it draws scenes, click paths and events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludarium.core.registry import games, registered_game

SOURCES = Path(__file__).parents[2] / "web" / "src"
# A game's name as a word of its own, or as part of a name in the code.
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


def words(text: str) -> set[str]:
    return {word.lower() for word in WORDS.findall(text)}


@pytest.mark.parametrize("name", games())
def test_no_game_is_named_in_the_client(name: str) -> None:
    files = [file for file in SOURCES.rglob("*") if file.is_file()]
    assert files
    title = registered_game(name).title
    for file in files:
        text = file.read_text("utf-8")
        assert title not in text, file
        if name != "forge":  # which is also what smiths do
            assert name not in words(text), file
        assert f'"{name}"' not in text, file


def test_a_name_in_the_code_is_found() -> None:
    assert {"caldera", "board"} <= words("calderaBoard")
    assert "ludus" in words('if (game === "ludus-2")')
