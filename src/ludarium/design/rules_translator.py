"""Translates rules with declared fields to Cython: the author's lines, with C types in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from ludarium.core.declared.fields import DeclaredField
from ludarium.design.field_class import declare_fields, write_field_class
from ludarium.design.patched_source import PatchedSource
from ludarium.design.position_classes import (
    NotTranslatable,
    PositionClass,
    find_position_classes,
)
from ludarium.design.rules_constants import C_LITERAL_LIMIT, RulesConstants

HELPERS = Path(__file__).with_name("typed_rules.pxi")
INCLUDED_FILE = "declared_fields.pxi"
MEMBERSHIP = re.compile(r"\bnot\s+in\b|\bin\b")
Function = ast.FunctionDef | ast.AsyncFunctionDef


class TranslatedRules(NamedTuple):
    """Cython source, the file that it includes, and its C types for the author to read."""

    source: str
    included: str
    declarations: str


def translate_rules(text: str, module: ModuleType) -> TranslatedRules | None:
    """Translate a file whose positions have declared fields; None if it has no such positions.

    `module` is the text, imported. NotTranslatable says why positions get no C types.
    """
    tree = ast.parse(text)
    positions = find_position_classes(tree, module)
    if not positions:
        return None
    free_line = _find_free_line(text, tree)
    if not free_line:
        raise NotTranslatable("The file has no empty line between its imports and its classes.")
    source, constants = PatchedSource(text), RulesConstants(tree, module)
    source.replace_line(free_line, f'include "{INCLUDED_FILE}"')
    for position in positions:
        _translate_class(source, constants, position)
    typed = [position for position in positions if position.has_own_class]
    classes = [
        write_field_class(found.name, found.c_base, found.fields, found.new_fields)
        for found in typed
    ]
    heads = [declare_fields(found.name, found.c_base, found.new_fields) for found in typed]
    included = [HELPERS.read_text("utf-8"), *constants.functions.values(), *classes]
    return TranslatedRules(
        source.patched() + constants.write_check(), "\n".join(included), "\n".join(heads)
    )


def _find_free_line(text: str, tree: ast.Module) -> int:
    """An empty line between the statements before the first class; 0 if there is none."""
    free = {number for number, line in enumerate(text.split("\n"), 1) if not line.strip()}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            free = {number for number in free if number < node.lineno}
        elif isinstance(node, ast.ImportFrom) and node.module == "__future__":
            free = {number for number in free if number > node.lineno}
        free -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return max(free, default=0)


def _translate_class(
    source: PatchedSource, constants: RulesConstants, position: PositionClass
) -> None:
    if position.has_own_class:
        base = source.start(position.base_node)
        source.replace(base, base, f"{position.c_class}, ")
    for statement in position.node.body:
        if isinstance(statement, Function) and not _is_static(statement):
            method = _MethodTranslator(source, constants, statement, position.fields)
            method.declare_arguments(position.c_class)
            for part in statement.body:
                method.visit(part)


def _is_static(node: Function) -> bool:
    names = [name.id for name in node.decorator_list if isinstance(name, ast.Name)]
    return "staticmethod" in names or "classmethod" in names or not node.args.args


class _MethodTranslator(ast.NodeVisitor):
    """Puts C types into one method."""

    def __init__(
        self,
        source: PatchedSource,
        constants: RulesConstants,
        method: Function,
        fields: Mapping[str, DeclaredField],
    ) -> None:
        self._source = source
        self._constants = constants
        self._method = method
        self._fields = fields
        self._self = method.args.args[0].arg
        self._c_tuples: set[ast.Tuple] = set()
        nodes = list(ast.walk(method))
        self._stored = {
            node.id
            for node in nodes
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        }
        self._local = self._stored | {node.arg for node in nodes if isinstance(node, ast.arg)}

    def declare_arguments(self, class_name: str) -> None:
        """Give `self` its class, and whole numbers that are not assigned to their C type."""
        first, *others = self._method.args.args
        if first.annotation is None and first.arg not in self._stored:
            start = self._source.start(first)
            self._source.replace(start, start, f"{class_name} ")
        defaults = self._method.args.defaults
        plain = others[: len(others) - len(defaults)] if defaults else others
        for argument in plain:
            name = argument.annotation
            if isinstance(name, ast.Name) and name.id == "int" and argument.arg not in self._stored:
                start, end = self._source.start(argument), self._source.end(argument)
                self._source.replace(start, end, f"long long {argument.arg}")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """An item of a list of numbers, or of a constant tuple of numbers, is a C number."""
        field = self._list_field(node.value)
        plain = isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice | ast.Tuple)
        if plain and field is not None and not field.is_wide:
            at = self._source.end(node.value)
            if self._source.text[at] == "[":
                self._source.wrap(node, "flag_of(" if field.is_flag else "item_of(", "")
                self._source.replace(at, at + 1, ", ")
                self._source.replace(self._source.end(node) - 1, self._source.end(node), ")")
        elif plain and self._is_int_item(node):
            self._source.wrap(node, "(<long long>", ")")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Membership in a list of numbers."""
        operator = node.ops[0]
        if len(node.ops) == 1 and isinstance(operator, ast.In | ast.NotIn):
            values = node.comparators[0]
            field = self._list_field(values)
            left, right = self._source.end(node.left), self._source.start(values)
            found = MEMBERSHIP.search(self._source.text, left, right)
            if isinstance(values, ast.Tuple):
                self._c_tuples.add(values)
            if field is not None and found:
                negated = "not " if isinstance(operator, ast.NotIn) else ""
                self._source.wrap(node, f"({negated}item_in(", "))")
                self._source.replace(found.start(), found.end(), ",")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Calls of methods that have a C function."""
        method, plain = node.func, not node.keywords
        plain = plain and not any(isinstance(argument, ast.Starred) for argument in node.args)
        if plain and isinstance(method, ast.Attribute):
            opened = self._source.end(method)
            dot = opened - len(method.attr) - 1
            if self._source.text[dot : opened + 1] == f".{method.attr}(":
                self._replace_call(node, method, dot, opened + 1)
        self.generic_visit(node)

    def _replace_call(self, node: ast.Call, method: ast.Attribute, dot: int, opened: int) -> None:
        count = len(node.args)
        receiver = method.value
        if method.attr == "index" and count == 1 and self._list_field(receiver) is not None:
            self._source.wrap(node, "index_of(", "")
            self._source.replace(dot, opened, ", ")
        elif method.attr == "unpack" and count == 1:
            self._source.wrap(node, "unpack_move(", "")
            self._source.replace(dot, opened, ", ")
        elif isinstance(receiver, ast.Name) and receiver.id not in self._local:
            function = self._constants.replace_method(receiver.id, method.attr, count)
            if function is not None:
                self._source.replace(self._source.start(node), opened, f"{function}(")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Powers and shifts may be wider than C numbers: they stay numbers of Python."""
        if isinstance(node.op, ast.Pow | ast.LShift):
            self._source.wrap(node.left, "(<object>(", "))")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """As above, for `bits <<= 1` and `number **= 2`."""
        target = self._source.text[self._source.start(node.target) : self._source.end(node.target)]
        operator = {ast.LShift: "<<", ast.Pow: "**"}.get(type(node.op))
        at = self._source.text.find(f"{operator}=", self._source.end(node.target))
        if operator and isinstance(node.target, ast.Name | ast.Attribute):
            self._source.replace(at, at + 3, f"= (<object>{target}) {operator} (")
            self._source.replace(self._source.end(node), self._source.end(node), ")")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Tuples that are taken apart at once need no tuple of Python."""
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            self._c_tuples.add(node.value)
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        """Other tuples stay tuples of Python, which can be looped over."""
        whole = self._source.text[self._source.start(node)] == "("
        if whole and isinstance(node.ctx, ast.Load) and node not in self._c_tuples:
            self._source.wrap(node, "(<object>", ")")
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Formatted strings stay: Python 3.11 does not tell the places of their parts."""

    def visit_Name(self, node: ast.Name) -> None:
        """A constant number becomes a literal."""
        if isinstance(node.ctx, ast.Load) and node.id not in self._local:
            literal = self._constants.int_literal(node.id)
            if literal is not None:
                self._source.replace(self._source.start(node), self._source.end(node), literal)

    def _list_field(self, node: ast.expr) -> DeclaredField | None:
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return None
        if node.value.id != self._self or self._self in self._stored:
            return None
        field = self._fields.get(node.attr)
        return field if field is not None and field.length is not None else None

    def _is_int_item(self, node: ast.Subscript) -> bool:
        names = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
        values = None if names & self._local else self._constants.samples(node)
        return bool(values) and all(
            type(value) is int and abs(value) < C_LITERAL_LIMIT for value in values or ()
        )
