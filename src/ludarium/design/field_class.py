"""The C class of declared fields, as source in Cython: attributes, undo and turns of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludarium.core.declared.fields import DeclaredField
from ludarium.core.declared.position import SHARED_KEY_VALUES, make_key_numbers

# Methods of the class; those of a position that stands behind it would never be called.
GENERATED_METHODS = frozenset(
    {"generate", "play", "undo", "key", "pass_turn", "_field_values", "_set_field_values"}
)


def class_of_fields(position_name: str) -> str:
    """The name of the C class of a position's fields."""
    return f"FieldsOf{position_name}"


def declare_fields(position_name: str, c_base: str, new_fields: Mapping[str, DeclaredField]) -> str:
    """The head of the class: a C attribute for every field that its base does not have."""
    lines = [f"cdef class {class_of_fields(position_name)}({c_base}):"]
    lines += ["    cdef public object _past"] if c_base == "Position" else []
    lines += [f"    cdef public {_c_type(field)} {name}" for name, field in new_fields.items()]
    return "\n".join(lines) + "\n"


def write_field_class(
    position_name: str,
    c_base: str,
    fields: Mapping[str, DeclaredField],
    new_fields: Mapping[str, DeclaredField],
) -> str:
    """The whole class. It does what `DeclaredPosition` does, before which it stands as a base."""
    values = ["self.to_move", *(_copy_of(name, field) for name, field in fields.items())]
    restored = [f"self.{name} = past[{n}]" for n, name in enumerate(("to_move", *fields))]
    numbers = f"{position_name}_key_numbers"
    literals = [f"0x{number:x}ULL" for number in make_key_numbers(fields)]
    head = KEY_NUMBERS.format(numbers=numbers, literals=", ".join(literals), count=len(literals))
    body = METHODS.format(
        values=", ".join(values),
        restored="\n        ".join(restored),
        keys="\n        ".join(_add_keys(fields, numbers)),
    )
    return head + declare_fields(position_name, c_base, new_fields) + body


def _add_keys(fields: Mapping[str, DeclaredField], numbers: str) -> Iterator[str]:
    """Statements that add every value to the key, in the order of `DeclaredPosition.key`."""
    yield f"key = add_keys(key, key_of(self.to_move, {numbers}[0]))"
    yield f"key = add_keys(key, key_of(self.verdict, {numbers}[1]))"
    at = SHARED_KEY_VALUES
    for name, field in fields.items():
        if not field.in_state:
            continue
        length = field.length or 1
        if field.is_wide:
            values = f"list(self.declared_fields[{name!r}].key_values(self.{name}))"
            part = f"key_of_list({values}, {numbers} + {at}, {length})"
        elif field.length is None:
            part = f"key_of(self.{name}, {numbers}[{at}])"
        else:
            part = f"key_of_list(self.{name}, {numbers} + {at}, {length})"
        yield f"key = add_keys(key, {part})"
        at += length


def _c_type(field: DeclaredField) -> str:
    if field.length is not None:
        return "list"
    if field.is_flag:
        return "bint"
    return "object" if field.is_wide else "long long"


def _copy_of(name: str, field: DeclaredField) -> str:
    return f"self.{name}" if field.length is None else f"self.{name}[:]"


KEY_NUMBERS = '''
cdef extern from *:
    """
    static const unsigned long long {numbers}[] = {{{literals}}};
    """
    const unsigned long long {numbers}[{count}]


'''
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

    cpdef unsigned long long key(self) noexcept with gil:
        cdef unsigned long long key = 0
        {keys}
        return mix_bits(key)

    def pass_turn(self):
        self.to_move = (self.to_move + 1) % self.seats

    def _field_values(self):
        return ({values},)

    cpdef _set_field_values(self, tuple past):
        {restored}
"""
