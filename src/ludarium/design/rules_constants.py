"""The constants of a game file, whose values compiled rules may rely on."""

from __future__ import annotations

import ast
from collections import Counter
from types import ModuleType
from typing import Any

from ludarium.core.declared.board_shape import BoardShape
from ludarium.core.declared.move_shape import MoveKind, MoveShape

C_LITERAL_LIMIT = 1 << 31  # greater numbers stay numbers of Python


class RulesConstants:
    """Names that a file assigns once, on its top level, with their values.

    `functions` are the C functions that replace methods of boards and move shapes. Values that the
    compiled code relies on are checked when it is loaded.
    """

    def __init__(self, tree: ast.Module, module: ModuleType) -> None:
        stored = Counter(
            node.id
            for statement in tree.body
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        )
        changed = {
            name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names
        }
        self._values = {
            name: getattr(module, name)
            for name, count in stored.items()
            if count == 1 and name not in changed and hasattr(module, name)
        }
        self.functions: dict[str, str] = {}
        self._relied_on: dict[str, str] = {}

    def int_literal(self, name: str) -> str | None:
        """The C literal of a constant that is a small whole number."""
        value = self._values.get(name)
        if type(value) is not int or abs(value) >= C_LITERAL_LIMIT:
            return None
        self._relied_on[name] = f"{name} == {value}"
        return f"({value})"

    def samples(self, node: ast.expr) -> list[Any] | None:
        """The values that an expression of constants can have; None if that is not known."""
        if isinstance(node, ast.Name) and node.id in self._values:
            return [self._values[node.id]]
        if isinstance(node, ast.Tuple):
            return _literal_values(node)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            inside = self.samples(node.value)
            if inside and all(type(value) is tuple for value in inside):
                return [item for value in inside for item in value]
        return None

    def replace_method(self, name: str, method: str, arguments: int) -> str | None:
        """The C function in the place of a method of a constant; None if there is none."""
        value = self._values.get(name)
        function = f"{method}_{name}"
        if type(value) is BoardShape and (method, arguments) == ("step", 2):
            self.functions[function] = STEP_FUNCTION.format(function=function, name=name)
        elif type(value) is MoveShape and (method, arguments) == ("kind_of", 1):
            self.functions[function] = KIND_FUNCTION.format(
                function=function, name=name, shift=value.shift
            )
            self._relied_on[f"{name}.shift"] = f"{name}.shift == {value.shift}"
        elif type(value) is MoveKind and (method, arguments) == ("pack", len(value.parts)):
            self.functions[function] = _pack_function(function, value)
            known = f"({name}.base, {name}.part_bits) == ({value.base}, {value.part_bits})"
            self._relied_on[f"{name}.base"] = known
        else:
            return None
        return function

    def write_check(self) -> str:
        """A statement for the end of the file: the values are those that were compiled."""
        if not self._relied_on:
            return ""
        known = " and ".join(self._relied_on.values())
        return f"\nif not ({known}):\n    raise ImportError('compile the rules again')\n"


STEP_FUNCTION = """
cdef dict neighbours_{name} = None

cdef inline object {function}(object cell, object direction):
    global neighbours_{name}
    if neighbours_{name} is None:
        neighbours_{name} = {name}.neighbours
    return step_to(neighbours_{name}, {name}, cell, direction)
"""
KIND_FUNCTION = """
cdef inline object {function}(long long move):
    return {name}.kinds[move >> {shift}]
"""


def _pack_function(function: str, kind: MoveKind) -> str:
    parts, shift = [f"<long long>{kind.base}"], 0
    for number, bits in enumerate(kind.part_bits):
        parts.append(f"part_{number} << {shift}")
        shift += bits
    heads = ", ".join(f"long long part_{number}" for number in range(len(kind.parts)))
    return f"\ncdef inline long long {function}({heads}):\n    return {' | '.join(parts)}\n"


def _literal_values(node: ast.Tuple) -> list[Any] | None:
    try:
        return [ast.literal_eval(node)]
    except ValueError:
        return None
