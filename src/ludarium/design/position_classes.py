"""The positions of a file that get C classes: which class, and what it derives from."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import NamedTuple

from ludarium.core.declared.fields import DeclaredField
from ludarium.core.declared.position import DeclaredPosition
from ludarium.design.field_class import GENERATED_METHODS, class_of_fields


class NotTranslatable(Exception):
    """Positions with declared fields that get no C types; the text says why."""


class PositionClass(NamedTuple):
    """A position of the file. `c_class` holds its fields; without new ones it is its base's."""

    name: str
    node: ast.ClassDef
    base_node: ast.expr  # the base that is a position
    fields: Mapping[str, DeclaredField]
    new_fields: Mapping[str, DeclaredField]  # that its base does not have
    c_class: str
    c_base: str

    @property
    def has_own_class(self) -> bool:
        """Whether a C class is written for it."""
        return self.c_class == class_of_fields(self.name)


def find_position_classes(tree: ast.Module, module: ModuleType) -> list[PositionClass]:
    """The positions with declared fields, bases first; empty if the file has none."""
    nodes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    kinds: list[type[DeclaredPosition]] = [
        kind
        for kind in vars(module).values()
        if inspect.isclass(kind)
        and kind.__module__ == module.__name__
        and issubclass(kind, DeclaredPosition)
    ]
    found: dict[type, PositionClass] = {}
    for kind in kinds:
        if kind.__name__ not in nodes:
            raise NotTranslatable(f"{kind.__name__} is not written at the top of the file.")
        found[kind] = _describe_class(kind, nodes[kind.__name__], found)
    return list(found.values())


def _describe_class(
    kind: type[DeclaredPosition], node: ast.ClassDef, earlier: Mapping[type, PositionClass]
) -> PositionClass:
    places = [n for n, base in enumerate(kind.__bases__) if issubclass(base, DeclaredPosition)]
    if len(places) != 1 or len(node.bases) != len(kind.__bases__):
        raise NotTranslatable(f"{kind.__name__} has more than one position as its base.")
    base = kind.__bases__[places[0]]
    if base is not DeclaredPosition and base not in earlier:
        raise NotTranslatable(f"{base.__name__}, a base of {kind.__name__}, is of another file.")
    parent = earlier.get(base)
    inherited = parent.fields if parent else {}
    fields = kind.declared_fields
    new_fields = {name: field for name, field in fields.items() if name not in inherited}
    changed = [name for name, field in inherited.items() if fields[name] is not field]
    if changed:
        message = f"{kind.__name__} declares the field {changed[0]} of its base again."
        raise NotTranslatable(message)
    if parent and new_fields:
        _refuse_hidden_methods(kind)
    shares = parent is not None and not new_fields
    return PositionClass(
        kind.__name__,
        node,
        node.bases[places[0]],
        fields,
        new_fields,
        parent.c_class if parent and shares else class_of_fields(kind.__name__),
        parent.c_class if parent else "Position",
    )


def _refuse_hidden_methods(kind: type[DeclaredPosition]) -> None:
    """The C class of new fields stands before the base, and would hide these methods of it."""
    for base in kind.__mro__[1:]:
        if base is DeclaredPosition:
            return
        for name in GENERATED_METHODS & vars(base).keys():
            message = (
                f"{kind.__name__} adds fields to {base.__name__}, which has a {name} of its own."
            )
            raise NotTranslatable(message)
