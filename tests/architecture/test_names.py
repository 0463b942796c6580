"""One name, one meaning: classes and constants of the package."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "ludarium"
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")
# The games use the same nouns by design, each in its own folder, and re-export constants of core.
GAMES = "games"
# Idioms of Python: `TYPE_CHECKING = False` saves the import of typing.
IDIOMS = {"TYPE_CHECKING"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the package, by its path."""
    for file in sorted(PACKAGE.rglob("*.py")):
        yield str(file.relative_to(PACKAGE)), ast.parse(file.read_text("utf-8"))


def home_of(path: str) -> str:
    """The place in which a name has one meaning: the module, or for a game its folder."""
    return "/".join(path.split("/")[:2]) if path.startswith(GAMES) else path


def assigned_constants(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Constants at the top of a module, with the source of their values."""
    for node in module.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            for name, value in assigned_pairs(target, node.value):
                if isinstance(name, ast.Name) and CONSTANT.fullmatch(name.id):
                    yield name.id, ast.unparse(value)


def assigned_pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Each target with its own value, also in `A, B = 1, 2`."""
    if not isinstance(target, ast.Tuple):
        return [(target, value)]
    if isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(name, value) for name in target.elts]


def test_no_class_name_is_defined_twice() -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for path, module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(home_of(path))
    twice = {name: sorted(places) for name, places in homes.items() if len(places) > 1}
    assert twice == {}


def test_no_constant_name_has_two_meanings() -> None:
    values: dict[str, dict[str, str]] = defaultdict(dict)
    for path, module in modules():
        if path.startswith(GAMES):
            continue
        for name, value in assigned_constants(module):
            values[name][path] = value
    two = {
        name: found
        for name, found in values.items()
        if name not in IDIOMS and len(set(found.values())) > 1
    }
    assert two == {}, "\n" + "\n".join(f"{name}: {found}" for name, found in sorted(two.items()))
