"""Parts of HTML reports: the frame, sections, tables and lists of facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

PAGE_FOLDER = Path(__file__).parent / "page"

Cells = Sequence[str]


def fill_page(frame: str, title: str, **parts: str) -> str:
    """A page from one of the frames beside this module; the title is text, the parts are HTML."""
    template = Template((PAGE_FOLDER / frame).read_text("utf-8"))
    style = (PAGE_FOLDER / "page.css").read_text("utf-8")
    return template.substitute(title=escape(title), style=style, **parts)


def read_page_script() -> str:
    """The script that lists and replays the games of a page."""
    return (PAGE_FOLDER / "page.js").read_text("utf-8")


def embed_json(value: Any) -> str:
    """JSON that cannot end the script element it stands in, whatever a program wrote."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def page_facts(facts: Mapping[str, str]) -> str:
    """A list of names and values, given as text."""
    return "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items()
    )


def page_section(title: str, content: str) -> str:
    """A part of a page under a heading; nothing if it is empty."""
    return f"<section><h2>{escape(title)}</h2>{content}</section>" if content else ""


def page_table(head: Cells, rows: Iterable[Cells]) -> str:
    """A table whose first cell names a row; the cells are text, not HTML."""
    titles = "".join(f"<th scope=col>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th scope=row>{escape(row[0])}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div class=wide>{table}</div>"
