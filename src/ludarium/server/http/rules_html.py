"""Texts of a game as HTML: rendered from Markdown, with placeholders for playable diagrams."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from ludarium.core import diagram
from ludarium.core.diagram import RulesDiagram as Drawing
from ludarium.core.game import AnyGame
from ludarium.server.http.schemas import Diagram, Look, RulesPage, Section

DIAGRAM_FENCE = "diagram"


class RulesRenderer(RendererHTML):
    """Renders a diagram as an empty figure, and a table inside a scrolling block."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        if tokens[idx].info == DIAGRAM_FENCE:
            return f'<figure data-diagram="{int(tokens[idx].content)}"></figure>\n'
        # A scrolling block must be reachable by keyboard.
        return super().fence(tokens, idx, options, env).replace("<pre>", '<pre tabindex="0">', 1)

    def table_open(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        return '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        return "</table></div>\n"


def render_rules(kind: type[AnyGame]) -> RulesPage:
    """The rules of a game for players."""
    return _render_text(kind, kind.rules())


def render_reference(kind: type[AnyGame]) -> RulesPage:
    """The reference of a game for programs; an empty page if it has none."""
    return _render_text(kind, kind.reference())


def _render_text(kind: type[AnyGame], written: str) -> RulesPage:
    """A text of a game; HTML in the Markdown is escaped."""
    drawings = diagram.find_diagrams(written)
    text = diagram.replace_diagrams(written, lambda number, _: f"```{DIAGRAM_FENCE}\n{number}\n```")
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=RulesRenderer).enable("table")
    tokens = markdown.parse(text)
    sections = tuple(_mark_sections(tokens))
    _replace_styles(tokens)
    html = markdown.renderer.render(tokens, markdown.options, {})
    diagrams = tuple(_playable_diagram(kind, one) for one in drawings)
    return RulesPage(html, diagrams, sections, reference=bool(kind.reference()))


def _mark_sections(tokens: list[Token]) -> list[Section]:
    """Give ids to the headings of the second level, and list them."""
    found = []
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            name = re.sub(r"[^a-z0-9]+", "-", inline.content.lower()).strip("-")
            heading.attrSet("id", name)
            # The list of contents shows plain text.
            found.append(Section(name, inline.content.replace("`", "")))
    return found


def _replace_styles(tokens: list[Token]) -> None:
    """Align columns by classes, because the security policy forbids inline styles."""
    for token in tokens:
        style = token.attrs.pop("style", None)
        if style:
            token.attrSet("class", str(style).replace("text-align:", "to-"))


def _playable_diagram(kind: type[AnyGame], one: Drawing) -> Diagram:
    look = Look(
        game=kind.id,
        ruleset=one.ruleset,
        options=dict(one.options),
        seats=one.seats,
        seed=one.seed,
        moves=list(one.moves),
    )
    return Diagram(one.caption, look)
