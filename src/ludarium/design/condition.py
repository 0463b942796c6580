"""Conditions between options, such as `second >= first`: parsed, checked, never executed."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from ludarium.core.errors import InvalidOption
from ludarium.core.options import Value

MAX_CONDITION_CHARACTERS = 500
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
CONDITION_FORM = "comparisons of options and whole numbers, joined by and, or, not"


class Condition:
    """One condition on the options of a candidate."""

    def __init__(self, written: str, names: Mapping[str, Value]) -> None:
        """Parse a condition on options of these names; raises InvalidOption."""
        self.written = written
        self.names = names
        try:
            tree = ast.parse(written[:MAX_CONDITION_CHARACTERS], mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            raise self._refusal() from error
        self.tree = tree
        self._check_node(tree)

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Whether the options of a candidate meet the condition."""
        return bool(_evaluate(self.tree, values))

    def _refusal(self) -> InvalidOption:
        return InvalidOption("wrong_condition", f"{self.written!r} is not {CONDITION_FORM}.")

    def _check_node(self, node: ast.expr) -> None:
        match node:
            case ast.BoolOp(values=parts):
                pass
            case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=part):
                parts = [part]
            case ast.Compare(left=left, ops=ops, comparators=rest) if all(
                type(one) in COMPARISONS for one in ops
            ):
                parts = [left, *rest]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                parts = [left, right]
            case ast.Constant(value=bool() | int()):
                parts = []
            case ast.Name(id=name):
                if name not in self.names:
                    known = ", ".join(self.names)
                    message = f"{self.written!r}: there is no option {name}; known are {known}."
                    raise InvalidOption("unknown_option", message)
                parts = []
            case _:
                raise self._refusal()
        for part in parts:
            self._check_node(part)


def _evaluate(node: ast.expr, values: Mapping[str, Value]) -> Any:
    """The value of a checked condition."""
    match node:
        case ast.BoolOp(op=op, values=parts):
            found = (_evaluate(part, values) for part in parts)
            return all(found) if isinstance(op, ast.And) else any(found)
        case ast.UnaryOp(op=op, operand=part):
            value = _evaluate(part, values)
            return not value if isinstance(op, ast.Not) else -value
        case ast.Compare(left=left, ops=ops, comparators=rest):
            terms = [_evaluate(term, values) for term in (left, *rest)]
            return all(COMPARISONS[type(op)](terms[at], terms[at + 1]) for at, op in enumerate(ops))
        case ast.BinOp(left=left, op=op, right=right):
            return ARITHMETIC[type(op)](_evaluate(left, values), _evaluate(right, values))
        case ast.Name(id=name):
            return values[name]
        case _:
            assert isinstance(node, ast.Constant)
            return node.value
