"""Plain English: no document, docstring or comment holds a word to avoid."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORDS_TO_AVOID = re.compile(
    r"\b(whoever|whomever|somebody|nobody|everybody|those who|one who|whom|anew|lest|shall)\b",
    re.IGNORECASE,
)
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)  # a quoted code such as `nobody` is data
SOURCES = [
    file for folder in ("src", "bench", "examples") for file in (ROOT / folder).rglob("*.py")
]
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *ROOT.glob(".github/**/*.md"),
    *ROOT.glob("docs/**/*.md"),
    *ROOT.glob("src/**/*.md"),
]


def prose_of(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a module, with their lines."""
    for node in ast.walk(ast.parse(source)):
        documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def words_to_avoid(text: str) -> list[str]:
    return [found.lower() for found in WORDS_TO_AVOID.findall(CODE.sub("", text))]


@pytest.mark.parametrize("word", ["Nobody waits.", "The one who moves.", "It is made anew."])
def test_a_word_to_avoid_is_found(word: str) -> None:
    assert words_to_avoid(word)


def test_a_quoted_code_is_no_prose() -> None:
    assert words_to_avoid("The holder of an empty seat is `nobody`.") == []


def test_no_document_holds_a_word_to_avoid() -> None:
    found = {
        str(file.relative_to(ROOT)): words
        for file in DOCUMENTS
        if (words := words_to_avoid(file.read_text("utf-8")))
    }
    assert found == {}


def test_no_docstring_or_comment_holds_a_word_to_avoid() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}: {', '.join(words)}"
        for file in sorted(SOURCES)
        for line, text in prose_of(file.read_text("utf-8"))
        if (words := words_to_avoid(text))
    ]
    assert found == [], "\n" + "\n".join(found)
