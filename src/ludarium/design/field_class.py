"""The C class of declared fields, as source in Cython: attributes, undo and turns of a position."""

from __future__ import annotations

from collections.abc import Mapping

from ludarium.core.declared.fields import DeclaredField

WIDEST = 1 << 62  # numbers beyond it stay numbers of Python


def class_of_fields(position_name: str) -> str:
    """The name of the C class of a position's fields."""
    return f"FieldsOf{position_name}"


def is_narrow(field: DeclaredField) -> bool:
    """Whether every value of a field fits a C integer."""
    return field.low > -WIDEST and field.high < WIDEST


def declare_fields(position_name: str, fields: Mapping[str, DeclaredField]) -> str:
    """The head of the class: a C attribute for every field."""
    lines = [
        f"cdef class {class_of_fields(position_name)}(Position):",
        "    cdef public object _past",
    ]
    lines += [f"    cdef public {_c_type(field)} {name}" for name, field in fields.items()]
    return "\n".join(lines) + "\n"


def write_field_class(position_name: str, fields: Mapping[str, DeclaredField]) -> str:
    """The whole class. It does what `DeclaredPosition` does, which is its neighbour as a base."""
    values = ["self.to_move", *(_copy_of(name, field) for name, field in fields.items())]
    restored = [f"self.{name} = past[{n}]" for n, name in enumerate(("to_move", *fields))]
    body = METHODS.format(values=", ".join(values), restored="\n        ".join(restored))
    return declare_fields(position_name, fields) + body


def _c_type(field: DeclaredField) -> str:
    if field.length is not None:
        return "list"
    if field.is_flag:
        return "bint"
    return "long long" if is_narrow(field) else "object"


def _copy_of(name: str, field: DeclaredField) -> str:
    return f"self.{name}" if field.length is None else f"self.{name}[:]"


METHODS = """
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept with gil:
        if self.verdict == ONGOING:
            for move in self.list_moves():
                out[at] = move
                at += 1
        return at

    cpdef void play(self, unsigned int move) noexcept with gil:
        self._past.append(({values},))
        self.make_move(move)
        self.find_end()

    cpdef void undo(self) noexcept with gil:
        self._set_field_values(self._past.pop())
        self.verdict = ONGOING
        self.reason = 0

    def pass_turn(self):
        self.to_move = (self.to_move + 1) % self.seats

    def _field_values(self):
        return ({values},)

    cpdef _set_field_values(self, tuple past):
        {restored}
"""
