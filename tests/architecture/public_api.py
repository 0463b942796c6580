"""Renders docs/reference/public-api.md from the sources of the exported names."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from textwrap import indent

import ludarium
import ludarium.agents

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "reference" / "public-api.md"
SOURCES = ROOT / "src" / "ludarium"
HEAD = """\
# Public names

`make regenerate` writes this page from the docstrings; a test compares it. Everything that is not
listed here is private and may change without notice. [Compatibility](compatibility.md) says what
may change in a version 0.x.
"""
PACKAGES = {
    "ludarium": "For authors of games, and for programs that use games.",
    "ludarium.agents": "For authors of bots.",
    "ludarium.records": "For programs that play and keep whole games.",
    "ludarium.analysis": "For programs that judge positions and games.",
}
# Aliases in compiled modules, where a new comment would mean a new build.
ALIASES = {
    "Features": "The slots that `Evaluator.fill_features` fills.",
    "MoveStack": "The packed moves that `Position.generate` writes.",
}
HOMES = {
    **{name: home for home, names in ludarium._HOMES.items() for name in names.split()},
    **{
        name: f"agents.{home}"
        for home, names in ludarium.agents._HOMES.items()
        for name in names.split()
    },
    "games": "games",
    **dict.fromkeys(("Match", "Player"), "core.match"),
    **dict.fromkeys(("Record", "dumps", "loads", "record", "replay"), "core.record"),
    **dict.fromkeys(("Review", "ReviewStep", "review"), "analysis.match_review"),
    **dict.fromkeys(("Analysis", "Analyst", "Variation", "analyse"), "analysis.position_analysis"),
    "Limits": "search.limits",
    "Agent": "agents.sdk.agent",
    "run": "agents.sdk.agent",
}
# A class with a part in another module: the part's file and its name.
CLASSES_IN_PARTS = {"Game": ("core/game_files.py", "GameFiles")}
Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


def render_public_api() -> str:
    """The whole page."""
    parts = [HEAD]
    for package, purpose in PACKAGES.items():
        names = __import__(package, fromlist=["__all__"]).__all__
        parts.append(f"## `{package}`\n\n{purpose}\n")
        parts += [render_name(name) for name in sorted(names, key=str.lower)]
    return "\n".join(parts)


def render_name(name: str) -> str:
    """One exported name with its description, fields and methods."""
    file = SOURCES.joinpath(*HOMES[name].split("."))
    file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
    source = file.read_text("utf-8")
    if name == "games":
        return "### `games() -> list[str]`\n\nThe ids of all known games.\n"
    node = find_definition(ast.parse(source), name)
    if isinstance(node, ast.FunctionDef):
        return f"### `{signature(node)}`\n\n{docstring(node)}\n"
    if isinstance(node, ast.ClassDef):
        return render_class(node, source, private_bases(name))
    text = ALIASES.get(name) or line_comment(source, node) or comment_above(source, node)
    return f"### `{ast.unparse(node)}`\n\n{text[:1].upper()}{text[1:]}\n"


def find_definition(tree: ast.Module, name: str) -> Definition:
    """The last statement that defines the name at the top of a module: overloads come first."""
    for node in reversed(tree.body):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return node
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if named and isinstance(node, ast.Assign | ast.AnnAssign):
            return node
    raise LookupError(name)


def private_bases(name: str) -> dict[str, list[ast.stmt]]:
    """The bodies of base classes that are parts of a class, in modules of their own."""
    if name not in CLASSES_IN_PARTS:
        return {}
    module, part = CLASSES_IN_PARTS[name]
    node = find_definition(ast.parse((SOURCES / module).read_text("utf-8")), part)
    assert isinstance(node, ast.ClassDef)
    return {part: node.body}


def render_class(node: ast.ClassDef, source: str, parts: dict[str, list[ast.stmt]]) -> str:
    """A class: its description, its public fields, its public methods."""
    bases = ", ".join(ast.unparse(base) for base in node.bases if ast.unparse(base) not in parts)
    lines = [f"### `class {node.name}({bases})`" if bases else f"### `class {node.name}`", ""]
    lines += [docstring(node), ""]
    for item in [*node.body, *(item for body in parts.values() for item in body)]:
        if isinstance(item, ast.AnnAssign) and is_public(ast.unparse(item.target)):
            comment = line_comment(source, item)
            lines.append(f"- `{ast.unparse(item)}`" + (f": {comment}" if comment else ""))
        elif isinstance(item, ast.FunctionDef) and is_public(item.name):
            text = indent(docstring(item), "  ").strip()
            shown = property_line(item) if is_property(item) else signature(item)
            lines.append(f"- `{shown}`" + (f": {text}" if text else ""))
    return "\n".join(lines).rstrip() + "\n"


def is_property(node: ast.FunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def property_line(node: ast.FunctionDef) -> str:
    """A property as it is used: without parentheses."""
    return f"{node.name}: {ast.unparse(node.returns)}" if node.returns else node.name


def is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__init__"


def docstring(node: ast.ClassDef | ast.FunctionDef) -> str:
    return inspect.cleandoc(ast.get_docstring(node) or "")


def signature(node: ast.FunctionDef) -> str:
    """The head of a function, without `self`."""
    arguments = ast.unparse(node.args)
    for first in ("self", "cls"):
        arguments = arguments.removeprefix(f"{first}, ") if arguments != first else ""
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if any(ast.unparse(decorator) == "property" for decorator in node.decorator_list):
        return f"{node.name}{result.replace(' ->', ':')}"
    return f"{node.name}({arguments}){result}"


def line_comment(source: str, node: ast.stmt) -> str:
    """The comment behind a statement."""
    line = source.splitlines()[(node.end_lineno or node.lineno) - 1]
    return line[node.end_col_offset or 0 :].strip().lstrip("#").strip()


def comment_above(source: str, node: ast.stmt) -> str:
    """The comment in the line before a statement."""
    line = source.splitlines()[node.lineno - 2].strip()
    return line.lstrip("# ") if line.startswith("#") else ""
