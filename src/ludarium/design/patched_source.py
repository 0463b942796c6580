"""A source text with patches at places of its syntax tree; every line keeps its number."""

from __future__ import annotations

import ast


class PatchedSource:
    """A text and its patches, which do not overlap; wrap an outer expression before an inner."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = [line + "\n" for line in text.split("\n")]
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        self._patches: list[tuple[int, int, int, str]] = []

    def start(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        """Where a node begins in the text."""
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        """Where a node ends in the text."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def replace(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of another."""
        self._patches.append((start, end, len(self._patches), text))

    def replace_line(self, number: int, text: str) -> None:
        """Put a text in the place of a line; lines are counted from 1."""
        line = self._lines[number - 1].rstrip("\n")
        self.replace(self._starts[number - 1], self._starts[number - 1] + len(line), text)

    def wrap(self, node: ast.expr, before: str, after: str) -> None:
        """Put texts before and behind an expression."""
        self.replace(self.start(node), self.start(node), before)
        # Behind an expression the text of an inner one, which is wrapped later, comes first.
        self._patches.append((self.end(node), self.end(node), -len(self._patches), after))

    def patched(self) -> str:
        """The text with its patches."""
        parts, done = [], 0
        for start, end, _, text in sorted(self._patches):
            parts += [self.text[done:start], text]
            done = end
        return "".join([*parts, self.text[done:]])

    def _offset(self, line: int, column: int) -> int:
        """Columns of syntax trees count bytes of UTF-8."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())
